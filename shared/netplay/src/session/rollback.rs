//! Rollback: the present is shown before everybody's words for it are known.
//!
//! ```text
//!        settled        gap            present
//!  final ──┼─── right ───┼── on guesses ──┼──►
//!          kept states: │ … │ … │ … │
//! ```
//!
//! A missing word is guessed to be the one before it. When the word comes and is another, the
//! newest state before its frame is brought back and the frames since are simulated again, one a
//! call of `advance`. What is told to anybody, checkpoints, donations and confirmed frames, is
//! about frames whose words are all known.

mod config;
mod kept;
mod own_delay;
mod rows;

pub use config::{OwnDelay, RollbackConfig, RollbackStats, Saving};

use super::exchange::verbs::exchange_verbs;
use super::exchange::{Exchange, Heard};
use super::lockstep::waiting_lead_256;
use super::{ConfigError, Confirmed, LockstepConfig, PeerFault, SessionEvent, Step};
use crate::ids::{Frame, PlayerId, Seat, SeatSet, StateHash};
use crate::limits::{OWN_DELAY_CAP_FRAMES, ROLLBACK_WINDOW_CAP_FRAMES};
use crate::sim::{BadState, Rewind};
use crate::track::Evidence;
use crate::wire::{Controller, Message};
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use kept::Kept;
use own_delay::OwnDelayPolicy;
use rows::Rows;

/// One peer's side of a rollback session: a player's, or a spectator's.
///
/// On the wire it is a lockstep session: peers of either kind, and of any window, play together.
/// The caller's loop calls [`advance`](Self::advance) again while it says [`Step::Replayed`].
#[derive(Debug)]
pub struct RollbackSession<S: Rewind> {
    simulation: S,
    exchange: Exchange<S::Input>,
    /// None of it while watching.
    window_frames: u32,
    seated_window_frames: u32,
    saving: Saving,
    own_delay: Option<OwnDelayPolicy>,
    /// The next frame that `simulation` simulates: the present, or a past one on the way there.
    cursor: Frame,
    /// The first frame for which a word is missing, as far as the present reaches.
    gap: Frame,
    /// The first frame that was simulated from what is known to be wrong.
    wrong: Option<Frame>,
    rows: Rows<S::Input>,
    /// None while nothing is guessed. The oldest is the state of the log's next frame.
    kept: Kept,
    /// Digests that are told once their frames are final.
    digests: VecDeque<(Frame, StateHash)>,
    stats: RollbackStats,
}

impl<S: Rewind> RollbackSession<S> {
    /// A session before its first frame. The simulation is told who drives each seat.
    ///
    /// # Errors
    /// Says what is wrong with the configuration.
    pub fn new(mut simulation: S, config: RollbackConfig) -> Result<Self, ConfigError> {
        config.check()?;
        let RollbackConfig { session, window_frames, saving, own_delay } = config;
        let mut exchange = Exchange::new(session)?;
        for (seat, controller) in (0..).map(Seat).zip(&exchange.config.controllers) {
            simulation.set_seat_controller(seat, *controller);
        }
        let seated = u32::from(window_frames);
        let window = exchange.config.local.map_or(0, |_| seated);
        let adapts = own_delay == OwnDelay::Automatic && seated > 0;
        let delay = exchange.config.input_delay_frames;
        let longest = u32::from(OWN_DELAY_CAP_FRAMES - delay);
        exchange.repeat_frames = longest + u32::from(ROLLBACK_WINDOW_CAP_FRAMES);
        Ok(Self {
            own_delay: adapts.then(|| OwnDelayPolicy::new(delay, seated)),
            rows: Rows::new(exchange.config.seats, Self::reach(seated) + 1),
            simulation,
            exchange,
            window_frames: window,
            seated_window_frames: seated,
            saving,
            cursor: Frame(0),
            gap: Frame(0),
            wrong: None,
            kept: Kept::default(),
            digests: VecDeque::new(),
            stats: RollbackStats::default(),
        })
    }

    /// The local pad's word for the next frame that wants one; ignored when none does.
    pub fn push_local(&mut self, input: S::Input) {
        // A seat may have come back to us in what is our past already.
        if let Some((seat, frame)) = self.exchange.push_local(input) {
            self.compare(seat, frame, frame.plus(1));
        }
    }

    /// Simulates at most one frame: a past one while a wrong guess is being corrected, or the
    /// next one, if not too much of it would be guessed.
    pub fn advance(&mut self) -> Step {
        if let Some(step) = self.exchange.at_rest() {
            return step;
        }
        self.find_gap();
        if let Some(wrong) = self.wrong.take().or_else(|| self.outgrown()) {
            self.roll_back(wrong);
        }
        let frame = self.cursor;
        if frame < self.exchange.present {
            self.simulate(frame);
            self.stats.replayed += 1;
            self.settle();
            return Step::Replayed(frame);
        }
        self.settle();
        let wait = self.wait(frame);
        if let Some(step) = wait {
            self.exchange.idle();
            return step;
        }
        let guessed = self.simulate(frame);
        self.stats.guessed += u32::from(guessed);
        self.exchange.present = frame.plus(1);
        self.exchange.busy();
        self.settle();
        if let Some(policy) = &mut self.own_delay {
            self.exchange.own_delay_frames = policy.next(self.exchange.own_delay_frames);
        }
        Step::Advanced(frame)
    }

    /// Takes what a peer, or the relay, says: words, digests, changes of hands, pause and resume.
    /// Whatever is old, early beyond the window, or said twice is ignored, as is every message
    /// that is none of a session's.
    ///
    /// # Errors
    /// When the peer is wrong; close its link.
    pub fn handle(&mut self, message: &Message) -> Result<(), PeerFault> {
        match self.exchange.handle(message)? {
            Heard::Nothing => {}
            Heard::Words(seat, first, end) => self.compare(seat, first, end),
            Heard::Change(from) => {
                if self.exchange.config.local.is_some() {
                    self.window_frames = self.seated_window_frames;
                }
                self.gap = self.gap.min(from);
                if from < self.cursor {
                    self.wrong = Some(self.wrong.map_or(from, |wrong| wrong.min(from)));
                }
            }
        }
        Ok(())
    }

    /// The next message for the other peers: words on any lane, all else on an ordered one. Drain
    /// it once a turn: how often it is drained says how often our words leave.
    pub fn poll_message(&mut self) -> Option<Message> {
        let message = self.exchange.poll_message();
        if let (None, Some(policy)) = (&message, &mut self.own_delay) {
            policy.drained();
        }
        message
    }

    /// The first frame that is not final: some person's word for it is missing, or a correction
    /// is due. At most [`frame`](Self::frame).
    #[must_use]
    pub fn confirmed_frame(&self) -> Frame {
        self.exchange.settled
    }

    /// The present state; while [`advance`](Self::advance) says [`Step::Replayed`], a past one.
    #[must_use]
    pub fn simulation(&self) -> &S {
        &self.simulation
    }

    /// Brings the newest kept state that is final into `into`; says which frame is next for it.
    /// With [`Saving::EveryFrame`] that is the state before [`confirmed_frame`](Self::confirmed_frame).
    pub fn load_confirmed(&self, into: &mut S) -> Option<Frame> {
        let mut fresh = Vec::new();
        into.load(self.final_state(&mut fresh)).ok()?;
        Some(self.exchange.log.next())
    }

    /// What guessing came to so far.
    #[must_use]
    pub fn stats(&self) -> RollbackStats {
        self.stats
    }

    /// How long our own words wait now.
    #[must_use]
    pub fn own_delay_frames(&self) -> u8 {
        self.exchange.own_delay_frames
    }

    /// Who drives the seat in the frame simulated last.
    #[must_use]
    pub fn controller(&self, seat: Seat) -> Option<Controller> {
        self.exchange.timeline.driver_at(seat, self.exchange.present.minus(1))
    }

    /// How much of its lead this peer should give up, in 1/256 frames, given each player's one-way
    /// trip to here in milliseconds: what [`StepClock::steer`](super::clock::StepClock::steer)
    /// wants. Who runs ahead sees the others' words late and guesses all the time, while they
    /// never have to: so the whole lead is given up, and not only what would make us wait.
    pub fn lead_256(&mut self, trip_ms: impl Fn(PlayerId) -> u32) -> u32 {
        if let Some(policy) = &mut self.own_delay {
            let me = self.exchange.config.me;
            let others = self.exchange.timeline.players_at(self.exchange.present);
            let trips = others.filter(|player| *player != me).map(&trip_ms);
            policy.heard_trip(trips.max().unwrap_or(0));
        }
        let (ahead, slack) = self.exchange.lead_and_slack(trip_ms);
        if self.window_frames == 0 {
            return waiting_lead_256((ahead, slack));
        }
        u32::try_from(ahead).unwrap_or(0)
    }

    /// Appends what a peer needs to go on from the newest kept state that is final. Returns the
    /// frame that is next for it.
    pub fn donate(&self, out: &mut Vec<u8>) -> Frame {
        let mut fresh = Vec::new();
        self.exchange.donate(self.final_state(&mut fresh), out)
    }

    /// Replaces the session's state by a donated one, and takes everything held since
    /// [`await_state`](Self::await_state). Returns the next frame to simulate.
    ///
    /// # Errors
    /// When the bytes are no donation to this session; nothing has changed then.
    pub fn adopt(&mut self, donated: &[u8]) -> Result<Frame, BadState> {
        let next = self.exchange.adopt(donated, |state| self.simulation.load(state))?;
        (self.cursor, self.gap, self.wrong) = (next, next, None);
        self.rows.clear();
        self.kept.clear();
        self.digests.clear();
        Ok(next)
    }

    // --- frames -----------------------------------------------------------------------------

    /// Why the present must not be simulated yet.
    fn wait(&mut self, frame: Frame) -> Option<Step> {
        let on_guesses = frame >= self.gap;
        if self.exchange.is_paused()
            && (on_guesses || self.exchange.timeline.humans_at(frame).is_empty())
        {
            return Some(Step::Paused);
        }
        if frame >= self.gap.plus(self.window_frames) {
            self.stats.stalls += 1;
            return Some(Step::Stalled { waiting_on: self.missing(self.gap) });
        }
        None
    }

    /// Simulates a frame, for the first time or again. Says whether some of it was guessed.
    fn simulate(&mut self, frame: Frame) -> bool {
        let humans = self.exchange.timeline.humans_at(frame);
        let missing = humans.without(self.exchange.log.known(frame));
        if self.should_save(frame, missing) {
            self.kept.save(frame, &self.simulation);
        }
        self.rows.fill(frame, humans, missing, &self.exchange.log);
        for (seat, controller) in self.exchange.timeline.changes_at(frame) {
            self.simulation.set_seat_controller(seat, controller);
        }
        self.simulation.tick(self.rows.row(frame));
        self.cursor = frame.plus(1);
        let is_told = frame < self.exchange.settled;
        let wanted = self.exchange.wants_checkpoint(frame) || self.exchange.evidence.is_on();
        if wanted && !is_told {
            self.digests.push_back((frame, self.simulation.state_hash()));
        }
        !missing.is_empty()
    }

    /// Whether the state before the frame may be wanted: to come back to, where some of the frame
    /// is guessed, or as evidence.
    fn should_save(&self, frame: Frame, missing: SeatSet) -> bool {
        let guessed = !missing.is_empty();
        let Some(newest) = self.kept.newest() else { return guessed };
        let at_the_gap = frame == self.gap || self.saving == Saving::EveryFrame;
        newest != frame && (guessed && at_the_gap || self.exchange.evidence.is_on())
    }

    /// The newest state before the frame becomes the simulation's.
    fn roll_back(&mut self, frame: Frame) {
        let (at, state) = self.kept.back_to(frame).expect("a state was kept before every guess");
        self.simulation.load(state).expect("a simulation takes the state that it saved");
        self.cursor = at;
        while self.digests.back().is_some_and(|(newest, _)| *newest >= at) {
            self.digests.pop_back();
        }
        self.stats.rollbacks += 1;
        self.stats.deepest = self.stats.deepest.max(self.exchange.present.since(at));
    }

    /// Where to go back to only because the one kept state has become too old: on the way to the
    /// present a newer one is saved.
    fn outgrown(&self) -> Option<Frame> {
        let (oldest, _) = self.kept.oldest()?;
        let age = self.exchange.present.since(oldest);
        let is_old = age >= Self::reach(self.window_frames) && self.cursor == self.exchange.present;
        (is_old && self.gap > oldest).then_some(oldest)
    }

    /// How far the oldest kept state may lie behind the present.
    fn reach(window_frames: u32) -> u32 {
        2 * window_frames
    }

    // --- what is known ----------------------------------------------------------------------

    /// The people whose word for the frame is missing.
    fn missing(&self, frame: Frame) -> SeatSet {
        self.exchange.timeline.humans_at(frame).without(self.exchange.log.known(frame))
    }

    fn find_gap(&mut self) {
        let end = self.exchange.present.plus(1);
        while self.gap < end && self.missing(self.gap).is_empty() {
            self.gap = self.gap.plus(1);
        }
    }

    /// Looks whether words that are known were guessed otherwise.
    fn compare(&mut self, seat: Seat, first: Frame, end: Frame) {
        let end = end.min(self.wrong.unwrap_or(self.cursor)).min(self.cursor);
        for frame in (first.max(self.exchange.settled).0..end.0).map(Frame) {
            let Some(word) = self.exchange.log.word(seat, frame) else { continue };
            let driven = self.exchange.timeline.humans_at(frame).contains(seat);
            if driven && self.rows.word(seat, frame) != Some(word) {
                self.stats.mispredicted += 1;
                self.wrong = Some(frame);
                return;
            }
        }
    }

    /// Tells of the frames that have become final, and forgets what they alone needed.
    fn settle(&mut self) {
        let end = self.gap.min(self.cursor);
        while self.exchange.settled < end {
            let frame = self.exchange.settled;
            self.exchange.settled = frame.plus(1);
            self.tell(frame);
        }
        if self.exchange.settled == self.exchange.present {
            self.kept.clear();
        }
        self.kept.forget_before(self.exchange.settled);
        let base = self.kept.oldest().map_or(self.exchange.settled, |(frame, _)| frame);
        while self.exchange.log.next() < base {
            while self.exchange.timeline.change_at(self.exchange.log.next()).is_some() {}
            self.exchange.log.advance();
        }
    }

    fn tell(&mut self, frame: Frame) {
        self.exchange.tell_changes(frame);
        if self.exchange.config.tells_confirmed {
            let inputs = self.rows.row(frame).to_vec();
            self.exchange.tell_confirmed(frame, inputs);
        }
        let Some((_, hash)) = self.digests.pop_front_if(|(at, _)| *at == frame) else { return };
        if self.exchange.evidence.is_on() {
            let (evidence, words) = (&mut self.exchange.evidence, self.rows.row(frame));
            match self.kept.at(frame.plus(1)) {
                Some(state) => evidence.keep_saved(frame, words.iter().copied(), hash, state),
                None => evidence.keep(frame, words.iter().copied(), &self.simulation),
            }
        }
        if self.exchange.wants_checkpoint(frame) {
            self.exchange.checkpoint(frame, hash);
        }
    }

    /// The state of the log's next frame.
    fn final_state<'a>(&'a self, fresh: &'a mut Vec<u8>) -> &'a [u8] {
        if let Some((_, state)) = self.kept.oldest() {
            return state;
        }
        self.simulation.save(fresh);
        fresh
    }
}

exchange_verbs!(RollbackSession, Rewind);
