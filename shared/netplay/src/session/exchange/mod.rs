//! What the sessions have in common: everything that touches no simulation.
//!
//! Words come in and go out, seats change hands, digests are compared, somebody pauses, a donor's
//! state is awaited. When which frame is simulated is the session's business.

mod donation;
mod pad;
pub(super) mod verbs;

use super::config::{ConfigError, LockstepConfig};
use super::fault::PeerFault;
use super::{Confirmed, SessionEvent, Step};
use crate::ids::{Frame, PlayerId, Seat, SeatSet, StateHash};
use crate::limits::{
    EVENTS_KEPT, HELD_MESSAGES, INPUT_BACKLOG_FRAMES, INPUT_WINDOW_FRAMES, INPUT_WORDS, TICK_HZ,
};
use crate::sim::{Input, Rewind};
use crate::track::{Announced, CheckpointLedger, Evidence, InputLog, Timeline, Verdict};
use crate::wire::{self, Checkpoint, Controller, Message, Pause, Resume, SeatController};
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use pad::LocalPad;

/// One peer's conversation with the others.
#[derive(Debug)]
pub(super) struct Exchange<I> {
    pub(super) config: LockstepConfig,
    pub(super) log: InputLog<I>,
    pub(super) timeline: Timeline,
    /// The next frame that is simulated for the first time.
    pub(super) present: Frame,
    /// Every frame before this one is final: simulated from words that nobody guessed.
    pub(super) settled: Frame,
    /// Frames between a press here and its effect.
    pub(super) own_delay_frames: u8,
    /// How many frames further back somebody may miss our words than who has played all along in
    /// lockstep: who has just come back, or guesses.
    pub(super) repeat_frames: u32,
    pad: Option<LocalPad>,
    pub(super) ledger: CheckpointLedger,
    pub(super) paused_by: Option<PlayerId>,
    halted: Option<Halt>,
    desync_told: bool,
    /// What arrived while a donor's state is awaited.
    held: Option<VecDeque<Message>>,
    /// Calls of `advance` without a step, and the count at which words are sent again.
    idle_calls: u32,
    resend_at_calls: u32,
    outbox: VecDeque<Message>,
    pub(super) events: VecDeque<SessionEvent>,
    /// Changes of hands since the last confirmed frame, and confirmed frames, if they are told.
    changes: Vec<(Seat, Controller)>,
    pub(super) confirmed: VecDeque<Confirmed<I>>,
    /// What is remembered of the last final frames.
    pub(super) evidence: Evidence,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Halt {
    Desync,
    Overtaken,
}

/// What a message means for frames that may be simulated already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    Nothing,
    /// Words of a seat, from one frame to before another.
    Words(Seat, Frame, Frame),
    /// From this frame on somebody else drives a seat.
    Change(Frame),
}

impl<I: Input> Exchange<I> {
    pub(super) fn new(config: LockstepConfig) -> Result<Self, ConfigError> {
        config.check(I::SIZE)?;
        let first = Frame(u32::from(config.input_delay_frames));
        let mut log = InputLog::new(config.seats, Frame(0));
        for seat in (0..config.seats).map(Seat) {
            for frame in (0..first.0).map(Frame) {
                log.insert(seat, frame, I::default(), first);
            }
            log.expect_from(seat, first);
        }
        let mut exchange = Self {
            pad: config.local.map(|seat| LocalPad::new(seat, first)),
            resend_at_calls: config.resend_after_stalls,
            own_delay_frames: config.input_delay_frames,
            timeline: Timeline::new(&config.controllers),
            present: Frame(0),
            settled: Frame(0),
            repeat_frames: INPUT_WORDS as u32,
            evidence: Evidence::new(config.evidence_bytes),
            config,
            log,
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
        exchange.find_turn();
        Ok(exchange)
    }

    // --- our own words ----------------------------------------------------------------------

    pub(super) fn wanted_frame(&self) -> Option<Frame> {
        let stopped = self.paused_by.is_some() || self.halted.is_some() || self.held.is_some();
        let reach = self.present.plus(u32::from(self.own_delay_frames));
        self.pad.as_ref()?.turn.filter(|turn| *turn <= reach && !stopped)
    }

    /// Says for which frame the word was taken, if one was wanted.
    pub(super) fn push_local(&mut self, input: I) -> Option<(Seat, Frame)> {
        let frame = self.wanted_frame()?;
        let pad = self.pad.as_mut()?;
        self.log.insert(pad.seat, frame, input, frame.plus(1));
        pad.pushed(frame, self.config.redundancy_words);
        let seat = pad.seat;
        self.find_turn();
        Some((seat, frame))
    }

    pub(super) fn poll_message(&mut self) -> Option<Message> {
        if let Some(message) = self.outbox.pop_front() {
            return Some(message);
        }
        self.pad.as_mut()?.poll_input(&self.log).map(Message::Input)
    }

    // --- what the others say ----------------------------------------------------------------

    pub(super) fn handle(&mut self, message: &Message) -> Result<Heard, PeerFault> {
        self.check(message)?;
        let Some(held) = &mut self.held else { return self.take(message) };
        if held.len() == HELD_MESSAGES {
            return Err(PeerFault::TooMuchHeld);
        }
        held.push_back(message.clone());
        Ok(Heard::Nothing)
    }

    /// What no honest peer sends, whatever the moment.
    fn check(&self, message: &Message) -> Result<(), PeerFault> {
        let seat = match message {
            Message::Input(input) => {
                let (ours, theirs) = (I::SIZE, input.words.size());
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

    fn take(&mut self, message: &Message) -> Result<Heard, PeerFault> {
        match message {
            Message::Input(input) => return Ok(self.hear_input(input)),
            Message::Checkpoint(checkpoint) => self.hear_checkpoint(checkpoint),
            Message::SeatController(change) => return self.hear_change(change),
            Message::Pause(Pause { player }) => self.hear_pause(*player, true),
            Message::Resume(Resume { player }) => self.hear_pause(*player, false),
            _ => {}
        }
        Ok(Heard::Nothing)
    }

    fn hear_input(&mut self, input: &wire::Input) -> Heard {
        if Some(input.seat) == self.config.local {
            return Heard::Nothing; // our own pad is heard here and nowhere else
        }
        let near = self.log.next().plus(INPUT_WINDOW_FRAMES);
        let limit = if input.end() <= near {
            near // which no limit is below
        } else {
            let mut others = self.timeline.humans_at_last();
            others.remove(input.seat);
            self.log.limit(others)
        };
        for (frame, bytes) in (input.first.0..limit.0).zip(input.words.iter()) {
            self.log.insert(input.seat, Frame(frame), I::read(bytes), limit);
        }
        Heard::Words(input.seat, input.first, input.end())
    }

    fn hear_checkpoint(&mut self, checkpoint: &Checkpoint) {
        let Checkpoint { player, frame, hash } = *checkpoint;
        let on_time = frame < self.present.plus(INPUT_BACKLOG_FRAMES);
        if player != self.config.me && on_time && self.timeline.plays(player) {
            let verdict = self.ledger.theirs(player, frame, hash);
            verdict.into_iter().for_each(|verdict| self.judge(verdict));
        }
    }

    fn hear_change(&mut self, change: &SeatController) -> Result<Heard, PeerFault> {
        let SeatController { seat, controller, from } = *change;
        let before = self.timeline.driver_at(seat, from.minus(1));
        let driven = matches!(before, Some(Controller::Human { .. }));
        match self.timeline.announce(seat, controller, from, self.settled) {
            Announced::Known => return Ok(Heard::Nothing),
            Announced::TooMany => return Err(PeerFault::TooManyChanges(seat)),
            Announced::Overtaken => {
                self.be_overtaken(seat, from);
                return Ok(Heard::Nothing);
            }
            Announced::Ahead => {}
        }
        let from = from.max(self.settled);
        // Words that a seat's last driver sent beyond `from` were heard by nobody else.
        if driven || controller == Controller::Ai {
            self.log.forget(seat, from);
        }
        if let Some(Controller::Human { player }) = before.filter(|before| *before != controller) {
            // Whoever is cut off may have gone on in a time that is nobody else's.
            self.ledger.forget_early(player);
        }
        if controller != Controller::Ai {
            self.log.expect_from(seat, from);
        }
        let is_mine = controller == Controller::Human { player: self.config.me };
        if is_mine && self.config.local != Some(seat) {
            // Whoever has watched so far takes a seat, and has said nothing for it yet: what is
            // looked for to be said again ends here, and not at a `from` at the end of time.
            self.config.local = Some(seat);
            self.pad = Some(LocalPad::new(seat, self.settled));
        } else if let Some(pad) = self.pad.as_mut().filter(|pad| pad.seat == seat) {
            pad.cut(from);
        }
        self.find_turn();
        Ok(Heard::Change(from))
    }

    /// This peer's state is nobody else's any more.
    fn be_overtaken(&mut self, seat: Seat, from: Frame) {
        if self.halted.replace(Halt::Overtaken) != Some(Halt::Overtaken) {
            self.tell(SessionEvent::Overtaken { seat, from });
        }
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

    // --- pausing ----------------------------------------------------------------------------

    pub(super) fn pause(&mut self) {
        if self.paused_by.is_none() {
            let player = self.config.me;
            self.set_paused(Some(player), SessionEvent::Paused(player));
            self.outbox.push_back(Pause { player }.into());
        }
    }

    pub(super) fn resume(&mut self) {
        let player = self.config.me;
        if self.paused_by.is_some() {
            self.set_paused(None, SessionEvent::Resumed(player));
        }
        self.outbox.push_back(Resume { player }.into());
    }

    pub(super) fn is_paused(&self) -> bool {
        self.paused_by.is_some()
    }

    fn set_paused(&mut self, by: Option<PlayerId>, event: SessionEvent) {
        self.paused_by = by;
        self.tell(event);
    }

    // --- stepping ---------------------------------------------------------------------------

    /// The step of a session that does nothing at all.
    pub(super) fn at_rest(&self) -> Option<Step> {
        match (self.halted, &self.held) {
            (Some(_), _) => Some(Step::Halted),
            (None, Some(_)) => Some(Step::Joining),
            (None, None) => None,
        }
    }

    /// Another call without a step: now and then, say again what somebody may have missed.
    pub(super) fn idle(&mut self) {
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
            pad.send_again_from(end.minus(delay + 1 + self.repeat_frames));
        }
    }

    /// A step was taken: nobody waits.
    pub(super) fn busy(&mut self) {
        (self.idle_calls, self.resend_at_calls) = (0, self.config.resend_after_stalls);
    }

    /// The next frame is simulated, and final: the words for it.
    pub(super) fn step(&mut self, humans: SeatSet) -> &[I] {
        let frame = self.log.next();
        self.present = frame.plus(1);
        self.settled = self.present;
        self.busy();
        if self.config.tells_confirmed {
            let inputs = self.log.take(humans).to_vec();
            self.tell_confirmed(frame, inputs);
        }
        self.log.step(humans)
    }

    /// A seat changes hands before a frame that is final.
    pub(super) fn tell_change(&mut self, seat: Seat, controller: Controller, from: Frame) {
        self.tell(SessionEvent::SeatChanged { seat, controller, from });
        self.evidence.change(seat, controller);
        if self.config.tells_confirmed {
            self.changes.push((seat, controller));
        }
    }

    /// Remembers a final frame, whose words the log still has, and the state after it.
    pub(super) fn remember<S: Rewind<Input = I>>(&mut self, frame: Frame, simulation: &S) {
        let (log, seats) = (&self.log, (0..self.config.seats).map(Seat));
        let words = seats.map(|seat| log.word(seat, frame).copied().unwrap_or_default());
        self.evidence.keep(frame, words, simulation);
    }

    /// The changes of hands before a frame that is final.
    pub(super) fn tell_changes(&mut self, frame: Frame) {
        let due: Vec<(Seat, Controller)> = self.timeline.changes_at(frame).collect();
        due.into_iter().for_each(|(seat, controller)| self.tell_change(seat, controller, frame));
    }

    /// A frame is final, and these are the words it was simulated from.
    pub(super) fn tell_confirmed(&mut self, frame: Frame, inputs: Vec<I>) {
        let changes = core::mem::take(&mut self.changes);
        self.confirmed.push_back(Confirmed { frame, inputs, changes });
    }

    /// Whether the digest after the frame is compared.
    pub(super) fn wants_checkpoint(&self, frame: Frame) -> bool {
        frame.plus(1).0.is_multiple_of(self.config.checkpoint_interval_frames)
    }

    /// The digest after a frame that is final.
    pub(super) fn checkpoint(&mut self, frame: Frame, hash: StateHash) {
        let me = self.config.me;
        let mut awaited: Vec<PlayerId> = Vec::new();
        for player in self.timeline.players_at(frame).filter(|player| *player != me) {
            if !awaited.contains(&player) {
                awaited.push(player);
            }
        }
        let own = self.pad.as_ref().and_then(|pad| self.timeline.driver_at(pad.seat, frame));
        if own == Some(Controller::Human { player: me }) {
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

    // --- looking ----------------------------------------------------------------------------

    pub(super) fn is_paced(&self) -> bool {
        !self.timeline.humans_at_last().is_empty()
    }

    pub(super) fn behind_frames(&self) -> u32 {
        // Our own words may lie further ahead than the others': that makes nobody late.
        let own = self.pad.as_ref().map(|pad| pad.seat);
        let extra = u32::from(self.own_delay_frames.saturating_sub(self.config.input_delay_frames));
        let ends = self.timeline.humans_at_last().iter().map(|seat| {
            let end = self.log.end(seat);
            if Some(seat) == own { end.minus(extra) } else { end }
        });
        ends.min()
            .unwrap_or_default()
            .since(self.present)
            .saturating_sub(u32::from(self.config.input_delay_frames) + 1)
    }

    /// By how much this peer runs ahead of the slowest other, in 1/256 frames and seen from here
    /// (half a frame too much or too little, as packets come once a frame), and how many frames of
    /// words it holds of those who let it hold the fewest.
    pub(super) fn lead_and_slack(&self, trip_ms: impl Fn(PlayerId) -> u32) -> (i64, i64) {
        let local = self.pad.as_ref().map(|pad| pad.seat);
        let delay = i64::from(self.config.input_delay_frames);
        let next = i64::from(self.present.0);
        let (mut ahead, mut slack) = (None, i64::MAX);
        for seat in self.timeline.humans().iter().filter(|seat| Some(*seat) != local) {
            let Some(Controller::Human { player }) = self.timeline.now(seat) else { continue };
            // A peer that has pushed up to `end` was at the frame `end - delay`, a trip ago.
            let end = i64::from(self.log.end(seat).0);
            let trip = i64::from(trip_ms(player)) * 256 * i64::from(TICK_HZ) / 1_000;
            ahead = ahead.max(Some((next - end + delay) * 256 - trip));
            slack = slack.min(end - next);
        }
        (ahead.unwrap_or(0), slack)
    }

    fn find_turn(&mut self) {
        if let Some(pad) = &mut self.pad {
            pad.turn = self.timeline.next_turn(pad.seat, self.config.me, pad.next);
        }
    }

    /// Queues an event; what a peer could cause without end is dropped when nobody listens.
    fn tell(&mut self, event: SessionEvent) {
        let rare = matches!(event, SessionEvent::Desync { .. } | SessionEvent::Overtaken { .. });
        if rare || self.events.len() < EVENTS_KEPT {
            self.events.push_back(event);
        }
    }
}
