//! The same wires for both: what is sent in a round arrives a fixed number of rounds later.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

/// A wire from every player to every player.
pub(crate) struct Wires<M> {
    round: u64,
    delay_rounds: u64,
    inboxes: Vec<VecDeque<(u64, usize, M)>>,
}

impl<M> Wires<M> {
    pub(crate) fn new(players: usize, delay_rounds: u64) -> Rc<RefCell<Self>> {
        let inboxes = (0..players).map(|_| VecDeque::new()).collect();
        Rc::new(RefCell::new(Self { round: 0, delay_rounds, inboxes }))
    }

    pub(crate) fn next_round(&mut self) {
        self.round += 1;
    }

    pub(crate) fn send(&mut self, from: usize, to: usize, message: M) {
        self.inboxes[to].push_back((self.round + self.delay_rounds, from, message));
    }

    pub(crate) fn receive(&mut self, me: usize) -> Option<(usize, M)> {
        let inbox = &mut self.inboxes[me];
        inbox.front().is_some_and(|(due, ..)| *due <= self.round).then(|| {
            let (_, from, message) = inbox.pop_front().expect("just looked");
            (from, message)
        })
    }
}
