//! The others as of the last frame that is no guess, a few frames behind the present.

use games::Game;
use netplay::ids::{Frame, PadWord};
use netplay::session::Confirmed;
use netplay::sim::Simulation;
use std::collections::VecDeque;

/// Frames that wait to be played, so that what becomes certain in bursts is shown at an even pace:
/// at first, how many more after each time there was none, and at most.
const RESERVE: usize = 3;
const MORE: usize = 2;
const MOST: usize = 15;
/// With so many beyond it, two are played at a time.
const HURRY: usize = 6;
/// With so many, the picture is not worth catching up with.
const TOO_MANY: usize = 60;

/// A second simulation, which is given certain words only.
#[derive(Debug)]
pub(crate) struct Trailing {
    before: Game,
    after: Game,
    /// The next frame to hear of.
    next: Frame,
    waiting: VecDeque<Confirmed<PadWord>>,
    reserve: usize,
    /// Nothing is played until the reserve is full.
    fills: bool,
}

impl Trailing {
    /// From the certain state before this frame on.
    pub(crate) fn new(game: Game, next: Frame) -> Self {
        let (before, waiting) = (game.clone(), VecDeque::new());
        Self { before, after: game, next, waiting, reserve: RESERVE, fills: true }
    }

    /// A frame has become certain. Says whether it follows what is known here.
    pub(crate) fn heard(&mut self, confirmed: &Confirmed<PadWord>) -> bool {
        if confirmed.frame < self.next {
            return true; // the state that this began from knows it
        }
        let follows = confirmed.frame == self.next && self.waiting.len() < TOO_MANY;
        if follows {
            self.next = confirmed.frame.plus(1);
            self.waiting.push_back(confirmed.clone());
        }
        follows
    }

    /// The present has moved a frame on.
    pub(crate) fn step(&mut self) {
        if self.waiting.is_empty() && !self.fills {
            (self.reserve, self.fills) = (MOST.min(self.reserve + MORE), true);
        }
        self.fills &= self.waiting.len() < self.reserve;
        let frames = match self.waiting.len() {
            _ if self.fills => 0,
            many if many > self.reserve + HURRY => 2,
            _ => 1,
        };
        self.before = self.after.clone();
        for confirmed in self.waiting.drain(..frames.min(self.waiting.len())) {
            self.before = self.after.clone();
            for (seat, controller) in &confirmed.changes {
                self.after.set_seat_controller(*seat, *controller);
            }
            self.after.tick(&confirmed.inputs);
        }
    }

    /// The states before and after the frame that is shown.
    pub(crate) fn picture(&self) -> (&Game, &Game) {
        (&self.before, &self.after)
    }
}
