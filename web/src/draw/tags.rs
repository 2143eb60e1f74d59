//! Names over the cars. They fade near the own car, where they would be in the way, and give way
//! to each other.

use super::camera::Camera;
use super::palette as ink;
use super::pen::Pen;
use super::picture::Picture;

/// Within this distance of the own car a tag is nearly gone; beyond that it is whole.
const NEAR: f64 = 6.0;
const FAR: f64 = 14.0;

/// A tag's middle and half its size, in pixels.
#[derive(Clone, Copy)]
struct Tag {
    x: f64,
    y: f64,
    half: (f64, f64),
}

impl Tag {
    fn overlaps(&self, other: &Self) -> bool {
        (self.x - other.x).abs() < self.half.0 + other.half.0
            && (self.y - other.y).abs() < self.half.1 + other.half.1
    }
}

pub(super) fn draw(pen: &Pen, camera: &Camera, picture: &Picture<'_>, unit: f64) {
    let own = picture.own().at;
    pen.font(800, 13.0 * unit);
    pen.align("center", "middle");
    let mut drawn: Vec<Tag> = Vec::new();
    // Those in front have the first word.
    for seat in &picture.race.order {
        let Some(car) = picture.cars.get(seat.index()) else { continue };
        let is_own = seat.index() == picture.eye && picture.driving;
        if is_own || car.name.is_empty() || !camera.sees(car.at, 0.0) {
            continue;
        }
        let (x, y) = camera.pixel(car.at);
        let half = (pen.width(&car.name) / 2.0 + 8.0 * unit, 11.0 * unit);
        let tag = Tag { x, y: y - 2.9 * camera.scale, half };
        if drawn.iter().any(|other| other.overlaps(&tag)) {
            continue;
        }
        drawn.push(tag);
        pen.alpha(((car.at.distance(own) - NEAR) / (FAR - NEAR)).clamp(0.22, 1.0));
        pen.fill_style(ink::PANEL);
        pen.round_rect(x - half.0, tag.y - half.1, half.0 * 2.0, half.1 * 2.0, half.1);
        pen.text(&car.name, x, tag.y + unit, ink::CREAM);
    }
    pen.alpha(1.0);
}
