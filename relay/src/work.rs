//! What carrying costs this machine: bytes a second, and the share of one processor.

use std::time::{Duration, Instant};

/// Shorter spans say little: whoever asks more often gets the last answer again.
const SPAN: Duration = Duration::from_secs(1);

/// Compares two moments.
#[derive(Debug)]
pub(crate) struct Meter {
    since: Instant,
    bytes_out: u64,
    cpu: Duration,
    last: Work,
}

/// What was done between two moments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Work {
    /// Bytes handed out, framing left out.
    pub(crate) bytes_a_second: u64,
    /// Of one processor, in thousandths; none where the system does not tell.
    pub(crate) cpu_permille: Option<u64>,
}

impl Meter {
    pub(crate) fn start() -> Self {
        let cpu = cpu_time().unwrap_or_default();
        Self { since: Instant::now(), bytes_out: 0, cpu, last: Work::default() }
    }

    /// The work since the last reading, if that is long enough ago.
    pub(crate) fn read(&mut self, bytes_out: u64) -> Work {
        let (now, cpu) = (Instant::now(), cpu_time());
        let span = now - self.since;
        if span >= SPAN {
            let micros = u64::try_from(span.as_micros()).unwrap_or(u64::MAX).max(1);
            let permille = |used: Duration| used.as_micros() as u64 * 1_000 / micros;
            self.last = Work {
                bytes_a_second: bytes_out.saturating_sub(self.bytes_out) * 1_000_000 / micros,
                cpu_permille: cpu.map(|cpu| permille(cpu.saturating_sub(self.cpu))),
            };
            (self.since, self.bytes_out) = (now, bytes_out);
            self.cpu = cpu.unwrap_or_default();
        }
        self.last
    }
}

/// Processor time of this program so far.
fn cpu_time() -> Option<Duration> {
    of_stat(&std::fs::read_to_string("/proc/self/stat").ok()?)
}

/// User and system time, the 14th and 15th field, in hundredths of a second. The second field is
/// the program's name in brackets, whatever is in it.
fn of_stat(stat: &str) -> Option<Duration> {
    let (_, fields) = stat.rsplit_once(')')?;
    let mut times = fields.split_whitespace().skip(11);
    let ticks = times.next()?.parse::<u64>().ok()? + times.next()?.parse::<u64>().ok()?;
    Some(Duration::from_millis(ticks * 10))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_brackets_does_not_shift_the_fields() {
        let stat = "7 (a) b) S 1 2 3 4 5 6 7 8 9 10 120 30 0 0 20";
        assert_eq!(of_stat(stat), Some(Duration::from_millis(1_500)));
        assert_eq!(of_stat("7 (a"), None);
    }
}
