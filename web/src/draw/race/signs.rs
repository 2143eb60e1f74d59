//! Signs over the race: the start lights, the wrong way, the missed gate, the time that is left.

use super::picture::Picture;
use crate::draw::kit::Frame;
use crate::draw::kit::Point;
use crate::draw::kit::camera::Camera;
use crate::draw::kit::ease::length;
use crate::draw::kit::palette as ink;
use crate::draw::kit::pen::Pen;
use games::racing::Lights;

pub(super) fn draw(pen: &Pen, camera: &Camera, picture: &Picture<'_>, frame: &Frame) {
    lights(pen, picture, frame);
    if !picture.driving {
        return;
    }
    let own = &picture.own().view;
    if let Some(gate) = own.missed_gate {
        sign(pen, frame, &format!("You missed gate {gate}: turn back"));
        if let Some(gate) = picture.track.gates.get(usize::from(gate)) {
            pointer(pen, camera, Point::of(gate.centre), frame);
        }
    } else if own.wrong_way {
        sign(pen, frame, "Wrong way: turn around");
        if let Some(gate) = picture.track.gates.get(usize::from(own.gate)) {
            pointer(pen, camera, Point::of(gate.centre), frame);
        }
    } else if own.reset > 30 {
        sign(pen, frame, "Keep holding to go back to the last gate");
    } else if let Some(left) = picture.race.grace_ms.filter(|_| !picture.race.over) {
        note(pen, frame, &format!("The race ends in {} s", left.div_ceil(1000)));
    }
}

/// Three lamps. They say the number too: nobody needs their colours.
fn lights(pen: &Pen, picture: &Picture<'_>, frame: &Frame) {
    let (lit, colour, word) = match picture.race.lights {
        Lights::Off => return,
        Lights::Dark => (0, ink::EMBER, "Get ready".to_owned()),
        Lights::Count(count) => (4 - usize::from(count.min(3)), ink::EMBER, count.to_string()),
        Lights::Go => (3, "#35c46a", "Go!".to_owned()),
    };
    let unit = frame.unit;
    let (x, y) = (frame.width / 2.0, frame.height * 0.2 + 30.0 * unit);
    let (wide, high) = (252.0 * unit, 92.0 * unit);
    pen.fill_style(ink::INK);
    pen.round_rect(x - wide / 2.0, y - high / 2.0, wide, high, 26.0 * unit);
    for lamp in 0..3 {
        let at = x + (f64::from(lamp) - 1.0) * 76.0 * unit;
        pen.fill_style("#4a3b4d");
        pen.disc(at, y, 31.0 * unit);
        if (lamp as usize) < lit {
            pen.fill_style(colour);
            pen.disc(at, y, 31.0 * unit);
            pen.fill_style("rgba(255,255,255,0.35)");
            pen.disc(at - 9.0 * unit, y - 10.0 * unit, 9.0 * unit);
        }
    }
    pen.font(900, if word.len() > 3 { 30.0 } else { 58.0 } * unit);
    pen.align("center", "middle");
    pen.outlined(&word, x, y + 88.0 * unit, ink::CREAM, 10.0 * unit);
}

fn sign(pen: &Pen, frame: &Frame, text: &str) {
    let unit = frame.unit;
    pen.font(900, 22.0 * unit);
    pen.align("center", "middle");
    let wide = pen.width(text) + 44.0 * unit;
    let (x, y) = (frame.width / 2.0, frame.height * 0.30);
    pen.fill_style(ink::INK);
    pen.round_rect(
        x - wide / 2.0 - 4.0 * unit,
        y - 29.0 * unit,
        wide + 8.0 * unit,
        58.0 * unit,
        16.0 * unit,
    );
    pen.fill_style(ink::SUN);
    pen.round_rect(x - wide / 2.0, y - 25.0 * unit, wide, 50.0 * unit, 13.0 * unit);
    pen.text(text, x, y + unit, ink::INK);
}

/// A word in passing: below the buttons, or on a narrow screen below the instruments beside them.
fn note(pen: &Pen, frame: &Frame, text: &str) {
    let unit = frame.unit;
    pen.font(800, 18.0 * unit);
    pen.align("center", "middle");
    let wide = pen.width(text) + 32.0 * unit;
    let upright = frame.height > frame.width;
    let y = if upright { frame.height * 0.30 } else { frame.top + 22.0 * unit };
    let x = frame.width / 2.0;
    pen.fill_style(ink::PANEL);
    pen.round_rect(x - wide / 2.0, y - 18.0 * unit, wide, 36.0 * unit, 18.0 * unit);
    pen.text(text, x, y + unit, ink::SUN);
}

/// An arrow around the own car that points to where it must go.
fn pointer(pen: &Pen, camera: &Camera, target: Point, frame: &Frame) {
    let (x, y) = (frame.width / 2.0, frame.height / 2.0);
    let (tx, ty) = camera.pixel(target);
    let far = length(tx - x, ty - y).max(1.0);
    let (cos, sin) = ((tx - x) / far, (ty - y) / far);
    let unit = frame.unit;
    pen.aside(|pen| {
        pen.turn_to(x, y, cos, sin);
        pen.translate(120.0 * unit, 0.0);
        pen.fill_style(ink::SUN);
        pen.stroke_style(ink::INK, 6.0 * unit);
        pen.ctx.set_line_join("round");
        pen.ctx.begin_path();
        for (at, (x, y)) in [
            (46.0, 0.0),
            (0.0, -36.0),
            (0.0, -14.0),
            (-40.0, -14.0),
            (-40.0, 14.0),
            (0.0, 14.0),
            (0.0, 36.0),
        ]
        .into_iter()
        .enumerate()
        {
            if at == 0 {
                pen.ctx.move_to(x * unit, y * unit)
            } else {
                pen.ctx.line_to(x * unit, y * unit)
            }
        }
        pen.ctx.close_path();
        pen.ctx.stroke();
        pen.ctx.fill();
    });
}
