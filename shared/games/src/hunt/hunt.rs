//! A hunt: its state, and what one tick does to it.

use super::arena::{Arena, Layout, shuffle};
use super::bot::{self, Bot};
use super::event::HuntEvent;
use super::pad::Controls;
use super::person::{Deeds, Mark, Person, Phase, Role};
use super::rules::HuntSetup;
use super::tune;
use crate::SetupError;
use crate::fix::Vec2;
use crate::order;
use crate::state::{Reader, State, Writer, describe_field};
use alloc::sync::Arc;
use alloc::vec::Vec;
use netplay::hash;
use netplay::ids::{PadWord, Seat, StateHash};
use netplay::limits::TICK_HZ;
use netplay::rng::SimRng;
use netplay::sim::{BadState, Inspect, Part, Rewind, Simulation, Visitor};
use netplay::wire::Controller;

/// The stream of the seed that draws who seeks when; the AI has those of its seats.
const ORDER_STREAM: u64 = 1000;
/// So many ripples and effects are remembered.
const MARKS: usize = 16;

/// A whole hunt. Cheap to clone: arena and layout are shared.
#[derive(Clone, Debug)]
pub struct Hunt {
    pub(super) arena: Arc<Arena>,
    pub(super) setup: HuntSetup,
    /// What the things that stand about and the AI follow from: the seed of the start order, where
    /// everybody computes the hunt.
    secret: u64,
    /// The seats in the order in which they seek.
    order: Vec<u8>,
    /// What stands in this round: follows from the seed and the round.
    pub(super) layout: Arc<Layout>,
    pub(super) round: u8,
    pub(super) phase: Phase,
    /// Ticks since the phase began.
    pub(super) tick: u32,
    pub(super) people: Vec<Person>,
    marks: Vec<Mark>,
    pub(super) events: Vec<HuntEvent>,
}

impl Hunt {
    /// A hunt about to begin. The AI plays every seat until told otherwise.
    ///
    /// # Errors
    /// When the setup is not a hunt.
    pub fn new(setup: HuntSetup, arena: Arc<Arena>) -> Result<Self, SetupError> {
        Self::with_secret(setup, arena, setup.seed)
    }

    /// The same, but what stands where and what the AI does follows from `secret`, which only the
    /// machine that decides knows.
    pub(super) fn with_secret(
        setup: HuntSetup,
        arena: Arc<Arena>,
        secret: u64,
    ) -> Result<Self, SetupError> {
        let setup = setup.check()?;
        let mut order: Vec<u8> = (0..setup.seats).collect();
        shuffle(&mut order, &mut SimRng::new(setup.seed, ORDER_STREAM));
        let people = (0..setup.seats).map(|seat| Person::new(Bot::new(secret, seat)));
        let mut hunt = Self {
            layout: Arc::new(Layout::new(&arena, secret, 0, setup.seats)),
            arena,
            setup,
            secret,
            order,
            round: 0,
            phase: Phase::Hide,
            tick: 0,
            people: people.collect(),
            marks: alloc::vec![Mark::default(); MARKS],
            events: Vec::new(),
        };
        hunt.begin_round(0);
        Ok(hunt)
    }

    /// Where it is hunted.
    #[must_use]
    pub const fn arena(&self) -> &Arc<Arena> {
        &self.arena
    }

    /// What it was begun with.
    #[must_use]
    pub const fn setup(&self) -> &HuntSetup {
        &self.setup
    }

    /// The round, from 0.
    #[must_use]
    pub const fn round(&self) -> u8 {
        self.round
    }

    /// Whether the last round is over. The results stand.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.phase == Phase::Over
    }

    /// What happened in the last tick: ask each whether it [is for](HuntEvent::is_for) who listens.
    #[must_use]
    pub fn events(&self) -> &[HuntEvent] {
        &self.events
    }

    pub(super) fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..u16::from(self.setup.seats)).map(Seat)
    }

    /// Whether a seat seeks from the beginning of a round: everybody does once, then again.
    #[must_use]
    pub fn seeks_in(&self, seat: Seat, round: u8) -> bool {
        let (seats, seekers) = (usize::from(self.setup.seats), usize::from(self.setup.seekers()));
        let cycle = seats.div_ceil(seekers);
        let first = usize::from(round) % cycle * seekers;
        // The last group of a cycle may be smaller: nobody seeks twice before all have.
        let group = &self.order[first..seats.min(first + seekers)];
        group.iter().any(|other| u16::from(*other) == seat.0)
    }

    /// Ticks that a phase lasts.
    pub(super) const fn lasts(&self, phase: Phase) -> u32 {
        match phase {
            Phase::Hide => self.setup.rules.hide_s as u32 * TICK_HZ,
            Phase::Seek => self.setup.rules.seek_s as u32 * TICK_HZ,
            Phase::Reveal => tune::REVEAL_S * TICK_HZ,
            Phase::Over => 0,
        }
    }

    /// Ticks that are left of the phase.
    pub(super) const fn left(&self) -> u32 {
        self.lasts(self.phase).saturating_sub(self.tick)
    }

    /// Whether taunts come faster.
    pub(super) fn is_last_stretch(&self) -> bool {
        self.phase == Phase::Seek && self.left() <= tune::LAST_STRETCH_S * TICK_HZ
    }

    /// What somebody's deeds are worth.
    pub(super) fn gained(&self, deeds: &Deeds) -> i32 {
        let catch = i32::from(self.setup.rules.seek_s / tune::CATCH_PART);
        (deeds.survived / TICK_HZ) as i32
            + i32::from(deeds.brave)
            + i32::from(deeds.catches) * catch
            - i32::from(deeds.wrong) * tune::WRONG_POINTS
    }

    /// What is remembered of one kind, the newest first.
    pub(super) fn marks(&self, which: impl Fn(&Mark) -> bool) -> impl Iterator<Item = (Vec2, u16)> {
        let mut found: Vec<(Vec2, u16)> = Vec::new();
        let marks = self.marks.iter().filter(|mark| which(mark));
        found.extend(marks.map(|mark| (mark.at, mark.age)));
        order::by_key(&mut found, |(at, age)| (*age, at.y.0, at.x.0));
        found.into_iter()
    }

    /// Remembers something in place of what is oldest.
    pub(super) fn mark(&mut self, what: u8, at: Vec2) {
        let oldest = self.marks.iter_mut().max_by_key(|mark| (mark.what == 0, mark.age));
        if let Some(oldest) = oldest {
            *oldest = Mark { what, at, age: 0 };
        }
    }

    fn begin_round(&mut self, round: u8) {
        self.round = round;
        self.set_layout();
        self.marks.fill(Mark::default());
        let mut rng = SimRng::new(self.setup.seed, ORDER_STREAM + 1 + u64::from(round));
        let mut starts = [self.arena.seekers.clone(), self.arena.hiders.clone()];
        starts.iter_mut().for_each(|starts| shuffle(starts, &mut rng));
        let mut taken = [0; 2];
        let middle = Vec2::new(self.arena.size.x.scale(1, 2), self.arena.size.y.scale(1, 2));
        for seat in self.seats() {
            let seeks = self.seeks_in(seat, round);
            let (role, side) = if seeks { (Role::Seeker, 0) } else { (Role::Hider, 1) };
            // People do not block each other: they may well begin at one place.
            let pos = starts[side][taken[side] % starts[side].len()];
            taken[side] += 1;
            let heading = (middle - pos).angle();
            self.people[seat.index()].begin(role, pos, heading);
        }
        self.enter(Phase::Hide);
    }

    pub(super) fn enter(&mut self, phase: Phase) {
        (self.phase, self.tick) = (phase, 0);
        self.events.push(HuntEvent::Phase(phase));
        if phase == Phase::Seek {
            self.set_forced_taunts();
        }
    }

    /// Taunts of one tick are told in the order of their places: that of the seats would tell whose they are.
    fn mix_taunts(&mut self) {
        let taunt = |event: &HuntEvent| match *event {
            HuntEvent::Taunt { at } => Some((at.y, at.x)),
            _ => None,
        };
        order::by_key(&mut self.events, |event| taunt(event).map_or((1, None), |at| (0, Some(at))));
    }

    /// Bots that draw other lots from now on than they did.
    pub(super) fn reseed(&mut self, secret: u64) {
        for (seat, person) in (0..).zip(&mut self.people) {
            person.bot.rng = SimRng::new(secret, seat);
        }
    }

    /// Chance for something in this round, which nobody else need be able to foresee.
    pub(super) fn chance(&self, stream: u64) -> SimRng {
        SimRng::new(self.secret, stream + self.round as u64)
    }

    fn set_layout(&mut self) {
        let seats = self.setup.seats;
        self.layout = Arc::new(Layout::new(&self.arena, self.secret, self.round, seats));
    }

    /// What every seat wants: the pad of those who play, else the AI.
    fn controls(&mut self, inputs: &[PadWord]) -> Vec<Controls> {
        let words: Vec<PadWord> = (0..self.people.len())
            .map(|seat| {
                // The AI thinks along even when a person plays: taking over is seamless.
                let own = bot::think(self, seat);
                let theirs = inputs.get(seat).copied().unwrap_or_default();
                if self.people[seat].ai { own } else { theirs }
            })
            .collect();
        words.into_iter().map(Controls::read).collect()
    }

    fn run_clocks(&mut self) {
        for mark in self.marks.iter_mut().filter(|mark| mark.what > 0) {
            mark.age += 1;
            if mark.age > mark.lasts() {
                *mark = Mark::default();
            }
        }
        self.tick = self.tick.saturating_add(1);
        let left = self.left();
        let counts = matches!(self.phase, Phase::Hide | Phase::Seek);
        if counts && left > 0 && left <= 5 * TICK_HZ && left.is_multiple_of(TICK_HZ) {
            self.events.push(HuntEvent::Count((left / TICK_HZ) as u8));
        }
        let hiders = self.people.iter().any(|person| person.role == Role::Hider);
        match self.phase {
            Phase::Hide if left == 0 => self.enter(Phase::Seek),
            Phase::Seek if left == 0 || !hiders => {
                self.events.push(HuntEvent::RoundOver { hiders_won: hiders });
                self.enter(Phase::Reveal);
            }
            Phase::Reveal if left == 0 => {
                if self.round + 1 < self.setup.rounds() {
                    self.begin_round(self.round + 1);
                } else {
                    self.enter(Phase::Over);
                    self.events.push(HuntEvent::Over);
                }
            }
            _ => {}
        }
    }

    fn write(&self, out: &mut Writer) {
        self.round.write(out);
        self.phase.write(out);
        self.tick.write(out);
        self.people.iter().for_each(|person| person.write(out));
        self.marks.iter().for_each(|mark| mark.write(out));
    }

    /// Takes a saved state that no hunt can have come to, as long as a tick can go on from there:
    /// what a broken machine may hold. For tests of those who are to notice.
    ///
    /// # Errors
    /// When a tick cannot; nothing has changed then.
    pub fn force(&mut self, saved: &[u8]) -> Result<(), BadState> {
        let body = self.read(saved).ok_or(BadState)?;
        let kinds = self.arena.props.props.len() as u8;
        if !body.people.iter().all(|person| person.is_drivable(self.arena.size, kinds)) {
            return Err(BadState);
        }
        self.put(body);
        Ok(())
    }

    /// A saved state, taken apart, with nothing in it that a tick cannot go on from but people.
    fn read(&self, bytes: &[u8]) -> Option<Body> {
        let mut input = Reader::new(bytes);
        let (round, phase) = (u8::read(&mut input)?, Phase::read(&mut input)?);
        let tick = u32::read(&mut input)?;
        let (mut people, mut marks) = (Vec::new(), Vec::new());
        for _ in 0..self.people.len() {
            people.push(Person::read(&mut input)?);
        }
        for _ in 0..MARKS {
            marks.push(Mark::read(&mut input)?);
        }
        let fits = input.is_drained()
            && round < self.setup.rounds()
            && marks.iter().all(|mark| mark.is_possible(self.arena.size));
        fits.then_some(Body { round, phase, tick, people, marks })
    }

    fn put(&mut self, body: Body) {
        let is_other = body.round != self.round;
        (self.round, self.phase, self.tick) = (body.round, body.phase, body.tick);
        (self.people, self.marks) = (body.people, body.marks);
        if is_other {
            self.set_layout();
        }
        self.events.clear();
    }
}

/// A saved state, taken apart; whether it is possible is another matter.
struct Body {
    round: u8,
    phase: Phase,
    tick: u32,
    people: Vec<Person>,
    marks: Vec<Mark>,
}

impl Simulation for Hunt {
    type Input = PadWord;

    fn tick(&mut self, inputs: &[PadWord]) {
        self.events.clear();
        if self.phase == Phase::Over {
            return;
        }
        let controls = self.controls(inputs);
        self.act(&controls);
        if self.phase == Phase::Seek {
            self.run_taunts();
        }
        self.mix_taunts();
        self.run_clocks();
    }

    fn state_hash(&self) -> StateHash {
        let mut out = Writer::new();
        self.write(&mut out);
        hash::digest(out.written())
    }

    fn set_seat_controller(&mut self, seat: Seat, controller: Controller) {
        if let Some(person) = self.people.get_mut(seat.index()) {
            person.ai = controller == Controller::Ai;
        }
    }

    /// The squared distance between two people, in Q32.32 of a metre.
    fn distance(&self, one: Seat, other: Seat) -> u64 {
        let at = |seat: Seat| self.people.get(seat.index()).map(|person| person.pos);
        let (Some(one), Some(other)) = (at(one), at(other)) else { return u64::MAX };
        (other - one).square().unsigned_abs()
    }
}

impl Rewind for Hunt {
    fn save(&self, out: &mut Vec<u8>) {
        let mut state = Writer::new();
        self.write(&mut state);
        out.extend_from_slice(state.written());
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), BadState> {
        let body = self.read(bytes).ok_or(BadState)?;
        let kinds = self.arena.props.props.len() as u8;
        let clock = body.tick <= self.lasts(body.phase);
        let possible = |person: &Person| person.is_possible(self.arena.size, kinds);
        if !clock || !body.people.iter().all(possible) {
            return Err(BadState);
        }
        self.put(body);
        Ok(())
    }
}

impl Inspect for Hunt {
    fn inspect(&self, to: &mut dyn Visitor) {
        let mut state = Writer::new();
        self.write(&mut state);
        // What was written just now can be read.
        let _ = self.inspect_saved(state.written(), to);
    }

    fn inspect_saved(&self, saved: &[u8], to: &mut dyn Visitor) -> Result<(), BadState> {
        let mut input = Reader::new(saved);
        let described = (|| {
            describe_field::<u8>("round", &mut input, to)?;
            describe_field::<Phase>("phase", &mut input, to)?;
            describe_field::<u32>("tick", &mut input, to)?;
            to.open(Part::Field("people"));
            for index in 0..self.people.len() as u32 {
                to.open(Part::Index(index));
                Person::describe(&mut input, to)?;
                to.close();
            }
            to.close();
            to.open(Part::Field("marks"));
            for index in 0..MARKS as u32 {
                to.open(Part::Index(index));
                Mark::describe(&mut input, to)?;
                to.close();
            }
            to.close();
            Some(())
        })();
        if described.is_some() && input.is_drained() { Ok(()) } else { Err(BadState) }
    }
}
