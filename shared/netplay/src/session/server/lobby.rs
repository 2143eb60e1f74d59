//! Who is here, in which slot, and what they may ask for. Knows no world: what concerns it comes
//! out as a [`Demand`].

use super::config::{ServerConfig, StartMode};
use super::error::NetError;
use super::guest::{Budget, Guest, Role};
use super::inputs::InputPacket;
use super::message::{ClientMessage, Phase, PlayerRow, SERVER_VERSION, ServerLane, ServerMessage};
use super::output::{ServerEvent, ServerOutput, ServerStats};
use crate::ids::{ConnId, StateHash};
use crate::limits::{EVENTS_KEPT, GAME_EVENT_BYTES, SCHEMA_BYTES, SERVER_SLOTS};
use crate::sim::{GameEvent, InputFrame, Schema};
use crate::time::Instant;
use crate::wire::{Blob, Packet, Text, clean_name, unique_name};
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::time::Duration;

/// What only the owner of the world can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Demand {
    /// A person has the slot from the next tick on.
    Joined(u8),
    /// No person has it any more.
    Left(u8),
    /// The host wants the game to begin.
    Start,
    /// The host wants it to end.
    End,
    /// Something to be judged.
    Action { slot: u8, view_tick_256: u64, kind: u16, payload: Blob<GAME_EVENT_BYTES> },
}

/// Who is here, in which slot, and what they may ask for.
#[derive(Debug)]
pub(super) struct Lobby {
    pub(super) config: ServerConfig,
    pub(super) schema: Schema,
    pub(super) phase: Phase,
    pub(super) since_tick: u32,
    pub(super) tick: u32,
    /// What the last who went may still ask for, should they come back on the same connection: a
    /// member of a room does.
    parted: VecDeque<(ConnId, Budget)>,
    /// In the order in which they came: the first of them with a slot is the host.
    pub(super) guests: Vec<Guest>,
    pub(super) demands: VecDeque<Demand>,
    pub(super) stats: ServerStats,
    slots: u8,
    identity: StateHash,
    encoded_schema: Blob<SCHEMA_BYTES>,
    stopped: bool,
    changed: bool,
    outputs: VecDeque<ServerOutput>,
    events: VecDeque<ServerEvent>,
}

impl Lobby {
    pub(super) fn new(
        config: ServerConfig,
        schema: Schema,
        encoded_schema: Blob<SCHEMA_BYTES>,
        slots: usize,
        identity: StateHash,
    ) -> Self {
        Self {
            slots: slots.min(config.max_players) as u8,
            config,
            schema,
            phase: Phase::Lobby,
            since_tick: 0,
            tick: 0,
            parted: VecDeque::new(),
            guests: Vec::new(),
            demands: VecDeque::new(),
            stats: ServerStats::default(),
            identity,
            encoded_schema,
            stopped: false,
            changed: false,
            outputs: VecDeque::new(),
            events: VecDeque::new(),
        }
    }

    pub(super) fn connected(&mut self, conn: ConnId, wish: Option<u8>, now: Instant) {
        if self.stopped {
            return self.close(conn, None);
        }
        if self.guests.len() >= self.config.max_connections {
            return self.refuse(conn, NetError::Full);
        }
        if self.place(conn).is_none() {
            let mut guest = Guest::new(conn, wish, &self.config, self.tick, now);
            if let Some((_, budget)) = self.parted.iter().find(|(parted, _)| *parted == conn) {
                guest.budget = *budget;
            }
            self.guests.push(guest);
        }
    }

    pub(super) fn handle(&mut self, conn: ConnId, lane: ServerLane, bytes: &[u8], now: Instant) {
        let Some(place) = self.place(conn) else { return };
        let Some(guest) = self.guests.get_mut(place) else { return };
        guest.heard = now;
        guest.stats.bytes_received += bytes.len() as u64;
        let understood = match lane {
            ServerLane::Input if guest.role == Role::Stranger => false,
            ServerLane::Input => self.inputs(place, bytes),
            ServerLane::State => false,
            ServerLane::Control | ServerLane::Event => ClientMessage::decode(lane, bytes)
                .is_ok_and(|message| self.request(place, message, now)),
        };
        if !understood {
            self.drop_guest(conn, Some(NetError::Protocol));
        }
    }

    fn inputs(&mut self, place: usize, bytes: &[u8]) -> bool {
        let Some(guest) = self.guests.get_mut(place) else { return true };
        let near = (guest.queue.heard(), self.tick);
        let Ok(packet) = InputPacket::decode(bytes, self.schema.inputs.len(), near) else {
            return false;
        };
        guest.snapshots.acknowledged(packet.acked);
        if guest.slot().is_some() {
            guest.queue.take(&packet, self.tick, &self.schema);
            if self.phase == Phase::Lobby {
                guest.queue.rest();
            }
        }
        true
    }

    /// Whether the message is one that this connection could send.
    fn request(&mut self, place: usize, message: ClientMessage, now: Instant) -> bool {
        let is_host = self.host_place() == Some(place);
        let Some(guest) = self.guests.get_mut(place) else { return true };
        let (conn, role) = (guest.conn, guest.role);
        match (message, role) {
            (ClientMessage::Hello { version, name, identity }, Role::Stranger) => {
                self.hello(place, version, &name, identity);
            }
            (ClientMessage::Hello { .. }, _) | (_, Role::Stranger) => return false,
            (ClientMessage::Leave, _) => self.drop_guest(conn, None),
            _ if !guest.budget.may_ask(now) => guest.stats.refused_requests += 1,
            (ClientMessage::Ready { ready }, Role::Player(_)) if self.phase == Phase::Lobby => {
                self.changed |= guest.ready != ready;
                guest.ready = ready;
            }
            (ClientMessage::Ready { .. }, Role::Player(_)) => {
                self.refuse_request(place, NetError::Phase)
            }
            (ClientMessage::Ready { .. }, Role::Observer) => {
                self.refuse_request(place, NetError::PlayerUnknown);
            }
            (ClientMessage::Start | ClientMessage::End, _) if !is_host => {
                self.refuse_request(place, NetError::NotHost);
            }
            (ClientMessage::Start, _) => {
                let may = self.phase == Phase::Lobby && self.people() >= self.config.min_players;
                if may {
                    self.demands.push_back(Demand::Start)
                } else {
                    self.refuse_request(place, NetError::Phase)
                }
            }
            (ClientMessage::End, _) => {
                let may = self.phase == Phase::Playing;
                if may {
                    self.demands.push_back(Demand::End)
                } else {
                    self.refuse_request(place, NetError::Phase)
                }
            }
            (ClientMessage::Action { view_tick_256, kind, payload }, Role::Player(slot))
                if self.phase == Phase::Playing =>
            {
                self.demands.push_back(Demand::Action { slot, view_tick_256, kind, payload });
            }
            (ClientMessage::Action { .. }, Role::Player(_)) => {
                self.refuse_request(place, NetError::Phase)
            }
            (ClientMessage::Action { .. }, Role::Observer) => {
                self.refuse_request(place, NetError::PlayerUnknown);
            }
        }
        true
    }

    fn hello(&mut self, place: usize, version: u16, name: &str, identity: Option<StateHash>) {
        let Some((conn, wish)) = self.guests.get(place).map(|guest| (guest.conn, guest.wish))
        else {
            return;
        };
        if version != SERVER_VERSION {
            return self.refuse(conn, NetError::Version);
        }
        let role = match identity {
            None => Role::Observer,
            Some(theirs) if theirs != self.identity => {
                return self.refuse(conn, NetError::SceneMismatch);
            }
            Some(_) => match self.slot_for(wish) {
                Some(slot) => Role::Player(slot),
                None => return self.refuse(conn, NetError::Full),
            },
        };
        let (slot, tick) =
            (if let Role::Player(slot) = role { Some(slot) } else { None }, self.tick);
        let wish = clean_name(name).unwrap_or_else(|| Text::truncated("Player"));
        let name = unique_name(&wish, self.guests.iter().map(|guest| &*guest.name));
        if let Some(guest) = self.guests.iter_mut().find(|guest| guest.conn == conn) {
            guest.role = role;
            guest.name = name;
            let name = (*guest.name).into();
            self.tell(ServerEvent::Joined { conn, slot, name });
        }
        let welcome = ServerMessage::Welcome {
            slot,
            tick,
            identity: self.identity,
            name: Text::truncated(&self.config.name),
            schema: self.encoded_schema.clone(),
        };
        self.say(conn, &welcome);
        self.changed = true;
        if let Some(slot) = slot {
            self.demands.push_back(Demand::Joined(slot));
        }
    }

    /// The slot of a newcomer: the lowest that no person has, or the one that the room's seat
    /// gives; who had that before has lost the connection without our knowing.
    fn slot_for(&mut self, wish: Option<u8>) -> Option<u8> {
        let Some(wish) = wish else {
            return (0..self.slots).find(|&slot| self.person_in(slot).is_none());
        };
        if let Some(earlier) = self.person_in(wish).map(|guest| guest.conn) {
            self.drop_guest(earlier, Some(NetError::Timeout));
        }
        (wish < self.slots).then_some(wish)
    }

    pub(super) fn disconnected(&mut self, conn: ConnId, code: Option<NetError>) {
        let Some(place) = self.place(conn) else { return };
        let guest = self.guests.remove(place);
        self.parted.retain(|(parted, _)| *parted != conn);
        if self.parted.len() == SERVER_SLOTS {
            self.parted.pop_front();
        }
        self.parted.push_back((conn, guest.budget));
        let slot = guest.slot();
        if guest.is_in() {
            self.tell(ServerEvent::Left { conn, slot, code });
        }
        if let Some(slot) = slot {
            self.changed = true;
            self.demands
                .retain(|demand| !matches!(demand, Demand::Action { slot: of, .. } if *of == slot));
            self.demands.push_back(Demand::Left(slot));
        }
    }

    /// Tells somebody that it is over, and forgets them.
    pub(super) fn drop_guest(&mut self, conn: ConnId, code: Option<NetError>) {
        self.say(conn, &ServerMessage::Closed { code });
        self.close(conn, code);
        self.disconnected(conn, code);
    }

    pub(super) fn kick(&mut self, slot: u8) -> Result<(), NetError> {
        let guest = self.person_in(slot).ok_or(NetError::PlayerUnknown)?;
        self.drop_guest(guest.conn, Some(NetError::Kicked));
        Ok(())
    }

    pub(super) fn shutdown(&mut self) {
        self.stopped = true;
        while let Some(conn) = self.guests.first().map(|guest| guest.conn) {
            self.drop_guest(conn, None);
        }
    }

    /// Another server's count goes on here: who is in says hello again, who is not is as if they
    /// had just come.
    pub(super) fn begin_anew(&mut self, tick: u32) {
        while let Some(conn) = self.guests.iter().find(|guest| guest.is_in()).map(|it| it.conn) {
            self.drop_guest(conn, Some(NetError::Timeout));
        }
        self.tick = tick;
        for guest in &mut self.guests {
            *guest = Guest::new(guest.conn, guest.wish, &self.config, tick, guest.since);
        }
    }

    pub(super) const fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Lets go of who never said who they are, and of who says nothing any more.
    pub(super) fn upkeep(&mut self, now: Instant) {
        let hello = Duration::from_millis(self.config.hello_ms);
        let silence = Duration::from_millis(self.config.silence_ms);
        let is_lost = |guest: &&Guest| match guest.role {
            Role::Stranger => now.since(guest.since) >= hello,
            _ => now.since(guest.heard) >= silence,
        };
        while let Some(conn) = self.guests.iter().find(is_lost).map(|guest| guest.conn) {
            self.drop_guest(conn, Some(NetError::Timeout));
        }
        if core::mem::take(&mut self.changed) {
            let packet = self.roll().encode();
            self.broadcast(ServerLane::Control, &packet);
        }
    }

    /// Whether the game may begin by itself.
    pub(super) fn is_due(&self) -> bool {
        let people = self.guests.iter().filter(|guest| guest.slot().is_some());
        self.phase == Phase::Lobby
            && match self.config.start {
                StartMode::Lobby => false,
                StartMode::Now => true,
                StartMode::Auto => {
                    let all_ready = people.clone().all(|guest| guest.ready);
                    all_ready && people.count() >= self.config.min_players.max(1)
                }
            }
    }

    pub(super) fn enter(&mut self, phase: Phase) {
        self.phase = phase;
        self.since_tick = self.tick + 1;
        self.changed = true;
        self.demands.retain(|demand| matches!(demand, Demand::Joined(_) | Demand::Left(_)));
        for guest in &mut self.guests {
            guest.ready = false;
            guest.queue.rest();
        }
        self.tell(ServerEvent::Phase(phase));
    }

    /// People with a slot.
    pub(super) fn people(&self) -> usize {
        self.guests.iter().filter(|guest| guest.slot().is_some()).count()
    }

    /// Whether a bot drives the slot while the world runs.
    pub(super) fn has_bot(&self, slot: u8) -> bool {
        self.config.fill_bots
            && self.phase == Phase::Playing
            && slot < self.slots
            && self.person_in(slot).is_none()
    }

    pub(super) fn person_in(&self, slot: u8) -> Option<&Guest> {
        self.guests.iter().find(|guest| guest.slot() == Some(slot))
    }

    pub(super) fn host(&self) -> Option<u8> {
        self.guests.get(self.host_place()?)?.slot()
    }

    fn host_place(&self) -> Option<usize> {
        self.guests.iter().position(|guest| guest.slot().is_some())
    }

    /// The whole lobby, as everybody is told.
    fn roll(&self) -> ServerMessage {
        let row = |slot| match self.person_in(slot) {
            Some(guest) => {
                Some(PlayerRow { slot, bot: false, ready: guest.ready, name: guest.name.clone() })
            }
            None if self.has_bot(slot) => {
                Some(PlayerRow { slot, bot: true, ready: true, name: Text::default() })
            }
            None => None,
        };
        ServerMessage::Lobby {
            phase: self.phase,
            since_tick: self.since_tick,
            host: self.host(),
            players: (0..self.slots).filter_map(row).collect(),
        }
    }

    /// What the person in the slot wants in the next tick.
    pub(super) fn next_frame(&mut self, slot: u8) -> InputFrame {
        let guest = self.guests.iter_mut().find(|guest| guest.slot() == Some(slot));
        guest.map_or_else(InputFrame::default, |guest| guest.queue.next())
    }

    /// Everybody is told what happened in the game.
    pub(super) fn announce(&mut self, event: GameEvent) {
        let Ok(payload) = Blob::new(event.payload.as_slice()) else {
            self.stats.events_too_long += 1;
            return;
        };
        let message = ServerMessage::Game { tick: self.tick, kind: event.kind, payload };
        self.broadcast(ServerLane::Event, &message.encode());
        self.tell(ServerEvent::Game { tick: self.tick, event });
    }

    fn refuse_request(&mut self, place: usize, code: NetError) {
        let Some(guest) = self.guests.get_mut(place) else { return };
        guest.stats.refused_requests += 1;
        let conn = guest.conn;
        self.say(conn, &ServerMessage::Notice { code });
    }

    fn refuse(&mut self, conn: ConnId, code: NetError) {
        self.stats.refused += 1;
        self.send(
            conn,
            ServerLane::Control,
            ServerMessage::Refused { code, version: SERVER_VERSION }.encode(),
        );
        self.close(conn, Some(code));
        self.disconnected(conn, Some(code));
        self.tell(ServerEvent::Refused { conn, code });
    }

    fn say(&mut self, conn: ConnId, message: &ServerMessage) {
        self.send(conn, message.lane(), message.encode());
    }

    fn close(&mut self, conn: ConnId, code: Option<NetError>) {
        self.outputs.push_back(ServerOutput::Close { conn, code });
    }

    pub(super) fn send(&mut self, to: ConnId, lane: ServerLane, packet: Packet) {
        if let Some(guest) = self.guests.iter_mut().find(|guest| guest.conn == to) {
            guest.stats.bytes_sent += packet.len() as u64;
        }
        self.outputs.push_back(ServerOutput::Send { to, lane, packet });
    }

    /// To everybody who was let in.
    pub(super) fn broadcast(&mut self, lane: ServerLane, packet: &Packet) {
        for guest in self.guests.iter_mut().filter(|guest| guest.is_in()) {
            guest.stats.bytes_sent += packet.len() as u64;
            let (to, packet) = (guest.conn, packet.clone());
            self.outputs.push_back(ServerOutput::Send { to, lane, packet });
        }
    }

    pub(super) fn poll_output(&mut self) -> Option<ServerOutput> {
        self.outputs.pop_front()
    }

    pub(super) fn tell(&mut self, event: ServerEvent) {
        if self.events.len() == EVENTS_KEPT {
            self.events.pop_front();
        }
        self.events.push_back(event);
    }

    pub(super) fn poll_event(&mut self) -> Option<ServerEvent> {
        self.events.pop_front()
    }

    fn place(&self, conn: ConnId) -> Option<usize> {
        self.guests.iter().position(|guest| guest.conn == conn)
    }
}
