//! One person: all that is remembered of it from tick to tick.

use super::bot::Bot;
use super::tune;
use super::view::{Effect, PropView};
use crate::fix::{Angle, Vec2};
use crate::state::{Reader, State, Writer, state_struct};
use netplay::sim::Visitor;

/// What somebody is in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Looks for the others.
    Seeker,
    /// Hides.
    Hider,
    /// Was caught where nobody is made a seeker: looks on.
    Out,
}

/// What is going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Hiders hide, seekers see nothing.
    Hide,
    /// Seekers seek.
    Seek,
    /// Everybody is shown, with what the round gave.
    Reveal,
    /// All rounds are done.
    Over,
}

impl Phase {
    /// Whether a round is over, and its secrets with it.
    #[must_use]
    pub const fn is_shown(self) -> bool {
        matches!(self, Self::Reveal | Self::Over)
    }
}

macro_rules! state_enum {
    ($($name:ident: $($value:ident)*;)*) => {$(
        impl $name {
            pub(crate) const ALL: &[Self] = &[$(Self::$value),*];
        }

        impl State for $name {
            fn write(&self, out: &mut Writer) {
                (*self as u8).write(out);
            }
            fn read(input: &mut Reader<'_>) -> Option<Self> {
                Self::ALL.get(usize::from(u8::read(input)?)).copied()
            }
            fn describe(input: &mut Reader<'_>, to: &mut dyn Visitor) -> Option<()> {
                u8::describe(input, to)
            }
        }
    )*};
}

state_enum! {
    Role: Seeker Hider Out;
    Phase: Hide Seek Reveal Over;
}

state_struct! {
    /// What somebody did in a round, or in all rounds that are over.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub(crate) struct Deeds {
        /// Ticks as a hider while the seekers sought.
        pub(crate) survived: u32,
        /// Points of taunts.
        pub(crate) brave: u16,
        pub(crate) catches: u16,
        pub(crate) wrong: u16,
    }
}

state_struct! {
    /// One person and its AI.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct Person {
        pub(crate) pos: Vec2,
        pub(crate) heading: Angle,
        pub(crate) moving: bool,
        pub(crate) role: Role,
        /// The buttons of the last tick: what is new goes down.
        pub(crate) held: u16,
        pub(crate) stun: u16,
        // a hider
        /// What it looks like; [`NO_KIND`] for itself.
        pub(crate) kind: u8,
        pub(crate) turned: u8,
        pub(crate) turning: u8,
        pub(crate) locked: bool,
        pub(crate) disguises: u8,
        pub(crate) hits: u8,
        pub(crate) decoy: bool,
        pub(crate) taunt_cool: u16,
        pub(crate) forced: u16,
        // a seeker
        pub(crate) health: u8,
        pub(crate) cool: u16,
        pub(crate) swing: u8,
        // points
        pub(crate) round: Deeds,
        pub(crate) before: Deeds,
        // the AI
        pub(crate) ai: bool,
        pub(crate) bot: Bot,
    }
}

/// As a kind: like a person.
pub(crate) const NO_KIND: u8 = 255;
/// A fresh swing.
pub(crate) const SWING_TICKS: u8 = 15;

impl Person {
    pub(crate) fn new(bot: Bot) -> Self {
        Self {
            pos: Vec2::ZERO,
            heading: Angle(0),
            moving: false,
            role: Role::Hider,
            held: 0,
            stun: 0,
            kind: NO_KIND,
            turned: 0,
            turning: 0,
            locked: false,
            disguises: 0,
            hits: 0,
            decoy: false,
            taunt_cool: 0,
            forced: 0,
            health: tune::HEALTH,
            cool: 0,
            swing: 0,
            round: Deeds::default(),
            before: Deeds::default(),
            ai: true,
            bot,
        }
    }

    /// As a round begins.
    pub(crate) fn begin(&mut self, role: Role, pos: Vec2, heading: Angle) {
        let mut fresh = Self::new(self.bot.rested());
        fresh.before = self.before.and(self.round);
        (fresh.role, fresh.pos, fresh.heading) = (role, pos, heading);
        (fresh.ai, fresh.held) = (self.ai, self.held);
        fresh.disguises = tune::CHANGES + 1;
        fresh.decoy = role == Role::Hider;
        *self = fresh;
    }

    /// Takes its step.
    pub(crate) fn go(&mut self, to: Vec2, looks: Option<Angle>) {
        self.moving = to != self.pos;
        self.pos = to;
        // Who stands, or is stopped by a wall, may still look around; a locked prop does not.
        if let Some(heading) = looks.filter(|_| self.stun == 0 && !self.locked) {
            self.heading = heading;
        }
    }

    /// The prop that it looks like.
    pub(crate) fn prop(&self) -> Option<PropView> {
        let is_prop = self.role == Role::Hider && self.kind != NO_KIND;
        is_prop.then_some(PropView { kind: self.kind, heading: self.turned, pos: self.pos })
    }

    /// Whether it walks about and looks like a person.
    pub(crate) const fn is_figure(&self) -> bool {
        match self.role {
            Role::Seeker => true,
            Role::Hider => self.kind == NO_KIND,
            Role::Out => false,
        }
    }

    /// Whether each field by itself has a value that a tick can go on from.
    pub(crate) fn is_drivable(&self, size: Vec2, kinds: u8) -> bool {
        let within = |at: i32, most: i32| (0..=most).contains(&at);
        within(self.pos.x.0, size.x.0)
            && within(self.pos.y.0, size.y.0)
            && (self.kind == NO_KIND || self.kind < kinds)
            && self.turned < 16
            && self.turning <= tune::ROTATE_TICKS
            && self.disguises <= tune::CHANGES + 1
            && self.hits < 3
            && self.stun <= tune::STUN_TICKS
            && self.cool <= tune::WRONG_TICKS
            && self.taunt_cool <= 30 * 60
            && self.forced <= 60 * 60
            && self.health <= tune::HEALTH
            && self.swing <= SWING_TICKS
            && self.round.is_possible()
            && self.before.is_possible()
            && self.bot.is_possible(size)
    }

    /// Whether a hunt can have come to it.
    pub(crate) fn is_possible(&self, size: Vec2, kinds: u8) -> bool {
        let hides = self.role == Role::Hider;
        self.is_drivable(size, kinds)
            && (hides || self.kind == NO_KIND)
            && (self.kind != NO_KIND || !self.locked)
    }
}

impl Deeds {
    pub(crate) fn and(self, more: Self) -> Self {
        Self {
            survived: self.survived.saturating_add(more.survived),
            brave: self.brave.saturating_add(more.brave),
            catches: self.catches.saturating_add(more.catches),
            wrong: self.wrong.saturating_add(more.wrong),
        }
    }

    /// More would not fit the numbers of a view; sixteen rounds do not come near.
    const fn is_possible(&self) -> bool {
        self.survived <= 16 * 180 * 60
            && self.brave <= 16 * 1200
            && self.catches <= 16 * 8
            && self.wrong <= 16 * 200
    }
}

state_struct! {
    /// What is heard or seen at a place for a while.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub(crate) struct Mark {
        /// 0 nothing, 1 a taunt, 2 a wrong guess, 3 a hit, 4 a catch.
        pub(crate) what: u8,
        pub(crate) at: Vec2,
        pub(crate) age: u16,
    }
}

impl Mark {
    pub(crate) const RIPPLE: u8 = 1;

    pub(crate) const fn is_ripple(&self) -> bool {
        self.what == Self::RIPPLE
    }

    pub(crate) const fn effect(&self) -> Option<Effect> {
        match self.what {
            2 => Some(Effect::Wrong),
            3 => Some(Effect::Hit),
            4 => Some(Effect::Caught),
            _ => None,
        }
    }

    pub(crate) const fn of_effect(effect: Effect) -> u8 {
        match effect {
            Effect::Wrong => 2,
            Effect::Hit => 3,
            Effect::Caught => 4,
        }
    }

    /// For so long it is there.
    pub(crate) const fn lasts(&self) -> u16 {
        if self.is_ripple() { tune::RIPPLE_TICKS } else { tune::EFFECT_TICKS }
    }

    pub(crate) fn is_possible(&self, size: Vec2) -> bool {
        let within = |at: i32, most: i32| (0..=most + tune::SQUARE.0).contains(&at);
        let (x, y) = (self.at.x.0, self.at.y.0);
        self.what <= 4
            && self.age <= self.lasts()
            && within(x, size.x.0)
            && within(y, size.y.0)
            && (x | y) & (tune::VIEW_GRID - 1) == 0
    }
}
