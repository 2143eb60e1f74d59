//! The road as paths in metres, made once a track.

use super::theme::Theme;
use crate::draw::kit::palette as ink;
use crate::draw::kit::pen::{Pen, add_outline, path, soft_outline};
use crate::draw::kit::space::{Point, metres, radians};
use games::racing::{Patch, Sample, Track};
use std::f64::consts::FRAC_PI_2;
use web_sys::Path2d;

/// Bends sharper than this (one over metres) have kerbs.
const KERB_BEND: f64 = 0.014;
/// How wide a kerb is, and how far it reaches into the asphalt, in metres.
const KERB_OUT: f64 = 0.95;
const KERB_IN: f64 = 0.25;
/// Run-off that is wider than this is gravel, not grass.
const GRAVEL_FROM: f64 = 6.5;
/// Samples from one street lamp to the next.
const LAMP_STEP: usize = 8;
/// The face of a boost pad.
const PAD_FACE: &str = "#3f3a4c";

/// One sample in metres.
#[derive(Clone, Copy)]
pub(super) struct Slice {
    pub(super) at: Point,
    right: Point,
    half: f64,
    left_wall: f64,
    right_wall: f64,
    bend: f64,
    line: f64,
}

impl Slice {
    fn of(sample: &Sample, line: f64) -> Self {
        Self {
            at: Point::of(sample.pos),
            right: Point::of(sample.ahead.right()),
            half: metres(sample.half),
            left_wall: metres(sample.left),
            right_wall: metres(sample.right),
            bend: metres(sample.bend),
            line,
        }
    }

    /// The point so far to the right of the centre line.
    fn side(&self, metres: f64) -> (f64, f64) {
        (self.at.x + self.right.x * metres, self.at.y + self.right.y * metres)
    }
}

/// Everything of the road that never moves.
pub(super) struct Road {
    pub(super) slices: Vec<Slice>,
    walls: [Path2d; 2],
    verge: Path2d,
    gravel: Path2d,
    asphalt: Path2d,
    border: [Path2d; 2],
    edges: [Path2d; 2],
    kerbs: [Path2d; 2],
    dashes: Path2d,
    worn: Path2d,
    patches: Path2d,
    line: [Path2d; 2],
    grid: Path2d,
    pads: Path2d,
    ice: Path2d,
    cracks: Path2d,
    arrows: Path2d,
}

impl Road {
    pub(super) fn new(track: &Track) -> Self {
        let lines = track.line.iter().map(|point| metres(point.side));
        let slices: Vec<Slice> =
            track.samples.iter().zip(lines).map(|(sample, line)| Slice::of(sample, line)).collect();
        let ring = |side: &dyn Fn(&Slice) -> f64| {
            soft_outline(&slices.iter().map(|s| s.side(side(s))).collect::<Vec<_>>())
        };
        // Piece by piece: where two stretches run side by side their verges are one.
        let band = |left: &dyn Fn(&Slice) -> f64, right: &dyn Fn(&Slice) -> f64| {
            let band = path();
            for (_, a, b) in stretches(&slices) {
                quad(&band, a, b, [left(a), left(b)], [right(a), right(b)]);
            }
            band
        };
        Self {
            walls: [ring(&|s| -s.left_wall), ring(&|s| s.right_wall)],
            verge: band(&|s| -s.left_wall, &|s| s.right_wall),
            gravel: gravel(&slices),
            asphalt: band(&|s| -s.half, &|s| s.half),
            border: [ring(&|s| -s.half), ring(&|s| s.half)],
            edges: [ring(&|s| -s.half + 0.45), ring(&|s| s.half - 0.45)],
            kerbs: kerbs(&slices),
            dashes: dashes(&slices),
            worn: ring(&|s| s.line),
            patches: patches(&slices),
            line: checks(track),
            grid: grid(track),
            pads: patches_of(&track.pads, 1.0),
            ice: patches_of(&track.ice, 1.0),
            cracks: patches_of(&track.ice, 0.55),
            arrows: arrows(&slices),
            slices,
        }
    }

    /// From the run-off up to the markings. One unit is a metre.
    pub(super) fn paint(&self, pen: &Pen, theme: &Theme) {
        pen.ctx.set_line_join("round");
        pen.ctx.set_line_cap("butt");
        self.wall(pen);
        pen.fill(&self.verge, theme.verge[0]);
        self.mow(pen, theme.verge[1]);
        pen.fill(&self.gravel, theme.gravel[0]);
        for edge in &self.border {
            pen.stroke(edge, theme.asphalt[1], 0.9);
        }
        pen.fill(&self.asphalt, theme.asphalt[0]);
        pen.fill(&self.patches, ink::ASPHALT_LIGHT);
        pen.stroke(&self.worn, ink::ASPHALT_WORN, 4.2);
        pen.stroke(&self.worn, ink::ASPHALT_WORN, 2.2);
        for edge in &self.edges {
            pen.stroke(edge, "rgba(255,246,233,0.82)", 0.26);
        }
        pen.fill(&self.dashes, "rgba(255,246,233,0.50)");
        pen.fill(&self.arrows, "rgba(255,246,233,0.34)");
        pen.fill(&self.kerbs[0], ink::CREAM);
        pen.fill(&self.kerbs[1], ink::EMBER);
        if theme.lamps {
            self.lamps(pen);
        }
        // Ice is brighter than any road, and its cracks are a shape of their own.
        pen.fill(&self.ice, "rgba(205,240,252,0.88)");
        pen.stroke(&self.ice, "#ffffff", 0.35);
        pen.dashes(&[1.6, 1.1], 0.0);
        pen.stroke(&self.cracks, "#7fb6d2", 0.22);
        pen.dashes(&[], 0.0);
        pen.fill(&self.pads, PAD_FACE);
        pen.stroke(&self.pads, ink::SUN, 0.3);
        pen.fill(&self.line[0], ink::CREAM);
        pen.fill(&self.line[1], ink::INK);
        pen.stroke(&self.grid, "rgba(255,246,233,0.85)", 0.24);
    }

    /// Stripes across the verge, as a mower leaves them.
    fn mow(&self, pen: &Pen, colour: &str) {
        let stripes = path();
        for pair in self.slices.chunks(4) {
            if let [a, _, b, ..] = pair {
                add_outline(
                    &stripes,
                    [a.side(-a.left_wall), b.side(-b.left_wall), b.side(-b.half), a.side(-a.half)],
                );
                add_outline(
                    &stripes,
                    [a.side(a.half), b.side(b.half), b.side(b.right_wall), a.side(a.right_wall)],
                );
            }
        }
        pen.fill(&stripes, colour);
    }

    /// Street lamps on alternating sides, and their light on the road.
    fn lamps(&self, pen: &Pen) {
        for (at, slice) in self.slices.iter().enumerate().step_by(LAMP_STEP) {
            let out = if (at / LAMP_STEP).is_multiple_of(2) {
                slice.right_wall + 0.4
            } else {
                -slice.left_wall - 0.4
            };
            let (x, y) = slice.side(out * 0.5);
            pen.fill_style("rgba(255,214,130,0.07)");
            [11.0, 8.0, 5.0].into_iter().for_each(|radius| pen.disc(x, y, radius));
            let (x, y) = slice.side(out);
            pen.fill_style(ink::INK);
            pen.disc(x, y, 0.75);
            pen.fill_style("#ffe9b0");
            pen.disc(x, y, 0.5);
        }
    }

    /// A low wall with red blocks. It is drawn before the verge, which covers its inner half:
    /// where two verges are one, no wall stands between them.
    fn wall(&self, pen: &Pen) {
        for (colour, width) in [("rgba(44,30,52,0.20)", 4.6), (ink::INK, 3.0), (ink::WALL, 2.4)] {
            for wall in &self.walls {
                pen.stroke(wall, colour, width);
            }
        }
        pen.dashes(&[2.2, 4.4], 0.0);
        for wall in &self.walls {
            pen.stroke(wall, ink::WALL_RED, 2.4);
        }
        pen.dashes(&[], 0.0);
        for wall in &self.walls {
            pen.stroke(wall, ink::INK, 0.6);
        }
    }
}

/// Every stretch between two samples, closed into a ring.
fn stretches(slices: &[Slice]) -> impl Iterator<Item = (usize, &Slice, &Slice)> {
    let next = slices.iter().cycle().skip(1);
    slices.iter().zip(next).enumerate().map(|(at, (a, b))| (at, a, b))
}

fn quad(path: &Path2d, a: &Slice, b: &Slice, inner: [f64; 2], outer: [f64; 2]) {
    add_outline(path, [a.side(inner[0]), b.side(inner[1]), b.side(outer[1]), a.side(outer[0])]);
}

fn gravel(slices: &[Slice]) -> Path2d {
    let gravel = path();
    for (_, a, b) in stretches(slices) {
        let deep = |slice: &Slice, wall: f64| (wall - slice.half - GRAVEL_FROM).max(0.0);
        if deep(a, a.left_wall) + deep(b, b.left_wall) > 0.4 {
            quad(&gravel, a, b, [-a.half, -b.half], [-a.left_wall, -b.left_wall]);
        }
        if deep(a, a.right_wall) + deep(b, b.right_wall) > 0.4 {
            quad(&gravel, a, b, [a.half, b.half], [a.right_wall, b.right_wall]);
        }
    }
    gravel
}

/// Light and red blocks on both sides of a bend, two a stretch.
fn kerbs(slices: &[Slice]) -> [Path2d; 2] {
    let kerbs = [path(), path()];
    for (at, a, b) in stretches(slices) {
        let bend = slices[(at + slices.len() - 2) % slices.len()].bend.abs().max(a.bend.abs());
        if bend.max(slices[(at + 2) % slices.len()].bend.abs()) < KERB_BEND {
            continue;
        }
        let middle = Slice {
            at: a.at.towards(b.at, 0.5),
            right: a.right.towards(b.right, 0.5),
            half: (a.half + b.half) / 2.0,
            ..*a
        };
        for (block, (from, to)) in kerbs.iter().zip([(a, &middle), (&middle, b)]) {
            for way in [-1.0, 1.0] {
                let inner = [way * (from.half - KERB_IN), way * (to.half - KERB_IN)];
                let outer = [way * (from.half + KERB_OUT), way * (to.half + KERB_OUT)];
                quad(block, from, to, inner, outer);
            }
        }
    }
    kerbs
}

fn dashes(slices: &[Slice]) -> Path2d {
    let dashes = path();
    for (at, a, b) in stretches(slices) {
        if at % 3 == 0 {
            quad(&dashes, a, b, [-0.13, -0.13], [0.13, 0.13]);
        }
    }
    dashes
}

/// Arrows on the straights: which way the race goes.
fn arrows(slices: &[Slice]) -> Path2d {
    let arrows = path();
    for (at, a, _) in stretches(slices).filter(|(at, a, _)| at % 20 == 9 && a.bend.abs() < 0.01) {
        let tip = &slices[(at + 1) % slices.len()];
        for side in [-2.6, 2.6] {
            let back = &slices[(at + slices.len() - 1) % slices.len()];
            add_outline(
                &arrows,
                [
                    tip.side(side),
                    a.side(side + 0.8),
                    a.side(side + 0.25),
                    back.side(side + 0.25),
                    back.side(side - 0.25),
                    a.side(side - 0.25),
                    a.side(side - 0.8),
                ],
            );
        }
    }
    arrows
}

/// Mended places in the asphalt, where chance put them.
fn patches(slices: &[Slice]) -> Path2d {
    let patches = path();
    for (at, a, b) in stretches(slices) {
        let dice = super::scenery::dice(at as i32, 77);
        if dice.is_multiple_of(5) {
            let from = f64::from(dice % 17) / 17.0 * a.half * 1.6 - a.half * 0.8;
            let to = (from + 1.0 + f64::from(dice % 7) / 3.0).min(a.half * 0.9);
            quad(&patches, a, b, [from, from], [to, to]);
        }
    }
    patches
}

/// The start and finish line: light and dark squares.
fn checks(track: &Track) -> [Path2d; 2] {
    let checks = [path(), path()];
    let gate = &track.gates[0];
    let (centre, ahead) = (Point::of(gate.centre), radians(gate.heading.0));
    let half = metres(track.samples[track.sample_at(gate.along)].half);
    let squares = 12;
    let size = half * 2.0 / f64::from(squares);
    for row in 0..3 {
        for column in 0..squares {
            let corner = |along: i32, across: i32| {
                let point = centre
                    .step(ahead, (f64::from(row + along) - 1.5) * size)
                    .step(ahead + FRAC_PI_2, f64::from(column + across) * size - half);
                (point.x, point.y)
            };
            let shade = &checks[((row + column) % 2) as usize];
            add_outline(shade, [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)]);
        }
    }
    checks
}

/// A bracket before the nose of every place on the grid.
fn grid(track: &Track) -> Path2d {
    let grid = path();
    for slot in &track.grid {
        let (at, ahead) = (Point::of(slot.pos), radians(slot.heading.0));
        let corner =
            |forward: f64, side: f64| at.step(ahead, forward).step(ahead + FRAC_PI_2, side);
        let [a, b, c, d] =
            [corner(0.6, -1.35), corner(2.2, -1.35), corner(2.2, 1.35), corner(0.6, 1.35)];
        grid.move_to(a.x, a.y);
        [b, c, d].iter().for_each(|point| grid.line_to(point.x, point.y));
    }
    grid
}

/// Rectangles on the road, a part of their size.
fn patches_of(list: &[Patch], part: f64) -> Path2d {
    let shape = path();
    for patch in list {
        let (at, ahead) = (Point::of(patch.centre), radians(patch.heading.0));
        let (long, wide) = (metres(patch.half_length) * part, metres(patch.half_width) * part);
        let corner = |forward: f64, side: f64| {
            let point = at.step(ahead, forward).step(ahead + FRAC_PI_2, side);
            (point.x, point.y)
        };
        add_outline(
            &shape,
            [corner(-long, -wide), corner(long, -wide), corner(long, wide), corner(-long, wide)],
        );
    }
    shape
}
