//! Sessions: what turns everybody's inputs into one state.
//!
//! The caller's loop, once a step:
//!
//! ```text
//! while let Some(message) = arrived() { session.handle(&message)? }
//! while session.wants_local_input()   { session.push_local(pad) }
//! match session.advance()             { Advanced(frame) | Replayed(frame) | Stalled { … } | … }
//! while let Some(message) = session.poll_message() { send(message) }
//! while let Some(event) = session.poll_event()     { tell(event) }
//! ```
//!
//! Two peers, here with a wire that is a function call:
//!
//! ```
//! use netplay::hash::StateHasher;
//! use netplay::ids::{Frame, PadWord, PlayerId, Seat, StateHash};
//! use netplay::session::{LockstepConfig, LockstepSession, Step};
//! use netplay::sim::Simulation;
//! use netplay::wire::Controller;
//!
//! struct Tug(i32);
//! impl Simulation for Tug {
//!     type Input = PadWord;
//!     fn tick(&mut self, inputs: &[PadWord]) {
//!         self.0 += i32::from(inputs[0].0) - i32::from(inputs[1].0);
//!     }
//!     fn state_hash(&self) -> StateHash {
//!         StateHasher::new().i32(self.0).finish()
//!     }
//! }
//!
//! let humans = [1, 2].map(|id| Controller::Human { player: PlayerId(id) });
//! let [mut left, mut right] = [(1, 0), (2, 1)].map(|(id, seat)| {
//!     let config = LockstepConfig::new(PlayerId(id), Some(Seat(seat)), humans.to_vec());
//!     LockstepSession::new(Tug(0), config).unwrap()
//! });
//! for _ in 0..60 {
//!     left.push_local(PadWord(3));
//!     right.push_local(PadWord(1));
//!     while let Some(message) = left.poll_message() { right.handle(&message).unwrap() }
//!     while let Some(message) = right.poll_message() { left.handle(&message).unwrap() }
//!     assert!(matches!(left.advance(), Step::Advanced(_)));
//!     assert!(matches!(right.advance(), Step::Advanced(_)));
//! }
//! assert_eq!(left.frame(), Frame(60));
//! assert_eq!(left.last_checkpoint(), right.last_checkpoint());
//! ```

pub mod authority;
pub mod bundle;
pub mod clock;
mod config;
mod exchange;
mod fault;
mod lockstep;
pub mod microscope;
pub mod replay;
mod rollback;
mod sealed;
pub mod server;
pub mod sync_test;
pub mod transfer;
pub mod turns;
pub mod views;

pub use config::{ConfigError, LockstepConfig};
pub use fault::PeerFault;
pub use lockstep::LockstepSession;
pub use rollback::{OwnDelay, RollbackConfig, RollbackSession, RollbackStats, Saving};
pub use sealed::{SealedConfig, SealedConfigError, SealedSession, SealedStats};

use crate::ids::{Frame, PlayerId, Seat, SeatSet, StateHash};
use crate::wire::Controller;
use alloc::vec::Vec;

/// What became of a request to let time move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// This frame was simulated.
    Advanced(Frame),
    /// This past frame was simulated again: a guess about it was wrong. Nothing is to be shown
    /// yet; look whether it raised anything, and call again. Only in a [`RollbackSession`].
    Replayed(Frame),
    /// The inputs of these seats are missing.
    Stalled {
        /// The seats waited for.
        waiting_on: SeatSet,
    },
    /// The session is paused and has gone as far as everybody's inputs reach.
    Paused,
    /// The session waits for a donor's state; see [`LockstepSession::adopt`].
    Joining,
    /// A difference was found and the session has stopped for good, or until a donor's state is
    /// adopted.
    Halted,
}

/// What a session has to tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionEvent {
    /// A peer's state differs from ours. Told once.
    Desync {
        /// The first checkpoint that differs.
        frame: Frame,
        /// Our digest.
        ours: StateHash,
        /// Theirs.
        theirs: StateHash,
        /// Whose.
        player: PlayerId,
    },
    /// A seat changed hands at a frame that is already simulated here: this peer's state is
    /// nobody else's any more. The session has halted; a donor's state brings it back.
    Overtaken {
        /// Which seat.
        seat: Seat,
        /// The frame from which everybody else differs.
        from: Frame,
    },
    /// From this frame on, which is the next one, somebody else drives the seat.
    SeatChanged {
        /// Which seat.
        seat: Seat,
        /// Who drives it.
        controller: Controller,
        /// From when.
        from: Frame,
    },
    /// Somebody paused the session.
    Paused(PlayerId),
    /// Somebody let it go on.
    Resumed(PlayerId),
    /// A checkpoint of ours that every human peer confirmed.
    Confirmed(Frame, StateHash),
}

/// A frame whose every word is known here: what recordings, evidence and statistics are made of.
/// Told in the order of the frames, without a gap, to who asks for it by
/// [`tells_confirmed`](LockstepConfig::tells_confirmed).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confirmed<I> {
    /// Which frame.
    pub frame: Frame,
    /// What the simulation was given, a word a seat.
    pub inputs: Vec<I>,
    /// Who took over which seat just before it.
    pub changes: Vec<(Seat, Controller)>,
}
