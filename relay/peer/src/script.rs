//! What a pad does when nobody holds it: a function of the frame, so that a run can be repeated.

use clap::ValueEnum;
use games::golf::{self, Stroke, Wish};
use games::racing::pad;
use games::{GameId, hunt};
use netplay::ids::{Frame, PadWord, Seat};
use netplay::limits::TICK_HZ;

/// Frames between two turns of the wheel: a quarter of a second.
const TURN_FRAMES: u32 = 15;
/// A stroke or a tag is held for so long: what counts is that it begins.
const STRIKE_FRAMES: u32 = 6;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Script {
    /// Nothing is pressed
    Still,
    /// Full throttle, and the wheel changes every quarter of a second; in golf a stroke a second,
    /// in a hunt a walk about
    #[default]
    Walk,
}

impl Script {
    /// The pad of this seat in this frame of this game.
    pub(crate) fn pad_in(self, game: GameId, seat: Seat, frame: Frame) -> PadWord {
        let (second, part) = (frame.0 / TICK_HZ, frame.0 % TICK_HZ);
        match (self, game) {
            (Self::Still, _) | (_, GameId::Racing) => self.pad(seat, frame),
            (Self::Walk, GameId::Golf) if part < STRIKE_FRAMES => {
                let angle = (second * 389 + u32::from(seat.0) * 67) % u32::from(golf::pad::ANGLES);
                let power = (8 + second * 7 % 20) as u8;
                Wish::Strike(Stroke { angle: angle as u16, power }).word()
            }
            (Self::Walk, GameId::Golf) => Wish::Idle.word(),
            (Self::Walk, GameId::Hunt) => {
                let turn =
                    (frame.0 / TURN_FRAMES).wrapping_mul(0x1357) + u32::from(seat.0) * 0x2000;
                let acts = part < STRIKE_FRAMES;
                hunt::pad::with_stick(if acts { hunt::pad::ACT } else { 0 }, Some(turn as u16))
            }
        }
    }

    /// The pad of a car, or of who walks in an arena. Seats turn the same way at different times.
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

    #[test]
    fn whoever_walks_does_something_of_every_game_and_who_stands_still_nothing() {
        for game in GameId::ALL {
            let words = |script: Script| {
                let words = (0..120).map(|frame| script.pad_in(game, Seat(1), Frame(frame)).0);
                words.collect::<std::collections::BTreeSet<_>>()
            };
            assert!(words(Script::Walk).len() > 1, "{game:?}");
            assert_eq!(words(Script::Still).into_iter().collect::<Vec<_>>(), [0]);
        }
    }
}
