//! A hole as text: one thing a line, metres and seconds, `#` begins a comment.
//!
//! `x` runs to the right and `y` down. A direction is `right`, `down`, `left`, `up` or degrees
//! clockwise from the right. A corner `4 7~1.5` is rounded with a radius of 1.5. The list of
//! lines is in [`LINES`].

use super::path::Edges;
use super::solid::{Solid, Solids};
use super::way::Way;
use super::{Decor, DecorKind, Gate, GateKind, Hole, Mover, Patch, Post, Surface, Tunnel, check};
use crate::fix::{Fix, Vec2};
use crate::pack::{Fault, Words};
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

/// A name, in bytes.
const TEXT: usize = 32;
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
    #[inline(never)]
    fn read(text: &str) -> Result<Self, Fault> {
        let mut reading = Self {
            hole: Hole::default(),
            edges: Edges::default(),
            posts: Vec::new(),
            lines: [0; 3],
        };
        let mut words = Words::new(text);
        while words.next_line() {
            let again = reading.has(words.word);
            reading.line(&mut words);
            if again {
                words.refuse("this line is there already: “@”", words.word, "leave one out");
            }
        }
        reading.ask_for_all(&mut words);
        words.finish()?;
        let hole = &mut reading.hole;
        let mut solids = core::mem::take(&mut reading.edges).into_solids();
        solids.append(&mut reading.posts);
        hole.solids = Solids::new(solids, hole.size);
        for patch in &hole.patches {
            hole.patch_bounds.push(patch.shape.bounds());
        }
        hole.way = Way::new(hole);
        Ok(reading)
    }

    /// Whether a line is there that a hole has one of. A second size least of all: what was written
    /// before it would lie outside.
    fn has(&self, word: &str) -> bool {
        let hole = &self.hole;
        match word {
            "name" => !hole.name.is_empty(),
            "author" => !hole.author.is_empty(),
            "theme" => !hole.theme.is_empty(),
            "par" => hole.par > 0,
            "size" => hole.size != Vec2::ZERO,
            "tee" => self.lines[0] > 0,
            "cup" => self.lines[1] > 0,
            "outline" => self.lines[2] > 0,
            _ => false,
        }
    }

    fn ask_for_all(&self, words: &mut Words<'_>) {
        for word in ["name", "theme", "par", "size", "tee", "cup", "outline"] {
            if !self.has(word) {
                let what = "there is no line that begins with “@”";
                words.refuse(what, word, "every hole has one: add it");
            }
        }
    }

    fn line(&mut self, words: &mut Words<'_>) {
        let hole = &mut self.hole;
        match words.word {
            "name" => hole.name = words.title(TEXT),
            "author" => hole.author = words.title(TEXT),
            "theme" => hole.theme = words.title(TEXT),
            "par" => hole.par = words.count(1, 9) as u8,
            "size" => {
                hole.size = words.pair(Fix::int(4), Fix::int(30));
                words.high = hole.size;
            }
            "tee" => (hole.tee, self.lines[0]) = (words.point(), words.line),
            "cup" => (hole.cup, self.lines[1]) = (words.point(), words.line),
            "outline" => {
                hole.outline = self.edges.closed(words);
                self.lines[2] = words.line;
            }
            "block" => hole.blocks.push(self.edges.closed(words)),
            "wall" => hole.walls.push(self.edges.wall(words, false)),
            "bumper" => hole.walls.push(self.edges.wall(words, true)),
            "arc" => hole.walls.push(self.edges.curve(words)),
            "post" | "bouncer" => {
                let (centre, bumper) = (words.point(), words.word == "bouncer");
                let radius = words.number(Fix::ratio(1, 10), Fix::int(2));
                self.posts.push(Solid::point(centre, radius, bumper));
                hole.posts.push(Post { centre, radius, bumper });
            }
            "tunnel" => {
                let from = words.point();
                words.expect("to");
                let to = words.point();
                words.expect("heading");
                let heading = words.direction();
                words.room(hole.tunnels.len(), TUNNELS);
                hole.tunnels.push(Tunnel { from, to, heading });
            }
            "slider" => hole.movers.push(slider(words)),
            "spinner" => hole.movers.push(spinner(words)),
            "gate" => hole.gates.push(gate(words)),
            "oneway" => hole.gates.push(one_way(words)),
            "sand" => hole.patches.push(patch(words, Surface::Sand)),
            "ice" => hole.patches.push(patch(words, Surface::Ice)),
            "water" => hole.patches.push(patch(words, Surface::Water)),
            "out" => hole.patches.push(patch(words, Surface::Out)),
            "slope" => hole.patches.push(patch(words, Surface::Slope)),
            "conveyor" => hole.patches.push(patch(words, Surface::Conveyor)),
            "tree" => hole.decor.push(decor(words, DecorKind::Tree)),
            "bush" => hole.decor.push(decor(words, DecorKind::Bush)),
            "rock" => hole.decor.push(decor(words, DecorKind::Rock)),
            "flower" => hole.decor.push(decor(words, DecorKind::Flower)),
            "lamp" => hole.decor.push(decor(words, DecorKind::Lamp)),
            _ => words.unknown("a line begins with a word of the list of lines"),
        }
        for (count, most) in [
            (self.edges.count() + self.posts.len(), SOLIDS),
            (hole.patches.len(), PATCHES),
            (hole.movers.len(), MOVERS),
            (hole.gates.len(), MOVERS),
            (hole.decor.len(), DECOR),
        ] {
            words.room(count, most + 1);
        }
    }
}

#[inline(never)]
fn patch(words: &mut Words<'_>, kind: Surface) -> Patch {
    let mut flow = Vec2::ZERO;
    if matches!(kind, Surface::Slope | Surface::Conveyor) {
        let way = words.direction().unit();
        flow = way * words.number(Fix::ratio(1, 10), Fix::int(6));
    }
    Patch { kind, shape: words.shape(), flow }
}

#[inline(never)]
fn decor(words: &mut Words<'_>, kind: DecorKind) -> Decor {
    let pos = words.point();
    Decor { kind, pos, size: words.length(Fix::ratio(1, 10)) }
}

fn slider(words: &mut Words<'_>) -> Mover {
    let wall = words.wall();
    words.expect("by");
    let by = words.pair(Fix::int(-40), Fix::int(40));
    words.expect("every");
    let period = words.seconds(Fix::ONE);
    ask_for_calm(words, by.length().scale(22, 7), period);
    Mover::Slider { wall, by, period, start: words.start() }
}

fn spinner(words: &mut Words<'_>) -> Mover {
    let (centre, arm) = (words.point(), words.length(Fix::ratio(1, 2)));
    words.expect("blades");
    let blades = words.count(1, 4) as u8;
    words.expect("every");
    let period = words.seconds(Fix::ONE);
    ask_for_calm(words, arm.scale(44, 7), period);
    let clockwise = !words.take("back");
    Mover::Spinner { centre, arm, blades, period, start: words.start(), clockwise }
}

/// The way of the fastest point of a mover in a period, in metres, is pi times a slider's and two
/// pi times a blade.
#[inline(never)]
fn ask_for_calm(words: &mut Words<'_>, way: Fix, period: u16) {
    if way.scale(60, i32::from(period)) > Fix::int(5) {
        let cure = "give it more seconds behind “every”";
        words.refuse("this moves faster than 5 metres a second", "", cure);
    }
}

fn gate(words: &mut Words<'_>) -> Gate {
    let (wall, least) = (words.wall(), Fix::ratio(1, 2));
    words.expect("open");
    let open = words.seconds(least);
    words.expect("shut");
    let shut = words.seconds(least);
    Gate { wall, kind: GateKind::Timed { open, shut, start: words.start() } }
}

fn one_way(words: &mut Words<'_>) -> Gate {
    let mut wall = words.wall();
    words.expect("lets");
    let lets = words.direction().unit();
    if (wall.1 - wall.0).cross(lets) < Fix::ZERO {
        wall = (wall.1, wall.0);
    }
    Gate { wall, kind: GateKind::OneWay }
}
