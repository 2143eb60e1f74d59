//! A session of either kind, so that every story can be told of both.

use crate::ToyGame;
use netplay::ids::{Frame, PadWord, PlayerId, Seat, StateHash};
use netplay::session::{
    Confirmed, LockstepConfig, LockstepSession, PeerFault, RollbackSession, RollbackStats,
    SessionEvent, Step,
};
use netplay::sim::BadState;
use netplay::track::Evidence;
use netplay::wire::{Controller, Message};

/// Lockstep or rollback, by the same verbs.
#[derive(Debug)]
pub enum Session {
    /// Waits for every word.
    Lockstep(Box<LockstepSession<ToyGame>>),
    /// Guesses those that are missing.
    Rollback(Box<RollbackSession<ToyGame>>),
}

macro_rules! either {
    ($self:ident.$verb:ident($($argument:expr),*)) => {
        match $self {
            Session::Lockstep(session) => session.$verb($($argument),*),
            Session::Rollback(session) => session.$verb($($argument),*),
        }
    };
}

#[allow(missing_docs)]
impl Session {
    #[must_use]
    pub fn wants_local_input(&self) -> bool {
        either!(self.wants_local_input())
    }

    #[must_use]
    pub fn wanted_frame(&self) -> Option<Frame> {
        either!(self.wanted_frame())
    }

    pub fn push_local(&mut self, input: PadWord) {
        either!(self.push_local(input));
    }

    pub fn advance(&mut self) -> Step {
        let step = either!(self.advance());
        if let (Self::Lockstep(session), Step::Advanced(_)) = (&mut *self, step) {
            session.remember();
        }
        step
    }

    #[must_use]
    pub fn evidence(&self) -> &Evidence {
        either!(self.evidence())
    }

    pub fn handle(&mut self, message: &Message) -> Result<(), PeerFault> {
        either!(self.handle(message))
    }

    pub fn poll_message(&mut self) -> Option<Message> {
        either!(self.poll_message())
    }

    pub fn poll_event(&mut self) -> Option<SessionEvent> {
        either!(self.poll_event())
    }

    pub fn poll_confirmed(&mut self) -> Option<Confirmed<PadWord>> {
        either!(self.poll_confirmed())
    }

    pub fn pause(&mut self) {
        either!(self.pause());
    }

    pub fn resume(&mut self) {
        either!(self.resume());
    }

    #[must_use]
    pub fn paused_by(&self) -> Option<PlayerId> {
        either!(self.paused_by())
    }

    #[must_use]
    pub fn frame(&self) -> Frame {
        either!(self.frame())
    }

    /// The first frame that is not final.
    #[must_use]
    pub fn confirmed_frame(&self) -> Frame {
        match self {
            Self::Lockstep(session) => session.frame(),
            Self::Rollback(session) => session.confirmed_frame(),
        }
    }

    #[must_use]
    pub fn simulation(&self) -> &ToyGame {
        either!(self.simulation())
    }

    #[must_use]
    pub fn config(&self) -> &LockstepConfig {
        either!(self.config())
    }

    #[must_use]
    pub fn last_checkpoint(&self) -> Option<(Frame, StateHash)> {
        either!(self.last_checkpoint())
    }

    #[must_use]
    pub fn controller(&self, seat: Seat) -> Option<Controller> {
        either!(self.controller(seat))
    }

    #[must_use]
    pub fn end(&self, seat: Seat) -> Frame {
        either!(self.end(seat))
    }

    #[must_use]
    pub fn behind_frames(&self) -> u32 {
        either!(self.behind_frames())
    }

    pub fn lead_256(&mut self, trip_ms: impl Fn(PlayerId) -> u32) -> u32 {
        either!(self.lead_256(trip_ms))
    }

    pub fn await_state(&mut self) {
        either!(self.await_state());
    }

    #[must_use]
    pub fn awaits_state(&self) -> bool {
        either!(self.awaits_state())
    }

    pub fn donate(&self, out: &mut Vec<u8>) -> Frame {
        either!(self.donate(out))
    }

    pub fn adopt(&mut self, donated: &[u8]) -> Result<Frame, BadState> {
        either!(self.adopt(donated))
    }

    /// What guessing came to; nothing in lockstep.
    #[must_use]
    pub fn stats(&self) -> RollbackStats {
        match self {
            Self::Lockstep(_) => RollbackStats::default(),
            Self::Rollback(session) => session.stats(),
        }
    }

    /// How long its own words wait.
    #[must_use]
    pub fn own_delay_frames(&self) -> u8 {
        match self {
            Self::Lockstep(session) => session.config().input_delay_frames,
            Self::Rollback(session) => session.own_delay_frames(),
        }
    }

    /// Whether it guesses.
    #[must_use]
    pub fn is_rollback(&self) -> bool {
        matches!(self, Self::Rollback(_))
    }
}
