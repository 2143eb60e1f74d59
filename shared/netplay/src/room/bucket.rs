//! A token bucket in one number.

use crate::time::Instant;
use core::time::Duration;

/// How often something may happen: `burst` times at once, then once an interval.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate {
    interval: Duration,
    burst: u32,
}

impl Rate {
    /// `count` times a `span`, all of them at once if need be.
    pub(crate) const fn new(count: u32, span: Duration) -> Self {
        Self::with_burst(count, span, count)
    }

    /// `count` times a `span`, `burst` at once.
    pub(crate) const fn with_burst(count: u32, span: Duration, burst: u32) -> Self {
        let count = if count == 0 { 1 } else { count };
        Self { interval: Duration::from_micros(span.as_micros() as u64 / count as u64), burst }
    }
}

/// A bucket of a [`Rate`], kept as the moment when it is full again: it needs no upkeep.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Bucket {
    full_at: Instant,
}

impl Bucket {
    /// Takes one token, or says how long until there is one.
    pub(crate) fn take(&mut self, rate: Rate, now: Instant) -> Result<(), Duration> {
        self.take_many(rate, 1, now)
    }

    /// Takes so many tokens, or none and says how long until there are as many.
    pub(crate) fn take_many(
        &mut self,
        rate: Rate,
        count: u32,
        now: Instant,
    ) -> Result<(), Duration> {
        let filled = self.full_at.max(now) + rate.interval * count;
        let wait = filled.since(now + rate.interval * rate.burst);
        if !wait.is_zero() {
            return Err(wait);
        }
        self.full_at = filled;
        Ok(())
    }

    /// How long until a token can be taken; `None` when it can be now.
    pub(crate) fn wait(&self, rate: Rate, now: Instant) -> Option<Duration> {
        let filled = self.full_at.max(now) + rate.interval;
        let wait = filled.since(now + rate.interval * rate.burst);
        (!wait.is_zero()).then_some(wait)
    }

    /// When the next token can be taken.
    pub(crate) fn next_at(&self, rate: Rate) -> Instant {
        self.full_at + rate.interval - rate.interval * rate.burst
    }

    /// When nothing is missing from it any more.
    pub(crate) fn full_at(&self) -> Instant {
        self.full_at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_then_one_an_interval() {
        let rate = Rate::new(5, Duration::from_secs(5));
        let mut bucket = Bucket::default();
        let start = Instant::from_millis(70_000);
        for _ in 0..5 {
            assert_eq!(bucket.take(rate, start), Ok(()));
        }
        assert_eq!(bucket.take(rate, start), Err(Duration::from_secs(1)));
        assert_eq!(bucket.next_at(rate), start + Duration::from_secs(1));
        let later = start + Duration::from_secs(1);
        assert_eq!(bucket.take(rate, later), Ok(()));
        assert_eq!(bucket.take(rate, later), Err(Duration::from_secs(1)));
        assert_eq!(bucket.full_at(), start + Duration::from_secs(6));
    }
}
