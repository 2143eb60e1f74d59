//! What the race's events and the cars' states throw into the air.

use super::picture::{Car, Picture};
use crate::draw::kit::camera::Camera;
use crate::draw::kit::particles::{Kind, Particles};
use crate::draw::kit::{Effect, Effects, Frame, Point};
use games::racing::RaceEvent;
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// Particles a second of a thing that goes on, at most.
const DUST_RATE: f64 = 26.0;
const SMOKE_RATE: f64 = 24.0;
const SPARK_RATE: f64 = 46.0;
const FLAME_RATE: f64 = 60.0;
/// Confetti of a finish.
const CONFETTI: usize = 70;

/// What goes on: dust, smoke, sparks, flames, as often as the frame allows.
pub(super) fn trail(
    particles: &mut Particles,
    picture: &Picture<'_>,
    camera: &Camera,
    frame: &Frame,
) {
    for car in picture.cars.iter().filter(|car| camera.sees(car.at, 3.0)) {
        let mut often = |effect, rate| particles.roll() < frame.often(effect, rate);
        let slips = !car.view.off_road && (car.view.skid_rear || car.view.wheel_spin);
        let dusty = car.view.off_road && car.speed > 3.0 && often(Effect::Particles, DUST_RATE);
        let smoky = slips && often(Effect::Particles, SMOKE_RATE);
        let sparking = car.view.drift != 0 && often(Effect::Sparks, SPARK_RATE);
        let burning = car.view.boost > 24 && often(Effect::Particles, FLAME_RATE);
        let back = car.heading + PI;
        for (wanted, kind, speed) in [
            (dusty, Kind::Dust, car.speed * 0.25),
            (smoky, Kind::Smoke, 2.0),
            (sparking, Kind::Spark(car.view.drift_tier), 6.0 + car.speed * 0.2),
            (burning, Kind::Flame, 5.0),
        ] {
            if wanted {
                let side = if kind == Kind::Flame { 0.28 } else { 0.75 };
                let side = if particles.roll() < 0.5 { side } else { -side };
                let reach = if kind == Kind::Flame { 1.75 } else { 1.15 };
                let from = car.at.step(back, reach).step(car.heading + FRAC_PI_2, side);
                particles.throw(kind, from, back, speed);
            }
        }
    }
}

/// What happens once.
pub(super) fn burst(
    particles: &mut Particles,
    camera: &mut Camera,
    picture: &Picture<'_>,
    event: &RaceEvent,
    effects: Effects,
) {
    let own = picture.own().view.seat;
    match *event {
        RaceEvent::Bump { seat, other, at, force } => {
            chips(particles, Point::of(at), force, effects);
            if (seat == own || other == own) && picture.driving {
                camera.knock(f64::from(force) / 90.0);
            }
        }
        RaceEvent::Wall { seat, at, force } => {
            chips(particles, Point::of(at), force, effects);
            if seat == own && picture.driving {
                camera.knock(f64::from(force) / 110.0);
            }
        }
        RaceEvent::Finish { seat, place } if seat == own || place == 1 => {
            if let Some(car) =
                picture.cars.get(seat.index()).filter(|_| effects.allows(Effect::Confetti))
            {
                confetti(particles, car);
            }
        }
        _ => {}
    }
}

fn chips(particles: &mut Particles, at: Point, force: u16, effects: Effects) {
    if !effects.allows(Effect::Particles) {
        return;
    }
    let count = (usize::from(force) / 8).clamp(2, 12);
    for _ in 0..count {
        let heading = particles.roll() * TAU;
        particles.throw(Kind::Chip, at, heading, 4.0 + f64::from(force) / 20.0);
    }
}

fn confetti(particles: &mut Particles, car: &Car) {
    for at in 0..CONFETTI {
        let heading = particles.roll() * TAU;
        let from = car.at.step(heading, 1.0 + particles.roll() * 3.0);
        particles.throw(Kind::Confetti((at % 8) as u8), from, heading, 14.0);
    }
}
