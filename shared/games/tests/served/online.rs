//! A server and its clients, over a pretend wire.

use crate::support::{TRACK, with};
use games::racing::{RaceRules, pad};
use games::served::{Empty, RaceBots, ServedRace, input_of_pad};
use netplay::ids::{ConnId, PadWord, StateHash};
use netplay::rng::SimRng;
use netplay::session::server::{
    Bots, ClientConfig, GameClient, GameServer, Phase, ServerConfig, ServerLane, ServerOutput,
    StartMode,
};
use netplay::sim::InputFrame;
use netplay::time::Instant;
use netplay::wire::{Packet, Text};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// Milliseconds one way.
const WAY_MS: u64 = 40;

#[derive(Default)]
struct Way(VecDeque<(u64, ServerLane, Packet)>);

impl Way {
    /// What may be lost is, sometimes.
    fn put(&mut self, now: u64, lane: ServerLane, packet: Packet, loss: u32, dice: &mut SimRng) {
        let may_be_lost = matches!(lane, ServerLane::Input | ServerLane::State);
        if !may_be_lost || dice.below(1000) >= loss {
            self.0.push_back((now + WAY_MS, lane, packet));
        }
    }

    fn take(&mut self, now: u64) -> Option<(ServerLane, Packet)> {
        let due = self.0.front().is_some_and(|(at, ..)| *at <= now);
        due.then(|| self.0.pop_front().map(|(_, lane, packet)| (lane, packet)))?
    }
}

struct Player {
    client: GameClient<ServedRace>,
    bots: RaceBots,
    hashes: BTreeMap<u32, StateHash>,
    up: Way,
    down: Way,
}

struct World {
    server: GameServer<ServedRace, RaceBots>,
    hashes: BTreeMap<u32, StateHash>,
    players: Vec<Player>,
    dice: SimRng,
    loss: u32,
    ms: u64,
}

impl World {
    fn new(race: &ServedRace, empty: Empty, people: usize, loss: u32) -> Self {
        let config = ServerConfig {
            start: StartMode::Auto,
            min_players: people,
            fill_bots: empty == Empty::Driven,
            ..ServerConfig::default()
        };
        let server = GameServer::new(race.clone(), RaceBots::new(), config, Instant::ZERO);
        let mut server = server.expect("a fair server");
        let players = (0..people).map(|index| {
            server.connected(ConnId(index as u64), None, Instant::ZERO);
            let mine = *race.race().setup();
            let mine = games::racing::RaceSetup { seed: 99, ..mine };
            let mine = ServedRace::new(mine, Arc::clone(&TRACK), empty).expect("a fair setup");
            let config = ClientConfig::new(Text::truncated("Ann"));
            let client = GameClient::new(Some(mine), config, Instant::ZERO).expect("a client");
            let (up, down) = (Way::default(), Way::default());
            Player { client, bots: RaceBots::new(), hashes: BTreeMap::new(), up, down }
        });
        let players = players.collect();
        Self { server, hashes: BTreeMap::new(), players, dice: SimRng::new(1, 1), loss, ms: 0 }
    }

    /// A millisecond in which everybody drives as `pads` says.
    fn step(&mut self, pads: &mut impl FnMut(&ServedRace, &mut RaceBots, u8) -> InputFrame) {
        self.ms += 1;
        let now = Instant::from_millis(self.ms);
        for (index, player) in self.players.iter_mut().enumerate() {
            while let Some((lane, packet)) = player.down.take(self.ms) {
                player.client.handle(lane, &packet, now).expect("an honest server");
            }
            while let Some((lane, packet)) = player.up.take(self.ms) {
                self.server.handle(ConnId(index as u64), lane, &packet, now);
            }
            if player.client.phase() == Phase::Lobby && self.ms % 100 == 99 {
                let _ = player.client.set_ready(true);
            }
            if let (Some(race), Some(slot)) = (player.client.simulation(), player.client.slot()) {
                let input = pads(race, &mut player.bots, slot);
                player.client.set_input(input);
            }
            player.client.update(now);
            while let Some((lane, packet)) = player.client.poll_output() {
                player.up.put(self.ms, lane, packet, self.loss, &mut self.dice);
            }
            if self.ms.is_multiple_of(500) {
                player.hashes.extend(player.client.hashes());
            }
        }
        self.server.update(now);
        if self.ms.is_multiple_of(500) {
            self.hashes.extend(self.server.hashes());
        }
        while let Some(output) = self.server.poll_output() {
            let ServerOutput::Send { to, lane, packet } = output else { panic!("{output:?}") };
            let down = &mut self.players[to.0 as usize].down;
            down.put(self.ms, lane, packet, self.loss, &mut self.dice);
        }
        while self.server.poll_event().is_some() {}
    }

    fn run(&mut self, ms: u64, mut pads: impl FnMut(&ServedRace, &mut RaceBots, u8) -> InputFrame) {
        for _ in 0..ms {
            self.step(&mut pads);
        }
    }

    /// Every state that a client has understood is the server's of that tick.
    fn converged(&self) {
        for player in &self.players {
            assert!(player.hashes.len() > 100);
            for (tick, hash) in &player.hashes {
                assert_eq!(self.hashes.get(tick), Some(hash), "tick {tick}");
            }
        }
    }
}

/// Along the line, by the pad of a person: what the own world shows decides.
fn line(race: &ServedRace, bots: &mut RaceBots, slot: u8) -> InputFrame {
    bots.think(race, slot.into(), 0)
}

#[test]
fn alone_on_the_road_nothing_is_ever_predicted_wrong() {
    let race = with(3, 2, RaceRules::default(), Empty::Parked);
    let mut world = World::new(&race, Empty::Parked, 1, 0);
    let mut rng = SimRng::new(5, 5);
    let mut held = InputFrame::default();
    world.run(40_000, |race, bots, slot| {
        // Along the line, but now and then something quite different for a while.
        if rng.below(300) == 0 {
            let wild = rng.below(1 << 16) as u16 & !(pad::RESET) | pad::THROTTLE;
            held = input_of_pad(PadWord(wild));
        }
        if race.race().tick_count() / 256 % 3 == 0 { held } else { line(race, bots, slot) }
    });
    let stats = world.players[0].client.stats();
    assert!(stats.checked > 1_000, "{stats:?}");
    assert_eq!(stats.mispredictions, 0, "{stats:?}");
    world.converged();
    let lap = world.server.sim().race().view().cars[0].lap;
    assert!(lap >= 1, "the car gets on");
}

#[test]
fn in_the_crowd_what_is_predicted_wrong_is_put_right() {
    let race = with(4, 8, RaceRules::default(), Empty::Driven);
    let mut world = World::new(&race, Empty::Driven, 2, 20);
    world.run(45_000, line);
    world.converged();
    for player in &world.players {
        let stats = player.client.stats();
        let (wrong, checked) = (stats.mispredictions, stats.checked);
        let worst = stats.worst.and_then(|miss| player.client.field_name(miss.kind, miss.field));
        let bytes = stats.snapshot_bytes / stats.snapshots.max(1);
        eprintln!("{wrong} of {checked} wrong, worst {worst:?} by {}, {bytes} B", stats.max_error);
        assert!(checked > 1_000 && wrong * 50 < checked, "{stats:?}");
        // What the client drives on is what the server has, but for what is still on its way.
        let (tick, world_there) = player.client.authoritative().expect("there is one");
        assert!(world.server.tick() - tick < 10);
        assert_eq!(world.hashes.get(&tick), Some(&world_there.hash()));
    }
}

#[test]
fn what_is_drawn_is_the_own_car_now_and_the_others_a_moment_ago() {
    let race = with(6, 4, RaceRules::default(), Empty::Driven);
    let mut world = World::new(&race, Empty::Driven, 1, 0);
    let mut display = race.clone();
    world.run(12_000, line);
    let (mut last, mut jumps) = (None, 0);
    for _ in 0..3_000 {
        world.step(&mut line);
        let client = &mut world.players[0].client;
        let slot = usize::from(client.slot().expect("a player"));
        display.keep_time_of(client.simulation().expect("it predicts"));
        client.sync_sim(&mut display, Instant::from_millis(world.ms));
        let shown = display.race().view();
        let there = world.server.sim().race().view();
        let ahead = i64::from(shown.tick) - i64::from(there.tick);
        // Half the round trip, and the frames that wait at the server.
        assert!((0..30).contains(&ahead), "{ahead} race ticks ahead of the server");
        for (index, (car, real)) in shown.cars.iter().zip(&there.cars).enumerate() {
            let apart = (car.pos - real.pos).length().0 >> 16;
            assert!(apart < 14, "car {index}: {apart} m");
            assert_eq!((car.ai, car.lap > 0), (index != slot, real.lap > 0));
        }
        let own = shown.cars[slot].pos;
        let step = last.map_or(0, |last| ((own - last).length().0 * 100) >> 16);
        jumps += u32::from(step > 10);
        last = Some(own);
    }
    assert_eq!(jumps, 0, "in a millisecond no car gets on by ten centimetres");
}
