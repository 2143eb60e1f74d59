//! Who comes in: the rules of `Hello`.

use super::RelayCore;
use super::RelayEvent;
use super::member::Stage;
use crate::code::RoomCode;
use crate::ids::{ConnId, PlayerId, Token};
use crate::limits::{NAME_BYTES, PROTOCOL_VERSION};
use crate::room::{AddressKey, Newcomer, Room};
use crate::time::Instant;
use crate::wire::{
    CloseReason, Entry, Hello, Message, PackAsk, Packet, Refusal, Reject, Text, clean_name,
};
use core::time::Duration;

impl RelayCore {
    /// Lets a connection in, or refuses it and lets it try again.
    pub(super) fn admit(&mut self, conn: ConnId, hello: &Hello, now: Instant) {
        let Some(address) = self.connections.get(&conn).map(|connection| connection.address) else {
            return;
        };
        let entered = match &hello.entry {
            Entry::Create { seats } => self.create(conn, address, hello, *seats, now),
            Entry::Join { code, watch } => self.join(conn, address, hello, *code, *watch, now),
            Entry::Resume { code, token } => self.resume(conn, address, hello, *code, token, now),
        };
        match entered {
            Ok((code, player)) => {
                self.seat_connection(conn, code, player);
                self.serve(code, now);
            }
            Err(refusal) => {
                self.stop_fetching(conn);
                self.let_fetch(conn, hello, &refusal);
                self.refuse(conn, refusal, now);
            }
        }
    }

    /// Whoever lacks nothing but the room's pack may ask for it, until the next `Hello`.
    fn let_fetch(&mut self, conn: ConnId, hello: &Hello, refusal: &Refusal) {
        let (Entry::Join { code, .. } | Entry::Resume { code, .. }) = &hello.entry else { return };
        if matches!(refusal, Refusal::PackMismatch { .. })
            && let Some(connection) = self.connections.get_mut(&conn)
        {
            connection.fetches_of = Some(*code);
        }
    }

    /// Somebody outside asks for a part of the pack of the room that has refused them for theirs.
    pub(super) fn ask_pack(&mut self, conn: ConnId, ask: &PackAsk, now: Instant) {
        let code = self.connections.get(&conn).and_then(|connection| connection.fetches_of);
        let Some(code) = code else {
            self.outbox.counters.malformed += 1;
            self.drop_connection(conn, CloseReason::Malformed, now);
            return;
        };
        let room = self.rooms.get_mut(&code).ok_or(Refusal::PackBusy);
        match room.and_then(|room| room.ask_pack(conn, ask, now)) {
            Ok(()) => self.serve(code, now),
            Err(refusal) => self.outbox.tell(conn, Reject { refusal }),
        }
    }

    /// The connection is gone, inside, or refused for something else.
    pub(super) fn stop_fetching(&mut self, conn: ConnId) {
        let code = self.connections.get_mut(&conn).and_then(|one| one.fetches_of.take());
        if let Some(room) = code.and_then(|code| self.rooms.get_mut(&code)) {
            room.forget_fetcher(conn);
        }
    }

    /// Refuses a `Hello` of another version, of which only the version can be read for certain.
    pub(super) fn is_of_other_version(
        &mut self,
        conn: ConnId,
        packet: &Packet,
        now: Instant,
    ) -> bool {
        let version = Message::hello_version(packet).filter(|version| *version != PROTOCOL_VERSION);
        let Some(client) = version else { return false };
        self.refuse(conn, Refusal::VersionMismatch { relay: PROTOCOL_VERSION, client }, now);
        true
    }

    fn create(
        &mut self,
        conn: ConnId,
        address: Option<AddressKey>,
        hello: &Hello,
        seats: u8,
        now: Instant,
    ) -> Result<(RoomCode, PlayerId), Refusal> {
        let name = clean_name(&hello.name).ok_or(Refusal::BadName)?;
        if self.rooms.len() >= self.config.rooms || !self.limiter.may_open_room(address) {
            return Err(Refusal::TooManyRooms);
        }
        let code = self.codes.room_code(|code| self.rooms.contains_key(code));
        let founder = self.newcomer(conn, address, name, hello.colour);
        let identity = hello.identity.clone();
        let config = self.config.room.clone();
        let (room, player) = Room::create(code, identity, seats, founder, config, now);
        self.rooms.insert(code, room);
        self.limiter.room_opened(address);
        self.outbox.counters.rooms_opened += 1;
        self.outbox.event(RelayEvent::RoomOpened { room: code.into() });
        Ok((code, player))
    }

    /// Too many wrong codes are refused before the code is looked at, so that the answer tells a
    /// guesser nothing.
    fn join(
        &mut self,
        conn: ConnId,
        address: Option<AddressKey>,
        hello: &Hello,
        code: RoomCode,
        watch: bool,
        now: Instant,
    ) -> Result<(RoomCode, PlayerId), Refusal> {
        if let Some(wait) = self.limiter.code_wait(address, now) {
            return Err(too_many_codes(wait));
        }
        if !self.rooms.contains_key(&code) {
            return Err(Refusal::NoSuchRoom);
        }
        let name = clean_name(&hello.name).ok_or(Refusal::BadName)?;
        let newcomer = self.newcomer(conn, address, name, hello.colour);
        let room = self.rooms.get_mut(&code).ok_or(Refusal::NoSuchRoom)?;
        let player = room.join(newcomer, &hello.identity, watch, now)?;
        Ok((code, player))
    }

    /// A right token opens even while codes are throttled: whoever guesses 128 bits right did not
    /// guess, and a reload must work in the middle of somebody else's attack. A wrong one is then
    /// told no more than a wrong code.
    fn resume(
        &mut self,
        conn: ConnId,
        address: Option<AddressKey>,
        hello: &Hello,
        code: RoomCode,
        token: &Token,
        now: Instant,
    ) -> Result<(RoomCode, PlayerId), Refusal> {
        let wait = self.limiter.code_wait(address, now);
        let room = self.rooms.get_mut(&code).ok_or(Refusal::NoSuchRoom);
        let resumed = room.and_then(|room| room.resume(token, conn, address, &hello.identity, now));
        match (resumed, wait) {
            (Err(Refusal::NoSuchRoom | Refusal::BadToken), Some(wait)) => Err(too_many_codes(wait)),
            (resumed, _) => resumed.map(|player| (code, player)),
        }
    }

    fn newcomer(
        &mut self,
        conn: ConnId,
        address: Option<AddressKey>,
        name: Text<NAME_BYTES>,
        colour: u8,
    ) -> Newcomer {
        Newcomer { conn, address, name, colour, token: self.codes.token() }
    }

    fn refuse(&mut self, conn: ConnId, refusal: Refusal, now: Instant) {
        self.outbox.tell(conn, Reject { refusal: refusal.clone() });
        self.outbox.counters.refusals += 1;
        self.outbox.event(RelayEvent::Refused { conn, member: None, refusal: refusal.clone() });
        if refusal.closes() {
            self.drop_connection(conn, CloseReason::VersionMismatch, now);
            return;
        }
        if matches!(refusal, Refusal::TooManyCodes { .. }) {
            self.outbox.counters.code_throttled += 1;
        }
        let is_wrong_code = matches!(refusal, Refusal::NoSuchRoom | Refusal::BadToken);
        if is_wrong_code && self.count_wrong_code(conn, now) {
            self.drop_connection(conn, CloseReason::TooManyCodes, now);
            return;
        }
        self.await_next_hello(conn, now);
    }

    /// Counts against the connection, its address and everybody; `true` when the connection has
    /// had its share.
    fn count_wrong_code(&mut self, conn: ConnId, now: Instant) -> bool {
        self.outbox.counters.wrong_codes += 1;
        let Some(connection) = self.connections.get_mut(&conn) else { return false };
        connection.wrong_codes += 1;
        self.limiter.wrong_code(connection.address, now);
        connection.wrong_codes >= self.config.wrong_codes_per_connection
    }

    /// Whoever was refused has time to read why and to type again.
    fn await_next_hello(&mut self, conn: ConnId, now: Instant) {
        let next = now + Duration::from_millis(self.config.hello_retry_ms);
        let Some(connection) = self.connections.get_mut(&conn) else { return };
        if let Stage::Outside { deadline } = connection.stage {
            self.outsiders.remove(&(deadline, conn));
            self.outsiders.insert((next, conn));
            connection.stage = Stage::Outside { deadline: next };
        }
    }
}

fn too_many_codes(wait: Duration) -> Refusal {
    let retry_ms = u32::try_from(wait.as_millis()).unwrap_or(u32::MAX).saturating_add(1);
    Refusal::TooManyCodes { retry_ms }
}
