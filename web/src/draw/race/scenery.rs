//! What stands beside the road: trees, stands, flowers, the things on the lake.

use super::theme::{Plant, Theme};
use crate::draw::kit::ease::{cos, sin};
use crate::draw::kit::palette as ink;
use crate::draw::kit::pen::{Pen, outline, soft_outline};
use crate::draw::kit::space::{Point, metres, radians};
use games::racing::{Scenery, SceneryKind};
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// Which way shadows fall, in metres a metre of height.
pub(super) const SUNLIGHT: (f64, f64) = (0.42, 0.55);

/// Leaves in the shade, in the open, in the sun: one row a kind of tree.
const LEAVES: [[&str; 3]; 4] = [
    ["#3f7d3a", "#549a45", "#76b857"],
    ["#2f6f4a", "#3f8c59", "#61ab70"],
    ["#5c7f2c", "#7aa037", "#a3c04f"],
    ["#b5622a", "#d98234", "#f0a64c"],
];
const CROWD: [&str; 7] =
    ["#f0e442", "#e4512b", "#56b4e9", "#fff6e9", "#cc79a7", "#009e73", "#ffc53d"];

/// A number that looks like chance and is always the same for the same place.
pub(super) fn dice(x: i32, y: i32) -> u32 {
    let mut mixed =
        x.cast_unsigned().wrapping_mul(0x9E37_79B1) ^ y.cast_unsigned().wrapping_mul(0x85EB_CA77);
    mixed ^= mixed >> 15;
    mixed = mixed.wrapping_mul(0x2C1B_3C6D);
    mixed ^= mixed >> 12;
    mixed = mixed.wrapping_mul(0x297A_2D39);
    mixed ^ (mixed >> 15)
}

/// A dice between 0 and 1.
pub(super) fn chance(x: i32, y: i32) -> f64 {
    f64::from(dice(x, y) % 4096) / 4096.0
}

/// One tree or stand, ready to be drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prop {
    pub(super) at: Point,
    pub(super) size: f64,
    pub(super) kind: PropKind,
    pub(super) seed: u32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum PropKind {
    Plant(Plant),
    Bush,
    Rock,
    Stand { heading: f64 },
}

impl Prop {
    pub(super) fn of(piece: &Scenery, plant: Plant) -> Self {
        let at = Point::of(piece.pos);
        let kind = match piece.kind {
            SceneryKind::Tree => PropKind::Plant(plant),
            SceneryKind::Grandstand => PropKind::Stand { heading: radians(piece.heading.0) },
        };
        let seed = dice(at.x as i32, at.y as i32);
        Self { at, size: metres(piece.size), kind, seed }
    }

    /// How far it and its shadow reach.
    pub(super) fn reach(&self) -> f64 {
        self.size * 1.7 + 4.0
    }

    pub(super) fn shadow(&self, pen: &Pen) {
        let (x, y) = (self.at.x + self.size * SUNLIGHT.0, self.at.y + self.size * SUNLIGHT.1);
        match self.kind {
            PropKind::Stand { .. } => {}
            _ => {
                pen.fill_style(ink::SHADOW);
                pen.disc(x, y, self.size * 1.02);
            }
        }
    }

    pub(super) fn paint(&self, pen: &Pen, theme: &Theme) {
        match self.kind {
            PropKind::Plant(Plant::Leaf) => self.tree(pen),
            PropKind::Plant(Plant::House) => self.house(pen),
            PropKind::Plant(Plant::Cactus) => self.cactus(pen),
            PropKind::Plant(Plant::Fir) => self.fir(pen),
            PropKind::Plant(Plant::Palm) => self.palm(pen),
            PropKind::Bush if !theme.blooms => self.rock(pen, theme),
            PropKind::Bush => self.bush(pen),
            PropKind::Rock => self.rock(pen, theme),
            PropKind::Stand { heading } => self.stand(pen, heading),
        }
    }

    /// A crown of lumps: shade below, light above, a thick outline around all.
    fn tree(&self, pen: &Pen) {
        let leaves =
            LEAVES[if self.seed.is_multiple_of(11) { 3 } else { (self.seed % 3) as usize }];
        let lumps = 7 + self.seed % 3;
        let corner = |radius: f64, at: u32, shift: (f64, f64)| {
            let wobble = 0.86 + f64::from((self.seed >> (at % 8)) % 8) / 28.0;
            let angle = f64::from(at) / f64::from(lumps * 2) * TAU;
            let dent = if at.is_multiple_of(2) { 1.12 } else { 0.9 };
            let radius = radius * wobble * dent;
            (self.at.x + cos(angle) * radius + shift.0, self.at.y + sin(angle) * radius + shift.1)
        };
        let crown = |radius: f64, shift: (f64, f64)| {
            soft_outline(&(0..lumps * 2).map(|at| corner(radius, at, shift)).collect::<Vec<_>>())
        };
        let size = self.size;
        let whole = crown(size, (0.0, 0.0));
        pen.stroke(&whole, "#2c4a2c", 0.34);
        pen.fill(&whole, leaves[0]);
        pen.fill(&crown(size * 0.76, (-size * 0.12, -size * 0.15)), leaves[1]);
        pen.fill(&crown(size * 0.42, (-size * 0.26, -size * 0.30)), leaves[2]);
    }

    /// A roof seen from above: two slopes and a few windows.
    fn house(&self, pen: &Pen) {
        let (x, y, half) = (self.at.x, self.at.y, self.size * 0.86);
        let roof = [["#5b5274", "#4a4262"], ["#70566b", "#5c4459"], ["#4d5c7c", "#3e4b69"]];
        let [light, shade] = roof[(self.seed % 3) as usize];
        let deep = half * (0.66 + f64::from(self.seed / 8 % 4) * 0.1);
        pen.fill_style(ink::INK);
        pen.rect(x - half - 0.3, y - deep - 0.3, half * 2.0 + 0.6, deep * 2.0 + 0.6);
        pen.fill_style(light);
        pen.rect(x - half, y - deep, half * 2.0, deep);
        pen.fill_style(shade);
        pen.rect(x - half, y, half * 2.0, deep);
        for window in 0..4_u32 {
            let lit = (self.seed >> (window * 3)).is_multiple_of(3);
            pen.fill_style(if lit { ink::SUN } else { "rgba(20,16,36,0.45)" });
            let (column, row) = (f64::from(window % 2), f64::from(window / 2));
            pen.rect(x - half * 0.6 + column * half, y - deep * 0.7 + row * deep, 0.9, 0.7);
        }
    }

    /// A trunk with ribs and two arms.
    fn cactus(&self, pen: &Pen) {
        let size = self.size * 0.62;
        let lean = f64::from(self.seed % 63) / 10.0;
        for (colour, grow) in [("#2f5a3c", 0.22), ("#4d8a4f", 0.0)] {
            pen.fill_style(colour);
            for (way, part) in [(0.0, 0.52), (PI, 0.44)] {
                let arm = size * 1.25;
                pen.disc(
                    self.at.x + cos(lean + way) * arm,
                    self.at.y + sin(lean + way) * arm,
                    size * part + grow,
                );
            }
            pen.disc(self.at.x, self.at.y, size + grow);
        }
        pen.stroke_style("#79b56c", 0.16);
        pen.ring(self.at.x, self.at.y, size * 0.62, 0.0, TAU);
        pen.fill_style(if self.seed.is_multiple_of(3) { "#ff8fab" } else { "#8fc47d" });
        pen.disc(self.at.x - size * 0.2, self.at.y - size * 0.25, size * 0.26);
    }

    /// A star of branches, the higher the whiter.
    fn fir(&self, pen: &Pen) {
        let turn = f64::from(self.seed % 31) / 10.0;
        let tier = |part: f64| {
            let spikes = (0..18_u32).map(|at| {
                let radius = self.size * part * if at.is_multiple_of(2) { 1.1 } else { 0.74 };
                let angle = turn + part + f64::from(at) / 18.0 * TAU;
                (self.at.x + cos(angle) * radius, self.at.y + sin(angle) * radius)
            });
            outline(spikes)
        };
        let whole = tier(1.0);
        pen.stroke(&whole, "#26433f", 0.3);
        for (part, colour) in
            [(1.0, "#34635a"), (0.74, "#a9c8cc"), (0.56, "#4d8273"), (0.34, "#fff")]
        {
            pen.fill(&tier(part), colour);
        }
    }

    /// Fronds around a trunk.
    fn palm(&self, pen: &Pen) {
        let turn = f64::from(self.seed % 31) / 10.0;
        pen.ctx.set_line_cap("round");
        for (colour, width, reach) in
            [("#2c5a3a", 0.95, 1.12), ("#3f8f4f", 0.62, 1.08), ("#7cc05f", 0.2, 0.9)]
        {
            pen.stroke_style(colour, width);
            pen.ctx.begin_path();
            for frond in 0..7_u32 {
                let angle = turn + f64::from(frond) / 7.0 * TAU;
                let tip = |bend: f64, part: f64| {
                    let radius = self.size * reach * part;
                    (self.at.x + cos(angle + bend) * radius, self.at.y + sin(angle + bend) * radius)
                };
                let (middle, end) = (tip(0.0, 0.6), tip(0.42, 1.0));
                pen.ctx.move_to(self.at.x, self.at.y);
                pen.ctx.quadratic_curve_to(middle.0, middle.1, end.0, end.1);
            }
            pen.ctx.stroke();
        }
        pen.fill_style("#8a5a3a");
        pen.disc(self.at.x, self.at.y, self.size * 0.2);
    }

    fn bush(&self, pen: &Pen) {
        let leaves = LEAVES[(self.seed % 3) as usize];
        pen.fill_style(leaves[0]);
        pen.disc(self.at.x, self.at.y, self.size);
        pen.fill_style(leaves[1]);
        pen.disc(self.at.x - self.size * 0.2, self.at.y - self.size * 0.25, self.size * 0.66);
        if self.seed.is_multiple_of(2) {
            pen.fill_style("#ff9fb2");
            for dot in 0..4 {
                let angle = f64::from(dot) * 1.7 + f64::from(self.seed % 6);
                pen.disc(
                    self.at.x + cos(angle) * self.size * 0.5,
                    self.at.y + sin(angle) * self.size * 0.5,
                    0.16,
                );
            }
        }
    }

    fn rock(&self, pen: &Pen, theme: &Theme) {
        let [light, dark] = theme.block;
        let corner = |at: u32, part: f64| {
            let angle = f64::from(at) / 6.0 * TAU + f64::from(self.seed % 7);
            let radius = self.size * part * (0.8 + f64::from((self.seed >> at) % 4) / 10.0);
            (self.at.x + cos(angle) * radius, self.at.y + sin(angle) * radius * 0.85)
        };
        let stone =
            |part: f64| soft_outline(&(0..6).map(|at| corner(at, part)).collect::<Vec<_>>());
        pen.fill(&stone(1.0), dark);
        pen.aside(|pen| {
            pen.translate(-self.size * 0.14, -self.size * 0.16);
            pen.fill(&stone(0.68), light);
        });
    }

    /// Rows of people under half a roof, looking at the road.
    fn stand(&self, pen: &Pen, heading: f64) {
        let (long, deep) = (self.size, 9.0);
        pen.aside(|pen| {
            pen.translate(self.at.x, self.at.y);
            pen.rotate(heading);
            // The front row stands at the place itself; the rest lies behind it.
            pen.translate(0.0, deep / 2.0 - 1.2);
            pen.fill_style(ink::SHADOW);
            pen.rect(-long / 2.0 + 1.4, -deep / 2.0 + 1.8, long, deep);
            pen.fill_style(ink::INK);
            pen.round_rect(-long / 2.0 - 0.3, -deep / 2.0 - 0.3, long + 0.6, deep + 0.6, 0.7);
            for row in 0..5 {
                let y = -deep / 2.0 + f64::from(row) * 1.25;
                pen.fill_style(if row % 2 == 0 { "#d8c6ae" } else { "#c7b39a" });
                pen.rect(-long / 2.0, y, long, 1.25);
                let seats = (long / 1.05) as i32;
                for seat in 0..seats {
                    let who = dice(seat * 7 + row, self.seed as i32);
                    if who % 9 < 7 {
                        pen.fill_style(CROWD[(who / 16 % 7) as usize]);
                        let x = -long / 2.0 + 0.55 + f64::from(seat) * 1.05;
                        pen.disc(x, y + 0.62 + f64::from(who % 3) * 0.06, 0.36);
                    }
                }
            }
            pen.fill_style(ink::EMBER);
            pen.round_rect(-long / 2.0, deep / 2.0 - 2.75, long, 2.75, 0.4);
            pen.fill_style(ink::CREAM);
            let bays = (long / 4.0).max(1.0) as i32;
            for bay in (0..bays).step_by(2) {
                let wide = long / f64::from(bays);
                pen.rect(-long / 2.0 + f64::from(bay) * wide, deep / 2.0 - 2.75, wide, 2.75);
            }
        });
    }
}

/// A tuft of grass or a flower.
pub(super) fn tuft(pen: &Pen, at: Point, seed: u32, theme: &Theme) {
    match seed % 10 {
        6.. if !theme.blooms => {}
        0..=5 => {
            pen.stroke_style(theme.dark, 0.18);
            pen.ctx.begin_path();
            for blade in -1..=1 {
                let lean = f64::from(blade) * 0.3;
                pen.ctx.move_to(at.x + lean * 0.4, at.y + 0.3);
                pen.ctx.line_to(at.x + lean, at.y - 0.35);
            }
            pen.ctx.stroke();
        }
        kind => {
            let petal = ["#fff6e9", "#ffd75e", "#ff9fb2", "#cdb4ff"][(kind - 6) as usize];
            for flower in 0..3 {
                let angle = f64::from(flower) * 2.1 + f64::from(seed % 5);
                let (x, y) = (at.x + cos(angle) * 0.7, at.y + sin(angle) * 0.6);
                pen.fill_style(petal);
                pen.disc(x, y, 0.2);
            }
        }
    }
}

/// A leaf on the water, sometimes with a flower on it.
pub(super) fn lily(pen: &Pen, at: Point, seed: u32) {
    let turn = f64::from(seed % 63) / 10.0;
    pen.fill_style("rgba(30,80,90,0.35)");
    pen.disc(at.x + 0.15, at.y + 0.2, 0.75);
    pen.fill_style("#5aa655");
    pen.ctx.begin_path();
    pen.ctx.move_to(at.x, at.y);
    // The radius is a number.
    let _ = pen.ctx.arc(at.x, at.y, 0.75, turn + 0.35, turn + TAU - 0.35);
    pen.ctx.close_path();
    pen.ctx.fill();
    if seed.is_multiple_of(3) {
        pen.fill_style("#ffd9e4");
        pen.disc(at.x + 0.1, at.y - 0.1, 0.3);
        pen.fill_style(ink::SUN);
        pen.disc(at.x + 0.1, at.y - 0.1, 0.12);
    }
}

/// A wooden landing stage.
pub(super) fn jetty(pen: &Pen, at: Point, heading: f64) {
    pen.aside(|pen| {
        pen.translate(at.x, at.y);
        pen.rotate(heading);
        pen.fill_style("rgba(30,60,80,0.35)");
        pen.rect(0.6, -0.8, 8.5, 2.6);
        for plank in 0..9 {
            pen.fill_style(if plank % 2 == 0 { "#b98552" } else { "#a87646" });
            pen.rect(f64::from(plank) * 0.95 - 0.2, -1.1, 0.9, 2.2);
        }
        pen.fill_style(ink::EMBER);
        pen.rotate(-FRAC_PI_2);
        pen.round_rect(1.4, 4.2, 1.6, 4.4, 0.8);
        pen.fill_style(ink::CREAM);
        pen.round_rect(1.75, 5.0, 0.9, 1.6, 0.4);
    });
}
