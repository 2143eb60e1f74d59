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
