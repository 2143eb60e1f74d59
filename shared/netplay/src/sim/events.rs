//! A game whose state moves by events that one machine decides.

use super::BadState;
use crate::ids::StateHash;
use alloc::vec::Vec;

/// A game that one player's machine decides and the others follow, event by event. The same start
/// and the same events give the same state on every machine.
///
/// Everybody holds the whole state: what must stay secret belongs into a
/// [`Table`](crate::session::views::Table).
pub trait EventSim {
    /// Something has happened. The bytes may come from a peer.
    ///
    /// # Errors
    /// When this cannot happen now; the state is then unchanged.
    fn apply_event(&mut self, event: &[u8]) -> Result<(), BadEvent>;

    /// The digest of the whole state. Equal states have equal digests on every platform.
    fn state_hash(&self) -> StateHash;

    /// Appends the whole state and says so; `false` for a game that cannot: nobody can come late
    /// to it, and no difference can be mended.
    fn save_state(&self, _out: &mut Vec<u8>) -> bool {
        false
    }

    /// Replaces the state by a saved one. The bytes may come from a peer.
    ///
    /// # Errors
    /// When they are not a state of this game; the state is then unchanged.
    fn load_state(&mut self, _state: &[u8]) -> Result<(), BadState> {
        Err(BadState)
    }
}

/// The event cannot happen in the present state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadEvent;

impl core::fmt::Display for BadEvent {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("this cannot happen now")
    }
}

impl core::error::Error for BadEvent {}
