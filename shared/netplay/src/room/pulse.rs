//! Pings, round trips, and telling everybody about them.

use crate::time::Instant;
use crate::wire::Ping;

/// One member's round trip.
#[derive(Clone, Debug, Default)]
pub(super) struct Trip {
    smoothed_micros: Option<u64>,
    probe: Option<(u32, Instant)>,
}

impl Trip {
    /// In milliseconds, rounded; 0 while nothing is measured.
    pub(super) fn millis(&self) -> u16 {
        let micros = self.smoothed_micros.unwrap_or(0);
        u16::try_from((micros + 500) / 1_000).unwrap_or(u16::MAX)
    }

    pub(super) fn is_waiting(&self) -> bool {
        self.probe.is_some()
    }

    /// Forgets a probe whose connection is gone.
    pub(super) fn forget_probe(&mut self) {
        self.probe = None;
    }

    /// An earlier probe without an answer is repeated, and its answer measured from the first: a
    /// trip longer than the time between two pings is a trip, too.
    fn probe(&mut self, nonce: u32, now: Instant) -> Ping {
        let (nonce, _) = *self.probe.get_or_insert((nonce, now));
        Ping { nonce }
    }

    /// The answer came. A quarter of the news each time: one late packet is not a slow line.
    fn answer(&mut self, nonce: u32, now: Instant) -> bool {
        let Some((_, sent)) = self.probe.take_if(|(asked, _)| *asked == nonce) else {
            return false;
        };
        let sample = u64::try_from(now.since(sent).as_micros()).unwrap_or(u64::MAX);
        self.smoothed_micros =
            Some(self.smoothed_micros.map_or(sample, |old| (old * 3 + sample) / 4));
        true
    }
}

/// The room's rounds of pings.
#[derive(Debug)]
pub(super) struct Pulse {
    next: Instant,
    nonce: u32,
    open: bool,
}

impl Pulse {
    pub(super) fn new(first: Instant) -> Self {
        Self { next: first, nonce: 0, open: false }
    }

    pub(super) fn next_timeout(&self) -> Instant {
        self.next
    }

    /// Begins a round, and says whether the one before still owes its result.
    pub(super) fn begin(&mut self, next: Instant) -> bool {
        self.next = next;
        core::mem::replace(&mut self.open, true)
    }

    /// The ping to send to a member.
    pub(super) fn probe(&mut self, trip: &mut Trip, now: Instant) -> Ping {
        self.nonce = self.nonce.wrapping_add(1);
        trip.probe(self.nonce, now)
    }

    /// A member's answer. An answer to nothing asked changes nothing.
    pub(super) fn answer(&self, trip: &mut Trip, nonce: u32, now: Instant) -> bool {
        trip.answer(nonce, now)
    }

    /// Ends the round if every answer is in: once a round `true`.
    pub(super) fn end(&mut self, anybody_waiting: bool) -> bool {
        self.open && !anybody_waiting && core::mem::replace(&mut self.open, false)
    }
}
