//! A round: its state, and how it is saved and shown to other machines.

use super::ball::Ball;
use super::bot::Bot;
use super::event::GolfEvent;
use super::hole::Hole;
use super::rules::{GolfSetup, HOLES_MOST};
use super::score::Square;
use super::view::Phase;
use crate::SetupError;
use crate::Skill;
use crate::state::{Reader, State, Writer, describe_field, state_struct};
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use netplay::hash;
use netplay::ids::{PadWord, Seat, StateHash};
use netplay::rng::SimRng;
use netplay::sim::{BadState, Inspect, Part, Rewind, Simulation, Visitor};
use netplay::wire::Controller;

/// The stream of the seed that draws the order; the players have those of their seats.
const ORDER_STREAM: u64 = 1000;
/// Nobody's turn.
pub(super) const NOBODY: u8 = u8::MAX;

state_struct! {
    /// Where a round is.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub(crate) struct Head {
        pub(crate) tick: u32,
        /// Which hole of the round.
        pub(crate) hole: u8,
        pub(crate) phase: u8,
        /// Ticks since the phase began.
        pub(crate) clock: u32,
        /// Ticks since nobody is left to play the hole.
        pub(crate) cheer: u32,
        /// Whose turn it is, when turns are taken.
        pub(crate) turn: u8,
        /// Ticks that are left of it.
        pub(crate) turn_left: u16,
    }
}

/// A whole round. Cheap to clone: the holes are shared.
#[derive(Clone, Debug)]
pub struct Golf {
    pub(crate) course: Arc<[Arc<Hole>]>,
    pub(crate) setup: GolfSetup,
    pub(crate) head: Head,
    pub(crate) balls: Vec<Ball>,
    /// A square for each hole and seat, hole by hole.
    pub(crate) card: Vec<Square>,
    /// Seats as they were drawn: who is before whom when nothing else decides.
    pub(crate) lot: Vec<u8>,
    pub(crate) events: Vec<GolfEvent>,
}

impl Golf {
    /// A round on the first tee. `course` are the holes of this round, in their order. The AI
    /// plays every seat until told otherwise.
    ///
    /// # Errors
    /// When the setup is not a round, or the course has no hole or too many.
    pub fn new(setup: GolfSetup, course: Vec<Arc<Hole>>) -> Result<Self, SetupError> {
        let skills = [setup.rules.skill; netplay::limits::ROOM_SEATS];
        Self::with_skills(setup, course, &skills)
    }

    /// The same with a level for each AI player.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn with_skills(
        setup: GolfSetup,
        course: Vec<Arc<Hole>>,
        skills: &[Skill],
    ) -> Result<Self, SetupError> {
        let setup = setup.check()?;
        if course.is_empty() || course.len() > usize::from(HOLES_MOST) {
            return Err(SetupError::Content);
        }
        let skill = |seat: u8| skills.get(usize::from(seat)).copied().unwrap_or_default();
        let bot = |seat: u8| Bot::new(setup.seed, seat.into(), skill(seat));
        let balls = (0..setup.seats).map(|seat| Ball::new(&course[0], bot(seat))).collect();
        let mut golf = Self {
            card: vec![Square::default(); course.len() * usize::from(setup.seats)],
            lot: draw_lots(setup),
            course: course.into(),
            setup,
            head: Head { turn: NOBODY, ..Head::default() },
            balls,
            events: Vec::new(),
        };
        golf.begin_hole(0);
        golf.events.clear();
        Ok(golf)
    }

    /// The hole that is played.
    #[must_use]
    pub fn hole(&self) -> &Hole {
        &self.course[usize::from(self.head.hole)]
    }

    /// All holes of the round.
    #[must_use]
    pub fn course(&self) -> &[Arc<Hole>] {
        &self.course
    }

    /// What the round was begun with.
    #[must_use]
    pub const fn setup(&self) -> &GolfSetup {
        &self.setup
    }

    /// How many ticks are done.
    #[must_use]
    pub const fn tick_count(&self) -> u32 {
        self.head.tick
    }

    /// What part of the round it is.
    #[must_use]
    pub fn phase(&self) -> Phase {
        Phase::ALL.get(usize::from(self.head.phase)).copied().unwrap_or(Phase::Over)
    }

    /// Whether the last card was shown. The results stand.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.phase() == Phase::Over
    }

    /// What happened in the last tick.
    #[must_use]
    pub fn events(&self) -> &[GolfEvent] {
        &self.events
    }

    /// Takes a saved state that no round can have come to, as long as a tick can go on from there:
    /// what a broken machine may hold. For tests of those who are to notice.
    ///
    /// # Errors
    /// When a tick cannot; nothing has changed then.
    pub fn force(&mut self, saved: &[u8]) -> Result<(), BadState> {
        let body = Body::read(saved, self.balls.len(), self.card.len()).ok_or(BadState)?;
        if !self.is_playable(&body) {
            return Err(BadState);
        }
        self.put(body);
        Ok(())
    }

    fn is_playable(&self, body: &Body) -> bool {
        let Some(hole) = self.course.get(usize::from(body.head.hole)) else { return false };
        body.head.phase <= 3 && body.balls.iter().all(|ball| ball.is_playable(hole))
    }

    fn is_possible(&self, body: &Body) -> bool {
        let head = &body.head;
        let turn = usize::from(head.turn);
        let Some(hole) = self.course.get(usize::from(head.hole)) else { return false };
        let order = head.clock <= head.tick && head.cheer <= head.clock;
        order
            && (turn < self.balls.len() || head.turn == NOBODY)
            && head.turn_left <= super::tune::TURN_TICKS
            && body.balls.iter().all(|ball| ball.is_possible(hole) && ball.home <= head.tick)
            && body.card.iter().all(|square| square.is_possible())
    }

    fn put(&mut self, body: Body) {
        (self.head, self.balls, self.card) = (body.head, body.balls, body.card);
        self.events.clear();
    }

    fn write(&self, out: &mut Writer) {
        self.head.write(out);
        self.balls.iter().for_each(|ball| ball.write(out));
        self.card.iter().for_each(|square| square.write(out));
    }
}

/// The seats in an order drawn by lot: nobody is first for having come first.
fn draw_lots(setup: GolfSetup) -> Vec<u8> {
    let mut lot: Vec<u8> = (0..setup.seats).collect();
    let mut rng = SimRng::new(setup.seed, ORDER_STREAM);
    for last in (1..lot.len()).rev() {
        lot.swap(last, rng.below(last as u32 + 1) as usize);
    }
    lot
}

/// A saved state, taken apart; whether it is possible is another matter.
struct Body {
    head: Head,
    balls: Vec<Ball>,
    card: Vec<Square>,
}

impl Body {
    fn read(bytes: &[u8], balls: usize, squares: usize) -> Option<Self> {
        let mut input = Reader::new(bytes);
        let head = Head::read(&mut input)?;
        let mut body = Self { head, balls: Vec::new(), card: Vec::new() };
        for _ in 0..balls {
            body.balls.push(Ball::read(&mut input)?);
        }
        for _ in 0..squares {
            body.card.push(Square::read(&mut input)?);
        }
        input.is_drained().then_some(body)
    }
}

impl Simulation for Golf {
    type Input = PadWord;

    fn tick(&mut self, inputs: &[PadWord]) {
        self.events.clear();
        self.step(inputs);
        self.head.tick = self.head.tick.saturating_add(1);
    }

    fn state_hash(&self) -> StateHash {
        let mut out = Writer::new();
        self.write(&mut out);
        hash::digest(out.written())
    }

    fn set_seat_controller(&mut self, seat: Seat, controller: Controller) {
        if let Some(ball) = self.balls.get_mut(seat.index()) {
            ball.ai = controller == Controller::Ai;
        }
    }

    /// The squared distance between two balls, in Q32.32 of a metre.
    fn distance(&self, one: Seat, other: Seat) -> u64 {
        let at = |seat: Seat| self.balls.get(seat.index()).map(|ball| ball.pos);
        let (Some(one), Some(other)) = (at(one), at(other)) else { return u64::MAX };
        (other - one).square().unsigned_abs()
    }
}

impl Rewind for Golf {
    fn save(&self, out: &mut Vec<u8>) {
        let mut state = Writer::new();
        self.write(&mut state);
        out.extend_from_slice(state.written());
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), BadState> {
        let body = Body::read(bytes, self.balls.len(), self.card.len()).ok_or(BadState)?;
        if !self.is_playable(&body) || !self.is_possible(&body) {
            return Err(BadState);
        }
        self.put(body);
        Ok(())
    }
}

impl Inspect for Golf {
    fn inspect(&self, to: &mut dyn Visitor) {
        let mut state = Writer::new();
        self.write(&mut state);
        // What was written just now can be read.
        let _ = self.inspect_saved(state.written(), to);
    }

    fn inspect_saved(&self, saved: &[u8], to: &mut dyn Visitor) -> Result<(), BadState> {
        let mut input = Reader::new(saved);
        let described = (|| {
            describe_field::<Head>("head", &mut input, to)?;
            list::<Ball>("balls", self.balls.len(), &mut input, to)?;
            list::<Square>("card", self.card.len(), &mut input, to)
        })();
        if described.is_some() && input.is_drained() { Ok(()) } else { Err(BadState) }
    }
}

fn list<T: State>(
    name: &'static str,
    count: usize,
    input: &mut Reader<'_>,
    to: &mut dyn Visitor,
) -> Option<()> {
    to.open(Part::Field(name));
    for index in 0..count as u32 {
        to.open(Part::Index(index));
        T::describe(input, to)?;
        to.close();
    }
    to.close();
    Some(())
}
