//! How a hole lies on the screen: whole, turned a quarter where that makes it larger, or so close
//! that the ball can be seen, and then it follows the ball.

use crate::draw::kit::ease::fade;
use crate::draw::kit::space::Rect;
use crate::draw::kit::{Pen, Point};

/// The smallest ball that can be told by its mark, in CSS pixels across the middle.
const BALL_PX: f64 = 4.5;
/// How much larger a turned hole must be to be worth the turn.
const WORTH: f64 = 1.15;
/// How fast the picture follows the ball, in parts a second.
const FOLLOW: f64 = 4.0;

/// The screen, in pixels, and what the instruments take of it on each side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Room {
    pub(super) size: (f64, f64),
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) right: f64,
    pub(super) bottom: f64,
    /// Pixels a CSS pixel.
    pub(super) dpr: f64,
}

impl Room {
    fn middle(self) -> (f64, f64) {
        ((self.left + self.size.0 - self.right) / 2.0, (self.top + self.size.1 - self.bottom) / 2.0)
    }

    fn free(self) -> (f64, f64) {
        let wide = self.size.0 - self.left - self.right;
        (wide.max(60.0), (self.size.1 - self.top - self.bottom).max(60.0))
    }
}

/// See the module.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Look {
    /// The world is turned a quarter clockwise.
    pub(super) turned: bool,
    /// Pixels a metre.
    pub(super) scale: f64,
    /// The point of the world in the middle, and the pixel of it.
    pub(super) at: Point,
    pub(super) middle: (f64, f64),
    /// The hole does not fit: the picture follows the ball.
    pub(super) follows: bool,
}

impl Look {
    /// The hole as large as it may be, with a ball of this radius large enough to be seen. Without
    /// a ball all of it fits.
    pub(super) fn fit(hole: Rect, ball: Option<f64>, room: Room) -> Self {
        let ((wide, high), (free_wide, free_high)) = (size(hole), room.free());
        let straight = (free_wide / wide).min(free_high / high);
        let quarter = (free_wide / high).min(free_high / wide);
        let turned = quarter > straight * WORTH;
        let fit = if turned { quarter } else { straight };
        let least = ball.map_or(0.0, |ball| BALL_PX * room.dpr / ball);
        Self {
            turned,
            scale: fit.max(least),
            at: hole.middle(),
            middle: room.middle(),
            follows: fit < least,
        }
    }

    /// Looks at a point, but at nothing beyond the hole's edge.
    pub(super) fn look_at(mut self, point: Point, hole: Rect, room: Room) -> Self {
        let (free_wide, free_high) = room.free();
        let seen = if self.turned { (free_high, free_wide) } else { (free_wide, free_high) };
        let ((wide, high), middle) = (size(hole), hole.middle());
        let within = |value: f64, middle: f64, size: f64, seen: f64| {
            let spare = ((size - seen / self.scale) / 2.0).max(0.0);
            value.max(middle - spare).min(middle + spare)
        };
        self.at = Point {
            x: within(point.x, middle.x, wide, seen.0),
            y: within(point.y, middle.y, high, seen.1),
        };
        self
    }

    /// Goes towards another one for so many seconds.
    pub(super) fn towards(mut self, wanted: Self, passed: f64) -> Self {
        let part = 1.0 - fade(FOLLOW * passed);
        if self.turned != wanted.turned {
            return wanted;
        }
        self.at = self.at.towards(wanted.at, part);
        let scale = self.scale + (wanted.scale - self.scale) * part;
        Self { scale, at: self.at, ..wanted }
    }

    /// The pixel of a point.
    pub(super) fn pixel(&self, point: Point) -> (f64, f64) {
        let (x, y) =
            self.lay((point.x - self.at.x) * self.scale, (point.y - self.at.y) * self.scale);
        (self.middle.0 + x, self.middle.1 + y)
    }

    /// A direction of the world on the screen.
    pub(super) fn lay(&self, x: f64, y: f64) -> (f64, f64) {
        if self.turned { (-y, x) } else { (x, y) }
    }

    /// A direction of the screen in the world.
    pub(super) fn back(&self, x: f64, y: f64) -> (f64, f64) {
        if self.turned { (y, -x) } else { (x, y) }
    }

    /// From here on one unit is a metre, and points are the world's.
    pub(super) fn place(&self, pen: &Pen) {
        let (cos, sin) = if self.turned { (0.0, self.scale) } else { (self.scale, 0.0) };
        let (x, y) = self.pixel(Point::default());
        pen.turn_to(x, y, cos, sin);
    }

    /// What a drag on the screen must be turned back by.
    pub(super) fn quarter(&self) -> u16 {
        if self.turned { 0x4000 } else { 0 }
    }
}

fn size(rect: Rect) -> (f64, f64) {
    (rect.to.x - rect.from.x, rect.to.y - rect.from.y)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Rect = Rect { from: Point { x: 0.0, y: 0.0 }, to: Point { x: 20.0, y: 5.0 } };

    fn phone() -> Room {
        Room { size: (360.0, 640.0), left: 0.0, top: 100.0, right: 0.0, bottom: 80.0, dpr: 1.0 }
    }

    #[test]
    fn a_long_hole_stands_upright_on_a_phone_and_lies_on_a_desk() {
        let look = Look::fit(LONG, Some(0.4), phone());
        assert!(look.turned && !look.follows);
        assert_eq!(look.scale, 23.0);
        let (tee, cup) = (Point { x: 1.0, y: 2.5 }, Point { x: 19.0, y: 2.5 });
        assert_eq!((look.pixel(tee).0, look.pixel(cup).0), (180.0, 180.0));
        assert!(look.pixel(cup).1 > look.pixel(tee).1);
        let desk = Room { size: (1366.0, 768.0), ..phone() };
        assert!(!Look::fit(LONG, Some(0.4), desk).turned);
    }

    #[test]
    fn a_ball_too_small_to_see_brings_the_picture_nearer_and_the_edge_holds_it() {
        let look = Look::fit(LONG, Some(0.1), phone());
        assert!(look.follows && look.scale == 45.0);
        let seen = look.look_at(Point { x: -50.0, y: 90.0 }, LONG, phone());
        assert!(seen.at.x > 5.0 && seen.at.x < 5.2 && seen.at.y == 2.5, "{:?}", seen.at);
    }
}
