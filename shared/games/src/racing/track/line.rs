//! The racing line: the way around with the least bending, and how fast it can be driven.

use super::Track;
use crate::fix::{Fix, Vec2};
use crate::racing::tune;
use alloc::vec;
use alloc::vec::Vec;

/// How far from the edge of the asphalt the line stays: half a car and a little.
const EDGE: Fix = Fix::ratio(8, 5);

/// The racing line beside one sample.
#[derive(Clone, Copy, Debug, Default)]
pub struct LinePoint {
    /// Metres to the right of the centre line.
    pub side: Fix,
    /// Metres a second that a car can have here without sliding off further on.
    pub speed: Fix,
    /// One over the line's radius; positive bends to the right.
    pub bend: Fix,
}

pub(super) fn racing_line(track: &Track) -> Vec<LinePoint> {
    let sides = least_bending(track);
    let count = sides.len();
    let at = |index: usize| {
        let sample = &track.samples[index % count];
        sample.pos + sample.ahead.right() * sides[index % count]
    };
    let mut line: Vec<LinePoint> = (0..count)
        .map(|i| {
            let bend = bend(at(i + count - 3), at(i), at(i + 3));
            let icy = track.is_icy(at(i));
            let grip = if icy { tune::GRIP * tune::ICE_GRIP } else { tune::GRIP };
            LinePoint { side: sides[i], speed: corner_speed(bend, grip), bend }
        })
        .collect();
    // Twice around backwards: brake early enough for whatever comes.
    for step in (0..2 * count).rev() {
        let next = line[(step + 1) % count].speed;
        let slowed = reach_speed(next, tune::PLAN_BRAKE, track.spacing);
        let here = &mut line[step % count];
        here.speed = here.speed.min(slowed);
    }
    line
}

/// The time of a lap on the line at the very limit, in ticks.
pub(super) fn ideal_lap_ticks(track: &Track) -> u32 {
    let count = track.line.len();
    let limits = track.line.iter().map(|point| corner_speed(point.bend, tune::TURN));
    let mut speed: Vec<Fix> = limits.collect();
    for step in (0..2 * count).rev() {
        let slowed = reach_speed(speed[(step + 1) % count], tune::BRAKE, track.spacing);
        let here = &mut speed[step % count];
        *here = (*here).min(slowed);
    }
    for step in 0..2 * count {
        let gained = reach_speed(speed[step % count], tune::ENGINE, track.spacing);
        let next = &mut speed[(step + 1) % count];
        *next = (*next).min(gained);
    }
    let ticks: i64 = speed
        .iter()
        .map(|speed| ((i64::from(track.spacing.0) * 60) << 16) / i64::from(speed.0.max(1)))
        .sum();
    (ticks >> 16) as u32
}

/// Moves every point sideways to where it bends the line least, coarse strides first.
fn least_bending(track: &Track) -> Vec<Fix> {
    let samples = &track.samples;
    let count = samples.len();
    let mut sides = vec![Fix::ZERO; count];
    for stride in [12, 8, 5, 3, 2, 1] {
        for _ in 0..40 {
            for i in 0..count {
                let at = |index: usize| {
                    let sample = &samples[index % count];
                    sample.pos + sample.ahead.right() * sides[index % count]
                };
                let near = at(i + count - stride) + at(i + stride);
                let far = at(i + count - 2 * stride) + at(i + 2 * stride);
                let wanted = Vec2::new(
                    (near.x.scale(4, 1) - far.x).scale(1, 6),
                    (near.y.scale(4, 1) - far.y).scale(1, 6),
                );
                let room = samples[i].half - EDGE;
                let side = (wanted - samples[i].pos).dot(samples[i].ahead.right());
                sides[i] = side.clamp(-room, room);
            }
        }
    }
    sides
}

fn bend(before: Vec2, here: Vec2, after: Vec2) -> Fix {
    let (first, second) = (here - before, after - here);
    match (first.unit(), second.unit()) {
        (Some(from), Some(to)) => from.cross(to) / (first.length() + second.length()).scale(1, 2),
        _ => Fix::ZERO,
    }
}

/// The speed at which a bend asks for so many metres a second squared across.
fn corner_speed(bend: Fix, across: Fix) -> Fix {
    let bend = bend.abs().max(Fix(64));
    (across / bend).sqrt().min(tune::TOP_SPEED)
}

/// The speed that `rate` adds to `speed` over a distance.
fn reach_speed(speed: Fix, rate: Fix, distance: Fix) -> Fix {
    (speed * speed + (rate * distance).scale(2, 1)).sqrt()
}
