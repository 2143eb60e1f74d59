//! Balls, the cup's flag, and the putter of whoever aims.

use super::hud;
use super::look::Look;
use super::picture::{Ball, Picture};
use crate::draw::kit::ease::{cos, sin};
use crate::draw::kit::space::{metres, radians};
use crate::draw::kit::{Effect, Frame, Kit, Pen, Point, palette as ink};
use crate::seats::{letter, mark};
use games::golf::{BALL_RADIUS, Phase};

/// The smallest ball, and the smallest that has room for a letter, in CSS pixels.
const LEAST_PX: f64 = 6.5;
const LETTER_PX: f64 = 9.0;
/// How much of the others is seen.
const OTHERS: f64 = 0.62;
/// Seconds in which a ball drops into the cup.
pub(super) const DROP_S: f64 = 0.35;

/// Pixels of a ball's radius.
pub(super) fn radius(look: &Look, frame: &Frame) -> f64 {
    (metres(BALL_RADIUS) * look.scale).max(LEAST_PX * frame.dpr)
}

/// All balls, the own one on top. `drops` are the seconds since each was holed.
pub(super) fn draw(
    kit: &Kit,
    look: &Look,
    picture: &Picture<'_>,
    frame: &Frame,
    drops: &[Option<f64>],
) {
    let radius = radius(look, frame);
    let others = (0..picture.balls.len()).filter(|at| *at != picture.eye);
    for at in others.chain([picture.eye]) {
        let Some(ball) = picture.balls.get(at) else { continue };
        let own = at == picture.eye && picture.playing;
        let drop = drops.get(at).copied().flatten();
        let gone = match drop {
            Some(age) => (age / DROP_S).min(1.0),
            None => 0.0,
        };
        if (ball.view.hidden && drop.is_none()) || (ball.view.holed && gone >= 1.0) {
            continue;
        }
        kit.pen.aside(|pen| {
            let (x, y) = look.pixel(ball.at);
            pen.translate(x, y);
            if own && picture.aim.ready && picture.aim.power == 0 {
                halo(pen, radius, frame);
            }
            pen.alpha(if own { 1.0 } else { OTHERS } * (1.0 - gone * gone));
            pen.scale(1.0 - gone * 0.45, 1.0 - gone * 0.45);
            paint(kit, pen, ball, radius, frame);
        });
    }
}

/// A ring that says: this one, now.
fn halo(pen: &Pen, radius: f64, frame: &Frame) {
    let nod = sin(frame.clock(Effect::Nod) * 4.0) * 0.5 + 0.5;
    pen.stroke_style(ink::CREAM, 2.5 * frame.dpr);
    pen.alpha(0.85 - nod * 0.45);
    pen.ring(0.0, 0.0, radius * (1.5 + nod * 0.35), 0.0, std::f64::consts::TAU);
}

/// A ball of this radius around the origin, with its mark.
pub(super) fn paint(kit: &Kit, pen: &Pen, ball: &Ball, radius: f64, frame: &Frame) {
    let paint = mark(ball.colour).paint;
    pen.fill_style("rgba(44,30,52,0.34)");
    pen.disc(radius * 0.28, radius * 0.4, radius);
    pen.fill_style(ink::INK);
    pen.disc(0.0, 0.0, radius + 1.4 * frame.dpr);
    pen.fill_style(paint[1]);
    pen.disc(0.0, 0.0, radius);
    pen.fill_style(paint[0]);
    pen.disc(-radius * 0.06, -radius * 0.1, radius * 0.9);
    pen.fill_style(paint[2]);
    pen.disc(-radius * 0.36, -radius * 0.42, radius * 0.3);
    let size = radius * 0.64;
    if size * 1.5 > LETTER_PX * frame.dpr {
        kit.shapes.mark(pen, ball.colour, letter(ball.view.seat), size, ink::CREAM);
    } else {
        kit.shapes.shape(pen, ball.colour, size, (ink::INK, 0.3), ink::CREAM);
    }
}

/// What the others aim at: a short arrow each.
pub(super) fn others(pen: &Pen, look: &Look, picture: &Picture<'_>, frame: &Frame) {
    let radius = radius(look, frame);
    for (at, ball) in picture.balls.iter().enumerate() {
        let Some(stroke) = ball.view.aim.filter(|_| !(at == picture.eye && picture.playing)) else {
            continue;
        };
        let heading = radians(stroke.heading().0);
        let (x, y) = look.lay(cos(heading), sin(heading));
        let (from, reach) =
            (look.pixel(ball.at), radius * 2.0 + f64::from(stroke.power) * 2.0 * frame.dpr);
        pen.alpha(OTHERS);
        pen.stroke_style(mark(ball.colour).paint[0], 3.0 * frame.dpr);
        pen.ctx.begin_path();
        pen.ctx.move_to(from.0 + x * radius * 1.4, from.1 + y * radius * 1.4);
        pen.ctx.line_to(from.0 + x * reach, from.1 + y * reach);
        pen.ctx.stroke();
        pen.alpha(1.0);
    }
}

/// The aim: a dashed line as far as the ball rolls free, and a putter that is drawn back.
pub(super) fn aim(kit: &Kit, look: &Look, picture: &Picture<'_>, frame: &Frame) {
    let (pen, aim) = (&kit.pen, picture.aim);
    if !aim.ready || picture.view.phase != Phase::Play {
        return;
    }
    let radius = radius(look, frame);
    let (heading_x, heading_y) = look.lay(cos(radians(aim.angle)), sin(radians(aim.angle)));
    let from = look.pixel(picture.own().at);
    let colour = if aim.power == 0 { ink::CREAM } else { hud::heat(aim.power) };
    line(pen, look, picture, frame, colour, from, radius);
    putter(pen, from, (heading_x, heading_y), radius, f64::from(aim.power), frame);
    if aim.power == 0 {
        return;
    }
    // The arrow's length is the power.
    let reach = radius * 2.2 + f64::from(aim.power) * 3.4 * frame.dpr;
    let tip = (from.0 + heading_x * reach, from.1 + heading_y * reach);
    pen.ctx.set_line_cap("round");
    for (style, width) in [(ink::INK, 8.0), (colour, 4.5)] {
        pen.stroke_style(style, width * frame.dpr);
        pen.ctx.begin_path();
        pen.ctx.move_to(from.0 + heading_x * radius * 1.5, from.1 + heading_y * radius * 1.5);
        pen.ctx.line_to(tip.0, tip.1);
        let (back, side) = (8.0 * frame.dpr, 6.0 * frame.dpr);
        for turn in [-1.0, 1.0] {
            pen.ctx.move_to(
                tip.0 - heading_x * back - heading_y * side * turn,
                tip.1 - heading_y * back + heading_x * side * turn,
            );
            pen.ctx.line_to(tip.0, tip.1);
        }
        pen.ctx.stroke();
    }
    pen.ctx.set_line_cap("butt");
}

fn line(
    pen: &Pen,
    look: &Look,
    picture: &Picture<'_>,
    frame: &Frame,
    colour: &str,
    from: (f64, f64),
    radius: f64,
) {
    let Some((last, way)) = picture.line.split_last().filter(|(_, way)| !way.is_empty()) else {
        return;
    };
    pen.dashes(&[7.0 * frame.dpr, 7.0 * frame.dpr], 0.0);
    for (style, width) in [("rgba(43,29,46,0.5)", 5.0), (colour, 2.6)] {
        pen.stroke_style(style, width * frame.dpr);
        pen.ctx.begin_path();
        pen.ctx.move_to(from.0, from.1);
        for point in way.iter().skip(1).chain([last]) {
            let (x, y) = look.pixel(*point);
            pen.ctx.line_to(x, y);
        }
        pen.ctx.stroke();
    }
    pen.dashes(&[], 0.0);
    // Where the ball touches, and where the line ends.
    for point in way.iter().skip(1).chain([last]) {
        let (x, y) = look.pixel(*point);
        pen.stroke_style(colour, 2.0 * frame.dpr);
        pen.alpha(0.8);
        pen.ring(x, y, radius, 0.0, std::f64::consts::TAU);
    }
    pen.alpha(1.0);
}

/// A putter behind the ball: further back is harder.
fn putter(pen: &Pen, from: (f64, f64), (x, y): (f64, f64), radius: f64, power: f64, frame: &Frame) {
    let back = radius * 1.6 + power * 1.6 * frame.dpr;
    pen.aside(|pen| {
        pen.turn_to(from.0 - x * back, from.1 - y * back, x, y);
        let (thick, wide) = (radius * 0.55, radius * 2.1);
        pen.fill_style("rgba(44,30,52,0.3)");
        pen.round_rect(-thick + 3.0, -wide / 2.0 + 4.0, thick, wide, thick * 0.4);
        pen.stroke_style(ink::INK, 6.0 * frame.dpr);
        pen.ctx.begin_path();
        pen.ctx.move_to(-thick / 2.0, -wide * 0.3);
        pen.ctx.line_to(-radius * 5.0, -wide * 1.1);
        pen.ctx.stroke();
        pen.stroke_style("#d8d2da", 3.0 * frame.dpr);
        pen.ctx.stroke();
        pen.fill_style(ink::INK);
        pen.round_rect(-thick - 1.5, -wide / 2.0 - 1.5, thick + 3.0, wide + 3.0, thick * 0.5);
        pen.fill_style("#b9b2bd");
        pen.round_rect(-thick, -wide / 2.0, thick, wide, thick * 0.4);
    });
}

/// The flag over the cup; it goes up when a ball is near.
pub(super) fn flag(kit: &Kit, look: &Look, cup: Point, size: f64, near: f64, frame: &Frame) {
    let pen = &kit.pen;
    let (x, y) = look.pixel(cup);
    let pole = size * 3.4;
    let wind = sin(frame.clock(Effect::Breeze) * 3.0) * size * 0.12;
    pen.alpha(0.35 + 0.65 * (1.0 - near));
    pen.aside(|pen| {
        pen.translate(x, y - near * size * 2.0);
        pen.stroke_style("rgba(44,30,52,0.3)", size * 0.14);
        stick(pen, pole * 0.62, -pole * 0.34);
        pen.stroke_style(ink::INK, size * 0.26);
        stick(pen, 0.0, -pole);
        pen.stroke_style(ink::CREAM, size * 0.13);
        stick(pen, 0.0, -pole);
        pen.ctx.begin_path();
        pen.ctx.move_to(0.0, -pole);
        pen.ctx.quadratic_curve_to(
            size * 0.8,
            -pole + wind,
            size * 1.7,
            -pole + size * 0.55 + wind,
        );
        pen.ctx.quadratic_curve_to(
            size * 0.8,
            -pole + size * 0.75 - wind,
            0.0,
            -pole + size * 1.15,
        );
        pen.ctx.close_path();
        pen.ctx.set_line_join("round");
        pen.stroke_style(ink::INK, size * 0.16);
        pen.ctx.stroke();
        pen.fill_style(ink::EMBER);
        pen.ctx.fill();
    });
    pen.alpha(1.0);
}

fn stick(pen: &Pen, x: f64, y: f64) {
    pen.ctx.begin_path();
    pen.ctx.move_to(0.0, 0.0);
    pen.ctx.line_to(x, y);
    pen.ctx.stroke();
}
