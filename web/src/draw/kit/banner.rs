//! Big words for a moment: the last lap, a hole in one, the finish.

use super::effects::Effect;
use super::frame::Frame;
use super::palette as ink;
use super::pen::Pen;

/// Seconds a banner stays.
const STAYS: f64 = 2.2;

/// The banner that is up, and for how long it has been.
#[derive(Default)]
pub struct Banner {
    up: Option<(String, String, f64)>,
}

impl Banner {
    /// Says it, instead of what is being said.
    pub fn say(&mut self, title: impl Into<String>, detail: impl Into<String>) {
        self.up = Some((title.into(), detail.into(), 0.0));
    }

    /// Draws what is up. Calm screens let it stand instead of flying in.
    pub fn draw(&mut self, pen: &Pen, frame: &Frame) {
        let Some((title, detail, age)) = &mut self.up else {
            return;
        };
        *age += frame.dt;
        if *age > STAYS {
            self.up = None;
            return;
        }
        let unit = frame.unit;
        let come = if frame.allows(Effect::Banner) { (*age / 0.22).min(1.0) } else { 1.0 };
        let ease = 1.0 - (1.0 - come) * (1.0 - come) * (1.0 - come);
        let go = ((STAYS - *age) / 0.35).clamp(0.0, 1.0);
        let (x, y) = (frame.width / 2.0, frame.height * 0.24 - (1.0 - ease) * 40.0 * unit);
        pen.alpha(ease.min(go));
        pen.align("center", "middle");
        pen.font(900, 54.0 * unit);
        let shrink = (frame.width * 0.9 / pen.width(title).max(1.0)).min(1.0);
        pen.font(900, 54.0 * unit * shrink);
        pen.outlined(title, x, y, ink::SUN, 12.0 * unit * shrink);
        if !detail.is_empty() {
            pen.font(800, 22.0 * unit * shrink.max(0.7));
            pen.outlined(detail, x, y + 46.0 * unit, ink::CREAM, 7.0 * unit);
        }
        pen.alpha(1.0);
    }
}
