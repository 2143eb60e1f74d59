//! The picture that is due: its screen, its time, what may move in it.

use super::effects::{Effect, Effects};

/// Where the buttons above the game end, in points.
const BUTTONS: f64 = 60.0;
/// No effect lasts so many seconds.
const ENDED: f64 = 3_600.0;

/// One picture's screen and time. Sizes are in pixels.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    pub width: f64,
    pub height: f64,
    /// Pixels a point.
    pub dpr: f64,
    /// One unit of lettering, in pixels.
    pub unit: f64,
    /// Where the buttons of the page end, in pixels.
    pub top: f64,
    /// Thumbs lie on the lower corners.
    pub touching: bool,
    /// Without instruments and names.
    pub bare: bool,
    /// What may move.
    pub effects: Effects,
    /// Seconds of the page, for effects alone: see [`Frame::clock`].
    seconds: f64,
    /// Seconds since the picture before.
    pub(super) dt: f64,
}

impl Frame {
    pub(in crate::draw) fn new(
        (width, height): (f64, f64),
        dpr: f64,
        (seconds, dt): (f64, f64),
        effects: Effects,
        touching: bool,
    ) -> Self {
        // Lettering grows with the screen, but less.
        let side = width.min(height * 1.25) / dpr;
        let unit = (side / 760.0).clamp(0.78, 1.3) * dpr;
        let top = BUTTONS * dpr;
        Self { width, height, dpr, unit, top, touching, bare: false, effects, seconds, dt }
    }

    /// Whether this may move in this picture.
    pub fn allows(&self, effect: Effect) -> bool {
        self.effects.allows(effect)
    }

    /// Whether this is to be seen in this picture, moving or still.
    pub fn shows(&self, effect: Effect) -> bool {
        self.effects.shows(effect)
    }

    /// The clock that an effect moves by, in seconds. It stands at nought on a calm screen.
    pub fn clock(&self, effect: Effect) -> f64 {
        if self.allows(effect) { self.seconds } else { 0.0 }
    }

    /// Seconds by which an effect that ends has gone on since the picture before. On a calm screen
    /// it has ended.
    pub fn passed(&self, effect: Effect) -> f64 {
        if self.allows(effect) { self.dt } else { ENDED }
    }

    /// How many of a thing that comes `rate` times a second come in this picture, on average:
    /// none on a calm screen.
    pub fn often(&self, effect: Effect, rate: f64) -> f64 {
        if self.allows(effect) { rate * self.dt } else { 0.0 }
    }
}
