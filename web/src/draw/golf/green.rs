//! What of a hole never moves, painted once: the land around it, the green, walls and hazards.

use super::look::Look;
use super::picture::RIM;
use super::theme::{self, Theme};
use crate::draw::kit::pen::{add_outline, outline, path, svg_path};
use crate::draw::kit::space::{Rect, metres, radians};
use crate::draw::kit::tiles::sheet;
use crate::draw::kit::{Pen, Point, palette as ink};
use games::fix::Vec2;
use games::golf::{
    CUP_RADIUS, DecorKind, GateKind, Hole, Mover, Shape, Surface, TUNNEL_RADIUS, WALL_HALF,
};
use std::f64::consts::TAU;
use web_sys::{HtmlCanvasElement, Path2d};

/// How far shadows fall on the screen, to the right and down, in metres.
pub(super) const FALL: (f64, f64) = (0.13, 0.2);
/// Between two plants of the land, and between two arrows of a slope.
const PLANTS: f64 = 2.3;
const ARROWS: f64 = 0.85;
/// The widest stripe of the mower.
const STRIPE: f64 = 1.25;
/// No sheet is larger, in pixels: a phone's memory is small.
const SHEET_MOST: f64 = 4_096.0;

/// The painted hole, and the outlines that are clipped to every frame.
pub(super) struct Green {
    key: (String, u64, bool, [u32; 4]),
    canvas: HtmlCanvasElement,
    scale: f64,
    /// The corner of the world that is the sheet's upper left.
    corner: Point,
    /// Every patch, in the hole's order.
    pub(super) patches: Vec<Path2d>,
    pub(super) theme: &'static Theme,
}

impl Green {
    /// The sheet of this hole for this look, and the one before if it is still right.
    pub(super) fn of(
        before: Option<Self>,
        (hole, bounds): (&Hole, Rect),
        look: &Look,
        screen: (f64, f64),
    ) -> Option<Self> {
        let (x, y) = look.middle;
        let place = [screen.0, screen.1, x, y].map(|part| part as u32);
        let key = (hole.name.clone(), look.scale.to_bits(), look.turned, place);
        match before {
            Some(green) if green.key == key => Some(green),
            _ => Self::paint(key, (hole, bounds), look, screen),
        }
    }

    fn paint(
        key: (String, u64, bool, [u32; 4]),
        (hole, bounds): (&Hole, Rect),
        look: &Look,
        screen: (f64, f64),
    ) -> Option<Self> {
        // Wherever on the hole the picture looks, the sheet covers the screen.
        let far = |middle: f64, size: f64| middle.max(size - middle) / look.scale;
        let across = (far(look.middle.0, screen.0), far(look.middle.1, screen.1));
        let (x, y) = if look.turned { (across.1, across.0) } else { across };
        let low = Point { x: bounds.from.x - x, y: bounds.from.y - y };
        let high = Point { x: bounds.to.x + x, y: bounds.to.y + y };
        let (wide, high_m) = (high.x - low.x, high.y - low.y);
        let scale = look.scale.min(SHEET_MOST / wide.max(high_m));
        let (w, h) = if look.turned { (high_m, wide) } else { (wide, high_m) };
        let (canvas, ctx) = sheet((w * scale) as u32, (h * scale) as u32)?;
        let pen = Pen::new(ctx);
        let corner = if look.turned { Point { x: low.x, y: high.y } } else { low };
        let lay = Look { scale, at: corner, middle: (0.0, 0.0), ..*look };
        lay.place(&pen);
        let theme = theme::theme(&hole.theme);
        let patches: Vec<Path2d> = hole.patches.iter().map(|patch| shape(&patch.shape)).collect();
        let artist = Artist { pen: &pen, hole, theme, fall: lay.back(FALL.0, FALL.1) };
        artist.land(low, high);
        artist.board();
        for (patch, path) in hole.patches.iter().zip(&patches) {
            artist.patch(patch.kind, path, Point::of(patch.flow));
        }
        artist.shade();
        artist.ways();
        artist.walls();
        Some(Self { key, canvas, scale, corner, patches, theme })
    }

    /// Copies the sheet to where it lies now.
    pub(super) fn draw(&self, pen: &Pen, look: &Look) {
        let (x, y) = look.pixel(self.corner);
        let grown = look.scale / self.scale;
        let (wide, high) = (f64::from(self.canvas.width()), f64::from(self.canvas.height()));
        pen.image(&self.canvas, x.round(), y.round(), wide * grown, high * grown);
    }
}

impl Drop for Green {
    fn drop(&mut self) {
        // Gives the memory back at once instead of when the collector comes round.
        self.canvas.set_width(0);
    }
}

/// A patch as a path in metres.
fn shape(shape: &Shape) -> Path2d {
    match shape {
        Shape::Polygon(points) => closed(points),
        Shape::Circle { centre, radius } => {
            let (round, centre) = (path(), Point::of(*centre));
            // Refused only for numbers that are none.
            let _ = round.arc(centre.x, centre.y, metres(*radius), 0.0, TAU);
            round
        }
    }
}

fn closed(points: &[Vec2]) -> Path2d {
    outline(points.iter().map(|point| pair(*point)))
}

fn pair(point: Vec2) -> (f64, f64) {
    (metres(point.x), metres(point.y))
}

/// An open line.
pub(super) fn run(points: &[Vec2]) -> Path2d {
    let run = path();
    for (at, point) in points.iter().enumerate() {
        let (x, y) = pair(*point);
        if at == 0 { run.move_to(x, y) } else { run.line_to(x, y) }
    }
    run
}

/// Whether a closed line runs clockwise, as seen on a screen.
fn is_clockwise(points: &[(f64, f64)]) -> bool {
    let next = points.iter().skip(1).chain(points.first());
    points.iter().zip(next).map(|(a, b)| a.0 * b.1 - b.0 * a.1).sum::<f64>() > 0.0
}

struct Artist<'a> {
    pen: &'a Pen,
    hole: &'a Hole,
    theme: &'static Theme,
    /// Where shadows fall, in the world.
    fall: (f64, f64),
}

impl Artist<'_> {
    fn land(&self, low: Point, high: Point) {
        let (pen, theme) = (self.pen, self.theme);
        pen.fill_style(theme.ground[0]);
        pen.rect(low.x, low.y, high.x - low.x, high.y - low.y);
        let mut chance = 0x2545_F491_u32;
        let mut roll = || {
            chance ^= chance << 13;
            chance ^= chance >> 17;
            chance ^= chance << 5;
            f64::from(chance % 1_000) / 1_000.0
        };
        let plants = theme.plants.map(|(outline, colour)| (svg_path(outline), colour));
        let blot = svg_path(theme::BLOT);
        for pass in 0..2 {
            let step = if pass == 0 { PLANTS * 1.9 } else { PLANTS };
            let mut y = low.y;
            while y < high.y {
                let mut x = low.x;
                while x < high.x {
                    let at = (x + roll() * step, y + roll() * step);
                    let (size, kind) = (0.55 + roll() * 0.5, roll());
                    if pass == 0 {
                        self.stamp(&blot, theme.ground[1], at, step * 0.5 * size);
                    } else if kind < 0.8 {
                        let (outline, colour) = &plants[(kind * 3.74) as usize % 3];
                        self.stamp(outline, colour, at, size);
                    }
                    x += step;
                }
                y += step;
            }
        }
        for decor in &self.hole.decor {
            self.decor(decor.kind, pair(decor.pos), metres(decor.size));
        }
    }

    /// A shape of about 1, upright on the screen.
    fn stamp(&self, shape: &Path2d, colour: &str, (x, y): (f64, f64), size: f64) {
        self.pen.aside(|pen| {
            pen.translate(x, y);
            // The picture is turned or not; what grows is not.
            let upright = if self.fall.0 < 0.0 || self.fall.1 < 0.0 { -TAU / 4.0 } else { 0.0 };
            pen.rotate(upright);
            pen.scale(size, size);
            pen.fill(shape, colour);
        });
    }

    fn decor(&self, kind: DecorKind, (x, y): (f64, f64), size: f64) {
        let (outline, [dark, body, light]) = theme::decor(kind);
        let shape = svg_path(outline);
        let fall = (self.fall.0 * size * 1.4, self.fall.1 * size * 1.4);
        self.stamp(&shape, ink::SHADOW, (x + fall.0, y + fall.1), size * 1.35);
        self.stamp(&shape, dark, (x, y), size * 1.35);
        self.stamp(&shape, body, (x - fall.0 * 0.25, y - fall.1 * 0.25), size * 1.15);
        self.stamp(&shape, light, (x - fall.0 * 0.9, y - fall.1 * 0.9), size * 0.55);
    }

    /// The rim, and the mown green in it.
    fn board(&self) {
        let (pen, theme) = (self.pen, self.theme);
        let edge = closed(&self.hole.outline);
        pen.ctx.set_line_join("round");
        pen.aside(|pen| {
            pen.translate(self.fall.0 * 1.7, self.fall.1 * 1.7);
            pen.stroke(&edge, ink::SHADOW, RIM * 2.0);
            pen.fill(&edge, ink::SHADOW);
        });
        pen.stroke(&edge, theme.wall[0], RIM * 2.0);
        pen.stroke(&edge, theme.wall[1], RIM * 1.62);
        pen.stroke(&edge, theme.wall[2], RIM * 0.7);
        pen.stroke(&edge, theme.wall[1], RIM * 0.34);
        pen.fill(&edge, theme.green[0]);
        pen.aside(|pen| {
            pen.ctx.clip_with_path_2d(&edge);
            let (wide, high) = pair(self.hole.size);
            pen.rotate(0.5);
            let reach = wide + high;
            pen.fill_style(theme.green[1]);
            let mut at = -reach;
            while at < reach {
                pen.rect(at, -reach, STRIPE, reach * 3.0);
                at += STRIPE * 2.0;
            }
        });
    }

    fn patch(&self, kind: Surface, path: &Path2d, flow: Point) {
        let pen = self.pen;
        let edge = closed(&self.hole.outline);
        pen.aside(|pen| {
            pen.ctx.clip_with_path_2d(&edge);
            pen.ctx.set_line_join("round");
            let [rim, body, light] = theme::surface(kind);
            if kind == Surface::Slope {
                self.slope(path, flow);
                return;
            }
            pen.stroke(path, rim, 0.2);
            pen.fill(path, body);
            pen.ctx.clip_with_path_2d(path);
            match kind {
                Surface::Sand => self.speckle(light),
                Surface::Ice => self.streaks(light),
                Surface::Out => self.streaks(light),
                Surface::Water => {
                    // Deeper in the middle, and the bank's shadow at its upper edge.
                    pen.stroke(path, light, 0.34);
                    pen.stroke(path, rim, 0.1);
                    pen.translate(self.fall.0, self.fall.1);
                    pen.stroke(path, "rgba(20,60,90,0.22)", 0.3);
                }
                _ => {}
            }
        });
    }

    /// Shaded towards where it goes down, with arrows that point there.
    fn slope(&self, path: &Path2d, flow: Point) {
        let pen = self.pen;
        pen.fill(path, "rgba(40,70,30,0.13)");
        pen.stroke(path, "rgba(255,255,235,0.35)", 0.07);
        pen.ctx.clip_with_path_2d(path);
        let steep = crate::draw::kit::ease::length(flow.x, flow.y).max(0.01);
        let (cos, sin) = (flow.x / steep, flow.y / steep);
        let arrow = svg_path("M-.2-.26L.06 0L-.2 .26L-.1 .26L.2 0L-.1-.26Z");
        let (wide, high) = pair(self.hole.size);
        let size = (0.55 + steep * 0.13).min(1.15);
        let rows = ((wide + high) / ARROWS) as i32 + 1;
        for row in -rows..rows {
            for column in -rows..rows {
                let shift = if row % 2 == 0 { 0.0 } else { 0.5 };
                let (along, beside) =
                    ((f64::from(column) + shift) * ARROWS, f64::from(row) * ARROWS * 0.8);
                let (x, y) = (along * cos - beside * sin, along * sin + beside * cos);
                if x < -1.0 || y < -1.0 || x > wide + 1.0 || y > high + 1.0 {
                    continue;
                }
                pen.aside(|pen| {
                    pen.translate(x, y);
                    let _ = pen.ctx.transform(
                        cos * size,
                        sin * size,
                        -sin * size,
                        cos * size,
                        0.0,
                        0.0,
                    );
                    pen.fill(&arrow, "rgba(255,255,235,0.5)");
                });
            }
        }
    }

    fn speckle(&self, colour: &str) {
        let (wide, high) = pair(self.hole.size);
        self.pen.fill_style(colour);
        let count = (wide * high * 5.0).min(4_000.0) as u32;
        for at in 0..count {
            // Two steps that fill a square evenly.
            let part = |step: f64| (f64::from(at) * step) % 1.0;
            self.pen.disc(part(0.754_877_67) * wide, part(0.569_840_29) * high, 0.045);
        }
    }

    fn streaks(&self, colour: &str) {
        let (wide, high) = pair(self.hole.size);
        self.pen.aside(|pen| {
            pen.rotate(-0.6);
            pen.fill_style(colour);
            let reach = wide + high;
            let mut at = -reach;
            while at < reach {
                pen.rect(at, -reach, 0.16, reach * 3.0);
                pen.rect(at + 0.3, -reach, 0.06, reach * 3.0);
                at += 1.15;
            }
        });
    }

    /// The rim's shadow on the green.
    fn shade(&self) {
        let edge = closed(&self.hole.outline);
        self.pen.aside(|pen| {
            pen.ctx.clip_with_path_2d(&edge);
            pen.translate(self.fall.0, self.fall.1);
            let around = path();
            let (wide, high) = pair(self.hole.size);
            let (low, right, down) = (-9.0, wide + 9.0, high + 9.0);
            add_outline(&around, [(low, low), (right, low), (right, down), (low, down)]);
            // The other way round, the edge is a hole in it.
            let points: Vec<(f64, f64)> = self.hole.outline.iter().map(|at| pair(*at)).collect();
            if is_clockwise(&points) {
                add_outline(&around, points.into_iter().rev());
            } else {
                add_outline(&around, points);
            }
            pen.fill(&around, ink::SHADOW);
        });
    }

    /// Tee, cup, tunnels, and the grooves in which things slide.
    fn ways(&self) {
        let pen = self.pen;
        let (x, y) = pair(self.hole.tee);
        pen.fill_style("rgba(44,40,30,0.3)");
        pen.round_rect(x - 0.62, y - 0.62, 1.24, 1.24, 0.3);
        pen.fill_style("rgba(255,255,235,0.75)");
        pen.disc(x, y, 0.09);
        for mover in &self.hole.movers {
            if let Mover::Slider { wall, by, .. } = mover {
                let ((ax, ay), (bx, by_)) = (pair(wall.0), pair(wall.1));
                let (dx, dy) = pair(*by);
                let middle = ((ax + bx) / 2.0, (ay + by_) / 2.0);
                pen.ctx.set_line_cap("round");
                pen.ctx.begin_path();
                pen.ctx.move_to(middle.0, middle.1);
                pen.ctx.line_to(middle.0 + dx, middle.1 + dy);
                pen.stroke_style("rgba(44,30,52,0.35)", 0.12);
                pen.ctx.stroke();
                pen.ctx.set_line_cap("butt");
            }
        }
        for (at, tunnel) in self.hole.tunnels.iter().enumerate() {
            let (radius, colour) =
                (metres(TUNNEL_RADIUS), theme::TUNNELS[at % theme::TUNNELS.len()]);
            let ((ax, ay), (bx, by)) = (pair(tunnel.from), pair(tunnel.to));
            for (x, y, size) in [(ax, ay, radius), (bx, by, radius * 0.85)] {
                pen.fill_style(ink::INK);
                pen.disc(x, y, size + 0.17);
                pen.fill_style(colour);
                pen.disc(x, y, size + 0.12);
                pen.fill_style("#1d1322");
                pen.disc(x, y, size);
            }
            // Where it comes out, and which way.
            let heading = radians(tunnel.heading.0);
            pen.aside(|pen| {
                pen.translate(bx, by);
                pen.rotate(heading);
                pen.fill(&svg_path("M.5-.32L.86 0L.5 .32L.58 0Z"), colour);
            });
        }
        let (x, y) = pair(self.hole.cup);
        let radius = metres(CUP_RADIUS);
        pen.fill_style("rgba(255,255,240,0.55)");
        pen.disc(x, y, radius + 0.09);
        pen.fill_style("#241a20");
        pen.disc(x, y, radius);
        pen.fill_style("#4a3a44");
        pen.disc(x + self.fall.0 * 0.5, y + self.fall.1 * 0.5, radius * 0.74);
        for gate in self.hole.gates.iter().filter(|gate| matches!(gate.kind, GateKind::OneWay)) {
            let ((ax, ay), (bx, by)) = (pair(gate.wall.0), pair(gate.wall.1));
            let (dx, dy) = (bx - ax, by - ay);
            let long = crate::draw::kit::ease::length(dx, dy).max(0.01);
            pen.aside(|pen| {
                pen.translate((ax + bx) / 2.0, (ay + by) / 2.0);
                // To the right of the wall: its direction turned a quarter clockwise.
                let (cos, sin) = (-dy / long, dx / long);
                let _ = pen.ctx.transform(cos, sin, -sin, cos, 0.0, 0.0);
                for at in [-0.85, -0.35] {
                    pen.translate(at, 0.0);
                    pen.fill(
                        &svg_path("M-.2-.3L.1 0L-.2 .3L0 .3L.3 0L0-.3Z"),
                        "rgba(255,255,235,0.8)",
                    );
                    pen.translate(-at, 0.0);
                }
            });
        }
    }

    /// Blocks, walls and posts, with their shadows first.
    fn walls(&self) {
        let (pen, theme) = (self.pen, self.theme);
        let blocks: Vec<Path2d> = self.hole.blocks.iter().map(|block| closed(block)).collect();
        let walls: Vec<(Path2d, f64, bool)> = self
            .hole
            .walls
            .iter()
            .map(|wall| (run(&wall.points), metres(wall.half), wall.bumper))
            .collect();
        pen.ctx.set_line_cap("round");
        pen.ctx.set_line_join("round");
        pen.aside(|pen| {
            pen.translate(self.fall.0, self.fall.1);
            blocks.iter().for_each(|block| pen.fill(block, ink::SHADOW));
            walls.iter().for_each(|(wall, half, _)| pen.stroke(wall, ink::SHADOW, half * 2.0));
            pen.fill_style(ink::SHADOW);
            for post in self.hole.posts.iter().filter(|post| !post.bumper) {
                let (x, y) = pair(post.centre);
                pen.disc(x, y, metres(post.radius));
            }
        });
        for block in &blocks {
            pen.fill(block, theme.wall[0]);
            pen.aside(|pen| {
                pen.ctx.clip_with_path_2d(block);
                pen.translate(-self.fall.0 * 0.5, -self.fall.1 * 0.5);
                pen.fill(block, theme.wall[1]);
            });
        }
        for (wall, half, bumper) in &walls {
            let colours = if *bumper { [ink::INK, ink::EMBER, "#ff9a7d"] } else { theme.wall };
            pen.stroke(wall, colours[0], half * 2.0);
            pen.stroke(wall, colours[1], half * 1.5);
            pen.stroke(wall, colours[2], half * 0.5);
        }
        for post in self.hole.posts.iter().filter(|post| !post.bumper) {
            let ((x, y), radius) = (pair(post.centre), metres(post.radius));
            for (colour, part) in theme.wall.into_iter().zip([1.0, 0.82, 0.4]) {
                let lift = 1.0 - part;
                pen.fill_style(colour);
                pen.disc(x - self.fall.0 * lift, y - self.fall.1 * lift, radius * part);
            }
        }
        pen.ctx.set_line_cap("butt");
    }
}

/// Half the thickness of what moves.
pub(super) fn half() -> f64 {
    metres(WALL_HALF)
}
