//! A running session at sixty steps a second, whatever its netcode, and the picture of it.

use crate::engine::{Engine, on};
use crate::net::NetView;
use crate::trailing::Trailing;
use games::Game;
use netplay::ids::{Frame, PadWord, PlayerId, Seat, SeatSet, StateHash};
use netplay::limits::REDUNDANCY_WORDS;
use netplay::present::{Pose, Remotes, Shift, Smoother, Smoothing};
use netplay::session::clock::StepClock;
use netplay::session::{Confirmed, PeerFault, SessionEvent, Step};
use netplay::sim::BadState;
use netplay::time::Instant;
use netplay::track::Evidence;
use netplay::wire::{Controller, Message};
use std::time::Duration;

/// One peer's session, its clock, and what the picture between two steps is made of.
///
/// ```text
/// play.run(now, trips);
/// while let Some(frame) = play.step(pad, now) { look at play.simulation() }
/// ```
#[derive(Debug)]
pub(crate) struct Play {
    engine: Engine,
    before: Game,
    smoother: Smoother,
    /// Where the others are shown from, if not from the present.
    trailing: Option<Trailing>,
    /// Where everybody was shown, while frames are played again.
    shown: Option<Vec<Pose>>,
    clock: StepClock,
    due_steps: u32,
    waiting: Option<Waiting>,
    /// How often words were waited for, and for how long altogether.
    stalls: u32,
    stalled: Duration,
}

/// For whom, and since when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Waiting {
    pub(crate) seats: SeatSet,
    pub(crate) since: Instant,
}

impl Play {
    pub(crate) fn new(engine: Engine) -> Self {
        let tick_hz = engine.tick_hz();
        Self {
            before: engine.game().clone(),
            engine,
            smoother: Smoother::default(),
            trailing: None,
            shown: None,
            clock: StepClock::new(tick_hz),
            due_steps: 0,
            waiting: None,
            stalls: 0,
            stalled: Duration::ZERO,
        }
    }

    // --- stepping ---------------------------------------------------------------------------

    /// Time has moved to `now`. `trip_ms` is a player's one-way trip to here.
    pub(crate) fn run(&mut self, now: Instant, trip_ms: &dyn Fn(PlayerId) -> u32) {
        self.due_steps = self.engine.run(&mut self.clock, now, trip_ms);
        self.smoother.fade(now);
    }

    /// Plays one frame, if one is due and can be played: the next, or one that was guessed wrongly.
    /// Says which.
    pub(crate) fn step(&mut self, pad: PadWord, now: Instant) -> Option<Frame> {
        if self.due_steps == 0 {
            return None;
        }
        while on!(&mut self.engine, it => it.wants_local_input()) {
            on!(&mut self.engine, it => it.push_local(pad));
        }
        let before = self.engine.game().clone();
        let step = on!(&mut self.engine, it => it.advance());
        if let Step::Replayed(frame) = step {
            self.replayed(before);
            return Some(frame);
        }
        if let Some(shown) = self.shown.take() {
            self.smoother.corrected(&shown, &before.poses());
        }
        match step {
            Step::Advanced(frame) => {
                self.before = before;
                self.trailing.iter_mut().for_each(Trailing::step);
                self.stalled += self.waited_for(now);
                self.waiting = None;
                self.due_steps -= 1;
                return Some(frame);
            }
            Step::Stalled { waiting_on: seats } => {
                let since = self.waiting.map_or(now, |waiting| waiting.since);
                self.stalls += u32::from(self.waiting.is_none());
                self.waiting = Some(Waiting { seats, since });
                self.engine.stalled(&mut self.clock);
            }
            Step::Paused | Step::Joining | Step::Halted | Step::Replayed(_) => {
                self.waiting = None;
                self.clock.held();
            }
        }
        self.due_steps = 0;
        None
    }

    /// A past frame was played again: the way to the present is not the one that was shown.
    fn replayed(&mut self, before: Game) {
        if self.shown.is_none() {
            self.shown = Some(before.poses());
            self.before = self.engine.game().clone(); // what is before it was not shown
        } else {
            self.before = before;
        }
    }

    /// Plays one frame whatever the clock says, if its words are known.
    pub(crate) fn step_at_once(&mut self, now: Instant) -> bool {
        self.due_steps = 1;
        self.step(PadWord::default(), now).is_some()
    }

    /// Time passes, and nothing moves: what would be said now would be lost.
    pub(crate) fn hold(&mut self, now: Instant) {
        self.clock.due(now, 0);
        self.clock.held();
        self.waiting = None;
    }

    // --- talking ----------------------------------------------------------------------------

    pub(crate) fn handle(&mut self, message: &Message) -> Result<(), PeerFault> {
        on!(&mut self.engine, it => it.handle(message))
    }

    pub(crate) fn poll_message(&mut self) -> Option<Message> {
        on!(&mut self.engine, it => it.poll_message())
    }

    pub(crate) fn poll_event(&mut self) -> Option<SessionEvent> {
        on!(&mut self.engine, it => it.poll_event())
    }

    /// The next frame that is certain.
    pub(crate) fn poll_confirmed(&mut self) -> Option<Confirmed<PadWord>> {
        let confirmed = on!(&mut self.engine, it => it.poll_confirmed())?;
        if self.trailing.as_mut().is_some_and(|trailing| !trailing.heard(&confirmed)) {
            self.trail();
        }
        Some(confirmed)
    }

    /// On a stream nothing is lost, so no word is said twice.
    pub(crate) fn speak_on(&mut self, stream: bool) {
        let words = if stream { 1 } else { REDUNDANCY_WORDS };
        on!(&mut self.engine, it => it.set_redundancy(words));
    }

    pub(crate) fn pause(&mut self) {
        on!(&mut self.engine, it => it.pause());
    }

    pub(crate) fn resume(&mut self) {
        on!(&mut self.engine, it => it.resume());
    }

    /// The session is over for everybody: the AI takes the wheels.
    pub(crate) fn release(&mut self) {
        self.engine.release();
    }

    // --- coming and going -------------------------------------------------------------------

    /// From here on, what arrives is kept until a donor's state is adopted.
    pub(crate) fn await_state(&mut self) {
        on!(&mut self.engine, it => it.await_state());
    }

    pub(crate) fn donate(&self, out: &mut Vec<u8>) -> Frame {
        on!(&self.engine, it => it.donate(out))
    }

    pub(crate) fn adopt(&mut self, donated: &[u8]) -> Result<Frame, BadState> {
        let frame = on!(&mut self.engine, it => it.adopt(donated))?;
        self.before = self.engine.game().clone();
        self.shown = None;
        self.smoother.jump();
        if self.trailing.is_some() {
            self.trail();
        }
        Ok(frame)
    }

    /// Whether the adopted state leads nowhere. Ticks come with the state and have no gap.
    pub(crate) fn has_gap(&self) -> bool {
        match &self.engine {
            Engine::Guessing(session, _) => session.has_gap(),
            Engine::Sealed(_) => false,
        }
    }

    /// The session goes on from the state that was kept here. Returns the next frame.
    pub(crate) fn keep_on(&mut self) -> Frame {
        let frame = on!(&mut self.engine, it => it.keep_on());
        if self.is_sealed() {
            self.before = self.engine.game().clone();
            self.shown = None;
            self.smoother.jump();
        }
        if self.trailing.is_some() {
            self.trail();
        }
        frame
    }

    /// Whether this peer plays in the others' present.
    pub(crate) fn is_up_to_date(&self) -> bool {
        !on!(&self.engine, it => it.awaits_state())
            && on!(&self.engine, it => it.behind_frames()) == 0
    }

    /// Whether the words of somebody, or the relay's clock, hold the session back.
    pub(crate) fn is_paced(&self) -> bool {
        match &self.engine {
            Engine::Guessing(session, _) => session.is_paced(),
            Engine::Sealed(_) => true,
        }
    }

    /// How far this peer is behind the others, in frames.
    pub(crate) fn behind_frames(&self) -> u32 {
        on!(&self.engine, it => it.behind_frames())
    }

    // --- showing ----------------------------------------------------------------------------

    /// How corrections are shown.
    pub(crate) fn smooth(&mut self, how: Smoothing) {
        if self.smoother.smoothing() == how {
            return;
        }
        if let Ok(smoother) = Smoother::new(how) {
            self.smoother = smoother;
            self.trailing = None;
            if how.remotes == Remotes::Confirmed && self.engine.guesses() {
                self.trail();
            }
        }
    }

    /// Shows the others from the last certain state on.
    fn trail(&mut self) {
        let mut game = self.engine.game().clone();
        let next = on!(&self.engine, it => it.load_confirmed(&mut game));
        self.trailing = next.map(|next| Trailing::new(game, next));
    }

    /// The states before and after the frame of which the others are shown.
    pub(crate) fn others(&self) -> Option<(&Game, &Game)> {
        self.trailing.as_ref().map(Trailing::picture)
    }

    // --- looking ----------------------------------------------------------------------------

    /// The next frame.
    pub(crate) fn frame(&self) -> Frame {
        on!(&self.engine, it => it.frame())
    }

    /// The first frame that is a guess, or [`frame`](Self::frame).
    pub(crate) fn confirmed_frame(&self) -> Frame {
        on!(&self.engine, it => it.confirmed_frame())
    }

    /// The state after the last frame that is no guess.
    pub(crate) fn load_confirmed(&self) -> Option<Game> {
        let mut game = self.engine.game().clone();
        on!(&self.engine, it => it.load_confirmed(&mut game)).map(|_| game)
    }

    pub(crate) fn is_sealed(&self) -> bool {
        self.engine.sealed_frame().is_some()
    }

    /// Who drives the seat in the frame played last.
    pub(crate) fn controller(&self, seat: Seat) -> Option<Controller> {
        on!(&self.engine, it => it.controller(seat))
    }

    pub(crate) fn before(&self) -> &Game {
        &self.before
    }

    pub(crate) fn simulation(&self) -> &Game {
        self.engine.game()
    }

    pub(crate) fn shifts(&self) -> &[Shift] {
        self.smoother.shifts()
    }

    pub(crate) fn alpha_256(&self) -> u16 {
        self.clock.alpha_256()
    }

    pub(crate) fn waiting(&self) -> Option<Waiting> {
        self.waiting
    }

    fn waited_for(&self, now: Instant) -> Duration {
        self.waiting.map_or(Duration::ZERO, |waiting| now.since(waiting.since))
    }

    pub(crate) fn net(&self) -> NetView {
        let stalled = self.stalled.as_millis();
        NetView {
            input_delay: on!(&self.engine, it => it.config().input_delay_frames),
            own_delay: self.engine.own_delay(),
            stalls: self.stalls,
            stalled_ms: u32::try_from(stalled).unwrap_or(u32::MAX),
            corrections: self.smoother.corrections(),
            largest_mm: ((i64::from(self.smoother.largest()) * 1_000) >> 16) as u32,
            ..self.engine.net()
        }
    }

    /// What is remembered of the last frames.
    pub(crate) fn evidence(&self) -> &Evidence {
        self.engine.evidence()
    }

    pub(crate) fn paused_by(&self) -> Option<PlayerId> {
        on!(&self.engine, it => it.paused_by())
    }

    /// Frames between a press and its effect here.
    pub(crate) fn own_delay(&self) -> u8 {
        self.engine.own_delay()
    }

    pub(crate) fn last_checkpoint(&self) -> Option<(Frame, StateHash)> {
        on!(&self.engine, it => it.last_checkpoint())
    }
}
