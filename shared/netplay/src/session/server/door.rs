//! A room's members at the door of a server that one of them runs.

use super::bots::Bots;
use super::error::NetError;
use super::host::GameServer;
use super::message::{ClientMessage, ServerLane, ServerMessage};
use super::output::ServerOutput;
use crate::ids::{ConnId, PlayerId, Seq};
use crate::limits::{ROOM_HELLO_MS, ROOM_MEMBERS, ROOM_STRANGER_MS};
use crate::sim::Replicated;
use crate::time::Instant;
use crate::wire::{Blob, Controller, Packet, SeatController, StateBlob};
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::time::Duration;

/// The slot of who has no seat: none. A client that asks for one is refused.
const NO_SLOT: u8 = u8::MAX;

/// Who of a room is connected to a server in it. What members say comes as actions, what they are
/// told goes as blobs, and the first byte of both is the lane.
///
/// A hello begins a connection anew, in the seat that the room gives. Each costs the server a
/// welcome and everybody a lobby, so a member has one a second: the next one waits, the newest
/// taking the place of others.
#[derive(Debug)]
pub struct RoomDoor {
    /// Who drives which seat, as the room says: a seat is a slot.
    seats: Vec<Option<PlayerId>>,
    callers: Vec<Caller>,
    /// What those are told of whom the server does not know.
    told: VecDeque<(PlayerId, ServerLane, Packet)>,
    said: u32,
}

/// A member who has said something.
#[derive(Debug)]
struct Caller {
    player: PlayerId,
    /// Whether the server knows them.
    is_in: bool,
    greeted: Option<Instant>,
    /// A hello that came too soon.
    waiting: Option<Packet>,
    /// Since when they speak without having said hello.
    strange_since: Option<Instant>,
}

impl RoomDoor {
    /// The door of a server of these seats.
    #[must_use]
    pub fn new(seats: Vec<Option<PlayerId>>) -> Self {
        Self { seats, callers: Vec::new(), told: VecDeque::new(), said: 0 }
    }

    /// A member says something.
    pub fn handle<S: Replicated, B: Bots<S>>(
        &mut self,
        server: &mut GameServer<S, B>,
        player: PlayerId,
        lane: ServerLane,
        bytes: &[u8],
        now: Instant,
    ) {
        if self.lets_through(player, lane, bytes, now) {
            server.handle(conn(player), lane, bytes, now);
        }
        self.greet(server, now);
    }

    /// Greets those whose hello has waited long enough. To be called with the server's `update`.
    pub fn greet<S: Replicated, B: Bots<S>>(
        &mut self,
        server: &mut GameServer<S, B>,
        now: Instant,
    ) {
        while let Some((player, was_in, slot, hello)) = self.next_hello(now) {
            if was_in {
                server.disconnected(conn(player), None);
            }
            server.connected(conn(player), Some(slot), now);
            server.handle(conn(player), ServerLane::Control, &hello, now);
        }
    }

    /// A seat has another driver: who had it drives no more, and says hello again to watch.
    pub fn changed_hands<S: Replicated, B: Bots<S>>(
        &mut self,
        server: &mut GameServer<S, B>,
        change: &SeatController,
    ) {
        let drives = match change.controller {
            Controller::Human { player } => Some(player),
            Controller::Ai => None,
        };
        if let Some(seat) = self.seats.get_mut(change.seat.index()) {
            *seat = drives;
        }
        let has_it = |caller: &&mut Caller| {
            let slot = server.slot_of(conn(caller.player)).map(u16::from);
            caller.is_in && slot == Some(change.seat.0) && Some(caller.player) != drives
        };
        if let Some(caller) = self.callers.iter_mut().find(has_it) {
            caller.is_in = false;
            server.disconnected(conn(caller.player), None);
        }
    }

    /// A member has left the room.
    pub fn left<S: Replicated, B: Bots<S>>(
        &mut self,
        server: &mut GameServer<S, B>,
        player: PlayerId,
    ) {
        self.callers.retain(|caller| caller.player != player);
        server.disconnected(conn(player), None);
    }

    /// What is to be said next, to whom.
    pub fn poll_said<S: Replicated, B: Bots<S>>(
        &mut self,
        server: &mut GameServer<S, B>,
    ) -> Option<(PlayerId, ServerLane, Packet)> {
        if let Some(told) = self.told.pop_front() {
            return Some(told);
        }
        loop {
            match server.poll_output()? {
                ServerOutput::Send { to, lane, packet } => {
                    return Some((PlayerId(to.0 as u32), lane, packet));
                }
                // Who is let go has heard it, and may say hello again.
                ServerOutput::Close { conn, .. } => {
                    let is_in = server.client_stats(conn).is_some();
                    let player = PlayerId(conn.0 as u32);
                    if let Some(caller) = self.caller(player) {
                        caller.is_in = is_in;
                    }
                }
            }
        }
    }

    /// It as the room carries it; nothing when it is longer than that. A server of
    /// [`ServerConfig::in_room`](super::ServerConfig::in_room) says nothing longer.
    pub fn blob(&mut self, to: PlayerId, lane: ServerLane, packet: &[u8]) -> Option<StateBlob> {
        let payload = lane.framed(packet)?;
        self.said = self.said.wrapping_add(1);
        Some(StateBlob { player: to, seq: Seq(self.said), payload })
    }

    /// Whether everybody who has a seat is in.
    #[must_use]
    pub fn all_in(&self) -> bool {
        let is_in = |player: &PlayerId| {
            self.callers.iter().any(|caller| caller.player == *player && caller.is_in)
        };
        self.seats.iter().flatten().all(is_in)
    }

    /// Whether the server hears this. A hello is kept, for [`greet`](Self::greet).
    fn lets_through(
        &mut self,
        player: PlayerId,
        lane: ServerLane,
        bytes: &[u8],
        now: Instant,
    ) -> bool {
        let is_hello = lane == ServerLane::Control
            && matches!(ClientMessage::decode(lane, bytes), Ok(ClientMessage::Hello { .. }));
        if self.caller(player).is_none() {
            if self.callers.len() >= 4 * ROOM_MEMBERS {
                self.callers.retain(|caller| caller.is_in);
            }
            let (is_in, greeted, waiting, strange_since) = (false, None, None, None);
            self.callers.push(Caller { player, is_in, greeted, waiting, strange_since });
        }
        let Some(caller) = self.caller(player) else { return false };
        if is_hello {
            caller.waiting = Some(bytes.into());
            return false;
        }
        if caller.is_in || caller.waiting.is_some() {
            return caller.is_in && caller.waiting.is_none();
        }
        // The hello is still on its way, or they take this for a server that knows them.
        let since = *caller.strange_since.get_or_insert(now);
        if now.since(since) >= Duration::from_millis(ROOM_STRANGER_MS) {
            caller.strange_since = None;
            let closed = ServerMessage::Closed { code: Some(NetError::Timeout) };
            self.told.push_back((player, closed.lane(), closed.encode()));
        }
        false
    }

    /// The next member to be greeted, whether they were in, and in which slot they are to be.
    fn next_hello(&mut self, now: Instant) -> Option<(PlayerId, bool, u8, Packet)> {
        let pause = Duration::from_millis(ROOM_HELLO_MS);
        let may = |caller: &&mut Caller| caller.greeted.is_none_or(|at| now.since(at) >= pause);
        let mut due = self.callers.iter_mut().filter(|caller| caller.waiting.is_some());
        let caller = due.find(may)?;
        let hello = caller.waiting.take()?;
        let was_in = core::mem::replace(&mut caller.is_in, true);
        (caller.greeted, caller.strange_since) = (Some(now), None);
        let player = caller.player;
        let seat = self.seats.iter().position(|driver| *driver == Some(player));
        Some((player, was_in, seat.map_or(NO_SLOT, |seat| seat as u8), hello))
    }

    fn caller(&mut self, player: PlayerId) -> Option<&mut Caller> {
        self.callers.iter_mut().find(|caller| caller.player == player)
    }
}

impl ServerLane {
    /// A packet of this lane as a room carries it; nothing when it is longer than that.
    #[must_use]
    pub fn framed<const N: usize>(self, packet: &[u8]) -> Option<Blob<N>> {
        Blob::new([&[self.number()], packet].concat()).ok()
    }

    /// The lane of what a room has carried, and the packet.
    #[must_use]
    pub fn unframed(payload: &[u8]) -> Option<(Self, &[u8])> {
        let (lane, packet) = payload.split_first()?;
        Some((Self::from_number(*lane)?, packet))
    }
}

/// A member as the server knows it.
fn conn(player: PlayerId) -> ConnId {
    ConnId(player.0.into())
}
