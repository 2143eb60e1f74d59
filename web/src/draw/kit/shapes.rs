//! The shapes and letters of the seats, on the canvas.

use super::palette as ink;
use super::pen::{Pen, svg_path};
use crate::seats::{self, MARKS};
use web_sys::Path2d;

/// One path a colour, as [`seats`] has them.
pub struct Shapes {
    shapes: [Path2d; MARKS.len()],
}

impl Default for Shapes {
    fn default() -> Self {
        Self { shapes: std::array::from_fn(|at| svg_path(MARKS[at].outline)) }
    }
}

impl Shapes {
    /// A colour's shape around the origin; the rim's width is in radii. Leaves the pen in the
    /// shape's own box.
    pub fn shape(&self, pen: &Pen, colour: u8, radius: f64, (rim, width): (&str, f64), fill: &str) {
        let shape = &self.shapes[usize::from(colour) % MARKS.len()];
        pen.scale(radius / seats::RADIUS, radius / seats::RADIUS);
        pen.translate(-seats::BOX / 2.0, -seats::BOX / 2.0);
        pen.ctx.set_line_join("round");
        pen.stroke(shape, rim, width * seats::RADIUS);
        pen.fill(shape, fill);
    }

    /// A colour's shape in its own colour at a place, for maps, lists and bars.
    pub fn spot(&self, pen: &Pen, colour: u8, (x, y): (f64, f64), radius: f64, own: bool) {
        pen.aside(|pen| {
            pen.translate(x, y);
            let rim = if own { (ink::CREAM, 1.1) } else { (ink::INK, 0.7) };
            self.shape(pen, colour, radius, rim, seats::mark(colour).paint[0]);
        });
    }

    /// Shape and letter around the origin, upright.
    pub fn mark(&self, pen: &Pen, colour: u8, letter: char, radius: f64, fill: &str) {
        self.shape(pen, colour, radius, (ink::INK, 0.42), fill);
        let (x, y) = seats::mark(colour).letter_at;
        pen.font(900, 22.0);
        pen.align("center", "middle");
        // A capital's middle lies above the line's.
        let y = f64::from(y) + 1.4;
        pen.text(letter.encode_utf8(&mut [0; 4]), f64::from(x), y, ink::INK);
    }
}
