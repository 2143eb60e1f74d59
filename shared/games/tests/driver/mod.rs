//! Somebody with a keyboard: late, and with nothing but full left and full right.

use games::fix::{Angle, Fix};
use games::racing::{GO_TICK, Race, pad};
use netplay::ids::PadWord;
use std::collections::VecDeque;

/// Frames from what is seen to what arrives: an eye, a hand, and the input delay.
const REACTION: usize = 12;

/// A person at a keyboard, and what they have thought and not yet done.
pub(crate) struct Person {
    seat: usize,
    drifts: bool,
    thoughts: VecDeque<PadWord>,
}

impl Person {
    pub(crate) fn new(seat: usize, drifts: bool) -> Self {
        Self { seat, drifts, thoughts: VecDeque::from([PadWord(0); REACTION]) }
    }

    /// What they press in the next tick of the race.
    pub(crate) fn press(&mut self, race: &Race) -> PadWord {
        let waiting = race.tick_count() < GO_TICK;
        self.thoughts.push_back(if waiting { PadWord(0) } else { self.decide(race) });
        self.thoughts.pop_front().unwrap_or_default()
    }

    /// What somebody decent does about what they see.
    fn decide(&self, race: &Race) -> PadWord {
        let track = race.track();
        let car = race.view().cars[self.seat];
        let place = track.locate(car.pos);
        let speed = Fix(i32::from(car.speed_cms) * 65_536 / 100);
        // They look as far ahead as they need to be late: the reaction, and a bit.
        let soon = car.pos + car.vel * Fix::ratio(REACTION as i32, 60);
        let look = place.along + Fix::int(7) + speed.scale(45, 100);
        let line = track.line[track.sample_at(look)];
        let turn = Angle(car.heading).to((track.point(look, line.side.scale(3, 4)) - soon).angle());
        let mut bits = pad::THROTTLE;
        if turn < -700 {
            bits |= pad::LEFT;
        }
        if turn > 700 {
            bits |= pad::RIGHT;
        }
        let ahead = track.line[track.sample_at(place.along + speed.scale(30, 100))];
        if speed > ahead.speed + Fix::int(2) && ahead.speed < Fix::int(26) {
            bits = (bits | pad::BRAKE) & !pad::THROTTLE;
        }
        let long_bend = ahead.bend.abs() > Fix::ratio(1, 24);
        let bends = car.drift != 0 || turn.abs() > 1200;
        if self.drifts && long_bend && speed > Fix::int(13) && bends {
            bits |= pad::DRIFT;
        }
        PadWord(bits)
    }
}
