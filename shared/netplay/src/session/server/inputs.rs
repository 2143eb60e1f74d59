//! The packet of the input lane: the last four frames, and what has arrived here.

use crate::limits::{INPUT_REPEATS, INPUTS_CAP};
use crate::sim::InputFrame;
use crate::wire::{DecodeError, Packet, Reader, Wire, WordSize, Writer};
use alloc::vec::Vec;

/// What a client sends after every tick of its own, and once a second while the world stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InputPacket {
    /// The number of the newest frame; the first frame is number 1.
    pub newest: u32,
    /// The tick of the newest snapshot that was read here; 0 is none.
    pub acked: u32,
    /// The newest frames, oldest first, at most [`INPUT_REPEATS`]. Without a frame it only says
    /// that the client is there.
    pub frames: Vec<InputFrame>,
}

impl InputPacket {
    /// Its bytes, where a frame has `inputs` numbers. Of `newest` and `acked` the low 16 bits travel.
    #[must_use]
    pub fn encode(&self, inputs: usize) -> Packet {
        let mut out = Writer::default();
        out.raw(&(self.newest as u16).to_le_bytes());
        out.raw(&(self.acked as u16).to_le_bytes());
        let skipped = self.frames.len().saturating_sub(INPUT_REPEATS);
        out.u8((self.frames.len() - skipped) as u8);
        for frame in self.frames.iter().skip(skipped) {
            for &value in frame.values.iter().take(inputs) {
                out.raw(&value.to_le_bytes());
            }
        }
        out.finish().into()
    }

    /// The packet that these bytes are. `near` is what `newest` and `acked` are close to: what
    /// was heard last.
    ///
    /// # Errors
    /// When they are none.
    pub fn decode(bytes: &[u8], inputs: usize, near: (u32, u32)) -> Result<Self, DecodeError> {
        let mut input = Reader::new(bytes, WordSize::PAD);
        let newest = nearest(u16::from_le_bytes(input.array("InputPacket.newest")?), near.0);
        let acked = nearest(u16::from_le_bytes(input.array("InputPacket.acked")?), near.1);
        let count = input.count(INPUT_REPEATS, "InputPacket.frames")?;
        let mut frames = Vec::new();
        for _ in 0..count {
            let mut frame = InputFrame::default();
            for at in 0..inputs.min(INPUTS_CAP) {
                frame.set(at, i16::from_le_bytes(<[u8; 2]>::read(&mut input, "InputFrame")?));
            }
            frames.push(frame);
        }
        input.finish()?;
        Ok(Self { newest, acked, frames })
    }
}

/// The number closest to `near` whose low 16 bits are `low`.
#[must_use]
pub fn nearest(low: u16, near: u32) -> u32 {
    let ahead = low.wrapping_sub(near as u16) as i16;
    near.checked_add_signed(ahead.into()).unwrap_or_else(|| u32::from(low))
}
