//! What a session says of a peer that is wrong.

use crate::ids::Seat;
use core::fmt;

/// The peer, or the relay that speaks for it, sent what no honest one can send: close the link.
/// What may merely be late, early or twice is no fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeerFault {
    /// The words do not have the size of the session's inputs.
    WordSize {
        /// What the session's inputs have, in bytes.
        ours: usize,
        /// What came, in bytes.
        theirs: usize,
    },
    /// The session has no such seat.
    NoSuchSeat(Seat),
    /// One seat is to change hands more often than anybody can come and go.
    TooManyChanges(Seat),
    /// More arrived while waiting for a donor's state than is kept.
    TooMuchHeld,
}

impl fmt::Display for PeerFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WordSize { ours, theirs } => {
                write!(f, "inputs of {theirs} bytes in a session of {ours}")
            }
            Self::NoSuchSeat(seat) => write!(f, "the session has no seat {}", seat.0),
            Self::TooManyChanges(seat) => write!(f, "seat {} changes hands too often", seat.0),
            Self::TooMuchHeld => f.write_str("too much arrived before the state did"),
        }
    }
}

impl core::error::Error for PeerFault {}
