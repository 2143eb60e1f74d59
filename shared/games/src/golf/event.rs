//! What happened in a tick: for sounds, splashes and words. Not part of the state.

use super::score::{Ending, ScoreName};
use crate::fix::Vec2;
use netplay::ids::Seat;

/// One thing that happened in the last tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GolfEvent {
    /// The flight over a hole begins.
    FlyOver {
        /// Which hole of the round, from 0.
        hole: u8,
    },
    /// A hole begins: strike.
    Play {
        /// Which hole of the round, from 0.
        hole: u8,
    },
    /// Ten seconds are left, then five, four, and so on.
    TimeLow(u8),
    /// It is this seat's turn.
    Turn(Seat),
    /// A ball was struck.
    Stroke {
        /// Whose.
        seat: Seat,
        /// The how many-th of this hole.
        strokes: u8,
        /// 0 to 31.
        power: u8,
    },
    /// A ball touched something hard.
    Bounce {
        /// Whose.
        seat: Seat,
        /// Where.
        at: Vec2,
        /// What.
        off: Hard,
        /// How hard, in tenths of a metre a second.
        force: u16,
    },
    /// Two balls touched.
    Knock {
        /// The lower seat.
        seat: Seat,
        /// The higher one.
        other: Seat,
        /// Between the two.
        at: Vec2,
        /// How hard, in tenths of a metre a second.
        force: u16,
    },
    /// A ball rolls onto sand, ice, a conveyor, a slope, or back onto the green.
    Onto {
        /// Whose.
        seat: Seat,
        /// Onto what.
        surface: super::Surface,
    },
    /// A ball fell into water or left the course: a stroke more.
    Lost {
        /// Whose.
        seat: Seat,
        /// Where.
        at: Vec2,
        /// Water, otherwise out of bounds.
        water: bool,
    },
    /// A lost ball lies on the green again.
    Back(Seat),
    /// A ball went into a tunnel.
    TunnelIn {
        /// Whose.
        seat: Seat,
        /// Which.
        tunnel: u8,
    },
    /// And came out.
    TunnelOut {
        /// Whose.
        seat: Seat,
        /// Which.
        tunnel: u8,
    },
    /// A ball was too fast for the cup and curled around it.
    LipOut(Seat),
    /// A ball lies still.
    Rest(Seat),
    /// In the cup.
    Holed {
        /// Whose.
        seat: Seat,
        /// The how many-th of this hole went in, penalties counted.
        strokes: u8,
        /// What that is called.
        name: ScoreName,
        /// The how many-th ball home; equal times share a place.
        place: u8,
    },
    /// Not in the cup and done with the hole.
    PickedUp {
        /// Whose.
        seat: Seat,
        /// Why.
        why: Ending,
    },
    /// A stroke was taken back (practice).
    Undone(Seat),
    /// A hole is played again from the tee (practice).
    Retried(Seat),
    /// The card of a hole is shown.
    Card {
        /// Which hole of the round, from 0.
        hole: u8,
    },
    /// The round is over; [`results`](super::Golf::results) has them.
    Over,
}

/// What a ball bounces off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hard {
    /// A wall or a post.
    Wall,
    /// Something that gives more than it got.
    Bumper,
    /// A moving wall.
    Mover,
    /// A gate that is shut.
    Gate,
}

impl GolfEvent {
    /// Whom it happens to.
    #[must_use]
    pub const fn seats(&self) -> [Option<Seat>; 2] {
        match *self {
            Self::FlyOver { .. }
            | Self::Play { .. }
            | Self::TimeLow(_)
            | Self::Card { .. }
            | Self::Over => [None, None],
            Self::Knock { seat, other, .. } => [Some(seat), Some(other)],
            Self::Turn(seat)
            | Self::Stroke { seat, .. }
            | Self::Bounce { seat, .. }
            | Self::Onto { seat, .. }
            | Self::Lost { seat, .. }
            | Self::Back(seat)
            | Self::TunnelIn { seat, .. }
            | Self::TunnelOut { seat, .. }
            | Self::LipOut(seat)
            | Self::Rest(seat)
            | Self::Holed { seat, .. }
            | Self::PickedUp { seat, .. }
            | Self::Undone(seat)
            | Self::Retried(seat) => [Some(seat), None],
        }
    }

    /// Whether it is the clock's doing, which nobody can guess wrongly. When a hole begins and
    /// ends is the players' doing; only a flight that nobody can have skipped yet is not.
    #[must_use]
    pub const fn is_clock(&self) -> bool {
        matches!(self, Self::FlyOver { hole: 0 })
    }

    /// Whether it is news, and news is not taken back.
    #[must_use]
    pub const fn is_news(&self) -> bool {
        matches!(
            self,
            Self::Holed { .. }
                | Self::PickedUp { .. }
                | Self::Lost { .. }
                | Self::Turn(_)
                | Self::Card { .. }
                | Self::Over
        )
    }

    /// What makes two events the same, wherever and however hard they were.
    #[must_use]
    pub fn key(&self) -> impl PartialEq + use<> {
        let detail = match *self {
            Self::FlyOver { hole: detail }
            | Self::Play { hole: detail }
            | Self::TimeLow(detail)
            | Self::Stroke { strokes: detail, .. }
            | Self::TunnelIn { tunnel: detail, .. }
            | Self::TunnelOut { tunnel: detail, .. }
            | Self::Holed { strokes: detail, .. }
            | Self::Card { hole: detail } => detail,
            Self::Bounce { off, .. } => off as u8,
            Self::Onto { surface, .. } => surface as u8,
            Self::Lost { water, .. } => water as u8,
            _ => 0,
        };
        (core::mem::discriminant(self), self.seats(), detail)
    }
}
