//! What the bits of a pad word mean to a person in a hunt.
//!
//! Buttons count when they go down, so holding one is harmless; only [`ROTATE`] and
//! [`ROTATE_BACK`] repeat while they are held.

use crate::fix::Angle;
use netplay::ids::PadWord;

/// The low five bits: the direction in 32nds of a turn, 0 to the right, clockwise.
pub const DIRECTION: u16 = 0x1F;
/// Walk along the direction.
pub const MOVE: u16 = 1 << 5;
/// A seeker tags; a hider becomes the nearest prop.
pub const ACT: u16 = 1 << 6;
/// A disguised hider locks in place, or lets go.
pub const LOCK: u16 = 1 << 7;
/// A hider taunts for points.
pub const TAUNT: u16 = 1 << 8;
/// A disguised hider turns its prop a sixteenth clockwise.
pub const ROTATE: u16 = 1 << 9;
/// ... or counter-clockwise.
pub const ROTATE_BACK: u16 = 1 << 10;
/// A hider throws its squeaker ahead: a taunt from where nobody is.
pub const DECOY: u16 = 1 << 11;
/// Walk slowly.
pub const SLOW: u16 = 1 << 12;

/// What somebody wants in one tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Controls {
    pub(crate) walk: Option<Angle>,
    pub(crate) slow: bool,
    /// The buttons that are down, as bits of the word.
    pub(crate) held: u16,
}

/// Every button.
pub(crate) const BUTTONS: u16 = ACT | LOCK | TAUNT | ROTATE | ROTATE_BACK | DECOY;

impl Controls {
    /// What a pad word says. Every word says something.
    pub(crate) fn read(word: PadWord) -> Self {
        let walk = (word.0 & MOVE != 0).then_some(Angle((word.0 & DIRECTION) << 11));
        Self { walk, slow: word.0 & SLOW != 0, held: word.0 & BUTTONS }
    }
}

/// A pad word of these buttons that walks towards `heading` (65536 a turn), or stands.
#[must_use]
pub const fn with_stick(buttons: u16, heading: Option<u16>) -> PadWord {
    let buttons = buttons & !(DIRECTION | MOVE);
    PadWord(match heading {
        Some(heading) => buttons | MOVE | (heading.wrapping_add(1 << 10) >> 11),
        None => buttons,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_direction_survives_the_word_to_a_64th_of_a_turn() {
        for heading in (0..=u16::MAX).step_by(77) {
            let controls = Controls::read(with_stick(ACT | SLOW, Some(heading)));
            let off = controls.walk.expect("it walks").to(Angle(heading));
            assert!(off.abs() <= 1 << 10 && controls.slow && controls.held == ACT);
        }
        assert_eq!(Controls::read(with_stick(0xFFFF, None)).walk, None);
    }
}
