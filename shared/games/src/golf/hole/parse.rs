//! A hole as text: one thing a line, metres and seconds, `#` begins a comment.
//!
//! `x` runs to the right and `y` down. A direction is `right`, `down`, `left`, `up` or degrees
//! clockwise from the right. A corner `4 7~1.5` is rounded with a radius of 1.5. The list of
//! lines is in [`LINES`].

use super::path::{Corner, Edges};
use super::solid::{Solid, Solids};
use super::way::Way;
use super::words::{Bad, Words, clip};
use super::{
    Decor, DecorKind, Gate, GateKind, Hole, Mover, Patch, Post, Surface, Tunnel, Wall, check,
};
use crate::fix::{Fix, Vec2};
use crate::golf::tune;
use crate::pack::Fault;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Every line that a hole can have.
pub const LINES: &str = "\
name TEXT
author TEXT
theme TEXT
par 1..9
size WIDE HIGH
tee X Y
cup X Y
outline X Y X Y X Y ...
block X Y X Y X Y ...
wall X Y X Y ...
bumper X Y X Y ...
arc X Y RADIUS FROM TO
post X Y RADIUS
bouncer X Y RADIUS
sand | ice | water | out  SHAPE
slope DIRECTION ACCELERATION SHAPE
conveyor DIRECTION SPEED SHAPE
slider X Y X Y by DX DY every SECONDS [start SECONDS]
spinner X Y LENGTH blades 1..4 every SECONDS [back] [start SECONDS]
gate X Y X Y open SECONDS shut SECONDS [start SECONDS]
oneway X Y X Y lets DIRECTION
tunnel X Y to X Y heading DIRECTION
tree | bush | rock | flower | lamp  X Y SIZE
SHAPE is X Y X Y X Y ... or circle X Y RADIUS";

/// Hard things: edges and corners together.
const SOLIDS: usize = 250;
/// Patches of ground.
const PATCHES: usize = 24;
/// Movers and gates, each.
const MOVERS: usize = 6;
/// Tunnels.
const TUNNELS: usize = 3;
/// What is for the eye only.
const DECOR: usize = 48;

/// A file, half read.
pub(super) struct Reading {
    pub(super) hole: Hole,
    edges: Edges,
    posts: Vec<Solid>,
    /// The line of the tee, the cup and the outline.
    pub(super) lines: [u32; 3],
}

impl Hole {
    /// Reads a hole that anybody may have written.
    ///
    /// # Errors
    /// When it is none, or cannot be played: where, what, and the cure.
    pub fn parse(text: &str) -> Result<Self, Fault> {
        let reading = Reading::read(text)?;
        check::hole(&reading)?;
        Ok(reading.hole)
    }

    /// Reads a hole that is known to be fair: what [`parse`](Self::parse) has found good before.
    ///
    /// # Errors
    /// When it is none.
    pub fn parse_trusted(text: &str) -> Result<Self, Fault> {
        Ok(Reading::read(text)?.hole)
    }
}

impl Reading {
    fn read(text: &str) -> Result<Self, Fault> {
        let mut reading = Self {
            hole: Hole::default(),
            edges: Edges::default(),
            posts: Vec::new(),
            lines: [0; 3],
        };
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let read = reading.line(number, line);
            read.map_err(|(what, cure)| Fault { line: number, what, cure })?;
        }
        reading.finish()
    }

    fn finish(mut self) -> Result<Self, Fault> {
        let hole = &mut self.hole;
        let missing = [
            (hole.name.is_empty(), "name"),
            (hole.theme.is_empty(), "theme"),
            (hole.par == 0, "par"),
            (hole.size == Vec2::ZERO, "size"),
            (self.lines[0] == 0, "tee"),
            (self.lines[1] == 0, "cup"),
            (hole.outline.is_empty(), "outline"),
        ];
        if let Some((_, word)) = missing.into_iter().find(|(missing, _)| *missing) {
            let what = format!("there is no line that begins with “{word}”");
            return Err(Fault { line: 0, what, cure: "every hole has one: add it" });
        }
        let mut solids = self.edges.into_solids();
        self.edges = Edges::default();
        solids.append(&mut self.posts);
        hole.solids = Solids::new(solids, hole.size);
        hole.patch_bounds = hole.patches.iter().map(|patch| patch.shape.bounds()).collect();
        hole.way = Way::new(hole);
        Ok(self)
    }

    fn line(&mut self, number: u32, line: &str) -> Result<(), Bad> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let hole = &mut self.hole;
        match word {
            "name" => return text(&mut hole.name, rest),
            "author" => return text(&mut hole.author, rest),
            "theme" => return text(&mut hole.theme, rest),
            _ => {}
        }
        let mut words = Words::new(rest, hole.size);
        match word {
            "par" => hole.par = words.count(1, 9)? as u8,
            "size" => {
                let (least, most) = (Fix::int(4), Fix::int(30));
                hole.size = Vec2::new(words.number(least, most)?, words.number(least, most)?);
            }
            "tee" => (hole.tee, self.lines[0]) = (words.point()?, number),
            "cup" => (hole.cup, self.lines[1]) = (words.point()?, number),
            "outline" => {
                let corners = words.corners(3)?;
                hole.outline = line_of(&mut self.edges, &corners, true, Fix::ZERO, false)?;
                self.lines[2] = number;
            }
            "block" => {
                let corners = words.corners(3)?;
                hole.blocks.push(line_of(&mut self.edges, &corners, true, Fix::ZERO, false)?);
            }
            "wall" | "bumper" => {
                let (corners, bumper) = (words.corners(2)?, word == "bumper");
                let half = tune::WALL_HALF;
                let points = line_of(&mut self.edges, &corners, false, half, bumper)?;
                hole.walls.push(Wall { points, half, bumper });
            }
            "arc" => {
                let centre = words.point()?;
                let radius = words.length(Fix::ratio(1, 2))?;
                let (from, to) = (words.direction()?, words.direction()?);
                let turn = i32::from(to.0.wrapping_sub(from.0));
                let half = tune::WALL_HALF;
                let points = self.edges.arc(centre, radius, from, turn, (half, false));
                let points = points.ok_or_else(no_line)?;
                hole.walls.push(Wall { points, half, bumper: false });
            }
            "post" | "bouncer" => {
                let (centre, bumper) = (words.point()?, word == "bouncer");
                let radius = words.number(Fix::ratio(1, 10), Fix::int(2))?;
                self.posts.push(Solid::point(centre, radius, bumper));
                hole.posts.push(Post { centre, radius, bumper });
            }
            "sand" | "ice" | "water" | "out" | "slope" | "conveyor" => {
                let patch = patch(word, &mut words)?;
                push(&mut hole.patches, PATCHES, patch)?;
            }
            "slider" | "spinner" => {
                let mover = mover(word, &mut words)?;
                push(&mut hole.movers, MOVERS, mover)?;
            }
            "gate" | "oneway" => {
                let gate = gate(word, &mut words)?;
                push(&mut hole.gates, MOVERS, gate)?;
            }
            "tunnel" => {
                let from = words.point()?;
                words.expect("to")?;
                let to = words.point()?;
                words.expect("heading")?;
                let heading = words.direction()?;
                push(&mut hole.tunnels, TUNNELS, Tunnel { from, to, heading })?;
            }
            _ => {
                let Some(kind) = DecorKind::of_word(word) else {
                    let what = format!("“{}” is not known here", clip(word));
                    return Err((what, "a line begins with a word of the list of lines"));
                };
                let (pos, size) = (words.point()?, words.length(Fix::ratio(1, 10))?);
                push(&mut hole.decor, DECOR, Decor { kind, pos, size })?;
            }
        }
        if self.edges.count() + self.posts.len() > SOLIDS {
            let what = "there are too many walls".into();
            return Err((what, "250 edges and corners are the most: leave some out"));
        }
        words.end()
    }
}

impl DecorKind {
    fn of_word(word: &str) -> Option<Self> {
        Some(match word {
            "tree" => Self::Tree,
            "bush" => Self::Bush,
            "rock" => Self::Rock,
            "flower" => Self::Flower,
            "lamp" => Self::Lamp,
            _ => return None,
        })
    }
}

fn text(slot: &mut String, rest: &str) -> Result<(), Bad> {
    let rest = rest.trim();
    if rest.is_empty() || rest.len() > 32 || rest.chars().any(char::is_control) {
        return Err(("this text is empty or too long".into(), "write 1 to 32 letters"));
    }
    *slot = rest.into();
    Ok(())
}

fn push<T>(list: &mut Vec<T>, most: usize, item: T) -> Result<(), Bad> {
    if list.len() == most {
        return Err((format!("there are more than {most} of these"), "leave some out"));
    }
    list.push(item);
    Ok(())
}

fn no_line() -> Bad {
    let what = "a corner is too sharp to be rounded so, or two points are the same".into();
    (what, "make the radius behind ~ smaller, or the sides longer")
}

fn line_of(
    edges: &mut Edges,
    corners: &[Corner],
    closed: bool,
    half: Fix,
    bumper: bool,
) -> Result<Vec<Vec2>, Bad> {
    edges.line(corners, closed, half, bumper).ok_or_else(no_line)
}

fn patch(word: &str, words: &mut Words<'_>) -> Result<Patch, Bad> {
    let kind = match word {
        "sand" => Surface::Sand,
        "ice" => Surface::Ice,
        "water" => Surface::Water,
        "out" => Surface::Out,
        "slope" => Surface::Slope,
        _ => Surface::Conveyor,
    };
    let flows = matches!(kind, Surface::Slope | Surface::Conveyor);
    let flow = if flows {
        let way = words.direction()?.unit();
        way * words.number(Fix::ratio(1, 10), Fix::int(6))?
    } else {
        Vec2::ZERO
    };
    Ok(Patch { kind, shape: words.shape()?, flow })
}

fn mover(word: &str, words: &mut Words<'_>) -> Result<Mover, Bad> {
    let (least, arm) = (Fix::ONE, Fix::ratio(1, 2));
    let mover = if word == "slider" {
        let wall = words.wall()?;
        words.expect("by")?;
        let by = words.offset()?;
        words.expect("every")?;
        Mover::Slider { wall, by, period: words.seconds(least)?, start: words.start()? }
    } else {
        let (centre, arm) = (words.point()?, words.length(arm)?);
        words.expect("blades")?;
        let blades = words.count(1, 4)? as u8;
        words.expect("every")?;
        let period = words.seconds(least)?;
        let clockwise = !words.take("back");
        Mover::Spinner { centre, arm, blades, period, start: words.start()?, clockwise }
    };
    // The way of its fastest point in a period, in metres: pi times the one, two pi times the other.
    let (way, period) = match mover {
        Mover::Slider { by, period, .. } => (by.length().scale(22, 7), period),
        Mover::Spinner { arm, period, .. } => (arm.scale(44, 7), period),
    };
    if way.scale(60, i32::from(period)) > Fix::int(5) {
        let what = "this moves faster than 5 metres a second".into();
        return Err((what, "give it more seconds behind “every”"));
    }
    Ok(mover)
}

fn gate(word: &str, words: &mut Words<'_>) -> Result<Gate, Bad> {
    let mut wall = words.wall()?;
    if word == "oneway" {
        words.expect("lets")?;
        let lets = words.direction()?.unit();
        if (wall.1 - wall.0).cross(lets) < Fix::ZERO {
            wall = (wall.1, wall.0);
        }
        return Ok(Gate { wall, kind: GateKind::OneWay });
    }
    let least = Fix::ratio(1, 2);
    words.expect("open")?;
    let open = words.seconds(least)?;
    words.expect("shut")?;
    let (shut, start) = (words.seconds(least)?, words.start()?);
    Ok(Gate { wall, kind: GateKind::Timed { open, shut, start } })
}
