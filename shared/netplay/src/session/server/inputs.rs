//! The packet of the input lane: the last four frames, and what has arrived here.

use super::numbers::Numbers;
use crate::ids::ahead;
use crate::limits::{INPUT_REPEATS, INPUTS_CAP};
use crate::sim::InputFrame;
use crate::wire::{Chance, DecodeError, Packet, RangeCoder};
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
        let mut out = Vec::with_capacity(12);
        out.extend_from_slice(&(self.newest as u16).to_le_bytes());
        out.extend_from_slice(&(self.acked as u16).to_le_bytes());
        let mut coder = RangeCoder::writer(out);
        let skipped = self.frames.len().saturating_sub(INPUT_REPEATS);
        code_frames(&mut coder, inputs, self.frames.get(skipped..).unwrap_or_default());
        coder.finish_writing().into()
    }

    /// The packet that these bytes are. `near` is what `newest` and `acked` are close to: what
    /// was heard last.
    ///
    /// # Errors
    /// When they are none.
    pub fn decode(bytes: &[u8], inputs: usize, near: (u32, u32)) -> Result<Self, DecodeError> {
        let (head, rest) =
            bytes.split_first_chunk().ok_or(DecodeError::Truncated("InputPacket"))?;
        let [newest, newest_high, acked, acked_high] = *head;
        let newest = nearest(u16::from_le_bytes([newest, newest_high]), near.0);
        let acked = nearest(u16::from_le_bytes([acked, acked_high]), near.1);
        let mut coder = RangeCoder::reader(rest);
        let frames = code_frames(&mut coder, inputs, &[]);
        coder.finish_reading()?;
        Ok(Self { newest, acked, frames })
    }
}

/// Frames, oldest first, each told against the one before it; the first against one that wants
/// nothing. One walk writes and reads.
fn code_frames(
    coder: &mut RangeCoder<'_>,
    inputs: usize,
    frames: &[InputFrame],
) -> Vec<InputFrame> {
    let is_full = coder.bit(&mut Chance::new(0xf000), frames.len() == INPUT_REPEATS);
    let count = if is_full { INPUT_REPEATS } else { coder.raw(2, frames.len() as u32) as usize };
    let mut numbers = Numbers::new();
    let mut held = Chance::new(0xd000);
    let mut same = Chance::new(0xa000);
    let mut last = InputFrame::default();
    let mut told = Vec::new();
    for place in 0..count {
        let next = frames.get(place).copied().unwrap_or_default();
        if !coder.bit(&mut held, next == last) {
            for at in 0..inputs.min(INPUTS_CAP) {
                if !coder.bit(&mut same, next.get(at) == last.get(at)) {
                    let change = next.get(at).wrapping_sub(last.get(at));
                    let change = numbers.code(coder, EXPECTED, change.into()) as i16;
                    last.set(at, last.get(at).wrapping_add(change));
                }
            }
        }
        told.push(last);
    }
    told
}

/// A stick that moves goes about so far.
const EXPECTED: u32 = 9;

/// The number closest to `near` whose low 16 bits are `low`.
#[must_use]
pub fn nearest(low: u16, near: u32) -> u32 {
    near.checked_add_signed(ahead(low, near as u16).into()).unwrap_or_else(|| u32::from(low))
}
