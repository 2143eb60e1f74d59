//! People: round, in their seat's colour, shape and letter. Seekers wear a hat and carry a torch.

use crate::draw::kit::ease::{cos, sin};
use crate::draw::kit::{Camera, Effect, Frame, Kit, Pen, Point, palette as ink};
use crate::seats::mark;
use std::f64::consts::TAU;

/// How far a torch shines, in metres, and half of its width in radians.
const BEAM: f64 = 5.5;
const BEAM_HALF: f64 = 0.36;
/// Metres from one step of the feet to the next.
const STRIDE: f64 = 0.55;

/// Somebody who is seen as who they are.
#[derive(Clone, Debug)]
pub(crate) struct Person {
    pub(crate) at: Point,
    /// In radians, 0 to the right.
    pub(crate) heading: f64,
    pub(crate) colour: u8,
    pub(crate) letter: char,
    pub(crate) name: String,
    pub(crate) seeks: bool,
    pub(crate) stunned: bool,
    pub(crate) walks: bool,
    /// How fresh a tag is, 1 to 0.
    pub(crate) reach: f64,
    pub(crate) own: bool,
}

/// The light of a torch on the floor, below everything that stands there.
pub(super) fn beam(pen: &Pen, camera: &Camera, person: &Person) {
    if !person.seeks || person.stunned || !camera.sees(person.at, BEAM) {
        return;
    }
    let (x, y) = camera.pixel(person.at);
    let far = BEAM * camera.scale;
    let Ok(light) = pen.ctx.create_radial_gradient(x, y, far * 0.06, x, y, far) else {
        return;
    };
    // Both are colours, and both places lie between 0 and 1.
    let _ = light.add_color_stop(0.0, "rgba(255,236,160,0.42)");
    let _ = light.add_color_stop(1.0, "rgba(255,236,160,0)");
    pen.ctx.set_fill_style_canvas_gradient(&light);
    pen.ctx.begin_path();
    pen.ctx.move_to(x, y);
    // Refused only for a radius below nought.
    let _ = pen.ctx.arc(x, y, far, person.heading - BEAM_HALF, person.heading + BEAM_HALF);
    pen.ctx.fill();
}

/// The person; `frame` moves feet, hands and stars.
pub(super) fn draw(kit: &Kit, camera: &Camera, frame: &Frame, person: &Person) {
    if !camera.sees(person.at, 1.0) {
        return;
    }
    let pen = &kit.pen;
    let (x, y) = camera.pixel(person.at);
    let scale = camera.scale;
    let paint = mark(person.colour).paint;
    pen.place(x, y, scale);
    pen.fill_style(ink::SHADOW);
    pen.disc(0.07, 0.11, 0.36);
    if person.own {
        pen.stroke_style(ink::CREAM, 0.05);
        pen.ring(0.0, 0.0, 0.47, 0.0, TAU);
    }
    let way = person.at.x + person.at.y;
    let step = if person.walks { sin(way / STRIDE * TAU) } else { 0.0 };
    pen.turn_to(x, y, cos(person.heading) * scale, sin(person.heading) * scale);
    for side in [-1.0, 1.0] {
        pen.fill_style(ink::INK);
        pen.disc(0.04 + step * side * 0.18, side * 0.15, 0.12);
    }
    rimmed(pen, (0.0, 0.0), 0.30, paint[1]);
    pen.fill_style(paint[0]);
    pen.disc(0.02, -0.02, 0.26);
    if person.seeks {
        torch(pen);
    }
    for side in [-1.0, 1.0] {
        let grasp = if side < 0.0 { person.reach * 0.45 } else { 0.0 };
        let ahead = if person.seeks { 0.24 + grasp } else { 0.14 - step * side * 0.12 };
        rimmed(pen, (ahead, side * 0.26), 0.085, "#f6cfa6");
    }
    if person.seeks {
        rimmed(pen, (-0.03, 0.0), 0.245, "#54405f");
        rimmed(pen, (-0.04, 0.0), 0.185, "#6e5680");
    } else {
        for side in [-1.0, 1.0] {
            pen.fill_style(ink::CREAM);
            pen.disc(0.17, side * 0.12, 0.085);
            pen.fill_style(ink::INK);
            pen.disc(0.20, side * 0.12, 0.042);
        }
    }
    let back = if person.seeks { 0.03 } else { 0.07 };
    let middle = person.at.step(person.heading, -back);
    let (mark_x, mark_y) = camera.pixel(middle);
    pen.place(mark_x, mark_y, 1.0);
    kit.shapes.mark(pen, person.colour, person.letter, 0.165 * scale, paint[2]);
    pen.place(0.0, 0.0, 1.0);
    if person.stunned {
        stars(pen, camera, frame, person);
    }
}

fn rimmed(pen: &Pen, (x, y): (f64, f64), radius: f64, colour: &str) {
    pen.fill_style(ink::INK);
    pen.disc(x, y, radius + 0.035);
    pen.fill_style(colour);
    pen.disc(x, y, radius);
}

fn torch(pen: &Pen) {
    pen.fill_style(ink::INK);
    pen.round_rect(0.16, 0.16, 0.40, 0.18, 0.05);
    pen.fill_style(ink::SUN);
    pen.round_rect(0.44, 0.14, 0.10, 0.22, 0.04);
}

/// What somebody sees who guessed wrongly too often.
fn stars(pen: &Pen, camera: &Camera, frame: &Frame, person: &Person) {
    let turn = frame.clock(Effect::Nod) * 2.4;
    for star in 0..3 {
        let angle = turn + f64::from(star) * TAU / 3.0;
        let (x, y) = camera.pixel(Point {
            x: person.at.x + cos(angle) * 0.42,
            y: person.at.y - 0.28 + sin(angle) * 0.16,
        });
        pen.align("center", "middle");
        pen.font(900, 0.42 * camera.scale);
        pen.outlined("★", x, y, ink::SUN, 0.10 * camera.scale);
    }
}
