//! Two peers who remember the same game, but for one flipped bit, and a wire between them.

use netplay::ids::{Frame, PadWord, PlayerId, Seat};
use netplay::session::bundle::Case;
use netplay::session::microscope::Microscope;
use netplay::sim::{Rewind, Simulation};
use netplay::time::Instant;
use netplay::track::Evidence;
use netplay::wire::{Message, WordSize};
use std::time::Duration;
use testkit::{ToyGame, pad};

pub(crate) const ANN: PlayerId = PlayerId(1);
pub(crate) const BEN: PlayerId = PlayerId(2);
pub(crate) const SEED: u64 = 11;

/// What a peer remembers after so many frames of the scripted game.
pub(crate) fn remembered(game: ToyGame, frames: u32, budget_bytes: usize) -> Evidence {
    remembered_with(game, frames, budget_bytes, |_, seat, frame| pad(SEED, seat, frame))
}

/// The same, where somebody heard other words.
pub(crate) fn remembered_with(
    mut game: ToyGame,
    frames: u32,
    budget_bytes: usize,
    word: impl Fn(&ToyGame, Seat, Frame) -> PadWord,
) -> Evidence {
    let mut evidence = Evidence::new(budget_bytes);
    for frame in (0..frames).map(Frame) {
        let words = [0, 1].map(|seat| word(&game, Seat(seat), frame));
        game.tick(&words);
        evidence.keep(frame, words, &game);
    }
    evidence
}

pub(crate) fn game() -> ToyGame {
    ToyGame::new(2, SEED)
}

/// Two microscopes, and what their peers remember.
pub(crate) struct Pair {
    pub(crate) scopes: [Microscope; 2],
    pub(crate) evidence: [Evidence; 2],
    pub(crate) now: Instant,
}

impl Pair {
    pub(crate) fn new(ours: Evidence, theirs: Evidence) -> Self {
        let scopes = [ANN, BEN].map(Microscope::new);
        Self { scopes, evidence: [ours, theirs], now: Instant::ZERO }
    }

    /// Both notice at the frame.
    pub(crate) fn both_suspect(&mut self, frame: u32) {
        for (index, other) in [BEN, ANN].into_iter().enumerate() {
            self.scopes[index].suspect(other, Frame(frame), &self.evidence[index], self.now);
        }
    }

    /// Carries everything there is to carry, and lets time pass while nothing is. Says what each
    /// had to say.
    pub(crate) fn run(&mut self) -> [Option<Case>; 2] {
        let end = self.now + Duration::from_secs(60);
        let mut cases = [None, None];
        while self.now < end {
            self.carry();
            for (scope, case) in self.scopes.iter_mut().zip(&mut cases) {
                *case = case.take().or_else(|| scope.poll_case());
            }
            if cases.iter().all(Option::is_some) {
                break;
            }
            let Some(at) = self.scopes.iter().filter_map(Microscope::poll_timeout).min() else {
                break;
            };
            assert!(at >= self.now, "no date lies behind");
            self.now = at;
            self.scopes.iter_mut().for_each(|scope| scope.handle_timeout(self.now));
        }
        cases
    }

    fn carry(&mut self) {
        let mut silent = false;
        while !silent {
            silent = true;
            for (from, to) in [(0, 1), (1, 0)] {
                while let Some(message) = self.scopes[from].poll_message() {
                    silent = false;
                    let arrived = through_a_relay(&message, [ANN, BEN][from]);
                    self.scopes[to].handle(&arrived, &self.evidence[to], self.now);
                }
            }
        }
    }
}

/// What comes out at the other end, with the sender in the place of the receiver.
pub(crate) fn through_a_relay(message: &Message, sender: PlayerId) -> Message {
    let mut message = message.clone();
    match &mut message {
        Message::Digests(digests) => digests.peer = sender,
        Message::Exhibit(exhibit) => exhibit.peer = sender,
        other => panic!("a microscope says no {other:?}"),
    }
    Message::decode(&message.encode(), WordSize::PAD).expect("it is a message")
}

pub(crate) fn saved(game: &ToyGame) -> Vec<u8> {
    let mut bytes = Vec::new();
    game.save(&mut bytes);
    bytes
}
