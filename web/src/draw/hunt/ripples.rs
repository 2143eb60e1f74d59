//! Taunts, for the eye: rings where one was heard, and a sign at the edge of the screen that
//! points there. Everybody who may hear it sees the same.

use super::picture::Picture;
use crate::draw::kit::ease::{cos, length, sin};
use crate::draw::kit::{Camera, Effect, Frame, Pen, Point, palette as ink};
use std::f64::consts::TAU;

/// How long a ripple is seen, and how far it spreads in that time, in metres.
const SEEN_MS: f64 = 2_500.0;
const SPREADS: f64 = 3.4;
const RINGS: usize = 3;
/// Half of the sign's opening, in radians.
const SIGN: f64 = 0.17;

pub(super) fn draw(pen: &Pen, camera: &Camera, frame: &Frame, picture: &Picture<'_>) {
    for ripple in &picture.view.ripples {
        let part = (f64::from(ripple.age_ms) / SEEN_MS).min(1.0);
        let at = Point::of(ripple.at);
        rings(pen, camera, frame, at, part);
        sign(pen, camera, frame, at, part);
    }
    pen.alpha(1.0);
}

fn rings(pen: &Pen, camera: &Camera, frame: &Frame, at: Point, part: f64) {
    if !camera.sees(at, SPREADS) {
        return;
    }
    let (x, y) = camera.pixel(at);
    for ring in 0..RINGS {
        let later = part - ring as f64 * 0.14;
        // A calm screen has them stand at their widest, and fade.
        let wide = if frame.allows(Effect::Ripple) { later } else { 0.4 + 0.3 * ring as f64 };
        if wide <= 0.0 {
            continue;
        }
        pen.alpha((1.0 - part) * 0.9);
        pen.stroke_style(ink::INK, 7.0 * frame.unit);
        pen.ring(x, y, wide.min(1.0) * SPREADS * camera.scale, 0.0, TAU);
        pen.stroke_style(ink::SUN, 3.5 * frame.unit);
        pen.ring(x, y, wide.min(1.0) * SPREADS * camera.scale, 0.0, TAU);
    }
    pen.alpha(1.0 - part * part);
    pen.align("center", "middle");
    pen.font(900, 30.0 * frame.unit);
    pen.outlined("♪", x, y, ink::SUN, 7.0 * frame.unit);
}

/// An arc with a note at the edge, when the place itself is not on the screen.
fn sign(pen: &Pen, camera: &Camera, frame: &Frame, at: Point, part: f64) {
    if camera.sees(at, 0.0) {
        return;
    }
    let (x, y) = camera.pixel(at);
    let middle = (frame.width / 2.0, frame.height / 2.0);
    let (dx, dy) = (x - middle.0, y - middle.1);
    let far = length(dx, dy).max(1.0);
    let (cos_to, sin_to) = (dx / far, dy / far);
    let unit = frame.unit;
    // Along the edge of the screen, clear of the instruments.
    let (wide, high) = (middle.0 - 74.0 * unit, middle.1 - 74.0 * unit);
    let on = |cos: f64, sin: f64, out: f64| {
        (middle.0 + cos * (wide + out * unit), middle.1 + sin * (high + out * unit))
    };
    pen.alpha(1.0 - part * part);
    for (colour, wide) in [(ink::INK, 15.0), (ink::SUN, 9.0)] {
        pen.stroke_style(colour, wide * unit);
        pen.ctx.set_line_cap("round");
        pen.ctx.begin_path();
        for step in -6..=6 {
            let turn = f64::from(step) / 6.0 * SIGN;
            let (c, s) = (cos(turn), sin(turn));
            let (x, y) = on(cos_to * c - sin_to * s, sin_to * c + cos_to * s, 0.0);
            pen.ctx.line_to(x, y);
        }
        pen.ctx.stroke();
    }
    pen.ctx.set_line_cap("butt");
    pen.align("center", "middle");
    pen.font(900, 26.0 * unit);
    let (x, y) = on(cos_to, sin_to, 26.0);
    pen.outlined("♪", x, y, ink::SUN, 6.0 * unit);
    pen.font(800, 15.0 * unit);
    let label = format!("{} m", (far / camera.scale).round() as u32);
    let (x, y) = on(cos_to, sin_to, -26.0);
    pen.outlined(&label, x, y, ink::CREAM, 5.0 * unit);
}
