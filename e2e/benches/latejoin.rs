//! What a late comer costs: seven people race under rollback through a real relay, an eighth comes
//! at minute three and takes over the AI's car. How soon do they drive, and what do the others feel?
//!
//! `LATE_JOIN_AFTER_S=20` comes earlier.
#![allow(clippy::print_stdout)]

use e2e::steer;
use games::GameSetup;
use games::pack::Pack;
use games::racing::RaceRules;
use net_native::{NativeClock, TcpTransport};
use netplay::ids::PadWord;
use netplay::time::Instant;
use party::{Ask, EntryWish, Netcode, Phase, Profile, Room, RoomView, Scene, Shown};
use relay::{RelayServer, ServerConfig};
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::Duration;

const PEOPLE: usize = 7;
const PATIENCE: Duration = Duration::from_secs(10);
/// Often enough for sixty steps a second, and no busy loop.
const NAP: Duration = Duration::from_millis(2);
/// How long the others are watched before and after.
const WATCHED_MS: u64 = 3_000;

struct Person {
    room: Room,
    link: Option<TcpTransport>,
    view: Rc<RoomView>,
    frame: u32,
    stepped: Instant,
    /// The longest that the picture stood still, since it was last asked for.
    stood_ms: u128,
}

impl Person {
    fn new(name: &str, wish: EntryWish, dice: u64, now: Instant) -> Self {
        let me = Profile { name: name.into(), colour: 0 };
        let mut room = Room::online(&me, wish, Pack::built_in(), dice, now);
        let view = room.view_if_changed().expect("a first view");
        Self { room, link: None, view, frame: 0, stepped: now, stood_ms: 0 }
    }

    fn turn(&mut self, relay: SocketAddr, now: Instant) {
        if self.room.wants_link(now) {
            let link = TcpTransport::connect(relay, PATIENCE);
            self.link = Some(link.expect("the relay listens"));
        }
        if let Some(link) = &mut self.link {
            self.room.receive(link, now);
        }
        let pad = match self.room.scene() {
            Scene::Race(Shown { after, me: Some(seat), .. }) => steer::keys(after, seat),
            _ => PadWord(0),
        };
        self.room.frame(pad, now);
        if let Some(link) = &mut self.link {
            self.room.transmit(link, now);
        }
        if let Some(view) = self.room.view_if_changed() {
            self.view = view;
        }
        let frame = self.room.progress().map_or(0, |(frame, _)| frame.0);
        if frame != self.frame {
            self.stood_ms = self.stood_ms.max(now.since(self.stepped).as_millis());
            (self.frame, self.stepped) = (frame, now);
        }
    }
}

struct Table {
    people: Vec<Person>,
    relay: SocketAddr,
    clock: NativeClock,
}

impl Table {
    fn now(&self) -> Instant {
        self.clock.now()
    }

    fn turn(&mut self) {
        for person in &mut self.people {
            let now = self.clock.now();
            person.turn(self.relay, now);
        }
        std::thread::park_timeout(NAP);
    }

    fn until(&mut self, what: &str, within: Duration, is_so: impl Fn(&Self) -> bool) {
        let began = self.now();
        while !is_so(self) {
            self.turn();
            assert!(self.now().since(began) < within, "{what} never came");
        }
    }

    fn all(&self, is_so: impl Fn(&Person) -> bool) -> bool {
        self.people.iter().all(is_so)
    }

    fn ask(&mut self, who: usize, ask: Ask) {
        let now = self.now();
        self.people[who].room.ask(ask, now);
    }

    /// Frames a second of the slowest of the first seven, and the longest that one of them stood.
    fn watched(&mut self, watched_for: impl Fn(&Self) -> bool) -> (f64, u128) {
        let first: Vec<u32> = self.people[..PEOPLE].iter().map(|person| person.frame).collect();
        let began = self.now();
        self.people.iter_mut().for_each(|person| person.stood_ms = 0);
        while !watched_for(self) {
            self.turn();
        }
        let seconds = self.now().since(began).as_secs_f64();
        let friends = self.people[..PEOPLE].iter();
        let fewest = friends.clone().zip(first).map(|(it, first)| it.frame - first).min();
        let stood = friends.map(|person| person.stood_ms).max().unwrap_or_default();
        (f64::from(fewest.unwrap_or_default()) / seconds, stood)
    }
}

fn main() {
    let after_s = std::env::var("LATE_JOIN_AFTER_S").ok().and_then(|text| text.parse().ok());
    let after_s: u64 = after_s.unwrap_or(180);
    let relay = RelayServer::spawn(ServerConfig {
        bind: SocketAddr::from(([127, 0, 0, 1], 0)),
        ..ServerConfig::default()
    });
    let relay = relay.expect("a free port");
    let clock = NativeClock::start();
    let mut table = Table { people: Vec::new(), relay: relay.local_addr(), clock };
    race(&mut table);
    println!("{PEOPLE} race under rollback; an eighth comes after {after_s} s");
    let begun = table.now();
    table.until("the moment", Duration::from_secs(after_s + 5), |table| {
        table.now().since(begun).as_secs() >= after_s
    });

    let pass = |from: Instant| {
        move |table: &Table| table.now().since(from).as_millis() >= u128::from(WATCHED_MS)
    };
    let (rate, stood) = table.watched(pass(table.now()));
    println!("before       others {rate:5.1} frames/s, stood still at most {stood} ms");

    let code = table.people[0].view.code.expect("a room");
    let came = table.now();
    let late = Person::new("Late", EntryWish::Join { code, watch: false }, 99, came);
    table.people.push(late);
    table.until("the picture", PATIENCE, |table| table.people[PEOPLE].view.phase == Phase::Playing);
    let saw = table.now().since(came);
    table.ask(PEOPLE, Ask::TakeSeat(None));
    table.until("the wheel", PATIENCE, |table| {
        let view = &table.people[PEOPLE].view;
        view.phase == Phase::Playing && view.my_seat.is_some() && !view.seat_with_ai
    });
    let drove = table.now().since(came);
    let (rate, stood) = table.watched(pass(came));
    println!("while coming others {rate:5.1} frames/s, stood still at most {stood} ms");
    println!("the late comer saw the race after {saw:.0?} and drove after {drove:.0?} (goal: 1 s)");
    relay.shutdown();
}

/// Seven come together and a long race begins.
fn race(table: &mut Table) {
    let host = Person::new("P0", EntryWish::Create { seats: 8 }, 1, table.now());
    table.people.push(host);
    table.until("the room", PATIENCE, |table| table.people[0].view.code.is_some());
    let code = table.people[0].view.code.expect("just seen");
    for index in 1..PEOPLE {
        let wish = EntryWish::Join { code, watch: false };
        let person = Person::new(&format!("P{index}"), wish, 1 + index as u64, table.now());
        table.people.push(person);
    }
    table.until("everybody", PATIENCE, |table| table.all(|it| it.view.rows.len() == PEOPLE));
    let rules = RaceRules { laps: 9, cap_seconds: 600, ..RaceRules::default() };
    table.ask(0, Ask::PickGame(GameSetup::Racing(rules)));
    table.ask(0, Ask::PickNetcode(Netcode::Rollback));
    (1..PEOPLE).for_each(|index| table.ask(index, Ask::Ready(true)));
    table.until("readiness", PATIENCE, |table| table.people[0].view.can_start);
    table.ask(0, Ask::Countdown(true));
    table.until("the start", PATIENCE, |table| table.all(|it| it.view.phase == Phase::Playing));
}
