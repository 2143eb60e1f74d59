//! The seats' shapes, as paths of radius 1.

use super::pen::{add_outline, path};
use super::turn::{cos, sin};
use std::f64::consts::{FRAC_PI_2, TAU};
use web_sys::Path2d;

/// One path a seat shape, in the order of the table of seats.
pub(super) struct Shapes([Path2d; 8]);

impl Shapes {
    pub(super) fn new() -> Self {
        Self([
            circle(),
            polygon(3, 1.2),
            square(),
            polygon(4, 1.18),
            star(),
            hexagon(),
            cross(),
            crescent(),
        ])
    }

    pub(super) fn of(&self, colour: u8) -> &Path2d {
        &self.0[usize::from(colour % 8)]
    }
}

fn circle() -> Path2d {
    let circle = path();
    // The radius is a number.
    let _ = circle.arc(0.0, 0.0, 1.0, 0.0, TAU);
    circle
}

fn corners(count: u32, radius: impl Fn(u32) -> f64, turn: f64) -> Vec<(f64, f64)> {
    let corner = |at: u32| {
        let angle = f64::from(at) / f64::from(count) * TAU + turn;
        (cos(angle) * radius(at), sin(angle) * radius(at))
    };
    (0..count).map(corner).collect()
}

fn closed(points: impl IntoIterator<Item = (f64, f64)>) -> Path2d {
    let shape = path();
    add_outline(&shape, points);
    shape
}

fn polygon(count: u32, radius: f64) -> Path2d {
    closed(corners(count, |_| radius, -FRAC_PI_2))
}

fn hexagon() -> Path2d {
    closed(corners(6, |_| 1.08, 0.0))
}

fn star() -> Path2d {
    closed(corners(10, |at| if at % 2 == 0 { 1.25 } else { 0.62 }, -FRAC_PI_2))
}

fn square() -> Path2d {
    closed([(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)])
}

fn cross() -> Path2d {
    let (a, b) = (0.45, 1.1);
    closed([
        (-a, -b),
        (a, -b),
        (a, -a),
        (b, -a),
        (b, a),
        (a, a),
        (a, b),
        (-a, b),
        (-a, a),
        (-b, a),
        (-b, -a),
        (-a, -a),
    ])
}

fn crescent() -> Path2d {
    let crescent = path();
    // The radii are numbers.
    let _ = crescent.arc(0.0, 0.0, 1.1, 0.9, TAU - 0.9);
    let _ = crescent.arc_with_anticlockwise(0.75, 0.0, 0.88, TAU - 1.65, 1.65, true);
    crescent.close_path();
    crescent
}
