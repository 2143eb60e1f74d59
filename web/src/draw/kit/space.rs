//! Places in a game, in metres, for the eye.

use super::ease::{cos, length, sin};
use games::fix::{Fix, Vec2};
use std::f64::consts::TAU;

/// A point in metres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

impl Point {
    /// A point of the simulation.
    #[must_use]
    pub fn of(point: Vec2) -> Self {
        Self { x: metres(point.x), y: metres(point.y) }
    }

    /// The point `part` of the way to another.
    #[must_use]
    pub fn towards(self, other: Self, part: f64) -> Self {
        Self { x: self.x + (other.x - self.x) * part, y: self.y + (other.y - self.y) * part }
    }

    /// How far another point is.
    #[must_use]
    pub fn distance(self, other: Self) -> f64 {
        length(self.x - other.x, self.y - other.y)
    }

    /// The point so far away in this direction.
    #[must_use]
    pub fn step(self, heading: f64, metres: f64) -> Self {
        Self { x: self.x + cos(heading) * metres, y: self.y + sin(heading) * metres }
    }
}

/// A fixed-point number as a float, for the eye only.
#[must_use]
pub fn metres(value: Fix) -> f64 {
    f64::from(value.0) / 65_536.0
}

/// An angle of 65536 a turn in radians.
#[must_use]
pub fn radians(angle: u16) -> f64 {
    f64::from(angle) / 65_536.0 * TAU
}

/// The angle `part` of the way to another, the short way round, in radians.
#[must_use]
pub fn turned(from: u16, to: u16, part: f64) -> f64 {
    radians(from) + f64::from(to.wrapping_sub(from).cast_signed()) / 65_536.0 * TAU * part
}

/// A rectangle in metres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// The upper left corner.
    pub from: Point,
    /// The lower right corner.
    pub to: Point,
}

impl Rect {
    /// The smallest one around these points.
    #[must_use]
    pub fn around(points: &[Point]) -> Self {
        let first = points.first().copied().unwrap_or_default();
        points.iter().fold(Self { from: first, to: first }, |rect, point| Self {
            from: Point { x: rect.from.x.min(point.x), y: rect.from.y.min(point.y) },
            to: Point { x: rect.to.x.max(point.x), y: rect.to.y.max(point.y) },
        })
    }

    /// So much larger on every side.
    #[must_use]
    pub fn grown(self, by: f64) -> Self {
        Self {
            from: Point { x: self.from.x - by, y: self.from.y - by },
            to: Point { x: self.to.x + by, y: self.to.y + by },
        }
    }

    /// Its middle.
    #[must_use]
    pub fn middle(self) -> Point {
        self.from.towards(self.to, 0.5)
    }
}
