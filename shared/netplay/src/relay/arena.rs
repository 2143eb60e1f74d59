//! A standing sealed session without a lobby: up to 1024 seats, and whoever comes plays.
//!
//! ```text
//! Hello ─► Welcome, Lobby (of the reader alone), Start once the clock runs
//! all seats taken, or some time after the first ─► Start to everybody, tick 0
//! late: SeatController from the next tick, StateRequest to a donor, its state with every tick since
//! ```
//!
//! An empty seat stands still, and so does that of who drops: its driver is [`NOBODY`]. The arena
//! has the verbs of [`RelayCore`](super::RelayCore), so the same sockets carry it.

mod config;
mod digests;
mod donors;
mod entry;
mod member;
mod playing;

pub use config::ArenaConfig;
pub use member::NOBODY;

use super::codes::Codes;
use super::member::is_relays_own;
use super::outbox::{Outbox, Output};
use super::{ClientAddress, Counters, Load, RelayEvent};
use crate::code::RoomCode;
use crate::ids::{ConnId, PlayerId, Round};
use crate::limits::PROTOCOL_VERSION;
use crate::link::Lane;
use crate::room::AddressKey;
use crate::room::bucket::{Bucket, Rate};
use crate::room::sealer::{Sealer, SealerConfig, SealerCounters};
use crate::time::Instant;
use crate::wire::{
    CloseReason, Identity, Message, Packet, Ping, Pong, Refusal, Reject, RoomClosed, WordSize,
};
use alloc::collections::{BTreeMap, BTreeSet};
use core::time::Duration;
use digests::Digests;
use donors::Donors;
use member::{Connection, Roster, Stage};

/// The whole arena as a state machine. See [the module](self) for what it does.
#[derive(Debug)]
pub struct Arena {
    config: ArenaConfig,
    codes: Codes,
    connections: BTreeMap<ConnId, Connection>,
    addresses: BTreeMap<AddressKey, usize>,
    outbox: Outbox,
    /// When each outsider's patience ends.
    outsiders: BTreeSet<(Instant, ConnId)>,
    /// When something is to be done about each member.
    dates: BTreeSet<(Instant, PlayerId)>,
    roster: Roster,
    /// What everybody plays: what the first who came in plays.
    identity: Option<Identity>,
    round: Round,
    /// When the clock starts even if seats are free.
    starts_at: Option<Instant>,
    /// The session, once its clock runs.
    session: Option<Session>,
    /// What sealers of earlier sessions counted.
    past: SealerCounters,
    /// Members named for a state of their own.
    diverged: u64,
    next_conn: u64,
    is_down: bool,
}

/// A running session.
#[derive(Debug)]
struct Session {
    sealer: Sealer,
    start: Packet,
    /// Until when those who saw it begin may still be loading.
    young_until: Instant,
    donors: Donors,
    digests: Digests,
}

impl Arena {
    /// An arena without members. `entropy` seeds the tokens: take it from the system's
    /// cryptographic generator.
    #[must_use]
    pub fn new(config: ArenaConfig, entropy: [u8; 32]) -> Self {
        Self {
            codes: Codes::new(entropy),
            connections: BTreeMap::new(),
            addresses: BTreeMap::new(),
            outbox: Outbox::default(),
            outsiders: BTreeSet::new(),
            dates: BTreeSet::new(),
            roster: Roster::new(config.seats),
            identity: None,
            round: Round(0),
            starts_at: None,
            session: None,
            past: SealerCounters::default(),
            diverged: 0,
            next_conn: 0,
            is_down: false,
            config,
        }
    }

    /// Takes a new connection.
    ///
    /// # Errors
    /// When the arena or the address has as many connections as it may, or the arena is shut
    /// down: close the socket.
    pub fn open(&mut self, address: ClientAddress, now: Instant) -> Result<ConnId, CloseReason> {
        let key = address.key();
        let of_address = key.and_then(|key| self.addresses.get(&key)).copied().unwrap_or(0);
        let refusal = if self.is_down {
            Some(CloseReason::ServerShutdown)
        } else if self.connections.len() >= self.config.connections() {
            Some(CloseReason::ServerFull)
        } else if of_address >= self.config.connections_per_address {
            Some(CloseReason::AddressFull)
        } else {
            None
        };
        if let Some(reason) = refusal {
            self.outbox.counters.refused_connections += 1;
            return Err(reason);
        }
        self.next_conn += 1;
        let conn = ConnId(self.next_conn);
        let deadline = now + Duration::from_millis(self.config.hello_ms);
        let (stage, messages) = (Stage::Outside { deadline }, Bucket::default());
        self.connections.insert(conn, Connection { address: key, stage, messages });
        self.outsiders.insert((deadline, conn));
        if let Some(key) = key {
            *self.addresses.entry(key).or_default() += 1;
        }
        self.outbox.counters.opened += 1;
        Ok(conn)
    }

    /// A packet arrived on a connection. One that is closed already is ignored.
    pub fn handle(&mut self, conn: ConnId, packet: &Packet, now: Instant) {
        let rate = self.config.messages_per_second;
        let rate = Rate::with_burst(rate, Duration::from_secs(1), rate.saturating_mul(2));
        let Some(connection) = self.connections.get_mut(&conn) else { return };
        self.outbox.counters.packets_in += 1;
        self.outbox.counters.bytes_in += packet.len() as u64;
        if connection.messages.take(rate, now).is_err() {
            self.outbox.counters.rate_limited += 1;
            self.drop_connection(conn, CloseReason::RateLimited, now);
            return;
        }
        let stage = connection.stage;
        let is_outside = matches!(stage, Stage::Outside { .. });
        let version = Message::hello_version(packet).filter(|it| *it != PROTOCOL_VERSION);
        if let Some(client) = version.filter(|_| is_outside) {
            let refusal = Refusal::VersionMismatch { relay: PROTOCOL_VERSION, client };
            self.outbox.tell(conn, Reject { refusal });
            self.drop_connection(conn, CloseReason::VersionMismatch, now);
            return;
        }
        let known = self.identity.as_ref().filter(|_| !is_outside);
        let word_size = known.map_or(WordSize::PAD, |identity| identity.word_size);
        match (Message::decode(packet, word_size), stage) {
            (Ok(message), _) if is_relays_own(&message) => {
                self.outbox.counters.forged += 1;
                self.drop_connection(conn, CloseReason::Malformed, now);
            }
            (Ok(Message::Hello(hello)), Stage::Outside { .. }) => self.admit(conn, &hello, now),
            (Ok(Message::Ping(ping)), Stage::Outside { .. }) => {
                self.outbox.tell(conn, Pong { nonce: ping.nonce });
            }
            (Ok(Message::Pong(_)), Stage::Outside { .. }) => {}
            (Ok(Message::PackAsk(_)), Stage::Outside { .. }) => {
                self.outbox.tell(conn, Reject { refusal: Refusal::PackBusy });
            }
            (Err(_), _) | (Ok(Message::Hello(_)), _) | (Ok(_), Stage::Outside { .. }) => {
                self.outbox.counters.malformed += 1;
                self.drop_connection(conn, CloseReason::Malformed, now);
            }
            (Ok(message), Stage::Inside(player)) => self.hear(player, conn, &message, now),
        }
        self.settle(now);
    }

    /// A connection's socket is gone. Nothing more is said to it.
    pub fn link_lost(&mut self, conn: ConnId, reason: CloseReason, now: Instant) {
        self.outbox.forget(conn);
        self.lose(conn, reason, now);
        self.settle(now);
    }

    /// The next thing to do; `None` when all is done.
    pub fn poll_output(&mut self) -> Option<Output> {
        self.outbox.poll_output()
    }

    /// The next thing worth a line in the log. Nobody has to ask: the oldest are forgotten.
    pub fn poll_event(&mut self) -> Option<RelayEvent> {
        self.outbox.poll_event()
    }

    /// When [`handle_timeout`](Self::handle_timeout) has something to do next.
    #[must_use]
    pub fn poll_timeout(&self) -> Option<Instant> {
        let hello = self.outsiders.first().map(|(deadline, _)| *deadline);
        let member = self.dates.first().map(|(date, _)| *date);
        let (tick, donor) = match &self.session {
            Some(session) => (session.sealer.next_timeout(), session.donors.next_timeout()),
            None => (None, None),
        };
        [hello, member, self.starts_at, tick, donor].into_iter().flatten().min()
    }

    /// Time has passed. Calling it too early does nothing; too late does all that is due.
    pub fn handle_timeout(&mut self, now: Instant) {
        while let Some((_, conn)) = self.outsiders.first().copied().filter(|(due, _)| *due <= now) {
            self.drop_connection(conn, CloseReason::HelloTimeout, now);
        }
        while let Some((date, player)) = self.dates.first().copied().filter(|(due, _)| *due <= now)
        {
            self.dates.remove(&(date, player));
            self.look_after(player, now);
        }
        self.settle(now);
    }

    /// Tells everybody, closes every connection, and takes no new ones.
    pub fn shutdown(&mut self, now: Instant) {
        self.is_down = true;
        let closed = Message::from(RoomClosed { reason: CloseReason::ServerShutdown }).encode();
        self.tell_members(&closed);
        while let Some((conn, _)) = self.connections.first_key_value() {
            self.drop_connection(*conn, CloseReason::ServerShutdown, now);
        }
    }

    /// What has happened so far.
    #[must_use]
    pub fn counters(&self) -> &Counters {
        &self.outbox.counters
    }

    /// What the clock has counted so far, in all sessions.
    #[must_use]
    pub fn ticks(&self) -> SealerCounters {
        let now = self.session.as_ref().map(|session| session.sealer.counters());
        self.past.plus(now.unwrap_or_default())
    }

    /// How many members were named because their state was not that of most.
    #[must_use]
    pub fn diverged(&self) -> u64 {
        self.diverged
    }

    /// How full the arena is.
    #[must_use]
    pub fn load(&self) -> Load {
        Load {
            rooms: usize::from(self.session.is_some()),
            members: self.roster.len(),
            connections: self.connections.len(),
            addresses: self.addresses.len(),
        }
    }

    // --- connections --------------------------------------------------------------------------

    /// Says goodbye, closes, and lets the member wait for another connection.
    fn drop_connection(&mut self, conn: ConnId, reason: CloseReason, now: Instant) {
        self.outbox.close(conn, reason);
        self.lose(conn, reason, now);
    }

    fn lose(&mut self, conn: ConnId, reason: CloseReason, now: Instant) {
        let room = RoomCode::ARENA.into();
        match self.forget(conn) {
            Some(Stage::Inside(player)) => {
                self.outbox.counters.losses += 1;
                self.outbox.event(RelayEvent::Lost { room, player, reason });
                self.detach(player, now);
            }
            Some(Stage::Outside { .. }) => self.outbox.event(RelayEvent::Dropped { conn, reason }),
            None => {}
        }
    }

    fn forget(&mut self, conn: ConnId) -> Option<Stage> {
        let connection = self.connections.remove(&conn)?;
        if let Stage::Outside { deadline } = connection.stage {
            self.outsiders.remove(&(deadline, conn));
        }
        if let Some(key) = connection.address
            && let Some(count) = self.addresses.get_mut(&key)
        {
            *count -= 1;
            if *count == 0 {
                self.addresses.remove(&key);
            }
        }
        Some(connection.stage)
    }

    // --- time -----------------------------------------------------------------------------------

    /// A member's date has come: a ping is due, or patience is at its end.
    fn look_after(&mut self, player: PlayerId, now: Instant) {
        let silent = Duration::from_millis(self.config.silent_close_ms);
        let interval = Duration::from_millis(self.config.ping_interval_ms);
        let Some(member) = self.roster.get_mut(player) else { return };
        let Some(conn) = member.conn else {
            return self.remove(player, CloseReason::GraceOver);
        };
        if member.heard + silent <= now {
            return self.drop_connection(conn, CloseReason::Silent, now);
        }
        if member.next_ping <= now {
            member.next_ping = now + interval;
            let nonce = (now.as_micros() / 16) as u32;
            member.ping = Some((nonce, now));
            self.outbox.tell(conn, Ping { nonce });
        }
        let date = member.next_ping.min(member.heard + silent);
        self.set_date(player, date);
    }

    fn set_date(&mut self, player: PlayerId, date: Instant) {
        let Some(member) = self.roster.get_mut(player) else { return };
        self.dates.remove(&(member.date, player));
        member.date = date;
        self.dates.insert((date, player));
    }

    /// Draws every consequence of what has just happened.
    fn settle(&mut self, now: Instant) {
        self.start_if_due(now);
        self.seal_what_is_due(now);
        self.find_donors(now);
    }

    fn tell_members(&mut self, packet: &Packet) {
        for conn in self.roster.conns() {
            self.outbox.send(conn, packet.clone(), Lane::Ordered);
        }
    }

    fn sealer_config(&self) -> SealerConfig {
        let known = self.identity.as_ref();
        SealerConfig {
            seats: self.config.seats,
            word_size: known.map_or(WordSize::PAD, |identity| identity.word_size),
            tick_hz: self.config.tick_hz,
            grace_ticks: self.config.grace_ticks,
        }
    }
}
