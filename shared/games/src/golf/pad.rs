//! What the bits of a pad word mean to a golfer: one word is one stroke.
//!
//! A stroke or a command counts on the tick where the word *becomes* it, so a page may hold it for
//! some frames; between two equal strokes the word must have been something else.

use super::tune;
use crate::fix::{Angle, Fix};
use netplay::ids::PadWord;

/// With it, the word is a stroke.
pub const STRIKE: u16 = 1 << 15;
/// A turn has so many directions.
pub const ANGLES: u16 = 1024;
/// The strongest stroke.
pub const POWER_MOST: u8 = 31;

/// What a word says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Nothing.
    Idle,
    /// Aims: for the others to see, nothing more.
    Aim(Stroke),
    /// Strikes.
    Strike(Stroke),
    /// Picks the ball up and is done with the hole.
    PickUp,
    /// Takes the last stroke back (practice).
    Undo,
    /// Skips the fly-over, or is done with the card.
    Ready,
    /// Plays the hole again from the tee (practice).
    Retry,
}

/// A direction and a power.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stroke {
    /// 1024 is a turn, 0 to the right, clockwise.
    pub angle: u16,
    /// 0 (a touch) to 31.
    pub power: u8,
}

impl Stroke {
    /// The direction.
    #[must_use]
    pub const fn heading(self) -> Angle {
        Angle(self.angle << 6)
    }

    /// How fast a ball starts.
    pub(super) fn speed(self) -> Fix {
        let span = tune::FULL - tune::TOUCH;
        tune::TOUCH + span.scale(self.power.min(POWER_MOST).into(), POWER_MOST.into())
    }

    /// The power that comes nearest to a speed.
    pub(super) fn power_for(speed: Fix) -> u8 {
        let (over, span) = (speed - tune::TOUCH, tune::FULL - tune::TOUCH);
        let steps = over.scale(2 * i32::from(POWER_MOST), 1) / span + Fix::ONE;
        (steps.whole() / 2).clamp(0, POWER_MOST.into()) as u8
    }
}

impl Wish {
    /// What a word says. Every word says something.
    #[must_use]
    pub const fn read(word: PadWord) -> Self {
        let power = (word.0 >> 10 & 31) as u8;
        let stroke = Stroke { angle: word.0 & (ANGLES - 1), power };
        if word.0 & STRIKE != 0 {
            return Self::Strike(stroke);
        }
        if power > 0 {
            return Self::Aim(stroke);
        }
        match stroke.angle {
            1 => Self::PickUp,
            2 => Self::Undo,
            3 => Self::Ready,
            4 => Self::Retry,
            _ => Self::Idle,
        }
    }

    /// The word that says this. An aim without power says nothing.
    #[must_use]
    pub const fn word(self) -> PadWord {
        PadWord(match self {
            Self::Idle => 0,
            Self::Aim(stroke) => bits(stroke),
            Self::Strike(stroke) => STRIKE | bits(stroke),
            Self::PickUp => 1,
            Self::Undo => 2,
            Self::Ready => 3,
            Self::Retry => 4,
        })
    }
}

const fn bits(stroke: Stroke) -> u16 {
    let power = if stroke.power > POWER_MOST { POWER_MOST } else { stroke.power };
    (stroke.angle % ANGLES) | (power as u16) << 10
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_says_something_and_what_is_said_survives_the_word() {
        for word in 0..=u16::MAX {
            let wish = Wish::read(PadWord(word));
            if wish == Wish::Idle {
                assert_eq!(wish.word(), PadWord(0));
            } else {
                assert_eq!(wish.word(), PadWord(word));
            }
        }
    }
}
