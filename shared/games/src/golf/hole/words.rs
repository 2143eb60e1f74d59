//! What only the lines of a hole consist of.

use super::Shape;
use super::path::Corner;
use crate::fix::{Angle, Fix, Vec2};
use crate::pack::Words;
use alloc::vec::Vec;

/// A closed line has at most so many corners.
const CORNERS: usize = 48;

impl Words<'_> {
    /// The next word as a length.
    #[inline(never)]
    pub(super) fn length(&mut self, least: Fix) -> Fix {
        self.number(least, Fix::int(10))
    }

    /// The next four words as a wall.
    #[inline(never)]
    pub(super) fn wall(&mut self) -> (Vec2, Vec2) {
        let (from, to) = (self.point(), self.point());
        if (to - from).length() < Fix::ratio(1, 10) {
            self.refuse("this wall has no length", "", "give it two different ends");
        }
        (from, to)
    }

    /// A word for a direction, or degrees.
    #[inline(never)]
    pub(super) fn direction(&mut self) -> Angle {
        for (quarter, word) in (0..).zip(["right", "down", "left", "up"]) {
            if self.take(word) {
                return Angle(quarter << 14);
            }
        }
        let degrees = self.number(Fix::int(-360), Fix::int(360));
        Angle((degrees.0 / 360) as u16)
    }

    /// Seconds, as ticks.
    #[inline(never)]
    pub(super) fn seconds(&mut self, least: Fix) -> u16 {
        self.number(least, Fix::int(60)).scale(60, 1).whole() as u16
    }

    /// `start SECONDS`, if that is there.
    #[inline(never)]
    pub(super) fn start(&mut self) -> u16 {
        if self.take("start") { self.seconds(Fix::ZERO) } else { 0 }
    }

    /// All that is left, as corners.
    #[inline(never)]
    pub(super) fn corners(&mut self, least: usize) -> Vec<Corner> {
        let mut corners: Vec<Corner> = Vec::new();
        while !self.is_done() {
            let corner = self.corner();
            if let Some(last) = corners.last()
                && (last.at - corner.at).length() < Fix::ratio(1, 100)
            {
                self.refuse("two corners are at one place", "", "leave one of them out");
            }
            corners.push(corner);
        }
        if corners.len() < least || corners.len() > CORNERS {
            let cure = "a wall has 2 to 48 points, anything closed 3 to 48 corners";
            self.refuse("this has too few corners or too many", "", cure);
        }
        corners
    }

    /// `circle X Y RADIUS`, or corners.
    pub(super) fn shape(&mut self) -> Shape {
        if self.take("circle") {
            let centre = self.point();
            return Shape::Circle { centre, radius: self.length(Fix::ratio(1, 5)) };
        }
        let mut corners = Vec::new();
        for corner in self.corners(3) {
            corners.push(corner.at);
        }
        Shape::Polygon(corners)
    }

    /// A place; its second number may end in `~RADIUS`.
    fn corner(&mut self) -> Corner {
        let x = self.number(Fix::ZERO, self.high.x);
        let word = self.next();
        let (y, round) = word.split_once('~').unwrap_or((word, "0"));
        let y = self.value(y, Fix::ZERO, self.high.y);
        Corner { at: Vec2::new(x, y), round: self.value(round, Fix::ZERO, Fix::int(10)) }
    }
}
