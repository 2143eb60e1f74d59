//! What a client does whatever the game is: it greets, listens, keeps the time and speaks.

use super::clock::ServerClock;
use super::config::ClientConfig;
use super::event::{ClientEvent, ClientStats, SeenHash};
use super::lead::Lead;
use super::predict::Prediction;
use super::view::Shown;
use crate::ids::StateHash;
use crate::limits::{
    CLIENT_EVENTS, CLIENT_HASHES, CLIENT_PACKETS, CLIENT_TICKS_PER_UPDATE, RESUME_COUNT,
};
use crate::session::server::{
    ClientMessage, InputPacket, NetError, Phase, PlayerRows, SERVER_VERSION, ServerLane,
    ServerMessage, SnapshotReader,
};
use crate::sim::{GameEvent, InputFrame, Schema};
use crate::time::Instant;
use crate::wire::Packet;
use alloc::collections::VecDeque;
use core::time::Duration;

/// While the world stands, the server hears from us this often.
const STANDING: Duration = Duration::from_secs(1);

/// Where the talk with the server is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    Greeting,
    In,
    Over,
}

/// What came of a message or of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    Nothing,
    /// The world stands at its start again.
    Anew,
    /// There is a newer state.
    State,
}

/// Everything but the game.
#[derive(Clone, Debug)]
pub(super) struct Machine {
    pub config: ClientConfig,
    pub stage: Stage,
    /// Who we are to the server: the digest of our world, if we have one.
    identity: Option<StateHash>,
    pub slot: Option<u8>,
    pub phase: Phase,
    /// The tick at which it changed: what is older was another game.
    pub since_tick: u32,
    pub host: Option<u8>,
    pub players: PlayerRows,
    pub reader: Option<SnapshotReader>,
    pub clock: Option<ServerClock>,
    pub lead: Lead,
    pub input: InputFrame,
    pub prediction: Prediction,
    pub shown: Shown,
    pub stats: ClientStats,
    hashes: VecDeque<SeenHash>,
    events: VecDeque<ClientEvent>,
    outputs: VecDeque<(ServerLane, Packet)>,
    /// The last own tick, on the server's count.
    ticked: i64,
    heard: Instant,
    spoke: Instant,
}

impl Machine {
    pub(super) fn new(config: ClientConfig, identity: Option<StateHash>, now: Instant) -> Self {
        let mut machine = Self {
            config,
            stage: Stage::Greeting,
            identity,
            slot: None,
            phase: Phase::Lobby,
            since_tick: 0,
            host: None,
            players: PlayerRows::new(),
            reader: None,
            clock: None,
            lead: Lead::default(),
            input: InputFrame::default(),
            prediction: Prediction::default(),
            shown: Shown::default(),
            stats: ClientStats::default(),
            hashes: VecDeque::new(),
            events: VecDeque::new(),
            outputs: VecDeque::new(),
            ticked: 0,
            heard: now,
            spoke: now,
        };
        machine.greet(now);
        machine
    }

    /// Begins the talk again, perhaps with another server. What is shown stays until it speaks.
    pub(super) fn reconnect(&mut self, now: Instant) {
        self.stage = Stage::Greeting;
        self.slot = None;
        self.clock = None;
        self.lead = Lead::default();
        self.prediction = Prediction::default();
        self.outputs.clear();
        self.greet(now);
    }

    fn greet(&mut self, now: Instant) {
        (self.heard, self.spoke) = (now, now);
        let name = self.config.name.clone();
        self.say(&ClientMessage::Hello { version: SERVER_VERSION, name, identity: self.identity });
    }

    pub(super) fn handle(
        &mut self,
        lane: ServerLane,
        bytes: &[u8],
        now: Instant,
    ) -> Result<Heard, NetError> {
        if self.stage == Stage::Over {
            return Ok(Heard::Nothing);
        }
        self.heard = now;
        self.stats.bytes_received += bytes.len() as u64;
        match lane {
            ServerLane::State => self.state(bytes, now),
            ServerLane::Control | ServerLane::Event => {
                let message = ServerMessage::decode(lane, bytes).map_err(|_| NetError::Protocol)?;
                self.told(message)
            }
            ServerLane::Input => Err(NetError::Protocol),
        }
    }

    fn state(&mut self, bytes: &[u8], now: Instant) -> Result<Heard, NetError> {
        // It may have overtaken the welcome.
        let Some(reader) = &mut self.reader else { return Ok(Heard::Nothing) };
        let Some(arrived) = reader.read(bytes).map_err(|_| NetError::Protocol)? else {
            self.stats.snapshots_skipped += 1;
            return Ok(Heard::Nothing);
        };
        self.stats.snapshots += 1;
        self.stats.snapshot_bytes += bytes.len() as u64;
        if let Some((_, world)) = reader.newest() {
            if self.hashes.len() == CLIENT_HASHES {
                self.hashes.pop_front();
            }
            self.hashes.push_back((arrived.tick, world.hash()));
        }
        match &mut self.clock {
            Some(clock) => {
                clock.run(now);
                clock.heard(arrived.tick, now);
            }
            none => {
                let tick_hz = reader.schema().tick_hz;
                let clock = none.insert(ServerClock::new(tick_hz, arrived.tick, now));
                self.ticked = clock.tick_256(now) >> 8;
            }
        }
        self.lead.heard(arrived.waiting);
        Ok(Heard::State)
    }

    fn told(&mut self, message: ServerMessage) -> Result<Heard, NetError> {
        match message {
            ServerMessage::Welcome { slot, tick, schema, .. }
                if self.stage == Stage::Greeting && tick <= RESUME_COUNT =>
            {
                let schema = Schema::decode(&schema).map_err(|_| NetError::Protocol)?;
                self.stage = Stage::In;
                self.slot = slot;
                self.reader = Some(SnapshotReader::new(schema, tick));
                self.event(ClientEvent::Welcome { slot });
                return Ok(Heard::Anew);
            }
            ServerMessage::Welcome { .. } => return Err(NetError::Protocol),
            ServerMessage::Refused { code, version } => {
                let version = (code == NetError::Version).then_some(version);
                self.over(Some(code), version);
            }
            ServerMessage::Closed { code } => self.over(code, None),
            ServerMessage::Lobby { phase, since_tick, host, players } => {
                (self.since_tick, self.host, self.players) = (since_tick, host, players);
                self.event(ClientEvent::LobbyChanged);
                if phase != self.phase {
                    self.phase = phase;
                    self.prediction = Prediction::after(&self.prediction);
                    self.event(ClientEvent::PhaseChanged(phase));
                    return Ok(Heard::Anew);
                }
            }
            ServerMessage::Notice { code } => self.event(ClientEvent::Notice(code)),
            ServerMessage::Game { tick, kind, payload } => {
                let event = GameEvent { kind, payload: payload.to_vec() };
                self.event(ClientEvent::Game { tick, event });
            }
        }
        Ok(Heard::Nothing)
    }

    /// Whether a game runs and a state of it has come.
    pub(super) fn has_state(&self) -> bool {
        let newest = self.reader.as_ref().and_then(SnapshotReader::newest);
        let of_this_game = newest.is_some_and(|(arrived, _)| arrived.tick >= self.since_tick);
        of_this_game && self.phase == Phase::Playing
    }

    /// Lets time pass. Says how many own ticks are due.
    pub(super) fn run(&mut self, now: Instant) -> u32 {
        if self.stage == Stage::Over {
            return 0;
        }
        if now.since(self.heard) >= Duration::from_millis(self.config.silence_ms.into()) {
            self.over(Some(NetError::Timeout), None);
            return 0;
        }
        let running = self.phase == Phase::Playing && self.stage == Stage::In;
        let Some(clock) = self.clock.as_mut().filter(|_| running) else {
            if self.stage == Stage::In && now.since(self.spoke) >= STANDING {
                self.send_inputs(now);
            }
            return 0;
        };
        clock.run(now);
        self.stats.clock_jumps = clock.jumps();
        let tick_256 = clock.tick_256(now);
        self.lead.run(tick_256);
        let due = (tick_256 + self.lead.shift_256()) >> 8;
        let behind = u32::try_from(due - self.ticked).unwrap_or(0);
        let ticks = behind.min(CLIENT_TICKS_PER_UPDATE);
        self.stats.skipped += u64::from(behind - ticks);
        self.ticked = due;
        ticks
    }

    /// How far the own time is between its last two ticks, in 256ths.
    pub(super) fn fraction_256(&self, now: Instant) -> i64 {
        let Some(clock) = &self.clock else { return 256 };
        (clock.tick_256(now) + self.lead.shift_256() - (self.ticked << 8)).clamp(0, 256)
    }

    /// Says what the player wants, and what has arrived here.
    pub(super) fn send_inputs(&mut self, now: Instant) {
        let Some(reader) = &self.reader else { return };
        self.spoke = now;
        let acked = reader.newest().map_or(0, |(arrived, _)| arrived.tick);
        let (newest, frames) = self.prediction.newest_inputs();
        let inputs = reader.schema().inputs.len();
        let packet = InputPacket { newest, acked, frames }.encode(inputs);
        self.send(ServerLane::Input, packet);
    }

    pub(super) fn say(&mut self, message: &ClientMessage) {
        self.send(message.lane(), message.encode());
    }

    fn send(&mut self, lane: ServerLane, packet: Packet) {
        self.stats.bytes_sent += packet.len() as u64;
        if self.outputs.len() == CLIENT_PACKETS {
            self.outputs.pop_front();
        }
        self.outputs.push_back((lane, packet));
    }

    pub(super) fn poll_output(&mut self) -> Option<(ServerLane, Packet)> {
        self.outputs.pop_front()
    }

    pub(super) fn event(&mut self, event: ClientEvent) {
        if self.events.len() == CLIENT_EVENTS {
            self.events.pop_front();
        }
        self.events.push_back(event);
    }

    pub(super) fn poll_event(&mut self) -> Option<ClientEvent> {
        self.events.pop_front()
    }

    pub(super) fn hashes(&self) -> impl Iterator<Item = SeenHash> {
        self.hashes.iter().copied()
    }

    pub(super) fn over(&mut self, code: Option<NetError>, version: Option<u16>) {
        if self.stage != Stage::Over {
            self.stage = Stage::Over;
            self.event(ClientEvent::Closed { code, version });
        }
    }
}
