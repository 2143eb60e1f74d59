//! Cars that touch: soft circles that push each other apart and exchange momentum.
//!
//! Every pair is worked out from the state before any pair is applied, and every number is odd
//! in the direction between the two, so the outcome does not depend on who sits where.

use super::car::Car;
use super::event::RaceEvent;
use super::physics::tenths;
use super::track::Track;
use super::tune;
use crate::fix::{Fix, Vec2};
use alloc::vec::Vec;
use netplay::ids::Seat;
use netplay::limits::ROOM_SEATS;

pub(super) fn resolve(cars: &mut [Car], track: &Track, events: &mut Vec<RaceEvent>) {
    let mut pushes = [(Vec2::ZERO, Vec2::ZERO); ROOM_SEATS];
    for second in 1..cars.len() {
        for first in 0..second {
            let Some(hit) = touch(&cars[first], &cars[second], track) else { continue };
            pushes[first].0 += -hit.apart;
            pushes[first].1 += -hit.knock;
            pushes[second].0 += hit.apart;
            pushes[second].1 += hit.knock;
            if hit.force > tune::BUMP_HEARD {
                let (a, b) = (cars[first].pos, cars[second].pos);
                let at = Vec2::new((a.x + b.x).scale(1, 2), (a.y + b.y).scale(1, 2));
                let (seat, other) = (Seat(first as u16), Seat(second as u16));
                events.push(RaceEvent::Bump { seat, other, at, force: tenths(hit.force) });
            }
        }
    }
    for (car, (apart, knock)) in cars.iter_mut().zip(pushes) {
        car.pos += apart;
        car.vel += knock;
    }
}

/// Whether anybody overlaps this car: a ghost stays one until nobody does.
pub(super) fn overlaps(cars: &[Car], seat: usize) -> bool {
    let mut others = cars.iter().enumerate().filter(|(other, _)| *other != seat);
    others.any(|(_, other)| (other.pos - cars[seat].pos).square() < reach_square())
}

struct Hit {
    /// The way the second car is moved, and the first the other way.
    apart: Vec2,
    /// The speed the second car gains, and the first loses.
    knock: Vec2,
    /// How fast the two came together.
    force: Fix,
}

fn touch(first: &Car, second: &Car, track: &Track) -> Option<Hit> {
    let offset = second.pos - first.pos;
    let two = tune::RADIUS + tune::RADIUS;
    if offset.x.abs() >= two || offset.y.abs() >= two || offset.square() >= reach_square() {
        return None;
    }
    if first.is_ghost() || second.is_ghost() || is_lapped(first, second, track) {
        return None;
    }
    // Two cars on one and the same spot have no direction between them: they drive apart.
    let towards = offset.unit()?;
    let overlap = two - offset.length();
    let closing = (first.vel - second.vel).dot(towards).max(Fix::ZERO);
    let knock = (closing + closing * tune::BOUNCE).scale(1, 2);
    Some(Hit {
        apart: towards * (overlap * tune::SOFTNESS).scale(1, 2),
        knock: towards * knock,
        force: closing,
    })
}

/// Whether one is about to lap the other, or has: half a lap or more lies between them.
fn is_lapped(first: &Car, second: &Car, track: &Track) -> bool {
    let apart = (first.progress(track) - second.progress(track)).abs();
    apart > i64::from(track.length.0) / 2
}

fn reach_square() -> i64 {
    let two = i64::from((tune::RADIUS + tune::RADIUS).0);
    two * two
}
