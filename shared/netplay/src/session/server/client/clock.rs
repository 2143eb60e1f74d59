//! What time it is at the server, judged by the fastest delivery.
//!
//! `present::ClockSync` is another clock on purpose: it follows a peer that sends by its own count
//! of milliseconds, from the 4th fastest of 32 packets, since there a single early one may be a
//! mishap. A server's ticks are due at exact moments, so no delivery can be too early, and what is
//! predicted needs the least delay that there is: the fastest counts, and the clock is steered.

use crate::limits::CLOCK_JUMP_PACKETS;
use crate::time::Instant;

/// A window of the fastest delivery. Two of them are looked at, so that a clock that drifts and a
/// way that became longer are followed within a few seconds.
const WINDOW_US: u64 = 2_000_000;
/// The clock is put right by at most this part of the time that goes by: it never runs backwards.
const STEERING: i64 = 16;
/// Beyond this, for a number of deliveries in a row, it is set anew: the server has skipped time,
/// or is another one.
const JUMP_TICKS: i64 = 3;

/// Follows the server's tick. All it is told is when which tick arrived.
///
/// A tick that arrives cannot be from the future, so the earliest arrival, measured against when
/// its tick was due, is nearest to the truth: all others were held up on the way.
#[derive(Clone, Debug)]
pub struct ServerClock {
    tick_hz: i64,
    /// The local time at which tick 0 would have arrived, in microseconds: what is steered.
    start_us: i64,
    /// The fastest of this window, of the one before, and of the deliveries that look like a jump.
    fastest_us: i64,
    before_us: i64,
    late_us: i64,
    late: u8,
    window_began: Instant,
    steered: Instant,
    jumps: u32,
}

impl ServerClock {
    /// The clock of a server, from the first tick that arrived.
    #[must_use]
    pub fn new(tick_hz: u8, tick: u32, now: Instant) -> Self {
        let tick_hz = i64::from(tick_hz.max(1));
        let start_us = start(tick_hz, tick, now);
        Self {
            tick_hz,
            start_us,
            fastest_us: start_us,
            before_us: start_us,
            late_us: i64::MAX,
            late: 0,
            window_began: now,
            steered: now,
            jumps: 0,
        }
    }

    /// A tick's snapshot has arrived.
    pub fn heard(&mut self, tick: u32, now: Instant) {
        let sample = start(self.tick_hz, tick, now);
        if now.since(self.window_began).as_micros() >= u128::from(WINDOW_US) {
            self.window_began = now;
            self.before_us = self.fastest_us;
            self.fastest_us = sample;
        }
        self.fastest_us = self.fastest_us.min(sample);
        let jump_us = JUMP_TICKS * 1_000_000 / self.tick_hz;
        let off = sample - self.start_us;
        if off.abs() <= jump_us {
            (self.late, self.late_us) = (0, i64::MAX);
            return;
        }
        self.late = self.late.saturating_add(1);
        self.late_us = self.late_us.min(sample);
        if u32::from(self.late) >= CLOCK_JUMP_PACKETS {
            self.start_us = self.late_us;
            self.fastest_us = self.late_us;
            self.before_us = self.late_us;
            (self.late, self.late_us) = (0, i64::MAX);
            self.jumps += 1;
        }
    }

    /// Lets the clock run, and steers it.
    pub fn run(&mut self, now: Instant) {
        let most = now.since(self.steered).as_micros().min(1_000_000) as i64 / STEERING;
        self.steered = self.steered.max(now);
        let target = self.fastest_us.min(self.before_us);
        self.start_us += (target - self.start_us).clamp(-most, most);
    }

    /// The server's tick now, as the fastest delivery would show it, in 256ths.
    #[must_use]
    pub fn tick_256(&self, now: Instant) -> i64 {
        let now_us = i64::try_from(now.as_micros()).unwrap_or(i64::MAX / 1_024);
        (now_us - self.start_us).saturating_mul(self.tick_hz * 256) / 1_000_000
    }

    /// How often it was set anew instead of steered.
    #[must_use]
    pub const fn jumps(&self) -> u32 {
        self.jumps
    }
}

/// When tick 0 would have arrived, were `tick` delivered as fast as any.
fn start(tick_hz: i64, tick: u32, now: Instant) -> i64 {
    let now_us = i64::try_from(now.as_micros()).unwrap_or(i64::MAX / 1_024);
    now_us - i64::from(tick) * 1_000_000 / tick_hz
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::SimRng;

    /// Ticks of 30 Hz that take 40 ms and up to 4 more; the local clock is `ppm` too fast.
    fn follow(ppm: u64, seconds: u64, mut each: impl FnMut(u64, i64)) -> ServerClock {
        let there = |us: u64| Instant::from_micros(us + us * ppm / 1_000_000);
        let mut rng = SimRng::new(5, 5);
        let mut clock = ServerClock::new(30, 0, there(44_000));
        for tick in 1..seconds * 30 {
            let (sent, held) = (tick * 1_000_000 / 30, u64::from(rng.below(4_001)));
            let now = there(sent + 40_000 + held);
            clock.heard(tick as u32, now);
            clock.run(now);
            let truly = (sent + held) as i64 * 30 * 256 / 1_000_000;
            each(tick, clock.tick_256(now) - truly);
        }
        clock
    }

    #[test]
    fn it_settles_on_the_fastest_delivery_and_stays() {
        follow(0, 20, |tick, off| {
            assert!(tick < 30 || off.abs() <= 6, "tick {tick}: {off} of 256");
        });
    }

    #[test]
    fn a_clock_that_drifts_is_followed() {
        let clock = follow(500, 60, |tick, off| {
            assert!(tick < 30 || off.abs() <= 16, "tick {tick}: {off} of 256");
        });
        assert_eq!(clock.jumps(), 0);
    }

    #[test]
    fn it_never_runs_backwards_and_never_fast() {
        let mut clock = ServerClock::new(30, 0, Instant::from_millis(100));
        let (mut last, mut next) = (0, 1);
        for now in (100..20_000).map(Instant::from_millis) {
            // The way is 80 ms shorter for a while, and then long again.
            let way_ms = if (20..200).contains(&next) { 20 } else { 100 };
            if now.as_millis() >= u64::from(next) * 1_000 / 30 + way_ms {
                clock.heard(next, now);
                next += 1;
            }
            clock.run(now);
            let gone = clock.tick_256(now) - last;
            assert!((6..=10).contains(&gone) || last == 0, "{gone} of 256 in a millisecond");
            last = clock.tick_256(now);
        }
        assert_eq!((next, clock.jumps()), (597, 0));
    }

    #[test]
    fn a_server_that_skipped_time_is_believed_after_eight_deliveries() {
        let mut clock = ServerClock::new(30, 0, Instant::ZERO);
        for tick in 1..8 {
            clock.heard(tick, Instant::from_millis(5_000));
        }
        assert_eq!(clock.jumps(), 0);
        clock.heard(8, Instant::from_millis(5_000));
        assert_eq!(clock.jumps(), 1);
    }
}
