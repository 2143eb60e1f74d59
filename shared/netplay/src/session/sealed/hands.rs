//! Who drives which of up to 1024 seats, and the changes that are not settled yet.

use crate::ids::{Frame, Seat};
use crate::limits::SEAT_CHANGES_AHEAD;
use crate::session::PeerFault;
use crate::sim::Input;
use crate::wire::Controller;
use alloc::vec::Vec;

/// The drivers before the settled frame, and every change from there on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hands {
    base: Vec<Controller>,
    /// In the order of their frames.
    changes: Vec<Change>,
}

/// From this frame on somebody else drives the seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) from: Frame,
    pub(super) seat: Seat,
    pub(super) controller: Controller,
    /// Whether the session has told of it.
    pub(super) told: bool,
}

impl Hands {
    pub(super) fn new(controllers: &[Controller]) -> Self {
        Self { base: controllers.to_vec(), changes: Vec::new() }
    }

    /// The drivers before the settled frame.
    pub(super) fn base(&self) -> &[Controller] {
        &self.base
    }

    /// What changes from the settled frame on.
    pub(super) fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// Who drives the seat in a frame that is not settled.
    pub(super) fn driver(&self, seat: Seat, frame: Frame) -> Option<Controller> {
        let later = self.changes.iter().rev().find(|it| it.seat == seat && it.from <= frame);
        later.map(|it| it.controller).or_else(|| self.base.get(seat.index()).copied())
    }

    /// Takes an announcement. Says from which frame on it is news: what was announced for the
    /// seat from that frame on is void.
    pub(super) fn announce(
        &mut self,
        seat: Seat,
        controller: Controller,
        from: Frame,
    ) -> Result<Option<Frame>, PeerFault> {
        let same = |it: &Change| (it.seat, it.controller, it.from) == (seat, controller, from);
        if self.changes.iter().any(same) {
            return Ok(None);
        }
        self.changes.retain(|it| it.seat != seat || it.from < from);
        if self.driver(seat, from) == Some(controller) {
            return Ok(Some(from));
        }
        if self.changes.iter().filter(|it| it.seat == seat).count() >= SEAT_CHANGES_AHEAD {
            return Err(PeerFault::TooManyChanges(seat));
        }
        let at = self.changes.partition_point(|it| it.from <= from);
        self.changes.insert(at, Change { from, seat, controller, told: false });
        Ok(Some(from))
    }

    /// The changes that take place at a frame.
    pub(super) fn at(&mut self, frame: Frame) -> impl Iterator<Item = &mut Change> {
        self.changes.iter_mut().filter(move |it| it.from == frame)
    }

    /// The frame is settled: its changes are history.
    pub(super) fn settle(&mut self, frame: Frame) -> Vec<(Seat, Controller)> {
        let count = self.changes.partition_point(|it| it.from <= frame);
        let settled = self.changes.drain(..count);
        settled
            .map(|it| {
                if let Some(now) = self.base.get_mut(it.seat.index()) {
                    *now = it.controller;
                }
                (it.seat, it.controller)
            })
            .collect()
    }

    /// Makes the words of all seats that the AI drives in a frame neutral.
    pub(super) fn silence_ai<I: Input>(&self, frame: Frame, row: &mut [I]) {
        let changed = |seat| self.changes.iter().any(|it| it.seat == seat && it.from <= frame);
        for ((word, controller), seat) in row.iter_mut().zip(&self.base).zip((0..).map(Seat)) {
            let is_ai = *controller == Controller::Ai;
            if is_ai && (self.changes.is_empty() || !changed(seat)) {
                *word = I::default();
            }
        }
        for change in self.changes.iter().filter(|it| it.from <= frame) {
            if self.driver(change.seat, frame) == Some(Controller::Ai)
                && let Some(word) = row.get_mut(change.seat.index())
            {
                *word = I::default();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{PadWord, PlayerId};

    const SEAT: Seat = Seat(0);
    const HUMAN: Controller = Controller::Human { player: PlayerId(1) };

    #[test]
    fn a_change_holds_from_its_frame_on_and_becomes_history() {
        let mut hands = Hands::new(&[HUMAN, Controller::Ai]);
        assert_eq!(hands.announce(SEAT, Controller::Ai, Frame(5)), Ok(Some(Frame(5))));
        assert_eq!(hands.announce(SEAT, Controller::Ai, Frame(5)), Ok(None), "said twice");
        assert_eq!(hands.driver(SEAT, Frame(4)), Some(HUMAN));
        assert_eq!(hands.driver(SEAT, Frame(5)), Some(Controller::Ai));
        let mut row = [PadWord(7), PadWord(8)];
        hands.silence_ai(Frame(4), &mut row);
        assert_eq!(row, [PadWord(7), PadWord(0)]);
        hands.silence_ai(Frame(5), &mut row);
        assert_eq!(row, [PadWord(0), PadWord(0)]);
        assert_eq!(hands.settle(Frame(5)), [(SEAT, Controller::Ai)]);
        assert_eq!((hands.base()[0], hands.changes().len()), (Controller::Ai, 0));
    }

    #[test]
    fn nobody_comes_and_goes_without_end() {
        let mut hands = Hands::new(&[HUMAN]);
        let mut change = |at: u32| {
            let controller = if at.is_multiple_of(2) { Controller::Ai } else { HUMAN };
            hands.announce(SEAT, controller, Frame(at))
        };
        let most = SEAT_CHANGES_AHEAD as u32;
        assert!((0..most).all(|at| change(at).is_ok()));
        assert_eq!(change(most), Err(PeerFault::TooManyChanges(SEAT)));
    }
}
