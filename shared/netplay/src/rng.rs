//! The simulation's generator: PCG32, seeded from the start order, saved with the state.

use oorandom::Rand32;

/// A small deterministic generator for simulations. Not for secrets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SimRng(Rand32);

impl SimRng {
    /// The generator of `seed`; `stream` separates independent users of one seed.
    #[must_use]
    pub fn new(seed: u64, stream: u64) -> Self {
        Self(Rand32::new_inc(seed, stream))
    }

    /// The next 32 bits.
    pub fn next_u32(&mut self) -> u32 {
        self.0.rand_u32()
    }

    /// A number from 0 up to, not including, `bound`; 0 when `bound` is 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        if bound == 0 { 0 } else { self.0.rand_range(0..bound) }
    }

    /// The whole state, to be saved with the simulation's.
    #[must_use]
    pub fn state(&self) -> (u64, u64) {
        self.0.state()
    }

    /// The generator as [`state`](Self::state) saw it.
    #[must_use]
    pub fn from_state(state: (u64, u64)) -> Self {
        Self(Rand32::from_state(state))
    }
}
