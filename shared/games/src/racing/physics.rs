//! One car, one tick: engine, steering, grip, drift, boosts, and the wall.

use super::car::Car;
use super::event::{BoostSource, RaceEvent};
use super::pad::Controls;
use super::track::Track;
use super::tune;
use crate::fix::{Angle, Fix, Vec2};
use alloc::vec::Vec;
use netplay::ids::Seat;

/// 65536ths of a turn in one tick at one radian a second, times 64.
const TURN_PER_TICK: i32 = 11_126;

/// What the others and the rules add to a car's own.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Help {
    /// Metres a second on top of the top speed.
    pub(super) top: Fix,
}

pub(super) fn per_tick(rate: Fix) -> Fix {
    rate.scale(1, 60)
}

/// Steers and moves one car by a tick.
pub(super) fn drive(
    car: &mut Car,
    seat: Seat,
    controls: Controls,
    help: Help,
    track: &Track,
    events: &mut Vec<RaceEvent>,
) {
    steer(car, controls);
    drift(car, seat, controls, events);
    pads(car, seat, track, events);

    let ahead = car.heading.unit();
    let (forward, sideways) = (car.vel.dot(ahead), car.vel.dot(ahead.right()));
    let forward = engine(car, forward, controls, help);
    turn(car, forward);
    let ice = if track.is_icy(car.pos) { tune::ICE_GRIP } else { Fix::ONE };
    grip(car, ahead, forward, sideways, ice);

    let hard_brake = controls.brake && forward > Fix::int(8);
    car.skid_front = hard_brake;
    car.skid_rear = car.drift != 0
        || hard_brake
        || sideways.abs() > tune::SKID
        || (car.spin > 0 && controls.throttle);
    car.boost = fade(car.boost, car.off_road);
    car.spin = car.spin.saturating_sub(1);
    car.pos += Vec2::new(per_tick(car.vel.x), per_tick(car.vel.y));
}

/// Keeps a car inside the walls and learns where on the road it is now.
pub(super) fn settle(car: &mut Car, seat: Seat, track: &Track, events: &mut Vec<RaceEvent>) {
    let mut place = track.locate(car.pos);
    let room = place.wall - tune::RADIUS;
    if place.side.abs() > room {
        let out = if place.side > Fix::ZERO { place.ahead.right() } else { -place.ahead.right() };
        let out = (car.pos - place.nearest).unit().unwrap_or(out);
        let force = hit_wall(car, out, place.ahead);
        car.pos = place.nearest + out * room;
        if force > tune::BUMP_HEARD {
            car.drift = 0;
            car.drift_ticks = 0;
            let at = car.pos + out * tune::RADIUS;
            events.push(RaceEvent::Wall { seat, at, force: tenths(force) });
        }
        place = track.locate(car.pos);
    }
    let (low, high) = track.bounds;
    car.pos.x = car.pos.x.clamp(low.x, high.x);
    car.pos.y = car.pos.y.clamp(low.y, high.y);
    car.along = place.along;
    car.side = place.side;
    car.off_road = place.side.abs() > place.half;
}

pub(super) fn tenths(speed: Fix) -> u16 {
    speed.scale(10, 1).whole().unsigned_abs().min(u32::from(u16::MAX)) as u16
}

/// Takes the speed into the wall away, keeps the speed along it, and turns the nose along it.
/// Returns how hard the wall was hit.
fn hit_wall(car: &mut Car, out: Vec2, ahead: Vec2) -> Fix {
    let into = car.vel.dot(out);
    if into > Fix::ZERO {
        car.vel = car.vel - out * (into + into * tune::WALL_BOUNCE);
    }
    car.vel = car.vel - car.vel * tune::WALL_DRAG;
    if car.heading.unit().dot(out) > Fix::ZERO {
        let way = if car.heading.unit().dot(ahead) >= Fix::ZERO { ahead } else { -ahead };
        let off = car.heading.to(way.angle());
        car.heading = car.heading.turned(off.clamp(-tune::WALL_TURN, tune::WALL_TURN));
    }
    into
}

fn steer(car: &mut Car, controls: Controls) {
    let outward = controls.steer.abs() >= car.steer.abs()
        && controls.steer.signum() * car.steer.signum() >= 0;
    let rate = if outward { tune::STEER_IN } else { tune::STEER_OUT };
    car.steer = car.steer.towards(controls.steer, rate);
}

fn drift(car: &mut Car, seat: Seat, controls: Controls, events: &mut Vec<RaceEvent>) {
    let forward = car.vel.dot(car.heading.unit());
    if car.drift == 0 {
        let wanted = controls.drift && controls.steer.abs() >= tune::DRIFT_STEER;
        if wanted && forward >= tune::DRIFT_FROM && !car.off_road {
            car.drift = controls.steer.signum() as i8;
            car.drift_ticks = 0;
            car.counter_ticks = 0;
            car.heading = car.heading.turned(i32::from(car.drift) * tune::DRIFT_KICK);
            events.push(RaceEvent::DriftStart(seat));
        }
        return;
    }
    let tier = car.drift_tier();
    if !controls.drift || forward < tune::DRIFT_UNTIL {
        if !controls.drift && tier > 0 {
            let (gain, from) = if tier == 1 {
                (tune::DRIFT_BOOSTS[0], BoostSource::SmallDrift)
            } else {
                (tune::DRIFT_BOOSTS[1], BoostSource::BigDrift)
            };
            car.boost = car.boost.max(gain);
            events.push(RaceEvent::Boost { seat, from });
        }
        car.drift = 0;
        car.drift_ticks = 0;
        return;
    }
    // A drift charges on the road only.
    if !car.off_road {
        car.drift_ticks = (car.drift_ticks + 1).min(tune::DRIFT_TICKS_MOST);
        if car.drift_tier() > tier {
            events.push(RaceEvent::DriftTier { seat, tier: tier + 1 });
        }
    }
    let against = controls.steer * Fix::int(i32::from(car.drift)) < -Fix::ratio(6, 10);
    car.counter_ticks = if against { car.counter_ticks + 1 } else { 0 };
    if u32::from(car.counter_ticks) >= tune::DRIFT_FLIP {
        car.drift = -car.drift;
        car.counter_ticks = 0;
    }
}

fn pads(car: &mut Car, seat: Seat, track: &Track, events: &mut Vec<RaceEvent>) {
    let on_pad = track.pads.iter().any(|pad| pad.holds(car.pos));
    if on_pad {
        car.boost = car.boost.max(tune::PAD_BOOST);
        if !car.on_pad {
            events.push(RaceEvent::Boost { seat, from: BoostSource::Pad });
        }
    }
    car.on_pad = on_pad;
}

/// The speed along the nose after this tick.
fn engine(car: &Car, forward: Fix, controls: Controls, help: Help) -> Fix {
    let mut top = tune::TOP_SPEED + car.boost + help.top;
    if car.off_road {
        top = top * tune::OFF_ROAD;
    }
    let mut forward = forward;
    if controls.brake {
        let (rate, least) = if forward > Fix::ZERO {
            (tune::BRAKE, Fix::ZERO)
        } else {
            (tune::REVERSE, -tune::REVERSE_SPEED)
        };
        if forward > least {
            forward = (forward - per_tick(rate)).max(least);
        }
    } else if controls.throttle {
        if forward < top {
            let used = forward.max(Fix::ZERO) / top;
            let mut push = tune::ENGINE - tune::ENGINE * (used * used);
            if car.spin > 0 {
                push = push * tune::SPIN_ENGINE;
            }
            push += car.boost * tune::BOOST_PUSH;
            if forward < Fix::ZERO {
                push = tune::BRAKE;
            }
            forward = (forward + per_tick(push)).min(top);
        }
    } else {
        forward = forward.towards(Fix::ZERO, per_tick(tune::COAST));
    }
    if forward > top {
        let drag = if car.off_road { tune::OFF_ROAD_DRAG } else { tune::OVERSPEED };
        forward = (forward - per_tick(drag)).max(top);
    }
    forward
}

/// The radians a second at full lock.
pub(super) fn yaw_at_lock(forward: Fix) -> Fix {
    let speed = forward.abs();
    (speed / tune::LOCK_RADIUS).min(tune::TURN / speed.max(Fix::ONE))
}

/// The radians a second, clockwise, of a drift with the wheel at `steer`.
pub(super) fn yaw_in_drift(forward: Fix, drift: i8, steer: Fix) -> Fix {
    let way = Fix::int(i32::from(drift));
    let across = way * tune::DRIFT_TURN + steer * tune::DRIFT_WHEEL;
    across / forward.max(tune::DRIFT_UNTIL)
}

fn turn(car: &mut Car, forward: Fix) {
    let yaw = if car.drift != 0 {
        yaw_in_drift(forward, car.drift, car.steer)
    } else {
        let lock = yaw_at_lock(forward) * car.steer;
        if forward < Fix::ZERO { -lock } else { lock }
    };
    car.heading = car.heading.turned((yaw.scale(TURN_PER_TICK, 64)).whole());
}

/// The tyres eat the sideways speed, on ice a part `of_it`; a part of what that costs stays as
/// speed ahead.
fn grip(car: &mut Car, ahead: Vec2, forward: Fix, sideways: Fix, of_it: Fix) {
    let vel = ahead * forward + ahead.right() * sideways;
    let nose = car.heading.unit();
    let (along, across) = (vel.dot(nose), vel.dot(nose.right()));
    let (tyres, keeps) = if car.drift == 0 {
        (tune::TYRES, tune::SLIDE_KEEPS)
    } else {
        (tune::DRIFT_TYRES, tune::DRIFT_KEEPS)
    };
    let most = tune::TYRES_MOST * of_it;
    let eaten = (across * tyres * of_it).clamp(-most, most);
    let across_left = across - eaten;
    let before = vel.length();
    let after = Vec2::new(along, across_left).length();
    let kept = (before - after).max(Fix::ZERO) * keeps;
    let along = if along > Fix::ONE { along + kept } else { along };
    car.vel = nose * along + nose.right() * across_left;
}

fn fade(boost: Fix, off_road: bool) -> Fix {
    let fade = if off_road { tune::BOOST_FADE_OFF_ROAD } else { tune::BOOST_FADE };
    (boost - boost * fade - tune::BOOST_LOSS).max(Fix::ZERO)
}

/// Puts a car somewhere, standing, with nothing left of what it did.
pub(super) fn put(car: &mut Car, pos: Vec2, heading: Angle, track: &Track) {
    let place = track.locate(pos);
    car.pos = pos;
    car.vel = Vec2::ZERO;
    car.heading = heading;
    car.steer = Fix::ZERO;
    car.drift = 0;
    car.drift_ticks = 0;
    car.counter_ticks = 0;
    car.boost = Fix::ZERO;
    car.draft = 0;
    car.along = place.along;
    car.side = place.side;
    car.off_road = false;
    car.skid_front = false;
    car.skid_rear = false;
}
