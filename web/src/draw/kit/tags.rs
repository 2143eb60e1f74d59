//! Names over those who play. They fade near the own one, where they would be in the way, and
//! give way to each other.

use super::camera::Camera;
use super::frame::Frame;
use super::palette as ink;
use super::pen::Pen;
use super::space::Point;

/// Within this distance of the own one a tag is nearly gone; beyond that it is whole.
const NEAR: f64 = 6.0;
const FAR: f64 = 14.0;

/// A name and where it belongs.
pub struct Tag<'a> {
    pub name: &'a str,
    pub at: Point,
}

/// A tag's middle and half its size, in pixels.
#[derive(Clone, Copy)]
struct Plate {
    x: f64,
    y: f64,
    half: (f64, f64),
}

impl Plate {
    fn overlaps(&self, other: &Self) -> bool {
        (self.x - other.x).abs() < self.half.0 + other.half.0
            && (self.y - other.y).abs() < self.half.1 + other.half.1
    }
}

/// Draws the names `above` metres above their places. Earlier ones have the first word; those
/// near `own` are faint.
pub fn draw<'a>(
    pen: &Pen,
    camera: &Camera,
    frame: &Frame,
    tags: impl Iterator<Item = Tag<'a>>,
    own: Option<Point>,
    above: f64,
) {
    let unit = frame.unit;
    pen.font(800, 13.0 * unit);
    pen.align("center", "middle");
    let mut drawn: Vec<Plate> = Vec::new();
    for Tag { name, at } in tags {
        if name.is_empty() || !camera.sees(at, 0.0) {
            continue;
        }
        let (x, y) = camera.pixel(at);
        let half = (pen.width(name) / 2.0 + 8.0 * unit, 11.0 * unit);
        let plate = Plate { x, y: y - above * camera.scale, half };
        if drawn.iter().any(|other| other.overlaps(&plate)) {
            continue;
        }
        drawn.push(plate);
        let far = own.map_or(FAR, |own| at.distance(own));
        pen.alpha(((far - NEAR) / (FAR - NEAR)).clamp(0.22, 1.0));
        pen.fill_style(ink::PANEL);
        pen.round_rect(x - half.0, plate.y - half.1, half.0 * 2.0, half.1 * 2.0, half.1);
        pen.text(name, x, plate.y + unit, ink::CREAM);
    }
    pen.alpha(1.0);
}
