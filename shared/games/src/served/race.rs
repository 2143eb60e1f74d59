//! A race as a replicated world.

use super::input::{inputs, pad_of_input};
use super::quanta::{About, MOVED, MOVED_65536, Served, Values, at, components};
use super::told::told_of_event;
use super::{NETWORK_HZ, RACE_TICKS};
use crate::racing::bot::{self, Driver};
use crate::racing::pad::Controls;
use crate::racing::{CAP_MOST_SECONDS, Moment, Placing, Race, RaceEvent, RaceSetup, Track, tune};
use crate::{SetupError, simulation_digest};
use alloc::sync::Arc;
use alloc::vec::Vec;
use netplay::hash::StateHasher;
use netplay::ids::{PadWord, StateHash};
use netplay::limits::TICK_HZ;
use netplay::sim::{
    BadState, EntityKind, EntityState, GameEvent, InputFrame, NetId, Replicated, Schema, View,
    WorldState,
};

/// The race itself among the entities; the cars follow, in the order of their slots.
pub(super) const CLOCK: NetId = NetId(0);
/// The kinds of entities.
const CLOCK_KIND: u8 = 0;
const CAR_KIND: u8 = 1;
/// Ticks of the race after its end in which the results stand, before the server goes on.
const OVER_SHOWN: u32 = 12 * TICK_HZ;
/// Events that wait to be told: nobody asks a client's world for them.
const EVENTS_KEPT: usize = 256;
/// Ticks back that are no correction but another race.
const ANOTHER_RACE: u32 = 5 * TICK_HZ;
/// Later moments could not be told in a field of 31 bits; the longest race is over by then.
const TICKS_MOST: u32 = i32::MAX as u32 >> 14;
const _: () = assert!(TICKS_MOST > (CAP_MOST_SECONDS as u32 + 120) * TICK_HZ);

/// What a slot does that no person drives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Empty {
    /// A bot drives its car.
    #[default]
    Driven,
    /// Its car stands aside, nobody touches it and nobody waits for it.
    Parked,
}

/// A race that a server decides, or a client's idea of it.
#[derive(Clone, Debug)]
pub struct ServedRace {
    schema: Arc<Schema>,
    empty: Empty,
    pub(super) race: Race,
    /// Beside the race's own cars: what their drivers hold, and who stands aside.
    pub(super) pads: Vec<PadWord>,
    pub(super) parked: Vec<bool>,
    /// The cars as they travel, after the last network tick.
    values: Vec<Values>,
    /// The tick after which the race was over; 0 before.
    over_at: u32,
    /// What happened in ticks that were never ticked before.
    events: Vec<RaceEvent>,
    heard: u32,
}

impl ServedRace {
    /// A race on the grid.
    ///
    /// # Errors
    /// When the setup is not a race.
    pub fn new(setup: RaceSetup, track: Arc<Track>, empty: Empty) -> Result<Self, SetupError> {
        let race = Race::new(setup, track)?;
        let count = race.cars.len();
        let mut served = Self {
            schema: Arc::new(schema()),
            empty,
            race,
            pads: Vec::new(),
            parked: Vec::new(),
            values: Vec::new(),
            over_at: 0,
            events: Vec::new(),
            heard: 0,
        };
        served.pads.resize(count, PadWord(0));
        served.parked.resize(count, false);
        served.values.resize(count, [0; at::COUNT]);
        served.line_up();
        Ok(served)
    }

    /// The race as the rules know it, for drawing.
    #[must_use]
    pub const fn race(&self) -> &Race {
        &self.race
    }

    /// The car of a slot among the entities.
    #[must_use]
    pub const fn car(slot: usize) -> NetId {
        NetId(slot as u32 + 1)
    }

    /// The results, once the race is over; whoever stood aside has none.
    #[must_use]
    pub fn results(&self) -> Option<Vec<Placing>> {
        let mut rows = self.race.results()?;
        rows.retain(|row| self.parked.get(row.seat.index()) != Some(&true));
        Some(rows)
    }

    /// What happened in the race since the last time, each tick once however often a correction
    /// had it simulated again. For sounds and sparks of one's own car; those of the others are
    /// told by the server.
    pub fn take_heard(&mut self) -> Vec<RaceEvent> {
        core::mem::take(&mut self.events)
    }

    /// Everybody in their places, before anybody has come.
    fn line_up(&mut self) {
        for slot in 0..self.race.cars.len() {
            self.pads[slot] = PadWord(0);
            self.parked[slot] = false;
            self.leave(slot);
        }
        self.over_at = 0;
        self.events.clear();
        self.heard = 0;
        self.round();
    }

    fn leave(&mut self, slot: usize) {
        let car = &mut self.race.cars[slot];
        car.ai = true;
        self.pads[slot] = PadWord(0);
        if self.empty == Empty::Parked && !car.is_done() {
            car.retired_at = car.progress(&self.race.track);
            car.retired = true;
            self.parked[slot] = true;
        }
    }

    pub(super) fn about(&self, slot: usize) -> About<'_> {
        About {
            slot: slot as u16,
            track: &self.race.track,
            laps: self.race.setup.rules.laps,
            tick: self.race.tick,
            over: self.race.over,
        }
    }

    /// Rounds the state to what travels: from here on that is the state.
    fn round(&mut self) {
        for slot in 0..self.race.cars.len() {
            let car = self.race.cars[slot].clone();
            let served = Served { car, pad: self.pads[slot], parked: self.parked[slot] };
            let values = served.values(self.about(slot));
            let rounded = Served::read(&values, self.about(slot));
            debug_assert!(rounded.is_some(), "no race comes to {served:?}, told as {values:?}");
            self.values[slot] = values;
            if let Some(rounded) = rounded {
                self.put(slot, rounded);
            }
        }
        self.settle_winner();
    }

    /// The first who is home is in no need of being told.
    pub(super) fn settle_winner(&mut self) {
        let home = self.race.cars.iter().map(|car| car.finish).filter(|finish| *finish != 0);
        self.race.winner = home.min().unwrap_or(0);
    }

    pub(super) const fn clock(&self) -> (u32, u32) {
        (self.race.tick, self.over_at)
    }

    pub(super) fn set_clock(&mut self, tick: u32, over_at: u32) {
        self.race.tick = tick;
        self.race.over = over_at != 0;
        self.over_at = over_at;
    }

    pub(super) fn put(&mut self, slot: usize, served: Served) {
        let laps = core::mem::take(&mut self.race.cars[slot].laps);
        let car = &mut self.race.cars[slot];
        *car = served.car;
        // The list of the laps does not travel: each is noted as it comes.
        car.laps = laps;
        car.laps.note(car.lap.saturating_sub(1), Moment(car.last_lap).millis());
        self.pads[slot] = served.pad;
        self.parked[slot] = served.parked;
    }

    fn step(&mut self) {
        let before = self.race.cars.clone();
        let (tick, skill) = (self.race.tick, self.race.setup.rules.skill);
        let track = &self.race.track;
        let mut controls = Vec::with_capacity(before.len());
        for (slot, car) in self.race.cars.iter_mut().enumerate() {
            controls.push(if self.parked[slot] {
                Controls::default()
            } else if car.ai {
                let own = bot::drive(&mut car.driver, &before, slot, tick, skill, track);
                self.pads[slot] = own.word();
                own
            } else if car.is_done() {
                let mut steady = Driver::steady();
                bot::drive(&mut steady, &before, slot, tick, skill, track)
            } else {
                Controls::read(self.pads[slot])
            });
        }
        self.race.step(&controls, &before);
        if self.race.over && self.over_at == 0 {
            self.over_at = self.race.tick;
        }
        if self.race.tick > self.heard {
            self.heard = self.race.tick;
            let room = EVENTS_KEPT - self.events.len();
            self.events.extend(self.race.events().iter().take(room));
        }
    }
}

fn schema() -> Schema {
    let mut car = EntityKind::new("Car", [0, 1, 2]);
    for (of, by) in MOVED {
        car = car.with_rate(of as u8, by as u8, MOVED_65536);
    }
    Schema {
        tick_hz: NETWORK_HZ,
        steps_per_tick: RACE_TICKS,
        components: components().into(),
        kinds: [EntityKind::new("Race", [3]), car].into(),
        inputs: inputs(),
    }
}

impl Replicated for ServedRace {
    fn schema(&self) -> &Schema {
        &self.schema
    }

    fn slots(&self) -> usize {
        self.race.cars.len()
    }

    fn entity_of_slot(&self, slot: usize) -> Option<NetId> {
        (slot < self.slots()).then(|| Self::car(slot))
    }

    fn read(&self, out: &mut WorldState) {
        out.entities.resize_with(1 + self.values.len(), EntityState::default);
        let mut put = |index: usize, kind: u8, owner: Option<u8>, values: &[i32]| {
            let entity = &mut out.entities[index];
            (entity.id, entity.kind, entity.owner) = (NetId(index as u32), kind, owner);
            entity.values.clear();
            entity.values.extend_from_slice(values);
        };
        put(0, CLOCK_KIND, None, &[self.race.tick as i32, self.over_at as i32]);
        for (slot, values) in self.values.iter().enumerate() {
            put(slot + 1, CAR_KIND, Some(slot as u8), values);
        }
    }

    fn write(&mut self, state: &WorldState) -> Result<(), BadState> {
        let [clock, cars @ ..] = state.entities.as_slice() else { return Err(BadState) };
        let &[tick, over_at] = clock.values.as_slice() else { return Err(BadState) };
        let number = |value: i32| u32::try_from(value).map_err(|_| BadState);
        let (tick, over_at) = (number(tick)?, number(over_at)?);
        let whole = clock.id == CLOCK && clock.kind == CLOCK_KIND && cars.len() == self.slots();
        if !whole || over_at > tick || tick > TICKS_MOST {
            return Err(BadState);
        }
        let mut served = Vec::with_capacity(cars.len());
        for (slot, car) in cars.iter().enumerate() {
            let values: &Values = car.values.as_slice().try_into().map_err(|_| BadState)?;
            let in_place = car.id == Self::car(slot) && car.kind == CAR_KIND;
            if !in_place || car.owner != Some(slot as u8) {
                return Err(BadState);
            }
            let about = About { tick, over: over_at != 0, ..self.about(slot) };
            served.push((Served::read(values, about).ok_or(BadState)?, *values));
        }
        for (slot, (served, values)) in served.into_iter().enumerate() {
            self.put(slot, served);
            self.values[slot] = values;
        }
        self.set_clock(tick, over_at);
        self.settle_winner();
        if tick.saturating_add(ANOTHER_RACE) < self.heard {
            self.heard = tick;
        }
        Ok(())
    }

    fn tick(&mut self, inputs: &[Option<InputFrame>]) {
        for (pad, input) in self.pads.iter_mut().zip(inputs) {
            if let Some(input) = input {
                *pad = pad_of_input(input);
            }
        }
        for _ in 0..RACE_TICKS {
            self.step();
        }
        self.round();
    }

    fn reset(&mut self) {
        // What made one race makes another.
        if let Ok(race) = Race::new(self.race.setup, Arc::clone(&self.race.track)) {
            self.race = race;
        }
        self.line_up();
    }

    fn identity(&self) -> StateHash {
        let mut hasher = StateHasher::new();
        hasher.u64(simulation_digest().0).u64(self.slots() as u64);
        for byte in self.race.setup.rules.encode() {
            hasher.u8(byte);
        }
        // The track is that of the sources, unless somebody made another.
        hasher.i32(self.race.track.length.0);
        for sample in &self.race.track.samples {
            hasher.i32(sample.pos.x.0).i32(sample.pos.y.0).i32(sample.half.0);
        }
        hasher.finish()
    }

    fn player_joined(&mut self, slot: usize) {
        let Some(car) = self.race.cars.get_mut(slot) else { return };
        car.ai = false;
        if core::mem::take(&mut self.parked[slot]) {
            (car.retired, car.retired_at, car.ghost) = (false, 0, tune::GHOST_TICKS);
        }
        self.round();
    }

    fn player_left(&mut self, slot: usize) {
        if slot < self.slots() {
            self.leave(slot);
            self.round();
        }
    }

    fn take_events(&mut self) -> Vec<GameEvent> {
        self.take_heard().into_iter().filter_map(told_of_event).collect()
    }

    fn is_over(&self) -> bool {
        self.over_at != 0 && self.race.tick.saturating_sub(self.over_at) >= OVER_SHOWN
    }

    fn show(&mut self, view: &View) {
        self.put_view(view);
    }
}
