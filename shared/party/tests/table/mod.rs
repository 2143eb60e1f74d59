//! Friends at a table: rooms, a relay and the wires between them on one virtual clock.
#![allow(dead_code, unused_imports, unused_macros, reason = "each story uses its part")]

mod raving;

use games::pack::Pack;
use games::racing::{RaceRules, pad};
use games::{GameId, GameSetup, trace};
use netplay::code::RoomCode;
use netplay::ids::{PadWord, Seat, StateHash};
use netplay::link::{Lane, LinkProfile, LinkState, Loopback, SendError, Transport};
use netplay::relay::{ClientAddress, LocalRelay, RelayConfig, RelayCore};
use netplay::time::Instant;
use netplay::wire::{Blob, Changes, Message, Packet, WordSize, Words};
use party::{Ask, Cue, EntryWish, Netcode, Phase, Profile, Room, RoomView};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::{Arc, LazyLock};

/// Each of these stories, in each netcode.
macro_rules! in_every_netcode {
    ($($story:ident)*) => {
        mod lockstep {
            $(#[test] fn $story() { super::$story(party::Netcode::Lockstep) })*
        }
        mod rollback {
            $(#[test] fn $story() { super::$story(party::Netcode::Rollback) })*
        }
        mod sealed {
            $(#[test] fn $story() { super::$story(party::Netcode::Sealed) })*
        }
    };
}
pub(crate) use in_every_netcode;

/// What everybody plays on, read once.
pub(crate) fn pack() -> Arc<Pack> {
    static PACK: LazyLock<Arc<Pack>> = LazyLock::new(Pack::built_in);
    PACK.clone()
}

/// A turn of the table's clock.
const TURN_US: u64 = 4_000;

pub(crate) struct Table {
    pub(crate) relay: LocalRelay<End>,
    pub(crate) people: Vec<Person>,
    pub(crate) now: Instant,
    turns: u64,
    /// Whether links carry every lane in order, as a WebSocket does.
    streams: bool,
    wire: LinkProfile,
    wires_laid: u64,
    netcode: Netcode,
}

/// A friend with a page.
pub(crate) struct Person {
    pub(crate) room: Room,
    pub(crate) view: Rc<RoomView>,
    pub(crate) cues: Vec<Cue>,
    /// Every checkpoint of the present game, by frame.
    pub(crate) hashes: BTreeMap<u32, StateHash>,
    pub(crate) pad: PadWord,
    /// Whether new links come about.
    pub(crate) has_network: bool,
    /// The page is drawn every so many turns of 4 ms.
    pub(crate) draws_every: u64,
    /// What is wrong with this person's line.
    pub(crate) line: Line,
    /// Moments at which a link was asked for.
    pub(crate) dials: Vec<Instant>,
    link: Option<End>,
}

impl Table {
    pub(crate) fn new() -> Self {
        Self::over(LinkProfile { latency_ms: 20, jitter_ms: 4, ..LinkProfile::PERFECT })
    }

    /// Links like this, on which only the ordered lane keeps its order.
    pub(crate) fn over_datagrams(wire: LinkProfile) -> Self {
        Self { streams: false, ..Self::over(wire) }
    }

    /// Links like this, which keep everything in order.
    pub(crate) fn over(wire: LinkProfile) -> Self {
        let relay = LocalRelay::new(RelayCore::new(RelayConfig::default(), [7; 32]));
        let now = Instant::from_millis(1_000);
        let netcode = Netcode::Lockstep;
        Self {
            relay,
            people: Vec::new(),
            now,
            turns: 0,
            streams: true,
            wire,
            wires_laid: 0,
            netcode,
        }
    }

    /// At this table races are played like this.
    pub(crate) fn playing(self, netcode: Netcode) -> Self {
        Self { netcode, ..self }
    }

    pub(crate) fn netcode(&self) -> Netcode {
        self.netcode
    }

    /// Somebody opens the page. Returns their number at this table.
    pub(crate) fn arrive(&mut self, name: &str, wish: EntryWish) -> usize {
        self.arrive_with(name, wish, pack())
    }

    /// The same with a content pack of their own.
    pub(crate) fn arrive_with(&mut self, name: &str, wish: EntryWish, pack: Arc<Pack>) -> usize {
        let dice = 100 + self.people.len() as u64;
        let me = Profile { name: name.into(), colour: 0 };
        let mut room = Room::online(&me, wish, pack, dice, self.now);
        let view = room.view_if_changed().unwrap();
        self.people.push(Person {
            room,
            view,
            cues: Vec::new(),
            hashes: BTreeMap::new(),
            pad: PadWord(pad::THROTTLE),
            has_network: true,
            draws_every: 4,
            line: Line::Good,
            dials: Vec::new(),
            link: None,
        });
        self.people.len() - 1
    }

    /// Ann opens a room of four seats, and the others join it.
    pub(crate) fn gather(&mut self, guests: &[&str]) -> RoomCode {
        self.arrive("Ann", EntryWish::Create { seats: 4 });
        self.until("Ann's room", |table| table.view(0).phase == Phase::Lobby);
        let code = self.view(0).code.unwrap();
        for name in guests {
            let guest = self.arrive(name, EntryWish::Join { code, watch: false });
            self.until("a guest's lobby", |table| table.view(guest).phase == Phase::Lobby);
        }
        let everybody = 1 + guests.len();
        self.until("all rows", |table| table.all(|person| person.view.rows.len() == everybody));
        code
    }

    /// Everybody's hands do something or other in this game until it is so: two minutes are enough.
    pub(crate) fn until_played(&mut self, what: &str, game: GameId, is_so: impl Fn(&Self) -> bool) {
        let start = self.now;
        while !is_so(self) {
            let frame = self.now.since(start).as_millis() as u32 / 16;
            for (who, person) in (0..).zip(&mut self.people) {
                person.pad = trace::word(game, 7, who, frame);
            }
            self.turn();
            assert!(frame < 60 * 120, "{what} never came:\n{}", self.summary());
        }
    }

    /// Everybody says ready and the host starts a short race.
    pub(crate) fn race(&mut self) {
        self.race_by(RaceRules { laps: 1, cap_seconds: 60, ..RaceRules::default() });
    }

    /// The same by other rules.
    pub(crate) fn race_by(&mut self, rules: RaceRules) {
        self.play(GameSetup::Racing(rules));
    }

    /// Any game by any rules.
    pub(crate) fn play(&mut self, game: GameSetup) {
        let host = self.people.iter().position(|person| person.view.am_host).unwrap();
        self.ask(host, Ask::PickGame(game));
        self.ask(host, Ask::PickNetcode(self.netcode));
        for guest in (0..self.people.len()).filter(|guest| *guest != host) {
            self.ask(guest, Ask::Ready(true));
        }
        self.until("ready guests", |table| table.view(host).can_start);
        self.ask(host, Ask::Countdown(true));
        self.until("the start order", |table| {
            table.all(|person| person.view.phase == Phase::Playing)
        });
        self.people.iter_mut().for_each(|person| person.hashes.clear());
        self.until("the game", |table| table.all(|person| person.frame() > 10));
    }

    pub(crate) fn ask(&mut self, who: usize, ask: Ask) {
        let now = self.now;
        self.people[who].room.ask(ask, now);
    }

    /// The page is reloaded: the link and everything in memory are gone, the ticket is not.
    pub(crate) fn reload(&mut self, who: usize) {
        let ticket = self.people[who].room.ticket().expect("a place to come back to");
        let stored = party::Ticket::parse(&ticket.to_text()).unwrap();
        let person = &mut self.people[who];
        let me = Profile { name: "whatever".into(), colour: 0 };
        let (wish, dice) = (EntryWish::Resume(stored), 900 + who as u64);
        person.room = Room::online(&me, wish, pack(), dice, self.now);
        person.view = person.room.view_if_changed().unwrap();
        person.link = None;
    }

    /// The relay dies, and another one with an empty head takes its place.
    pub(crate) fn restart_relay(&mut self) {
        self.relay = LocalRelay::new(RelayCore::new(RelayConfig::default(), [8; 32]));
    }

    /// The socket is killed.
    pub(crate) fn cut(&mut self, who: usize) {
        if let Some(link) = &mut self.people[who].link {
            link.link.cut();
        }
    }

    /// The line works again. What was sent on the old link is lost, and so the link is.
    pub(crate) fn mend(&mut self, who: usize) {
        if std::mem::replace(&mut self.people[who].line, Line::Good) == Line::Dead {
            self.cut(who);
        }
    }

    pub(crate) fn set_wire(&mut self, who: usize, profile: LinkProfile) {
        self.people[who].link.as_mut().unwrap().link.set_profile(profile);
    }

    pub(crate) fn view(&self, who: usize) -> &RoomView {
        &self.people[who].view
    }

    pub(crate) fn all(&self, is_so: impl Fn(&Person) -> bool) -> bool {
        self.people.iter().all(is_so)
    }

    pub(crate) fn run_ms(&mut self, millis: u64) {
        let end = self.now.as_millis() + millis;
        while self.now.as_millis() < end {
            self.turn();
        }
    }

    /// Runs until it is so; a minute and a half of virtual time is enough for everything here.
    pub(crate) fn until(&mut self, what: &str, is_so: impl Fn(&Self) -> bool) {
        let start = self.now;
        while !is_so(self) {
            self.turn();
            let waited = self.now.since(start).as_secs();
            assert!(waited < 90, "{what} never came:\n{}", self.summary());
        }
    }

    pub(crate) fn summary(&self) -> String {
        let line = |person: &Person| {
            let RoomView { phase, my_seat, seat_with_ai, stall, refusal, .. } = &*person.view;
            let told: Vec<&str> = person.view.notices.iter().map(|it| it.text.as_str()).collect();
            let frame = person.frame();
            format!(
                "{phase:?} {my_seat:?} ai:{seat_with_ai} {frame} {stall:?} {refusal:?} {told:?}"
            )
        };
        self.people.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    fn turn(&mut self) {
        self.now = Instant::from_micros(self.now.as_micros() + TURN_US);
        self.turns += 1;
        for person in &mut self.people {
            if person.room.wants_link(self.now) {
                person.dials.push(self.now);
                self.wires_laid += 1;
                let (here, there) = Loopback::pair(self.wire, self.wire, self.wires_laid);
                let [mut here, there] =
                    [here, there].map(|link| End { link, stream: self.streams });
                if person.has_network {
                    let _ = self.relay.attach(there, ClientAddress::Local, self.now);
                } else {
                    here.link.cut();
                }
                person.link = Some(here);
            }
            if self.turns.is_multiple_of(person.draws_every) {
                person.draw(self.now);
            }
        }
        self.relay.pump(self.now);
    }

    /// The checkpoints of these two are equal where both have one; returns how many those are.
    pub(crate) fn assert_equal_states(&self, one: usize, other: usize) -> usize {
        let (one, other) = (&self.people[one].hashes, &self.people[other].hashes);
        let shared = one.iter().filter_map(|(frame, hash)| Some((frame, hash, other.get(frame)?)));
        shared.map(|(frame, ours, theirs)| assert_eq!(ours, theirs, "at frame {frame}")).count()
    }
}

impl Person {
    pub(crate) fn frame(&self) -> u32 {
        self.room.progress().map_or(0, |(frame, _)| frame.0)
    }

    pub(crate) fn was_told(&self, part: &str) -> bool {
        self.view.notices.iter().any(|notice| notice.text.contains(part))
    }

    fn draw(&mut self, now: Instant) {
        let mut link = self.link.as_mut().map(|link| Tampered { link, line: self.line });
        if let Some(link) = &mut link {
            self.room.receive(link, now);
        }
        self.room.frame(self.pad, now);
        if let Some(link) = &mut link {
            self.room.transmit(link, now);
        }
        self.cues.extend(self.room.cues());
        if let Some(view) = self.room.view_if_changed() {
            self.view = view;
        }
        if let Some((_, Some((frame, hash)))) = self.room.progress() {
            // A frame that was played on alone may be played again from a donor's state.
            self.hashes.insert(frame.0, hash);
        }
    }
}

/// What is wrong with a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// Nothing.
    Good,
    /// Nothing gets through, and nobody says so.
    Dead,
    /// Other people's pads arrive with the brake pressed.
    Lying,
    /// The parts of a content pack arrive with another text in them.
    Swapping,
    /// Whoever sits there says anything in between that may do harm; only what ends a game by the
    /// rules is kept back. What they say comes from this seed.
    Raving(u64),
}

/// An end of a link.
pub(crate) struct End {
    link: Loopback,
    stream: bool,
}

impl Transport for End {
    fn state(&self) -> LinkState {
        self.link.state()
    }

    fn send(&mut self, packet: &Packet, lane: Lane, now: Instant) -> Result<(), SendError> {
        self.link.send(packet, if self.stream { Lane::Ordered } else { lane }, now)
    }

    fn poll(&mut self, now: Instant) -> Option<Packet> {
        self.link.poll(now)
    }

    fn close(&mut self) {
        self.link.close();
    }

    fn is_stream(&self) -> bool {
        self.stream
    }
}

struct Tampered<'a> {
    link: &'a mut End,
    line: Line,
}

impl Transport for Tampered<'_> {
    fn state(&self) -> LinkState {
        self.link.state()
    }

    fn send(&mut self, packet: &Packet, lane: Lane, now: Instant) -> Result<(), SendError> {
        match self.line {
            Line::Dead => return Ok(()),
            Line::Raving(seed) => {
                if raving::ends_games(packet) {
                    return Ok(());
                }
                for nonsense in raving::nonsense(seed, now) {
                    self.link.send(&nonsense.encode(), Lane::Ordered, now)?;
                }
            }
            Line::Swapping => {
                if let Ok(Message::PackPart(mut part)) = Message::decode(packet, WordSize::PAD) {
                    let swapped: Vec<u8> = part.bytes.iter().map(|byte| byte ^ 1).collect();
                    part.bytes = Blob::new(swapped).unwrap();
                    return self.link.send(&Message::from(part).encode(), lane, now);
                }
            }
            Line::Good | Line::Lying => {}
        }
        self.link.send(packet, lane, now)
    }

    fn poll(&mut self, now: Instant) -> Option<Packet> {
        let packet = self.link.poll(now)?;
        match self.line {
            Line::Good | Line::Swapping | Line::Raving(_) => Some(packet),
            Line::Dead => None,
            Line::Lying => Some(with_brake(&packet).unwrap_or(packet)),
        }
    }

    fn close(&mut self) {
        self.link.close();
    }

    fn is_stream(&self) -> bool {
        self.link.is_stream()
    }
}

/// The packet with the brake pressed, if it carries words.
fn with_brake(packet: &Packet) -> Option<Packet> {
    let brake = pad::BRAKE.to_le_bytes();
    let message: Message = match Message::decode(packet, WordSize::PAD).ok()? {
        Message::Input(mut input) => {
            input.words = Words::new(WordSize::PAD, brake.repeat(input.words.count() as usize))?;
            input.into()
        }
        Message::Seal(mut seal) => {
            let mut changes = Changes::new(WordSize::PAD);
            for (seat, _) in seal.changes.iter() {
                changes.push(seat, &brake);
            }
            if seal.tick.0.is_multiple_of(20) && seal.changes.is_empty() {
                changes.push(Seat(0), &brake); // where nobody moves a finger, nothing is said
            }
            seal.changes = changes;
            seal.into()
        }
        _ => return None,
    };
    Some(message.encode())
}
