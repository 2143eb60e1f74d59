//! The game that both libraries play: a state of a chosen size, of which a tick moves a part.

use netplay::hash::StateHasher;
use netplay::ids::{PadWord, StateHash};
use netplay::sim::{BadState, Rewind, Simulation};

/// Words that one tick moves, whatever the state's size.
const MOVED: usize = 64;

/// A state of a chosen size in bytes.
#[derive(Clone)]
pub(crate) struct Toy {
    words: Vec<u64>,
    ticks: u64,
}

impl Toy {
    pub(crate) fn new(state_bytes: usize) -> Self {
        Self { words: (0..state_bytes as u64 / 8).collect(), ticks: 0 }
    }

    /// One tick for everybody's pads.
    pub(crate) fn step(&mut self, pads: impl Iterator<Item = u16>) {
        for (seat, pad) in pads.enumerate() {
            self.words[seat] = self.words[seat].wrapping_mul(31).wrapping_add(u64::from(pad) + 1);
        }
        let mix = self.words[0] ^ self.ticks;
        let start = (self.ticks as usize * MOVED) % self.words.len();
        for word in &mut self.words[start..start + MOVED] {
            *word = word.rotate_left(5) ^ mix;
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
        let mut hasher = StateHasher::new();
        for word in &self.words {
            hasher.u64(*word);
        }
        hasher.u64(self.ticks).finish()
    }
}

impl Rewind for Toy {
    fn save(&self, out: &mut Vec<u8>) {
        out.extend(self.words.iter().flat_map(|word| word.to_le_bytes()));
        out.extend(self.ticks.to_le_bytes());
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), BadState> {
        let (words, rest) = bytes.as_chunks::<8>();
        let [words @ .., ticks] = words else { return Err(BadState) };
        if !rest.is_empty() || words.len() != self.words.len() {
            return Err(BadState);
        }
        for (ours, theirs) in self.words.iter_mut().zip(words) {
            *ours = u64::from_le_bytes(*theirs);
        }
        self.ticks = u64::from_le_bytes(*ticks);
        Ok(())
    }
}
