//! The ground of a track: grass, water, sand, the road and what stands beside it. Painted into
//! tiles once, so a frame only copies it.

use super::forest::{self, is_inside};
use super::road::Road;
use super::scenery::{self, Prop, chance, dice};
use crate::draw::kit::ease::{cos, sin};
use crate::draw::kit::palette as ink;
use crate::draw::kit::pen::{Pen, soft_outline};
use crate::draw::kit::space::Point;
use crate::draw::kit::tiles::Area;
use games::racing::{Track, ZoneKind};
use web_sys::Path2d;

/// Width of the stripes that the mower leaves in the grass, in metres.
const STRIPE: f64 = 11.0;
/// Side of a cell that may hold a tuft of grass, in metres.
const TUFT_CELL: i32 = 3;
/// Side of a cell that may hold a patch of darker grass.
const PATCH_CELL: i32 = 13;
/// Side of a cell of the lake that may hold a lily.
const LILY_CELL: i32 = 4;

struct Pond {
    kind: ZoneKind,
    corners: Vec<Point>,
    shape: Path2d,
}

/// Everything on the ground, ready to be painted piece by piece.
pub(super) struct Ground {
    pub(super) road: Road,
    ponds: Vec<Pond>,
    props: Vec<Prop>,
}

impl Ground {
    pub(super) fn new(track: &Track) -> Self {
        let pond = |zone: &games::racing::Zone| {
            let corners: Vec<Point> =
                zone.outline.iter().map(|&corner| Point::of(corner)).collect();
            let flat: Vec<(f64, f64)> = corners.iter().map(|point| (point.x, point.y)).collect();
            Pond { kind: zone.kind, corners, shape: soft_outline(&flat) }
        };
        Self {
            road: Road::new(track),
            ponds: track.zones.iter().map(pond).collect(),
            props: forest::plant(track),
        }
    }

    /// Paints an area. One unit of the pen is a metre, and the area is all that can be seen.
    pub(super) fn paint(&self, pen: &Pen, area: Area) {
        self.grass(pen, area);
        for pond in &self.ponds {
            pond.paint(pen, area);
        }
        self.tufts(pen, area);
        self.road.paint(pen);
        let near: Vec<&Prop> =
            self.props.iter().filter(|prop| area.touches(prop.at, prop.reach())).collect();
        near.iter().for_each(|prop| prop.shadow(pen));
        near.iter().for_each(|prop| prop.paint(pen));
    }

    fn grass(&self, pen: &Pen, area: Area) {
        pen.fill_style(ink::GRASS);
        pen.rect(area.x, area.y, area.size, area.size);
        pen.fill_style(ink::GRASS_MOWN);
        let diagonal = area.size * 2.0;
        let first = ((area.x - area.y - diagonal) / STRIPE / 2.0).floor() as i32;
        let last = ((area.x - area.y + diagonal) / STRIPE / 2.0).ceil() as i32;
        for stripe in first..=last {
            let x = f64::from(stripe) * STRIPE * 2.0 + area.y;
            let far = x + area.size;
            let bottom = area.y + area.size;
            pen.ctx.begin_path();
            pen.ctx.move_to(x, area.y);
            pen.ctx.line_to(x + STRIPE, area.y);
            pen.ctx.line_to(far + STRIPE, bottom);
            pen.ctx.line_to(far, bottom);
            pen.ctx.fill();
        }
        for (x, y) in area.cells(PATCH_CELL) {
            let roll = chance(x + 400, y - 300);
            if roll > 0.55 {
                continue;
            }
            let centre = (
                (f64::from(x) + chance(x, y)) * f64::from(PATCH_CELL),
                (f64::from(y) + chance(y, x)) * f64::from(PATCH_CELL),
            );
            let size = 2.2 + roll * 6.0;
            let corner = |at: u32| {
                let angle = f64::from(at) / 7.0 * std::f64::consts::TAU;
                let radius = size * (0.7 + f64::from((dice(x, y) >> at) % 5) / 9.0);
                (centre.0 + cos(angle) * radius * 1.3, centre.1 + sin(angle) * radius * 0.8)
            };
            let patch = soft_outline(&(0..7).map(corner).collect::<Vec<_>>());
            pen.alpha(0.35);
            pen.fill(&patch, if roll < 0.3 { ink::GRASS_DARK } else { ink::VERGE });
            pen.alpha(1.0);
        }
    }

    fn tufts(&self, pen: &Pen, area: Area) {
        for (x, y) in area.cells(TUFT_CELL).filter(|&(x, y)| dice(x + 50, y + 60).is_multiple_of(7))
        {
            let at = Point {
                x: (f64::from(x) + chance(x, y + 5)) * f64::from(TUFT_CELL),
                y: (f64::from(y) + chance(y, x + 9)) * f64::from(TUFT_CELL),
            };
            if self.ponds.iter().all(|pond| pond.kind == ZoneKind::Meadow || !pond.holds(at)) {
                scenery::tuft(pen, at, dice(x, y));
            }
        }
    }
}

impl Pond {
    fn holds(&self, at: Point) -> bool {
        is_inside(&self.corners, at)
    }

    fn paint(&self, pen: &Pen, area: Area) {
        pen.ctx.set_line_join("round");
        match self.kind {
            ZoneKind::Meadow => {
                pen.alpha(0.5);
                pen.fill(&self.shape, ink::GRASS_DARK);
                pen.alpha(1.0);
            }
            ZoneKind::Sand => {
                pen.stroke(&self.shape, ink::GRAVEL_DARK, 1.4);
                pen.fill(&self.shape, ink::GRAVEL);
            }
            ZoneKind::Water => self.water(pen, area),
            ZoneKind::Block => {
                pen.stroke(&self.shape, ink::INK, 0.7);
                pen.fill(&self.shape, ink::GRAVEL_DARK);
            }
        }
    }

    /// A beach, a bright rim, the deep: each a little further in.
    fn water(&self, pen: &Pen, area: Area) {
        pen.stroke(&self.shape, ink::GRAVEL_DARK, 5.2);
        pen.stroke(&self.shape, ink::GRAVEL, 4.4);
        pen.fill(&self.shape, ink::WATER_LIGHT);
        pen.aside(|pen| {
            pen.ctx.clip_with_path_2d(&self.shape);
            pen.fill(&self.shape, ink::WATER_DEEP);
            pen.stroke(&self.shape, ink::WATER, 6.5);
            pen.stroke(&self.shape, ink::WATER_LIGHT, 2.0);
        });
        for (x, y) in area.cells(LILY_CELL).filter(|&(x, y)| dice(x + 3, y + 8).is_multiple_of(5)) {
            let at = Point {
                x: (f64::from(x) + chance(x, y)) * f64::from(LILY_CELL),
                y: (f64::from(y) + chance(y, x)) * f64::from(LILY_CELL),
            };
            if self.holds(at) {
                scenery::lily(pen, at, dice(x, y));
            }
        }
        if let Some(shore) = self.corners.iter().min_by(|a, b| a.x.total_cmp(&b.x)) {
            scenery::jetty(pen, *shore, 0.1);
        }
    }
}
