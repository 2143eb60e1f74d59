//! The camera: leads where the car goes, steps back when it is fast, and never jolts.

use super::painter::Taste;
use super::picture::{Picture, Point};
use super::turn::{cos, fade, sin};

/// Seconds of the way ahead that the camera looks to.
const LEAD_SECONDS: f64 = 0.62;
/// How much of the half view the lead may take, so that the own car stays well on the screen.
const LEAD_PART: f64 = 0.46;
/// How far up the own car is where thumbs cover the lower corners.
const RAISE: f64 = 0.2;
/// What the fastest car sees more.
const ZOOM_OUT: f64 = 0.2;
/// Metres a second at which it sees the most.
const FAST: f64 = 34.0;
/// Smoothing of the way, of the lead and of the zoom, in parts a second.
const FOLLOW: f64 = 14.0;
const LEAD: f64 = 2.6;
const ZOOM: f64 = 1.4;
/// Beyond this the camera jumps instead of flying.
const CUT_METRES: f64 = 45.0;

/// Where the camera is.
#[derive(Clone, Debug, Default)]
pub(super) struct Camera {
    at: Option<Point>,
    lead: Point,
    zoom: f64,
    shake: f64,
    /// The middle of the view, in metres.
    pub(super) centre: Point,
    /// Pixels a metre now.
    pub(super) scale: f64,
    /// The view, in pixels.
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Camera {
    /// Pixels a metre of the ground's tiles: a phone sees less of the road, but not smaller cars.
    pub(super) fn base_scale(width: f64, height: f64, dpr: f64) -> f64 {
        let size = (width * height).sqrt() / dpr;
        (size / 62.0).clamp(9.5, 22.0) * dpr
    }

    /// Follows the picture for `dt` seconds.
    pub(super) fn follow(
        &mut self,
        picture: &Picture<'_>,
        size: (f64, f64),
        base: f64,
        dt: f64,
        taste: Taste,
    ) {
        let calm = taste.calm;
        (self.width, self.height) = size;
        let car = picture.own();
        let view = Point { x: self.width / base / 2.0, y: self.height / base / 2.0 };
        // Above the thumbs, where they are.
        let raise = if taste.touching { view.y * RAISE } else { 0.0 };
        // `clamp` with bounds that only run time knows brings the printing of fractions along, for
        // its panic: 6 kB of the page.
        let limit = |value: f64, room: f64| value.max(-room * LEAD_PART).min(room * LEAD_PART);
        let wanted = if picture.is_waiting() {
            Point::default().step(car.heading, view.x.min(view.y) * 0.4)
        } else {
            Point {
                x: limit(car.velocity.x * LEAD_SECONDS, view.x),
                y: limit(car.velocity.y * LEAD_SECONDS, view.y),
            }
        };
        let fast = (car.speed / FAST).clamp(0.0, 1.0);
        let zoom = if calm { 1.0 } else { 1.0 - ZOOM_OUT * fast * fast };
        match self.at {
            Some(at) if at.distance(car.at) < CUT_METRES => {
                self.at = Some(at.towards(car.at, ease(FOLLOW, dt)));
                self.lead = self.lead.towards(wanted, ease(LEAD, dt));
                self.zoom += (zoom - self.zoom) * ease(ZOOM, dt);
            }
            _ => (self.at, self.lead, self.zoom) = (Some(car.at), wanted, zoom),
        }
        self.shake = if calm { 0.0 } else { (self.shake - dt * 1.8).max(0.0) };
        let at = self.at.unwrap_or(car.at);
        // The car itself is never smoothed away from where it is: the camera's lag is the lead's.
        let sway = self.shake * self.shake * 0.5;
        let phase = f64::from(picture.race.tick);
        self.centre = Point {
            x: at.x + self.lead.x + sin(phase * 1.9) * sway,
            y: at.y + self.lead.y + raise + cos(phase * 2.7) * sway,
        };
        self.scale = base * self.zoom;
    }

    /// A knock, 0 to 1.
    pub(super) fn knock(&mut self, force: f64) {
        self.shake = self.shake.max(force.clamp(0.0, 1.0));
    }

    /// The pixel of a point.
    pub(super) fn pixel(&self, point: Point) -> (f64, f64) {
        (
            (point.x - self.centre.x) * self.scale + self.width / 2.0,
            (point.y - self.centre.y) * self.scale + self.height / 2.0,
        )
    }

    /// The pixel of the world's origin.
    pub(super) fn origin(&self) -> (f64, f64) {
        self.pixel(Point::default())
    }

    /// Whether a disc of this radius can be seen.
    pub(super) fn sees(&self, point: Point, radius: f64) -> bool {
        let (x, y) = self.pixel(point);
        let margin = radius * self.scale;
        x > -margin && y > -margin && x < self.width + margin && y < self.height + margin
    }
}

/// The part of the way that is gone in `dt` seconds, the same at any frame rate.
fn ease(rate: f64, dt: f64) -> f64 {
    1.0 - fade(rate * dt)
}
