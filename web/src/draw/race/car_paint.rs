//! The cars: flat shapes seen from above, with the seat's colour, shape and letter on the roof.

use super::picture::{Car, Chased, Picture};
use super::scenery::SUNLIGHT;
use crate::draw::kit::ease::{cos, sin};
use crate::draw::kit::palette as ink;
use crate::draw::kit::particles::star;
use crate::draw::kit::pen::{Pen, outline, path, soft_outline};
use crate::draw::kit::{Effect, Frame, Kit};
use crate::seats::{self, letter};
use std::f64::consts::{FRAC_PI_2, PI, TAU};
use web_sys::Path2d;

/// How far the front wheels turn, in radians.
const LOCK: f64 = 0.46;
/// How far the body leans out of a bend, in metres at the roof.
const LEAN: f64 = 0.13;

/// The parts of a car, as paths in metres with the nose to the right.
pub(super) struct Garage {
    body: Path2d,
    side: Path2d,
    hood: Path2d,
    glass: Path2d,
    back: Path2d,
    wheel: Path2d,
    wing: Path2d,
}

impl Default for Garage {
    fn default() -> Self {
        let wheel = path();
        wheel.rect(-0.42, -0.21, 0.84, 0.42);
        let wing = path();
        wing.rect(-1.84, -0.92, 0.42, 1.84);
        Self {
            body: soft_outline(&[
                (-1.75, -0.86),
                (-0.9, -0.98),
                (0.1, -0.86),
                (0.9, -0.94),
                (1.7, -0.72),
                (2.0, -0.3),
                (2.0, 0.3),
                (1.7, 0.72),
                (0.9, 0.94),
                (0.1, 0.86),
                (-0.9, 0.98),
                (-1.75, 0.86),
            ]),
            side: outline([
                (-1.5, 0.52),
                (1.35, 0.42),
                (1.2, 0.78),
                (0.1, 0.70),
                (-0.9, 0.80),
                (-1.5, 0.74),
            ]),
            hood: outline([(0.72, -0.2), (1.75, -0.12), (1.75, 0.12), (0.72, 0.2)]),
            glass: outline([(0.34, -0.60), (0.86, -0.50), (0.86, 0.50), (0.34, 0.60)]),
            back: outline([(-1.02, -0.52), (-0.74, -0.56), (-0.74, 0.56), (-1.02, 0.52)]),
            wheel,
            wing,
        }
    }
}

impl Garage {
    /// One unit is a metre. Own last, so that nobody hides it.
    pub(super) fn draw(&self, kit: &Kit, picture: &Picture<'_>, frame: &Frame) {
        let pen = &kit.pen;
        let mut order: Vec<usize> =
            (0..picture.cars.len()).filter(|at| *at != picture.eye).collect();
        order.push(picture.eye);
        for at in order {
            let car = &picture.cars[at];
            pen.alpha(if car.view.ghost { 0.45 } else { 1.0 });
            if at == picture.eye && picture.driving {
                halo(pen, car, frame);
            }
            self.car(kit, car, frame);
        }
        pen.alpha(1.0);
    }

    /// A car for itself, on a photo.
    pub(super) fn still(&self, kit: &Kit, car: &Car, frame: &Frame) {
        self.car(kit, car, frame);
    }

    /// A lap of another day: the outline of a car, through which the road is seen.
    pub(super) fn ghost(&self, pen: &Pen, chased: &Chased) {
        pen.aside(|pen| {
            pen.alpha(0.42);
            pen.translate(chased.at.x, chased.at.y);
            pen.rotate(chased.heading);
            pen.stroke(&self.body, ink::CREAM, 0.34);
            pen.fill(&self.body, "#cfe6ff");
            pen.fill(&self.glass, ink::CREAM);
        });
    }

    fn car(&self, kit: &Kit, car: &Car, frame: &Frame) {
        let pen = &kit.pen;
        let slide = f64::from(car.view.drift) * 0.10;
        let grip = (car.speed / 24.0).min(1.0);
        let heading = car.heading + car.steer * grip * 0.06 + slide;
        let lean = -(car.steer * grip + f64::from(car.view.drift) * 0.5) * LEAN;
        let [body, shade, light] = seats::mark(car.colour).paint;
        pen.aside(|pen| {
            pen.translate(car.at.x + SUNLIGHT.0 * 0.75, car.at.y + SUNLIGHT.1 * 0.75);
            pen.rotate(heading);
            pen.fill(&self.body, ink::SHADOW);
        });
        pen.aside(|pen| {
            pen.translate(car.at.x, car.at.y);
            pen.rotate(heading);
            if car.view.draft > 70 {
                streaks(pen, f64::from(car.view.draft) / 255.0);
            }
            if car.view.drift != 0 && !frame.allows(Effect::Sparks) {
                sparks(pen, car.view.drift_tier);
            }
            if car.view.boost > 16 {
                let flicker =
                    if frame.allows(Effect::Particles) { car.view.progress % 8 } else { 0 };
                flame(pen, f64::from(car.view.boost) / 255.0, f64::from(flicker));
            }
            for (x, y, turn) in [
                (-1.12, -0.86, 0.0),
                (-1.12, 0.86, 0.0),
                (1.08, -0.82, car.steer * LOCK),
                (1.08, 0.82, car.steer * LOCK),
            ] {
                pen.aside(|pen| {
                    pen.translate(x, y);
                    pen.rotate(turn);
                    pen.fill(&self.wheel, ink::INK);
                });
            }
            pen.ctx.set_line_join("round");
            pen.stroke(&self.body, ink::INK, 0.26);
            pen.fill(&self.body, body);
            pen.fill(&self.side, shade);
            pen.fill(&self.hood, ink::CREAM);
            pen.translate(0.0, lean);
            pen.fill(&self.glass, "#2d3448");
            pen.fill(&self.back, "#2d3448");
            pen.fill_style(light);
            pen.round_rect(-0.76, -0.66, 1.14, 1.32, 0.26);
            pen.translate(0.0, lean);
            pen.stroke(&self.wing, ink::INK, 0.18);
            pen.fill(&self.wing, shade);
            pen.fill_style("#fff2b8");
            pen.disc(1.72, -0.52, 0.14);
            pen.disc(1.72, 0.52, 0.14);
        });
        pen.aside(|pen| {
            let (lean_x, lean_y) = (-(sin(heading)) * lean * 1.5, cos(heading) * lean * 1.5);
            let (back_x, back_y) = (-(cos(heading)) * 0.2, -(sin(heading)) * 0.2);
            pen.translate(car.at.x + lean_x + back_x, car.at.y + lean_y + back_y);
            kit.shapes.mark(pen, car.colour, letter(car.view.seat), 0.6, ink::CREAM);
        });
    }
}

/// A ring and an arrow that mark the own car, and the charge of its drift.
fn halo(pen: &Pen, car: &Car, frame: &Frame) {
    let (x, y) = (car.at.x, car.at.y);
    pen.stroke_style("rgba(255,246,233,0.55)", 0.16);
    pen.ring(x, y, 2.55, 0.0, TAU);
    if car.view.drift != 0 {
        let tier = usize::from(car.view.drift_tier.min(2));
        let part = if tier == 2 { 1.0 } else { f64::from(car.view.drift_charge) / 255.0 };
        pen.ctx.set_line_cap("round");
        pen.stroke_style(ink::TIERS[tier], 0.42);
        pen.ring(x, y, 2.55, -FRAC_PI_2, -FRAC_PI_2 + TAU * part);
        pen.ctx.set_line_cap("butt");
    }
    if car.view.reset > 0 {
        pen.stroke_style(ink::SUN, 0.5);
        pen.ring(x, y, 3.2, -FRAC_PI_2, -FRAC_PI_2 + TAU * f64::from(car.view.reset) / 255.0);
    }
    if car.speed < 1.0 {
        let nod = sin(frame.clock(Effect::Nod) * 3.0) * 0.2;
        pen.aside(|pen| {
            pen.translate(x, y);
            pen.rotate(car.heading);
            pen.fill_style(ink::SUN);
            pen.ctx.begin_path();
            pen.ctx.move_to(3.5 + nod, 0.0);
            pen.ctx.line_to(2.8 + nod, -0.6);
            pen.ctx.line_to(2.8 + nod, 0.6);
            pen.ctx.fill();
        });
    }
}

/// Air that is split by the car before.
fn streaks(pen: &Pen, part: f64) {
    pen.stroke_style("rgba(255,255,255,0.55)", 0.13);
    pen.ctx.begin_path();
    for (y, from, long) in [(-1.25, 1.6, 4.2), (1.25, 1.2, 4.6), (-1.7, 0.4, 3.0), (1.7, 0.2, 2.6)]
    {
        pen.ctx.move_to(from, y);
        pen.ctx.line_to(from - long * part, y * 1.04);
    }
    pen.ctx.stroke();
}

/// What is left of a drift's sparks on a calm screen: one at each wheel, in the tier's colour and
/// shape.
fn sparks(pen: &Pen, tier: u8) {
    pen.fill_style(ink::TIERS[usize::from(tier.min(2))]);
    for y in [-1.25, 1.25] {
        if tier == 2 {
            star(pen, -1.6, y, 0.36);
        } else {
            pen.disc(-1.6, y, 0.24);
        }
    }
}

/// The fire of a boost behind both pipes.
fn flame(pen: &Pen, part: f64, flicker: f64) {
    let long = 0.9 + part * 1.6 + sin(flicker / 8.0 * PI) * 0.3;
    for y in [-0.34, 0.34] {
        for (colour, size) in [(ink::EMBER, 1.0), (ink::SUN, 0.66), (ink::CREAM, 0.34)] {
            pen.fill_style(colour);
            pen.ctx.begin_path();
            pen.ctx.move_to(-1.7, y - 0.26 * size);
            pen.ctx.line_to(-1.7 - long * size, y);
            pen.ctx.line_to(-1.7, y + 0.26 * size);
            pen.ctx.fill();
        }
    }
}
