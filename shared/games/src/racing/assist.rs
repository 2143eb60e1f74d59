//! Assists: pure functions that shape a pad word before it is pushed into the session. The
//! simulation never knows.

use super::pad::{self, Controls};
use super::race::Race;
use super::tune;
use crate::fix::Fix;
use netplay::ids::{PadWord, Seat};

/// What a player has switched on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Assists {
    /// The throttle is held whenever the brake is not.
    pub auto_accelerate: bool,
    /// The wheel is nudged away from the edge of the road.
    pub smart_steering: bool,
}

/// Ticks after the start at which auto-accelerate presses: an ordinary start, never wheel-spin.
const AUTO_START_TICKS: u32 = 8;
/// Seconds ahead that smart steering looks, in hundredths.
const LOOK_CENTISECONDS: i32 = 55;

impl Assists {
    /// The word to push for `seat` instead of `word`, given the race as it is now.
    #[must_use]
    pub fn shape(self, word: PadWord, race: &Race, seat: Seat) -> PadWord {
        let mut word = word;
        if self.auto_accelerate
            && word.0 & pad::BRAKE == 0
            && race.tick >= tune::GO_TICK + AUTO_START_TICKS
        {
            word.0 |= pad::THROTTLE;
        }
        if self.smart_steering { steered(word, race, seat) } else { word }
    }
}

/// Turns the wheel by as much as is needed to stay on the road, and by no more.
fn steered(word: PadWord, race: &Race, seat: Seat) -> PadWord {
    let Some(car) = race.cars.get(seat.index()) else { return word };
    let controls = Controls::read(word);
    let forward = car.vel.dot(car.heading.unit());
    if controls.drift || forward < Fix::int(4) {
        return word;
    }
    let soon = car.pos + car.vel * Fix::ratio(LOOK_CENTISECONDS, 100);
    let place = race.track.locate(soon);
    let room = (place.half - Fix::int(2)).max(Fix::ONE);
    let over = if place.side > room {
        place.side - room
    } else if place.side < -room {
        place.side + room
    } else {
        return word;
    };
    let nudge = -(over.scale(1, 3)).clamp(-Fix::ONE, Fix::ONE);
    let steer = (controls.steer + nudge).clamp(-Fix::ONE, Fix::ONE);
    Controls { steer, ..controls }.word()
}
