//! A reliable lane's frames until they are messages.

use super::Delivery;
use crate::limits::{CHANNEL_WINDOW_BYTES, CHANNEL_WINDOW_FRAMES};
use crate::wire::Packet;
use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::vec::Vec;

/// A frame came that no honest sender sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Violation;

/// What has come of one lane, from the first frame that has not on.
#[derive(Debug)]
pub(super) struct ReliableIn {
    is_ordered: bool,
    message_bytes: usize,
    /// The number of the first frame that is missing.
    expected: u16,
    slots: VecDeque<Slot>,
    /// Bytes in the slots.
    held: usize,
    /// The message whose beginning is there, up to the frame that is missing.
    begun: Option<Vec<u8>>,
}

#[derive(Debug)]
enum Slot {
    Missing,
    Came(Part),
    /// It came, and its message was delivered before its turn.
    Delivered,
}

#[derive(Debug)]
struct Part {
    first: bool,
    last: bool,
    bytes: Box<[u8]>,
}

impl ReliableIn {
    pub(super) fn new(delivery: Delivery, message_bytes: usize) -> Self {
        Self {
            is_ordered: delivery == Delivery::Ordered,
            message_bytes,
            expected: 0,
            slots: VecDeque::new(),
            held: 0,
            begun: None,
        }
    }

    /// Takes a frame; the messages that are whole now go to `out`.
    pub(super) fn receive(
        &mut self,
        sequence: u16,
        (first, last): (bool, bool),
        bytes: &[u8],
        out: &mut Vec<Packet>,
    ) -> Result<(), Violation> {
        let ahead = usize::from(sequence.wrapping_sub(self.expected));
        // What lies before the window came already; nobody sends what lies beyond it.
        if ahead >= CHANNEL_WINDOW_FRAMES {
            return Ok(());
        }
        if ahead == 0 && self.slots.is_empty() {
            self.expected = self.expected.wrapping_add(1);
            return self.in_turn(first, last, bytes, out);
        }
        if ahead >= self.slots.len() {
            self.slots.resize_with(ahead + 1, || Slot::Missing);
        }
        if !matches!(self.slots[ahead], Slot::Missing) {
            return Ok(());
        }
        self.held += bytes.len();
        if self.held > CHANNEL_WINDOW_BYTES {
            return Err(Violation);
        }
        self.slots[ahead] = Slot::Came(Part { first, last, bytes: bytes.into() });
        if !self.is_ordered {
            self.deliver_around(ahead, out)?;
        }
        self.advance(out)
    }

    /// Delivers what stands at the front.
    fn advance(&mut self, out: &mut Vec<Packet>) -> Result<(), Violation> {
        while let Some(slot) = self.slots.pop_front() {
            match slot {
                Slot::Missing => {
                    self.slots.push_front(Slot::Missing);
                    break;
                }
                Slot::Delivered => {}
                Slot::Came(part) => {
                    self.held -= part.bytes.len();
                    self.in_turn(part.first, part.last, &part.bytes, out)?;
                }
            }
            self.expected = self.expected.wrapping_add(1);
        }
        Ok(())
    }

    /// The next frame in order.
    fn in_turn(
        &mut self,
        first: bool,
        last: bool,
        bytes: &[u8],
        out: &mut Vec<Packet>,
    ) -> Result<(), Violation> {
        if first == self.begun.is_some() {
            return Err(Violation);
        }
        let length = self.begun.as_ref().map_or(0, Vec::len) + bytes.len();
        if length > self.message_bytes {
            return Err(Violation);
        }
        match (self.begun.take(), last) {
            (None, true) => out.push(bytes.into()),
            (None, false) => self.begun = Some(bytes.to_vec()),
            (Some(mut begun), is_last) => {
                begun.extend_from_slice(bytes);
                if is_last {
                    out.push(begun.into());
                } else {
                    self.begun = Some(begun);
                }
            }
        }
        Ok(())
    }

    /// Delivers the message of the frame at `at` if all of it is in the slots.
    fn deliver_around(&mut self, at: usize, out: &mut Vec<Packet>) -> Result<(), Violation> {
        let part = |at: usize| match self.slots.get(at) {
            Some(Slot::Came(part)) => Some(part),
            _ => None,
        };
        let Some(end) = (at..).map_while(|at| Some((at, part(at)?))).find(|(_, part)| part.last)
        else {
            return Ok(());
        };
        let mut start = (0..=at).rev().map_while(|at| Some((at, part(at)?)));
        let Some(start) = start.find(|(_, part)| part.first) else { return Ok(()) };
        let whole = start.0..end.0 + 1;
        let mut message = Vec::new();
        for slot in self.slots.range_mut(whole) {
            if let Slot::Came(part) = core::mem::replace(slot, Slot::Delivered) {
                if part.first != message.is_empty() && !part.bytes.is_empty() {
                    return Err(Violation);
                }
                message.extend_from_slice(&part.bytes);
                self.held -= part.bytes.len();
            }
        }
        if message.len() > self.message_bytes {
            return Err(Violation);
        }
        out.push(message.into());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: (bool, bool) = (true, true);

    fn lane(delivery: Delivery) -> ReliableIn {
        ReliableIn::new(delivery, 10_000)
    }

    fn feed(lane: &mut ReliableIn, sequence: u16, ends: (bool, bool), byte: u8) -> Vec<Vec<u8>> {
        let mut out = Vec::new();
        lane.receive(sequence, ends, &[byte], &mut out).unwrap();
        out.iter().map(|packet| packet.to_vec()).collect()
    }

    #[test]
    fn ordered_waits_for_what_is_missing_and_unordered_does_not() {
        let mut ordered = lane(Delivery::Ordered);
        assert!(feed(&mut ordered, 1, WHOLE, 1).is_empty());
        assert_eq!(feed(&mut ordered, 0, WHOLE, 0), [[0], [1]]);
        let mut unordered = lane(Delivery::Unordered);
        assert_eq!(feed(&mut unordered, 1, WHOLE, 1), [[1]]);
        assert!(feed(&mut unordered, 1, WHOLE, 1).is_empty(), "once");
        assert_eq!(feed(&mut unordered, 0, WHOLE, 0), [[0]]);
        assert!(feed(&mut unordered, 1, WHOLE, 1).is_empty(), "once, also behind the window");
        assert_eq!(feed(&mut unordered, 2, WHOLE, 2), [[2]]);
    }

    #[test]
    fn parts_become_a_message_in_whatever_order_they_come() {
        for delivery in [Delivery::Ordered, Delivery::Unordered] {
            for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0], [1, 0, 2], [2, 0, 1], [0, 2, 1]] {
                let mut lane = lane(delivery);
                let mut got = Vec::new();
                for at in order {
                    let ends = (at == 0, at == 2);
                    got.extend(feed(&mut lane, at, ends, at as u8));
                }
                assert_eq!(got, [[0, 1, 2]]);
                assert_eq!(lane.held, 0);
                assert_eq!(feed(&mut lane, 3, WHOLE, 3), [[3]]);
            }
        }
    }

    #[test]
    fn an_unordered_message_overtakes_one_that_is_not_whole() {
        let mut lane = lane(Delivery::Unordered);
        assert!(feed(&mut lane, 0, (true, false), 0).is_empty());
        assert!(feed(&mut lane, 2, (true, false), 2).is_empty());
        assert_eq!(feed(&mut lane, 3, (false, true), 3), [[2, 3]]);
        assert_eq!(feed(&mut lane, 1, (false, true), 1), [[0, 1]]);
    }

    #[test]
    fn what_no_sender_sends_is_told() {
        let mut out = Vec::new();
        assert!(lane(Delivery::Ordered).receive(0, (false, true), &[], &mut out).is_err());
        let mut twice = lane(Delivery::Ordered);
        twice.receive(0, (true, false), &[], &mut out).unwrap();
        assert!(twice.receive(1, WHOLE, &[], &mut out).is_err());
        let mut long = ReliableIn::new(Delivery::Ordered, 10);
        assert!(long.receive(0, WHOLE, &[0; 11], &mut out).is_err());
        let mut hoard = lane(Delivery::Ordered);
        let result = (1..1024).try_for_each(|s| hoard.receive(s, WHOLE, &[0; 1180], &mut out));
        assert!(result.is_err() && hoard.held < CHANNEL_WINDOW_BYTES + 1_181);
        assert!(lane(Delivery::Ordered).receive(1024, WHOLE, &[], &mut out).is_ok(), "ignored");
        assert!(out.is_empty());
    }
}
