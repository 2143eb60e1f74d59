//! The last putt once more, from where the ball was seen to be: nothing is simulated again.

use super::picture::Picture;
use crate::draw::kit::Point;

/// Ticks that are kept: no ball rolls for longer.
const KEPT: usize = 12 * 60 + 60;
/// How long the end of it stands, in ticks.
const PAUSE: f64 = 50.0;
/// Faster than it was.
const TICKS_A_SECOND: f64 = 75.0;

/// Where the followed ball was since it was struck last.
#[derive(Default)]
pub(super) struct Replay {
    way: Vec<Point>,
    of: (u8, u8),
    tick: u32,
    at: f64,
}

impl Replay {
    /// Remembers where the ball is now.
    pub(super) fn record(&mut self, picture: &Picture<'_>) {
        let ball = picture.own();
        let of = (picture.view.hole, ball.view.strokes);
        // A penalty counts while the ball is on its way, and begins no new one.
        if of != self.of && !ball.view.at_rest && ball.speed > 0.5 && self.way.len() != 1 {
            let fresh = of.0 != self.of.0 || self.way.is_empty() || self.is_still(ball.at);
            if fresh {
                self.way.clear();
            }
            self.of = of;
        }
        let moved = self.tick != picture.view.tick;
        self.tick = picture.view.tick;
        let rolls = !ball.view.at_rest || ball.view.holed;
        let far = self.way.last().is_none_or(|last| last.distance(ball.at) > 0.004);
        if moved && rolls && far && self.way.len() < KEPT {
            self.way.push(ball.at);
        }
        self.at = 0.0;
    }

    /// Whether the way ends here: the ball had come to rest before it was struck.
    fn is_still(&self, at: Point) -> bool {
        self.way.last().is_none_or(|last| last.distance(at) < 0.6)
    }

    /// All of the way, and where the ball is in it so many seconds later; none when there is none.
    pub(super) fn play(&mut self, passed: f64, moves: bool) -> Option<(&[Point], Point)> {
        let last = *self.way.last()?;
        let length = self.way.len() as f64;
        self.at = (self.at + passed * TICKS_A_SECOND) % (length + PAUSE);
        let now = if moves { self.way.get(self.at as usize).copied() } else { None };
        Some((&self.way, now.unwrap_or(last)))
    }
}
