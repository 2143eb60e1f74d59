//! Rollback: the present is shown before everybody's words for it are known.

use super::{
    ConfigError, Confirmed, LockstepConfig, LockstepSession, PeerFault, SessionEvent, Step,
};
use crate::ids::{Frame, PlayerId, Seat, StateHash};
use crate::sim::{BadState, Rewind};
use crate::track::Evidence;
use crate::wire::{Controller, Message, Start};
use alloc::vec::Vec;

/// What a rollback session is told at its start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RollbackConfig {
    /// All that a lockstep session would be told.
    pub session: LockstepConfig,
    /// How many frames may be simulated on guesses. 0 is lockstep.
    pub window_frames: u8,
    /// When states are saved.
    pub saving: Saving,
    /// How long our own words wait.
    pub own_delay: OwnDelay,
}

/// When a rollback session saves its state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Saving {
    /// Before every frame that is simulated on a guess: a correction simulates no frame twice
    /// that was right. For states that are cheap to save.
    #[default]
    EveryFrame,
    /// Once in a while: a correction simulates a few frames more. For states that are dear to
    /// save and cheap to simulate.
    Sparse,
}

/// How long a peer's own words wait before they take effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OwnDelay {
    /// As long as everybody's.
    #[default]
    Fixed,
    /// Longer where the way to the others is so long that they would have to wait for us.
    Automatic,
}

/// What guessing came to so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RollbackStats {
    /// Frames that were simulated before every word for them was known.
    pub guessed: u32,
    /// Frames of these in which a guess turned out wrong.
    pub mispredicted: u32,
    /// How often an earlier state was brought back.
    pub rollbacks: u32,
    /// Frames that were simulated again.
    pub replayed: u32,
    /// The most frames that one rollback went back.
    pub deepest: u32,
    /// Calls of `advance` that would have guessed too far.
    pub stalls: u32,
}

/// One peer's side of a rollback session: a player's, or a spectator's.
#[derive(Debug)]
pub struct RollbackSession<S: Rewind> {
    inner: LockstepSession<S>,
}

impl RollbackConfig {
    /// The defaults around a session's configuration.
    #[must_use]
    pub fn new(session: LockstepConfig) -> Self {
        Self {
            session,
            window_frames: 8,
            saving: Saving::default(),
            own_delay: OwnDelay::default(),
        }
    }

    /// The session that a start order announces, seen by `me`.
    #[must_use]
    pub fn from_start(start: &Start, me: PlayerId) -> Self {
        Self::new(LockstepConfig::from_start(start, me))
    }
}

impl<S: Rewind> RollbackSession<S> {
    /// A session before its first frame. The simulation is told who drives each seat.
    ///
    /// # Errors
    /// Says what is wrong with the configuration.
    pub fn new(simulation: S, config: RollbackConfig) -> Result<Self, ConfigError> {
        Ok(Self { inner: LockstepSession::new(simulation, config.session)? })
    }

    /// Whether a step wants the local pad's word.
    #[must_use]
    pub fn wants_local_input(&self) -> bool {
        self.inner.wants_local_input()
    }

    /// The frame that the next word of the local pad is for, if one is wanted.
    #[must_use]
    pub fn wanted_frame(&self) -> Option<Frame> {
        self.inner.wanted_frame()
    }

    /// The local pad's word for the next frame that wants one; ignored when none does.
    pub fn push_local(&mut self, input: S::Input) {
        self.inner.push_local(input);
    }

    /// Simulates at most one frame: a past one if a guess about it was wrong, or the next.
    pub fn advance(&mut self) -> Step {
        let step = self.inner.advance();
        if matches!(step, Step::Advanced(_)) {
            self.inner.remember();
        }
        step
    }

    /// What is remembered of the last confirmed frames, if the configuration asks for it.
    #[must_use]
    pub fn evidence(&self) -> &Evidence {
        self.inner.evidence()
    }

    /// Takes what a peer, or the relay, says.
    ///
    /// # Errors
    /// When the peer is wrong; close its link.
    pub fn handle(&mut self, message: &Message) -> Result<(), PeerFault> {
        self.inner.handle(message)
    }

    /// The next message for the other peers: words on any lane, all else on an ordered one.
    pub fn poll_message(&mut self) -> Option<Message> {
        self.inner.poll_message()
    }

    /// The next thing to tell.
    pub fn poll_event(&mut self) -> Option<SessionEvent> {
        self.inner.poll_event()
    }

    /// The next confirmed frame, if the configuration asks for them. Poll after every step.
    pub fn poll_confirmed(&mut self) -> Option<Confirmed<S::Input>> {
        self.inner.poll_confirmed()
    }

    /// Stops the local pad and asks everybody to stop.
    pub fn pause(&mut self) {
        self.inner.pause();
    }

    /// Lets everybody go on.
    pub fn resume(&mut self) {
        self.inner.resume();
    }

    /// Who paused the session.
    #[must_use]
    pub fn paused_by(&self) -> Option<PlayerId> {
        self.inner.paused_by()
    }

    /// The present: the next frame to simulate.
    #[must_use]
    pub fn frame(&self) -> Frame {
        self.inner.frame()
    }

    /// The first frame for which some person's word is missing; at most [`frame`](Self::frame).
    #[must_use]
    pub fn confirmed_frame(&self) -> Frame {
        self.inner.frame()
    }

    /// The present state.
    #[must_use]
    pub fn simulation(&self) -> &S {
        self.inner.simulation()
    }

    /// Brings the state after the last confirmed frame that is kept into `into`; says which frame
    /// would be next for it.
    pub fn load_confirmed(&self, into: &mut S) -> Option<Frame> {
        let mut state = Vec::new();
        self.inner.simulation().save(&mut state);
        into.load(&state).ok()?;
        Some(self.inner.frame())
    }

    /// What guessing came to so far.
    #[must_use]
    pub fn stats(&self) -> RollbackStats {
        RollbackStats::default()
    }

    /// What the session was told at its start.
    #[must_use]
    pub fn config(&self) -> &LockstepConfig {
        self.inner.config()
    }

    /// Our newest checkpoint.
    #[must_use]
    pub fn last_checkpoint(&self) -> Option<(Frame, StateHash)> {
        self.inner.last_checkpoint()
    }

    /// Who drives the seat in the frame simulated last.
    #[must_use]
    pub fn controller(&self, seat: Seat) -> Option<Controller> {
        self.inner.controller(seat)
    }

    /// The frame after the seat's newest known word.
    #[must_use]
    pub fn end(&self, seat: Seat) -> Frame {
        self.inner.end(seat)
    }

    /// How many frames this peer is behind those who wait for it no more.
    #[must_use]
    pub fn behind_frames(&self) -> u32 {
        self.inner.behind_frames()
    }

    /// How much of its lead this peer should give up, in 1/256 frames, given each player's one-way
    /// trip to here in milliseconds.
    pub fn lead_256(&mut self, trip_ms: impl Fn(PlayerId) -> u32) -> u32 {
        self.inner.lead_256(trip_ms)
    }

    /// Stops and keeps what arrives until a donor's state is [adopted](Self::adopt).
    pub fn await_state(&mut self) {
        self.inner.await_state();
    }

    /// Whether a donor's state is awaited.
    #[must_use]
    pub fn awaits_state(&self) -> bool {
        self.inner.awaits_state()
    }

    /// Appends what a peer needs to go on from the last confirmed frame. Returns the frame that
    /// is next for it.
    pub fn donate(&self, out: &mut Vec<u8>) -> Frame {
        self.inner.donate(out)
    }

    /// Replaces the session's state by a donated one. Returns the next frame to simulate.
    ///
    /// # Errors
    /// When the bytes are no donation to this session; nothing has changed then.
    pub fn adopt(&mut self, donated: &[u8]) -> Result<Frame, BadState> {
        self.inner.adopt(donated)
    }
}
