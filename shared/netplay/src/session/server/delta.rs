//! A world told against what both sides know of it. One walk writes and reads.

use super::guess::{Guess, Past};
use super::layout::{Layouts, Place};
use super::numbers::{Numbers, expected};
use super::snapshots::Arrived;
use crate::limits::{WORLD_ENTITIES, WORLD_VALUES};
use crate::sim::{EntityState, NetId, WorldState};
use crate::wire::{Chance, DecodeError, RangeCoder};
use alloc::vec::Vec;

/// The worlds that both sides know, the newest first, each with its tick.
pub(super) type Known<'a> = [Option<(u32, &'a WorldState)>; 3];

/// What is likely, beyond the numbers.
struct Chances {
    gathered: Chance,
    gone: Chance,
    more: Chance,
    owned: Chance,
    /// Whether an entity is as guessed, by whether it stood still.
    as_guessed: [Chance; 2],
    numbers: Numbers,
}

/// How a snapshot begins, and with it the moments that it is told against.
pub(super) fn code_head(
    coder: &mut RangeCoder<'_>,
    head: Arrived,
    known: [Option<Arrived>; 3],
) -> Option<(Arrived, [Option<u32>; 3])> {
    let mut numbers = Numbers::new();
    let mut ticks = [None; 3];
    let mut later = head.tick;
    let mut span = 0;
    for (moment, tick) in ticks.iter_mut().enumerate() {
        let told = known[moment].map(|known| known.tick);
        if !coder.bit(&mut Chance::new(0xf000), told.is_some()) {
            break;
        }
        let ago = told.map_or(0, |told| later - told);
        let as_before = moment > 0 && coder.bit(&mut Chance::new(0xa000), ago == span);
        if !as_before {
            span = coder.raw(6, ago);
        }
        later = later.checked_sub(span).filter(|_| span > 0)?;
        *tick = Some(later);
    }
    let waiting = numbers.code(coder, 3, head.waiting.into());
    let waiting = u8::try_from(waiting).ok()?;
    Some((Arrived { waiting, ..head }, ticks))
}

/// The newest input frame that is applied, told against that of the newest known moment.
pub(super) fn code_applied(
    coder: &mut RangeCoder<'_>,
    head: Arrived,
    base: Option<Arrived>,
) -> u32 {
    let Some(base) = base else {
        return coder.raw(32, head.applied);
    };
    let expected = base.applied.wrapping_add(head.tick - base.tick);
    let wrong = head.applied.wrapping_sub(expected) as i32;
    expected.wrapping_add(Numbers::new().code(coder, 0, wrong) as u32)
}

/// Tells the world of `tick`, or reads it. When it is written, `wanted` is the world; when it is
/// read, the world is returned.
pub(super) fn code(
    coder: &mut RangeCoder<'_>,
    layouts: &Layouts,
    tick: u32,
    known: Known<'_>,
    wanted: Option<&WorldState>,
) -> Result<WorldState, DecodeError> {
    let mut walk = Walk {
        coder,
        layouts,
        tick,
        known,
        chances: Chances {
            gathered: Chance::new(0x0300),
            gone: Chance::new(0x1000),
            more: Chance::EVEN,
            owned: Chance::EVEN,
            as_guessed: [Chance::new(0x1000), Chance::new(0xf000)],
            numbers: Numbers::new(),
        },
        values: Vec::new(),
        lately: [None; LATELY],
        count: 0,
    };
    walk.world(wanted)
}

/// Places whose last surprises are remembered; those beyond share.
const LATELY: usize = 256;

struct Walk<'c, 'b, 'a> {
    coder: &'c mut RangeCoder<'b>,
    layouts: &'a Layouts,
    tick: u32,
    known: Known<'a>,
    chances: Chances,
    /// The values of the entity that is told.
    values: Vec<i32>,
    /// How many bits the guesses for this place of the kind were wrong by lately, in quarters.
    lately: [Option<u32>; LATELY],
    /// How many values were told.
    count: usize,
}

impl<'a> Walk<'_, '_, 'a> {
    fn world(&mut self, wanted: Option<&WorldState>) -> Result<WorldState, DecodeError> {
        let mut read = WorldState::default();
        let base = self.known[0].map_or(&[][..], |(_, world)| &world.entities);
        let stays = |entity: &&EntityState| {
            wanted.and_then(|wanted| wanted.get(entity.id)).filter(|it| is_same(it, entity))
        };
        let staying = base.iter().filter(|entity| stays(entity).is_some()).count();
        let wanted_count = wanted.map_or(0, |wanted| wanted.entities.len());
        let changed = staying != base.len() || wanted_count != staying;
        let changed = self.coder.bit(&mut self.chances.gathered, changed);
        for entity in base {
            let told = stays(&entity);
            if changed && self.coder.bit(&mut self.chances.gone, told.is_none()) {
                continue;
            }
            self.entity(entity.kind, self.past_of(entity), told)?;
            self.put(&mut read, entity.id, entity.kind, entity.owner);
        }
        if changed {
            let is_new = |it: &&EntityState| {
                let earlier = self.known[0].and_then(|(_, world)| world.get(it.id));
                !earlier.is_some_and(|earlier| is_same(it, earlier))
            };
            let newcomers: Vec<_> =
                wanted.iter().flat_map(|wanted| &wanted.entities).filter(is_new).collect();
            self.newcomers(&newcomers, &mut read)?;
        }
        Ok(read)
    }

    fn newcomers(
        &mut self,
        newcomers: &[&EntityState],
        read: &mut WorldState,
    ) -> Result<(), DecodeError> {
        let mut newcomers = newcomers.iter();
        let mut last = 0_u32;
        loop {
            let next = newcomers.next().copied();
            if !self.coder.bit(&mut self.chances.more, next.is_some()) {
                return Ok(());
            }
            if read.entities.len() >= WORLD_ENTITIES {
                return Err(DecodeError::TooLong("Snapshot.entities"));
            }
            let gap = next.map_or(0, |it| it.id.0.wrapping_sub(last) as i32);
            last = last.wrapping_add(self.chances.numbers.code(self.coder, 4, gap) as u32);
            let kind = self.coder.raw(6, next.map_or(0, |it| it.kind.into())) as u8;
            let owner = next.and_then(|it| it.owner);
            let owner = self
                .coder
                .bit(&mut self.chances.owned, owner.is_some())
                .then(|| self.coder.raw(8, owner.unwrap_or(0).into()) as u8);
            let past = Past { spans: [1; 3], values: [None; 3], steps: self.layouts.steps() };
            self.entity(kind, past, next)?;
            self.put(read, NetId(last), kind, owner);
        }
    }

    /// What is known of an entity of the newest known world.
    fn past_of(&self, entity: &'a EntityState) -> Past<'a> {
        let mut past = Past { spans: [1; 3], values: [None; 3], steps: self.layouts.steps() };
        let mut later = self.tick;
        for (moment, known) in self.known.into_iter().enumerate() {
            let Some((tick, world)) = known else { break };
            let found = if moment == 0 { Some(entity) } else { world.get(entity.id) };
            let Some(found) = found.filter(|found| is_same(found, entity)) else { break };
            past.spans[moment] = i64::from(later.saturating_sub(tick).max(1));
            past.values[moment] = Some(&found.values);
            later = tick;
        }
        past
    }

    fn entity(
        &mut self,
        kind: u8,
        past: Past<'_>,
        told: Option<&EntityState>,
    ) -> Result<(), DecodeError> {
        let layout = self.layouts.of(kind).ok_or(DecodeError::BadValue("Entity.kind"))?;
        self.count += layout.len();
        if self.count > WORLD_VALUES {
            return Err(DecodeError::TooLong("Snapshot.values"));
        }
        if self.coder.is_past_end() {
            return Err(DecodeError::Truncated("Snapshot"));
        }
        self.values.clear();
        self.values.resize(layout.len(), 0);
        let told = told.map_or(&[][..], |told| &told.values);
        if past.values[0].is_some() && self.is_as_guessed(layout, &past, told) {
            return Ok(());
        }
        for place in in_order(layout, &past) {
            let guess = self.guess(place, &past);
            let told = told.get(place.at).copied().unwrap_or(0);
            let wrong = told.wrapping_sub(guess.value);
            let lately = &mut self.lately[(usize::from(kind) * 37 + place.at) % LATELY];
            let expected = expected(guess.doubt, lately.unwrap_or(2));
            let wrong = self.chances.numbers.code(self.coder, expected, wrong);
            let before = lately.unwrap_or(2);
            *lately =
                Some(before - before / 4 + (u32::BITS - wrong.unsigned_abs().leading_zeros()));
            if let Some(value) = self.values.get_mut(place.at) {
                *value = guess.value.wrapping_add(wrong);
            }
        }
        Ok(())
    }

    /// Whether every value of the entity is what was guessed: one bit for all of it.
    fn is_as_guessed(&mut self, layout: &[Place], past: &Past<'_>, told: &[i32]) -> bool {
        let stood = past.values[0] == past.values[1];
        let mut right = true;
        for place in in_order(layout, past) {
            let guess = self.guess(place, past);
            right &= told.get(place.at) == Some(&guess.value);
            if let Some(value) = self.values.get_mut(place.at) {
                *value = guess.value;
            }
        }
        let chance = &mut self.chances.as_guessed[usize::from(stood)];
        self.coder.bit(chance, right)
    }

    fn guess(&self, place: &Place, past: &Past<'_>) -> Guess {
        past.guess(place, &self.values)
    }

    fn put(&mut self, read: &mut WorldState, id: NetId, kind: u8, owner: Option<u8>) {
        if self.coder.is_reader() {
            let entity = EntityState { id, kind, owner, values: self.values.clone() };
            let place = read.entities.partition_point(|other| other.id < id);
            read.entities.insert(place, entity);
        }
    }
}

/// The places as they are told: of a quaternion's four the largest comes last.
fn in_order<'l>(layout: &'l [Place], past: &Past<'_>) -> impl Iterator<Item = &'l Place> {
    let mut last = 0;
    layout.iter().enumerate().filter_map(move |(index, place)| {
        let Some(corner) = place.corner else { return Some(place) };
        if corner == 0 {
            last = past.last_corner(place);
        }
        let told = if corner == 3 { last } else { corner + u8::from(corner >= last) };
        layout.get(index - usize::from(corner) + usize::from(told))
    })
}

fn is_same(one: &EntityState, other: &EntityState) -> bool {
    one.kind == other.kind && one.owner == other.owner
}
