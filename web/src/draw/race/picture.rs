//! The race between two steps, in metres and radians: what the painter needs and no more.

use crate::draw::kit::ease::length;
use crate::draw::kit::gaze::Gaze;
use crate::draw::kit::space::{Point, Rect, metres, turned};
use games::fix::Fix;
use games::racing::{CarView, Lights, Race, RaceView, Track};
use party::{SeatView, Shift, Shown};
use std::f64::consts::TAU;

/// A car as it is drawn.
#[derive(Clone, Debug)]
pub struct Car {
    /// The car after the later step, for everything that does not move smoothly.
    pub view: CarView,
    /// Where it is between the steps.
    pub at: Point,
    /// Where its nose points.
    pub heading: f64,
    /// Its velocity in metres a second.
    pub velocity: Point,
    /// The size of it.
    pub speed: f64,
    /// -1 left to 1 right.
    pub steer: f64,
    /// 0 to 7.
    pub colour: u8,
    /// Whose it is.
    pub name: String,
}

/// The best lap of this browser, where it was this long after the line.
#[derive(Clone, Copy, Debug)]
pub struct Chased {
    /// Where.
    pub at: Point,
    /// Where its nose pointed.
    pub heading: f64,
    /// Milliseconds that the own car is behind it; negative before it.
    pub behind_ms: i32,
}

/// What is drawn in one frame.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    /// The road.
    pub track: &'a Track,
    /// The race after the later step.
    pub race: RaceView,
    /// Every car in seat order.
    pub cars: Vec<Car>,
    /// The car the camera follows.
    pub eye: usize,
    /// Whether the player drives that car.
    pub driving: bool,
    /// The best lap of this browser on this track, in milliseconds.
    pub best_ms: Option<u32>,
    /// The ghost of that lap, where it is shown.
    pub chased: Option<Chased>,
    /// Where whoever watches looks.
    pub gaze: Gaze,
}

/// A car that is further away than this after one step was put there, not driven.
const JUMP_METRES: f64 = 4.0;

impl<'a> Picture<'a> {
    /// The race between two steps. Without a seat the camera follows the first car.
    #[must_use]
    pub fn between(shown: Shown<'a, Race>, cast: &[SeatView], gaze: Gaze) -> Self {
        let Shown { before, after, alpha_256, me, shifts, others } = shown;
        let alpha = f64::from(alpha_256) / 256.0;
        let (earlier, race) = (before.view(), after.view());
        let others = others.map(|(before, after)| (before.view().cars, after.view().cars));
        let cars = (0..race.cars.len()).filter_map(|at| {
            let seat = race.cars.get(at)?.seat;
            let (from, to) = match &others {
                Some((from, to)) if me != Some(seat) => (from.get(at)?, to.get(at)?),
                _ => (earlier.cars.get(at)?, race.cars.get(at)?),
            };
            let shift = shifts.get(at).copied().unwrap_or_default();
            Some(Car::between(from, to, alpha, cast.get(at)).shifted(shift))
        });
        let cars: Vec<Car> = cars.collect();
        let follow = gaze.seat(me).or_else(|| race.order.first().copied());
        let eye = follow.map_or(0, |seat| seat.index().min(cars.len().saturating_sub(1)));
        Self {
            track: after.track(),
            race,
            cars,
            eye,
            driving: me.is_some() && follow == me,
            best_ms: None,
            chased: None,
            gaze,
        }
    }

    /// The car the camera follows.
    #[must_use]
    pub fn own(&self) -> &Car {
        &self.cars[self.eye]
    }
}

impl Car {
    fn between(from: &CarView, to: &CarView, alpha: f64, seat: Option<&SeatView>) -> Self {
        let (was, is) = (Point::of(from.pos), Point::of(to.pos));
        let part = if was.distance(is) > JUMP_METRES { 1.0 } else { alpha };
        let velocity = Point::of(from.vel).towards(Point::of(to.vel), part);
        let steer = f64::from(from.steer) + (f64::from(to.steer) - f64::from(from.steer)) * part;
        Self {
            view: *to,
            at: was.towards(is, part),
            heading: turned(from.heading, to.heading, part),
            speed: length(velocity.x, velocity.y),
            velocity,
            steer: steer / 127.0,
            colour: seat.map_or((to.seat.0 % 8) as u8, |seat| seat.colour),
            name: seat.map(|seat| seat.name.clone()).unwrap_or_default(),
        }
    }
}

impl Car {
    /// Drawn a little beside where it is: a correction that fades.
    fn shifted(mut self, shift: Shift) -> Self {
        self.at.x += metres(Fix(shift.x));
        self.at.y += metres(Fix(shift.y));
        self.heading += f64::from(shift.heading) / 65_536.0 * TAU;
        self
    }
}

impl Picture<'_> {
    /// All of the track and a little more.
    #[must_use]
    pub fn bounds(&self) -> Rect {
        let points: Vec<Point> =
            self.track.samples.iter().map(|sample| Point::of(sample.pos)).collect();
        Rect::around(&points).grown(20.0)
    }

    /// Whether the cars still wait for the lights.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        matches!(self.race.lights, Lights::Dark | Lights::Count(_))
    }
}
