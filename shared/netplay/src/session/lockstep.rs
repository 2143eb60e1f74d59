//! Lockstep: every peer simulates the same frames from everybody's inputs.

mod donation;
mod pad;

use super::config::{ConfigError, LockstepConfig};
use super::fault::PeerFault;
use super::{Confirmed, SessionEvent, Step};
use crate::ids::{Frame, PlayerId, Seat, SeatSet, StateHash};
use crate::limits::{
    EVENTS_KEPT, HELD_MESSAGES, INPUT_BACKLOG_FRAMES, INPUT_WINDOW_FRAMES, TICK_HZ,
};
use crate::sim::{Input, Simulation};
use crate::track::{Announced, CheckpointLedger, InputLog, Timeline, Verdict};
use crate::wire::{self, Checkpoint, Controller, Message, Pause, Resume, SeatController};
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use pad::LocalPad;

/// Who holds the others' words for this many frames ahead has no reason to slow down.
const COMFORT_FRAMES: i64 = 2;

/// One peer's side of a lockstep session: a player's, or a spectator's.
///
/// A frame is simulated once every human seat's word for it is known. Frames before the input
/// delay run on neutral inputs everywhere, so that nobody waits at the start.
#[derive(Debug)]
pub struct LockstepSession<S: Simulation> {
    simulation: S,
    config: LockstepConfig,
    log: InputLog<S::Input>,
    timeline: Timeline,
    pad: Option<LocalPad>,
    ledger: CheckpointLedger,
    paused_by: Option<PlayerId>,
    halted: Option<Halt>,
    desync_told: bool,
    /// What arrived while a donor's state is awaited.
    held: Option<VecDeque<Message>>,
    /// Calls of `advance` without a step, and the count at which words are sent again.
    idle_calls: u32,
    resend_at_calls: u32,
    outbox: VecDeque<Message>,
    events: VecDeque<SessionEvent>,
    /// Changes of hands since the last frame, and confirmed frames, for who asks for them.
    changes: Vec<(Seat, Controller)>,
    confirmed: VecDeque<Confirmed<S::Input>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Halt {
    Desync,
    Overtaken,
}

impl<S: Simulation> LockstepSession<S> {
    /// A session before its first frame. The simulation is told who drives each seat.
    ///
    /// # Errors
    /// Says what is wrong with the configuration.
    pub fn new(mut simulation: S, config: LockstepConfig) -> Result<Self, ConfigError> {
        config.check(S::Input::SIZE)?;
        for (seat, controller) in (0..).map(Seat).zip(&config.controllers) {
            simulation.set_seat_controller(seat, *controller);
        }
        let first = Frame(u32::from(config.input_delay_frames));
        let mut log = InputLog::new(config.seats, Frame(0));
        for seat in (0..config.seats).map(Seat) {
            for frame in (0..first.0).map(Frame) {
                log.insert(seat, frame, S::Input::default(), first);
            }
            log.expect_from(seat, first);
        }
        let timeline = Timeline::new(&config.controllers);
        let mut session = Self {
            pad: config.local.map(|seat| LocalPad::new(seat, first)),
            resend_at_calls: config.resend_after_stalls,
            simulation,
            config,
            log,
            timeline,
            ledger: CheckpointLedger::default(),
            paused_by: None,
            halted: None,
            desync_told: false,
            held: None,
            idle_calls: 0,
            outbox: VecDeque::new(),
            events: VecDeque::new(),
            changes: Vec::new(),
            confirmed: VecDeque::new(),
        };
        session.find_turn();
        Ok(session)
    }

    /// Whether a step wants the local pad's word. False for spectators, while paused, once the
    /// pad is the delay ahead, and while the AI drives the seat.
    #[must_use]
    pub fn wants_local_input(&self) -> bool {
        self.wanted_frame().is_some()
    }

    /// The frame that the next word of the local pad is for, if one is wanted.
    #[must_use]
    pub fn wanted_frame(&self) -> Option<Frame> {
        let stopped = self.paused_by.is_some() || self.halted.is_some() || self.held.is_some();
        let reach = self.log.next().plus(u32::from(self.config.input_delay_frames));
        self.pad.as_ref()?.turn.filter(|turn| *turn <= reach && !stopped)
    }

    /// The local pad's word for the next frame that wants one; ignored when none does.
    pub fn push_local(&mut self, input: S::Input) {
        let Some(frame) = self.wanted_frame() else { return };
        let Some(pad) = &mut self.pad else { return };
        self.log.insert(pad.seat, frame, input, frame.plus(1));
        pad.pushed(frame, self.config.redundancy_words);
        self.find_turn();
    }

    /// Simulates one frame if everything it needs is known.
    pub fn advance(&mut self) -> Step {
        if self.halted.is_some() {
            return Step::Halted;
        }
        if self.held.is_some() {
            return Step::Joining;
        }
        let frame = self.log.next();
        self.change_hands(frame);
        let humans = self.timeline.humans();
        let waiting_on = humans.without(self.log.known(frame));
        if self.paused_by.is_some() && (humans.is_empty() || !waiting_on.is_empty()) {
            self.idle();
            return Step::Paused;
        }
        if !waiting_on.is_empty() {
            self.idle();
            return Step::Stalled { waiting_on };
        }
        let inputs = self.log.take(humans);
        if self.config.tells_confirmed {
            let changes = core::mem::take(&mut self.changes);
            self.confirmed.push_back(Confirmed { frame, inputs: inputs.to_vec(), changes });
        }
        self.simulation.tick(inputs);
        self.log.advance();
        (self.idle_calls, self.resend_at_calls) = (0, self.config.resend_after_stalls);
        if self.log.next().0.is_multiple_of(self.config.checkpoint_interval_frames) {
            self.checkpoint(frame);
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
        self.check(message)?;
        let Some(held) = &mut self.held else { return self.take(message) };
        if held.len() == HELD_MESSAGES {
            return Err(PeerFault::TooMuchHeld);
        }
        held.push_back(message.clone());
        Ok(())
    }

    /// The next message for the other peers: words on any lane, all else on an ordered one.
    pub fn poll_message(&mut self) -> Option<Message> {
        if let Some(message) = self.outbox.pop_front() {
            return Some(message);
        }
        self.pad.as_mut()?.poll_input(&self.log).map(Message::Input)
    }

    /// The next thing to tell.
    pub fn poll_event(&mut self) -> Option<SessionEvent> {
        self.events.pop_front()
    }

    /// The next confirmed frame, if the configuration asks for them. Poll after every step.
    pub fn poll_confirmed(&mut self) -> Option<Confirmed<S::Input>> {
        self.confirmed.pop_front()
    }

    /// Stops the local pad and asks everybody to stop. All simulate what the inputs already sent
    /// allow, which is the same frame for everybody.
    pub fn pause(&mut self) {
        if self.paused_by.is_none() {
            let player = self.config.me;
            self.set_paused(Some(player), SessionEvent::Paused(player));
            self.outbox.push_back(Pause { player }.into());
        }
    }

    /// Lets everybody go on. Said even when nothing seems paused here: a pause and a resume
    /// that cross each other may leave the others paused.
    pub fn resume(&mut self) {
        let player = self.config.me;
        if self.paused_by.is_some() {
            self.set_paused(None, SessionEvent::Resumed(player));
        }
        self.outbox.push_back(Resume { player }.into());
    }

    /// Who paused the session.
    #[must_use]
    pub fn paused_by(&self) -> Option<PlayerId> {
        self.paused_by
    }

    /// The next frame to simulate.
    #[must_use]
    pub fn frame(&self) -> Frame {
        self.log.next()
    }

    /// The state after the last simulated frame.
    #[must_use]
    pub fn simulation(&self) -> &S {
        &self.simulation
    }

    /// What the session was told at its start.
    #[must_use]
    pub fn config(&self) -> &LockstepConfig {
        &self.config
    }

    /// Our newest checkpoint.
    #[must_use]
    pub fn last_checkpoint(&self) -> Option<(Frame, StateHash)> {
        self.ledger.newest()
    }

    /// Who drives the seat in the frame simulated last.
    #[must_use]
    pub fn controller(&self, seat: Seat) -> Option<Controller> {
        self.timeline.now(seat)
    }

    /// The frame after the seat's newest known word.
    #[must_use]
    pub fn end(&self, seat: Seat) -> Frame {
        self.log.end(seat)
    }

    /// How many frames this peer is behind those who wait for it no more: what a spectator, a
    /// sleeper or a peer that comes back should simulate at once. 0 in ordinary play.
    #[must_use]
    pub fn behind_frames(&self) -> u32 {
        let humans = self.timeline.humans_at_last();
        let end = humans.iter().map(|seat| self.log.end(seat)).min().unwrap_or_default();
        end.since(self.frame()).saturating_sub(u32::from(self.config.input_delay_frames) + 1)
    }

    /// How much of its lead this peer should give up, in 1/256 frames, given each player's one-way
    /// trip to here in milliseconds: what [`StepClock::steer`](super::clock::StepClock::steer)
    /// wants. 0 unless it runs ahead of the slowest and is about to wait for them.
    pub fn lead_256(&self, trip_ms: impl Fn(PlayerId) -> u32) -> u32 {
        let local = self.pad.as_ref().map(|pad| pad.seat);
        let delay = i64::from(self.config.input_delay_frames);
        let next = i64::from(self.frame().0);
        let (mut ahead, mut slack) = (0, i64::MAX);
        for seat in self.timeline.humans().iter().filter(|seat| Some(*seat) != local) {
            let Some(Controller::Human { player }) = self.timeline.now(seat) else { continue };
            // A peer that has pushed up to `end` was at the frame `end - delay`, a trip ago;
            // half a frame is what its newest packet has aged on average.
            let end = i64::from(self.log.end(seat).0);
            let trip = i64::from(trip_ms(player)) * 256 * i64::from(TICK_HZ) / 1_000;
            ahead = ahead.max((next - end + delay) * 256 - trip - 128);
            slack = slack.min(end - next);
        }
        let too_little = COMFORT_FRAMES.saturating_sub(slack).max(0) * 256;
        u32::try_from(ahead.min(too_little)).unwrap_or(0)
    }

    /// What no honest peer sends, whatever the moment.
    fn check(&self, message: &Message) -> Result<(), PeerFault> {
        let seat = match message {
            Message::Input(input) => {
                let (ours, theirs) = (S::Input::SIZE, input.words.size());
                if ours != theirs {
                    let (ours, theirs) = (ours.bytes(), theirs.bytes());
                    return Err(PeerFault::WordSize { ours, theirs });
                }
                input.seat
            }
            Message::SeatController(change) => change.seat,
            _ => return Ok(()),
        };
        if seat.0 < self.config.seats { Ok(()) } else { Err(PeerFault::NoSuchSeat(seat)) }
    }

    fn take(&mut self, message: &Message) -> Result<(), PeerFault> {
        match message {
            Message::Input(input) => self.hear_input(input),
            Message::Checkpoint(checkpoint) => self.hear_checkpoint(checkpoint),
            Message::SeatController(change) => return self.hear_change(change),
            Message::Pause(Pause { player }) => self.hear_pause(*player, true),
            Message::Resume(Resume { player }) => self.hear_pause(*player, false),
            _ => {}
        }
        Ok(())
    }

    fn hear_input(&mut self, input: &wire::Input) {
        if Some(input.seat) == self.config.local {
            return; // our own pad is heard here and nowhere else
        }
        let near = self.frame().plus(INPUT_WINDOW_FRAMES);
        let limit = if input.end() <= near {
            near // which no limit is below
        } else {
            let mut others = self.timeline.humans_at_last();
            others.remove(input.seat);
            self.log.limit(others)
        };
        for (frame, bytes) in (input.first.0..limit.0).zip(input.words.iter()) {
            self.log.insert(input.seat, Frame(frame), S::Input::read(bytes), limit);
        }
    }

    fn hear_checkpoint(&mut self, checkpoint: &Checkpoint) {
        let Checkpoint { player, frame, hash } = *checkpoint;
        let on_time = frame < self.frame().plus(INPUT_BACKLOG_FRAMES);
        if player != self.config.me && on_time && self.timeline.plays(player) {
            let verdict = self.ledger.theirs(player, frame, hash);
            verdict.into_iter().for_each(|verdict| self.judge(verdict));
        }
    }

    fn hear_change(&mut self, change: &SeatController) -> Result<(), PeerFault> {
        let SeatController { seat, controller, from } = *change;
        let driven = matches!(self.timeline.now(seat), Some(Controller::Human { .. }));
        match self.timeline.announce(seat, controller, from, self.frame()) {
            Announced::Known => return Ok(()),
            Announced::TooMany => return Err(PeerFault::TooManyChanges(seat)),
            Announced::Overtaken => {
                if self.halted.replace(Halt::Overtaken) != Some(Halt::Overtaken) {
                    self.tell(SessionEvent::Overtaken { seat, from });
                }
                return Ok(());
            }
            Announced::Ahead => {}
        }
        // Words that a seat's last driver sent beyond `from` were heard by nobody else.
        if driven || controller == Controller::Ai {
            self.log.forget(seat, from);
        }
        if controller != Controller::Ai {
            self.log.expect_from(seat, from);
        }
        if let Some(pad) = self.pad.as_mut().filter(|pad| pad.seat == seat) {
            pad.cut(from);
        }
        self.find_turn();
        Ok(())
    }

    /// Our own word comes back from a relay that echoes; it is done already.
    fn hear_pause(&mut self, player: PlayerId, pause: bool) {
        if player == self.config.me || pause == self.paused_by.is_some() {
            return;
        }
        if pause {
            self.set_paused(Some(player), SessionEvent::Paused(player));
        } else {
            self.set_paused(None, SessionEvent::Resumed(player));
        }
    }

    fn change_hands(&mut self, frame: Frame) {
        while let Some((seat, controller)) = self.timeline.change_at(frame) {
            self.simulation.set_seat_controller(seat, controller);
            self.tell(SessionEvent::SeatChanged { seat, controller, from: frame });
            if self.config.tells_confirmed {
                self.changes.push((seat, controller));
            }
        }
    }

    fn checkpoint(&mut self, frame: Frame) {
        let (me, hash) = (self.config.me, self.simulation.state_hash());
        let mut awaited: Vec<PlayerId> = Vec::new();
        for player in self.timeline.players().filter(|player| *player != me) {
            if !awaited.contains(&player) {
                awaited.push(player);
            }
        }
        if self.drives() {
            self.outbox.push_back(Checkpoint { player: me, frame, hash }.into());
        }
        let verdicts: Vec<Verdict> = self.ledger.ours(frame, hash, awaited).collect();
        verdicts.into_iter().for_each(|verdict| self.judge(verdict));
    }

    fn judge(&mut self, verdict: Verdict) {
        match verdict {
            _ if self.halted.is_some() => {}
            Verdict::Confirmed(frame, hash) => self.tell(SessionEvent::Confirmed(frame, hash)),
            Verdict::Differs { frame, ours, theirs, player } => {
                if !self.desync_told {
                    self.desync_told = true;
                    self.tell(SessionEvent::Desync { frame, ours, theirs, player });
                }
                if self.config.halt_on_desync {
                    self.halted = Some(Halt::Desync);
                }
            }
        }
    }

    /// Whether our own pad drives the local seat now.
    fn drives(&self) -> bool {
        let me = Controller::Human { player: self.config.me };
        self.pad.as_ref().is_some_and(|pad| self.timeline.now(pad.seat) == Some(me))
    }

    fn find_turn(&mut self) {
        if let Some(pad) = &mut self.pad {
            pad.turn = self.timeline.next_turn(pad.seat, self.config.me, pad.next);
        }
    }

    /// Another call without a step: now and then, say again what somebody may have missed.
    fn idle(&mut self) {
        self.idle_calls = self.idle_calls.saturating_add(1);
        if self.idle_calls < self.resend_at_calls {
            return;
        }
        let pause = self.idle_calls.min(8 * self.config.resend_after_stalls);
        self.resend_at_calls = self.idle_calls.saturating_add(pause);
        let delay = u32::from(self.config.input_delay_frames);
        let Some(pad) = &mut self.pad else { return };
        // A peer pushes the word of a frame only once it is the delay behind it, and by then it
        // has heard our words of all frames before.
        let mut others: SeatSet = self.timeline.humans();
        others.remove(pad.seat);
        let slowest = others.iter().map(|seat| self.log.end(seat)).min();
        if let Some(end) = slowest {
            pad.send_again_from(end.minus(delay + 1));
        }
    }

    fn set_paused(&mut self, by: Option<PlayerId>, event: SessionEvent) {
        self.paused_by = by;
        self.tell(event);
    }

    /// Queues an event; what a peer could cause without end is dropped when nobody listens.
    fn tell(&mut self, event: SessionEvent) {
        let rare = matches!(event, SessionEvent::Desync { .. } | SessionEvent::Overtaken { .. });
        if rare || self.events.len() < EVENTS_KEPT {
            self.events.push_back(event);
        }
    }
}
