//! The local pad: which frame it speaks for next, and what of it is still to be sent.

use crate::ids::{Frame, Seat};
use crate::sim::Input;
use crate::track::InputLog;
use crate::wire::{self, Words};
use alloc::vec::Vec;

/// What this peer has said for its seat. The words themselves are in the log.
#[derive(Clone, Debug)]
pub(super) struct LocalPad {
    pub(super) seat: Seat,
    /// The frame after the last word said.
    pub(super) next: Frame,
    /// The next frame that wants a word, if any does.
    pub(super) turn: Option<Frame>,
    /// The first frame that the next packet carries.
    unsent: Frame,
}

impl LocalPad {
    pub(super) fn new(seat: Seat, next: Frame) -> Self {
        Self { seat, next, turn: None, unsent: next }
    }

    /// Nothing is said from `next` on, and nothing before it is ours to send.
    pub(super) fn start_at(&mut self, next: Frame) {
        (self.next, self.unsent) = (next, next);
    }

    /// A word was said for `frame`: send it with the `words - 1` before it.
    pub(super) fn pushed(&mut self, frame: Frame, words: usize) {
        self.next = frame.plus(1);
        self.unsent = self.unsent.min(self.next.minus(words as u32));
    }

    /// Words from `from` on are void.
    pub(super) fn cut(&mut self, from: Frame) {
        self.next = self.next.min(from);
        self.unsent = self.unsent.min(from);
    }

    /// Sends again what was said from `from` on.
    pub(super) fn send_again_from(&mut self, from: Frame) {
        self.unsent = self.unsent.min(from);
    }

    /// The next packet of words, if any is due. Where the AI drove the seat there are none.
    pub(super) fn poll_input<I: Input>(&mut self, log: &InputLog<I>) -> Option<wire::Input> {
        self.unsent = self.unsent.max(log.oldest());
        // A seat that is ours from the end of time on has no words up to there, and no rows.
        let end = self.next.min(log.rows_end());
        while self.unsent < end && log.word(self.seat, self.unsent).is_none() {
            self.unsent = self.unsent.plus(1);
        }
        let first = self.unsent;
        let room = Words::cap(I::SIZE).min(self.next.since(first) as usize);
        let mut bytes = Vec::with_capacity(room * I::SIZE.bytes());
        for _ in 0..room {
            let Some(word) = log.word(self.seat, self.unsent) else { break };
            word.write(&mut bytes);
            self.unsent = self.unsent.plus(1);
        }
        Some(wire::Input { seat: self.seat, first, words: Words::new(I::SIZE, bytes)? })
    }
}
