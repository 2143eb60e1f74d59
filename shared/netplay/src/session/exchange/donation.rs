//! The state of a session in bytes, from a peer that plays to one that comes.
//!
//! What a donation holds: a version byte; the next frame and the input delay; who paused; the
//! simulation's state; every seat's driver and announced changes, and what was announced last; the
//! known words of the frames ahead. The receiver holds every message from before the donor was
//! asked, so that nothing lies between the two.

use super::{Exchange, LockstepConfig};
use crate::ids::{Frame, PlayerId, Seat, SeatSet};
use crate::limits::{INPUT_BACKLOG_FRAMES, SEAT_CHANGES_AHEAD, TRANSFER_BYTES};
use crate::sim::{BadState, Input};
use crate::track::{Announced, InputLog, Timeline};
use crate::wire::{Controller, DecodeError, Message, Reader, SeatController, Wire, Writer};
use alloc::collections::VecDeque;
use alloc::vec::Vec;

const VERSION: u8 = 1;

impl<I: Input> Exchange<I> {
    pub(in crate::session) fn await_state(&mut self) {
        if self.held.is_none() {
            self.held = Some(VecDeque::new());
        }
    }

    pub(in crate::session) fn awaits_state(&self) -> bool {
        self.held.is_some()
    }

    /// Appends what a peer needs to go on from the log's next frame, whose state is this one.
    pub(in crate::session) fn donate(&self, state: &[u8], out: &mut Vec<u8>) -> Frame {
        let next = self.log.next();
        let mut writer = Writer::default();
        VERSION.write(&mut writer);
        next.write(&mut writer);
        self.config.input_delay_frames.write(&mut writer);
        self.paused_by.write(&mut writer);
        writer.varint(state.len() as u64);
        writer.raw(state);
        writer.varint(u64::from(self.config.seats));
        for (now, ahead) in self.timeline.hands() {
            now.write(&mut writer);
            writer.varint(ahead.len() as u64);
            for (from, controller) in ahead {
                from.write(&mut writer);
                controller.write(&mut writer);
            }
        }
        for seat in (0..self.config.seats).map(Seat) {
            let said = self.timeline.said(seat);
            said.map(|(from, _)| from).write(&mut writer);
            said.map(|(_, controller)| controller).write(&mut writer);
        }
        self.write_words(&mut writer);
        out.extend_from_slice(&writer.finish());
        next
    }

    /// Takes a donation whose state can be loaded, and everything held since the wait for it.
    pub(in crate::session) fn adopt(
        &mut self,
        donated: &[u8],
        load: impl FnOnce(&[u8]) -> Result<(), BadState>,
    ) -> Result<Frame, BadState> {
        let donation = Donation::<I>::read(donated, &self.config).map_err(|_| BadState)?;
        load(donation.state)?;
        let next = donation.log.next();
        self.log = donation.log;
        self.timeline = donation.timeline;
        (self.present, self.settled) = (next, next);
        self.paused_by = donation.paused_by;
        self.halted = None;
        self.busy();
        self.ledger.forget();
        self.evidence.forget();
        self.desync_told = false;
        if let Some(pad) = &mut self.pad {
            let own = [pad.seat].into_iter().collect();
            pad.start_at(self.log.first_gap(own, next));
        }
        self.find_turn();
        let mut held = self.held.take().unwrap_or_default();
        self.forget_known_changes(&mut held);
        for message in held {
            if let (Err(_), Message::SeatController(change)) = (self.take(&message), &message) {
                // What is not known of the hands from here on, everybody else knows.
                self.be_overtaken(change.seat, change.from);
            }
        }
        Ok(next)
    }

    /// Whether words of others are missing before words that are known. On a relay's ordered lane
    /// such words never come.
    pub(in crate::session) fn has_gap(&self) -> bool {
        let end = |seat: &Seat| self.log.end(*seat).min(self.log.rows_end());
        let ends = self.timeline.humans_at_last().iter().map(|seat| end(&seat)).max();
        let frames = (self.present.0..ends.unwrap_or_default().0).map(Frame);
        frames.into_iter().any(|frame| {
            let missing = self.timeline.humans_at(frame).without(self.log.known(frame));
            let is_said = |seat: Seat| Some(seat) != self.config.local && frame < end(&seat);
            missing.iter().any(is_said)
        })
    }

    /// Nobody else holds the state, and no donor's is awaited any more: what was said before is
    /// void. Returns the first frame that is not final.
    pub(in crate::session) fn keep_on(&mut self) -> Frame {
        (self.held, self.halted, self.paused_by) = (None, None, None);
        self.ledger.forget();
        self.outbox.clear();
        self.busy();
        self.settled
    }

    /// Drops the changes of hands that the donor knew, up to the last it was told of each seat:
    /// taken again, they would undo what was announced after them.
    fn forget_known_changes(&self, held: &mut VecDeque<Message>) {
        for seat in (0..self.config.seats).map(Seat) {
            let Some((last, controller)) = self.timeline.said(seat) else { continue };
            let is_last = |message: &Message| {
                *message == Message::from(SeatController { seat, controller, from: last })
            };
            let mut known = held.iter().rposition(is_last).map_or(0, |index| index + 1);
            held.retain(|message| {
                let is_known = known > 0;
                known = known.saturating_sub(1);
                let is_ours = matches!(message, Message::SeatController(it) if it.seat == seat);
                !(is_known && is_ours)
            });
        }
    }

    fn write_words(&self, writer: &mut Writer) {
        let all = (0..self.config.seats).map(Seat);
        let end = all.clone().map(|seat| self.log.end(seat)).max().unwrap_or_default();
        let end = end.min(self.log.rows_end());
        writer.varint(u64::from(end.since(self.log.next())));
        let mut bytes = Vec::new();
        for frame in (self.log.next().0..end.0).map(Frame) {
            writer.varint(self.log.known(frame).bits());
            for word in all.clone().filter_map(|seat| self.log.word(seat, frame)) {
                bytes.clear();
                word.write(&mut bytes);
                writer.raw(&bytes);
            }
        }
    }
}

/// A donation taken apart and found whole.
struct Donation<'a, I> {
    state: &'a [u8],
    paused_by: Option<PlayerId>,
    timeline: Timeline,
    log: InputLog<I>,
}

impl<'a, I: Input> Donation<'a, I> {
    fn read(bytes: &'a [u8], config: &LockstepConfig) -> Result<Self, DecodeError> {
        let mut input = Reader::new(bytes, I::SIZE);
        if input.u8("version")? != VERSION {
            return Err(DecodeError::BadValue("version"));
        }
        let next = Frame::read(&mut input, "frame")?;
        if u8::read(&mut input, "delay")? != config.input_delay_frames {
            return Err(DecodeError::BadValue("delay"));
        }
        let paused_by = Option::read(&mut input, "pause")?;
        let length = input.count(TRANSFER_BYTES, "state")?;
        let state = input.raw(length, "state")?;
        if u16::read(&mut input, "seats")? != config.seats {
            return Err(DecodeError::BadValue("seats"));
        }
        let timeline = read_timeline(&mut input, next, config.seats)?;
        let mut log = InputLog::new(config.seats, next);
        read_words(&mut input, &mut log, config.seats)?;
        for seat in timeline.humans_at_last().iter() {
            log.expect_from(seat, next);
        }
        input.finish()?;
        Ok(Self { state, paused_by, timeline, log })
    }
}

fn read_timeline(input: &mut Reader<'_>, next: Frame, seats: u16) -> Result<Timeline, DecodeError> {
    let mut now = Vec::new();
    let mut ahead = Vec::new();
    for seat in (0..seats).map(Seat) {
        now.push(Controller::read(input, "controller")?);
        for _ in 0..input.count(SEAT_CHANGES_AHEAD, "changes")? {
            let from = Frame::read(input, "change")?;
            ahead.push((seat, from, Controller::read(input, "change")?));
        }
    }
    let mut timeline = Timeline::starting_at(next, &now);
    for (seat, from, controller) in ahead {
        if timeline.announce(seat, controller, from, next) != Announced::Ahead {
            return Err(DecodeError::BadValue("change"));
        }
    }
    for seat in (0..seats).map(Seat) {
        let from: Option<Frame> = Option::read(input, "said")?;
        let controller: Option<Controller> = Option::read(input, "said")?;
        timeline.set_said(seat, from.zip(controller));
    }
    Ok(timeline)
}

fn read_words<I: Input>(
    input: &mut Reader<'_>,
    log: &mut InputLog<I>,
    seats: u16,
) -> Result<(), DecodeError> {
    let next = log.next();
    let limit = log.limit(SeatSet::EMPTY);
    for offset in 0..input.count(INPUT_BACKLOG_FRAMES as usize, "rows")? {
        let frame = next.plus(offset as u32);
        for seat in SeatSet::from_bits(input.varint("row")?).iter() {
            if seat.0 >= seats {
                return Err(DecodeError::BadValue("row"));
            }
            let word = I::read(input.raw(I::SIZE.bytes(), "word")?);
            log.insert(seat, frame, word, limit);
        }
    }
    Ok(())
}
