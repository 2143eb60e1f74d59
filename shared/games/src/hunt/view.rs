//! A hunt as one viewer may see it: whole numbers, no pixels, and no secret.
//!
//! **What a view does not say is the game.** Map props and disguised hiders are one list, sorted by
//! position, with nothing that tells them apart. For a seeker or a spectator a living disguised
//! hider is nowhere else in the view: no figure, no name at a place, no count that would differ.
//! So a view can also be what a host sends to a player who shall not know more
//! ([`HuntView::write`], [`HuntView::read`]).
//!
//! **A ripple** tells of a taunt the middle of the [`SQUARE`](super::SQUARE) it came from, the
//! same for everybody and however often it is heard: as a direction and a distance that is good to
//! within three metres either way.

use super::hunt::Hunt;
use super::person::Role;
use super::results::Tally;
use super::{Phase, tune};
use crate::fix::{Angle, Fix, Vec2};
use crate::order;
use alloc::vec::Vec;
use netplay::ids::Seat;
use netplay::limits::TICK_HZ;

/// The hunt after a tick, as one viewer may see it. Positions are multiples of 1/1024 m.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HuntView {
    /// The round, from 0.
    pub round: u8,
    /// How many there are.
    pub rounds: u8,
    /// What is going on.
    pub phase: Phase,
    /// Milliseconds that are left of it.
    pub ms_left: u32,
    /// The last half minute: taunts come faster.
    pub last_stretch: bool,
    /// This viewer sees nothing yet: the hiders are hiding.
    pub blind: bool,
    /// Everybody, in seat order.
    pub seats: Vec<SeatView>,
    /// Whoever walks about as a person, in seat order.
    pub figures: Vec<FigureView>,
    /// What stands about, things and people, sorted by position.
    pub props: Vec<PropView>,
    /// Taunts that are still heard, the newest first.
    pub ripples: Vec<RippleView>,
    /// What a seeker has just done, the newest first.
    pub effects: Vec<EffectView>,
    /// What only this viewer knows.
    pub own: Option<OwnView>,
    /// Where everybody was, once the round is over.
    pub revealed: Vec<RevealView>,
}

/// One seat, as everybody knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatView {
    /// What it is now.
    pub role: Role,
    /// The points of the rounds that are over.
    pub points: i16,
    /// What the round that is just over gave it; 0 before that.
    pub gained: i16,
}

/// A person that looks like one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FigureView {
    /// Whose.
    pub seat: Seat,
    /// Its middle: Q16.16 metres.
    pub pos: Vec2,
    /// Where it looks: 65536 is a turn, 0 to the right, clockwise.
    pub heading: u16,
    /// What it is.
    pub role: Role,
    /// Whether it walks.
    pub moving: bool,
    /// Whether it sees stars, or has just been caught: it cannot move.
    pub stunned: bool,
    /// How fresh a tag is, 255 to 0.
    pub swing: u8,
}

/// Something that stands about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PropView {
    /// Which of the arena's set.
    pub kind: u8,
    /// Where it points, in 16ths of a turn.
    pub heading: u8,
    /// Its middle: Q16.16 metres.
    pub pos: Vec2,
}

/// A taunt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RippleView {
    /// The middle of the square it came from.
    pub at: Vec2,
    /// How long ago.
    pub age_ms: u16,
}

/// What a seeker did to something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EffectView {
    /// What.
    pub what: Effect,
    /// Where.
    pub at: Vec2,
    /// How long ago.
    pub age_ms: u16,
}

/// What a tag did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It is only a thing.
    Wrong,
    /// It is somebody, who can stand more.
    Hit,
    /// Somebody is caught.
    Caught,
}

/// What only the player of a seat knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnView {
    /// Whose.
    pub seat: Seat,
    /// What it is.
    pub role: Role,
    /// Where: Q16.16 metres.
    pub pos: Vec2,
    /// Where it looks: 65536 is a turn.
    pub heading: u16,
    /// A hider's disguise, as it stands in the list of props.
    pub disguise: Option<PropView>,
    /// Whether it is locked in place.
    pub locked: bool,
    /// How many more disguises it may take.
    pub disguises_left: u8,
    /// How many tags it can still stand; the last one catches.
    pub hits_left: u8,
    /// Whether it has its squeaker.
    pub decoy: bool,
    /// A seeker's health, of 100.
    pub health: u8,
    /// Until it can tag again; 0 for now.
    pub tag_ms: u16,
    /// Until it can taunt again.
    pub taunt_ms: u16,
    /// Until it taunts by itself; 0 when it never does.
    pub forced_ms: u16,
    /// Until it can move again.
    pub stunned_ms: u16,
    /// What the act button would do: the prop to become, or what a tag would hit.
    pub target: Option<Target>,
    /// The points of this round so far.
    pub points: i16,
}

/// What is in reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// Its middle.
    pub pos: Vec2,
    /// Its kind; none for a person that looks like one.
    pub kind: Option<u8>,
}

/// Where somebody was when a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RevealView {
    /// Who.
    pub seat: Seat,
    /// As what; none for a person that looked like one.
    pub disguise: Option<PropView>,
    /// Where.
    pub pos: Vec2,
    /// What the round gave, and what for.
    pub tally: Tally,
}

impl PropView {
    /// What lists are sorted by: from the back to the front, and the same for equal things.
    pub(crate) fn key(&self) -> (i32, i32, u8, u8) {
        (self.pos.y.0, self.pos.x.0, self.kind, self.heading)
    }
}

impl HuntView {
    /// Where a prop of this view was in the view `before`: itself if nothing moved, else the
    /// nearest of its kind within half a metre that is gone from there now.
    #[must_use]
    pub fn was(&self, prop: &PropView, before: &Self) -> PropView {
        if before.has(prop) {
            return *prop;
        }
        let mut near = i64::from(Fix::ratio(1, 2).0).pow(2);
        let mut found = *prop;
        for other in before.props.iter().filter(|other| other.kind == prop.kind) {
            let far = (other.pos - prop.pos).square();
            if far < near && !self.has(other) {
                (near, found) = (far, *other);
            }
        }
        found
    }

    fn has(&self, prop: &PropView) -> bool {
        self.props.binary_search_by_key(&prop.key(), PropView::key).is_ok()
    }
}

/// A position as views have it.
pub(crate) fn seen(pos: Vec2) -> Vec2 {
    let cut = |at: Fix| Fix(at.0 & !(tune::VIEW_GRID - 1));
    Vec2::new(cut(pos.x), cut(pos.y))
}

pub(crate) fn ms(ticks: u32) -> u32 {
    (ticks * 1000).div_ceil(TICK_HZ)
}

/// Milliseconds in 16 bits: 65 seconds are more than enough.
fn short_ms(ticks: u16) -> u16 {
    ms(u32::from(ticks)).min(u32::from(u16::MAX)) as u16
}

impl Hunt {
    /// What there is to see for `viewer`; spectators, who are nobody, see what seekers see.
    #[must_use]
    pub fn view(&self, viewer: Option<Seat>) -> HuntView {
        let viewer = viewer.filter(|seat| seat.index() < self.people.len());
        let me = viewer.map(|seat| &self.people[seat.index()]);
        let is_shown = self.phase.is_shown();
        let blind = self.phase == Phase::Hide && me.is_none_or(|me| me.role != Role::Hider);
        let mut view = HuntView {
            round: self.round,
            rounds: self.setup.rounds(),
            phase: self.phase,
            ms_left: ms(self.left()),
            last_stretch: self.is_last_stretch(),
            blind,
            seats: self.seats_view(),
            figures: Vec::new(),
            props: Vec::new(),
            ripples: Vec::new(),
            effects: Vec::new(),
            own: viewer.map(|seat| self.own_view(seat)),
            revealed: Vec::new(),
        };
        if is_shown {
            view.revealed = self.seats().map(|seat| self.reveal_view(seat)).collect();
        }
        if blind {
            return view;
        }
        let figures = self.seats().filter(|seat| self.people[seat.index()].is_figure());
        // Seekers wait outside while the others hide.
        let figures = figures.filter(|seat| {
            self.phase != Phase::Hide || self.people[seat.index()].role == Role::Hider
        });
        view.figures = figures.map(|seat| self.figure_view(seat)).collect();
        view.props = self.all_props();
        view.ripples = self.ripples_view();
        view.effects = self.effects_view();
        view
    }

    /// Things and disguised people, sorted: the one list that there is.
    pub(crate) fn all_props(&self) -> Vec<PropView> {
        let mut props = self.layout.props.clone();
        let people = self.people.iter().filter_map(|person| person.prop());
        props.extend(people.map(|prop| PropView { pos: seen(prop.pos), ..prop }));
        order::by_key(&mut props, PropView::key);
        props
    }

    fn seats_view(&self) -> Vec<SeatView> {
        let shown = self.phase.is_shown();
        let seat = |(person, total): (&super::person::Person, i32)| SeatView {
            role: person.role,
            points: total as i16,
            gained: if shown { self.gained(&person.round) as i16 } else { 0 },
        };
        let totals = self.people.iter().map(|person| self.gained(&person.before));
        self.people.iter().zip(totals).map(seat).collect()
    }

    fn figure_view(&self, seat: Seat) -> FigureView {
        let person = &self.people[seat.index()];
        FigureView {
            seat,
            pos: seen(person.pos),
            heading: person.heading.0,
            role: person.role,
            moving: person.moving,
            stunned: person.stun > 0,
            swing: (u16::from(person.swing) * 17).min(255) as u8,
        }
    }

    fn own_view(&self, seat: Seat) -> OwnView {
        let person = &self.people[seat.index()];
        let prop = person.prop().map(|prop| PropView { pos: seen(prop.pos), ..prop });
        OwnView {
            seat,
            role: person.role,
            pos: seen(person.pos),
            heading: person.heading.0,
            disguise: prop,
            locked: person.locked,
            disguises_left: person.disguises,
            hits_left: self.hits_of(person).saturating_sub(person.hits).max(1),
            decoy: person.decoy,
            health: person.health,
            tag_ms: short_ms(person.cool),
            taunt_ms: short_ms(person.taunt_cool),
            forced_ms: if self.setup.rules.taunt_forced_s == 0 {
                0
            } else {
                short_ms(person.forced)
            },
            stunned_ms: short_ms(person.stun),
            target: self
                .target(seat.index())
                .map(|hit| Target { pos: seen(hit.pos), kind: hit.kind }),
            points: self.gained(&person.round) as i16,
        }
    }

    fn reveal_view(&self, seat: Seat) -> RevealView {
        let person = &self.people[seat.index()];
        let disguise = person.prop().map(|prop| PropView { pos: seen(prop.pos), ..prop });
        let tally = self.tally(&person.round);
        RevealView { seat, disguise, pos: seen(person.pos), tally }
    }

    fn ripples_view(&self) -> Vec<RippleView> {
        let marks = self.marks(|mark| mark.is_ripple());
        marks.map(|(at, ticks)| RippleView { at, age_ms: short_ms(ticks) }).collect()
    }

    fn effects_view(&self) -> Vec<EffectView> {
        let mut effects: Vec<EffectView> = Vec::new();
        for what in [Effect::Wrong, Effect::Hit, Effect::Caught] {
            let marks = self.marks(|mark| mark.effect() == Some(what));
            effects.extend(marks.map(|(at, age)| EffectView { what, at, age_ms: short_ms(age) }));
        }
        order::by_key(&mut effects, |effect| effect.age_ms);
        effects
    }

    /// Where everybody is, for whoever smooths corrections; never to be shown as it is.
    pub fn poses(&self) -> impl Iterator<Item = (Vec2, u16)> {
        self.people.iter().map(|person| (person.pos, person.heading.0))
    }
}

/// The middle of the square that a place is in: all that a taunt tells.
pub(crate) fn square_of(pos: Vec2) -> Vec2 {
    let side = tune::SQUARE.0;
    let middle = |at: Fix| Fix(at.0.div_euclid(side) * side + side / 2);
    Vec2::new(middle(pos.x), middle(pos.y))
}

/// A heading in 16ths.
pub(crate) const fn angle_of(heading: u8) -> Angle {
    Angle((heading as u16) << 12)
}
