//! The ground of a track: grass, water, sand, the road and what stands beside it. Painted into
//! tiles once, so a frame only copies it.

use super::forest::{self, is_inside};
use super::road::Road;
use super::scenery::{self, Prop, chance, dice};
use super::theme::Theme;
use crate::draw::kit::ease::{cos, sin};
use crate::draw::kit::palette as ink;
use crate::draw::kit::pen::{Pen, outline, soft_outline};
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
/// Side of a cell of a roof that holds a window.
const WINDOW_CELL: i32 = 4;

struct Pond {
    kind: ZoneKind,
    corners: Vec<Point>,
    shape: Path2d,
}

/// Everything on the ground, ready to be painted piece by piece.
pub(super) struct Ground {
    pub(super) road: Road,
    theme: &'static Theme,
    ponds: Vec<Pond>,
    props: Vec<Prop>,
}

impl Ground {
    pub(super) fn new(track: &Track) -> Self {
        let pond = |zone: &games::racing::Zone| {
            let corners: Vec<Point> =
                zone.outline.iter().map(|&corner| Point::of(corner)).collect();
            let flat: Vec<(f64, f64)> = corners.iter().map(|point| (point.x, point.y)).collect();
            let angular = zone.kind == ZoneKind::Block && flat.len() < 5;
            let shape = if angular { outline(flat) } else { soft_outline(&flat) };
            Pond { kind: zone.kind, corners, shape }
        };
        let theme = Theme::of(&track.theme);
        Self {
            road: Road::new(track),
            theme,
            ponds: track.zones.iter().map(pond).collect(),
            props: forest::plant(track, theme),
        }
    }

    /// Paints an area. One unit of the pen is a metre, and the area is all that can be seen.
    pub(super) fn paint(&self, pen: &Pen, area: Area) {
        self.grass(pen, area);
        for pond in &self.ponds {
            pond.paint(pen, area, self.theme);
        }
        self.tufts(pen, area);
        self.road.paint(pen, self.theme);
        let near: Vec<&Prop> =
            self.props.iter().filter(|prop| area.touches(prop.at, prop.reach())).collect();
        near.iter().for_each(|prop| prop.shadow(pen));
        near.iter().for_each(|prop| prop.paint(pen, self.theme));
    }

    fn grass(&self, pen: &Pen, area: Area) {
        pen.fill_style(self.theme.grass);
        pen.rect(area.x, area.y, area.size, area.size);
        pen.fill_style(self.theme.mown);
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
            pen.fill(&patch, if roll < 0.3 { self.theme.dark } else { self.theme.verge[0] });
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
                scenery::tuft(pen, at, dice(x, y), self.theme);
            }
        }
    }
}

impl Pond {
    fn holds(&self, at: Point) -> bool {
        is_inside(&self.corners, at)
    }

    fn paint(&self, pen: &Pen, area: Area, theme: &Theme) {
        pen.ctx.set_line_join("round");
        match self.kind {
            ZoneKind::Meadow => {
                pen.alpha(0.5);
                pen.fill(&self.shape, theme.dark);
                pen.alpha(1.0);
            }
            ZoneKind::Sand => {
                pen.stroke(&self.shape, theme.gravel[1], 1.4);
                pen.fill(&self.shape, theme.gravel[0]);
            }
            ZoneKind::Water => self.water(pen, area, theme),
            ZoneKind::Block => self.block(pen, area, theme),
        }
    }

    /// A beach, a bright rim, the deep: each a little further in.
    fn water(&self, pen: &Pen, area: Area, theme: &Theme) {
        let [rim, shallow, deep] = theme.water;
        pen.stroke(&self.shape, theme.gravel[1], 5.2);
        pen.stroke(&self.shape, theme.gravel[0], 4.4);
        pen.fill(&self.shape, rim);
        pen.aside(|pen| {
            pen.ctx.clip_with_path_2d(&self.shape);
            pen.fill(&self.shape, deep);
            pen.stroke(&self.shape, shallow, 6.5);
            pen.stroke(&self.shape, rim, 2.0);
        });
        if !theme.blooms {
            return;
        }
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

    /// Its side in the shade, its top in the light, and at night the windows of those awake.
    fn block(&self, pen: &Pen, area: Area, theme: &Theme) {
        let [top, side] = theme.block;
        pen.aside(|pen| {
            pen.translate(2.6, 3.4);
            pen.fill(&self.shape, ink::SHADOW);
        });
        pen.stroke(&self.shape, ink::INK, 0.9);
        pen.fill(&self.shape, side);
        pen.aside(|pen| {
            pen.ctx.clip_with_path_2d(&self.shape);
            pen.translate(-0.9, -1.5);
            pen.fill(&self.shape, top);
            pen.stroke(&self.shape, "rgba(255,255,255,0.2)", 1.4);
            if theme.lamps {
                windows(pen, area);
            }
        });
    }
}

/// Skylights in a grid, some of them lit.
fn windows(pen: &Pen, area: Area) {
    for (x, y) in area.cells(WINDOW_CELL) {
        let lit = dice(x, y + 40) % 5;
        pen.fill_style(if lit < 2 { ink::SUN } else { "rgba(20,16,36,0.5)" });
        let cell = f64::from(WINDOW_CELL);
        pen.rect(f64::from(x) * cell + 1.2, f64::from(y) * cell + 1.2, 1.5, 1.0);
    }
}
