//! The content pack of a room that has refused us for another one, part by part.
//!
//! ```text
//! us      PackAsk{0} PackAsk{8K} …                PackAsk{32K} …          (a few at a time)
//! member                          PackPart{0} …
//! ```
//!
//! Whoever answers keeps nothing in mind, so there is nothing to begin or to end. What came is
//! worth no more than its digest: the caller compares it, and [`reject`](PackFetch::reject)s the
//! bytes of a liar, so that another member is asked.

use crate::ids::PlayerId;
use crate::limits::{
    PACK_ASK_MS, PACK_ASKS, PACK_ATTEMPTS, PACK_BYTES, PACK_FETCH_MS, PACK_PARTS_AHEAD,
    PAYLOAD_BYTES,
};
use crate::time::Instant;
use crate::wire::{Blob, PackAsk, PackPart};
use alloc::vec::Vec;
use core::time::Duration;

/// How a pack's way stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fetched {
    /// So many bytes have come, of so many; of 0 while that is not known.
    Moving {
        /// Here.
        done_bytes: u32,
        /// Of these.
        total_bytes: u32,
    },
    /// All of them.
    Done,
    /// Nobody has handed it over in time.
    Failed,
}

/// One fetch.
#[derive(Debug)]
pub struct PackFetch {
    bytes: Vec<u8>,
    total_bytes: u32,
    attempt: u8,
    /// Asked for up to here.
    asked: u32,
    /// How often in a row without a new part.
    asks: u8,
    ask_again: Instant,
    give_up: Instant,
}

impl PackFetch {
    /// Nothing is asked for yet.
    #[must_use]
    pub fn new(now: Instant) -> Self {
        Self {
            bytes: Vec::new(),
            total_bytes: 0,
            attempt: 0,
            asked: 0,
            asks: 0,
            ask_again: now + Duration::from_millis(PACK_ASK_MS),
            give_up: now + Duration::from_millis(PACK_FETCH_MS),
        }
    }

    /// How it stands.
    #[must_use]
    pub fn progress(&self) -> Fetched {
        let (done_bytes, total_bytes) = (self.bytes.len() as u32, self.total_bytes);
        if self.attempt >= PACK_ATTEMPTS {
            Fetched::Failed
        } else if total_bytes > 0 && done_bytes == total_bytes {
            Fetched::Done
        } else {
            Fetched::Moving { done_bytes, total_bytes }
        }
    }

    /// All that came, once it is [`Done`](Fetched::Done).
    #[must_use]
    pub fn bytes(&self) -> Option<&[u8]> {
        (self.progress() == Fetched::Done).then_some(&self.bytes[..])
    }

    /// The bytes are not what they should be: everything anew, from another member.
    pub fn reject(&mut self, now: Instant) {
        self.attempt = self.attempt.saturating_add(1).min(PACK_ATTEMPTS);
        (self.total_bytes, self.asked, self.asks) = (0, 0, 0);
        self.bytes = Vec::new();
        self.ask_again = now + Duration::from_millis(PACK_ASK_MS);
    }

    /// A part has come.
    pub fn handle(&mut self, part: &PackPart, now: Instant) {
        let Fetched::Moving { done_bytes, .. } = self.progress() else { return };
        if part.offset != done_bytes {
            return; // asked for twice
        }
        let expected = (part.total_bytes.saturating_sub(done_bytes) as usize).min(PAYLOAD_BYTES);
        let is_whole = part.total_bytes > 0 && part.total_bytes as usize <= PACK_BYTES;
        let is_same = done_bytes == 0 || part.total_bytes == self.total_bytes;
        if !is_whole || !is_same || part.bytes.len() != expected {
            return self.reject(now);
        }
        self.total_bytes = part.total_bytes;
        self.bytes.extend_from_slice(&part.bytes);
        self.asked = self.asked.max(self.bytes.len() as u32);
        self.asks = 0;
        self.ask_again = now + Duration::from_millis(PACK_ASK_MS);
    }

    /// The next question that is due.
    pub fn poll_ask(&mut self, now: Instant) -> Option<PackAsk> {
        let Fetched::Moving { done_bytes, total_bytes } = self.progress() else { return None };
        if now >= self.give_up {
            self.attempt = PACK_ATTEMPTS;
            return None;
        }
        if now >= self.ask_again {
            self.asks += 1;
            if self.asks >= PACK_ASKS {
                self.reject(now);
                return self.poll_ask(now);
            }
            self.asked = done_bytes;
            self.ask_again = now + Duration::from_millis(PACK_ASK_MS);
        }
        let offset = self.asked;
        let is_known = if total_bytes == 0 { offset == 0 } else { offset < total_bytes };
        let ahead = done_bytes as usize + PACK_PARTS_AHEAD * PAYLOAD_BYTES;
        if !is_known || offset as usize >= ahead {
            return None;
        }
        self.asked += PAYLOAD_BYTES as u32;
        Some(PackAsk { peer: PlayerId(0), attempt: self.attempt, offset })
    }
}

/// The answer of a member who has this pack. `None` for what is no part of it.
#[must_use]
pub fn pack_part(pack: &[u8], ask: &PackAsk) -> Option<PackPart> {
    let from = ask.offset as usize;
    if pack.len() > PACK_BYTES || from >= pack.len() || !from.is_multiple_of(PAYLOAD_BYTES) {
        return None;
    }
    let bytes = &pack[from..pack.len().min(from + PAYLOAD_BYTES)];
    Some(PackPart {
        peer: ask.peer,
        offset: ask.offset,
        total_bytes: pack.len() as u32,
        bytes: Blob::new(bytes).ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pack(bytes: usize) -> Vec<u8> {
        (0..bytes).map(|at| (at % 251) as u8).collect()
    }

    fn asks(fetch: &mut PackFetch, now: Instant) -> Vec<PackAsk> {
        core::iter::from_fn(|| fetch.poll_ask(now)).collect()
    }

    #[test]
    fn every_size_comes_whole_and_a_few_parts_at_a_time() {
        for size in [1, PAYLOAD_BYTES - 1, PAYLOAD_BYTES, PAYLOAD_BYTES + 1, PACK_BYTES] {
            let (pack, now) = (pack(size), Instant::ZERO);
            let mut fetch = PackFetch::new(now);
            while fetch.progress() != Fetched::Done {
                let asks = asks(&mut fetch, now);
                assert!((1..=PACK_PARTS_AHEAD).contains(&asks.len()), "{} of {size}", asks.len());
                asks.iter().for_each(|ask| fetch.handle(&pack_part(&pack, ask).unwrap(), now));
            }
            assert_eq!(fetch.bytes(), Some(&pack[..]));
        }
    }

    #[test]
    fn a_lost_part_is_asked_for_again() {
        let (pack, start) = (pack(20_000), Instant::ZERO);
        let mut fetch = PackFetch::new(start);
        let first = asks(&mut fetch, start).remove(0);
        fetch.handle(&pack_part(&pack, &first).unwrap(), start);
        assert_eq!(asks(&mut fetch, start).len(), 2);
        let later = start + Duration::from_millis(PACK_ASK_MS);
        for ask in asks(&mut fetch, later) {
            fetch.handle(&pack_part(&pack, &ask).unwrap(), later);
        }
        assert_eq!(fetch.bytes(), Some(&pack[..]));
    }

    #[test]
    fn who_does_not_answer_is_left_for_another_and_at_last_given_up() {
        let mut fetch = PackFetch::new(Instant::ZERO);
        let mut attempts = Vec::new();
        for millis in (0..PACK_FETCH_MS + 1).step_by(100) {
            let asks = asks(&mut fetch, Instant::from_millis(millis));
            attempts.extend(asks.iter().map(|ask| ask.attempt));
        }
        attempts.dedup();
        assert_eq!(attempts, [0, 1, 2]);
        assert_eq!(fetch.progress(), Fetched::Failed);
    }

    #[test]
    fn parts_that_do_not_fit_are_not_kept() {
        let (pack, now) = (pack(20_000), Instant::ZERO);
        let good = pack_part(&pack, &PackAsk { peer: PlayerId(1), attempt: 0, offset: 0 }).unwrap();
        let short = PackPart { bytes: Blob::new([1, 2]).unwrap(), ..good.clone() };
        let huge = PackPart { total_bytes: u32::MAX, ..good.clone() };
        let none = PackPart { total_bytes: 0, bytes: Blob::default(), ..good.clone() };
        for wrong in [short, huge, none] {
            let mut fetch = PackFetch::new(now);
            fetch.handle(&wrong, now);
            assert_eq!(fetch.progress(), Fetched::Moving { done_bytes: 0, total_bytes: 0 });
            assert_eq!(fetch.poll_ask(now).unwrap().attempt, 1, "another member is asked");
        }
        let mut fetch = PackFetch::new(now);
        fetch.handle(&good, now);
        fetch.handle(&PackPart { offset: 8192, total_bytes: 9000, ..good.clone() }, now);
        assert_eq!(fetch.progress(), Fetched::Moving { done_bytes: 0, total_bytes: 0 });
        fetch.handle(&PackPart { offset: 5, ..good }, now);
        assert_eq!(fetch.progress(), Fetched::Moving { done_bytes: 0, total_bytes: 0 });
    }
}
