//! From control points to a road: a closed Catmull-Rom curve, cut into even steps.

use super::Sample;
use super::parse::ControlPoint;
use crate::fix::{Fix, Vec2};
use alloc::vec::Vec;

/// Sub-steps of one span between two control points, for measuring.
const FINE: usize = 24;
/// The wanted distance between two samples, in metres.
const STEP: Fix = Fix::ratio(5, 2);
/// The radians of a turn.
const TURN: Fix = Fix(411_775);

/// The samples of the closed centre line and the distance between two of them along it.
pub(super) fn lay(points: &[ControlPoint]) -> (Vec<Sample>, Fix) {
    let fine = fine_line(points);
    let length: i64 = (0..fine.len())
        .map(|i| i64::from((fine[(i + 1) % fine.len()].pos - fine[i].pos).length().0))
        .sum();
    let count = (length / i64::from(STEP.0)).max(8);
    let spacing = Fix((length / count) as i32);
    let mut samples = Vec::with_capacity(count as usize);
    let (mut at, mut walked) = (0, 0_i64);
    for index in 0..count {
        let wanted = index * length / count;
        loop {
            let (from, to) = (fine[at % fine.len()], fine[(at + 1) % fine.len()]);
            let piece = i64::from((to.pos - from.pos).length().0);
            if walked + piece > wanted || at + 1 == fine.len() {
                let part = Fix((((wanted - walked) << 16) / piece.max(1)) as i32);
                samples.push(Sample::between(from, to, part));
                break;
            }
            walked += piece;
            at += 1;
        }
    }
    aim(&mut samples);
    (samples, spacing)
}

fn fine_line(points: &[ControlPoint]) -> Vec<ControlPoint> {
    let count = points.len();
    let mut fine = Vec::with_capacity(count * FINE);
    for i in 0..count {
        let [before, from, to, after] =
            [i + count - 1, i, i + 1, i + 2].map(|index| points[index % count]);
        for step in 0..FINE {
            let t = Fix::ratio(step as i32, FINE as i32);
            let blend = |a: Fix, b: Fix| a + (b - a) * t;
            fine.push(ControlPoint {
                pos: Vec2::new(
                    catmull_rom(before.pos.x, from.pos.x, to.pos.x, after.pos.x, t),
                    catmull_rom(before.pos.y, from.pos.y, to.pos.y, after.pos.y, t),
                ),
                half: blend(from.half, to.half),
                left: blend(from.left, to.left),
                right: blend(from.right, to.right),
            });
        }
    }
    fine
}

fn catmull_rom(a: Fix, b: Fix, c: Fix, d: Fix, t: Fix) -> Fix {
    let two = |value: Fix| value + value;
    let linear = c - a;
    let square = two(a) - (two(two(b)) + b) + two(two(c)) - d;
    let cube = (b - c) + two(b - c) + d - a;
    let sum = linear * t + square * (t * t) + cube * (t * t * t);
    b + sum.scale(1, 2)
}

/// Fills in every sample's direction, towards the next one, and how sharply the road bends.
fn aim(samples: &mut [Sample]) {
    let count = samples.len();
    for i in 0..count {
        let step = samples[(i + 1) % count].pos - samples[i].pos;
        samples[i].reach = step.length();
        samples[i].ahead = step.unit().unwrap_or(Vec2::new(Fix::ONE, Fix::ZERO));
        samples[i].heading = samples[i].ahead.angle();
    }
    for i in 0..count {
        let [from, to] = [i + count - 2, i + 2].map(|index| samples[index % count].heading);
        let turn = Fix(from.to(to)) * TURN;
        samples[i].bend = turn / samples[i].reach.scale(4, 1);
    }
}

impl Sample {
    fn between(from: ControlPoint, to: ControlPoint, part: Fix) -> Self {
        let blend = |a: Fix, b: Fix| a + (b - a) * part;
        Self {
            pos: from.pos + (to.pos - from.pos) * part,
            half: blend(from.half, to.half),
            left: blend(from.half + from.left, to.half + to.left),
            right: blend(from.half + from.right, to.half + to.right),
            ..Self::default()
        }
    }
}
