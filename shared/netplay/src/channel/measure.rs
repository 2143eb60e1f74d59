//! The round trip, and bytes a second.

use crate::limits::{ACKNOWLEDGE_MS, DATAGRAM_HEADERS_BYTES};
use crate::time::Instant;
use core::time::Duration;

/// Before anything was measured.
const FIRST_TIMEOUT: Duration = Duration::from_millis(300);
const TIMEOUT_CAP: Duration = Duration::from_secs(2);
/// A clock that is read once a frame cannot know less.
const TIMEOUT_FLOOR_US: u64 = 10_000;

/// The smoothed round trip and its mean deviation, as RFC 6298 has them, in microseconds.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RoundTrip {
    smoothed: u64,
    variation: u64,
    is_known: bool,
}

impl RoundTrip {
    pub(super) fn sample(&mut self, trip: Duration) {
        let trip = (trip.as_micros() as u64).min(60_000_000);
        if self.is_known {
            self.variation = (3 * self.variation + self.smoothed.abs_diff(trip)) / 4;
            self.smoothed = (7 * self.smoothed + trip) / 8;
        } else {
            (self.smoothed, self.variation, self.is_known) = (trip, trip / 2, true);
        }
    }

    /// When a packet that nobody acknowledged counts as lost: smoothed + 4 × variation, and the
    /// time that the other end may wait for company.
    pub(super) fn timeout(&self) -> Duration {
        if !self.is_known {
            return FIRST_TIMEOUT;
        }
        let spread = (4 * self.variation).max(TIMEOUT_FLOOR_US);
        let whole = self.smoothed + spread + ACKNOWLEDGE_MS * 1_000;
        Duration::from_micros(whole).min(TIMEOUT_CAP)
    }

    pub(super) fn smoothed(&self) -> Duration {
        Duration::from_micros(self.smoothed)
    }

    pub(super) fn variation(&self) -> Duration {
        Duration::from_micros(self.variation)
    }

    pub(super) fn smoothed_ms_256(&self) -> u32 {
        (self.smoothed * 256 / 1_000) as u32
    }

    pub(super) fn variation_ms_256(&self) -> u32 {
        (self.variation * 256 / 1_000) as u32
    }
}

const BUCKETS: u64 = 8;
const BUCKET_US: u64 = 1_000_000 / BUCKETS;

/// Datagrams and bytes of one direction, and those of the last second in eighths of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Meter {
    pub(super) datagrams: u64,
    pub(super) bytes: u64,
    buckets: [u32; BUCKETS as usize],
    current: u64,
}

impl Meter {
    /// A datagram of so many bytes, before IP and UDP.
    pub(super) fn count(&mut self, bytes: usize, now: Instant) {
        let bytes = bytes + DATAGRAM_HEADERS_BYTES;
        self.datagrams += 1;
        self.bytes += bytes as u64;
        self.turn(now);
        let bucket = &mut self.buckets[(self.current % BUCKETS) as usize];
        *bucket = bucket.saturating_add(bytes as u32);
    }

    /// Bytes in the second before `now`: seven eighths of it and what there is of the last one.
    pub(super) fn last_second(&self, now: Instant) -> u32 {
        let mut turned = self.clone();
        turned.turn(now);
        turned.buckets.iter().fold(0, |sum, bucket| sum.saturating_add(*bucket))
    }

    fn turn(&mut self, now: Instant) {
        let current = now.as_micros() / BUCKET_US;
        let passed = current.saturating_sub(self.current);
        for step in 1..=passed.min(BUCKETS) {
            self.buckets[((self.current + step) % BUCKETS) as usize] = 0;
        }
        if passed > BUCKETS {
            self.buckets = [0; BUCKETS as usize];
        }
        self.current = self.current.max(current);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_round_trip_settles_where_the_samples_are() {
        let mut trip = RoundTrip::default();
        assert_eq!(trip.timeout(), FIRST_TIMEOUT);
        for at in 0..200_u64 {
            trip.sample(Duration::from_micros(78_000 + at % 5 * 1_000));
        }
        assert!((79 * 256..=81 * 256).contains(&trip.smoothed_ms_256()));
        assert!(trip.timeout() < Duration::from_millis(125));
    }

    #[test]
    fn a_second_later_the_meter_is_empty() {
        let mut meter = Meter::default();
        for ms in (0..2_000).step_by(100) {
            meter.count(72, Instant::from_millis(ms));
        }
        let at = |ms| meter.last_second(Instant::from_millis(ms));
        assert!((900..=1_000).contains(&at(1_999)), "{}", at(1_999));
        assert!(at(2_500) < 600);
        assert_eq!(at(3_000), 0);
        assert_eq!((meter.datagrams, meter.bytes), (20, 2_000));
    }
}
