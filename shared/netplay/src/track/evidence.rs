//! What a peer remembers of its last frames, so that a difference can be looked into.

use crate::ids::{Frame, Seat, StateHash};
use crate::limits::{EVIDENCE_FRAMES, SEALED_SEATS};
use crate::sim::{Input, Rewind};
use crate::wire::Controller;
use alloc::collections::VecDeque;
use alloc::vec::Vec;

/// One frame that will not change any more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// Which.
    pub frame: Frame,
    /// The digest of the state after it.
    pub digest: StateHash,
    /// Whose hands changed before it.
    pub changes: Vec<(Seat, Controller)>,
    /// What every seat said in it: a word a seat, in the session's word size.
    pub words: Vec<u8>,
    /// The saved state after it; empty where it is not kept.
    pub state: Vec<u8>,
}

/// A ring of the last confirmed frames. States go first when the bytes run out, digests and
/// words reach further back. Once it is full, keeping a frame allocates nothing.
///
/// ```
/// # use netplay::hash::StateHasher;
/// # use netplay::ids::{PadWord, StateHash};
/// # use netplay::sim::{BadState, Rewind, Simulation};
/// # struct Sum(u16);
/// # impl Simulation for Sum {
/// #     type Input = PadWord;
/// #     fn tick(&mut self, pads: &[PadWord]) { self.0 += pads[0].0; }
/// #     fn state_hash(&self) -> StateHash { StateHasher::new().u16(self.0).finish() }
/// # }
/// # impl Rewind for Sum {
/// #     fn save(&self, out: &mut Vec<u8>) { out.extend_from_slice(&self.0.to_le_bytes()); }
/// #     fn load(&mut self, _: &[u8]) -> Result<(), BadState> { Err(BadState) }
/// # }
/// use netplay::ids::Frame;
/// use netplay::track::Evidence;
///
/// let mut evidence = Evidence::new(64 * 1024);
/// evidence.keep(Frame(0), [PadWord(1)], &Sum(1));
/// evidence.keep(Frame(1), [PadWord(2)], &Sum(3));
/// assert_eq!(evidence.at(Frame(1)).unwrap().state, [3, 0]);
/// ```
#[derive(Clone, Debug)]
pub struct Evidence {
    budget_bytes: usize,
    /// Of the states and the words.
    bytes: usize,
    /// Consecutive frames, the oldest first.
    kept: VecDeque<Kept>,
    /// Of hands, since the newest.
    changes: Vec<(Seat, Controller)>,
    /// How many of the oldest have no state any more.
    bare: usize,
    /// Buffers of what was let go.
    spare: Kept,
}

impl Evidence {
    /// Nothing yet, and never more than about `budget_bytes`; with 0, nothing is ever kept. The
    /// newest frame is kept whatever it weighs.
    #[must_use]
    pub fn new(budget_bytes: usize) -> Self {
        Self {
            budget_bytes,
            bytes: 0,
            kept: VecDeque::new(),
            changes: Vec::new(),
            bare: 0,
            spare: Kept::default(),
        }
    }

    /// Whether anything is ever kept.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.budget_bytes > 0
    }

    /// A seat changes hands before the frame that is kept next.
    pub fn change(&mut self, seat: Seat, controller: Controller) {
        if self.is_on() && self.changes.len() < SEALED_SEATS {
            self.changes.push((seat, controller));
        }
    }

    /// Keeps a frame: what every seat said in it, and the state after it. The newest one again
    /// changes nothing; one that does not follow it begins anew.
    pub fn keep<S: Rewind>(
        &mut self,
        frame: Frame,
        inputs: impl IntoIterator<Item = S::Input>,
        simulation: &S,
    ) {
        if let Some(kept) = self.begin(frame, inputs) {
            kept.digest = simulation.state_hash();
            simulation.save(&mut kept.state);
            self.finish();
        }
    }

    /// The same of a state that is saved already.
    pub fn keep_saved<I: Input>(
        &mut self,
        frame: Frame,
        inputs: impl IntoIterator<Item = I>,
        digest: StateHash,
        state: &[u8],
    ) {
        if let Some(kept) = self.begin(frame, inputs) {
            kept.digest = digest;
            kept.state.extend_from_slice(state);
            self.finish();
        }
    }

    /// Forgets everything: the state is another one now.
    pub fn forget(&mut self) {
        (self.bytes, self.bare) = (0, 0);
        self.kept.clear();
    }

    /// The newest frame that is kept.
    #[must_use]
    pub fn newest(&self) -> Option<Frame> {
        self.kept.back().map(|kept| kept.frame)
    }

    /// The frame, if it is kept.
    #[must_use]
    pub fn at(&self, frame: Frame) -> Option<&Kept> {
        let index = frame.0.checked_sub(self.kept.front()?.frame.0)?;
        self.kept.get(index as usize)
    }

    /// Everything that is kept, the oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Kept> + ExactSizeIterator {
        self.kept.iter()
    }

    fn begin<I: Input>(
        &mut self,
        frame: Frame,
        inputs: impl IntoIterator<Item = I>,
    ) -> Option<&mut Kept> {
        if !self.is_on() || self.newest() == Some(frame) {
            return None;
        }
        if self.newest().is_some_and(|newest| newest.plus(1) != frame) {
            self.forget();
        }
        let mut kept = self.blank();
        kept.frame = frame;
        kept.changes.append(&mut self.changes);
        inputs.into_iter().for_each(|input| input.write(&mut kept.words));
        self.kept.push_back(kept);
        self.kept.back_mut()
    }

    fn finish(&mut self) {
        if let Some(kept) = self.kept.back() {
            self.bytes += kept.state.len() + kept.words.len();
        }
        self.shrink();
    }

    /// An entry to fill, in the buffers of one that was let go.
    fn blank(&mut self) -> Kept {
        if self.kept.len() == EVIDENCE_FRAMES {
            self.drop_oldest();
        }
        let mut blank = core::mem::take(&mut self.spare);
        blank.changes.clear();
        blank.words.clear();
        blank.state.clear();
        blank
    }

    fn shrink(&mut self) {
        while self.bytes > self.budget_bytes && self.kept.len() > 1 {
            if self.bare + 1 < self.kept.len() {
                self.spare.state = core::mem::take(&mut self.kept[self.bare].state);
                self.bytes -= self.spare.state.len();
                self.bare += 1;
            } else {
                self.drop_oldest();
            }
        }
    }

    fn drop_oldest(&mut self) {
        let Some(mut oldest) = self.kept.pop_front() else { return };
        self.bytes -= oldest.state.len() + oldest.words.len();
        self.bare = self.bare.saturating_sub(1);
        if oldest.state.capacity() == 0 {
            oldest.state = core::mem::take(&mut self.spare.state);
        }
        self.spare = oldest;
    }
}
