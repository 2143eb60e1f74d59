//! The whole track in a corner, with every car's shape on it.

use super::picture::Picture;
use crate::draw::kit::Kit;
use crate::draw::kit::palette as ink;
use crate::draw::kit::pen::{add_outline, path};
use games::fix::Vec2;
use games::racing::Track;
use web_sys::Path2d;

/// The track's outline in a box of 1, made once.
pub(super) struct Minimap {
    road: Path2d,
    line: [(f64, f64); 2],
    /// Width and height of the outline.
    extent: (f64, f64),
}

fn unit((x, y): (u16, u16)) -> (f64, f64) {
    (f64::from(x) / 65_535.0, f64::from(y) / 65_535.0)
}

impl Minimap {
    pub(super) fn new(track: &Track) -> Self {
        let points: Vec<(f64, f64)> = track.minimap().into_iter().map(unit).collect();
        let road = path();
        add_outline(&road, points.iter().copied());
        let end = |point: Vec2| unit(track.on_minimap(point));
        let most = |pick: fn(&(f64, f64)) -> f64| points.iter().map(pick).fold(0.0, f64::max);
        Self {
            road,
            line: [end(track.gates[0].left), end(track.gates[0].right)],
            extent: (most(|point| point.0) + 0.06, most(|point| point.1) + 0.06),
        }
    }

    /// In the box whose upper right corner is given. Returns its height.
    pub(super) fn draw(
        &self,
        kit: &Kit,
        picture: &Picture<'_>,
        right: f64,
        top: f64,
        size: f64,
    ) -> f64 {
        let pen = &kit.pen;
        let pad = size * 0.08;
        let scale = size - pad * 2.0;
        let height = self.extent.1 * scale + pad * 2.0;
        let (x, y) = (right - size, top);
        pen.fill_style(ink::PANEL);
        pen.round_rect(x, y, size, height, size * 0.1);
        pen.aside(|pen| {
            pen.translate(x + pad, y + pad);
            pen.scale(scale, scale);
            pen.ctx.set_line_join("round");
            pen.stroke(&self.road, ink::INK, 0.085);
            pen.stroke(&self.road, "#d9cdbf", 0.052);
            pen.stroke_style(ink::EMBER, 0.028);
            pen.ctx.begin_path();
            pen.ctx.move_to(self.line[0].0, self.line[0].1);
            pen.ctx.line_to(self.line[1].0, self.line[1].1);
            pen.ctx.stroke();
        });
        let mut order: Vec<usize> =
            (0..picture.cars.len()).filter(|at| *at != picture.eye).collect();
        order.push(picture.eye);
        for at in order {
            let car = &picture.cars[at];
            let (mx, my) = unit(car.view.minimap);
            let own = at == picture.eye;
            let radius = if own { 0.043 } else { 0.032 };
            let place = (x + pad + mx * scale, y + pad + my * scale);
            kit.shapes.spot(pen, car.colour, place, size * radius, own);
        }
        height
    }
}
