//! An arena: floors, walls, and where props may stand, read from text.
//!
//! ```text
//! name Toy shop
//! theme shop                      # what is around it
//! props Toys                      # the name of its set of props
//! size 26 18                      # metres; x runs to the right, y down, from a corner
//! floor wood 0 0 26 18            # a look, then x y width height; later ones lie on top
//! wall shelf 4 0 0.4 6            # a box that stops people, and how it looks if not as a wall
//! wall 20 0      0.4 18 below 5   # only with fewer than five players: the map is smaller then
//! block hedge 9 9 10 9 10 10      # a wall with any convex outline: x y of its corners
//! spot ball,bear 3 4              # one of these may stand here
//! spot any 8 3 40                 # any prop of the set, in 40 of 100 layouts
//! row crate,barrel 2 8 1.1 0 5 70 # five spots, each 1.1 further right and 0 down; 70 of 100
//! seekers 3 9                     # seekers wait here; one line or more
//! hiders 20 9                     # hiders begin here; one line or more
//! ```

mod check;
mod layout;
mod nav;
mod parse;
mod wall;

pub(crate) use layout::{Layout, PROPS_MOST, Standing, shuffle};
pub(crate) use parse::snapped;
pub use wall::Wall;

use super::props::PropSet;
use crate::fix::{Fix, Vec2};
use crate::pack::Fault;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use nav::Nav;

/// How a piece of floor looks.
pub const FLOORS: [&str; 12] = [
    "wood", "planks", "tiles", "carpet", "rug", "stone", "cobble", "grass", "sand", "water",
    "straw", "concrete",
];
/// How what stops people looks.
pub const WALLS: [&str; 8] =
    ["wall", "shelf", "hedge", "fence", "water", "stall", "stone", "glass"];
/// What an arena can look like on the whole.
pub const THEMES: [&str; 6] = ["shop", "harbour", "farm", "museum", "garden", "office"];

/// A piece of floor; those behind it in the list lie on top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Floor {
    /// One of the [`FLOORS`].
    pub look: u8,
    /// The corner with the smallest coordinates.
    pub low: Vec2,
    /// The opposite one.
    pub high: Vec2,
}

/// Where a prop may stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    /// The line that says so.
    pub(crate) line: u32,
    pub(crate) pos: Vec2,
    /// A bit for each kind that may.
    pub(crate) kinds: u32,
    /// In so many of 100 layouts.
    pub(crate) chance: u8,
}

/// An arena, read and found fair. It never changes: everybody shares it.
#[derive(Debug)]
pub struct Arena {
    /// What people call it.
    pub name: String,
    /// One of the [`THEMES`].
    pub theme: u8,
    /// From 0 0 to here.
    pub size: Vec2,
    /// The floor, from the bottom up.
    pub floors: Vec<Floor>,
    /// What stops people. Ask [`Wall::stands`] before one is drawn.
    pub walls: Vec<Wall>,
    /// What stands in it.
    pub props: Arc<PropSet>,
    pub(crate) spots: Vec<Spot>,
    pub(crate) seekers: Vec<Vec2>,
    pub(crate) hiders: Vec<Vec2>,
    /// Where one can walk, with few players and with many.
    navs: [Nav; 2],
}

/// With so many players the whole arena is open.
const MANY: u8 = 8;

impl Arena {
    /// Reads an arena that anybody may have written, and walks through it.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn parse(text: &str, sets: &[Arc<PropSet>]) -> Result<Self, Fault> {
        let arena = Self::read(text, sets)?;
        arena.check()?;
        check::play(arena)
    }

    /// Reads one that is known to be fair: the built-in ones, which tests have walked through.
    ///
    /// # Errors
    /// When it cannot be read at all.
    pub fn read(text: &str, sets: &[Arc<PropSet>]) -> Result<Self, Fault> {
        let mut arena = parse::arena(text, sets)?;
        arena.navs = [2, MANY].map(|seats| Nav::new(&arena, seats));
        Ok(arena)
    }

    /// The walls that stand with so many players.
    pub(crate) fn standing(&self, seats: u8) -> impl Iterator<Item = &Wall> {
        self.walls.iter().filter(move |wall| wall.stands(seats))
    }

    /// Whether a circle touches no wall that stands.
    pub(crate) fn is_free(&self, pos: Vec2, radius: Fix, seats: u8) -> bool {
        let within = |at: Fix, size: Fix| radius <= at && at <= size - radius;
        within(pos.x, self.size.x)
            && within(pos.y, self.size.y)
            && self.standing(seats).all(|wall| wall.push(pos, radius).is_none())
    }

    /// Whether somebody so wide can walk straight from one place to another, as far as walls go.
    pub(crate) fn is_clear(&self, from: Vec2, to: Vec2, radius: Fix, seats: u8) -> bool {
        let way = to - from;
        let steps = way.length().scale(5, 1).whole() + 1;
        (1..=steps).all(|step| {
            let at = Vec2::new(way.x.scale(step, steps), way.y.scale(step, steps));
            self.is_free(from + at, radius, seats)
        })
    }

    /// A place with the walls out of the way.
    pub(crate) fn pushed(&self, mut pos: Vec2, radius: Fix, seats: u8) -> Vec2 {
        for _ in 0..2 {
            for wall in self.standing(seats) {
                if let Some(push) = wall.push(pos, radius) {
                    pos += push;
                }
            }
            pos.x = pos.x.clamp(radius, self.size.x - radius);
            pos.y = pos.y.clamp(radius, self.size.y - radius);
        }
        pos
    }

    /// The next place on the way, and none when there is no way.
    pub(crate) fn way(&self, from: Vec2, to: Vec2, seats: u8) -> Option<Vec2> {
        self.nav(seats).next(self, from, to, seats)
    }

    /// Whether one can walk there.
    pub(crate) fn nav(&self, seats: u8) -> &Nav {
        // Walls that stand below some number: the map changes at one number only.
        let few = self.walls.iter().any(|wall| wall.below > 0 && wall.stands(seats));
        &self.navs[usize::from(!few)]
    }
}
