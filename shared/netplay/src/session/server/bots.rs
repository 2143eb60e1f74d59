//! Who drives the slots that nobody has.

use crate::sim::{InputFrame, Replicated};

/// What bots want: asked once a tick for every slot that one drives.
pub trait Bots<S: Replicated> {
    /// What the bot of the slot does in this tick.
    fn think(&mut self, sim: &S, slot: usize, tick: u32) -> InputFrame;

    /// A game begins: what was learnt in the last one is forgotten.
    fn begin(&mut self) {}
}

/// Bots that do nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IdleBots;

impl<S: Replicated> Bots<S> for IdleBots {
    fn think(&mut self, _sim: &S, _slot: usize, _tick: u32) -> InputFrame {
        InputFrame::default()
    }
}
