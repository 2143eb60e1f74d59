//! The server: a world at a fixed tick, and everybody who is connected to it.

use super::bots::{Bots, IdleBots};
use super::config::{BadServerConfig, ServerConfig, StartMode};
use super::error::NetError;
use super::history::History;
use super::layout::Layouts;
use super::lobby::{Demand, Lobby};
use super::message::{Phase, ServerLane};
use super::output::{GuestStats, ServerEvent, ServerOutput, ServerStats};
use super::snapshots::Arrived;
use crate::ids::{ConnId, StateHash};
use crate::limits::{RESUME_COUNT, SERVER_TICKS_PER_UPDATE, SNAPSHOT_BYTES};
use crate::sim::{BadState, GameEvent, InputFrame, Replicated, WorldState, identity_of};
use crate::time::Instant;
use crate::wire::Blob;
use alloc::vec::Vec;

/// A server that decides. It knows no socket: it is handed messages and polled for them.
///
/// ```text
/// connected(conn) · handle(conn, lane, bytes) · disconnected(conn) ─► GameServer ─► poll_output
///                              update(now), again at poll_timeout() ─►            ─► poll_event
/// ```
#[derive(Debug)]
pub struct GameServer<S, B = IdleBots> {
    sim: S,
    bots: B,
    lobby: Lobby,
    history: History,
    layouts: Layouts,
    world: WorldState,
    clock: TickClock,
    inputs: Vec<Option<InputFrame>>,
}

impl<S: Replicated, B: Bots<S>> GameServer<S, B> {
    /// A server whose world stands at its start; with [`StartMode::Now`] it runs from the first
    /// update on.
    ///
    /// # Errors
    /// When the configuration, or the world's schema, breaks a rule.
    pub fn new(
        mut sim: S,
        bots: B,
        config: ServerConfig,
        now: Instant,
    ) -> Result<Self, BadServerConfig> {
        config.check(sim.slots())?;
        let schema = sim.schema().clone();
        let encoded = schema.encode().map_err(|error| BadServerConfig(error.0))?;
        let encoded = Blob::new(encoded).map_err(|_| BadServerConfig("the schema is too long"))?;
        let clock = TickClock { since: now, due: 1, hz: schema.tick_hz.into() };
        let (slots, identity) = (sim.slots(), identity_of(&sim));
        let layouts = Layouts::new(&schema);
        sim.reset();
        let mut server = Self {
            sim,
            bots,
            lobby: Lobby::new(config, schema, encoded, slots, identity),
            history: History::default(),
            layouts,
            world: WorldState::default(),
            clock,
            inputs: Vec::new(),
        };
        server.read();
        Ok(server)
    }

    /// Somebody has connected. A room gives the slot that goes with the seat.
    pub fn connected(&mut self, conn: ConnId, wish: Option<u8>, now: Instant) {
        self.lobby.connected(conn, wish, now);
    }

    /// A message has come.
    pub fn handle(&mut self, conn: ConnId, lane: ServerLane, bytes: &[u8], now: Instant) {
        self.lobby.handle(conn, lane, bytes, now);
        self.meet_demands();
    }

    /// A connection is gone, for this reason; `None` in good order.
    pub fn disconnected(&mut self, conn: ConnId, code: Option<NetError>) {
        self.lobby.disconnected(conn, code);
        self.meet_demands();
    }

    /// Does everything that is due: at most 5 ticks; what is beyond is skipped for ever.
    pub fn update(&mut self, now: Instant) {
        if self.lobby.is_stopped() {
            return;
        }
        self.lobby.upkeep(now);
        self.meet_demands();
        let due = self.clock.take_due(now);
        for _ in 0..due.min(u64::from(SERVER_TICKS_PER_UPDATE)) {
            self.step();
        }
        self.lobby.stats.late_ticks_skipped +=
            due.saturating_sub(u64::from(SERVER_TICKS_PER_UPDATE));
        self.lobby.upkeep(now);
        self.meet_demands();
    }

    /// When [`update`](Self::update) is due next; `None` when the server has stopped.
    #[must_use]
    pub fn poll_timeout(&self) -> Option<Instant> {
        (!self.lobby.is_stopped()).then(|| self.clock.next())
    }

    /// What is to be sent or closed next.
    pub fn poll_output(&mut self) -> Option<ServerOutput> {
        self.lobby.poll_output()
    }

    /// What happened next.
    pub fn poll_event(&mut self) -> Option<ServerEvent> {
        self.lobby.poll_event()
    }

    /// Begins a game, whoever is here.
    ///
    /// # Errors
    /// When one is running.
    pub fn start(&mut self) -> Result<(), NetError> {
        if self.lobby.phase == Phase::Playing {
            return Err(NetError::Phase);
        }
        self.begin();
        Ok(())
    }

    /// Ends the game: the world is as new, and everybody is in the lobby.
    ///
    /// # Errors
    /// When none is running.
    pub fn end(&mut self) -> Result<(), NetError> {
        if self.lobby.phase == Phase::Lobby {
            return Err(NetError::Phase);
        }
        self.finish();
        Ok(())
    }

    /// Removes a player.
    ///
    /// # Errors
    /// When no person has the slot.
    pub fn kick(&mut self, slot: u8) -> Result<(), NetError> {
        self.lobby.kick(slot)?;
        self.meet_demands();
        Ok(())
    }

    /// Tells everybody that it is over, and stops.
    pub fn shutdown(&mut self) {
        self.lobby.shutdown();
    }

    /// Goes on from where another machine's server was: its world after this tick. Whoever was in
    /// is let go: what they acknowledged and were told was of another count.
    ///
    /// # Errors
    /// When the state is none of this world, or the count is beyond
    /// [`RESUME_COUNT`](crate::limits::RESUME_COUNT); nothing has changed then.
    pub fn resume(&mut self, state: &WorldState, tick: u32) -> Result<(), BadState> {
        if tick > RESUME_COUNT {
            return Err(BadState);
        }
        state.check(&self.lobby.schema)?;
        self.sim.write(state)?;
        self.lobby.begin_anew(tick);
        while let Some(Demand::Left(slot)) = self.lobby.demands.pop_front() {
            self.sim.player_left(slot.into());
        }
        self.bots.begin();
        self.lobby.enter(Phase::Playing);
        self.history.begin_anew(tick);
        self.read();
        self.keep();
        Ok(())
    }

    /// The world.
    #[must_use]
    pub const fn sim(&self) -> &S {
        &self.sim
    }

    /// The tick that was last done.
    #[must_use]
    pub const fn tick(&self) -> u32 {
        self.lobby.tick
    }

    /// Whether the world runs.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.lobby.phase
    }

    /// The world in quanta after the last tick.
    #[must_use]
    pub const fn world(&self) -> &WorldState {
        &self.world
    }

    /// The slot of who may start and end.
    #[must_use]
    pub fn host(&self) -> Option<u8> {
        self.lobby.host()
    }

    /// The slot of a connection.
    #[must_use]
    pub fn slot_of(&self, conn: ConnId) -> Option<u8> {
        self.lobby.guests.iter().find(|guest| guest.conn == conn)?.slot()
    }

    /// What is counted.
    #[must_use]
    pub const fn stats(&self) -> ServerStats {
        self.lobby.stats
    }

    /// What is counted of one connection.
    #[must_use]
    pub fn client_stats(&self, conn: ConnId) -> Option<GuestStats> {
        self.lobby.guests.iter().find(|guest| guest.conn == conn).map(|guest| guest.counted())
    }

    /// The digests of the last states that were told, oldest first.
    pub fn hashes(&self) -> impl DoubleEndedIterator<Item = (u32, StateHash)> {
        self.history.hashes()
    }

    fn step(&mut self) {
        if self.lobby.is_due() {
            self.begin();
        }
        self.lobby.tick += 1;
        self.lobby.stats.ticks += 1;
        if self.lobby.phase == Phase::Playing {
            self.gather();
            self.sim.tick(&self.inputs);
            let events = self.sim.take_events();
            self.read();
            self.announce(events);
            self.keep();
            self.tell_state();
            if self.sim.is_over() {
                self.finish();
            }
        } else if self.is_telling_tick() {
            self.keep();
            self.tell_state();
        }
    }

    /// While the world stands, three times a second is enough.
    fn is_telling_tick(&self) -> bool {
        let every = u32::from(self.lobby.schema.tick_hz).div_ceil(3);
        self.lobby.tick.is_multiple_of(every)
    }

    /// The frame of every slot: a person's, a bot's, or one that wants nothing.
    fn gather(&mut self) {
        self.inputs.clear();
        for slot in 0..self.sim.slots() {
            let frame = if self.lobby.has_bot(slot as u8) {
                self.bots.think(&self.sim, slot, self.lobby.tick).clamped(&self.lobby.schema)
            } else {
                self.lobby.next_frame(slot as u8)
            };
            self.inputs.push(Some(frame));
        }
    }

    fn tell_state(&mut self) {
        let Lobby { guests, tick, .. } = &mut self.lobby;
        let mut packets = Vec::new();
        for guest in guests.iter_mut().filter(|guest| guest.is_in()) {
            let waiting = guest.queue.waiting().min(255) as u8;
            let head = Arrived { tick: *tick, applied: guest.queue.applied(), waiting };
            if let Some(packet) = guest.tell(head, &self.world, &self.history, &self.layouts) {
                packets.push((guest.conn, packet));
            }
        }
        for (conn, packet) in packets {
            if packet.len() > self.lobby.config.snapshot_bytes_cap.min(SNAPSHOT_BYTES) {
                self.lobby.drop_guest(conn, Some(NetError::MessageTooLarge));
            } else {
                self.lobby.send(conn, ServerLane::State, packet);
            }
        }
    }

    fn meet_demands(&mut self) {
        while let Some(demand) = self.lobby.demands.pop_front() {
            match demand {
                Demand::Joined(slot) => self.sim.player_joined(slot.into()),
                Demand::Left(slot) => self.left(slot),
                Demand::Start => self.begin(),
                Demand::End => self.finish(),
                Demand::Action { slot, view_tick_256, kind, payload } => {
                    let rewound = self.history.rewound(view_tick_256, &self.lobby.schema);
                    let slot = slot.into();
                    let events = self.sim.on_action(slot, kind, &payload, rewound.as_ref());
                    self.announce(events);
                }
            }
        }
    }

    fn left(&mut self, slot: u8) {
        self.sim.player_left(slot.into());
        let is_alone = self.lobby.people() == 0 && self.lobby.config.start != StartMode::Now;
        if is_alone && self.lobby.phase == Phase::Playing {
            self.finish();
        }
    }

    fn begin(&mut self) {
        self.bots.begin();
        self.history.begin(self.lobby.tick + 1);
        self.lobby.enter(Phase::Playing);
    }

    /// The world is as new, and everybody who is here has joined it.
    fn finish(&mut self) {
        self.sim.reset();
        for guest in &self.lobby.guests {
            if let Some(slot) = guest.slot() {
                self.sim.player_joined(slot.into());
            }
        }
        self.read();
        self.lobby.enter(Phase::Lobby);
    }

    fn read(&mut self) {
        self.sim.read(&mut self.world);
        debug_assert!(self.world.check(&self.lobby.schema).is_ok(), "a world of its own schema");
    }

    fn keep(&mut self) {
        self.history.keep(self.lobby.tick, &self.world);
    }

    fn announce(&mut self, events: Vec<GameEvent>) {
        for event in events {
            self.lobby.announce(event);
        }
    }
}

/// When which tick is due, without drift.
#[derive(Clone, Copy, Debug)]
struct TickClock {
    since: Instant,
    due: u64,
    hz: u64,
}

impl TickClock {
    fn next(&self) -> Instant {
        self.since + core::time::Duration::from_micros((self.due * 1_000_000).div_ceil(self.hz))
    }

    /// How many ticks have become due since the last time.
    fn take_due(&mut self, now: Instant) -> u64 {
        let passed = u64::try_from(now.since(self.since).as_micros()).unwrap_or(u64::MAX);
        let done =
            u64::try_from(u128::from(passed) * u128::from(self.hz) / 1_000_000).unwrap_or(u64::MAX);
        let count = (done + 1).saturating_sub(self.due);
        self.due += count;
        count
    }
}
