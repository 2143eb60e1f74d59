//! What a game owes the core.

mod events;
mod inspect;
mod replicated;
mod schema;
mod world;

pub use events::{BadEvent, EventSim};
pub use inspect::{Difference, Inspect, Part, Value, Visitor, difference, saved_difference};
pub use replicated::{Replicated, identity_of};
pub use schema::{
    BadSchema, ComponentDef, EntityKind, FieldDef, FieldKind, InputDef, NetId, Owner, Rate, Schema,
};
pub use world::{EntityState, EntityView, GameEvent, InputFrame, View, WorldState};

use crate::ids::{PadWord, Seat, StateHash};
use crate::wire::{Controller, WordSize};
use alloc::vec::Vec;

/// What one seat says in one frame: a value of fixed size on the wire.
///
/// `Default` is the neutral input of a seat that says nothing.
pub trait Input: Copy + Default + PartialEq + core::fmt::Debug {
    /// Its size on the wire.
    const SIZE: WordSize;

    /// Appends exactly [`SIZE`](Self::SIZE) bytes.
    fn write(&self, out: &mut Vec<u8>);

    /// The input that these [`SIZE`](Self::SIZE) bytes are. Every byte string must mean something:
    /// it comes from a peer.
    fn read(bytes: &[u8]) -> Self;
}

impl Input for PadWord {
    const SIZE: WordSize = WordSize::PAD;

    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.0.to_le_bytes());
    }

    fn read(bytes: &[u8]) -> Self {
        Self(bytes.first_chunk().copied().map_or(0, u16::from_le_bytes))
    }
}

/// A deterministic game: the same start and the same inputs give the same state on every
/// machine. No wall clock, no host's randomness, no floating point, no hash-map order.
///
/// ```
/// use netplay::hash::StateHasher;
/// use netplay::ids::{PadWord, StateHash};
/// use netplay::sim::Simulation;
///
/// struct Tug(i32);
///
/// impl Simulation for Tug {
///     type Input = PadWord;
///     fn tick(&mut self, inputs: &[PadWord]) {
///         for (seat, pad) in inputs.iter().enumerate() {
///             self.0 += if seat % 2 == 0 { i32::from(pad.0) } else { -i32::from(pad.0) };
///         }
///     }
///     fn state_hash(&self) -> StateHash {
///         StateHasher::new().i32(self.0).finish()
///     }
/// }
/// ```
pub trait Simulation {
    /// What a seat says in a frame.
    type Input: Input;

    /// One step. `inputs` has one entry a seat, in seat order; the entry of a seat that the AI
    /// drives is the neutral input.
    fn tick(&mut self, inputs: &[Self::Input]);

    /// The digest of the whole state. Equal states have equal digests on every platform.
    fn state_hash(&self) -> StateHash;

    /// From the next tick on, this is who drives the seat. A game with an AI switches it here.
    fn set_seat_controller(&mut self, _seat: Seat, _controller: Controller) {}

    /// How far apart two seats are, in a measure of the game's own: what is wrong about those near
    /// to a player is corrected first. Says nothing about the state.
    fn distance(&self, _one: Seat, _other: Seat) -> u64 {
        0
    }
}

/// A simulation whose state can be kept and brought back, and can travel to another machine.
pub trait Rewind: Simulation {
    /// Appends the whole state, who drives which seat included.
    fn save(&self, out: &mut Vec<u8>);

    /// Replaces the state by a saved one. The bytes may come from a peer.
    ///
    /// # Errors
    /// When they are not a state of this simulation; the simulation is then unchanged.
    fn load(&mut self, bytes: &[u8]) -> Result<(), BadState>;
}

/// The bytes are not a saved state of this simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadState;

impl core::fmt::Display for BadState {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("the bytes are not a state of this simulation")
    }
}

impl core::error::Error for BadState {}
