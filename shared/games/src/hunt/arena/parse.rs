//! The text of an arena, line by line.

use super::super::props::{PropSet, TITLE_BYTES};
use super::nav::Nav;
use super::{Arena, FLOORS, Floor, Spot, THEMES, WALLS, Wall};
use crate::fix::{Fix, Vec2};
use crate::pack::{Fault, Words};
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// An arena's sides, in metres.
const SIDES: (i32, i32) = (10, 40);
/// So much of each thing.
const FLOORS_MOST: usize = 64;
const WALLS_MOST: usize = 64;
const SPOTS_MOST: usize = 160;
const STARTS_MOST: usize = 16;

/// An arena as it is written, with nowhere to walk yet.
#[inline(never)]
pub(super) fn arena(text: &str, sets: &[Arc<PropSet>]) -> Result<Arena, Fault> {
    let mut head = Head { name: String::new(), theme: None, props: None, size: None };
    let mut body: Option<Arena> = None;
    let mut words = Words::new(text);
    while words.next_line() {
        if let Some(arena) = &mut body {
            arena.line(&mut words);
        } else {
            head.line(&mut words, sets);
            body = head.done();
        }
    }
    words.finish()?;
    body.ok_or_else(|| Fault::whole("this is no arena", HEAD_CURE))
}

const HEAD_CURE: &str = "begin it with name, theme, props and size";

/// What the first lines say.
struct Head {
    name: String,
    theme: Option<u8>,
    props: Option<Arc<PropSet>>,
    size: Option<Vec2>,
}

impl Head {
    fn line(&mut self, words: &mut Words<'_>, sets: &[Arc<PropSet>]) {
        match words.word {
            "name" => self.name = words.title(TITLE_BYTES),
            "theme" => {
                let cure = "shop, harbour, farm, museum, garden and office are there";
                self.theme = Some(words.one_of(&THEMES, cure));
            }
            "props" => {
                let name = words.title(TITLE_BYTES);
                for set in sets {
                    if set.name == name {
                        self.props = Some(set.clone());
                        return;
                    }
                }
                let cure = "say the name that a file of props begins with";
                words.refuse("no set of props is “@”", &name, cure);
            }
            "size" => {
                words.high = words.pair(Fix::int(SIDES.0), Fix::int(SIDES.1));
                self.size = Some(words.high);
            }
            _ => words.refuse("this line is too early", "", HEAD_CURE),
        }
    }

    fn done(&mut self) -> Option<Arena> {
        let (theme, size) = (self.theme?, self.size?);
        if self.name.is_empty() {
            return None;
        }
        Some(Arena {
            name: core::mem::take(&mut self.name),
            theme,
            size,
            floors: Vec::new(),
            walls: Vec::new(),
            props: self.props.take()?,
            spots: Vec::new(),
            seekers: Vec::new(),
            hiders: Vec::new(),
            navs: [Nav::default(), Nav::default()],
        })
    }
}

impl Arena {
    fn line(&mut self, words: &mut Words<'_>) {
        match words.word {
            "floor" => {
                let cure = "wood planks tiles carpet rug stone cobble grass sand water straw and \
                            concrete are there";
                let look = words.one_of(&FLOORS, cure);
                let (low, high) = box_of(words);
                words.room(self.floors.len(), FLOORS_MOST);
                self.floors.push(Floor { look, low, high });
            }
            "wall" => {
                let look = wall_look(words);
                let (low, high) = box_of(words);
                let across = [Vec2::new(high.x, low.y), Vec2::new(low.x, high.y)];
                self.wall(words, look, [low, across[0], high, across[1]].into());
            }
            "block" => {
                let look = wall_look(words);
                let mut corners = Vec::new();
                while !words.is_done() && words.peek() != "below" && corners.len() < 9 {
                    corners.push(words.point());
                }
                self.wall(words, look, corners);
            }
            "spot" => {
                let (kinds, pos) = (self.kinds(words), words.point());
                self.spots(words, kinds, pos, Vec2::ZERO, 1);
            }
            "row" => {
                let (kinds, pos) = (self.kinds(words), words.point());
                let step = words.pair(Fix::int(-10), Fix::int(10));
                let count = words.count(2, 30);
                self.spots(words, kinds, pos, step, count);
            }
            "seekers" => start(words, &mut self.seekers),
            "hiders" => start(words, &mut self.hiders),
            _ => {
                let cure = "begin it with floor, wall, block, spot, row, seekers or hiders";
                words.refuse("this line says nothing about an arena", "", cure);
            }
        }
    }

    #[inline(never)]
    fn wall(&mut self, words: &mut Words<'_>, look: u8, corners: Vec<Vec2>) {
        let below = if words.take("below") { words.count(3, 8) as u8 } else { 0 };
        for other in &self.walls {
            if below > 0 && other.below > 0 && other.below != below {
                let cure = "say the same number behind each `below`";
                words.refuse("a map grows at one number of players", "", cure);
            }
        }
        let wall = if corners.len() > 8 { None } else { Wall::new(corners, look, below) };
        words.room(self.walls.len(), WALLS_MOST);
        if let Some(wall) = wall {
            self.walls.push(wall);
        } else {
            let cure = "give 3 to 8 corners in order around a shape without dents";
            words.refuse("this is no convex outline", "", cure);
        }
    }

    /// A bit for each kind of `ball,bear` or `any`.
    #[inline(never)]
    fn kinds(&self, words: &mut Words<'_>) -> u32 {
        let word = words.next();
        if word == "any" {
            return u32::MAX >> (32 - self.props.props.len() as u32);
        }
        let mut kinds = 0;
        for id in word.split(',') {
            if let Some(kind) = self.props.kind_of(id) {
                kinds |= 1 << kind;
            } else {
                let cure = "say any, or props of the set with commas and no spaces between";
                words.refuse("no prop of the set is “@”", id, cure);
            }
        }
        kinds
    }

    #[inline(never)]
    fn spots(&mut self, words: &mut Words<'_>, kinds: u32, mut pos: Vec2, step: Vec2, count: i32) {
        let chance = if words.is_done() { 100 } else { words.count(5, 100) as u8 };
        for _ in 0..count {
            words.room(self.spots.len(), SPOTS_MOST);
            self.spots.push(Spot { line: words.line, pos: snapped(pos), kinds, chance });
            pos += step;
        }
    }
}

/// A place and a size, as two opposite corners.
#[inline(never)]
fn box_of(words: &mut Words<'_>) -> (Vec2, Vec2) {
    let (low, thin) = (words.point(), Fix::ratio(1, 5));
    let wide = words.number(thin, words.high.x);
    (low, low + Vec2::new(wide, words.number(thin, words.high.y)))
}

#[inline(never)]
fn start(words: &mut Words<'_>, list: &mut Vec<Vec2>) {
    words.room(list.len(), STARTS_MOST);
    list.push(words.point());
}

/// The nearest place of the grid on which props stand.
pub(crate) fn snapped(pos: Vec2) -> Vec2 {
    use super::super::tune::GRID;
    let near = |at: Fix| Fix((at.0 + GRID / 2).div_euclid(GRID) * GRID);
    Vec2::new(near(pos.x), near(pos.y))
}

/// The look of a wall, if the line says one.
fn wall_look(words: &mut Words<'_>) -> u8 {
    if words.left().starts_with(|first: char| first.is_ascii_digit() || first == '-') {
        return 0;
    }
    words.one_of(&WALLS, "wall shelf hedge fence water stall stone and glass are there")
}
