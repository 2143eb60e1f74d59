//! Sealed ticks: the relay keeps the clock and says which words each tick has; a peer shows the
//! tick that the relay is about to seal, on guesses, and corrects them when it is sealed.
//!
//! ```text
//!        settled ≤ checked ≤ present          ticks in order, from the relay
//!   ────────┴─────────┴──────────┴──────►
//!    true    a wrong row   guesses: what the relay sealed last, and our own words
//!            may wait      a lead of the grace and two ticks
//! ```

mod config;
mod correct;
mod donation;
mod hands;
mod hear;
mod pad;
mod reel;
mod ticks;

pub use config::{SealedConfig, SealedConfigError};

use super::{Confirmed, PeerFault, SessionEvent, Step};
use crate::ids::{Frame, PlayerId, Seat, SeatSet, StateHash};
use crate::limits::SEALED_LEAD_CAP_TICKS;
use crate::sim::{BadState, Input, Rewind};
use crate::track::{CheckpointLedger, Evidence};
use crate::wire::{Controller, Message, Pause, Resume, SeatController, Words};
use alloc::collections::VecDeque;
use alloc::vec;
use alloc::vec::Vec;
use hands::Hands;
use pad::Pad;
use reel::Reel;
use ticks::Ticks;

/// Beyond the relay's grace, a peer's lead over the last bundle: a word that leaves with it is in
/// time on a round trip of the lead.
const LEAD_TICKS: u32 = 2;
/// How much an observer holds back, so that it neither jumps nor waits on a line with jitter.
const WATCH_TICKS: u32 = 2;

/// What a sealed session did so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SealedStats {
    /// Ticks that were simulated before the relay had sealed them.
    pub guessed: u32,
    /// Ticks of these in which a guess turned out wrong.
    pub mispredicted: u32,
    /// How often an earlier state was brought back.
    pub rollbacks: u32,
    /// Ticks that were simulated again.
    pub replayed: u32,
    /// The most ticks that one rollback went back.
    pub deepest: u32,
    /// How often the session had to wait for the relay.
    pub stalls: u32,
    /// How often it had to jump forward: once, at the start.
    pub snaps: u32,
    /// Own words that the relay sealed later than they were said for.
    pub late_inputs: u32,
}

/// One peer's side of a sealed session: a player's, or an observer's.
#[derive(Debug)]
pub struct SealedSession<S: Rewind> {
    simulation: S,
    config: SealedConfig,
    ticks: Ticks,
    reel: Reel<S::Input>,
    /// The first frame whose row is not compared with the sealed one yet.
    checked: Frame,
    /// Every seat's word before that frame, as sealed, and before the first frame of the reel.
    words: Vec<S::Input>,
    settled_words: Vec<S::Input>,
    hands: Hands,
    /// The seat that is ours, whoever drives it now.
    seat: Option<Seat>,
    pad: Pad<S::Input>,
    /// The first frame that ran on a wrong row, and whether it has to be corrected now.
    wrong: Option<Frame>,
    is_urgent: bool,
    /// The simulation stands before `wrong`, not before the present.
    is_replaying: bool,
    has_begun: bool,
    is_jumping: bool,
    is_waiting: bool,
    is_released: bool,
    trip_ticks: u32,
    say_again_after: Frame,
    ledger: CheckpointLedger,
    paused_by: Option<PlayerId>,
    is_halted: bool,
    desync_told: bool,
    /// Announcements heard while a donor's state is awaited.
    held: Option<Vec<SeatController>>,
    stats: SealedStats,
    outbox: VecDeque<Message>,
    events: VecDeque<SessionEvent>,
    confirmed: VecDeque<Confirmed<S::Input>>,
    evidence: Evidence,
}

impl<S: Rewind> SealedSession<S> {
    /// A session before its first tick. The simulation is told who drives each seat.
    ///
    /// # Errors
    /// Says what is wrong with the configuration.
    pub fn new(mut simulation: S, config: SealedConfig) -> Result<Self, SealedConfigError> {
        config.check(S::Input::SIZE)?;
        for (seat, controller) in (0..).map(Seat).zip(&config.controllers) {
            simulation.set_seat_controller(seat, *controller);
        }
        Ok(Self {
            simulation,
            ticks: Ticks::default(),
            reel: Reel::new(Frame(0)),
            checked: Frame(0),
            words: vec![S::Input::default(); usize::from(config.seats)],
            settled_words: vec![S::Input::default(); usize::from(config.seats)],
            hands: Hands::new(&config.controllers),
            seat: config.local,
            pad: Pad::new(),
            wrong: None,
            is_urgent: false,
            is_replaying: false,
            has_begun: false,
            is_jumping: false,
            is_waiting: false,
            is_released: false,
            trip_ticks: 0,
            say_again_after: Frame(0),
            ledger: CheckpointLedger::default(),
            paused_by: None,
            is_halted: false,
            desync_told: false,
            held: None,
            stats: SealedStats::default(),
            outbox: VecDeque::new(),
            events: VecDeque::new(),
            confirmed: VecDeque::new(),
            evidence: Evidence::new(config.evidence_bytes),
            config,
        })
    }

    // --- the local pad --------------------------------------------------------------------------

    /// Whether a step wants the local pad's word. False for observers, while paused, before the
    /// relay's clock runs, and while the AI drives the seat.
    #[must_use]
    pub fn wants_local_input(&self) -> bool {
        self.wanted_frame().is_some()
    }

    /// The frame that the next word of the local pad is for, if one is wanted.
    #[must_use]
    pub fn wanted_frame(&self) -> Option<Frame> {
        let stopped = self.paused_by.is_some() || self.is_halted || self.held.is_some();
        let frame = self.frame().plus(self.config.input_delay_frames.into());
        let me = Controller::Human { player: self.config.me };
        let is_ours = self.hands.driver(self.seat?, frame) == Some(me);
        let is_next = frame >= self.pad.next() && frame >= self.ticks.end();
        // What is said in the midst of a jump would be late: our last word holds meanwhile.
        let is_there = self.has_begun && !self.is_jumping;
        (is_ours && is_next && is_there && !stopped).then_some(frame)
    }

    /// The local pad's word for the next frame that wants one; ignored when none does.
    pub fn push_local(&mut self, input: S::Input) {
        if let Some(frame) = self.wanted_frame() {
            self.pad.push(frame, input, self.config.redundancy_words);
        }
    }

    // --- time -----------------------------------------------------------------------------------

    /// Simulates at most one frame: a past one if a guess about it was wrong, or the next.
    pub fn advance(&mut self) -> Step {
        if self.is_halted {
            return Step::Halted;
        }
        if self.held.is_some() {
            return Step::Joining;
        }
        if let Some(frame) = self.wrong.filter(|frame| self.must_correct(*frame)) {
            self.replay(frame);
            return Step::Replayed(frame);
        }
        let (present, sealed) = (self.frame(), self.ticks.end());
        if self.paused_by.is_some() && present >= sealed {
            return Step::Paused;
        }
        if present >= self.reach() {
            let counts = self.has_begun && self.seat.is_some() && !self.is_waiting;
            self.stats.stalls += u32::from(counts);
            self.is_waiting = true;
            return Step::Stalled { waiting_on: SeatSet::EMPTY };
        }
        self.is_waiting = false;
        self.step(present, sealed);
        if self.is_jumping && self.frame() >= self.target() {
            self.is_jumping = false;
        }
        Step::Advanced(present)
    }

    /// The present: the next frame to simulate.
    #[must_use]
    pub fn frame(&self) -> Frame {
        self.reel.present()
    }

    /// The first tick that the relay has not sealed yet, as far as it is simulated.
    #[must_use]
    pub fn confirmed_frame(&self) -> Frame {
        self.checked
    }

    /// The first tick that the relay has not sealed yet.
    #[must_use]
    pub fn sealed_frame(&self) -> Frame {
        self.ticks.end()
    }

    /// The frame after the last word of any seat that is known: the same for all of them.
    #[must_use]
    pub fn end(&self, _seat: Seat) -> Frame {
        self.ticks.end()
    }

    /// How far the present is ahead of where the relay's clock wants it, in 1/256 frames, or
    /// behind: what [`StepClock::pace`](super::clock::StepClock::pace) wants to be told once a
    /// step. A step that did not happen is [`held`](super::clock::StepClock::held), not stalled.
    #[must_use]
    pub fn pace_256(&self) -> i32 {
        let stands = self.held.is_some() || self.paused_by.is_some() || self.is_halted;
        if !self.has_begun || stands || self.is_released {
            return 0;
        }
        let off = i64::from(self.frame().0) - i64::from(self.target().0);
        (off * 256).clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
    }

    /// How many frames to jump forward: at the start, after a sleep, and whenever the clock alone
    /// would take too long.
    #[must_use]
    pub fn behind_frames(&self) -> u32 {
        if self.is_jumping { self.target().since(self.frame()) } else { 0 }
    }

    /// The round trip to the relay: on a longer one than the grace and two ticks, a peer's lead
    /// must be longer too, or its words are late.
    pub fn set_trip_ms(&mut self, rtt_ms: u16) {
        let ticks = (u32::from(rtt_ms) * u32::from(self.config.tick_hz)).div_ceil(1_000);
        self.trip_ticks = ticks.min(SEALED_LEAD_CAP_TICKS);
    }

    /// How many words every packet carries from now on: 1 on a stream, where nothing is lost.
    pub fn set_redundancy(&mut self, words: usize) {
        self.config.redundancy_words = words.clamp(1, Words::cap(S::Input::SIZE));
    }

    /// How far the present is meant to be ahead of the last sealed tick.
    #[must_use]
    pub fn lead_ticks(&self) -> u32 {
        let lead = u32::from(self.config.grace_ticks).max(self.trip_ticks) + LEAD_TICKS;
        lead.min(SEALED_LEAD_CAP_TICKS)
    }

    // --- messages -------------------------------------------------------------------------------

    /// Takes what the relay says: sealed ticks, changes of hands, digests, pause and resume.
    ///
    /// # Errors
    /// When the relay is wrong; close the link.
    pub fn handle(&mut self, message: &Message) -> Result<(), PeerFault> {
        match message {
            Message::Seal(seal) => {
                let (ours, theirs) = (S::Input::SIZE.bytes(), seal.changes.size().bytes());
                if ours != theirs {
                    return Err(PeerFault::WordSize { ours, theirs });
                }
                if let Some((seat, _)) = seal.changes.iter().last()
                    && seat.0 >= self.config.seats
                {
                    return Err(PeerFault::NoSuchSeat(seat));
                }
                self.ticks.push(seal)?;
                self.look_at_ticks();
            }
            Message::SeatController(change) => return self.hear_change(change),
            Message::Checkpoint(checkpoint) => self.hear_checkpoint(checkpoint),
            Message::Diverged(diverged) => self.hear_diverged(diverged),
            Message::Pause(Pause { player }) => self.hear_pause(*player, true),
            Message::Resume(Resume { player }) => self.hear_pause(*player, false),
            _ => {}
        }
        Ok(())
    }

    /// The next message for the relay: words on any lane, all else on an ordered one.
    pub fn poll_message(&mut self) -> Option<Message> {
        if let Some(message) = self.outbox.pop_front() {
            return Some(message);
        }
        self.pad.poll(self.seat?, self.config.redundancy_words).map(Message::Input)
    }

    /// The next thing to tell.
    pub fn poll_event(&mut self) -> Option<SessionEvent> {
        self.events.pop_front()
    }

    /// The next settled frame, if the configuration asks for them. Poll after every step.
    pub fn poll_confirmed(&mut self) -> Option<Confirmed<S::Input>> {
        self.confirmed.pop_front()
    }

    /// Stops here and asks the relay to stop its clock.
    pub fn pause(&mut self) {
        if self.paused_by.is_none() {
            let player = self.config.me;
            self.paused_by = Some(player);
            self.tell(SessionEvent::Paused(player));
            self.outbox.push_back(Pause { player }.into());
        }
    }

    /// Asks the relay to let its clock go on.
    pub fn resume(&mut self) {
        let player = self.config.me;
        if self.paused_by.take().is_some() {
            self.tell(SessionEvent::Resumed(player));
        }
        self.outbox.push_back(Resume { player }.into());
    }

    /// The session is over for everybody: no tick is sealed any more. The AI takes every seat, and
    /// the simulation rolls on here alone.
    pub fn release(&mut self) {
        let present = self.frame();
        for seat in (0..self.config.seats).map(Seat) {
            // Only a seat that keeps changing hands refuses.
            let _ = self.hands.announce(seat, Controller::Ai, present);
        }
        self.seat = None;
        (self.is_released, self.is_jumping, self.paused_by) = (true, false, None);
    }

    // --- what is known --------------------------------------------------------------------------

    /// The state of the present. In the midst of a correction, of a frame before it.
    #[must_use]
    pub fn simulation(&self) -> &S {
        &self.simulation
    }

    /// Brings the state after the last settled tick into another simulation. Returns the frame
    /// after it; none when that simulation is of another make.
    pub fn load_confirmed(&self, into: &mut S) -> Option<Frame> {
        let mut state = Vec::new();
        self.save_settled(&mut state);
        into.load(&state).ok().map(|()| self.reel.first())
    }

    /// What guessing and keeping time came to so far.
    #[must_use]
    pub fn stats(&self) -> SealedStats {
        self.stats
    }

    /// What the session was told at its start.
    #[must_use]
    pub fn config(&self) -> &SealedConfig {
        &self.config
    }

    /// The seat that is ours; none while observing.
    #[must_use]
    pub fn seat(&self) -> Option<Seat> {
        self.seat
    }

    /// Who drives the seat in the frame simulated last.
    #[must_use]
    pub fn controller(&self, seat: Seat) -> Option<Controller> {
        self.hands.driver(seat, self.frame().minus(1))
    }

    /// Who paused the session.
    #[must_use]
    pub fn paused_by(&self) -> Option<PlayerId> {
        self.paused_by
    }

    /// What is remembered of the last settled ticks, if the configuration asks for it.
    #[must_use]
    pub fn evidence(&self) -> &Evidence {
        &self.evidence
    }

    /// Our newest checkpoint.
    #[must_use]
    pub fn last_checkpoint(&self) -> Option<(Frame, StateHash)> {
        self.ledger.newest()
    }

    // --- coming late ----------------------------------------------------------------------------

    /// Stops and keeps what arrives until a donor's state is [adopted](Self::adopt): the start of
    /// a peer that comes late or comes back.
    pub fn await_state(&mut self) {
        if self.held.is_none() {
            self.held = Some(Vec::new());
            self.ticks.start_anywhere();
        }
    }

    /// Whether a donor's state is awaited.
    #[must_use]
    pub fn awaits_state(&self) -> bool {
        self.held.is_some()
    }

    /// Appends what a peer needs to go on from the last settled tick. Returns the next one.
    pub fn donate(&self, out: &mut Vec<u8>) -> Frame {
        donation::write(self, out)
    }

    /// Replaces the session's state by a donated one, and takes everything held since
    /// [`await_state`](Self::await_state). Returns the next frame to simulate.
    ///
    /// # Errors
    /// When the bytes are no donation to this session; nothing has changed then.
    pub fn adopt(&mut self, donated: &[u8]) -> Result<Frame, BadState> {
        donation::adopt(self, donated)
    }

    /// Nobody else holds the state: the session goes on from the one that was kept here, all of it
    /// that is final. Returns the next frame, from which on the relay tells the ticks again.
    pub fn keep_on(&mut self) -> Frame {
        let mut kept = Vec::new();
        self.paused_by = None;
        let next = self.donate(&mut kept);
        self.adopt(&kept).expect("a session takes the state that it gave");
        next
    }

    // --- time, in ticks -------------------------------------------------------------------------

    /// Where the present is meant to be.
    fn target(&self) -> Frame {
        let end = self.ticks.end();
        if self.seat.is_some() { end.plus(self.lead_ticks()) } else { end.minus(WATCH_TICKS) }
    }

    /// The frame that must not be simulated yet.
    pub(super) fn reach(&self) -> Frame {
        match self.seat {
            _ if self.is_released => Frame(u32::MAX),
            _ if !self.has_begun => Frame(0),
            Some(_) => self.target().plus(self.slack()),
            None => self.ticks.end(),
        }
    }

    /// How far the clock alone corrects: a quarter of a second.
    fn slack(&self) -> u32 {
        u32::from(self.config.tick_hz).div_ceil(4).max(LEAD_TICKS)
    }
}
