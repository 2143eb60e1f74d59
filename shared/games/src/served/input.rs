//! Pad words as inputs in fixed point, and back.

use crate::racing::pad;
use alloc::vec::Vec;
use netplay::ids::PadWord;
use netplay::sim::{InputDef, InputFrame};

/// The inputs by name, in the order of a frame, and the number that means 1.
pub const INPUTS: [(&str, i16); 5] =
    [("throttle", 1), ("brake", 1), ("steer", 127), ("drift", 1), ("reset", 1)];

const STEER: usize = 2;
/// The buttons and where they stand in a frame.
const BUTTONS: [(usize, u16); 4] =
    [(0, pad::THROTTLE), (1, pad::BRAKE), (3, pad::DRIFT), (4, pad::RESET)];

pub(super) fn inputs() -> Vec<InputDef> {
    INPUTS.iter().map(|&(name, scale)| InputDef { name: name.into(), scale }).collect()
}

/// The frame that a pad word is: the same car drives the same way with either.
#[must_use]
pub fn input_of_pad(word: PadWord) -> InputFrame {
    let mut frame = InputFrame::default();
    for (at, bit) in BUTTONS {
        frame.set(at, i16::from(word.0 & bit != 0));
    }
    let stick = i16::from((word.0 >> 8) as u8 as i8).clamp(-127, 127);
    let keys = i16::from(word.0 & pad::RIGHT != 0) - i16::from(word.0 & pad::LEFT != 0);
    frame.set(STEER, if stick == 0 { keys * 127 } else { stick });
    frame
}

/// The pad word of a frame. A wheel at its stop is a key: a digital pad comes back as it was.
#[must_use]
pub fn pad_of_input(frame: &InputFrame) -> PadWord {
    let mut bits = 0;
    for (at, bit) in BUTTONS {
        if frame.get(at) > 0 {
            bits |= bit;
        }
    }
    match frame.get(STEER) {
        ..=-127 => PadWord(bits | pad::LEFT),
        127.. => PadWord(bits | pad::RIGHT),
        stick => pad::with_stick(bits, stick as i8),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::racing::pad::Controls;

    #[test]
    fn every_word_drives_the_same_way_as_its_frame() {
        for word in (0..=u16::MAX).map(PadWord) {
            let back = pad_of_input(&input_of_pad(word));
            assert_eq!(Controls::read(back), Controls::read(word), "{word:?}");
        }
    }

    #[test]
    fn a_digital_pad_comes_back_bit_for_bit() {
        let both = pad::LEFT | pad::RIGHT;
        for word in (0..1 << 6).filter(|word| word & both != both).map(PadWord) {
            assert_eq!(pad_of_input(&input_of_pad(word)), word);
        }
    }

    #[test]
    fn a_frame_beyond_its_scale_is_a_full_press() {
        let frame = InputFrame { values: [i16::MAX; 8] };
        let all = pad::THROTTLE | pad::BRAKE | pad::DRIFT | pad::RESET | pad::RIGHT;
        assert_eq!(pad_of_input(&frame), PadWord(all));
        let frame = InputFrame { values: [i16::MIN; 8] };
        assert_eq!(pad_of_input(&frame), PadWord(pad::LEFT));
    }
}
