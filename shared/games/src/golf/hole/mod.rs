//! A hole: the green and its edges, what lies on it, what moves on it, and the way to the cup.

mod check;
mod ground;
mod moving;
mod parse;
mod path;
mod solid;
mod way;
mod words;

use crate::fix::{Angle, Fix, Vec2};
use alloc::string::String;
use alloc::vec::Vec;
use solid::Solids;
use way::Way;

pub(in crate::golf) use moving::QUARTERS;
pub(in crate::golf) use solid::Touch;
pub(in crate::golf) use way::is_against;

pub use parse::LINES;

/// One hole, ready to be played. Shared by all copies of a round; never changes.
#[derive(Clone, Debug, Default)]
pub struct Hole {
    /// Its name, for people.
    pub name: String,
    /// Who made it; may be empty.
    pub author: String,
    /// The key of its colours.
    pub theme: String,
    /// A good player needs so many strokes.
    pub par: u8,
    /// The world is from (0, 0) to here.
    pub size: Vec2,
    /// Where a ball begins.
    pub tee: Vec2,
    /// The middle of the cup.
    pub cup: Vec2,
    /// The edge of the green, a closed wall: its corners, with curves already in small steps.
    pub outline: Vec<Vec2>,
    /// Solid things on the green, each closed.
    pub blocks: Vec<Vec<Vec2>>,
    /// Walls on the green.
    pub walls: Vec<Wall>,
    /// Round solid things.
    pub posts: Vec<Post>,
    /// What the ground is, where it is not green: a later one lies over an earlier one.
    pub patches: Vec<Patch>,
    /// What moves.
    pub movers: Vec<Mover>,
    /// What opens and shuts, or lets through one way.
    pub gates: Vec<Gate>,
    /// Ways under the green.
    pub tunnels: Vec<Tunnel>,
    /// Beside the green, for the eye only.
    pub decor: Vec<Decor>,
    pub(in crate::golf) solids: Solids,
    pub(in crate::golf) way: Way,
    /// A box around each patch.
    patch_bounds: Vec<(Vec2, Vec2)>,
}

/// What the ground is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Surface {
    /// The usual.
    #[default]
    Green,
    /// Pulls down its slope.
    Slope,
    /// Slows four times as much.
    Sand,
    /// Hardly slows.
    Ice,
    /// Carries.
    Conveyor,
    /// A stroke more.
    Water,
    /// Out of bounds: a stroke more.
    Out,
}

/// A part of the ground.
#[derive(Clone, Debug)]
pub struct Patch {
    /// What it is.
    pub kind: Surface,
    /// Where.
    pub shape: Shape,
    /// Of a slope the acceleration, of a conveyor the velocity: metres and seconds.
    pub flow: Vec2,
}

/// The shape of a patch.
#[derive(Clone, Debug)]
pub enum Shape {
    /// A closed line of corners.
    Polygon(Vec<Vec2>),
    /// A circle.
    Circle {
        /// Its middle.
        centre: Vec2,
        /// Its radius.
        radius: Fix,
    },
}

/// A wall on the green: a line with some thickness.
#[derive(Clone, Debug)]
pub struct Wall {
    /// Its points, with curves already in small steps.
    pub points: Vec<Vec2>,
    /// Half its thickness.
    pub half: Fix,
    /// Whether a ball comes off it faster.
    pub bumper: bool,
}

/// Something solid and round.
#[derive(Clone, Copy, Debug)]
pub struct Post {
    /// Its middle.
    pub centre: Vec2,
    /// Its radius.
    pub radius: Fix,
    /// Whether a ball comes off it faster.
    pub bumper: bool,
}

/// A wall that moves: where it is follows from the tick alone.
#[derive(Clone, Copy, Debug)]
pub enum Mover {
    /// There and back.
    Slider {
        /// The wall at one end of its way.
        wall: (Vec2, Vec2),
        /// From there to the other end.
        by: Vec2,
        /// Ticks there and back.
        period: u16,
        /// Ticks that it is ahead.
        start: u16,
    },
    /// Blades around a middle.
    Spinner {
        /// The middle.
        centre: Vec2,
        /// The length of a blade.
        arm: Fix,
        /// How many, evenly around.
        blades: u8,
        /// Ticks of a turn.
        period: u16,
        /// Ticks that it is ahead.
        start: u16,
        /// Which way it turns.
        clockwise: bool,
    },
}

/// A wall that is not always one.
#[derive(Clone, Copy, Debug)]
pub struct Gate {
    /// The wall.
    pub wall: (Vec2, Vec2),
    /// When it is one.
    pub kind: GateKind,
}

/// When a gate lets through.
#[derive(Clone, Copy, Debug)]
pub enum GateKind {
    /// By the clock.
    Timed {
        /// Ticks open.
        open: u16,
        /// Ticks shut.
        shut: u16,
        /// Ticks that it is ahead.
        start: u16,
    },
    /// Always towards the right of its wall, seen from the first point; never back.
    OneWay,
}

/// A way under the green.
#[derive(Clone, Copy, Debug)]
pub struct Tunnel {
    /// The middle of the way in.
    pub from: Vec2,
    /// The middle of the way out.
    pub to: Vec2,
    /// Which way a ball comes out.
    pub heading: Angle,
}

/// Something beside the green, for the eye only.
#[derive(Clone, Debug)]
pub struct Decor {
    /// `tree`, `bush`, `rock`, `flower`, `lamp` or `flag`.
    pub kind: DecorKind,
    /// Its middle.
    pub pos: Vec2,
    /// Its radius.
    pub size: Fix,
}

/// What stands beside a green.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecorKind {
    /// A tree.
    Tree,
    /// A bush.
    Bush,
    /// A rock.
    Rock,
    /// Flowers.
    Flower,
    /// A lamp.
    Lamp,
}

impl Hole {
    /// The plainest hole there is: a lane, for tests and for when nothing else is at hand.
    ///
    /// # Panics
    /// Never: a test reads it.
    #[must_use]
    pub fn lane() -> Self {
        match Self::parse_trusted(LANE) {
            Ok(hole) => hole,
            Err(fault) => panic!("{fault}"),
        }
    }
}

const LANE: &str =
    "name The Lane\ntheme meadow\npar 2\nsize 8 16\ntee 4 13\ncup 4 3\noutline 1 1 7 1 7 15 1 15";
