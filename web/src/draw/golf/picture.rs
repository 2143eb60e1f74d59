//! A round between two steps, in metres: what the painter needs and no more.

use crate::draw::kit::Point;
use crate::draw::kit::ease::length;
use crate::draw::kit::gaze::Gaze;
use crate::draw::kit::space::{Rect, metres};
use crate::input::golf::Shown as Aim;
use games::fix::Fix;
use games::golf::pad::{POWER_MOST, Stroke};
use games::golf::{BallView, Golf, GolfView, Hole, Total};
use netplay::ids::Seat;
use party::{SeatView, Shift, Shown};

/// How far the rim stands out around the green, in metres.
pub(super) const RIM: f64 = 0.38;
/// A ball that is further away than this after one step was put there, not struck.
const JUMP_METRES: f64 = 0.9;

/// A ball as it is drawn.
#[derive(Clone, Debug)]
pub struct Ball {
    /// The ball after the later step.
    pub view: BallView,
    /// Where it is between the steps.
    pub at: Point,
    /// Metres a second.
    pub speed: f64,
    /// 0 to 7.
    pub colour: u8,
    /// Whose it is.
    pub name: String,
}

/// What is drawn in one frame.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    /// The hole.
    pub hole: &'a Hole,
    /// The round after the later step.
    pub view: GolfView,
    /// Every ball in seat order.
    pub balls: Vec<Ball>,
    /// The walls that move, between the steps.
    pub movers: Vec<(Point, Point)>,
    /// The ball the picture follows.
    pub eye: usize,
    /// Whether the player plays that ball.
    pub playing: bool,
    /// What the player aims at.
    pub aim: Aim,
    /// Where the ball would roll: to what it touches first, and on from there.
    pub line: Vec<Point>,
    /// Where whoever watches looks.
    pub gaze: Gaze,
}

impl<'a> Picture<'a> {
    /// The round between two steps. Without a seat the picture follows the first ball that is
    /// still played.
    #[must_use]
    pub fn between(shown: Shown<'a, Golf>, cast: &[SeatView], aim: Aim, gaze: Gaze) -> Self {
        let (earlier, view) = (shown.before.view(), shown.after.view());
        let alpha = f64::from(shown.alpha_256) / 256.0;
        let others = shown.others.map(|(before, after)| (before.view().balls, after.view().balls));
        let balls = (0..view.balls.len()).filter_map(|at| {
            let seat = view.balls.get(at)?.seat;
            let (from, to) = match &others {
                Some((from, to)) if shown.me != Some(seat) => (from.get(at)?, to.get(at)?),
                _ => (earlier.balls.get(at)?, view.balls.get(at)?),
            };
            let shift = shown.shifts.get(at).copied().unwrap_or_default();
            Some(Ball::between(from, to, alpha, cast.get(at), shift))
        });
        let balls: Vec<Ball> = balls.collect();
        let same_hole = earlier.hole == view.hole;
        let walls = |view: &GolfView| -> Vec<(Point, Point)> {
            let all = view.movers.iter().flat_map(|mover| &mover.walls);
            all.map(|(from, to)| (Point::of(*from), Point::of(*to))).collect()
        };
        let mut movers = walls(&view);
        if same_hole {
            for (now, was) in movers.iter_mut().zip(walls(&earlier)) {
                *now = (was.0.towards(now.0, alpha), was.1.towards(now.1, alpha));
            }
        }
        let watched = || view.balls.iter().position(|ball| !ball.at_rest);
        let eye = match gaze.seat(shown.me) {
            Some(seat) => seat.index(),
            None => watched().unwrap_or_default(),
        };
        let line = match shown.me.filter(|_| aim.ready) {
            Some(me) => {
                // Nothing is charged yet: as far as any stroke goes, to the first thing in its way.
                let power = aim.power.checked_sub(1).unwrap_or(POWER_MOST);
                let mut line = shown.after.aim(me, Stroke { angle: aim.angle >> 6, power }).points;
                line.truncate(if aim.power == 0 { 2 } else { 3 });
                line.into_iter().map(Point::of).collect()
            }
            None => Vec::new(),
        };
        Self {
            hole: shown.after.hole(),
            eye: eye.min(balls.len().saturating_sub(1)),
            view,
            balls,
            movers,
            playing: shown.me.is_some() && gaze.seat(shown.me) == shown.me,
            aim,
            line,
            gaze,
        }
    }

    /// The ball the picture follows.
    #[must_use]
    pub fn own(&self) -> &Ball {
        &self.balls[self.eye]
    }
}

impl Ball {
    fn between(
        from: &BallView,
        to: &BallView,
        alpha: f64,
        seat: Option<&SeatView>,
        shift: Shift,
    ) -> Self {
        let (was, is) = (Point::of(from.pos), Point::of(to.pos));
        let part = if was.distance(is) > JUMP_METRES { 1.0 } else { alpha };
        let mut at = was.towards(is, part);
        at.x += metres(Fix(shift.x));
        at.y += metres(Fix(shift.y));
        let velocity = Point::of(to.vel);
        Self {
            view: *to,
            at,
            speed: length(velocity.x, velocity.y),
            colour: seat.map_or((to.seat.0 % 8) as u8, |seat| seat.colour),
            name: seat.map(|seat| seat.name.clone()).unwrap_or_default(),
        }
    }
}

impl Picture<'_> {
    /// The green and its rim.
    #[must_use]
    pub fn bounds(&self) -> Rect {
        let edge: Vec<Point> = self.hole.outline.iter().map(|point| Point::of(*point)).collect();
        Rect::around(&edge).grown(RIM + 0.35)
    }

    /// What a ball's player has so far.
    #[must_use]
    pub fn total(&self, ball: &Ball) -> Total {
        self.view.totals.get(ball.view.seat.index()).copied().unwrap_or_default()
    }

    /// Whether it is the player's own ball.
    #[must_use]
    pub fn is_own(&self, seat: Seat) -> bool {
        self.playing && seat.index() == self.eye
    }
}
