//! Which packets came, and what is owed for them.

use super::header::Acknowledgement;
use crate::ids::ahead;
use crate::limits::{
    ACKNOWLEDGE_MS, ACKNOWLEDGE_PACKETS, ACKNOWLEDGE_RELIABLE_PACKETS, CHANNEL_WINDOW_PACKETS,
};
use crate::time::Instant;
use core::time::Duration;

const WINDOW: u64 = CHANNEL_WINDOW_PACKETS as u64;
const WORDS: usize = CHANNEL_WINDOW_PACKETS / 64;

/// The history of one direction. Numbers are told apart beyond their 16 bits: the first packet,
/// number 0, is the 65 536th here, so that there always is one before.
#[derive(Debug)]
pub(super) struct Received {
    newest: u64,
    newest_at: Instant,
    /// A bit a packet, in a ring. What was before the first counts as received.
    seen: [u64; WORDS],
    any: bool,
    /// Came since the last acknowledgement.
    since: u32,
    reliable_since: u32,
    due: Option<Instant>,
}

impl Received {
    pub(super) fn new() -> Self {
        Self {
            newest: u64::from(u16::MAX),
            newest_at: Instant::ZERO,
            seen: [u64::MAX; WORDS],
            any: false,
            since: 0,
            reliable_since: 0,
            due: None,
        }
    }

    /// The packet's whole number if it is new.
    pub(super) fn whole(&self, number: u16) -> Option<u64> {
        let ahead = ahead(number, self.newest as u16);
        let whole = self.newest.checked_add_signed(ahead.into())?;
        let is_old = whole <= self.newest;
        let is_seen = is_old && (self.newest - whole >= WINDOW || self.has(whole));
        (!is_seen).then_some(whole)
    }

    /// Takes note of a new packet. One with something that must arrive `elicits` an answer.
    pub(super) fn accept(&mut self, whole: u64, elicits: bool, now: Instant) {
        if whole > self.newest {
            let skipped = self.newest + 1..whole;
            skipped.take(WINDOW as usize).for_each(|number| self.set(number, false));
            self.newest = whole;
            self.newest_at = now;
        }
        self.set(whole, true);
        self.any = true;
        self.since += 1;
        if elicits {
            self.reliable_since += 1;
            let due = now + Duration::from_millis(ACKNOWLEDGE_MS);
            self.due = Some(self.due.map_or(due, |earlier| earlier.min(due)));
        }
        if self.reliable_since >= ACKNOWLEDGE_RELIABLE_PACKETS || self.since >= ACKNOWLEDGE_PACKETS
        {
            self.due = Some(now);
        }
    }

    /// When an acknowledgement has to go out, if need be alone.
    pub(super) fn due(&self) -> Option<Instant> {
        self.due
    }

    /// What to say with the packet that goes now: nothing, if nothing new came. `always` says it
    /// again.
    pub(super) fn acknowledge(&mut self, always: bool, now: Instant) -> Option<Acknowledgement> {
        if !self.any || (self.since == 0 && !always) {
            return None;
        }
        (self.since, self.reliable_since, self.due) = (0, 0, None);
        let before = (1..=32).filter(|back| self.has(self.newest - back));
        let mask = before.fold(0, |mask, back| mask | 1 << (back - 1));
        let waited = Some(now.since(self.newest_at));
        Some(Acknowledgement { newest: self.newest as u16, mask, waited })
    }

    fn has(&self, number: u64) -> bool {
        self.seen[(number % WINDOW / 64) as usize] & 1 << (number % 64) != 0
    }

    fn set(&mut self, number: u64, seen: bool) {
        let word = &mut self.seen[(number % WINDOW / 64) as usize];
        let bit = 1 << (number % 64);
        *word = if seen { *word | bit } else { *word & !bit };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take(received: &mut Received, number: u16) -> bool {
        let whole = received.whole(number);
        if let Some(whole) = whole {
            received.accept(whole, false, Instant::ZERO);
        }
        whole.is_some()
    }

    #[test]
    fn a_packet_is_new_once_also_across_the_wrap() {
        let mut received = Received::new();
        for number in (0..200_000_u32).map(|n| n as u16) {
            assert!(take(&mut received, number));
            assert!(!take(&mut received, number));
            assert!(!take(&mut received, number.wrapping_sub(700)));
        }
    }

    #[test]
    fn the_mask_tells_what_is_missing_and_nothing_before_the_beginning_is() {
        let mut received = Received::new();
        assert!(received.acknowledge(true, Instant::ZERO).is_none());
        take(&mut received, 1);
        take(&mut received, 4);
        let ack = received.acknowledge(false, Instant::ZERO).unwrap();
        assert_eq!((ack.newest, ack.mask), (4, !0b1011));
        assert!(received.acknowledge(false, Instant::ZERO).is_none(), "nothing new came");
        assert!(take(&mut received, 2), "late, and new");
        assert_eq!(received.acknowledge(false, Instant::ZERO).unwrap().mask, !0b1001);
    }

    #[test]
    fn what_is_too_late_to_be_told_from_a_second_copy_is_dropped() {
        let mut received = Received::new();
        assert!(take(&mut received, 2_000));
        assert!(take(&mut received, 2_000 - 1_023));
        assert!(!take(&mut received, 2_000 - 1_024));
    }

    #[test]
    fn an_acknowledgement_waits_for_company_but_not_for_long() {
        let mut received = Received::new();
        received.accept(65_536, true, Instant::from_millis(5));
        assert_eq!(received.due(), Some(Instant::from_millis(5 + ACKNOWLEDGE_MS)));
        for number in 1..8 {
            received.accept(65_536 + number, true, Instant::from_millis(6));
        }
        assert_eq!(received.due(), Some(Instant::from_millis(6)));
    }
}
