//! The game that both libraries play: a state of a chosen size, of which a tick moves a part.

use netplay::hash::StateHasher;
use netplay::ids::{PadWord, StateHash};
use netplay::sim::{BadState, Rewind, Simulation};

/// Bytes that one tick moves, whatever the state's size.
const MOVED: usize = 512;

/// A state of a chosen size in bytes: to copy it is one `memcpy`, so that what is measured is the
/// library and not the toy.
#[derive(Clone)]
pub(crate) struct Toy {
    bytes: Vec<u8>,
    ticks: u32,
}

impl Toy {
    pub(crate) fn new(state_bytes: usize) -> Self {
        Self { bytes: (0..state_bytes).map(|at| at as u8).collect(), ticks: 0 }
    }

    /// One tick for everybody's pads.
    pub(crate) fn step(&mut self, pads: impl Iterator<Item = u16>) {
        let mut mix = self.ticks;
        for (seat, pad) in pads.enumerate() {
            self.bytes[seat] = self.bytes[seat].wrapping_mul(31).wrapping_add(pad as u8 | 1);
            mix = mix.rotate_left(7) ^ u32::from(self.bytes[seat]);
        }
        let start = (self.ticks as usize * MOVED) % self.bytes.len();
        for byte in &mut self.bytes[start..start + MOVED] {
            *byte = byte.rotate_left(3) ^ mix as u8;
        }
        self.ticks += 1;
    }

    pub(crate) fn digest(&self) -> u64 {
        self.state_hash().0
    }
}

/// What a player presses in a frame: another pad every eight frames, not all in the same one.
pub(crate) fn pad(player: usize, frame: u32) -> u16 {
    let turn = (frame + player as u32 * 3) / 8;
    (turn.wrapping_mul(0x9E37_79B9) >> 20) as u16 ^ player as u16
}

impl Simulation for Toy {
    type Input = PadWord;

    fn tick(&mut self, inputs: &[PadWord]) {
        self.step(inputs.iter().map(|pad| pad.0));
    }

    fn state_hash(&self) -> StateHash {
        StateHasher::new().bytes(&self.bytes).u32(self.ticks).finish()
    }
}

impl Rewind for Toy {
    fn save(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.bytes);
        out.extend_from_slice(&self.ticks.to_le_bytes());
    }

    fn load(&mut self, saved: &[u8]) -> Result<(), BadState> {
        let (bytes, ticks) = saved.split_last_chunk().ok_or(BadState)?;
        if bytes.len() != self.bytes.len() {
            return Err(BadState);
        }
        self.bytes.copy_from_slice(bytes);
        self.ticks = u32::from_le_bytes(*ticks);
        Ok(())
    }
}
