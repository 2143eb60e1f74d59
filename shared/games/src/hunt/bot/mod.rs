//! The AI. It has the same pad as everybody, and knows what a person sees: [`Seen`] is taken from
//! what a view shows, and everything is decided from that.

mod hider;
mod seeker;

use super::arena::{Arena, Standing};
use super::hunt::Hunt;
use super::pad;
use super::person::Role;
use super::view::Effect;
use crate::Skill;
use crate::fix::{Fix, Vec2};
use crate::state::state_struct;
use alloc::sync::Arc;
use alloc::vec::Vec;
use netplay::ids::PadWord;
use netplay::rng::SimRng;

state_struct! {
    /// What it keeps in mind.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct Bot {
        pub(crate) rng: SimRng,
        /// The pad as it holds it.
        pub(crate) word: u16,
        /// What it is about: a seeker's or a hider's.
        pub(crate) mood: u8,
        /// Where to in the end.
        pub(crate) goal: Vec2,
        /// Where to first.
        pub(crate) way: Vec2,
        /// Thoughts until it gives up what it is about.
        pub(crate) patience: u8,
        /// A hider's hits when it last looked; the square of the taunt that a seeker follows.
        pub(crate) note: u16,
        /// Things that a seeker is done with: their places.
        pub(crate) done: [u16; DONE],
        pub(crate) done_next: u8,
    }
}

/// A seeker is done with so many things before it may come back to the first.
const DONE: usize = 24;
/// Ticks between two thoughts.
const THINK_TICKS: u32 = 10;
/// It sees what moves so far away.
const SIGHT: Fix = Fix::int(9);
/// What it knows by heart of a goal: nearer than this it walks straight.
const NEAR: Fix = Fix::ratio(3, 2);

impl Bot {
    pub(crate) fn new(seed: u64, seat: u8) -> Self {
        Self {
            rng: SimRng::new(seed, seat.into()),
            word: 0,
            mood: 0,
            goal: Vec2::ZERO,
            way: Vec2::ZERO,
            patience: 0,
            note: 0,
            done: [0; DONE],
            done_next: 0,
        }
    }

    /// The same one with nothing in mind: for another round, or another side.
    pub(crate) fn rested(&self) -> Self {
        Self { rng: self.rng.clone(), ..Self::new(0, 0) }
    }

    pub(crate) fn is_possible(&self, size: Vec2) -> bool {
        let within =
            |at: Vec2| (0..=size.x.0).contains(&at.x.0) && (0..=size.y.0).contains(&at.y.0);
        within(self.goal) && within(self.way) && usize::from(self.done_next) < DONE
    }

    /// One in so many times.
    fn dares(&mut self, one_in: u32) -> bool {
        self.rng.below(one_in) == 0
    }

    /// In so many of a hundred times.
    fn percent(&mut self, percent: u32) -> bool {
        self.rng.below(100) < percent
    }
}

/// What somebody sees, and knows of itself.
struct Seen {
    arena: Arc<Arena>,
    skill: Skill,
    seats: u8,
    me: usize,
    pos: Vec2,
    /// Things and disguised people; nobody is told which is which.
    things: Vec<Standing>,
    /// What stands there and moves, within sight.
    moving: Option<Vec2>,
    /// The nearest person of the other side that looks like one, within sight.
    figure: Option<Vec2>,
    /// The nearest seeker, wherever.
    seeker: Option<Vec2>,
    /// What the act button would take.
    target: Option<Vec2>,
}

impl Seen {
    fn new(hunt: &Hunt, me: usize) -> Self {
        let own = &hunt.people[me];
        let others = || hunt.people.iter().enumerate().filter(move |(seat, _)| *seat != me);
        let pos = own.pos;
        let sought = if own.role == Role::Seeker { Role::Hider } else { Role::Seeker };
        let in_sight = |at: &Vec2| {
            let thin = Fix::ratio(1, 50);
            (*at - pos).length() < SIGHT && hunt.arena.is_clear(pos, *at, thin, hunt.setup.seats)
        };
        // Whoever has two pictures sees what moved in between.
        let moving = others().filter(|(_, other)| other.prop().is_some() && other.moving);
        let figures = others().filter(|(_, other)| other.role == sought && other.is_figure());
        let seekers = others().filter(|(_, other)| other.role == Role::Seeker);
        Self {
            arena: hunt.arena.clone(),
            skill: hunt.setup.rules.skill,
            seats: hunt.setup.seats,
            me,
            pos,
            things: hunt.standing(me).collect(),
            moving: nearest(pos, moving.map(|(_, other)| other.pos).filter(in_sight)),
            figure: nearest(pos, figures.map(|(_, other)| other.pos).filter(in_sight)),
            seeker: nearest(pos, seekers.map(|(_, other)| other.pos)),
            target: hunt.target(me).map(|target| target.pos),
        }
    }

    fn far(&self, at: Vec2) -> Fix {
        (at - self.pos).length()
    }

    /// The pad that walks towards the bot's goal.
    fn towards(&self, bot: &mut Bot, buttons: u16) -> u16 {
        let nav = self.arena.nav(self.seats);
        if self.far(bot.goal) < NEAR || nav.is_line(self.pos, bot.goal) {
            bot.way = bot.goal;
        } else if self.far(bot.way) < Fix::ratio(1, 2) || !nav.is_line(self.pos, bot.way) {
            bot.way = self.arena.way(self.pos, bot.goal, self.seats).unwrap_or(bot.goal);
        }
        let way = bot.way - self.pos;
        let heading = (way != Vec2::ZERO).then(|| way.angle().0);
        pad::with_stick(buttons, heading).0
    }
}

fn nearest(from: Vec2, places: impl Iterator<Item = Vec2>) -> Option<Vec2> {
    places.min_by_key(|at| ((*at - from).square(), at.y, at.x))
}

/// What the AI of a seat does with the pad in this tick.
pub(super) fn think(hunt: &mut Hunt, me: usize) -> PadWord {
    let tick = hunt.tick + me as u32 * THINK_TICKS / 8;
    if !hunt.plays(me) {
        return PadWord(0);
    }
    if !tick.is_multiple_of(THINK_TICKS) {
        // Buttons go down for one tick.
        hunt.people[me].bot.word &= !pad::BUTTONS;
        return PadWord(hunt.people[me].bot.word);
    }
    let seen = Seen::new(hunt, me);
    let mut bot = hunt.people[me].bot.clone();
    bot.patience = bot.patience.saturating_sub(1);
    bot.word = match hunt.people[me].role {
        Role::Seeker => {
            let ripple = hunt.marks(|mark| mark.is_ripple()).next();
            let ripple = ripple.filter(|(_, age)| u32::from(*age) <= THINK_TICKS);
            let hit = hunt.marks(|mark| mark.effect() == Some(Effect::Hit)).next();
            let ready = hunt.people[me].cool == 0;
            seeker::decide(&mut bot, &seen, ripple.map(|(at, _)| at), hit.map(|(at, _)| at), ready)
        }
        _ => hider::decide(&mut bot, &seen, hunt),
    };
    hunt.people[me].bot = bot;
    PadWord(hunt.people[me].bot.word)
}
