//! A link inside one process, as good or as bad as its profiles.

use super::{Conditioner, Lane, LinkProfile, LinkState, SendError, Transport};
use crate::limits::{OUTBOUND_BYTES, OUTBOUND_MESSAGES};
use crate::time::Instant;
use crate::wire::{CloseReason, Packet};
use alloc::rc::Rc;
use core::cell::RefCell;

/// One end of a pretend link. Both ends live on the caller's clock.
#[derive(Debug)]
pub struct Loopback {
    wires: Rc<RefCell<Wires>>,
    /// Which of the two ends this is: what it sends travels on the wire of this index.
    end: usize,
}

#[derive(Debug)]
struct Wires {
    /// From the first end to the second, and back.
    ways: [Conditioner; 2],
    closed: Option<CloseReason>,
}

impl Loopback {
    /// A link whose first end sends `up` and whose second end sends `down`.
    #[must_use]
    pub fn pair(up: LinkProfile, down: LinkProfile, seed: u64) -> (Self, Self) {
        let ways = [Conditioner::new(up, seed), Conditioner::new(down, !seed)];
        let wires = Rc::new(RefCell::new(Wires { ways, closed: None }));
        (Self { wires: Rc::clone(&wires), end: 0 }, Self { wires, end: 1 })
    }

    /// Gives what this end sends from now on another profile.
    pub fn set_profile(&mut self, profile: LinkProfile) {
        self.wires.borrow_mut().ways[self.end].set_profile(profile);
    }

    /// Cuts the link: what is under way is lost, and neither end was asked.
    pub fn cut(&mut self) {
        let mut wires = self.wires.borrow_mut();
        wires.ways.iter_mut().for_each(Conditioner::clear);
        wires.closed.get_or_insert(CloseReason::LinkLost);
    }

    /// When the next packet reaches this end.
    #[must_use]
    pub fn next_arrival(&self) -> Option<Instant> {
        self.wires.borrow().ways[1 - self.end].next_arrival()
    }
}

impl Transport for Loopback {
    /// Open until what was sent to this end before the close is polled.
    fn state(&self) -> LinkState {
        let wires = self.wires.borrow();
        match wires.closed {
            Some(reason) if wires.ways[1 - self.end].packets() == 0 => LinkState::Closed(reason),
            _ => LinkState::Open,
        }
    }

    fn send(&mut self, packet: &Packet, lane: Lane, now: Instant) -> Result<(), SendError> {
        let mut wires = self.wires.borrow_mut();
        if wires.closed.is_some() {
            return Err(SendError::Closed);
        }
        let way = &mut wires.ways[self.end];
        if way.packets() >= OUTBOUND_MESSAGES || way.bytes() + packet.len() > OUTBOUND_BYTES {
            wires.closed = Some(CloseReason::TooSlow);
            return Err(SendError::Full);
        }
        way.push(packet, lane, now);
        Ok(())
    }

    fn poll(&mut self, now: Instant) -> Option<Packet> {
        self.wires.borrow_mut().ways[1 - self.end].pop(now)
    }

    fn close(&mut self) {
        self.wires.borrow_mut().closed.get_or_insert(CloseReason::LinkLost);
    }

    fn is_stream(&self) -> bool {
        false
    }
}

/// A transport that is dropped is a link that is lost.
impl Drop for Loopback {
    fn drop(&mut self) {
        self.close();
    }
}
