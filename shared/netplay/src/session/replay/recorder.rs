//! Writes a session down as it is confirmed.

use super::events::{self, Kind, Mark};
use super::file::{self, Digest};
use super::header::Header;
use crate::ids::{Frame, Seat, StateHash};
use crate::limits::{REPLAY_BLOCK_FRAMES, REPLAY_FRAMES, REPLAY_LATE_FRAMES};
use crate::session::Confirmed;
use crate::sim::Input;
use crate::wire::{Controller, WordSize, Writer};
use alloc::collections::VecDeque;
use alloc::vec::Vec;

/// What the end of a file and the head of a last block take, and a checkpoint.
const END_BYTES: usize = 48;
const CHECKPOINT_BYTES: usize = 12;

/// A recording under way. Two peers that record one session from its start write the same bytes.
///
/// ```text
/// while let Some(confirmed) = session.poll_confirmed() { recorder.frame(&confirmed) }
/// if let Some((frame, hash)) = session.last_checkpoint() { recorder.checkpoint(frame, hash) }
/// ```
///
/// [`written`](Self::written) only ever grows, by whole blocks: a program that appends what is
/// new of it to a file loses ten seconds in a crash, and [`Replay::salvage`](super::Replay::salvage)
/// reads the rest. [`to_bytes`](Self::to_bytes) is the whole file as of now.
#[derive(Clone)]
pub struct Recorder {
    size: WordSize,
    out: Writer,
    digest: Digest,
    limit_bytes: usize,
    stopped: Option<Stopped>,
    first: Frame,
    next: Frame,
    row: Vec<u8>,
    hands: Vec<Controller>,
    /// The last frames, whose checkpoints may still come.
    late: VecDeque<Late>,
    late_bytes: usize,
    newest_checkpoint: Option<Frame>,
    events: Writer,
    mark: Mark,
    block_frames: u32,
    frames_written: u32,
}

/// A frame that is not written yet.
#[derive(Clone, Default)]
struct Late {
    changes: Vec<(Seat, Controller)>,
    words: Vec<u8>,
    checkpoint: Option<StateHash>,
}

/// Why a recording does not go on. What it has up to there is whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// It is as long, or as large, as one may be.
    Full,
    /// Frames are missing: the session went on from a donor's state. Begin another with
    /// [`Origin::State`](super::Origin::State).
    Gap,
}

impl Recorder {
    /// A recording that becomes no file larger than `limit_bytes`.
    #[must_use]
    pub fn new(header: &Header, limit_bytes: usize) -> Self {
        let mut out = Writer::default();
        header.write(&mut out);
        Self {
            size: header.word_size,
            out,
            digest: Digest::default(),
            limit_bytes,
            stopped: None,
            first: header.first(),
            next: header.first(),
            row: alloc::vec![0; header.start.seats.len() * header.word_size.bytes()],
            hands: header.hands(),
            late: VecDeque::new(),
            late_bytes: 0,
            newest_checkpoint: None,
            events: Writer::default(),
            mark: Mark::default(),
            block_frames: 0,
            frames_written: 0,
        }
    }

    /// Writes the next frame down. One that is written already is ignored.
    pub fn frame<I: Input>(&mut self, confirmed: &Confirmed<I>) {
        let mut row = Vec::with_capacity(self.row.len());
        confirmed.inputs.iter().for_each(|input| input.write(&mut row));
        row.resize(self.row.len(), 0);
        self.take_row(confirmed.frame, row, &confirmed.changes);
    }

    fn take_row(&mut self, frame: Frame, mut row: Vec<u8>, changes: &[(Seat, Controller)]) {
        if self.stopped.is_some() || frame < self.next {
            return;
        }
        if frame > self.next {
            self.stopped = Some(Stopped::Gap);
            return;
        }
        let changes = self.new_hands(changes);
        self.silence_the_ai(&changes, &mut row);
        let mut words = Writer::default();
        events::write_words(&self.row, &row, self.size, &mut words);
        let late = Late { changes, words: words.finish(), checkpoint: None };
        if self.frames() >= REPLAY_FRAMES || self.reach() + late.reach() > self.limit_bytes {
            self.stopped = Some(Stopped::Full);
            return;
        }
        for (seat, controller) in &late.changes {
            self.hands[seat.index()] = *controller;
        }
        (self.row, self.next) = (row, frame.plus(1));
        self.late_bytes += late.reach();
        self.late.push_back(late);
        if self.late.len() > REPLAY_LATE_FRAMES {
            self.write_oldest();
        }
    }

    /// Writes down the digest after a frame, one of the last that were written. The same again,
    /// and one that comes too late, is ignored.
    pub fn checkpoint(&mut self, frame: Frame, hash: StateHash) {
        let back = self.next.since(frame) as usize;
        let newer = self.newest_checkpoint.is_none_or(|newest| newest < frame);
        let index = self.late.len().checked_sub(back).filter(|_| back > 0 && newer);
        if let Some(late) = index.and_then(|index| self.late.get_mut(index)) {
            late.checkpoint = Some(hash);
            self.newest_checkpoint = Some(frame);
        }
    }

    /// Why it does not go on, if it does not.
    #[must_use]
    pub fn stopped(&self) -> Option<Stopped> {
        self.stopped
    }

    /// How many frames it has.
    #[must_use]
    pub fn frames(&self) -> u32 {
        self.next.since(self.first)
    }

    /// What is written for good: the header and every whole block. It only ever grows.
    #[must_use]
    pub fn written(&self) -> &[u8] {
        self.out.written()
    }

    /// The whole file up to the last frame, with its end. The recording may go on after it.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.clone().finish()
    }

    /// The whole file.
    #[must_use]
    pub fn finish(mut self) -> Vec<u8> {
        while !self.late.is_empty() {
            self.write_oldest();
        }
        if self.block_frames > 0 {
            self.seal();
        }
        file::write_end(self.frames_written, &mut self.digest, &mut self.out);
        self.out.finish()
    }

    /// Who drives a seat that somebody else drove before, in the order of seats.
    fn new_hands(&self, changes: &[(Seat, Controller)]) -> Vec<(Seat, Controller)> {
        if changes.is_empty() {
            return Vec::new();
        }
        let last = |seat| changes.iter().rev().find(|(of, _)| *of == seat).map(|(_, who)| *who);
        let seats = (0..).map(Seat).zip(&self.hands);
        seats.filter_map(|(seat, now)| Some((seat, last(seat).filter(|who| who != now)?))).collect()
    }

    /// Whatever the neutral input is in bytes, in the file it is zeroes.
    fn silence_the_ai(&self, changes: &[(Seat, Controller)], row: &mut [u8]) {
        let words = row.chunks_mut(self.size.bytes()).zip(&self.hands);
        for ((word, hand), seat) in words.zip((0..).map(Seat)) {
            let new = changes.iter().find(|(of, _)| *of == seat).map_or(*hand, |(_, who)| *who);
            if new == Controller::Ai {
                word.fill(0);
            }
        }
    }

    /// How large the file would be, at most.
    fn reach(&self) -> usize {
        self.out.written().len() + self.events.written().len() + self.late_bytes + END_BYTES
    }

    fn write_oldest(&mut self) {
        let Some(late) = self.late.pop_front() else { return };
        self.late_bytes -= late.reach();
        let at = self.block_frames;
        if !late.changes.is_empty() {
            self.mark.write(at, Kind::Hands, &mut self.events);
            events::write_hands(&late.changes, &mut self.events);
        }
        if !late.words.is_empty() {
            self.mark.write(at, Kind::Words, &mut self.events);
            self.events.raw(&late.words);
        }
        if let Some(hash) = late.checkpoint {
            self.mark.write(at, Kind::Checkpoint, &mut self.events);
            events::write_checkpoint(hash, &mut self.events);
        }
        self.block_frames += 1;
        self.frames_written += 1;
        if self.block_frames == REPLAY_BLOCK_FRAMES {
            self.seal();
        }
    }

    fn seal(&mut self) {
        let events = core::mem::take(&mut self.events).finish();
        file::write_block(self.block_frames, &events, &mut self.digest, &mut self.out);
        (self.mark, self.block_frames) = (Mark::default(), 0);
    }
}

impl Late {
    /// The bytes it takes, at most: with its events' heads and a checkpoint.
    fn reach(&self) -> usize {
        CHECKPOINT_BYTES + self.words.len() + 4 + self.changes.len() * 12
    }
}

impl core::fmt::Debug for Recorder {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Recorder({} frames, {:?})", self.frames(), self.stopped)
    }
}
