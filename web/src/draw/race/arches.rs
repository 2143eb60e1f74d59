//! What spans the road: the start gantry, the gates, the moving arrows of the boost pads.

use super::picture::Picture;
use crate::draw::kit::camera::Camera;
use crate::draw::kit::ease::sin;
use crate::draw::kit::palette as ink;
use crate::draw::kit::pen::{Pen, add_outline, path};
use crate::draw::kit::space::{Point, metres, radians};
use crate::draw::kit::{Effect, Frame};
use games::racing::{Gate, Track};
use std::f64::consts::FRAC_PI_2;

/// How high the banners hang, as a shift of the shadow in metres.
const HIGH: (f64, f64) = (1.5, 2.0);

/// The arrows on the boost pads, running the way they push. They stand still on calm screens.
pub(super) fn pads(pen: &Pen, camera: &Camera, track: &Track, frame: &Frame) {
    for pad in &track.pads {
        let at = Point::of(pad.centre);
        if !camera.sees(at, 6.0) {
            continue;
        }
        let (long, wide) = (metres(pad.half_length), metres(pad.half_width));
        pen.aside(|pen| {
            pen.translate(at.x, at.y);
            pen.rotate(radians(pad.heading.0));
            let arrows = path();
            let run = (frame.clock(Effect::Arrows) * 1.3).fract();
            for arrow in 0..3 {
                let x = -long + ((f64::from(arrow) + run) / 3.0) * long * 2.0;
                let tip = (x + 1.25).min(long - 0.2);
                add_outline(
                    &arrows,
                    [
                        (x.max(-long + 0.2), -wide + 0.35),
                        (tip - 0.45, 0.0),
                        (x.max(-long + 0.2), wide - 0.35),
                        ((x + 0.75).min(long - 0.2), wide - 0.35),
                        (tip + 0.3_f64.min(long - tip), 0.0),
                        ((x + 0.75).min(long - 0.2), -wide + 0.35),
                    ],
                );
            }
            pen.fill(&arrows, ink::SUN);
        });
    }
}

/// A shimmer on the water: short light strokes that drift.
pub(super) fn shimmer(pen: &Pen, camera: &Camera, track: &Track, frame: &Frame) {
    pen.stroke_style("rgba(255,255,255,0.34)", 0.22);
    pen.ctx.set_line_cap("round");
    pen.ctx.begin_path();
    for zone in track.zones.iter().filter(|zone| zone.kind == games::racing::ZoneKind::Water) {
        let corners: Vec<Point> = zone.outline.iter().map(|&corner| Point::of(corner)).collect();
        let count = corners.len() as f64;
        let centre = corners.iter().fold(Point::default(), |sum, corner| Point {
            x: sum.x + corner.x / count,
            y: sum.y + corner.y / count,
        });
        for (at, corner) in corners.iter().enumerate() {
            for (ring, part) in [0.25, 0.48, 0.7].into_iter().enumerate() {
                let drift =
                    sin(frame.clock(Effect::Breeze) * 0.5 + at as f64 * 1.7 + ring as f64 * 2.3);
                let from = centre.towards(*corner, part);
                if camera.sees(from, 3.0) {
                    pen.ctx.move_to(from.x - 0.9 + drift, from.y + drift * 0.3);
                    pen.ctx.line_to(from.x + 0.9 + drift, from.y + drift * 0.3);
                }
            }
        }
    }
    pen.ctx.stroke();
    pen.ctx.set_line_cap("butt");
}

/// Gates with flags on both sides, the next one of the own car in the sun's colour, and the
/// gantry over the line.
pub(super) fn draw(pen: &Pen, camera: &Camera, picture: &Picture<'_>, frame: &Frame) {
    let next = usize::from(picture.own().view.gate);
    for (at, gate) in picture.track.gates.iter().enumerate() {
        let centre = Point::of(gate.centre);
        if !camera.sees(centre, 14.0) {
            continue;
        }
        if at == 0 {
            gantry(pen, picture.track, gate, hides(picture, centre));
        } else {
            flags(pen, gate, at == next && picture.driving, frame);
        }
    }
}

/// Whether a car would be hidden under a banner here.
fn hides(picture: &Picture<'_>, centre: Point) -> bool {
    picture.own().at.distance(centre) < 9.0
}

fn gantry(pen: &Pen, track: &Track, gate: &Gate, see_through: bool) {
    let sample = track.samples[track.sample_at(gate.along)];
    let half = metres(sample.half) + 1.6;
    let centre = Point::of(gate.centre);
    let heading = radians(gate.heading.0);
    pen.aside(|pen| {
        pen.translate(centre.x + HIGH.0, centre.y + HIGH.1);
        pen.rotate(heading);
        pen.fill_style("rgba(44,30,52,0.20)");
        pen.rect(-0.9, -half, 1.8, half * 2.0);
    });
    pen.aside(|pen| {
        pen.translate(centre.x, centre.y);
        pen.rotate(heading);
        pen.alpha(if see_through { 0.55 } else { 1.0 });
        pen.fill_style(ink::INK);
        pen.round_rect(-1.15, -half - 0.9, 2.3, 1.8, 0.5);
        pen.round_rect(-1.15, half - 0.9, 2.3, 1.8, 0.5);
        pen.rect(-0.85, -half, 1.7, half * 2.0);
        pen.fill_style(ink::EMBER);
        pen.rect(-0.65, -half, 1.3, half * 2.0);
        pen.fill_style(ink::CREAM);
        let squares = 14;
        let size = half * 2.0 / f64::from(squares);
        for square in 0..squares {
            let x = if square % 2 == 0 { -0.65 } else { 0.0 };
            pen.rect(x, -half + f64::from(square) * size, 0.65, size);
        }
        pen.alpha(1.0);
    });
}

fn flags(pen: &Pen, gate: &Gate, is_next: bool, frame: &Frame) {
    let heading = radians(gate.heading.0);
    let colour = if is_next { ink::SUN } else { "#3fa7a0" };
    for (end, way) in [(gate.left, -1.0), (gate.right, 1.0)] {
        let at = Point::of(end).step(heading + FRAC_PI_2, -way * 1.6);
        let wave = sin(frame.clock(Effect::Breeze) * 3.1 + way) * 0.35;
        pen.fill_style(ink::SHADOW);
        pen.disc(at.x + 0.6, at.y + 0.8, 0.9);
        pen.fill_style(ink::INK);
        pen.disc(at.x, at.y, 0.9);
        pen.fill_style(ink::CREAM);
        pen.disc(at.x, at.y, 0.6);
        let flag = path();
        add_outline(
            &flag,
            [
                (at.x, at.y - 0.3),
                (at.x + 2.7, at.y - 1.5 + wave),
                (at.x + 2.5, at.y - 0.2 + wave),
                (at.x + 0.2, at.y + 0.5),
            ],
        );
        pen.ctx.set_line_join("round");
        pen.stroke(&flag, ink::INK, 0.34);
        pen.fill(&flag, colour);
    }
    if is_next {
        let (left, right) = (Point::of(gate.left), Point::of(gate.right));
        pen.dashes(&[1.1, 1.1], 0.0);
        pen.stroke_style("rgba(255,197,61,0.45)", 0.4);
        pen.ctx.begin_path();
        pen.ctx.move_to(left.x, left.y);
        pen.ctx.line_to(right.x, right.y);
        pen.ctx.stroke();
        pen.dashes(&[], 0.0);
    }
}
