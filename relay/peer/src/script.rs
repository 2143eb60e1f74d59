//! What a pad does when nobody holds it: a function of the frame, so that a run can be repeated.

use clap::ValueEnum;
use games::racing::pad;
use netplay::ids::{Frame, PadWord, Seat};

/// Frames between two turns of the wheel: a quarter of a second.
const TURN_FRAMES: u32 = 15;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Script {
    /// Nothing is pressed
    Still,
    /// Full throttle, and the wheel changes every quarter of a second
    #[default]
    Walk,
}

impl Script {
    /// The pad of this seat in this frame. Seats turn the same way at different times.
    pub(crate) fn pad(self, seat: Seat, frame: Frame) -> PadWord {
        match self {
            Self::Still => PadWord(0),
            Self::Walk => {
                let turn = match (frame.0 / TURN_FRAMES).wrapping_add(u32::from(seat.0)) % 4 {
                    0 => pad::LEFT,
                    2 => pad::RIGHT,
                    _ => 0,
                };
                PadWord(pad::THROTTLE | turn)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_changes_its_word_every_quarter_of_a_second_and_stillness_never() {
        let changes = |script: Script| {
            let word = |frame| script.pad(Seat(1), Frame(frame));
            (1..600).filter(|frame| word(*frame) != word(frame - 1)).count()
        };
        assert_eq!(changes(Script::Walk), 600 / 15 - 1);
        assert_eq!(changes(Script::Still), 0);
    }
}
