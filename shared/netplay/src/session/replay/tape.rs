//! A place in a replay, and what lies there: the inputs and hands of one frame after the other.

use super::events::{self, Kind, Mark};
use super::file::Replay;
use crate::ids::{Frame, Seat, StateHash};
use crate::sim::Input;
use crate::wire::{Controller, DecodeError, Reader, WordSize};
use alloc::vec::Vec;

/// Where the reading stands: before a frame.
#[derive(Clone, Debug)]
pub(super) struct Tape {
    frame: Frame,
    block: usize,
    /// The frame within the block.
    at: u32,
    /// The byte at which the next event begins, or its body, once it is known to be `ahead`.
    byte: usize,
    mark: Mark,
    ahead: Option<(u32, Kind)>,
    /// Every seat's word, as it was in the frame before.
    row: Vec<u8>,
    hands: Vec<Controller>,
    /// What the last step changed.
    changes: Vec<(Seat, Controller)>,
    words_changed: bool,
}

/// One frame of a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Moment {
    pub(super) frame: Frame,
    /// The digest after it, where one was recorded.
    pub(super) checkpoint: Option<StateHash>,
}

impl Tape {
    /// Before the first frame.
    pub(super) fn new(replay: &Replay) -> Self {
        let header = replay.header();
        let seats = header.start.seats.len();
        Self {
            frame: header.first(),
            block: 0,
            at: 0,
            byte: replay.blocks.first().map_or(0, |block| block.start),
            mark: Mark::default(),
            ahead: None,
            row: alloc::vec![0; seats * header.word_size.bytes()],
            hands: header.hands(),
            changes: Vec::new(),
            words_changed: false,
        }
    }

    /// Goes over one frame; `None` at the end. What it changed is kept until the next step.
    pub(super) fn step(&mut self, replay: &Replay) -> Result<Option<Moment>, DecodeError> {
        let Some(block) = replay.blocks.get(self.block) else { return Ok(None) };
        let mut moment = Moment { frame: self.frame, checkpoint: None };
        self.changes.clear();
        self.words_changed = false;
        let mut input = Reader::new(&replay.bytes[self.byte..block.end], WordSize::PAD);
        loop {
            if self.ahead.is_none() && input.left() > 0 {
                self.ahead = Some(self.mark.read(&mut input, block.frames)?);
            }
            let Some((_, kind)) = self.ahead.filter(|(at, _)| *at == self.at) else { break };
            let size = replay.header().word_size;
            match kind {
                Kind::Hands => {
                    events::read_hands(&mut input, &mut self.hands, &mut self.changes)?;
                }
                Kind::Words => {
                    events::read_words(&mut input, &mut self.row, size)?;
                    self.words_changed = true;
                }
                Kind::Checkpoint => moment.checkpoint = Some(events::read_checkpoint(&mut input)?),
            }
            self.ahead = None;
        }
        if self.has_changed() && self.speaks_for_the_ai(replay.header().word_size) {
            return Err(DecodeError::BadValue("word"));
        }
        self.byte = block.end - input.left();
        self.frame = self.frame.plus(1);
        self.at += 1;
        if self.at == block.frames {
            let next = replay.blocks.get(self.block + 1).map_or(0, |block| block.start);
            (self.block, self.at, self.byte) = (self.block + 1, 0, next);
            (self.mark, self.ahead) = (Mark::default(), None);
        }
        Ok(Some(moment))
    }

    /// The next frame.
    pub(super) fn frame(&self) -> Frame {
        self.frame
    }

    /// Who drives each seat.
    pub(super) fn hands(&self) -> &[Controller] {
        &self.hands
    }

    /// Who took which seat in the last step.
    pub(super) fn changes(&self) -> &[(Seat, Controller)] {
        &self.changes
    }

    /// Whether the last step changed any input.
    pub(super) fn has_changed(&self) -> bool {
        self.words_changed || !self.changes.is_empty()
    }

    fn speaks_for_the_ai(&self, size: WordSize) -> bool {
        let mut words = self.row.chunks(size.bytes()).zip(&self.hands);
        words.any(|(word, hand)| *hand == Controller::Ai && word.iter().any(|byte| *byte != 0))
    }

    /// What every seat says in the last step.
    pub(super) fn inputs<I: Input>(&self) -> impl Iterator<Item = I> {
        let words = self.row.chunks(I::SIZE.bytes()).zip(&self.hands);
        words.map(|(word, hand)| match hand {
            Controller::Ai => I::default(),
            Controller::Human { .. } => I::read(word),
        })
    }

    /// About what it holds in memory.
    pub(super) fn held_bytes(&self) -> usize {
        self.row.len() + self.hands.len() * size_of::<Controller>() + size_of::<Self>()
    }
}
