//! What the buttons do: tagging, disguises, locking, turning, taunts and the squeaker.

use super::arena::{Standing, shuffle, snapped};
use super::event::{HuntEvent, OwnEvent};
use super::hunt::Hunt;
use super::pad::{self, Controls};
use super::person::{Mark, NO_KIND, Phase, Role, SWING_TICKS};
use super::tune;
use super::view::{Effect, angle_of, seen, square_of};
use crate::fix::{Fix, Vec2};
use alloc::vec::Vec;
use netplay::ids::Seat;
use netplay::limits::TICK_HZ;

/// The stream of a round that draws whose taunt is forced when.
const TAUNT_STREAM: u64 = 3000;

/// A tag on its way: of whom, to what place, and who is there.
struct Tag {
    seat: usize,
    at: Option<Vec2>,
    hider: Option<usize>,
}

/// What is in somebody's reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct InReach {
    pub(super) pos: Vec2,
    /// None for a person that looks like one.
    pub(super) kind: Option<u8>,
    heading: u8,
    /// How far from one's body, in 65536ths of a metre.
    gap: Fix,
}

impl Hunt {
    /// Everybody's tick. Steps are taken all at once, then the hiders do what they do, then the
    /// seekers tag what was in their reach before that: no seat comes first.
    pub(super) fn act(&mut self, controls: &[Controls]) {
        let new: Vec<u16> =
            (0..).zip(controls).map(|(seat, wish)| self.pressed(seat, wish)).collect();
        let steps: Vec<Vec2> =
            (0..).zip(controls).map(|(seat, wish)| self.step(seat, wish)).collect();
        for (seat, (to, wish)) in steps.into_iter().zip(controls).enumerate() {
            self.people[seat].go(to, wish.walk);
        }
        let acts = |seat: &usize| new[*seat] & pad::ACT != 0;
        let targets: Vec<(usize, Option<InReach>)> =
            (0..new.len()).filter(acts).map(|seat| (seat, self.target(seat))).collect();
        let tags: Vec<Tag> = targets
            .iter()
            .filter(|(seat, _)| self.people[*seat].role == Role::Seeker)
            .map(|(seat, target)| self.aim(*seat, *target))
            .collect();
        for (seat, target) in targets {
            if self.people[seat].role == Role::Hider {
                self.disguise(seat, target);
            }
        }
        for (seat, wish) in controls.iter().enumerate() {
            if self.people[seat].role == Role::Hider {
                self.hide(seat, wish.held, new[seat]);
            }
        }
        // All tags of a tick hit before any of them catches: who tags in the catching tick catches.
        for hider in tags.iter().filter_map(|tag| tag.hider) {
            self.people[hider].hits += 1;
        }
        for tag in tags {
            self.tag(tag);
        }
    }

    /// Whether somebody can do anything now.
    pub(super) fn plays(&self, seat: usize) -> bool {
        let person = &self.people[seat];
        person.stun == 0
            && match person.role {
                Role::Hider => matches!(self.phase, Phase::Hide | Phase::Seek),
                Role::Seeker => self.phase == Phase::Seek,
                Role::Out => false,
            }
    }

    /// Runs somebody's clocks, and says which buttons have just gone down and count.
    fn pressed(&mut self, seat: usize, wish: &Controls) -> u16 {
        let person = &mut self.people[seat];
        let new = wish.held & !person.held;
        person.held = wish.held;
        for clock in [&mut person.cool, &mut person.taunt_cool, &mut person.stun] {
            *clock = clock.saturating_sub(1);
        }
        for clock in [&mut person.swing, &mut person.turning] {
            *clock = clock.saturating_sub(1);
        }
        let ready = person.role != Role::Seeker || person.cool == 0;
        if self.plays(seat) && ready { new } else { 0 }
    }

    fn hide(&mut self, seat: usize, held: u16, new: u16) {
        if !self.plays(seat) {
            return;
        }
        self.rotate(seat, held, new);
        if new & pad::LOCK != 0 {
            self.lock(seat);
        }
        if self.phase == Phase::Seek {
            if new & pad::TAUNT != 0 && self.people[seat].taunt_cool == 0 {
                self.taunt(seat);
            }
            if new & pad::DECOY != 0 && self.people[seat].decoy {
                self.squeak(seat);
            }
        }
    }

    fn own(&mut self, seat: usize, what: OwnEvent) {
        self.events.push(HuntEvent::Own { seat: Seat(seat as u16), what });
    }

    /// What the act button would do.
    pub(super) fn target(&self, seat: usize) -> Option<InReach> {
        let person = &self.people[seat];
        match (self.phase, person.role) {
            (Phase::Seek, Role::Seeker) => self.tagged(seat),
            (Phase::Hide | Phase::Seek, Role::Hider) if person.disguises > 0 => self.model(seat),
            _ => None,
        }
    }

    /// The prop that a hider would become: the nearest in reach, a thing or somebody.
    fn model(&self, seat: usize) -> Option<InReach> {
        let from = self.people[seat].pos;
        let things = self.standing(seat).map(|thing| InReach::thing(thing, from));
        nearest(things.filter(|thing| thing.gap <= tune::DISGUISE_REACH))
    }

    /// What a tag would hit: the nearest thing or hider ahead. Things and disguised hiders are
    /// measured alike; of two at the same place that look the same, nobody can tell which it is.
    fn tagged(&self, seat: usize) -> Option<InReach> {
        let person = &self.people[seat];
        let things = self.standing(seat).map(|thing| InReach::thing(thing, person.pos));
        let figures =
            self.people.iter().filter(|other| other.role == Role::Hider && other.kind == NO_KIND);
        let figures = figures.map(|other| InReach::figure(other.pos, person.pos));
        nearest(things.chain(figures).filter(|thing| {
            let way = thing.pos - person.pos;
            let beside = person.heading.to(way.angle()).abs();
            // What one stands within is in front whichever way one looks.
            thing.gap <= tune::TAG_REACH && (beside <= tune::TAG_ANGLE || thing.gap < Fix::ZERO)
        }))
    }

    /// Who it is that a tag would hit, if it is anybody.
    fn aim(&self, seat: usize, target: Option<InReach>) -> Tag {
        let hider = target.and_then(|target| {
            self.people.iter().position(|other| {
                let looks = other.prop().map_or((None, 0), |prop| (Some(prop.kind), prop.heading));
                other.role == Role::Hider
                    && other.pos == target.pos
                    && looks == (target.kind, target.heading)
            })
        });
        Tag { seat, at: target.map(|target| seen(target.pos)), hider }
    }

    fn tag(&mut self, Tag { seat, at, hider }: Tag) {
        let person = &mut self.people[seat];
        (person.cool, person.swing) = (tune::TAG_TICKS, SWING_TICKS);
        let me = Seat(seat as u16);
        self.events.push(HuntEvent::Swing(me));
        let Some(at) = at else { return };
        let Some(hider) = hider else {
            self.guess_wrong(seat, at);
            return;
        };
        let hits = self.hits_of(&self.people[hider]);
        let is_caught = self.people[hider].role != Role::Hider;
        if is_caught || self.people[hider].hits >= hits {
            self.catch(seat, hider, at);
        } else {
            self.mark(Mark::of_effect(Effect::Hit), at);
            self.events.push(HuntEvent::Hit { seat: me, at });
            self.own(hider, OwnEvent::WasHit);
        }
    }

    fn guess_wrong(&mut self, seat: usize, at: Vec2) {
        let penalty = self.setup.rules.penalty;
        let person = &mut self.people[seat];
        person.cool = tune::WRONG_TICKS;
        person.round.wrong = person.round.wrong.saturating_add(1);
        person.health = person.health.saturating_sub(penalty);
        let is_out = person.health == 0;
        if is_out {
            (person.health, person.stun) = (tune::HEALTH_AFTER_STUN, tune::STUN_TICKS);
        }
        let seat = Seat(seat as u16);
        self.mark(Mark::of_effect(Effect::Wrong), at);
        self.events.push(HuntEvent::Wrong { seat, at });
        if is_out {
            self.events.push(HuntEvent::Stunned(seat));
        }
    }

    fn catch(&mut self, seat: usize, hider: usize, at: Vec2) {
        self.people[seat].round.catches += 1;
        self.mark(Mark::of_effect(Effect::Caught), at);
        let caught = &mut self.people[hider];
        (caught.kind, caught.locked, caught.moving) = (NO_KIND, false, false);
        (caught.hits, caught.decoy, caught.forced) = (0, false, 0);
        if self.setup.rules.infection {
            (caught.role, caught.stun) = (Role::Seeker, tune::CAUGHT_TICKS);
        } else {
            caught.role = Role::Out;
        }
        let (seat, hider) = (Seat(seat as u16), Seat(hider as u16));
        self.events.push(HuntEvent::Caught { seat, hider, at });
    }

    fn disguise(&mut self, seat: usize, model: Option<InReach>) {
        let model = model.filter(|_| !self.people[seat].locked);
        let Some((kind, heading)) = model.and_then(|model| Some((model.kind?, model.heading)))
        else {
            self.own(seat, OwnEvent::NoDisguise);
            return;
        };
        let hits = self.arena.props.props[usize::from(kind)].hits;
        let person = &mut self.people[seat];
        (person.kind, person.turned) = (kind, heading);
        person.disguises -= 1;
        // Who was hit as something large is as good as hit as something small: one tag is left.
        person.hits = person.hits.min(hits - 1);
        self.own(seat, OwnEvent::Disguised);
    }

    fn rotate(&mut self, seat: usize, held: u16, new: u16) {
        let person = &mut self.people[seat];
        let way = match held & (pad::ROTATE | pad::ROTATE_BACK) {
            pad::ROTATE => 1,
            pad::ROTATE_BACK => 15,
            _ => return,
        };
        let pressed = new & (pad::ROTATE | pad::ROTATE_BACK) != 0;
        if person.kind == NO_KIND || person.locked || (!pressed && person.turning > 0) {
            return;
        }
        person.turned = (person.turned + way) % 16;
        person.turning = tune::ROTATE_TICKS;
        self.own(seat, OwnEvent::Rotated);
    }

    fn lock(&mut self, seat: usize) {
        let person = &self.people[seat];
        if person.kind == NO_KIND {
            return;
        }
        if person.locked {
            self.people[seat].locked = false;
            self.own(seat, OwnEvent::Unlocked);
            return;
        }
        let Some(place) = self.lock_place(seat) else {
            self.own(seat, OwnEvent::NoRoom);
            return;
        };
        let person = &mut self.people[seat];
        (person.pos, person.locked, person.moving) = (place, true, false);
        self.own(seat, OwnEvent::Locked);
    }

    /// The nearest place of the grid of all props where this one would have room, if there is one
    /// close by.
    fn lock_place(&self, seat: usize) -> Option<Vec2> {
        let from = self.people[seat].pos;
        let radius = self.stand(self.people[seat].prop()?).radius;
        let middle = snapped(from);
        let (mut best, mut found) = (i64::MAX, None);
        for y in -tune::LOCK_STEPS..=tune::LOCK_STEPS {
            for x in -tune::LOCK_STEPS..=tune::LOCK_STEPS {
                let place = middle + Vec2::new(Fix(x * tune::GRID), Fix(y * tune::GRID));
                let far = (place - from).square();
                if far < best && self.has_room(seat, place, radius) {
                    (best, found) = (far, Some(place));
                }
            }
        }
        found
    }

    /// Whether a prop would stand there as things do: clear of walls and of other things. Of other
    /// hiders too: nobody learns more from that than from bumping into them.
    pub(super) fn has_room(&self, seat: usize, place: Vec2, radius: Fix) -> bool {
        // Locked, a hider is still as wide as a person, and must get out again.
        self.arena.is_free(place, radius.max(tune::BODY), self.setup.seats)
            && self
                .standing(seat)
                .all(|other| (other.prop.pos - place).length() >= other.radius + radius)
    }

    fn ripple(&mut self, at: Vec2) {
        self.mark(Mark::RIPPLE, at);
        self.events.push(HuntEvent::Taunt { at });
    }

    fn taunt(&mut self, seat: usize) {
        let pos = self.people[seat].pos;
        let (far, near) = tune::BRAVE_POINTS;
        let points = if self.is_sought(pos, tune::BRAVE_NEAR) { near } else { far };
        let (cooldown, forced) = (self.setup.rules.taunt_cooldown_s, self.forced_ticks());
        let person = &mut self.people[seat];
        person.round.brave = person.round.brave.saturating_add(points);
        person.taunt_cool = u16::from(cooldown) * TICK_HZ as u16;
        person.forced = forced;
        self.ripple(square_of(pos));
        self.own(seat, OwnEvent::Taunted);
    }

    /// A taunt from where nobody is: ahead, within the arena.
    fn squeak(&mut self, seat: usize) {
        let person = &mut self.people[seat];
        person.decoy = false;
        let heading = if person.kind == NO_KIND { person.heading } else { angle_of(person.turned) };
        let to = person.pos + heading.unit() * tune::DECOY_FAR;
        let most = self.arena.size;
        let within = |at: Fix, most: Fix| at.clamp(Fix::ZERO, most - Fix(1));
        let to = Vec2::new(within(to.x, most.x), within(to.y, most.y));
        self.ripple(square_of(to));
        self.own(seat, OwnEvent::Decoy);
    }

    /// Ticks between two forced taunts.
    pub(super) fn period(&self) -> u32 {
        self.forced_ticks().into()
    }

    /// Ticks until a hider taunts by itself: half of it in the last stretch.
    fn forced_ticks(&self) -> u16 {
        let ticks = u16::from(self.setup.rules.taunt_forced_s) * TICK_HZ as u16;
        if self.is_last_stretch() { ticks / 2 } else { ticks }
    }

    /// As the seekers set out: the hiders do not taunt all at once, and none at once.
    pub(super) fn set_forced_taunts(&mut self) {
        let period = self.forced_ticks();
        // Whose turn is when follows from nothing that a seeker knows: not from the seats.
        let mut turns: [u16; 8] = core::array::from_fn(|turn| turn as u16);
        shuffle(&mut turns, &mut self.chance(TAUNT_STREAM));
        let hiders = self.people.iter_mut().filter(|person| person.role == Role::Hider);
        for (turn, hider) in turns.into_iter().zip(hiders) {
            hider.forced = period / 2 + period / 2 * turn / 7;
        }
    }

    /// Time passes for those who hide.
    pub(super) fn run_taunts(&mut self) {
        if self.left() == tune::LAST_STRETCH_S * TICK_HZ {
            self.events.push(HuntEvent::LastStretch);
        }
        let period = self.forced_ticks();
        let half = self.lasts(Phase::Seek) / 2;
        let pulse = self.left() == tune::LAST_STRETCH_S * TICK_HZ || self.left() == half;
        let pulse = self.setup.rules.reveal_pulse && pulse;
        if pulse {
            self.events.push(HuntEvent::Pulse);
        }
        for seat in 0..self.people.len() {
            let person = &mut self.people[seat];
            if person.role != Role::Hider {
                continue;
            }
            person.round.survived = person.round.survived.saturating_add(1);
            person.forced = person.forced.min(period).saturating_sub(1);
            let is_due = period > 0 && person.forced == 0;
            let square = square_of(person.pos);
            if is_due {
                person.forced = period;
                self.own(seat, OwnEvent::ForcedTaunt);
            }
            if is_due || pulse {
                self.ripple(square);
            }
        }
    }
}

impl InReach {
    fn thing(thing: Standing, from: Vec2) -> Self {
        let prop = thing.prop;
        let gap = (prop.pos - from).length() - thing.radius - tune::BODY;
        Self { pos: prop.pos, kind: Some(prop.kind), heading: prop.heading, gap }
    }

    fn figure(pos: Vec2, from: Vec2) -> Self {
        let gap = (pos - from).length() - tune::BODY - tune::BODY;
        Self { pos, kind: None, heading: 0, gap }
    }
}

/// The nearest; of equally near ones the first as a view sorts them.
fn nearest(things: impl Iterator<Item = InReach>) -> Option<InReach> {
    things.min_by_key(|thing| (thing.gap, thing.pos.y, thing.pos.x, thing.kind, thing.heading))
}
