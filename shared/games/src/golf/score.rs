//! What a hole was worth, and what that is called.

use crate::state::state_struct;

/// What golfers call a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreName {
    /// Tee to cup in one.
    Ace,
    /// Three under par.
    Albatross,
    /// Two under.
    Eagle,
    /// One under.
    Birdie,
    /// Exactly.
    Par,
    /// One over.
    Bogey,
    /// Two over.
    DoubleBogey,
    /// Three over.
    TripleBogey,
    /// More than that over par.
    Over(u8),
}

impl ScoreName {
    /// The name of so many strokes on a hole of that par.
    #[must_use]
    pub const fn of(strokes: u8, par: u8) -> Self {
        if strokes == 1 {
            return Self::Ace;
        }
        match strokes as i16 - par as i16 {
            i16::MIN..=-3 => Self::Albatross,
            -2 => Self::Eagle,
            -1 => Self::Birdie,
            0 => Self::Par,
            1 => Self::Bogey,
            2 => Self::DoubleBogey,
            3 => Self::TripleBogey,
            over => Self::Over(over as u8),
        }
    }
}

/// How a hole ended for a ball.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ending {
    /// It is not played yet.
    #[default]
    Open,
    /// In the cup.
    Holed,
    /// Its player picked it up.
    PickedUp,
    /// The stroke limit was reached.
    StrokeLimit,
    /// The hole's time was up.
    TimeUp,
}

impl Ending {
    const ALL: [Self; 5] =
        [Self::Open, Self::Holed, Self::PickedUp, Self::StrokeLimit, Self::TimeUp];

    pub(super) fn of_byte(byte: u8) -> Self {
        Self::ALL.get(usize::from(byte)).copied().unwrap_or_default()
    }
}

state_struct! {
    /// One square of the card, as it is saved.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub(crate) struct Square {
        pub(crate) strokes: u8,
        pub(crate) ending: u8,
        pub(crate) points: u8,
    }
}

impl Square {
    pub(crate) const fn is_possible(self) -> bool {
        self.strokes <= STROKES_MOST && self.ending <= 4 && self.points <= 8
    }

    pub(crate) fn shown(self) -> HoleScore {
        let Self { strokes, ending, points } = self;
        HoleScore { strokes, points, ending: Ending::of_byte(ending) }
    }
}

/// No hole counts more than this, whatever the mode.
pub(crate) const STROKES_MOST: u8 = 99;

/// One square of the card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HoleScore {
    /// Strokes, penalties counted.
    pub strokes: u8,
    /// How it ended: why the strokes are what they are.
    pub ending: Ending,
    /// Of the hole: 1 for the winner of a match hole; in a race more for the earlier.
    pub points: u8,
}
