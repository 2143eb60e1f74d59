//! A race: its state, and what one tick does to it.

use super::bot::{self, Driver};
use super::car::Car;
use super::contact;
use super::event::{BoostSource, RaceEvent};
use super::pad::Controls;
use super::physics::{self, Help};
use super::progress::{self, Before};
use super::rules::RaceSetup;
use super::time::Moment;
use super::track::Track;
use super::tune;
use crate::SetupError;
use crate::Skill;
use crate::fix::Fix;
use crate::state::{Reader, State, Writer, describe_field};
use alloc::sync::Arc;
use alloc::vec::Vec;
use netplay::hash;
use netplay::ids::{PadWord, Seat, StateHash};
use netplay::limits::ROOM_SEATS;
use netplay::rng::SimRng;
use netplay::sim::{BadState, Inspect, Part, Rewind, Simulation, Visitor};
use netplay::wire::Controller;

/// The stream of the seed that draws the grid; the drivers have those of their seats.
const GRID_STREAM: u64 = 1000;

/// A whole race. Cheap to clone: the track is shared.
#[derive(Clone, Debug)]
pub struct Race {
    pub(crate) track: Arc<Track>,
    pub(crate) setup: RaceSetup,
    /// How good the AI is on each seat.
    pub(crate) skills: [Skill; ROOM_SEATS],
    /// How many ticks are done.
    pub(crate) tick: u32,
    /// The first finish, in 65536ths of a tick; 0 while nobody is home.
    pub(crate) winner: u64,
    pub(crate) over: bool,
    pub(crate) cars: Vec<Car>,
    events: Vec<RaceEvent>,
}

impl Race {
    /// A race on the grid. The AI drives every seat until told otherwise.
    ///
    /// # Errors
    /// When the setup is not a race.
    pub fn new(setup: RaceSetup, track: Arc<Track>) -> Result<Self, SetupError> {
        Self::with_skills(setup, track, &[setup.rules.skill; ROOM_SEATS])
    }

    /// A race in which the AI of each seat is as good as `skills` say, whatever the rules do: for
    /// tournaments. All who play it need the same.
    ///
    /// # Errors
    /// When the setup is not a race.
    pub fn with_skills(
        setup: RaceSetup,
        track: Arc<Track>,
        skills: &[Skill],
    ) -> Result<Self, SetupError> {
        let setup = setup.check()?;
        let mut each = [setup.rules.skill; ROOM_SEATS];
        each.iter_mut().zip(skills).for_each(|(own, skill)| *own = *skill);
        let cars = (0..)
            .zip(draw_slots(setup))
            .map(|(seat, slot)| {
                let driver = Driver::new(setup.seed, seat, each[usize::from(seat)]);
                Car::new(slot, &track, driver)
            })
            .collect();
        let (events, skills) = (Vec::new(), each);
        Ok(Self { track, setup, skills, tick: 0, winner: 0, over: false, cars, events })
    }

    /// The road that is raced on.
    #[must_use]
    pub const fn track(&self) -> &Arc<Track> {
        &self.track
    }

    /// What the race was begun with.
    #[must_use]
    pub const fn setup(&self) -> &RaceSetup {
        &self.setup
    }

    /// How many ticks are done.
    #[must_use]
    pub const fn tick_count(&self) -> u32 {
        self.tick
    }

    /// Whether the last car is home or the time is up. The cars roll on, the results stand.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// What happened in the last tick.
    #[must_use]
    pub fn events(&self) -> &[RaceEvent] {
        &self.events
    }

    /// Takes a saved state that no race can have come to, as long as a tick can go on from there:
    /// what a broken machine may hold. For tests of those who are to notice.
    ///
    /// # Errors
    /// When a tick cannot; nothing has changed then.
    pub fn force(&mut self, saved: &[u8]) -> Result<(), BadState> {
        let body = Body::read(saved, self.cars.len()).ok_or(BadState)?;
        let laps = self.setup.rules.laps;
        if !body.cars.iter().all(|car| car.is_drivable(&self.track, laps, body.tick)) {
            return Err(BadState);
        }
        self.put(body);
        Ok(())
    }

    fn put(&mut self, body: Body) {
        (self.tick, self.winner, self.over, self.cars) =
            (body.tick, body.winner, body.over, body.cars);
        self.events.clear();
    }

    /// One tick in which every car does what `controls` say; `before` are the cars as they are.
    pub(crate) fn step(&mut self, controls: &[Controls], before: &[Car]) {
        self.begin_tick();
        self.drive(controls, before);
        if self.setup.rules.contact {
            contact::resolve(&mut self.cars, &self.track, &mut self.events);
        }
        if self.tick >= tune::GO_TICK {
            self.judge(controls, before);
            self.finish();
        }
        self.tick = self.tick.saturating_add(1);
    }

    fn begin_tick(&mut self) {
        self.events.clear();
        if let Some(passed) = tune::LIGHTS.iter().position(|at| *at == self.tick) {
            self.events.push(RaceEvent::Light(3 - passed as u8));
        }
        if self.tick == tune::GO_TICK {
            self.events.push(RaceEvent::Go);
        }
    }

    /// What every seat wants: the pad of those who are driving, else the AI.
    fn controls(&mut self, inputs: &[PadWord], before: &[Car]) -> Vec<Controls> {
        let (tick, skills, track) = (self.tick, &self.skills, &self.track);
        let cars = self.cars.iter_mut().enumerate();
        cars.map(|(seat, car)| {
            // The driver thinks along even when a person drives: taking over is seamless.
            let own = bot::drive(&mut car.driver, before, seat, tick, skills[seat], track);
            if car.ai || car.is_done() {
                own
            } else {
                Controls::read(inputs.get(seat).copied().unwrap_or_default())
            }
        })
        .collect()
    }

    fn start(&mut self, seat: usize, controls: Controls) {
        let car = &mut self.cars[seat];
        if car.launched {
            return;
        }
        let waiting = self.tick < tune::GO_TICK;
        if controls.throttle && car.throttle_at == 0 {
            car.throttle_at = self.tick;
        } else if !controls.throttle && waiting {
            car.throttle_at = 0;
        }
        if waiting || car.throttle_at == 0 {
            return;
        }
        car.launched = true;
        let seat = Seat(seat as u16);
        if car.throttle_at.saturating_add(tune::PERFECT_BEFORE) < tune::GO_TICK {
            car.spin = tune::SPIN_TICKS;
            self.events.push(RaceEvent::WheelSpin(seat));
        } else if car.throttle_at <= tune::GO_TICK + tune::PERFECT_AFTER {
            car.boost = tune::START_BOOST;
            self.events.push(RaceEvent::PerfectStart(seat));
            self.events.push(RaceEvent::Boost { seat, from: BoostSource::Start });
        }
    }

    /// What slipstream and catch-up add to a car's top speed.
    fn help(&mut self, seat: usize, before: &[Car], leader: i64) -> Help {
        let mut top = Fix::ZERO;
        if self.setup.rules.slipstream {
            let pulled = is_drafting(before, seat);
            let car = &mut self.cars[seat];
            car.draft = if pulled {
                (car.draft + 1).min(tune::DRAFT_TICKS)
            } else {
                car.draft.saturating_sub(2)
            };
            let part = Fix::ratio(i32::from(car.draft), i32::from(tune::DRAFT_TICKS));
            top += tune::DRAFT_GAIN * part;
        }
        if self.setup.rules.catch_up {
            let behind = (leader - before[seat].progress(&self.track)) >> 16;
            let span = tune::CATCH_UP_FULL - tune::CATCH_UP_FROM;
            let part = (behind - tune::CATCH_UP_FROM).clamp(0, span);
            top += tune::CATCH_UP_GAIN.scale(part as i32, span as i32);
        }
        Help { top }
    }

    fn drive(&mut self, controls: &[Controls], before: &[Car]) {
        let leader = before.iter().map(|car| car.progress(&self.track)).max().unwrap_or(0);
        for (seat, controls) in controls.iter().enumerate() {
            self.start(seat, *controls);
            if self.tick < tune::GO_TICK {
                continue;
            }
            let help = self.help(seat, before, leader);
            let car = &mut self.cars[seat];
            let id = Seat(seat as u16);
            physics::drive(car, id, *controls, help, &self.track, &mut self.events);
        }
    }

    fn judge(&mut self, controls: &[Controls], before: &[Car]) {
        let laps = self.setup.rules.laps;
        for (seat, controls) in controls.iter().enumerate() {
            let id = Seat(seat as u16);
            let car = &mut self.cars[seat];
            physics::settle(car, id, &self.track, &mut self.events);
            if car.is_done() {
                continue;
            }
            let from = Before { pos: before[seat].pos, along: before[seat].along };
            progress::count(car, id, from, self.tick, laps, &self.track, &mut self.events);
            if !car.is_done() {
                progress::rescue(car, id, *controls, &self.track, &mut self.events);
                let astray = car.missed || car.wrong_way >= tune::WRONG_WAY_TICKS;
                car.laps.watch(id, car.off_road, astray, &self.events);
            }
        }
        for seat in 0..self.cars.len() {
            let ghost = self.cars[seat].ghost;
            if ghost > 1 || (ghost == 1 && !contact::overlaps(&self.cars, seat)) {
                self.cars[seat].ghost -= 1;
            }
        }
    }

    fn finish(&mut self) {
        let now = Moment::at(self.tick);
        let mut home: Vec<(u64, Seat)> = Vec::new();
        for (seat, car) in (0..).map(Seat).zip(&self.cars).filter(|(_, car)| car.finish >= now.0) {
            let this = (car.finish, seat);
            home.insert(home.partition_point(|other| *other < this), this);
        }
        for (finish, id) in home {
            if self.winner == 0 {
                self.winner = finish;
            }
            let earlier = |car: &&Car| car.finish != 0 && car.finish < finish;
            let place = 1 + self.cars.iter().filter(earlier).count() as u8;
            self.events.push(RaceEvent::Finish { seat: id, place });
            if self.is_photo_finish(id) {
                self.events.push(RaceEvent::PhotoFinish(id));
            }
        }
        let time_up = self.tick >= self.setup.rules.cap_tick()
            || (self.winner != 0
                && self.tick >= Moment(self.winner).ticks().saturating_add(tune::GRACE_TICKS));
        if !self.over && (time_up || self.cars.iter().all(Car::is_done)) {
            self.over = true;
            for car in self.cars.iter_mut().filter(|car| !car.is_done()) {
                car.retired_at = car.progress(&self.track);
                car.retired = true;
            }
            self.events.push(RaceEvent::Over);
        }
    }

    fn write(&self, out: &mut Writer) {
        self.tick.write(out);
        self.winner.write(out);
        self.over.write(out);
        self.cars.iter().for_each(|car| car.write(out));
    }
}

/// The place on the grid of every seat, drawn by lot: nobody is in front for having come first.
fn draw_slots(setup: RaceSetup) -> Vec<u8> {
    let mut slots: Vec<u8> = (0..setup.seats).collect();
    let mut rng = SimRng::new(setup.seed, GRID_STREAM);
    for last in (1..slots.len()).rev() {
        slots.swap(last, rng.below(last as u32 + 1) as usize);
    }
    slots
}

fn is_drafting(cars: &[Car], seat: usize) -> bool {
    let car = &cars[seat];
    if car.is_ghost() || car.off_road || car.speed() < tune::DRAFT_FROM {
        return false;
    }
    let ahead = car.heading.unit();
    cars.iter().enumerate().any(|(other, them)| {
        let offset = them.pos - car.pos;
        let gap = offset.dot(ahead);
        other != seat
            && !them.is_ghost()
            && gap > tune::DRAFT_NEAR
            && gap < tune::DRAFT_FAR
            && offset.dot(ahead.right()).abs() < tune::DRAFT_WIDE
            && them.vel.dot(ahead) > tune::DRAFT_FROM
    })
}

/// A saved state, taken apart; whether it is possible is another matter.
struct Body {
    tick: u32,
    winner: u64,
    over: bool,
    cars: Vec<Car>,
}

impl Body {
    fn read(bytes: &[u8], cars: usize) -> Option<Self> {
        let mut input = Reader::new(bytes);
        let (tick, winner) = (u32::read(&mut input)?, u64::read(&mut input)?);
        let over = bool::read(&mut input)?;
        let mut body = Self { tick, winner, over, cars: Vec::new() };
        for _ in 0..cars {
            body.cars.push(Car::read(&mut input)?);
        }
        input.is_drained().then_some(body)
    }
}

impl Simulation for Race {
    type Input = PadWord;

    fn tick(&mut self, inputs: &[PadWord]) {
        let before = self.cars.clone();
        let controls = self.controls(inputs, &before);
        self.step(&controls, &before);
    }

    fn state_hash(&self) -> StateHash {
        let mut out = Writer::new();
        self.write(&mut out);
        hash::digest(out.written())
    }

    fn set_seat_controller(&mut self, seat: Seat, controller: Controller) {
        if let Some(car) = self.cars.get_mut(seat.index()) {
            car.ai = controller == Controller::Ai;
        }
    }

    /// The squared distance between two cars, in Q32.32 of a metre.
    fn distance(&self, one: Seat, other: Seat) -> u64 {
        let at = |seat: Seat| self.cars.get(seat.index()).map(|car| car.pos);
        let (Some(one), Some(other)) = (at(one), at(other)) else { return u64::MAX };
        (other - one).square().unsigned_abs()
    }
}

impl Rewind for Race {
    fn save(&self, out: &mut Vec<u8>) {
        let mut state = Writer::new();
        self.write(&mut state);
        out.extend_from_slice(state.written());
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), BadState> {
        let body = Body::read(bytes, self.cars.len()).ok_or(BadState)?;
        let Body { tick, winner, over, cars } = &body;
        let laps = self.setup.rules.laps;
        let possible = cars
            .iter()
            .all(|car| car.is_possible(&self.track, laps, *tick) && (*over || !car.retired));
        let first = cars.iter().map(|car| car.finish).filter(|finish| *finish != 0).min();
        if !possible || *winner != first.unwrap_or(0) {
            return Err(BadState);
        }
        self.put(body);
        Ok(())
    }
}

impl Inspect for Race {
    fn inspect(&self, to: &mut dyn Visitor) {
        let mut state = Writer::new();
        self.write(&mut state);
        // What was written just now can be read.
        let _ = self.inspect_saved(state.written(), to);
    }

    fn inspect_saved(&self, saved: &[u8], to: &mut dyn Visitor) -> Result<(), BadState> {
        let mut input = Reader::new(saved);
        let described = (|| {
            describe_field::<u32>("tick", &mut input, to)?;
            describe_field::<u64>("winner", &mut input, to)?;
            describe_field::<bool>("over", &mut input, to)?;
            to.open(Part::Field("cars"));
            for index in 0..self.cars.len() as u32 {
                to.open(Part::Index(index));
                Car::describe(&mut input, to)?;
                to.close();
            }
            to.close();
            Some(())
        })();
        if described.is_some() && input.is_drained() { Ok(()) } else { Err(BadState) }
    }
}
