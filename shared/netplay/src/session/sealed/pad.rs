//! The local pad: the words it said, and what of them is still to be sent.

use crate::ids::{Frame, Seat};
use crate::sim::Input;
use crate::wire::{self, Words};
use alloc::collections::VecDeque;
use alloc::vec::Vec;

/// Our own words. Only changes are kept, and only changes are sent: a word holds until the next.
#[derive(Clone, Debug)]
pub(super) struct Pad<I> {
    /// From which frame on which word, oldest first.
    words: VecDeque<(Frame, I)>,
    /// The frame after the last word said.
    next: Frame,
    /// How many more packets carry the newest change.
    repeats: usize,
    due: bool,
}

impl<I: Input> Pad<I> {
    pub(super) fn new() -> Self {
        Self { words: VecDeque::new(), next: Frame(0), repeats: 0, due: false }
    }

    /// The frame after the last word said.
    pub(super) fn next(&self) -> Frame {
        self.next
    }

    /// Our word for a frame, if we have said one. What was said last holds on.
    pub(super) fn word(&self, frame: Frame) -> Option<I> {
        self.words.iter().rev().find(|(from, _)| *from <= frame).map(|(_, word)| *word)
    }

    /// Whether the word of this frame is another than the one before it.
    pub(super) fn changes_at(&self, frame: Frame) -> bool {
        self.words.iter().any(|(from, _)| *from == frame)
    }

    /// A word for the next frame; frames that were skipped keep the word before.
    pub(super) fn push(&mut self, frame: Frame, word: I, repeats: usize) {
        if self.words.back().is_none_or(|(_, last)| *last != word) {
            self.words.push_back((frame, word));
            self.repeats = repeats;
        }
        self.next = frame.plus(1);
        if self.repeats > 0 {
            self.repeats -= 1;
            self.due = true;
        }
    }

    /// The relay seems not to know our last word: say it with the next ones.
    pub(super) fn say_again(&mut self, repeats: usize) {
        self.repeats = self.repeats.max(repeats);
    }

    /// Nothing said so far is ours any more: the seat begins anew.
    pub(super) fn restart(&mut self) {
        *self = Self { next: self.next, ..Self::new() };
    }

    /// Forgets the words that ended before `frame`.
    pub(super) fn forget_before(&mut self, frame: Frame) {
        while self.words.get(1).is_some_and(|(from, _)| *from <= frame) {
            self.words.pop_front();
        }
    }

    /// The next packet, if one is due: the last words, up to `most` of them.
    pub(super) fn poll(&mut self, seat: Seat, most: usize) -> Option<wire::Input> {
        if !core::mem::take(&mut self.due) {
            return None;
        }
        let oldest = self.words.front()?.0;
        let first = oldest.max(self.next.minus(most as u32));
        let mut bytes = Vec::with_capacity(most * I::SIZE.bytes());
        for frame in (first.0..self.next.0).map(Frame) {
            self.word(frame)?.write(&mut bytes);
        }
        Some(wire::Input { seat, first, words: Words::new(I::SIZE, bytes)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::PadWord;

    #[test]
    fn only_a_change_is_said_and_as_often_as_asked() {
        let mut pad = Pad::new();
        let said: Vec<_> = (0..10)
            .filter_map(|at| {
                pad.push(Frame(at), PadWord(u16::from(at >= 5)), 2);
                pad.poll(Seat(3), 2).map(|it| (it.first.0, it.words.count()))
            })
            .collect();
        assert_eq!(said, [(0, 1), (0, 2), (4, 2), (5, 2)]);
        assert_eq!(pad.word(Frame(4)), Some(PadWord(0)));
        assert_eq!(pad.word(Frame(99)), Some(PadWord(1)));
        pad.forget_before(Frame(5));
        assert_eq!((pad.word(Frame(4)), pad.word(Frame(5))), (None, Some(PadWord(1))));
    }
}
