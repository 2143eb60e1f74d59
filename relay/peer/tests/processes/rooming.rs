//! `serve-game --room`: the host of a relay's room decides, and has no seat.

use crate::support::{PATIENCE, Program, Relay, folder};
use games::GameSetup;
use games::pack::Pack;
use games::racing::{RaceSetup, Track};
use games::served::{Empty, RaceBots, ServedRace};
use net_native::{NativeClock, TcpTransport};
use netplay::client::{ClientEvent, RoomClient};
use netplay::code::RoomCode;
use netplay::ids::{PlayerId, StateHash};
use netplay::limits::PROTOCOL_VERSION;
use netplay::link::Transport;
use netplay::session::server::{Bots, ClientConfig, GameClient, ServerLane};
use netplay::time::Instant;
use netplay::wire::{
    Action, Blob, Entry, Hello, Loaded, Message, SessionModel, SetReady, Start, Text,
};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// A member of a room who plays a race that the room's host decides.
struct Guest {
    clock: NativeClock,
    link: TcpTransport,
    room: RoomClient,
    game: Option<GameClient<ServedRace>>,
    hands: RaceBots,
    hashes: BTreeMap<u32, StateHash>,
    /// How many games have begun, and how many ended.
    begun: u32,
    ended: u32,
    ready: bool,
}

impl Guest {
    fn new(relay: &Relay, code: &str, watch: bool) -> Self {
        let code = RoomCode::parse(code).expect("a code");
        let clock = NativeClock::start();
        let address = relay.tcp();
        let address = address.strip_prefix("tcp://").expect("tcp");
        let link = TcpTransport::connect(address, Duration::from_secs(5)).expect("a relay");
        let mut room = RoomClient::new(Hello {
            version: PROTOCOL_VERSION,
            identity: party::identity(&Pack::built_in()),
            name: Text::truncated("Guest"),
            colour: 1,
            entry: Entry::Join { code, watch },
        });
        room.link_opened(clock.now());
        let (hands, hashes) = (RaceBots::new(), BTreeMap::new());
        Self { clock, link, room, game: None, hands, hashes, begun: 0, ended: 0, ready: !watch }
    }

    fn me(&self) -> PlayerId {
        self.room.me().expect("welcomed")
    }

    /// Plays until then, or for as long as anything here may take.
    fn play(&mut self, done: impl Fn(&Self) -> bool) {
        let deadline = self.clock.now() + PATIENCE;
        while !done(self) {
            let now = self.clock.now();
            assert!(now < deadline, "waited in vain");
            self.turn(now);
            std::thread::park_timeout(Duration::from_millis(2));
        }
    }

    fn turn(&mut self, now: Instant) {
        while let Some(packet) = self.link.poll(now) {
            self.room.handle(&packet, now);
        }
        while let Some(event) = self.room.poll_event() {
            self.hear(event, now);
        }
        let row = self.room.my_row();
        if self.ready && row.is_some_and(|row| row.seat.is_some() && !row.ready) {
            self.room.say(SetReady { ready: true });
        }
        if let Some(game) = &mut self.game {
            if let (Some(race), Some(slot)) = (game.simulation(), game.slot()) {
                game.set_input(self.hands.think(race, slot.into(), 0));
            }
            game.update(now);
            self.hashes.extend(game.hashes());
            while let Some((lane, packet)) = game.poll_output() {
                let payload = [&[lane.number()], &packet[..]].concat();
                let payload = Blob::new(payload).expect("a client says little");
                let player = self.room.me().expect("welcomed");
                self.room.say(Action { player, payload });
            }
        }
        while let Some((packet, lane)) = self.room.poll_packet() {
            self.link.send(&packet, lane, now).expect("the relay listens");
        }
    }

    fn hear(&mut self, event: ClientEvent, now: Instant) {
        match event {
            ClientEvent::Started { start, .. } => {
                self.begun += 1;
                self.game = Some(game(&start, self.me(), now));
                self.room.say(Loaded { player: self.me(), round: start.round });
            }
            ClientEvent::Ended { .. } => {
                self.ended += 1;
                self.game = None;
            }
            ClientEvent::Authority(Message::StateBlob(blob)) => {
                let (&lane, bytes) = blob.payload.split_first().expect("a lane");
                let lane = ServerLane::from_number(lane).expect("a lane");
                if let Some(game) = &mut self.game {
                    game.handle(lane, bytes, now).expect("an honest host");
                }
            }
            _ => {}
        }
    }
}

/// Who has a seat plays along; who has none watches.
fn game(start: &Start, me: PlayerId, now: Instant) -> GameClient<ServedRace> {
    assert_eq!(start.model, SessionModel::Server);
    let Ok(GameSetup::Racing(rules)) = GameSetup::decode(&start.mode, &start.config) else {
        panic!("a race");
    };
    let setup = RaceSetup { seed: start.seed, seats: start.seats.len() as u8, rules };
    let race = ServedRace::new(setup, Arc::new(Track::heron_lake()), Empty::Driven);
    let race = start.seat_of(me).map(|_| race.expect("a race"));
    GameClient::new(race, ClientConfig::new(Text::truncated("Guest")), now).expect("a client")
}

#[test]
fn whoever_is_in_the_room_plays_what_its_host_decides() {
    let relay = Relay::start();
    let file = folder("rooming").join("code.txt");
    let words = ["--min-players", "2", "--max-players", "4", "--seed", "3", "--laps", "1"];
    let own = ["serve-game", "racing", "--room", &relay.tcp(), "--code-file"];
    let own = [&own[..], &[file.to_str().expect("a path")], &words].concat();
    let mut host = Program::peer(&own);
    let code = host.json()["code"].as_str().expect("a code").to_owned();
    assert_eq!(std::fs::read_to_string(file).expect("it was written").trim(), code);

    let mut guests: [Guest; 3] = [false, false, true].map(|watch| Guest::new(&relay, &code, watch));
    let enough = |guest: &Guest| guest.hashes.len() >= 60;
    while !guests.iter().all(enough) {
        for guest in &mut guests {
            let now = guest.clock.now();
            assert!(now < Instant::ZERO + PATIENCE, "waited in vain: {:?}", guest.room.lobby());
            guest.turn(now);
        }
        std::thread::park_timeout(Duration::from_millis(2));
    }
    let slots = guests.each_ref().map(|guest| guest.game.as_ref().and_then(GameClient::slot));
    assert!(slots[0].is_some() && slots[1].is_some() && slots[0] != slots[1], "{slots:?}");
    assert_eq!(slots[2], None, "the third watches");

    host.say("quit\n");
    let report = host.end().report();
    let told: BTreeMap<u64, String> = report["hashes"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|row: &Value| (row[0].as_u64().expect("a tick"), row[1].as_str().expect("hex").into()))
        .collect();
    for guest in &mut guests {
        for (tick, hash) in &guest.hashes {
            let there = told.get(&u64::from(*tick));
            assert_eq!(there, Some(&format!("{:016x}", hash.0)), "tick {tick}");
        }
        guest.play(|guest| guest.ended == 1);
    }
}
