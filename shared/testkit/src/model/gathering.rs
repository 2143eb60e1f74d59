//! A relay core, its guests and a virtual clock.

use super::guest::Guest;
use super::words::{hello, start_order};
use netplay::code::RoomCode;
use netplay::ids::{ConnId, PlayerId, Round, Seat, Token};
use netplay::link::Lane;
use netplay::relay::{ClientAddress, Output, RelayConfig, RelayCore};
use netplay::time::Instant;
use netplay::wire::{
    CloseReason, Entry, Hello, Loaded, Lobby, MemberRow, Message, Packet, Pong, Refusal,
    SessionModel, SetReady, Start, Welcome,
};
use std::collections::BTreeMap;
use std::time::Duration;

/// A relay with people at it. Pings are answered for them unless they are
/// [muted](Gathering::mute).
#[derive(Debug)]
pub struct Gathering {
    /// The relay.
    pub core: RelayCore,
    now: Instant,
    guests: BTreeMap<ConnId, Guest>,
    /// Pongs on their way.
    wire: BTreeMap<(Instant, u64), (ConnId, Packet)>,
    sent: u64,
}

impl Default for Gathering {
    fn default() -> Self {
        Self::new(RelayConfig::default())
    }
}

impl Gathering {
    /// An empty relay, an hour after the start of the clock.
    #[must_use]
    pub fn new(config: RelayConfig) -> Self {
        Self {
            core: RelayCore::new(config, [42; 32]),
            now: Instant::from_millis(3_600_000),
            guests: BTreeMap::new(),
            wire: BTreeMap::new(),
            sent: 0,
        }
    }

    /// The time.
    #[must_use]
    pub fn now(&self) -> Instant {
        self.now
    }

    // --- coming and going --------------------------------------------------------------------

    /// A new connection from an address.
    ///
    /// # Errors
    /// When the relay refuses it.
    pub fn try_open(&mut self, address: ClientAddress) -> Result<ConnId, CloseReason> {
        let conn = self.core.open(address, self.now)?;
        self.guests.insert(conn, Guest::default());
        Ok(conn)
    }

    /// A new local connection.
    pub fn open(&mut self) -> ConnId {
        self.try_open(ClientAddress::Local).expect("the relay takes connections")
    }

    /// A new connection that says hello.
    pub fn enter(&mut self, address: ClientAddress, hello: Hello) -> ConnId {
        let conn = self.try_open(address).expect("the relay takes connections");
        self.say(conn, hello);
        conn
    }

    /// A new room.
    pub fn create(&mut self, who: &str, seats: u8) -> ConnId {
        self.enter(ClientAddress::Local, hello(who, Entry::Create { seats }))
    }

    /// Somebody joins the room that `friend` is in.
    pub fn join(&mut self, who: &str, friend: ConnId) -> ConnId {
        let code = self.code(friend);
        self.enter(ClientAddress::Local, hello(who, Entry::Join { code, watch: false }))
    }

    /// Somebody comes to watch.
    pub fn watch(&mut self, who: &str, friend: ConnId) -> ConnId {
        let code = self.code(friend);
        self.enter(ClientAddress::Local, hello(who, Entry::Join { code, watch: true }))
    }

    /// Somebody knocks at the room that `friend` is in and is turned away.
    pub fn join_refused(&mut self, who: &str, friend: ConnId) -> ConnId {
        let conn = self.join(who, friend);
        assert!(!self.is_welcome(conn), "{who} should have been turned away");
        conn
    }

    /// A new connection claims the place that `old` was given.
    pub fn resume(&mut self, old: ConnId) -> ConnId {
        let Welcome { code, token, .. } = *self.welcome(old);
        self.enter(ClientAddress::Local, hello("whoever", Entry::Resume { code, token }))
    }

    /// The connection breaks.
    pub fn lose(&mut self, conn: ConnId) {
        self.core.link_lost(conn, CloseReason::LinkLost, self.now);
        if let Some(guest) = self.guests.get_mut(&conn) {
            guest.closed.get_or_insert(CloseReason::LinkLost);
        }
        self.settle();
    }

    // --- talking -----------------------------------------------------------------------------

    /// Says something to the relay.
    pub fn say(&mut self, conn: ConnId, message: impl Into<Message>) {
        self.send(conn, &message.into().encode());
    }

    /// Sends bytes to the relay.
    pub fn send(&mut self, conn: ConnId, packet: &Packet) {
        self.core.handle(conn, packet, self.now);
        self.settle();
    }

    /// Everybody seated but the host becomes ready, the host starts, and all load. Returns the
    /// start order that `host` got.
    pub fn play(&mut self, host: ConnId, model: SessionModel) -> Start {
        let room = self.room_of(host);
        for conn in &room {
            self.say(*conn, SetReady { ready: true });
        }
        self.say(host, start_order(model));
        let start = self.last(host, |message| match message {
            Message::Start(start) => Some(start.clone()),
            _ => None,
        });
        let start = start.expect("the relay starts the session");
        for conn in room {
            self.load(conn, start.round);
        }
        start
    }

    /// Says that a member has loaded a round.
    pub fn load(&mut self, conn: ConnId, round: Round) {
        self.say(conn, Loaded { player: PlayerId(0), round });
    }

    /// Stops answering pings and saying anything.
    pub fn mute(&mut self, conn: ConnId) {
        self.guest_mut(conn).is_mute = true;
    }

    /// Answers pings only after this long.
    pub fn set_trip_ms(&mut self, conn: ConnId, millis: u64) {
        self.guest_mut(conn).pong_ms = millis;
    }

    // --- time --------------------------------------------------------------------------------

    /// Lets time pass. The relay is woken exactly when it asked to be, never otherwise.
    pub fn pass_ms(&mut self, millis: u64) {
        let end = self.now + Duration::from_millis(millis);
        loop {
            let due = self.core.poll_timeout();
            let pong = self.wire.keys().next().map(|(at, _)| *at);
            let Some(next) = [due, pong].into_iter().flatten().min().filter(|at| *at <= end) else {
                break;
            };
            self.now = self.now.max(next);
            if pong == Some(next) {
                if let Some((_, (conn, packet))) = self.wire.pop_first() {
                    self.core.handle(conn, &packet, self.now);
                }
            } else {
                self.core.handle_timeout(self.now);
                let again = self.core.poll_timeout();
                assert!(again.is_none_or(|again| again > next), "the relay would spin at {next:?}");
            }
            self.settle();
        }
        self.now = end;
    }

    /// How long until the relay wants to be woken, in milliseconds.
    #[must_use]
    pub fn until_timeout_ms(&self) -> Option<u64> {
        let due = self.core.poll_timeout()?;
        Some(due.since(self.now).as_micros().div_ceil(1_000) as u64)
    }

    /// Carries out what the relay wants done.
    pub fn settle(&mut self) {
        while let Some(output) = self.core.poll_output() {
            match output {
                Output::Send { to, packet, lane } => {
                    let guest = self.guests.get_mut(&to).expect("the relay knows its guests");
                    guest.lanes.push(lane);
                    let message = guest.hear(&packet);
                    if let (Message::Ping(ping), false) = (message, guest.is_mute) {
                        let at = self.now + Duration::from_millis(guest.pong_ms);
                        self.sent += 1;
                        let pong = Message::from(Pong { nonce: ping.nonce }).encode();
                        self.wire.insert((at, self.sent), (to, pong));
                    }
                }
                Output::Close { conn, reason } => {
                    let guest = self.guests.get_mut(&conn).expect("the relay knows its guests");
                    assert_eq!(guest.closed.replace(reason), None, "closed once");
                    self.wire.retain(|_, (to, _)| *to != conn);
                }
            }
        }
    }

    // --- what a guest knows ------------------------------------------------------------------

    /// Everything the guest has heard since the last call.
    pub fn heard(&mut self, conn: ConnId) -> Vec<Message> {
        let guest = self.guest_mut(conn);
        guest.packets.clear();
        guest.lanes.clear();
        std::mem::take(&mut guest.inbox)
    }

    /// The packets the guest has heard since the last call.
    pub fn heard_packets(&mut self, conn: ConnId) -> Vec<Packet> {
        let guest = self.guest_mut(conn);
        guest.inbox.clear();
        guest.lanes.clear();
        std::mem::take(&mut guest.packets)
    }

    /// How what the guest has heard since the last call may have travelled.
    pub fn heard_lanes(&mut self, conn: ConnId) -> Vec<Lane> {
        let guest = self.guest_mut(conn);
        guest.inbox.clear();
        guest.packets.clear();
        std::mem::take(&mut guest.lanes)
    }

    /// What the guest has heard of one kind since the last call; the rest is forgotten.
    pub fn heard_of<T>(&mut self, conn: ConnId, pick: impl Fn(Message) -> Option<T>) -> Vec<T> {
        self.heard(conn).into_iter().filter_map(pick).collect()
    }

    /// The refusals the guest has heard since the last call.
    pub fn refusals(&mut self, conn: ConnId) -> Vec<Refusal> {
        self.heard_of(conn, |message| match message {
            Message::Reject(reject) => Some(reject.refusal),
            _ => None,
        })
    }

    /// The latest of one kind of message among those not yet taken.
    pub fn last<T>(&self, conn: ConnId, pick: impl Fn(&Message) -> Option<T>) -> Option<T> {
        self.guest(conn).inbox.iter().rev().find_map(pick)
    }

    /// Forgets what everybody has heard so far.
    pub fn forget_all(&mut self) {
        for guest in self.guests.values_mut() {
            guest.inbox.clear();
            guest.packets.clear();
            guest.lanes.clear();
        }
    }

    /// Forgets a guest who is gone, so that long runs need no memory.
    pub fn forget_guest(&mut self, conn: ConnId) {
        self.guests.remove(&conn);
        self.wire.retain(|_, (to, _)| *to != conn);
    }

    /// The guest's welcome.
    #[must_use]
    pub fn welcome(&self, conn: ConnId) -> &Welcome {
        self.guest(conn).welcome.as_ref().expect("the guest was welcomed")
    }

    /// Whether the guest was ever welcomed.
    #[must_use]
    pub fn is_welcome(&self, conn: ConnId) -> bool {
        self.guest(conn).welcome.is_some()
    }

    /// The guest's room.
    #[must_use]
    pub fn code(&self, conn: ConnId) -> RoomCode {
        self.welcome(conn).code
    }

    /// The guest's id in the room.
    #[must_use]
    pub fn id(&self, conn: ConnId) -> PlayerId {
        self.welcome(conn).player
    }

    /// The guest's secret.
    #[must_use]
    pub fn token(&self, conn: ConnId) -> Token {
        self.welcome(conn).token
    }

    /// The lobby as the guest knows it.
    #[must_use]
    pub fn lobby(&self, conn: ConnId) -> &Lobby {
        self.guest(conn).lobby.as_ref().expect("the guest has seen the lobby")
    }

    /// A member's row, as the guest knows it.
    #[must_use]
    pub fn row(&self, conn: ConnId, of: PlayerId) -> Option<&MemberRow> {
        self.lobby(conn).members.iter().find(|row| row.player == of)
    }

    /// The guest's own seat.
    #[must_use]
    pub fn seat(&self, conn: ConnId) -> Option<Seat> {
        self.row(conn, self.id(conn)).and_then(|row| row.seat)
    }

    /// How the guest's connection ended, if it has.
    #[must_use]
    pub fn closed(&self, conn: ConnId) -> Option<CloseReason> {
        self.guest(conn).closed
    }

    /// The open connections of the guest's room, in the order they were opened.
    #[must_use]
    pub fn room_of(&self, conn: ConnId) -> Vec<ConnId> {
        let code = self.code(conn);
        let is_mate = |guest: &Guest| {
            guest.closed.is_none() && guest.welcome.as_ref().is_some_and(|it| it.code == code)
        };
        self.guests.iter().filter(|(_, guest)| is_mate(guest)).map(|(conn, _)| *conn).collect()
    }

    fn guest(&self, conn: ConnId) -> &Guest {
        self.guests.get(&conn).expect("a guest of this gathering")
    }

    fn guest_mut(&mut self, conn: ConnId) -> &mut Guest {
        self.guests.get_mut(&conn).expect("a guest of this gathering")
    }
}
