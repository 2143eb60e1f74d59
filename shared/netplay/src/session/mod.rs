//! Sessions: what turns everybody's inputs into one state.

use crate::ids::{Frame, PlayerId, Seat, StateHash};
use crate::wire::Controller;
use alloc::vec::Vec;

/// What became of a request to let time move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// This frame was simulated.
    Advanced(Frame),
    /// The inputs of these seats are missing.
    Stalled {
        /// The seats waited for, in order.
        waiting_on: Vec<Seat>,
    },
    /// The session is paused and has reached the frame where everybody stops.
    Paused,
    /// A difference was found and the session has stopped for good.
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
    /// From this frame on somebody else drives the seat.
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
