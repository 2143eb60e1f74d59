//! What a driver looks at: where the racing line goes from here, and how fast it may be taken.

use games::fix::{Angle, Fix};
use games::racing::{CarView, Track};

/// The line ahead, as seen from the own car.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wheel {
    /// The turn that points the nose at it; 65536 is a full one, to the right is positive.
    pub(super) turn: i32,
    /// How much faster the car may be here, in hundredths of a metre a second.
    pub(super) spare_cms: i32,
}

impl Wheel {
    /// What the driver of this car sees.
    pub(super) fn of(car: &CarView, track: &Track) -> Option<Self> {
        // 5 m ahead, and as far as the car comes in a third of a second.
        let look = Fix::int(5) + Fix::ratio(i32::from(car.speed_cms), 300);
        let along = track.wrap(track.locate(car.pos).along + look);
        let line = track.line.get(track.sample_at(along))?;
        let way = track.point(along, line.side) - car.pos;
        let turn = Angle(car.heading).to(way.angle());
        let spare_cms = line.speed.scale(100, 1).whole() - i32::from(car.speed_cms);
        Some(Self { turn, spare_cms })
    }
}
