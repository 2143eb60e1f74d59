//! What of a hole moves: water, belts, sliding walls, gates, bumpers that give way.

use super::green::{FALL, Green, half, run};
use super::look::Look;
use super::picture::Picture;
use crate::draw::kit::ease::{fade, sin};
use crate::draw::kit::space::metres;
use crate::draw::kit::{Effect, Frame, Pen, Point, palette as ink};
use games::golf::{GateKind, Mover, Surface};
use std::f64::consts::TAU;

/// Between two chevrons of a belt, and two waves of the water.
const CHEVRONS: f64 = 0.7;
const WAVES: f64 = 0.9;
/// Seconds that a bumper trembles.
pub(super) const TREMBLE_S: f64 = 0.5;

/// Where a bumper was hit, and for how long that is past.
#[derive(Clone, Copy)]
pub(super) struct Hit {
    pub(super) at: Point,
    pub(super) age: f64,
}

/// What lies on the ground, below the balls. One unit is a metre.
pub(super) fn below(pen: &Pen, green: &Green, picture: &Picture<'_>, frame: &Frame) {
    let hole = picture.hole;
    let (wide, high) = (metres(hole.size.x), metres(hole.size.y));
    for (patch, path) in hole.patches.iter().zip(&green.patches) {
        match patch.kind {
            Surface::Water => pen.aside(|pen| {
                pen.ctx.clip_with_path_2d(path);
                waves(pen, (wide, high), frame.clock(Effect::Breeze));
            }),
            Surface::Conveyor => {
                let flow = Point::of(patch.flow);
                let speed = crate::draw::kit::ease::length(flow.x, flow.y).max(0.01);
                let (cos, sin) = (flow.x / speed, flow.y / speed);
                pen.aside(|pen| {
                    pen.ctx.clip_with_path_2d(path);
                    let _ = pen.ctx.transform(cos, sin, -sin, cos, 0.0, 0.0);
                    let moved = frame.clock(Effect::Arrows) * speed % CHEVRONS;
                    belt(pen, wide + high, moved);
                });
            }
            _ => {}
        }
    }
}

/// Short strokes of light that sway.
fn waves(pen: &Pen, (wide, high): (f64, f64), breeze: f64) {
    pen.stroke_style("rgba(255,255,255,0.5)", 0.05);
    pen.ctx.set_line_cap("round");
    pen.ctx.begin_path();
    let rows = (high / WAVES) as i32 + 1;
    for row in 0..=rows {
        let columns = (wide / 1.7) as i32 + 1;
        for column in 0..=columns {
            let phase = f64::from(row) * 2.4 + f64::from(column) * 1.7;
            let sway = sin(breeze * 0.9 + phase);
            let x = f64::from(column) * 1.7 + f64::from(row % 2) * 0.85 + sway * 0.2;
            let y = f64::from(row) * WAVES + sin(phase * 3.1) * 0.2;
            let long = 0.24 + 0.14 * sin(breeze * 1.3 + phase * 2.0);
            pen.ctx.move_to(x - long, y);
            pen.ctx.quadratic_curve_to(x, y - 0.1, x + long, y);
        }
    }
    pen.ctx.stroke();
}

/// Chevrons that run to the right.
fn belt(pen: &Pen, reach: f64, moved: f64) {
    pen.stroke_style("rgba(255,246,233,0.42)", 0.13);
    pen.ctx.set_line_join("miter");
    pen.ctx.begin_path();
    let count = (reach / CHEVRONS) as i32 + 1;
    for row in -count..=count {
        let y = f64::from(row) * 0.9;
        for column in -count..=count {
            let x = f64::from(column) * CHEVRONS + moved;
            pen.ctx.move_to(x - 0.16, y - 0.3);
            pen.ctx.line_to(x + 0.1, y);
            pen.ctx.line_to(x - 0.16, y + 0.3);
        }
    }
    pen.ctx.stroke();
}

/// What stands on the green, above the balls. One unit is a metre.
pub(super) fn above(pen: &Pen, look: &Look, green: &Green, picture: &Picture<'_>, hits: &[Hit]) {
    let fall = look.back(FALL.0, FALL.1);
    pen.ctx.set_line_cap("round");
    let half = half();
    gates(pen, picture, fall, half);
    for pass in 0..4 {
        let (colour, part) = match pass {
            0 => (ink::SHADOW, 1.0),
            1 => (ink::INK, 1.25),
            2 => (green.theme.wall[1], 0.9),
            _ => (green.theme.wall[2], 0.35),
        };
        let shift = if pass == 0 { (fall.0 * 1.5, fall.1 * 1.5) } else { (0.0, 0.0) };
        pen.stroke_style(colour, half * 2.0 * part);
        pen.ctx.begin_path();
        for (from, to) in &picture.movers {
            pen.ctx.move_to(from.x + shift.0, from.y + shift.1);
            pen.ctx.line_to(to.x + shift.0, to.y + shift.1);
        }
        pen.ctx.stroke();
    }
    for mover in &picture.hole.movers {
        if let Mover::Spinner { centre, .. } = mover {
            let (x, y) = (metres(centre.x), metres(centre.y));
            for (colour, size) in [(ink::INK, 1.9), (ink::EMBER, 1.5), (ink::CREAM, 0.6)] {
                pen.fill_style(colour);
                pen.disc(x, y, half * size);
            }
        }
    }
    for post in picture.hole.posts.iter().filter(|post| post.bumper) {
        let at = Point::of(post.centre);
        let (radius, squash) = (metres(post.radius), squash(at, metres(post.radius), hits));
        pen.fill_style(ink::SHADOW);
        pen.disc(at.x + fall.0 * 1.4, at.y + fall.1 * 1.4, radius);
        let rings = [(ink::INK, 1.0), (ink::EMBER, 0.88), (ink::CREAM, 0.6), (ink::EMBER, 0.38)];
        for (colour, size) in rings {
            pen.fill_style(colour);
            pen.disc(at.x, at.y, radius * size * squash);
        }
    }
    pen.ctx.set_line_cap("butt");
}

/// How large a bumper is just now: it gives, swings and comes to rest.
fn squash(at: Point, radius: f64, hits: &[Hit]) -> f64 {
    let hit = hits.iter().find(|hit| hit.at.distance(at) < radius + 0.6);
    hit.map_or(1.0, |hit| 1.0 + 0.2 * fade(hit.age * 7.0) * sin(hit.age * 38.0))
}

/// Barred when they are shut, down when they are open.
fn gates(pen: &Pen, picture: &Picture<'_>, fall: (f64, f64), half: f64) {
    for (at, gate) in picture.hole.gates.iter().enumerate() {
        let open = picture.view.gates_open.get(at).copied().unwrap_or_default();
        let line = run(&[gate.wall.0, gate.wall.1]);
        let one_way = matches!(gate.kind, GateKind::OneWay);
        if !open && !one_way {
            pen.aside(|pen| {
                pen.translate(fall.0, fall.1);
                pen.stroke(&line, ink::SHADOW, half * 2.2);
            });
            pen.stroke(&line, ink::INK, half * 2.5);
            pen.stroke(&line, ink::CREAM, half * 1.8);
            pen.ctx.set_line_cap("butt");
            pen.dashes(&[0.28, 0.28], 0.0);
            pen.stroke(&line, ink::EMBER, half * 1.8);
            pen.dashes(&[], 0.0);
            pen.ctx.set_line_cap("round");
        } else {
            pen.alpha(if one_way { 0.6 } else { 0.4 });
            pen.dashes(&[0.05, 0.3], 0.0);
            pen.stroke(&line, ink::CREAM, half);
            pen.dashes(&[], 0.0);
            pen.alpha(1.0);
        }
        for post in [gate.wall.0, gate.wall.1] {
            let (x, y) = (metres(post.x), metres(post.y));
            pen.fill_style(ink::INK);
            pen.disc(x, y, half * 1.6);
            pen.fill_style(if open { "#9fd356" } else { ink::EMBER });
            pen.disc(x, y, half * 1.1);
        }
    }
}

/// A ring that spreads from the way that a ball took, and one that says how deep it fell.
pub(super) fn ring(pen: &Pen, at: Point, age: f64, colour: &str) {
    pen.alpha(1.0 - age);
    pen.stroke_style(colour, 0.09);
    pen.ring(at.x, at.y, 0.2 + age * 0.9, 0.0, TAU);
    pen.alpha(1.0);
}
