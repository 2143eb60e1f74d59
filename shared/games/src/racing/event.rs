//! What happened in a tick: for sounds, sparks and words. Not part of the state.

use super::time::Moment;
use crate::fix::Vec2;
use netplay::ids::Seat;

/// One thing that happened in the last tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RaceEvent {
    /// The lights show 3, 2 or 1.
    Light(u8),
    /// The lights are out: go.
    Go,
    /// A throttle pressed at the right moment.
    PerfectStart(Seat),
    /// A throttle pressed too early.
    WheelSpin(Seat),
    /// A gate was crossed in its turn; 0 is the line.
    Gate {
        /// Whose.
        seat: Seat,
        /// Which.
        gate: u8,
    },
    /// A gate was passed by: turn back.
    GateMissed {
        /// Whose.
        seat: Seat,
        /// Which.
        gate: u8,
    },
    /// A lap is done.
    Lap {
        /// Whose.
        seat: Seat,
        /// How many now.
        done: u8,
        /// How long it took.
        took: Moment,
        /// Whether it is the car's best so far.
        best: bool,
    },
    /// The line was crossed after too short a way: the lap goes on.
    LapTooShort(Seat),
    /// Driving against the race.
    WrongWay(Seat),
    /// Two cars touched.
    Bump {
        /// The lower seat.
        seat: Seat,
        /// The higher one.
        other: Seat,
        /// Between the two.
        at: Vec2,
        /// How hard, in tenths of a metre a second.
        force: u16,
    },
    /// A car touched the wall.
    Wall {
        /// Whose.
        seat: Seat,
        /// Where.
        at: Vec2,
        /// How hard, in tenths of a metre a second.
        force: u16,
    },
    /// A drift began.
    DriftStart(Seat),
    /// A drift is charged to a tier, 1 or 2.
    DriftTier {
        /// Whose.
        seat: Seat,
        /// To which.
        tier: u8,
    },
    /// A boost began.
    Boost {
        /// Whose.
        seat: Seat,
        /// Where from.
        from: BoostSource,
    },
    /// A car was put back at its last gate.
    Respawn(Seat),
    /// A car is home.
    Finish {
        /// Whose.
        seat: Seat,
        /// As which; equal times share a place.
        place: u8,
    },
    /// Less than 0.05 s between this car and the one before it at the line.
    PhotoFinish(Seat),
    /// The race is over; [`results`](super::Race::results) has them.
    Over,
}

impl RaceEvent {
    /// Whom it happens to.
    #[must_use]
    pub const fn seats(&self) -> [Option<Seat>; 2] {
        match *self {
            Self::Light(_) | Self::Go | Self::Over => [None; 2],
            Self::Bump { seat, other, .. } => [Some(seat), Some(other)],
            Self::PerfectStart(seat)
            | Self::WheelSpin(seat)
            | Self::Gate { seat, .. }
            | Self::GateMissed { seat, .. }
            | Self::Lap { seat, .. }
            | Self::LapTooShort(seat)
            | Self::WrongWay(seat)
            | Self::Wall { seat, .. }
            | Self::DriftStart(seat)
            | Self::DriftTier { seat, .. }
            | Self::Boost { seat, .. }
            | Self::Respawn(seat)
            | Self::Finish { seat, .. }
            | Self::PhotoFinish(seat) => [Some(seat), None],
        }
    }

    /// Whether it is the clock's doing, which nobody can guess wrongly.
    #[must_use]
    pub const fn is_clock(&self) -> bool {
        matches!(self, Self::Light(_) | Self::Go)
    }

    /// Whether it is news, and news is not taken back.
    #[must_use]
    pub const fn is_news(&self) -> bool {
        matches!(
            self,
            Self::Lap { .. }
                | Self::LapTooShort(_)
                | Self::Finish { .. }
                | Self::PhotoFinish(_)
                | Self::Over
        )
    }

    /// What makes two events the same, wherever and however hard they were.
    #[must_use]
    pub fn key(&self) -> impl PartialEq + use<> {
        let detail = match *self {
            Self::Light(detail)
            | Self::Gate { gate: detail, .. }
            | Self::GateMissed { gate: detail, .. }
            | Self::Lap { done: detail, .. }
            | Self::DriftTier { tier: detail, .. } => detail,
            Self::Boost { from, .. } => from as u8,
            _ => 0,
        };
        (core::mem::discriminant(self), self.seats(), detail)
    }
}

/// Where a boost comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoostSource {
    /// A perfect start.
    Start,
    /// A drift of the first tier.
    SmallDrift,
    /// A drift of the second tier.
    BigDrift,
    /// A pad on the road.
    Pad,
}
