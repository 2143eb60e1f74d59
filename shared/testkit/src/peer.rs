//! One scripted peer: a session, a clock that may run wrong, and what happened to it.

use crate::{Session, ToyGame, pad};
use netplay::ids::{Frame, PlayerId, Seat, SeatSet, StateHash};
use netplay::session::clock::StepClock;
use netplay::session::{
    LockstepConfig, LockstepSession, OwnDelay, RollbackConfig, RollbackSession, Saving,
    SessionEvent, Step,
};
use netplay::sim::Simulation;
use netplay::time::Instant;
use netplay::wire::Controller;
use std::collections::BTreeMap;

/// What the peers of a test are to play.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Who drives each seat at frame 0.
    pub controllers: Vec<Controller>,
    /// How many watch.
    pub spectators: u16,
    /// The input delay of everybody.
    pub delay: u8,
    /// Words a packet carries.
    pub redundancy: usize,
    /// Whether a difference halts a session.
    pub halt_on_desync: bool,
    /// Frames between two checkpoints.
    pub checkpoint_interval: u32,
    /// The windows of the peers, one after the other and from the first again; none for lockstep.
    pub windows: Vec<u8>,
    /// What everybody remembers of the last frames, in bytes.
    pub evidence_bytes: usize,
    /// When states are saved, in rollback.
    pub saving: Saving,
    /// How long a peer's own words wait, in rollback.
    pub own_delay: OwnDelay,
}

impl Plan {
    /// A game of `players` people: player `n` sits on seat `n - 1`.
    #[must_use]
    pub fn players(players: u16) -> Self {
        let human = |id| Controller::Human { player: PlayerId(id) };
        Self {
            controllers: (1..=u32::from(players)).map(human).collect(),
            spectators: 0,
            delay: 5,
            redundancy: 8,
            halt_on_desync: true,
            checkpoint_interval: 30,
            windows: Vec::new(),
            evidence_bytes: 0,
            saving: Saving::EveryFrame,
            own_delay: OwnDelay::Fixed,
        }
    }

    /// The same in rollback, with these windows.
    #[must_use]
    pub fn guessing(mut self, windows: &[u8]) -> Self {
        self.windows = windows.to_vec();
        self
    }

    /// The same with a checkpoint each so many frames.
    #[must_use]
    pub fn checked_every(mut self, frames: u32) -> Self {
        self.checkpoint_interval = frames;
        self
    }

    /// The same where everybody remembers so many bytes of the last frames.
    #[must_use]
    pub fn remembering(mut self, bytes: usize) -> Self {
        self.evidence_bytes = bytes;
        self
    }

    /// The same with spectators.
    #[must_use]
    pub fn watched_by(mut self, spectators: u16) -> Self {
        self.spectators = spectators;
        self
    }

    /// The same with another input delay.
    #[must_use]
    pub fn delayed_by(mut self, frames: u8) -> Self {
        self.delay = frames;
        self
    }

    /// How many seats the game has.
    #[must_use]
    pub fn seats(&self) -> u16 {
        self.controllers.len() as u16
    }

    /// The configuration of the peer of this id.
    #[must_use]
    pub fn config(&self, me: PlayerId) -> LockstepConfig {
        let mine = Controller::Human { player: me };
        let seat = self.controllers.iter().position(|controller| *controller == mine);
        let seat = seat.map(|index| Seat(index as u16));
        let mut config = LockstepConfig::new(me, seat, self.controllers.clone());
        config.input_delay_frames = self.delay;
        config.redundancy_words = self.redundancy;
        config.halt_on_desync = self.halt_on_desync;
        config.checkpoint_interval_frames = self.checkpoint_interval;
        config.evidence_bytes = self.evidence_bytes;
        config
    }

    /// The peer of this id before its first frame, of the script of `seed`.
    ///
    /// # Panics
    /// When the plan is not sound.
    #[must_use]
    pub fn peer(&self, me: PlayerId, game: ToyGame, seed: u64) -> Peer {
        let session = self.config(me);
        if self.windows.is_empty() {
            return Peer::new(session, game, seed);
        }
        let window_frames = self.windows[(me.0 as usize - 1) % self.windows.len()];
        let (saving, own_delay) = (self.saving, self.own_delay);
        Peer::guessing(RollbackConfig { session, window_frames, saving, own_delay }, game, seed)
    }
}

/// A session with a scripted player, or a spectator, before it.
#[derive(Debug)]
pub struct Peer {
    /// Who it is.
    pub id: PlayerId,
    /// Its session.
    pub session: Session,
    /// Everything its session told.
    pub events: Vec<SessionEvent>,
    /// The frame of the first of `hashes`.
    pub first: Frame,
    /// The digest after every frame it simulated; of a past frame, when it was last simulated.
    pub hashes: Vec<StateHash>,
    /// Steps that were due and did not happen.
    pub stalls: u32,
    /// The seats that the last step waited for; none when it advanced.
    pub waiting_on: SeatSet,
    /// What the last step came to.
    pub last_step: Option<Step>,
    /// How wrong its clock goes, in thousandths.
    pub skew_permille: i64,
    /// How often its machine does anything at all: a multiple of the virtual clock's grain.
    pub call_ms: u64,
    /// One-way trips to here, for steering; without any, nothing is steered.
    pub trips_ms: BTreeMap<PlayerId, u32>,
    script: u64,
    clock: StepClock,
}

impl Peer {
    /// A peer of the script of `seed`, in lockstep.
    ///
    /// # Panics
    /// When the configuration is not sound.
    #[must_use]
    pub fn new(config: LockstepConfig, game: ToyGame, seed: u64) -> Self {
        let session = LockstepSession::new(game, config).expect("the plan is sound");
        Self::with(Session::Lockstep(Box::new(session)), seed)
    }

    /// The same in rollback.
    ///
    /// # Panics
    /// When the configuration is not sound.
    #[must_use]
    pub fn guessing(config: RollbackConfig, game: ToyGame, seed: u64) -> Self {
        let session = RollbackSession::new(game, config).expect("the plan is sound");
        Self::with(Session::Rollback(Box::new(session)), seed)
    }

    fn with(session: Session, seed: u64) -> Self {
        Self {
            id: session.config().me,
            session,
            events: Vec::new(),
            first: Frame(0),
            hashes: Vec::new(),
            stalls: 0,
            waiting_on: SeatSet::EMPTY,
            last_step: None,
            skew_permille: 0,
            call_ms: 4,
            trips_ms: BTreeMap::new(),
            script: seed,
            clock: StepClock::default(),
        }
    }

    /// Runs the steps that are due by this peer's own clock.
    pub fn run(&mut self, now: Instant) {
        let micros = now.as_micros() as i64;
        let own = Instant::from_micros((micros + micros * self.skew_permille / 1_000) as u64);
        for _ in 0..self.clock.due(own, self.session.behind_frames()) {
            if !self.trips_ms.is_empty() {
                let trips = &self.trips_ms;
                let trip = |player| trips.get(&player).copied().unwrap_or(0);
                self.clock.steer(self.session.lead_256(trip));
            }
            if !matches!(self.step(), Step::Advanced(_)) {
                // Who may guess has a fast clock only if it leads, and then it is steered.
                if self.session.is_rollback() {
                    self.clock.held();
                } else {
                    self.clock.stalled();
                }
                break;
            }
        }
    }

    /// One step, clock or not, and the corrections that are due before it.
    pub fn step(&mut self) -> Step {
        while let Some(frame) = self.session.wanted_frame()
            && let Some(seat) = self.session.config().local
        {
            self.session.push_local(pad(self.script, seat, frame));
        }
        let step = loop {
            let step = self.session.advance();
            let Step::Replayed(frame) = step else { break step };
            let index = frame.since(self.first) as usize;
            self.hashes[index] = self.session.simulation().state_hash();
        };
        self.waiting_on = SeatSet::EMPTY;
        match step {
            Step::Advanced(frame) => {
                if self.hashes.is_empty() {
                    self.first = frame;
                }
                self.hashes.push(self.session.simulation().state_hash());
            }
            Step::Stalled { waiting_on } => {
                self.stalls += 1;
                self.waiting_on = waiting_on;
            }
            Step::Replayed(_) | Step::Paused | Step::Joining | Step::Halted => {}
        }
        while let Some(event) = self.session.poll_event() {
            self.events.push(event);
        }
        self.last_step = Some(step);
        step
    }

    /// The digest after a frame this peer simulated.
    #[must_use]
    pub fn hash_after(&self, frame: Frame) -> Option<StateHash> {
        let index = frame.0.checked_sub(self.first.0)?;
        self.hashes.get(index as usize).copied()
    }

    /// The difference it found, if it found one: the frame and the peer.
    #[must_use]
    pub fn desync(&self) -> Option<(Frame, PlayerId)> {
        self.events.iter().find_map(|event| match event {
            SessionEvent::Desync { frame, player, .. } => Some((*frame, *player)),
            _ => None,
        })
    }
}
