//! The frames that are simulated and not settled: the state before each, and the row it ran on.

use crate::ids::{Frame, StateHash};
use crate::sim::Rewind;
use alloc::collections::VecDeque;
use alloc::vec::Vec;

/// Buffers that are kept for the next frames.
const SPARE: usize = 4;

/// One simulated frame.
#[derive(Clone, Debug, Default)]
pub(super) struct Moment<I> {
    /// The state before the frame. Right as long as every frame before it ran on its true row.
    state: Vec<u8>,
    /// The row it ran on, or, once the relay has sealed another one, should have run on.
    pub(super) row: Vec<I>,
    /// The digest after it, if it is a checkpoint.
    pub(super) hash: Option<StateHash>,
}

/// The frames from the settled one up to the present.
#[derive(Clone, Debug)]
pub(super) struct Reel<I> {
    first: Frame,
    moments: VecDeque<Moment<I>>,
    spare: Vec<Moment<I>>,
}

impl<I: Copy> Reel<I> {
    pub(super) fn new(first: Frame) -> Self {
        Self { first, moments: VecDeque::new(), spare: Vec::new() }
    }

    /// The first frame that is not settled.
    pub(super) fn first(&self) -> Frame {
        self.first
    }

    /// The next frame to simulate for the first time.
    pub(super) fn present(&self) -> Frame {
        self.first.plus(self.moments.len() as u32)
    }

    pub(super) fn moment(&mut self, frame: Frame) -> Option<&mut Moment<I>> {
        let index = frame.0.checked_sub(self.first.0)?;
        self.moments.get_mut(index as usize)
    }

    /// One more frame begins, at the end of the reel.
    pub(super) fn begin(&mut self, simulation: &impl Rewind) -> &mut Moment<I> {
        let mut moment = self.spare.pop().unwrap_or_else(|| Moment {
            state: Vec::new(),
            row: Vec::new(),
            hash: None,
        });
        moment.save(simulation);
        self.moments.push_back(moment);
        let last = self.moments.len() - 1;
        &mut self.moments[last]
    }

    /// The state before the first frame that is not settled, unless that is the present.
    pub(super) fn settled_state(&self) -> Option<&[u8]> {
        self.moments.front().map(|moment| moment.state.as_slice())
    }

    /// Lets the first frame go.
    pub(super) fn settle(&mut self, take: impl FnOnce(Frame, &mut Moment<I>)) {
        let Some(mut moment) = self.moments.pop_front() else { return };
        take(self.first, &mut moment);
        self.first = self.first.plus(1);
        if self.spare.len() < SPARE {
            self.spare.push(moment);
        }
    }
}

impl<I> Moment<I> {
    pub(super) fn save(&mut self, simulation: &impl Rewind) {
        self.state.clear();
        simulation.save(&mut self.state);
        self.hash = None;
    }

    pub(super) fn load(&self, simulation: &mut impl Rewind) {
        simulation.load(&self.state).expect("a simulation loads what it has saved");
    }
}
