//! What stops people: a convex outline.

use crate::fix::{Fix, Vec2};
use alloc::vec::Vec;

/// A wall with a convex outline, clockwise as seen on a screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wall {
    /// Its corners.
    pub corners: Vec<Vec2>,
    /// One of the [`WALLS`](super::WALLS).
    pub look: u8,
    /// It stands only with fewer players than this; 0 always.
    pub below: u8,
    /// The way out across the side that begins at each corner.
    outward: Vec<Vec2>,
    low: Vec2,
    high: Vec2,
}

impl Wall {
    /// The wall of these corners; none when they are no convex outline.
    pub(super) fn new(mut corners: Vec<Vec2>, look: u8, below: u8) -> Option<Self> {
        let count = corners.len();
        let turn = |at: usize, corners: &[Vec2]| {
            let [a, b, c] = [0, 1, 2].map(|step| corners[(at + step) % count]);
            (b - a).cross_wide(c - b).signum()
        };
        if count < 3 {
            return None;
        }
        if turn(0, &corners) < 0 {
            corners.reverse();
        }
        if !(0..count).all(|at| turn(at, &corners) > 0) {
            return None;
        }
        // Each turn is to the right; a star that turns twice around is longer than any outline.
        let sides = (0..count).map(|at| corners[(at + 1) % count] - corners[at]);
        let outward = sides.map(|side| side.unit().map(|unit| -unit.right()));
        let outward: Vec<Vec2> = outward.collect::<Option<_>>()?;
        let inside = |side: usize| {
            corners
                .iter()
                .all(|corner| (*corner - corners[side]).dot(outward[side]) <= Fix::ratio(1, 100))
        };
        if !(0..count).all(inside) {
            return None;
        }
        let (mut low, mut high) = (corners[0], corners[0]);
        for corner in &corners {
            low = Vec2::new(low.x.min(corner.x), low.y.min(corner.y));
            high = Vec2::new(high.x.max(corner.x), high.y.max(corner.y));
        }
        Some(Self { corners, look, below, outward, low, high })
    }

    /// Whether it stands in a hunt of so many.
    #[must_use]
    pub const fn stands(&self, seats: u8) -> bool {
        self.below == 0 || seats < self.below
    }

    /// What takes a circle out of it, if it touches.
    pub(crate) fn push(&self, pos: Vec2, radius: Fix) -> Option<Vec2> {
        if pos.x <= self.low.x - radius
            || pos.x >= self.high.x + radius
            || pos.y <= self.low.y - radius
            || pos.y >= self.high.y + radius
        {
            return None;
        }
        let (mut side, mut out) = (0, -Fix::int(1000));
        for (at, normal) in self.outward.iter().enumerate() {
            let distance = (pos - self.corners[at]).dot(*normal);
            if distance > out {
                (side, out) = (at, distance);
            }
        }
        if out >= radius {
            return None;
        }
        let (from, to) = (self.corners[side], self.corners[(side + 1) % self.corners.len()]);
        let along = to - from;
        let corner = if out <= Fix::ZERO {
            None
        } else if (pos - from).dot_wide(along) < 0 {
            Some(from)
        } else if (pos - to).dot_wide(along) > 0 {
            Some(to)
        } else {
            None
        };
        let Some(corner) = corner else {
            return Some(self.outward[side] * (radius - out));
        };
        let away = pos - corner;
        let distance = away.length();
        if distance >= radius {
            return None;
        }
        Some(away.unit()? * (radius - distance))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: i32, y: i32) -> Vec2 {
        Vec2::new(Fix::int(x), Fix::int(y))
    }

    #[test]
    fn a_wall_pushes_out_across_its_nearest_side_or_corner() {
        let square = Wall::new([at(0, 0), at(0, 4), at(4, 4), at(4, 0)].into(), 0, 0).unwrap();
        assert_eq!(square.push(at(5, 2), Fix::ONE), None);
        assert_eq!(square.push(at(3, 2), Fix::ONE), Some(at(2, 0)));
        let corner = square.push(Vec2::new(Fix::ratio(9, 2), Fix::ratio(9, 2)), Fix::ONE).unwrap();
        assert!(corner.x > Fix::ZERO && (corner.x - corner.y).abs().0 < 8);
    }

    #[test]
    fn only_convex_outlines_are_walls() {
        let star = [at(0, -9), at(5, 7), at(-8, -3), at(8, -3), at(-5, 7)];
        assert_eq!(Wall::new(star.into(), 0, 0), None);
        assert_eq!(Wall::new([at(0, 0), at(4, 0), at(1, 1), at(0, 4)].into(), 0, 0), None);
        assert_eq!(Wall::new([at(0, 0), at(4, 0), at(8, 0)].into(), 0, 0), None);
    }
}
