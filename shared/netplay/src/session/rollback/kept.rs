//! States that may be brought back, in buffers that are used again.

use crate::ids::Frame;
use crate::sim::Rewind;
use alloc::collections::VecDeque;
use alloc::vec::Vec;

/// Saved states in the order of their frames. The state of a frame is the one before its tick,
/// and before the changes of hands that are due at it.
#[derive(Debug, Default)]
pub(super) struct Kept {
    states: VecDeque<(Frame, Vec<u8>)>,
    spare: Vec<Vec<u8>>,
}

impl Kept {
    pub(super) fn save<S: Rewind>(&mut self, frame: Frame, simulation: &S) {
        let mut bytes = self.spare.pop().unwrap_or_default();
        bytes.clear();
        simulation.save(&mut bytes);
        self.states.push_back((frame, bytes));
    }

    /// The oldest state, if any is kept.
    pub(super) fn oldest(&self) -> Option<(Frame, &[u8])> {
        self.states.front().map(|(frame, bytes)| (*frame, bytes.as_slice()))
    }

    /// The frame of the newest state.
    pub(super) fn newest(&self) -> Option<Frame> {
        self.states.back().map(|(frame, _)| *frame)
    }

    /// The state of a frame, if it is kept.
    pub(super) fn at(&self, frame: Frame) -> Option<&[u8]> {
        self.states.iter().find(|(at, _)| *at == frame).map(|(_, bytes)| bytes.as_slice())
    }

    /// The newest state of a frame up to `frame`, after which none is kept any more.
    pub(super) fn back_to(&mut self, frame: Frame) -> Option<(Frame, &[u8])> {
        while self.states.len() > 1 && self.newest().is_some_and(|newest| newest > frame) {
            self.spare.extend(self.states.pop_back().map(|(_, bytes)| bytes));
        }
        self.states.back().map(|(frame, bytes)| (*frame, bytes.as_slice()))
    }

    /// Forgets the states that none before `frame` needs; the newest up to `frame` stays.
    pub(super) fn forget_before(&mut self, frame: Frame) {
        while self.states.get(1).is_some_and(|(second, _)| *second <= frame) {
            self.spare.extend(self.states.pop_front().map(|(_, bytes)| bytes));
        }
    }

    pub(super) fn clear(&mut self) {
        self.spare.extend(self.states.drain(..).map(|(_, bytes)| bytes));
    }
}
