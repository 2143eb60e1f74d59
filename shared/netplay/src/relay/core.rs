//! The core: connections, rooms, and what goes between them.

use super::codes::Codes;
use super::limiter::Limiter;
use super::member::{Connection, Stage, is_relays_own};
use super::outbox::{Outbox, Output};
use super::{ClientAddress, Counters, Load, RelayConfig, RelayEvent};
use crate::code::RoomCode;
use crate::ids::{ConnId, PlayerId};
use crate::room::bucket::Rate;
use crate::room::{Effect, Ignored, Note, Room};
use crate::time::Instant;
use crate::wire::{CloseReason, Message, Packet, Pong, WordSize};
use alloc::collections::{BTreeMap, BTreeSet};
use core::time::Duration;

/// The whole relay as a state machine. See [the module](super) for the loop around it.
#[derive(Debug)]
pub struct RelayCore {
    pub(super) config: RelayConfig,
    pub(super) codes: Codes,
    pub(super) limiter: Limiter,
    pub(super) connections: BTreeMap<ConnId, Connection>,
    pub(super) rooms: BTreeMap<RoomCode, Room>,
    pub(super) outbox: Outbox,
    /// When each outsider's patience ends.
    pub(super) outsiders: BTreeSet<(Instant, ConnId)>,
    /// When each room has something to do next.
    deadlines: BTreeMap<RoomCode, Instant>,
    next_conn: u64,
    is_down: bool,
}

impl RelayCore {
    /// A relay without connections. `entropy` seeds the room codes and tokens: take it from the
    /// system's cryptographic generator.
    #[must_use]
    pub fn new(config: RelayConfig, entropy: [u8; 32]) -> Self {
        Self {
            codes: Codes::new(entropy),
            limiter: Limiter::new(&config),
            config,
            connections: BTreeMap::new(),
            rooms: BTreeMap::new(),
            outbox: Outbox::default(),
            outsiders: BTreeSet::new(),
            deadlines: BTreeMap::new(),
            next_conn: 0,
            is_down: false,
        }
    }

    /// Takes a new connection.
    ///
    /// # Errors
    /// When the relay or the address has as many connections as it may, or the relay is shut
    /// down: close the socket.
    pub fn open(&mut self, address: ClientAddress, now: Instant) -> Result<ConnId, CloseReason> {
        let key = address.key();
        let refusal = if self.is_down {
            Some(CloseReason::ServerShutdown)
        } else if self.connections.len() >= self.config.connections {
            Some(CloseReason::ServerFull)
        } else if !self.limiter.connect(key) {
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
        self.connections.insert(conn, Connection::new(key, deadline));
        self.outsiders.insert((deadline, conn));
        self.outbox.counters.opened += 1;
        Ok(conn)
    }

    /// A packet arrived on a connection. One that is closed already is ignored.
    pub fn handle(&mut self, conn: ConnId, packet: &Packet, now: Instant) {
        let Some(connection) = self.connections.get_mut(&conn) else { return };
        let rate = rate_of(&self.config, &self.rooms, connection.stage);
        self.outbox.counters.packets_in += 1;
        self.outbox.counters.bytes_in += packet.len() as u64;
        if connection.messages.take(rate, now).is_err() {
            self.outbox.counters.rate_limited += 1;
            self.drop_connection(conn, CloseReason::RateLimited, now);
            return;
        }
        let stage = connection.stage;
        let word_size = match stage {
            Stage::Outside { .. } => WordSize::PAD,
            Stage::Inside { room, .. } => {
                self.rooms.get(&room).map_or(WordSize::PAD, Room::word_size)
            }
        };
        if matches!(stage, Stage::Outside { .. }) && self.is_of_other_version(conn, packet, now) {
            return;
        }
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
            (Ok(Message::PackAsk(ask)), Stage::Outside { .. }) => self.ask_pack(conn, &ask, now),
            (Err(_), _) | (Ok(Message::Hello(_)), _) | (Ok(_), Stage::Outside { .. }) => {
                self.outbox.counters.malformed += 1;
                self.drop_connection(conn, CloseReason::Malformed, now);
            }
            (Ok(message), Stage::Inside { room, player }) => {
                if let Some(place) = self.rooms.get_mut(&room) {
                    place.handle(player, &message, packet, now);
                    self.serve(room, now);
                }
            }
        }
    }

    /// A connection's socket is gone. Nothing more is said to it.
    pub fn link_lost(&mut self, conn: ConnId, reason: CloseReason, now: Instant) {
        self.outbox.forget(conn);
        self.lose(conn, reason, now);
    }

    /// The next thing to do; `None` when all is done.
    pub fn poll_output(&mut self) -> Option<Output> {
        self.outbox.poll_output()
    }

    /// The next thing worth a line in the log. Nobody has to ask: the oldest are forgotten.
    pub fn poll_event(&mut self) -> Option<RelayEvent> {
        self.outbox.poll_event()
    }

    /// When [`handle_timeout`](Self::handle_timeout) has something to do next. Every call of
    /// another function may change it.
    #[must_use]
    pub fn poll_timeout(&self) -> Option<Instant> {
        let hello = self.outsiders.first().map(|(deadline, _)| *deadline);
        let room = self.deadlines.values().min().copied();
        [hello, room, self.limiter.next_timeout()].into_iter().flatten().min()
    }

    /// Time has passed. Calling it too early does nothing; too late does all that is due.
    pub fn handle_timeout(&mut self, now: Instant) {
        while let Some((_, conn)) = self.outsiders.first().copied().filter(|(due, _)| *due <= now) {
            self.drop_connection(conn, CloseReason::HelloTimeout, now);
        }
        let due = self.deadlines.iter().filter(|(_, due)| **due <= now);
        let due: alloc::vec::Vec<RoomCode> = due.map(|(code, _)| *code).collect();
        for code in due {
            if let Some(room) = self.rooms.get_mut(&code) {
                room.handle_timeout(now);
            }
            self.serve(code, now);
        }
        self.limiter.handle_timeout(now);
    }

    /// Closes every room and every connection, and takes no new ones.
    pub fn shutdown(&mut self, now: Instant) {
        self.is_down = true;
        let codes: alloc::vec::Vec<RoomCode> = self.rooms.keys().copied().collect();
        for code in codes {
            if let Some(room) = self.rooms.get_mut(&code) {
                room.close(CloseReason::ServerShutdown);
            }
            self.serve(code, now);
        }
        while let Some((conn, _)) = self.connections.first_key_value() {
            self.drop_connection(*conn, CloseReason::ServerShutdown, now);
        }
    }

    /// What has happened so far.
    #[must_use]
    pub fn counters(&self) -> &Counters {
        &self.outbox.counters
    }

    /// How full the relay is.
    #[must_use]
    pub fn load(&self) -> Load {
        Load {
            rooms: self.rooms.len(),
            members: self.rooms.values().map(Room::members).sum(),
            connections: self.connections.len(),
            addresses: self.limiter.addresses(),
        }
    }

    /// Says goodbye, closes, and tells the room, if any.
    pub(super) fn drop_connection(&mut self, conn: ConnId, reason: CloseReason, now: Instant) {
        self.outbox.close(conn, reason);
        self.lose(conn, reason, now);
    }

    /// Forgets a connection and tells its room.
    fn lose(&mut self, conn: ConnId, reason: CloseReason, now: Instant) {
        match self.forget(conn, now) {
            Some(Stage::Inside { room, player }) => {
                if let Some(place) = self.rooms.get_mut(&room) {
                    place.lose(player, reason, now);
                    self.serve(room, now);
                }
            }
            Some(Stage::Outside { .. }) => self.outbox.event(RelayEvent::Dropped { conn, reason }),
            None => {}
        }
    }

    fn forget(&mut self, conn: ConnId, now: Instant) -> Option<Stage> {
        self.stop_fetching(conn);
        let connection = self.connections.remove(&conn)?;
        if let Stage::Outside { deadline } = connection.stage {
            self.outsiders.remove(&(deadline, conn));
        }
        self.limiter.disconnect(connection.address, now);
        Some(connection.stage)
    }

    /// Carries out what a room wants done, and notes when it wants to be woken.
    pub(super) fn serve(&mut self, code: RoomCode, now: Instant) {
        let Some(room) = self.rooms.get_mut(&code) else { return };
        let mut closed = alloc::vec::Vec::new();
        while let Some(effect) = room.poll_effect() {
            match effect {
                Effect::Send { to, packet, lane } => self.outbox.send(to, packet, lane),
                Effect::Close { conn, reason } => {
                    self.outbox.close(conn, reason);
                    closed.push(conn);
                }
                Effect::Note(note) => note_down(&mut self.outbox, code, note),
            }
        }
        match (room.over(), room.next_timeout()) {
            (Some(reason), _) => {
                self.limiter.room_closed(room.founder(), now);
                self.rooms.remove(&code);
                self.deadlines.remove(&code);
                self.outbox.event(RelayEvent::RoomClosed { room: code.into(), reason });
            }
            (None, Some(due)) => {
                self.deadlines.insert(code, due);
            }
            (None, None) => {
                self.deadlines.remove(&code);
            }
        }
        // The room has let them go already.
        closed.into_iter().for_each(|conn| {
            self.forget(conn, now);
        });
    }

    pub(super) fn seat_connection(&mut self, conn: ConnId, room: RoomCode, player: PlayerId) {
        self.stop_fetching(conn);
        let Some(connection) = self.connections.get_mut(&conn) else { return };
        if let Stage::Outside { deadline } = connection.stage {
            self.outsiders.remove(&(deadline, conn));
        }
        connection.stage = Stage::Inside { room, player };
        connection.wrong_codes = 0;
    }
}

/// How many messages the connection may send. Who serves a room has something to say to everybody
/// in it.
fn rate_of(config: &RelayConfig, rooms: &BTreeMap<RoomCode, Room>, stage: Stage) -> Rate {
    let serves = match stage {
        Stage::Inside { room, player } => {
            rooms.get(&room).is_some_and(|room| room.is_served_by(player))
        }
        Stage::Outside { .. } => false,
    };
    let (count, burst) = if serves {
        (config.hosted_messages_per_second, config.hosted_messages_burst)
    } else {
        (config.messages_per_second, config.messages_burst)
    };
    Rate::with_burst(count, Duration::from_secs(1), burst)
}

fn note_down(outbox: &mut Outbox, code: RoomCode, note: Note) {
    let room = code.into();
    match note {
        Note::Joined { player, conn, resumed } => {
            *(if resumed { &mut outbox.counters.resumes } else { &mut outbox.counters.joins }) += 1;
            outbox.event(RelayEvent::Joined { room, player, conn, resumed });
        }
        Note::Lost { player, reason } => {
            outbox.counters.losses += 1;
            outbox.event(RelayEvent::Lost { room, player, reason });
        }
        Note::Left { player, reason } => {
            outbox.counters.leaves += 1;
            outbox.event(RelayEvent::Left { room, player, reason });
        }
        Note::Refused { player, conn, refusal } => {
            outbox.counters.refusals += 1;
            outbox.event(RelayEvent::Refused { conn, member: Some((room, player)), refusal });
        }
        Note::Flooded => outbox.counters.rate_limited += 1,
        Note::Ignored(Ignored::ForeignSeat) => outbox.counters.foreign_seat += 1,
        Note::Ignored(Ignored::BadFrames) => outbox.counters.bad_frames += 1,
        Note::Ignored(Ignored::Stale) => outbox.counters.stale += 1,
        Note::Ignored(Ignored::Undeliverable) => outbox.counters.undeliverable += 1,
    }
}
