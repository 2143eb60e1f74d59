//! The text of an arena, line by line.

use super::super::line::Line;
use super::super::props::PropSet;
use super::nav::Nav;
use super::{Arena, FLOORS, Floor, Spot, THEMES, WALLS, Wall};
use crate::fix::{Fix, Vec2};
use crate::pack::Fault;
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
pub(super) fn arena(text: &str, sets: &[Arc<PropSet>]) -> Result<Arena, Fault> {
    let mut head = Head { name: String::new(), theme: None, props: None, size: None };
    let mut body: Option<Arena> = None;
    for mut line in Line::all(text) {
        if let Some(arena) = &mut body {
            arena.line(&mut line)?;
        } else {
            head.line(&mut line, sets)?;
            body = head.done();
        }
        line.end()?;
    }
    body.ok_or_else(|| Line::whole("this is no arena", HEAD_CURE))
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
    fn line(&mut self, line: &mut Line<'_>, sets: &[Arc<PropSet>]) -> Result<(), Fault> {
        match line.word {
            "name" => self.name = line.title()?,
            "theme" => {
                let cure = "shop, harbour, farm, museum, garden and office are there";
                self.theme = Some(one_of(line, &THEMES, cure)?);
            }
            "props" => {
                let name = line.title()?;
                let set = sets.iter().find(|set| set.name == name);
                let cure = "say the name that a file of props begins with";
                let found = set.ok_or_else(|| line.fault_at("no set of props is", &name, cure))?;
                self.props = Some(found.clone());
            }
            "size" => {
                let (least, most) = (Fix::int(SIDES.0), Fix::int(SIDES.1));
                self.size = Some(Vec2::new(line.between(least, most)?, line.between(least, most)?));
            }
            _ => return Err(line.fault("this line is too early", HEAD_CURE)),
        }
        Ok(())
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
    fn line(&mut self, line: &mut Line<'_>) -> Result<(), Fault> {
        match line.word {
            "floor" => {
                let cure = "wood planks tiles carpet rug stone cobble grass sand water straw and \
                            concrete are there";
                let look = one_of(line, &FLOORS, cure)?;
                let (low, high) = self.box_of(line)?;
                push(&mut self.floors, Floor { look, low, high }, FLOORS_MOST, line)?;
            }
            "wall" => {
                let look = wall_look(line)?;
                let (low, high) = self.box_of(line)?;
                let across = [Vec2::new(high.x, low.y), Vec2::new(low.x, high.y)];
                self.wall(line, look, [low, across[0], high, across[1]].into())?;
            }
            "block" => {
                let look = wall_look(line)?;
                let mut corners = Vec::new();
                while !line.is_done() && !line.starts("below") && corners.len() < 9 {
                    corners.push(self.point(line)?);
                }
                self.wall(line, look, corners)?;
            }
            "spot" => {
                let kinds = self.kinds(line)?;
                let pos = self.point(line)?;
                self.spots(line, kinds, pos, Vec2::ZERO, 1)?;
            }
            "row" => {
                let kinds = self.kinds(line)?;
                let pos = self.point(line)?;
                let far = Fix::int(10);
                let step = Vec2::new(line.between(-far, far)?, line.between(-far, far)?);
                let count = line.whole_between(2, 30)?;
                self.spots(line, kinds, pos, step, count)?;
            }
            "seekers" => {
                let pos = self.point(line)?;
                push(&mut self.seekers, pos, STARTS_MOST, line)?;
            }
            "hiders" => {
                let pos = self.point(line)?;
                push(&mut self.hiders, pos, STARTS_MOST, line)?;
            }
            _ => {
                let cure = "begin it with floor, wall, block, spot, row, seekers or hiders";
                return Err(line.fault("this line says nothing about an arena", cure));
            }
        }
        Ok(())
    }

    fn point(&self, line: &mut Line<'_>) -> Result<Vec2, Fault> {
        Ok(Vec2::new(line.between(Fix::ZERO, self.size.x)?, line.between(Fix::ZERO, self.size.y)?))
    }

    fn box_of(&self, line: &mut Line<'_>) -> Result<(Vec2, Vec2), Fault> {
        let low = self.point(line)?;
        let thin = Fix::ratio(1, 5);
        let size = Vec2::new(line.between(thin, self.size.x)?, line.between(thin, self.size.y)?);
        Ok((low, low + size))
    }

    fn wall(&mut self, line: &mut Line<'_>, look: u8, corners: Vec<Vec2>) -> Result<(), Fault> {
        let below = if line.says("below") { line.whole_between(3, 8)? } else { 0 };
        let cure = "give 3 to 8 corners in order around a shape without dents";
        let wall = if corners.len() > 8 { None } else { Wall::new(corners, look, below) };
        let wall = wall.ok_or_else(|| line.fault("this is no convex outline", cure))?;
        let other = self.walls.iter().find(|other| other.below > 0 && other.below != below);
        if below > 0 && other.is_some() {
            let cure = "say the same number behind each `below`";
            return Err(line.fault("a map grows at one number of players", cure));
        }
        push(&mut self.walls, wall, WALLS_MOST, line)
    }

    /// A bit for each kind of `ball,bear` or `any`.
    fn kinds(&self, line: &mut Line<'_>) -> Result<u32, Fault> {
        let word = line.next()?;
        if word == "any" {
            return Ok(u32::MAX >> (32 - self.props.props.len() as u32));
        }
        let mut kinds = 0;
        for id in word.split(',') {
            let cure = "say any, or props of the set with commas and no spaces between";
            let kind = self.props.kind_of(id);
            kinds |= 1 << kind.ok_or_else(|| line.fault_at("no prop of the set is", id, cure))?;
        }
        Ok(kinds)
    }

    fn spots(
        &mut self,
        line: &mut Line<'_>,
        kinds: u32,
        mut pos: Vec2,
        step: Vec2,
        count: u8,
    ) -> Result<(), Fault> {
        let chance = if line.is_done() { 100 } else { line.whole_between(5, 100)? };
        for _ in 0..count {
            let spot = Spot { line: line.number, pos: snapped(pos), kinds, chance };
            push(&mut self.spots, spot, SPOTS_MOST, line)?;
            pos += step;
        }
        Ok(())
    }
}

/// The nearest place of the grid on which props stand.
pub(crate) fn snapped(pos: Vec2) -> Vec2 {
    use super::super::tune::GRID;
    let near = |at: Fix| Fix((at.0 + GRID / 2).div_euclid(GRID) * GRID);
    Vec2::new(near(pos.x), near(pos.y))
}

/// The look of a wall, if the line says one.
fn wall_look(line: &mut Line<'_>) -> Result<u8, Fault> {
    if line.starts_number() {
        return Ok(0);
    }
    one_of(line, &WALLS, "wall shelf hedge fence water stall stone and glass are there")
}

fn one_of(line: &mut Line<'_>, known: &[&str], cure: &'static str) -> Result<u8, Fault> {
    let word = line.next()?;
    let found = known.iter().position(|known| *known == word);
    found.map(|at| at as u8).ok_or_else(|| line.fault_at("there is no", word, cure))
}

fn push<T>(list: &mut Vec<T>, item: T, most: usize, line: &Line<'_>) -> Result<(), Fault> {
    if list.len() == most {
        return Err(line.fault("there are too many of these", "take some out"));
    }
    list.push(item);
    Ok(())
}
