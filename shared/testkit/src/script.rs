//! What a scripted player presses.

use netplay::ids::{Frame, PadWord, Seat};

/// The pad word of a seat in a frame: held for a few frames, as thumbs do, and never neutral.
#[must_use]
pub fn pad(seed: u64, seat: Seat, frame: Frame) -> PadWord {
    let held = u64::from(frame.0 / 5) << 16 | u64::from(seat.0);
    let mut mixed = (held ^ seed).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    PadWord((mixed >> 40) as u16 | 1)
}
