//! How many packets with reliable frames may be under way at once.
//!
//! A line that is filled to the brim makes everything late that shares it, and play shares it. So
//! the window goes by delay, not by loss: radio loses packets without being full.

use super::measure::RoundTrip;
use crate::limits::CHANNEL_FLIGHT_DATAGRAMS;
use crate::time::Instant;
use core::time::Duration;

/// Before anything is known.
const FIRST: usize = 10;
/// However late everything is.
const FEWEST: usize = 4;
/// A round trip so much above the shortest, beyond what its deviation explains, is a queue.
const QUEUE: Duration = Duration::from_millis(30);
/// The shortest is forgotten slowly, since roads change: by this part of the difference a time.
const FORGET: u32 = 8192;

#[derive(Debug)]
pub(super) struct Flight {
    window: usize,
    shortest: Option<Duration>,
    /// After a cut its effect is awaited.
    cut_at: Instant,
}

impl Flight {
    pub(super) fn new() -> Self {
        Self { window: FIRST, shortest: None, cut_at: Instant::ZERO }
    }

    pub(super) fn window(&self) -> usize {
        self.window
    }

    /// A packet took so long there and back; `trip` has it in already.
    pub(super) fn sample(&mut self, sample: Duration, trip: &RoundTrip, now: Instant) {
        let smoothed = trip.smoothed();
        let shortest = self.shortest.map_or(sample, |shortest| {
            (shortest + smoothed.saturating_sub(shortest) / FORGET).min(sample)
        });
        self.shortest = Some(shortest);
        if smoothed <= shortest + QUEUE + 3 * trip.variation() {
            self.window = (self.window + 1).min(CHANNEL_FLIGHT_DATAGRAMS);
        } else if now >= self.cut_at {
            self.window = (self.window - self.window / 4).max(FEWEST);
            self.cut_at = now + smoothed;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn feed(flight: &mut Flight, trip: &mut RoundTrip, samples: impl Iterator<Item = u64>) {
        for (at, ms) in samples.enumerate() {
            let sample = Duration::from_millis(ms);
            trip.sample(sample);
            flight.sample(sample, trip, Instant::from_millis(at as u64 * 100));
        }
    }

    #[test]
    fn a_queue_narrows_the_window_and_jitter_does_not() {
        let (mut flight, mut trip) = (Flight::new(), RoundTrip::default());
        feed(&mut flight, &mut trip, (0..200).map(|at| 60 + at * 37 % 80));
        assert_eq!(flight.window(), CHANNEL_FLIGHT_DATAGRAMS);
        feed(&mut flight, &mut trip, (0..200).map(|at| 400 + at % 7));
        assert_eq!(flight.window(), FEWEST);
        feed(&mut flight, &mut trip, (0..200).map(|at| 60 + at % 7));
        assert_eq!(flight.window(), CHANNEL_FLIGHT_DATAGRAMS);
    }
}
