//! The camera: it leads where somebody goes, fits what should be seen, and never jolts.

use super::ease::{cos, fade, sin};
use super::effects::Effect;
use super::frame::Frame;
use super::gaze::Flight;
use super::space::{Point, Rect};

/// How far up the middle is where thumbs cover the lower corners, in parts of half the view.
const RAISE: f64 = 0.2;
/// Smoothing of the way, of the lead and of the zoom, in parts a second.
const FOLLOW: f64 = 14.0;
const LEAD: f64 = 2.6;
const ZOOM: f64 = 1.4;
/// Smoothing of a flight.
const FLIGHT: f64 = 3.2;
/// Beyond this the camera jumps instead of following.
const CUT_METRES: f64 = 45.0;
/// How fast a knock is forgotten, in parts a second.
const CALMS: f64 = 1.8;

/// Somebody to follow.
#[derive(Clone, Copy, Debug)]
pub struct Follow {
    /// Where.
    pub at: Point,
    /// How far ahead of that the camera should look.
    pub lead: Point,
    /// Times the base scale.
    pub zoom: f64,
}

/// Where the camera is.
#[derive(Clone, Debug, Default)]
pub struct Camera {
    at: Option<Point>,
    lead: Point,
    zoom: f64,
    shake: f64,
    /// The middle of the view, in metres.
    pub centre: Point,
    /// Pixels a metre now.
    pub scale: f64,
    /// The view, in pixels.
    pub width: f64,
    pub height: f64,
}

impl Camera {
    /// Pixels a metre that suit the screen: a phone sees less, but nothing smaller.
    pub fn base_scale(frame: &Frame) -> f64 {
        let size = (frame.width * frame.height).sqrt() / frame.dpr;
        (size / 62.0).clamp(9.5, 22.0) * frame.dpr
    }

    /// Half of the view in metres at this scale.
    pub fn half(frame: &Frame, scale: f64) -> Point {
        Point { x: frame.width / scale / 2.0, y: frame.height / scale / 2.0 }
    }

    /// Follows somebody; `base` pixels are a metre at zoom 1.
    pub fn follow(&mut self, frame: &Frame, base: f64, who: Follow) {
        (self.width, self.height) = (frame.width, frame.height);
        // Above the thumbs, where they are.
        let raise = if frame.touching { Self::half(frame, base).y * RAISE } else { 0.0 };
        match self.at {
            Some(at) if at.distance(who.at) < CUT_METRES => {
                self.at = Some(at.towards(who.at, ease(FOLLOW, frame.dt)));
                self.lead = self.lead.towards(who.lead, ease(LEAD, frame.dt));
                self.zoom += (who.zoom - self.zoom) * ease(ZOOM, frame.dt);
            }
            _ => (self.at, self.lead, self.zoom) = (Some(who.at), who.lead, who.zoom),
        }
        // Whoever is followed is never smoothed away: the camera's lag is the lead's.
        let at = self.at.unwrap_or(who.at);
        let sway = self.sway(frame);
        self.centre =
            Point { x: at.x + self.lead.x + sway.x, y: at.y + self.lead.y + raise + sway.y };
        self.scale = base * self.zoom;
    }

    /// Flies to a place and a scale, or is there at once on a calm screen.
    pub fn fly(&mut self, frame: &Frame, centre: Point, scale: f64) {
        (self.width, self.height) = (frame.width, frame.height);
        let here = self.at.filter(|_| frame.allows(Effect::Flight));
        let (part, from) = here.map_or((1.0, centre), |at| (ease(FLIGHT, frame.dt), at));
        let at = from.towards(centre, part);
        self.at = Some(at);
        self.scale = if part < 1.0 { self.scale + (scale - self.scale) * part } else { scale };
        let sway = self.sway(frame);
        self.centre = Point { x: at.x + sway.x, y: at.y + sway.y };
        (self.lead, self.zoom) = (Point::default(), 1.0);
    }

    /// Is where a spectator flies it.
    pub fn hover(&mut self, frame: &Frame, flight: Flight) {
        (self.width, self.height) = (frame.width, frame.height);
        (self.centre, self.scale) = (flight.at, flight.scale * frame.dpr);
        // Whoever is followed next is flown to, not cut to, if it is near.
        (self.at, self.lead, self.zoom) = (Some(flight.at), Point::default(), 1.0);
    }

    /// The middle and the scale that show all of a rectangle, `top` and `bottom` pixels of the
    /// screen being taken.
    pub fn fit(frame: &Frame, rect: Rect, top: f64, bottom: f64) -> (Point, f64) {
        let free = (frame.height - top - bottom).max(frame.height * 0.3);
        let (wide, high) = (rect.to.x - rect.from.x, rect.to.y - rect.from.y);
        let scale = (frame.width / wide.max(0.1)).min(free / high.max(0.1));
        let middle = rect.middle();
        let lower = (bottom - top) / 2.0 / scale;
        (Point { x: middle.x, y: middle.y + lower }, scale)
    }

    /// A knock, 0 to 1.
    pub fn knock(&mut self, force: f64) {
        self.shake = self.shake.max(force.clamp(0.0, 1.0));
    }

    fn sway(&mut self, frame: &Frame) -> Point {
        self.shake = (self.shake - frame.dt * CALMS).max(0.0);
        if !frame.allows(Effect::Shake) {
            self.shake = 0.0;
        }
        let (sway, phase) = (self.shake * self.shake * 0.5, frame.clock(Effect::Shake) * 60.0);
        Point { x: sin(phase * 1.9) * sway, y: cos(phase * 2.7) * sway }
    }

    /// The pixel of a point.
    pub fn pixel(&self, point: Point) -> (f64, f64) {
        (
            (point.x - self.centre.x) * self.scale + self.width / 2.0,
            (point.y - self.centre.y) * self.scale + self.height / 2.0,
        )
    }

    /// The point under a pixel.
    pub fn point(&self, (x, y): (f64, f64)) -> Point {
        Point {
            x: (x - self.width / 2.0) / self.scale + self.centre.x,
            y: (y - self.height / 2.0) / self.scale + self.centre.y,
        }
    }

    /// The pixel of the world's origin.
    pub fn origin(&self) -> (f64, f64) {
        self.pixel(Point::default())
    }

    /// Lets the pen draw in metres.
    pub fn place(&self, pen: &super::pen::Pen) {
        let (x, y) = self.origin();
        pen.place(x, y, self.scale);
    }

    /// Whether a disc of this radius can be seen.
    pub fn sees(&self, point: Point, radius: f64) -> bool {
        let (x, y) = self.pixel(point);
        let margin = radius * self.scale;
        x > -margin && y > -margin && x < self.width + margin && y < self.height + margin
    }
}

/// The part of the way that is gone in `dt` seconds, the same at any frame rate.
fn ease(rate: f64, dt: f64) -> f64 {
    1.0 - fade(rate * dt)
}
