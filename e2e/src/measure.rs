//! What something costs: enough repetitions to see it, enough rounds to trust it.

use std::time::{Duration, Instant};

/// One round lasts at least this long, so that the clock's own cost vanishes.
const ROUND: Duration = Duration::from_millis(10);
/// The best of this many rounds counts: what disturbs a measurement only ever adds to it.
const ROUNDS: usize = 7;

/// The cost of one repetition of `work` in nanoseconds. `work` does it as often as it is told.
pub fn nanoseconds(mut work: impl FnMut(u64)) -> f64 {
    let mut repetitions = 1;
    while timed(&mut work, repetitions) < ROUND {
        repetitions *= 2;
    }
    let best = (0..ROUNDS).map(|_| timed(&mut work, repetitions)).min().unwrap_or_default();
    best.as_nanos() as f64 / repetitions as f64
}

fn timed(work: &mut impl FnMut(u64), repetitions: u64) -> Duration {
    let begin = Instant::now();
    work(repetitions);
    begin.elapsed()
}
