//! One ball: all that is remembered of it, and of its player, from tick to tick.

use super::bot::Bot;
use super::hole::Hole;
use super::score::{Ending, STROKES_MOST};
use super::tune;
use crate::fix::{Fix, Vec2};
use crate::state::state_struct;

state_struct! {
    /// One ball, its way through a hole, and its AI player.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct Ball {
        pub(crate) pos: Vec2,
        pub(crate) vel: Vec2,
        pub(crate) moving: bool,
        /// Ticks for which it has been slow.
        pub(crate) calm: u8,
        /// Ticks that it has rolled since it last lay still by itself.
        pub(crate) roll: u16,
        /// Where the last stroke was played from.
        pub(crate) lie: Vec2,
        /// The last word of the pad; what is wished counts when this changes.
        pub(crate) word: u16,
        /// The last stroke, as a word; 0 before the first of a hole.
        pub(crate) shot: u16,
        pub(crate) strokes: u8,
        pub(crate) ending: u8,
        /// The tick of the hole at which it was done with it.
        pub(crate) home: u32,
        pub(crate) ready: bool,
        pub(crate) ai: bool,
        pub(crate) bot: Bot,
    }
}

impl Ball {
    pub(crate) fn new(hole: &Hole, bot: Bot) -> Self {
        Self {
            pos: hole.tee,
            vel: Vec2::ZERO,
            moving: false,
            calm: 0,
            roll: 0,
            lie: hole.tee,
            word: 0,
            shot: 0,
            strokes: 0,
            ending: 0,
            home: 0,
            ready: false,
            ai: true,
            bot,
        }
    }

    /// Puts it on the tee of a hole, nothing played.
    pub(crate) fn tee(&mut self, hole: &Hole) {
        let (ai, word) = (self.ai, self.word);
        *self = Self { ai, word, ..Self::new(hole, self.bot.clone()) };
    }

    pub(crate) const fn is_done(&self) -> bool {
        self.ending != Ending::Open as u8
    }

    /// Whether its player may strike it.
    pub(crate) const fn is_ready_to_strike(&self) -> bool {
        !self.moving && !self.is_done()
    }

    /// Lies still.
    pub(crate) fn rest(&mut self) {
        self.vel = Vec2::ZERO;
        self.moving = false;
        self.calm = 0;
    }

    pub(crate) fn end(&mut self, why: Ending, strokes: u8, clock: u32) {
        self.rest();
        self.ending = why as u8;
        self.strokes = strokes.min(STROKES_MOST);
        self.home = clock;
    }

    /// Whether a tick can go on from it.
    pub(crate) fn is_playable(&self, hole: &Hole) -> bool {
        let inside = |at: Vec2| {
            let within = |value: Fix, most: Fix| Fix::ZERO <= value && value <= most;
            within(at.x, hole.size.x) && within(at.y, hole.size.y)
        };
        inside(self.pos)
            && inside(self.lie)
            && self.vel.x.abs() <= tune::FASTEST
            && self.vel.y.abs() <= tune::FASTEST
            && self.bot.is_possible()
    }

    /// Whether an honest round can have come to it.
    pub(crate) fn is_possible(&self, hole: &Hole) -> bool {
        self.is_playable(hole)
            && (self.moving || self.vel == Vec2::ZERO)
            && self.calm <= tune::CALM_TICKS
            && self.roll <= tune::ROLL_TICKS
            && self.strokes <= STROKES_MOST
            && self.ending <= 4
    }
}
