//! One ball: all that is remembered of it, and of its player, from tick to tick.

use super::bot::Bot;
use super::hole::Hole;
use super::score::{Ending, STROKES_MOST};
use super::tune;
use crate::fix::{Fix, Vec2};
use crate::state::state_struct;

/// Why a ball is not to be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gone {
    /// It is.
    Here,
    /// In the water or out of bounds.
    Lost,
    /// Under the green.
    Tunnel,
}

state_struct! {
    /// A lie, and the strokes that had led to it.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub(crate) struct Lie {
        pub(crate) at: Vec2,
        pub(crate) strokes: u8,
    }
}

state_struct! {
    /// The last four lies of a hole, the last one first: what practice can take back.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub(crate) struct Past {
        pub(crate) count: u8,
        first: Lie,
        second: Lie,
        third: Lie,
        fourth: Lie,
    }
}

impl Past {
    pub(crate) fn push(&mut self, lie: Lie) {
        let count = (self.count + 1).min(4);
        *self =
            Self { count, first: lie, second: self.first, third: self.second, fourth: self.third };
    }

    pub(crate) fn pop(&mut self) -> Option<Lie> {
        let count = self.count.checked_sub(1)?;
        let lie = self.first;
        let fourth = Lie::default();
        *self = Self { count, first: self.second, second: self.third, third: self.fourth, fourth };
        Some(lie)
    }

    fn lies(&self) -> [Lie; 4] {
        [self.first, self.second, self.third, self.fourth]
    }
}

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
        /// What it is on, as a [`Surface`](super::Surface).
        pub(crate) on: u8,
        /// Why it is not to be seen, as a [`Gone`], and for how many ticks.
        pub(crate) gone: u8,
        pub(crate) away: u8,
        /// Over the cup, but too fast.
        pub(crate) lip: bool,
        /// Where the last stroke was played from.
        pub(crate) lie: Vec2,
        /// Where it could last have lain: it is dropped here if the water drops balls.
        pub(crate) dry: Vec2,
        pub(crate) past: Past,
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
            on: 0,
            gone: 0,
            away: 0,
            lip: false,
            lie: hole.tee,
            dry: hole.tee,
            past: Past::default(),
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

    pub(crate) const fn gone(&self) -> Gone {
        match self.gone {
            1 => Gone::Lost,
            2 => Gone::Tunnel,
            _ => Gone::Here,
        }
    }

    /// Not to be seen for a while.
    pub(crate) fn go(&mut self, why: Gone, ticks: u8) {
        self.gone = why as u8;
        self.away = ticks;
    }

    /// On the green, still or rolling.
    pub(crate) const fn is_in_play(&self) -> bool {
        !self.is_done() && self.away == 0
    }

    pub(crate) const fn is_rolling(&self) -> bool {
        self.moving && self.is_in_play()
    }

    /// Whether others touch it; on the tee nobody does before the first stroke.
    pub(crate) const fn is_solid(&self) -> bool {
        self.strokes > 0 && self.is_in_play()
    }

    /// Lies still.
    pub(crate) fn rest(&mut self) {
        self.vel = Vec2::ZERO;
        self.moving = false;
        self.calm = 0;
    }

    /// Lies where it lay, with the strokes it had then.
    pub(crate) fn take_back(&mut self, lie: Lie) {
        self.rest();
        self.go(Gone::Here, 0);
        (self.pos, self.lie, self.dry, self.strokes) = (lie.at, lie.at, lie.at, lie.strokes);
        (self.lip, self.ending, self.roll, self.shot) = (false, Ending::Open as u8, 0, 0);
    }

    pub(crate) fn end(&mut self, why: Ending, strokes: u8, clock: u32) {
        self.rest();
        self.go(Gone::Here, 0);
        self.lip = false;
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
            && inside(self.dry)
            && self.past.lies().iter().all(|lie| inside(lie.at))
            && self.past.count <= 4
            && self.vel.x.abs() <= tune::UNHEARD_OF
            && self.vel.y.abs() <= tune::UNHEARD_OF
            && self.calm <= tune::CALM_TICKS
            && self.bot.is_possible()
    }

    /// Whether an honest round can have come to it.
    pub(crate) fn is_possible(&self, hole: &Hole) -> bool {
        self.is_playable(hole)
            && (self.moving || (self.vel == Vec2::ZERO && self.away == 0))
            && self.on <= 6
            && self.gone <= 2
            && (self.gone == 0) == (self.away == 0)
            && self.away <= tune::LOST_TICKS
            && self.roll <= tune::ROLL_TICKS
            && self.strokes <= STROKES_MOST
            && self.ending <= 4
    }
}
