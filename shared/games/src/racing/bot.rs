//! The AI driver: follows the line, brakes for bends, drifts in the long ones, goes around
//! others, and now and then is a little wrong. It has the same pad as everybody.

use super::car::Car;
use super::pad::Controls;
use super::physics::{yaw_at_lock, yaw_in_drift};
use super::track::Track;
use super::tune;
use crate::Skill;
use crate::fix::{Fix, Vec2};
use crate::state::state_struct;
use netplay::rng::SimRng;

state_struct! {
    /// What a driver keeps in mind.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct Driver {
        pub(crate) rng: SimRng,
        /// Metres beside the line, for now.
        pub(crate) lane: Fix,
        /// The lane it is on the way to.
        pub(crate) lane_wanted: Fix,
        /// Ticks until it thinks again.
        pub(crate) mood_ticks: u16,
        /// What part of the line's speed it dares, for now.
        pub(crate) nerve: Fix,
        /// The part it dares on the whole.
        pub(crate) nature: Fix,
        /// Whether it drifts in the next bend.
        pub(crate) drifts: bool,
        /// The tick of its throttle before the start.
        pub(crate) start_at: u32,
        /// Ticks of backing off left.
        pub(crate) backing: u16,
    }
}

/// Ticks until it thinks again: at least, and up to so many more.
const MOOD_TICKS: (u16, u16) = (40, 60);
/// Ticks for which it backs off from what it stands against.
const BACKING_TICKS: u16 = 55;

/// How a skill drives.
struct Style {
    /// The part of the line's speed it dares, in thousandths, and how much drivers differ.
    nerve: (i32, u32),
    /// What it dares less on a bad day, which one driver in eight has.
    bad_day: i32,
    /// Metres that it wanders beside the line, times ten.
    wander: u32,
    /// Of a hundred long bends it drifts in so many.
    drifts: u32,
    /// Of a hundred starts so many are perfect.
    starts: u32,
}

const fn style(skill: Skill) -> Style {
    match skill {
        Skill::Easy => Style { nerve: (800, 85), bad_day: 0, wander: 18, drifts: 0, starts: 5 },
        Skill::Normal => {
            Style { nerve: (840, 85), bad_day: 50, wander: 13, drifts: 30, starts: 20 }
        }
        Skill::Hard => Style { nerve: (893, 90), bad_day: 110, wander: 7, drifts: 75, starts: 50 },
    }
}

impl Driver {
    pub(crate) fn new(seed: u64, seat: u16, skill: Skill) -> Self {
        let mut rng = SimRng::new(seed, u64::from(seat));
        let style = style(skill);
        let spread = rng.below(style.nerve.1) as i32;
        let bad_day = if rng.below(8) == 0 { style.bad_day } else { 0 };
        let nature = Fix::ratio(style.nerve.0 + spread - bad_day, 1000);
        let perfect = rng.below(100) < style.starts;
        let start_at = if perfect {
            tune::GO_TICK - 1 - rng.below(tune::PERFECT_BEFORE - 2)
        } else {
            tune::GO_TICK + tune::PERFECT_AFTER + 2 + rng.below(16)
        };
        Self {
            rng,
            lane: Fix::ZERO,
            lane_wanted: Fix::ZERO,
            mood_ticks: 0,
            nerve: nature,
            nature,
            drifts: false,
            start_at,
            backing: 0,
        }
    }

    /// One without chance or memory, for whoever only rolls on.
    pub(crate) fn steady() -> Self {
        Self {
            rng: SimRng::from_state((0, 1)),
            lane: Fix::ZERO,
            lane_wanted: Fix::ZERO,
            mood_ticks: MOOD_TICKS.0,
            nerve: Fix::ratio(85, 100),
            nature: Fix::ratio(85, 100),
            drifts: false,
            start_at: 0,
            backing: 0,
        }
    }

    pub(crate) fn is_possible(&self) -> bool {
        let sane = |value: Fix, most: i32| -Fix::int(most) <= value && value <= Fix::int(most);
        let patient =
            self.mood_ticks <= MOOD_TICKS.0 + MOOD_TICKS.1 && self.backing <= BACKING_TICKS;
        patient
            && sane(self.lane, 40)
            && sane(self.lane_wanted, 40)
            && sane(self.nerve, 2)
            && sane(self.nature, 2)
    }

    /// Thinks again every second or so.
    fn think(&mut self, skill: Skill) {
        if self.mood_ticks > 0 {
            self.mood_ticks -= 1;
            return;
        }
        let style = style(skill);
        self.mood_ticks = MOOD_TICKS.0 + self.rng.below(MOOD_TICKS.1.into()) as u16;
        let wander = self.rng.below(2 * style.wander + 1) as i32 - style.wander as i32;
        self.lane_wanted = Fix::ratio(wander, 10);
        self.nerve = self.nature + Fix::ratio(self.rng.below(41) as i32 - 20, 1000);
        self.drifts = self.rng.below(100) < style.drifts;
    }
}

/// What the driver of `cars[seat]` does in this tick. `cars` are as they were before it.
pub(crate) fn drive(
    driver: &mut Driver,
    cars: &[Car],
    seat: usize,
    tick: u32,
    skill: Skill,
    track: &Track,
) -> Controls {
    let car = &cars[seat];
    driver.think(skill);
    if tick < tune::GO_TICK + 20 {
        return Controls { throttle: tick >= driver.start_at, ..Controls::default() };
    }
    if let Some(controls) = recover(driver, car) {
        return controls;
    }
    let ahead = car.heading.unit();
    let forward = car.vel.dot(ahead);
    let (dodge, crowded) = dodge(cars, seat, track);
    driver.lane = driver.lane.towards(driver.lane_wanted + dodge, Fix::ratio(1, 18));

    let look = Fix::int(5) + forward.max(Fix::ZERO).scale(32, 100);
    let offset = aim(driver, car.along + look, track) - car.pos;
    let square = offset.dot(offset).max(Fix::ONE);
    let across = ahead.cross(offset);
    let behind = offset.dot(ahead) < Fix::ZERO;
    let bend = (across + across) / square;
    let yaw = forward.max(Fix::int(3)) * bend;

    let here = track.sample_at(car.along + forward.max(Fix::ZERO).scale(8, 60));
    let mut wanted = track.line[here].speed * driver.nerve;
    if track.line[here].speed == tune::TOP_SPEED {
        wanted += car.boost + Fix::ONE;
    }
    if crowded {
        wanted -= Fix::int(2);
    }
    if car.is_done() {
        wanted = wanted.min(Fix::int(16));
    }
    let drift = wants_drift(driver, car, forward, bend, track);
    let steer = if car.drift != 0 && drift {
        let full = yaw_in_drift(forward, car.drift, Fix::ZERO);
        ((yaw - full) * forward.max(tune::DRIFT_UNTIL)) / tune::DRIFT_WHEEL
    } else {
        yaw / yaw_at_lock(forward.max(Fix::int(3))).max(Fix::ratio(1, 10))
    };
    let steer = if behind { Fix::int(if across < Fix::ZERO { -1 } else { 1 }) } else { steer };
    let too_fast = forward > wanted + Fix::ratio(3, 2);
    Controls {
        throttle: forward < wanted && !(behind && forward > Fix::int(6)),
        brake: too_fast || (behind && forward > Fix::int(8)),
        drift,
        reset: car.missed && !car.is_done(),
        steer: steer.clamp(-Fix::ONE, Fix::ONE),
    }
}

/// Backs off from whatever it stands against.
fn recover(driver: &mut Driver, car: &Car) -> Option<Controls> {
    if driver.backing == 0 && car.stuck >= 50 && !car.is_done() {
        driver.backing = BACKING_TICKS;
    }
    if driver.backing == 0 {
        return None;
    }
    driver.backing -= 1;
    let steer = if car.side > Fix::ZERO { Fix::ONE } else { -Fix::ONE };
    Some(Controls { brake: true, steer, ..Controls::default() })
}

/// The point of the line to look at.
fn aim(driver: &Driver, along: Fix, track: &Track) -> Vec2 {
    let sample = track.sample_at(along);
    let room = track.samples[sample].half - Fix::ratio(6, 5);
    let side = (track.line[sample].side + driver.lane).clamp(-room, room);
    track.point(along, side)
}

/// Metres to move over for whoever is in front, and whether there is no way around.
fn dodge(cars: &[Car], seat: usize, track: &Track) -> (Fix, bool) {
    let car = &cars[seat];
    if car.is_ghost() {
        return (Fix::ZERO, false);
    }
    let mut over = Fix::ZERO;
    let mut crowded = false;
    for (other, them) in cars.iter().enumerate() {
        if other == seat || them.is_ghost() {
            continue;
        }
        let gap = track.ahead(car.along, them.along);
        let apart = them.side - car.side;
        let near = gap > -Fix::ONE && gap < Fix::int(11) && apart.abs() < Fix::int(3);
        if !near {
            continue;
        }
        let closing = car.speed() > them.speed();
        let half = track.samples[track.sample_at(them.along)].half;
        let pass_left = them.side + half > half - them.side;
        if gap < Fix::int(3) {
            over = if apart > Fix::ZERO { over - Fix::ONE } else { over + Fix::ONE };
        } else if closing {
            over = if pass_left { over - Fix::int(3) } else { over + Fix::int(3) };
            crowded |= gap < Fix::int(4) && apart.abs() < Fix::ratio(3, 2);
        }
    }
    (over.clamp(-Fix::int(4), Fix::int(4)), crowded)
}

fn wants_drift(driver: &Driver, car: &Car, forward: Fix, bend: Fix, track: &Track) -> bool {
    let coming = |metres: i32| track.line[track.sample_at(car.along + Fix::int(metres))].bend;
    if car.drift != 0 {
        let way = Fix::int(i32::from(car.drift));
        let goes_on = coming(7) * way > Fix::ratio(1, 45);
        return goes_on && bend * way > -Fix::ratio(1, 60);
    }
    let tight = Fix::ratio(1, 24);
    driver.drifts
        && !car.off_road
        && forward > tune::DRIFT_FROM + Fix::ONE
        && bend.abs() > Fix::ratio(1, 26)
        && coming(5).abs() > tight
        && coming(12).abs() > tight
        && coming(5).signum() == bend.signum()
}
