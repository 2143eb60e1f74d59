//! A hole: the green and its edges, what lies on it, what moves on it, and the way to the cup.

use crate::fix::{Angle, Fix, Vec2};
use alloc::string::String;
use alloc::vec::Vec;

/// One hole, ready to be played. Shared by all copies of a round; never changes.
#[derive(Clone, Debug)]
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
    #[must_use]
    pub fn lane() -> Self {
        let at = |x: i32, y: i32| Vec2::new(Fix::int(x), Fix::int(y));
        Self {
            name: "The Lane".into(),
            author: String::new(),
            theme: "meadow".into(),
            par: 2,
            size: at(8, 16),
            tee: at(4, 13),
            cup: at(4, 3),
            outline: [at(1, 1), at(7, 1), at(7, 15), at(1, 15)].into(),
            blocks: Vec::new(),
            walls: Vec::new(),
            posts: Vec::new(),
            patches: Vec::new(),
            movers: Vec::new(),
            gates: Vec::new(),
            tunnels: Vec::new(),
            decor: Vec::new(),
        }
    }
}
