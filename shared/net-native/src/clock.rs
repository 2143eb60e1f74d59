//! The one place where native code asks for the time.

use netplay::time::Instant;

/// A monotonic clock that starts at [`Instant::ZERO`]. Setting the wall clock does not move it.
#[derive(Clone, Copy, Debug)]
pub struct NativeClock {
    start: std::time::Instant,
}

impl NativeClock {
    /// A clock that starts now.
    #[must_use]
    pub fn start() -> Self {
        Self { start: std::time::Instant::now() }
    }

    /// The time on this clock.
    #[must_use]
    pub fn now(&self) -> Instant {
        let micros = self.start.elapsed().as_micros();
        Instant::from_micros(u64::try_from(micros).unwrap_or(u64::MAX))
    }

    /// The moment `at` of this clock as the operating system's clock tells it.
    #[must_use]
    pub fn to_system(&self, at: Instant) -> std::time::Instant {
        self.start + at.since(Instant::ZERO)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_never_goes_back() {
        let clock = NativeClock::start();
        let mut last = Instant::ZERO;
        for _ in 0..1_000 {
            let now = clock.now();
            assert!(now >= last);
            last = now;
        }
        assert!(clock.to_system(last) <= std::time::Instant::now());
    }
}
