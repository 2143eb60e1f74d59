//! The floor and the walls of an arena, painted once into tiles.

use crate::draw::kit::space::Rect;
use crate::draw::kit::tiles::Area;
use crate::draw::kit::{Pen, Point, palette as ink, pen};
use games::hunt::{Arena, Wall};
use web_sys::Path2d;

/// What is laid over the ground colour of a floor.
#[derive(Clone, Copy)]
enum Pattern {
    /// Boards so wide and so long, their ends beside each other.
    Boards(f64, f64),
    /// Boards that run down.
    Decks(f64),
    /// Squares, every second one dark.
    Checks(f64),
    /// A hem.
    Hem,
    /// Specks: so many a square metre, so large, so long.
    Specks(i32, f64, f64),
    /// Short waves.
    Waves,
}

use Pattern::{Boards, Checks, Decks, Hem, Specks, Waves};

/// Ground, mark and pattern of each of the looks in [`games::hunt::FLOORS`].
const LOOKS: [(&str, &str, Pattern); 12] = [
    ("#d3a06c", "#bd8752", Boards(0.5, 3.0)),
    ("#b08a64", "#94704d", Decks(0.6)),
    ("#efe5d0", "#dccdb0", Checks(1.0)),
    ("#b9697a", "#ac5c6e", Checks(0.25)),
    ("#7d5a91", "#e6c88a", Hem),
    ("#c3bcb0", "#aaa296", Boards(1.2, 1.8)),
    ("#aaa39d", "#8f8781", Boards(0.45, 0.6)),
    ("#86b84f", "#74a745", Specks(5, 0.05, 0.22)),
    ("#e8cf98", "#d6b87c", Specks(7, 0.04, 0.0)),
    ("#4fb3c8", "#7fd0da", Waves),
    ("#e5c968", "#c9a944", Specks(9, 0.03, 0.34)),
    ("#c9c4bc", "#b5afa6", Boards(3.0, 3.0)),
];

/// Around it, the top of its walls, their front, of each of the [`games::hunt::THEMES`].
const THEMES: [[&str; 3]; 6] = [
    ["#5b3f52", "#f2dcc0", "#c89b78"],
    ["#2f6f8a", "#d8cbb5", "#8f7d68"],
    ["#6d9a45", "#c9633f", "#8c3f2a"],
    ["#45405c", "#e9e2d6", "#a89c90"],
    ["#5f8f3e", "#5f9a4a", "#3d6b37"],
    ["#46586b", "#dfe6ea", "#93a3ae"],
];

/// Top, front and height of each of the [`games::hunt::WALLS`] but the first, which is the theme's
/// own. Water has no height.
const WALLS: [(&str, &str, f64); 7] = [
    ("#c58a55", "#8d5a34", 0.36),
    ("#5f9a4a", "#3d6b37", 0.38),
    ("#d9b588", "#9a6f45", 0.26),
    ("#4fb3c8", "", 0.0),
    ("#e4512b", "#9a3d24", 0.34),
    ("#b9b2a8", "#857d74", 0.42),
    ("#c4e4ec", "#7fa9b8", 0.30),
];
/// Where hedges, water and stalls are in that table, counted with the first.
const HEDGE: u8 = 2;
const WATER: u8 = 4;
const STALL: u8 = 5;

/// How far down the front of a wall is seen, and how far its shadow falls, in metres.
const FRONT: f64 = 0.42;
const SHADOW: (f64, f64) = (0.32, 0.62);

struct Floor {
    look: usize,
    at: Point,
    size: Point,
}

/// What is painted of an arena.
pub(super) struct Ground {
    theme: [&'static str; 3],
    size: Point,
    floors: Vec<Floor>,
    walls: Vec<Block>,
}

/// A wall, as it is painted.
struct Block {
    outline: Path2d,
    area: Rect,
    look: u8,
    top: &'static str,
    front: &'static str,
    height: f64,
}

impl Ground {
    /// The ground of a hunt of so many.
    pub(super) fn new(arena: &Arena, seats: u8) -> Self {
        let size = Point::of(arena.size);
        let floors = arena.floors.iter().map(|floor| {
            let (low, high) = (Point::of(floor.low), Point::of(floor.high));
            let size = Point { x: high.x - low.x, y: high.y - low.y };
            Floor { look: usize::from(floor.look), at: low, size }
        });
        let theme = THEMES[usize::from(arena.theme) % THEMES.len()];
        let block = |wall: &Wall| {
            let corners: Vec<Point> = wall.corners.iter().copied().map(Point::of).collect();
            let own = usize::from(wall.look).checked_sub(1).and_then(|at| WALLS.get(at));
            let (top, front, height) = *own.unwrap_or(&(theme[1], theme[2], FRONT));
            let outline = pen::outline(corners.iter().map(|corner| (corner.x, corner.y)));
            Block { outline, area: Rect::around(&corners), look: wall.look, top, front, height }
        };
        let walls = arena.walls.iter().filter(|wall| wall.stands(seats)).map(block).collect();
        Self { theme, size, floors: floors.collect(), walls }
    }

    /// Paints a piece of it. One unit is a metre.
    pub(super) fn paint(&self, pen: &Pen, area: Area) {
        pen.fill_style(self.theme[0]);
        pen.rect(area.x, area.y, area.size, area.size);
        pen.fill_style("rgba(255,246,233,0.07)");
        for (x, y) in area.cells(4) {
            if (x + y) % 2 == 0 {
                pen.rect(f64::from(x) * 4.0, f64::from(y) * 4.0, 4.0, 4.0);
            }
        }
        pen.fill_style(ink::SHADOW);
        pen.rect(SHADOW.0, SHADOW.1, self.size.x, self.size.y);
        pen.fill_style(ink::INK);
        pen.rect(-0.12, -0.12, self.size.x + 0.24, self.size.y + 0.24);
        pen.fill_style(LOOKS[11].0);
        pen.rect(0.0, 0.0, self.size.x, self.size.y);
        for floor in &self.floors {
            pen.aside(|pen| floor.paint(pen, area));
        }
        let standing = || self.walls.iter().filter(|wall| wall.height > 0.0);
        pen.fill_style(ink::SHADOW);
        for wall in standing() {
            wall.shifted(pen, SHADOW, |pen, wall| pen.ctx.fill_with_path_2d(wall));
        }
        pen.ctx.set_line_join("round");
        // From the foot up: as many thin slices as are seen of the front.
        for wall in standing() {
            wall.shifted(pen, (0.0, wall.height), |pen, path| pen.stroke(path, ink::INK, 0.12));
        }
        for wall in standing() {
            for slice in (0..=6).rev() {
                let down = wall.height * f64::from(slice) / 6.0;
                wall.shifted(pen, (0.0, down), |pen, path| pen.fill(path, wall.front));
            }
        }
        self.walls.iter().for_each(|wall| pen.stroke(&wall.outline, ink::INK, 0.12));
        self.walls.iter().for_each(|wall| pen.fill(&wall.outline, wall.top));
        self.walls.iter().for_each(|wall| pen.aside(|pen| wall.finish(pen)));
    }
}

impl Block {
    fn shifted(&self, pen: &Pen, (x, y): (f64, f64), draw: impl Fn(&Pen, &Path2d)) {
        pen.translate(x, y);
        draw(pen, &self.outline);
        pen.translate(-x, -y);
    }

    /// What its look has on top; and the edge that the sun shines on, from the upper left.
    fn finish(&self, pen: &Pen) {
        pen.ctx.clip_with_path_2d(&self.outline);
        let Rect { from, to } = self.area;
        let (wide, high) = (to.x - from.x, to.y - from.y);
        let floor = |look| Floor { look, at: from, size: Point { x: wide, y: high } };
        match self.look {
            HEDGE => floor(7).specks(pen, 14, 0.07, 0.2, from),
            WATER => pen.aside(|pen| floor(9).paint_all(pen)),
            STALL => {
                pen.fill_style(ink::CREAM);
                let along = wide > high;
                for stripe in 0..count(if along { wide } else { high }, 0.8) {
                    let step = f64::from(stripe) * 0.8;
                    if along {
                        pen.rect(from.x + step, from.y, 0.4, high);
                    } else {
                        pen.rect(from.x, from.y + step, wide, 0.4);
                    }
                }
            }
            _ => {}
        }
        pen.translate(0.05, 0.05);
        pen.stroke(&self.outline, "rgba(255,255,255,0.55)", 0.10);
    }
}

impl Floor {
    fn paint(&self, pen: &Pen, area: Area) {
        let Point { x: wide, y: high } = self.size;
        if !area.touches(
            self.at.towards(Point { x: self.at.x + wide, y: self.at.y + high }, 0.5),
            (wide + high) / 2.0,
        ) {
            return;
        }
        self.paint_all(pen);
    }

    fn paint_all(&self, pen: &Pen) {
        let Point { x: wide, y: high } = self.size;
        let (ground, mark, pattern) = LOOKS[self.look % LOOKS.len()];
        pen.translate(self.at.x, self.at.y);
        pen.ctx.begin_path();
        pen.ctx.rect(0.0, 0.0, wide, high);
        pen.ctx.clip();
        pen.fill_style(ground);
        pen.rect(0.0, 0.0, wide, high);
        pen.fill_style(mark);
        pen.stroke_style(mark, 0.05);
        match pattern {
            Boards(width, length) => boards(pen, wide, high, width, length),
            Decks(width) => {
                for row in 0..count(wide, width) {
                    pen.rect(f64::from(row) * width, 0.0, 0.06, high);
                }
            }
            Checks(side) => {
                for row in 0..count(high, side) {
                    for column in (row % 2..count(wide, side)).step_by(2) {
                        pen.rect(f64::from(column) * side, f64::from(row) * side, side, side);
                    }
                }
            }
            Hem => {
                pen.stroke_style(mark, 0.10);
                for inset in [0.22, 0.5] {
                    pen.ctx.stroke_rect(inset, inset, wide - inset * 2.0, high - inset * 2.0);
                }
            }
            Specks(often, size, long) => self.specks(pen, often, size, long, Point::default()),
            Waves => {
                for row in 0..count(high, 0.8) {
                    for column in 0..count(wide, 2.4) {
                        let (x, y) = (
                            f64::from(column) * 2.4 + f64::from(row % 3) * 0.8,
                            f64::from(row) * 0.8 + 0.4,
                        );
                        pen.ctx.begin_path();
                        pen.ctx.move_to(x, y);
                        pen.ctx.quadratic_curve_to(x + 0.3, y - 0.24, x + 0.6, y);
                        pen.ctx.quadratic_curve_to(x + 0.9, y + 0.24, x + 1.2, y);
                        pen.ctx.stroke();
                    }
                }
            }
        }
        pen.ctx.set_stroke_style_str("rgba(43,29,46,0.28)");
        pen.ctx.set_line_width(0.14);
        pen.ctx.stroke_rect(0.0, 0.0, wide, high);
    }

    fn specks(&self, pen: &Pen, often: i32, size: f64, long: f64, from: Point) {
        pen.stroke_style(LOOKS[self.look % LOOKS.len()].1, size);
        let mut chance = 0x5EED_u32 ^ (self.look as u32) << 8;
        let mut roll = || {
            chance ^= chance << 13;
            chance ^= chance >> 17;
            chance ^= chance << 5;
            f64::from(chance % 1000) / 1000.0
        };
        pen.ctx.set_line_cap("round");
        pen.ctx.set_line_width(size);
        for _ in 0..(self.size.x * self.size.y) as i32 * often {
            let (x, y) = (from.x + roll() * self.size.x, from.y + roll() * self.size.y);
            let turn = roll() - 0.5;
            if long == 0.0 {
                pen.disc(x, y, size);
            } else {
                pen.ctx.begin_path();
                pen.ctx.move_to(x, y);
                pen.ctx.line_to(x + turn * long, y - long * 0.6);
                pen.ctx.stroke();
            }
        }
    }
}

/// Rows of boards; each row's ends lie beside those of the row before.
fn boards(pen: &Pen, wide: f64, high: f64, width: f64, length: f64) {
    let thin = if width < 0.5 { 0.07 } else { 0.045 };
    for row in 0..count(high, width) {
        let y = f64::from(row) * width;
        pen.rect(0.0, y, wide, thin);
        let shift = length * f64::from(row % 3) * 0.37;
        for column in 0..count(wide, length) {
            pen.rect(f64::from(column) * length + shift, y, thin, width);
        }
    }
}

fn count(size: f64, step: f64) -> i32 {
    (size / step).ceil() as i32
}
