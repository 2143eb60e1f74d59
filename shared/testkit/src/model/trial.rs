//! The reference and the relay, side by side.

use super::ops::{Op, PEOPLE, Told};
use super::reference::{MEMBERS, Reference, STEP_MS};
use super::words::{hello, start_order};
use super::{Gathering, name};
use netplay::ids::{ConnId, PlayerId, Round, Seat, Seq, Token};
use netplay::relay::{ClientAddress, RelayConfig};
use netplay::room::RoomConfig;
use netplay::wire::{
    AssignSeat, Blob, Controller, Deposit, EndSession, Entry, HandHost, Leave, Loaded, Message,
    Moderate, Moderation, Presence, PresenceNotice, Profile, Rescue, SessionModel, SetReady,
    SetRoom, TakeSeat, Text, Vote,
};

/// One person's end of it.
#[derive(Clone, Debug, Default)]
struct Person {
    conn: Option<ConnId>,
    /// The id and the secret of the last welcome.
    place: Option<(PlayerId, Token)>,
    drivers: Vec<Option<PlayerId>>,
    told: Vec<Told>,
}

/// A relay and the reference of its only room, told the same.
#[derive(Debug)]
pub struct Trial {
    relay: Gathering,
    reference: Reference,
    people: Vec<Person>,
    code: netplay::code::RoomCode,
}

impl Trial {
    /// Person 0 creates a room.
    #[must_use]
    pub fn new(seats: u16) -> Self {
        // Words that are owed run out within a step, for nobody here says a word.
        let room = RoomConfig {
            members: MEMBERS,
            last_words_ms: STEP_MS,
            seat_rest_ms: STEP_MS,
            lobbies_per_second: 1_000,
            ..Default::default()
        };
        let mut relay = Gathering::new(RelayConfig { room, ..Default::default() });
        let noa = relay.create(Op::NAMES[0], seats as u8);
        let code = relay.code(noa);
        let mut people = vec![Person::default(); PEOPLE];
        people[0].conn = Some(noa);
        let mut trial = Self { relay, reference: Reference::new(seats), people, code };
        trial.listen();
        trial.people[0].told.clear();
        trial
    }

    /// Does it to both, and compares what everybody was told and knows.
    ///
    /// # Panics
    /// When the relay and the reference differ.
    pub fn apply(&mut self, op: &Op) {
        let op = &op.clone().hosted_by(self.reference.host());
        let can = match *op {
            Op::Join { who, .. } => !self.reference.is_member(who),
            Op::Resume { who } => self.people[who].place.is_some(),
            Op::Wait { .. } => true,
            _ => self.reference.is_connected(op.who()),
        };
        if !can {
            return;
        }
        let expected = self.reference.apply(op);
        self.tell_relay(op);
        self.listen();
        self.relay.pass_ms(2 * STEP_MS);
        self.listen();
        for (who, (person, expected)) in self.people.iter_mut().zip(expected).enumerate() {
            let told = std::mem::take(&mut person.told);
            assert_eq!(told, expected, "what person {who} is told after {op:?}");
            assert_eq!(person.conn.is_some(), self.reference.is_connected(who), "{who}: {op:?}");
            if let Some(conn) = person.conn {
                assert_eq!(*self.relay.lobby(conn), self.reference.lobby(), "{who}: {op:?}");
                assert_eq!(person.drivers, self.reference.drivers(), "{who}: {op:?}");
            }
        }
    }

    fn tell_relay(&mut self, op: &Op) {
        let who = op.who();
        let conn = self.people[who].conn;
        let id = |whom: usize| self.people[whom].place.map_or(PlayerId(0), |(player, _)| player);
        let round = || conn.and_then(|conn| self.relay.lobby(conn).session).unwrap_or(Round(0));
        let message: Message = match *op {
            Op::Join { watch, .. } => {
                let entry = Entry::Join { code: self.code, watch };
                return self.enter(who, entry);
            }
            Op::Resume { .. } => {
                let token = self.people[who].place.expect("was welcomed once").1;
                let entry = Entry::Resume { code: self.code, token };
                return self.enter(who, entry);
            }
            Op::Lose { .. } => {
                self.relay.lose(conn.expect("is connected"));
                self.people[who].conn = None;
                return;
            }
            Op::Wait { ms } => return self.relay.pass_ms(ms),
            Op::Leave { .. } => Leave {}.into(),
            Op::Ready { ready, .. } => SetReady { ready }.into(),
            Op::Rename { name: wish, colour, .. } => Profile { name: name(wish), colour }.into(),
            Op::Vote { game, .. } => Vote { game: game.map(Text::truncated) }.into(),
            Op::Rescue { wanted, .. } => Rescue { wanted }.into(),
            Op::Presence { hidden, .. } => {
                let presence = if hidden { Presence::Hidden } else { Presence::Active };
                PresenceNotice { player: PlayerId(0), presence }.into()
            }
            Op::Seat { whom, seat, .. } => {
                AssignSeat { player: id(whom), seat: seat.map(Seat) }.into()
            }
            Op::Lock { locked, starting, .. } => {
                SetRoom { locked, starting, game: Text::default() }.into()
            }
            Op::Hand { whom, .. } => HandHost { player: id(whom) }.into(),
            Op::Moderate { whom, ban, .. } => {
                let act = if ban { Moderation::Ban } else { Moderation::Kick };
                Moderate { player: id(whom), act }.into()
            }
            Op::Take { seat, .. } => TakeSeat { seat: seat.map(Seat) }.into(),
            Op::Start { .. } => start_order(SessionModel::Lockstep).into(),
            Op::Host { turns: true, .. } => start_order(SessionModel::HostAuthority).into(),
            Op::Host { turns: false, .. } => start_order(SessionModel::Server).into(),
            Op::Deposit { .. } => Deposit { seq: Seq(1), payload: Blob::default() }.into(),
            Op::End { .. } => EndSession { player: PlayerId(0), round: round() }.into(),
        };
        let (conn, round) = (conn.expect("is connected"), round());
        self.relay.say(conn, message);
        if matches!(op, Op::Take { .. }) {
            // Nobody here is ever behind.
            self.relay.say(conn, Loaded { player: PlayerId(0), round });
        }
    }

    /// A new connection says hello; a refused one goes away again.
    fn enter(&mut self, who: usize, entry: Entry) {
        let says = hello(Op::NAMES[who % Op::NAMES.len()], entry);
        let conn = self.relay.enter(ClientAddress::Local, says);
        if self.relay.is_welcome(conn) {
            if let Some(older) = self.people[who].conn.replace(conn) {
                self.hear(who, older);
            }
        } else {
            self.hear(who, conn);
            self.relay.lose(conn);
            self.relay.forget_guest(conn);
        }
    }

    /// Everybody takes in what they were told, and loads what was started.
    fn listen(&mut self) {
        loop {
            let mut anybody_loads = false;
            for who in 0..PEOPLE {
                let Some(conn) = self.people[who].conn else { continue };
                if let Some(round) = self.hear(who, conn) {
                    self.relay.say(conn, Loaded { player: PlayerId(0), round });
                    anybody_loads = true;
                }
            }
            if !anybody_loads {
                return;
            }
        }
    }

    /// Takes in what a connection was told; returns a round to load.
    fn hear(&mut self, who: usize, conn: ConnId) -> Option<Round> {
        let mut to_load = None;
        for message in self.relay.heard(conn) {
            let person = &mut self.people[who];
            match message {
                Message::Welcome(welcome) => {
                    person.place = Some((welcome.player, welcome.token));
                    person.drivers.clear();
                    person.told.push(Told::Welcome(welcome.player, welcome.resumed));
                }
                Message::Reject(reject) => person.told.push(Told::Refused(reject.refusal.name())),
                Message::PlayerLeft(left) => {
                    person.told.push(Told::Left(left.player, left.reason));
                }
                Message::HostChanged(changed) => person.told.push(Told::Host(changed.player)),
                Message::Deposit(_) => person.told.push(Told::Deposit),
                Message::Start(start) => {
                    person.told.push(Told::Started(start.round.0));
                    person.drivers = start.seats;
                    to_load = Some(start.round);
                }
                Message::EndSession(end) => {
                    person.told.push(Told::Ended(end.round.0, end.player));
                    person.drivers.clear();
                    to_load = None;
                }
                Message::SeatController(change) => {
                    person.drivers[change.seat.index()] = match change.controller {
                        Controller::Ai => None,
                        Controller::Human { player } => Some(player),
                    };
                }
                _ => {}
            }
        }
        if let Some(reason) = self.relay.closed(conn) {
            self.people[who].told.push(Told::Closed(reason));
            if self.people[who].conn == Some(conn) {
                self.people[who].conn = None;
            }
            self.relay.forget_guest(conn);
            return None;
        }
        to_load
    }
}
