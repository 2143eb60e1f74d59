//! How people move: circles along walls and around what stands about.
//!
//! Decided once for all that stands: **a prop stops whoever walks into it, and never pushes.** Map
//! props and disguised hiders are the same circle, so that nobody is found by bumping. A hider that
//! walks into somebody as a prop moves nobody; whoever stands within a prop walks out of it
//! freely, and no deeper in. People that look like people do not stop each other, and whoever is
//! disguised is itself as wide as a person while it walks, so that a large disguise is no cage.

use super::arena::Standing;
use super::hunt::Hunt;
use super::pad::Controls;
use super::person::{Person, Role};
use super::tune;
use super::view::PropView;
use crate::fix::{Fix, Vec2};
use netplay::limits::TICK_HZ;

impl Hunt {
    /// Everything that stands about for `seat`, things and disguised people, but not itself.
    pub(super) fn standing(&self, seat: usize) -> impl Iterator<Item = Standing> {
        let people = self.people.iter().enumerate().filter(move |(other, _)| *other != seat);
        let people = people.filter_map(|(_, person)| person.prop());
        self.layout.props.iter().copied().chain(people).map(|prop| self.stand(prop))
    }

    pub(super) fn stand(&self, prop: PropView) -> Standing {
        Standing { prop, radius: self.arena.props.props[usize::from(prop.kind)].radius }
    }

    /// How many tags catch somebody as it is.
    pub(super) fn hits_of(&self, person: &Person) -> u8 {
        person.prop().map_or(1, |prop| self.arena.props.props[usize::from(prop.kind)].hits)
    }

    /// Where somebody's next step leads.
    pub(super) fn step(&self, seat: usize, wish: &Controls) -> Vec2 {
        let person = &self.people[seat];
        let Some(heading) = wish.walk.filter(|_| self.plays(seat) && !person.locked) else {
            return person.pos;
        };
        let speed = match person.prop() {
            Some(_) => tune::WALK_AS_PROP[usize::from(self.hits_of(person) - 1)],
            None => tune::WALK,
        };
        let ticks = TICK_HZ as i32 * if wish.slow { 2 } else { 1 };
        self.stepped(seat, heading.unit() * speed.scale(1, ticks))
    }

    /// Where a step leads: along what is in the way.
    fn stepped(&self, seat: usize, step: Vec2) -> Vec2 {
        let (from, seats) = (self.people[seat].pos, self.setup.seats);
        let mut to = self.arena.pushed(from + step, tune::BODY, seats);
        for Standing { prop, radius } in self.standing(seat) {
            let reach = radius + tune::BODY;
            let away = to - prop.pos;
            if away.x.abs() >= reach || away.y.abs() >= reach || away.length() >= reach {
                continue;
            }
            // A hair's breadth within is without: what is cut off must not add up to a way in.
            let before = (from - prop.pos).length();
            let before = if before > reach - Fix(64) { reach } else { before };
            let distance = away.length();
            if distance < before {
                // In the very middle of it there is no way out but back.
                let out = away.unit().map_or(from, |unit| prop.pos + unit * before);
                to = out;
            }
        }
        // What stands about must not push anybody into a wall.
        self.arena.pushed(to, tune::BODY, seats)
    }

    /// Whether there is a seeker within `reach` of a place.
    pub(super) fn is_sought(&self, pos: Vec2, reach: Fix) -> bool {
        let seekers = self.people.iter().filter(|person| person.role == Role::Seeker);
        let reach = i64::from(reach.0).pow(2);
        seekers.into_iter().any(|seeker| (seeker.pos - pos).square() < reach)
    }
}
