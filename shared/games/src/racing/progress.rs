//! Gates, laps, the wrong way, and the way back onto the road.

use super::car::Car;
use super::event::RaceEvent;
use super::pad::Controls;
use super::physics;
use super::time::Moment;
use super::track::{Gate, Track};
use super::tune;
use crate::fix::{Fix, Vec2};
use alloc::vec::Vec;
use netplay::ids::Seat;

/// Where a car was before the tick.
#[derive(Clone, Copy, Debug)]
pub(super) struct Before {
    pub(super) pos: Vec2,
    pub(super) along: Fix,
}

/// Counts what the car's way from `before` to here is worth. `tick` is the one being simulated.
pub(super) fn count(
    car: &mut Car,
    seat: Seat,
    before: Before,
    tick: u32,
    laps: u8,
    track: &Track,
    events: &mut Vec<RaceEvent>,
) {
    let step = track.ahead(before.along, car.along);
    let step = step.clamp(-tune::STEP_COUNTED, tune::STEP_COUNTED);
    let most = track.driven_most();
    car.driven = (car.driven + step).clamp(-most, most);
    watch_direction(car, seat, step, events);

    let next = usize::from(car.gate);
    if let Some(part) = crossing(&track.gates[next], before.pos, car.pos) {
        car.missed = false;
        let moment = Moment(Moment::at(tick).0 + u64::from(part));
        events.push(RaceEvent::Gate { seat, gate: car.gate });
        if next == 0 {
            cross_line(car, seat, moment, laps, track, events);
        } else {
            car.gate = ((next + 1) % track.gates.len()) as u8;
        }
    } else if !car.missed && is_beyond(car, &track.gates[next], track) {
        car.missed = true;
        events.push(RaceEvent::GateMissed { seat, gate: car.gate });
    }
}

/// The reset key and the car that does not get on: back to the last gate.
pub(super) fn rescue(
    car: &mut Car,
    seat: Seat,
    controls: Controls,
    track: &Track,
    events: &mut Vec<RaceEvent>,
) {
    car.reset_held = if controls.reset { car.reset_held + 1 } else { 0 };
    let asks = controls.throttle || controls.brake;
    let stands = car.speed() < tune::STUCK_SPEED;
    car.stuck = if asks && stands { car.stuck + 1 } else { 0 };
    if car.reset_held >= tune::RESET_TICKS || car.stuck >= tune::STUCK_TICKS {
        respawn(car, track);
        events.push(RaceEvent::Respawn(seat));
    }
}

/// Back on the centre line of the last gate, as a ghost.
fn respawn(car: &mut Car, track: &Track) {
    let count = track.gates.len();
    let (pos, heading) = if car.lap == 0 {
        let slot = track.grid[usize::from(car.slot)];
        (slot.pos, slot.heading)
    } else {
        let gate = &track.gates[(usize::from(car.gate) + count - 1) % count];
        (gate.centre, gate.heading)
    };
    physics::put(car, pos, heading, track);
    car.driven = car.driven.min(if car.lap == 0 { Fix::ZERO } else { car.along });
    car.missed = false;
    car.wrong_way = 0;
    car.reset_held = 0;
    car.stuck = 0;
    car.ghost = tune::GHOST_TICKS;
}

fn watch_direction(car: &mut Car, seat: Seat, step: Fix, events: &mut Vec<RaceEvent>) {
    let slow = Fix::ratio(1, 50);
    if step < -slow {
        car.wrong_way = car.wrong_way.saturating_add(1);
        if car.wrong_way == tune::WRONG_WAY_TICKS {
            events.push(RaceEvent::WrongWay(seat));
        }
    } else if step > slow {
        car.wrong_way = 0;
    }
}

fn cross_line(
    car: &mut Car,
    seat: Seat,
    moment: Moment,
    laps: u8,
    track: &Track,
    events: &mut Vec<RaceEvent>,
) {
    car.gate = 1;
    let driven = core::mem::replace(&mut car.driven, Fix::ZERO);
    if car.lap == 0 {
        car.lap = 1;
        car.laps.begin();
        return;
    }
    if driven < track.length.scale(3, 4) {
        events.push(RaceEvent::LapTooShort(seat));
        return;
    }
    let took = moment.since(Moment(car.lap_began));
    let best = car.best_lap == 0 || took.0 < car.best_lap;
    if best {
        car.best_lap = took.0;
    }
    car.last_lap = took.0;
    car.lap_began = moment.0;
    car.laps.done(car.lap, took.millis());
    events.push(RaceEvent::Lap { seat, done: car.lap, took, best });
    if car.lap == laps {
        car.finish = moment.0;
    }
    car.lap += 1;
}

/// In which part of the tick, in 65536ths, the way from `from` to `to` crosses the gate forward.
pub(super) fn crossing(gate: &Gate, from: Vec2, to: Vec2) -> Option<u16> {
    let ahead = gate.heading.unit();
    let (behind, beyond) = ((from - gate.centre).dot(ahead), (to - gate.centre).dot(ahead));
    if behind >= Fix::ZERO || beyond < Fix::ZERO {
        return None;
    }
    let part = -behind / (beyond - behind);
    let offset = from + (to - from) * part - gate.centre;
    let side = offset.dot(ahead.right());
    let reach = if side < Fix::ZERO { gate.left } else { gate.right };
    let within = side.abs() <= (reach - gate.centre).length();
    within.then(|| part.0.clamp(0, 0xFFFF) as u16)
}

/// Whether the car is past a gate that it did not cross.
fn is_beyond(car: &Car, gate: &Gate, track: &Track) -> bool {
    let beyond = track.wrap(car.along - gate.along);
    beyond > tune::MISSED_AFTER && beyond < track.length.scale(9, 20)
}
