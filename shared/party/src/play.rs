//! A running lockstep session at sixty steps a second, for any simulation that pads drive.

use netplay::ids::{Frame, PadWord, PlayerId, Seat, SeatSet, StateHash};
use netplay::session::clock::StepClock;
use netplay::session::{
    ConfigError, LockstepConfig, LockstepSession, PeerFault, SessionEvent, Step,
};
use netplay::sim::{BadState, Rewind};
use netplay::time::Instant;
use netplay::wire::{Controller, Message};

/// One peer's session, its clock, and the state before the last step for the picture between.
///
/// ```text
/// play.run(now, trips);
/// while play.step(pad, now) { look at play.simulation() }
/// ```
#[derive(Debug)]
pub(crate) struct Play<S: Rewind> {
    session: LockstepSession<S>,
    before: S,
    clock: StepClock,
    due_steps: u32,
    waiting: Option<Waiting>,
}

/// For whom, and since when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Waiting {
    pub(crate) seats: SeatSet,
    pub(crate) since: Instant,
}

impl<S: Rewind<Input = PadWord> + Clone> Play<S> {
    pub(crate) fn new(simulation: S, config: LockstepConfig) -> Result<Self, ConfigError> {
        let session = LockstepSession::new(simulation, config)?;
        let before = session.simulation().clone();
        Ok(Self { session, before, clock: StepClock::default(), due_steps: 0, waiting: None })
    }

    // --- stepping ---------------------------------------------------------------------------

    /// Time has moved to `now`. `trip_ms` is a player's one-way trip to here.
    pub(crate) fn run(&mut self, now: Instant, trip_ms: impl Fn(PlayerId) -> u32) {
        self.clock.steer(self.session.lead_256(trip_ms));
        self.due_steps = self.clock.due(now, self.session.behind_frames());
    }

    /// Takes one step, if one is due and can be taken; says whether it was.
    pub(crate) fn step(&mut self, pad: PadWord, now: Instant) -> bool {
        if self.due_steps == 0 {
            return false;
        }
        while self.session.wants_local_input() {
            self.session.push_local(pad);
        }
        let before = self.session.simulation().clone();
        match self.session.advance() {
            Step::Advanced(_) => {
                (self.before, self.waiting) = (before, None);
                self.due_steps -= 1;
                return true;
            }
            Step::Stalled { waiting_on: seats } => {
                let since = self.waiting.map_or(now, |waiting| waiting.since);
                self.waiting = Some(Waiting { seats, since });
                self.clock.stalled();
            }
            Step::Replayed(_) | Step::Paused | Step::Joining | Step::Halted => {
                self.waiting = None;
                self.clock.held();
            }
        }
        self.due_steps = 0;
        false
    }

    /// Takes one step whatever the clock says, if its words are known.
    pub(crate) fn step_at_once(&mut self, now: Instant) -> bool {
        self.due_steps = 1;
        self.step(PadWord::default(), now)
    }

    /// Time passes, and nothing moves: what would be said now would be lost.
    pub(crate) fn hold(&mut self, now: Instant) {
        self.clock.due(now, 0);
        self.clock.held();
        self.waiting = None;
    }

    // --- talking ----------------------------------------------------------------------------

    pub(crate) fn handle(&mut self, message: &Message) -> Result<(), PeerFault> {
        self.session.handle(message)
    }

    pub(crate) fn poll_message(&mut self) -> Option<Message> {
        self.session.poll_message()
    }

    pub(crate) fn poll_event(&mut self) -> Option<SessionEvent> {
        self.session.poll_event()
    }

    pub(crate) fn pause(&mut self) {
        self.session.pause();
    }

    pub(crate) fn resume(&mut self) {
        self.session.resume();
    }

    // --- coming and going -------------------------------------------------------------------

    /// From here on, what arrives is kept until a donor's state is adopted.
    pub(crate) fn await_state(&mut self) {
        self.session.await_state();
    }

    pub(crate) fn donate(&self, out: &mut Vec<u8>) -> Frame {
        self.session.donate(out)
    }

    pub(crate) fn adopt(&mut self, donated: &[u8]) -> Result<Frame, BadState> {
        let frame = self.session.adopt(donated)?;
        self.before = self.session.simulation().clone();
        Ok(frame)
    }

    /// Whether this peer plays in the others' present.
    pub(crate) fn is_up_to_date(&self) -> bool {
        !self.session.awaits_state() && self.session.behind_frames() == 0
    }

    // --- looking ----------------------------------------------------------------------------

    pub(crate) fn frame(&self) -> Frame {
        self.session.frame()
    }

    /// Whether a person drives the seat.
    pub(crate) fn is_human(&self, seat: Seat) -> bool {
        matches!(self.session.controller(seat), Some(Controller::Human { .. }))
    }

    pub(crate) fn before(&self) -> &S {
        &self.before
    }

    pub(crate) fn simulation(&self) -> &S {
        self.session.simulation()
    }

    pub(crate) fn alpha_256(&self) -> u16 {
        self.clock.alpha_256()
    }

    pub(crate) fn waiting(&self) -> Option<Waiting> {
        self.waiting
    }

    pub(crate) fn paused_by(&self) -> Option<PlayerId> {
        self.session.paused_by()
    }

    pub(crate) fn input_delay(&self) -> u8 {
        self.session.config().input_delay_frames
    }

    pub(crate) fn last_checkpoint(&self) -> Option<(Frame, StateHash)> {
        self.session.last_checkpoint()
    }
}
