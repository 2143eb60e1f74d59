//! The floor and the walls of an arena, painted once into tiles.

use crate::draw::kit::space::metres;
use crate::draw::kit::tiles::Area;
use crate::draw::kit::{Pen, Point, palette as ink, pen};
use games::hunt::Arena;
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
    walls: Vec<Path2d>,
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
        let corners = |corners: &[games::fix::Vec2]| {
            pen::outline(corners.iter().map(|corner| (metres(corner.x), metres(corner.y))))
        };
        let walls = arena.walls.iter().filter(|wall| wall.stands(seats));
        let walls = walls.map(|wall| corners(&wall.corners));
        Self {
            theme: THEMES[usize::from(arena.theme) % THEMES.len()],
            size,
            floors: floors.collect(),
            walls: walls.collect(),
        }
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
        let [_, top, front] = self.theme;
        pen.fill_style(ink::SHADOW);
        self.shifted(pen, SHADOW, |pen, wall| pen.ctx.fill_with_path_2d(wall));
        pen.ctx.set_line_join("round");
        // From the foot up: as many thin slices as are seen of the front.
        self.shifted(pen, (0.0, FRONT), |pen, wall| pen.stroke(wall, ink::INK, 0.12));
        for slice in (0..=6).rev() {
            let down = FRONT * f64::from(slice) / 6.0;
            self.shifted(pen, (0.0, down), |pen, wall| pen.fill(wall, front));
        }
        self.shifted(pen, (0.0, 0.0), |pen, wall| pen.stroke(wall, ink::INK, 0.12));
        self.shifted(pen, (0.0, 0.0), |pen, wall| pen.fill(wall, top));
        // The sun comes from the upper left: the edge there is bright.
        for wall in &self.walls {
            pen.aside(|pen| {
                pen.ctx.clip_with_path_2d(wall);
                pen.translate(0.05, 0.05);
                pen.stroke(wall, "rgba(255,255,255,0.55)", 0.10);
            });
        }
    }

    fn shifted(&self, pen: &Pen, (x, y): (f64, f64), draw: impl Fn(&Pen, &Path2d)) {
        pen.translate(x, y);
        self.walls.iter().for_each(|wall| draw(pen, wall));
        pen.translate(-x, -y);
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
            Specks(often, size, long) => self.specks(pen, often, size, long),
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

    fn specks(&self, pen: &Pen, often: i32, size: f64, long: f64) {
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
            let (x, y, turn) = (roll() * self.size.x, roll() * self.size.y, roll() - 0.5);
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
