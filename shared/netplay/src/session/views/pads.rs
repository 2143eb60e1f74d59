//! Who plays which seat, and what their pads have said.

use crate::ids::{PadWord, PlayerId, Seat, SeatSet};
use crate::limits::PAD_QUEUE;
use crate::wire::Controller;
use alloc::collections::VecDeque;
use alloc::vec::Vec;

/// One seat.
#[derive(Clone, Debug)]
struct Row {
    controller: Controller,
    /// Whose hand it is: the last person who drove the seat, and who gets it back.
    owner: Option<PlayerId>,
    /// What the table was told last.
    word: PadWord,
    /// Changes that wait for their tick.
    queue: VecDeque<PadWord>,
}

/// All seats.
#[derive(Clone, Debug)]
pub(super) struct Pads {
    rows: Vec<Row>,
}

impl Pads {
    pub(super) fn new(seats: usize) -> Self {
        let row = Row {
            controller: Controller::Ai,
            owner: None,
            word: PadWord(0),
            queue: VecDeque::new(),
        };
        Self { rows: alloc::vec![row; seats] }
    }

    /// Gives the seat to somebody else, with a clean pad. Says whether there is such a seat. Who gets
    /// it must own no other: [`forget`](Self::forget) them first.
    pub(super) fn set_controller(&mut self, seat: Seat, controller: Controller) -> bool {
        let Some(row) = self.rows.get_mut(seat.index()) else { return false };
        if let Controller::Human { player } = controller {
            row.owner = Some(player);
        }
        row.controller = controller;
        row.word = PadWord(0);
        row.queue.clear();
        true
    }

    /// Nobody owns what this player owned. Returns the seats that they drove.
    pub(super) fn forget(&mut self, player: PlayerId) -> SeatSet {
        let mut driven = SeatSet::EMPTY;
        for (seat, row) in (0..).map(Seat).zip(&mut self.rows) {
            if row.owner == Some(player) {
                row.owner = None;
                if row.controller != Controller::Ai {
                    driven.insert(seat);
                }
            }
        }
        driven
    }

    /// The seat whose hand this player may see: one at most.
    pub(super) fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        self.rows.iter().position(|row| row.owner == Some(player)).map(|seat| Seat(seat as u16))
    }

    /// The seats that people drive.
    pub(super) fn humans(&self) -> SeatSet {
        let rows = (0..).map(Seat).zip(&self.rows);
        rows.filter(|(_, row)| row.controller != Controller::Ai).map(|(seat, _)| seat).collect()
    }

    /// A player's pad has changed. Beyond the queue's cap the last change is replaced: what is held
    /// at the end is right, and a flood holds up nobody but its sender.
    /// Says which seat it is, if they drive one.
    pub(super) fn push(&mut self, player: PlayerId, word: PadWord) -> Option<Seat> {
        let drives = Controller::Human { player };
        let at = self.rows.iter().position(|row| row.controller == drives)?;
        let (seat, row) = (Seat(at as u16), &mut self.rows[at]);
        if row.queue.back().copied().unwrap_or(row.word) == word {
            return Some(seat);
        }
        if row.queue.len() >= PAD_QUEUE {
            row.queue.pop_back();
        }
        row.queue.push_back(word);
        Some(seat)
    }

    /// The words of the next tick: each seat takes one change.
    pub(super) fn next(&mut self) -> Vec<PadWord> {
        let word = |row: &mut Row| {
            row.word = row.queue.pop_front().unwrap_or(row.word);
            row.word
        };
        self.rows.iter_mut().map(word).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANN: PlayerId = PlayerId(1);
    const BEN: PlayerId = PlayerId(2);

    fn table() -> Pads {
        let mut pads = Pads::new(2);
        assert!(pads.set_controller(Seat(1), Controller::Human { player: ANN }));
        pads
    }

    #[test]
    fn a_press_and_its_release_that_arrive_together_still_give_a_pressed_tick() {
        let mut pads = table();
        assert_eq!([4, 0].map(|word| pads.push(ANN, PadWord(word))), [Some(Seat(1)); 2]);
        let told: Vec<_> = (0..3).map(|_| pads.next()[1].0).collect();
        assert_eq!(told, [4, 0, 0]);
    }

    #[test]
    fn a_flood_of_changes_keeps_a_bounded_queue_and_ends_with_what_is_held() {
        let mut pads = table();
        for word in 1..=10_000 {
            pads.push(ANN, PadWord(word));
        }
        let told: Vec<_> = (0..PAD_QUEUE + 5).map(|_| pads.next()[1].0).collect();
        assert_eq!(told[..3], [1, 2, 3]);
        assert_eq!(told[PAD_QUEUE - 1..], [10_000; 6]);
    }

    #[test]
    fn nobody_presses_for_a_seat_that_is_not_theirs() {
        let mut pads = table();
        assert_eq!(pads.push(BEN, PadWord(1)), None, "he has no seat");
        pads.set_controller(Seat(1), Controller::Ai);
        assert_eq!(pads.push(ANN, PadWord(1)), None, "the AI drives it");
        assert_eq!(pads.next(), [PadWord(0); 2]);
        assert_eq!(pads.seat_of(ANN), Some(Seat(1)), "but the hand is still hers");
        pads.set_controller(Seat(1), Controller::Human { player: BEN });
        assert_eq!((pads.seat_of(ANN), pads.seat_of(BEN)), (None, Some(Seat(1))));
    }

    #[test]
    fn a_seat_that_changes_hands_has_a_clean_pad() {
        let mut pads = table();
        pads.push(ANN, PadWord(9));
        pads.next();
        pads.push(ANN, PadWord(8));
        pads.set_controller(Seat(1), Controller::Ai);
        assert_eq!(pads.next()[1], PadWord(0));
    }
}
