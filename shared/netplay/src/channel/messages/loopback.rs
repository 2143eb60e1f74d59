//! Endpoints in one process, on a wire that turns arrivals around.

use super::{MessageEvent, Messages, MessagesConfig, WouldBlock};
use crate::limits::{DATAGRAMS_A_POLL, LOOPBACK_DATAGRAMS};
use crate::time::Instant;
use crate::wire::Packet;
use alloc::rc::Rc;
use alloc::vec::Vec;
use core::cell::RefCell;
use core::ops::{Deref, DerefMut};
use core::time::Duration;

/// Where the host is on the pretend wire; guests follow it.
const HOST: usize = 0;

/// An endpoint on a wire inside the process, with a clock that only [`poll_elapsed`](Self::poll_elapsed) moves.
/// Everything else is what [`Messages`] does.
pub struct LoopbackMessages {
    messages: Messages<usize>,
    me: usize,
    wire: Rc<RefCell<Wire>>,
    now: Instant,
}

#[derive(Debug)]
struct Wire {
    /// What waits for each endpoint, with its sender.
    waiting: Vec<Vec<(usize, Packet)>>,
    /// Of so many datagrams one is lost; 0 for none.
    drop_one_in: u64,
    sent: u64,
}

/// A host and `guests` guests that are about to connect, on a wire that loses nothing and hands
/// out what has arrived since the last poll in the opposite order.
#[must_use]
pub fn loopback(guests: usize) -> (LoopbackMessages, Vec<LoopbackMessages>) {
    loopback_lossy(guests, 0)
}

/// The same, and one in `drop_one_in` datagrams is lost.
#[must_use]
pub fn loopback_lossy(
    guests: usize,
    drop_one_in: u64,
) -> (LoopbackMessages, Vec<LoopbackMessages>) {
    let waiting = (0..=guests).map(|_| Vec::new()).collect();
    let wire = Rc::new(RefCell::new(Wire { waiting, drop_one_in, sent: 0 }));
    let config = MessagesConfig::default();
    let now = Instant::ZERO;
    let end = |me: usize, messages: Result<_, _>| LoopbackMessages {
        messages: messages.expect("the default configuration is in range"),
        me,
        wire: Rc::clone(&wire),
        now,
    };
    let host = end(HOST, Messages::host(&config, [0; 32], guests));
    let guest = |me: usize| end(me, Messages::join(HOST, &config, [me as u8; 32], now));
    (host, (1..=guests).map(guest).collect())
}

impl LoopbackMessages {
    /// Lets time pass, takes in what has arrived and sends what is due. To be called every frame.
    ///
    /// # Errors
    /// When what arrived before has to be read first.
    pub fn poll_elapsed(&mut self, elapsed: Duration) -> Result<(), WouldBlock> {
        self.now = self.now + elapsed;
        for _ in 0..DATAGRAMS_A_POLL {
            if self.messages.is_blocked() {
                break;
            }
            let next = self.wire.borrow_mut().waiting[self.me].pop();
            let Some((from, datagram)) = next else { break };
            self.messages.handle(from, &datagram, self.now)?;
        }
        let answer = self.messages.update(self.now);
        while let Some((to, datagram)) = self.messages.poll_datagram(self.now) {
            self.wire.borrow_mut().send(self.me, to, &datagram);
        }
        answer
    }

    /// Everything that has happened since it was last asked.
    pub fn events(&mut self) -> Vec<MessageEvent> {
        core::iter::from_fn(|| self.messages.poll_event()).collect()
    }
}

impl Wire {
    fn send(&mut self, from: usize, to: usize, datagram: &[u8]) {
        self.sent += 1;
        let lost = self.drop_one_in > 0 && self.sent.is_multiple_of(self.drop_one_in);
        let waiting = &mut self.waiting[to];
        if !lost && waiting.len() < LOOPBACK_DATAGRAMS {
            waiting.push((from, datagram.into()));
        }
    }
}

impl Deref for LoopbackMessages {
    type Target = Messages<usize>;

    fn deref(&self) -> &Self::Target {
        &self.messages
    }
}

impl DerefMut for LoopbackMessages {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.messages
    }
}
