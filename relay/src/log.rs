//! One line a join, leave or refusal. Never a token, a chat line or a whole address.

use netplay::relay::RelayEvent;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Lines that may wait for a slow terminal; more are left out and counted.
const WAITING_LINES: usize = 1024;

/// Lines written in a minute; more are left out and counted. A member may be refused hundreds of
/// times a second, and a disk is not theirs to fill.
const LINES_A_MINUTE: u64 = 1_000;

/// How lines look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    Human,
    /// One JSON object a line.
    Json,
}

/// Where a relay's lines go. Clones share one sink.
#[derive(Clone, Debug, Default)]
pub struct Log {
    sink: Option<SyncSender<String>>,
    left_out: Arc<AtomicU64>,
    json: bool,
}

impl Log {
    /// No lines at all.
    #[must_use]
    pub fn off() -> Self {
        Self::default()
    }

    /// Lines to the standard error stream, written by a thread of their own: a terminal that
    /// stands still must not hold up a game.
    #[must_use]
    pub fn stderr(format: LogFormat) -> Self {
        Self::to(std::io::stderr(), format)
    }

    /// Lines to any writer. The writing thread ends with the last clone of the log.
    #[must_use]
    pub fn to(mut writer: impl Write + Send + 'static, format: LogFormat) -> Self {
        let (sink, lines) = sync_channel::<String>(WAITING_LINES);
        let left_out = Arc::<AtomicU64>::default();
        let log = Self {
            sink: Some(sink),
            left_out: Arc::clone(&left_out),
            json: format == LogFormat::Json,
        };
        let json = log.json;
        std::thread::spawn(move || {
            let mut budget = Budget::starting(Instant::now());
            for line in lines {
                if !budget.allows(Instant::now()) {
                    left_out.fetch_add(1, Ordering::Relaxed);
                    continue;
                }
                // Nobody is left to be told that the log cannot be written.
                let missing = left_out.swap(0, Ordering::Relaxed);
                if missing > 0 {
                    let note = stamped(json, "log", &format_args!("{missing} lines left out"));
                    let _ = writer.write_all(note.as_bytes());
                }
                let _ = writer.write_all(line.as_bytes());
            }
        });
        log
    }

    /// Writes what the relay has to tell.
    pub(crate) fn event(&self, event: &RelayEvent) {
        self.line("relay", event);
    }

    /// Writes one line. `text` is only formatted when somebody reads it.
    pub(crate) fn line(&self, kind: &str, text: &dyn std::fmt::Display) {
        let Some(sink) = &self.sink else { return };
        if sink.try_send(stamped(self.json, kind, text)).is_err() {
            // The reader is slower than the relay; the relay goes on.
            self.left_out.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// How many lines the running minute still takes.
struct Budget {
    minute: Instant,
    lines: u64,
}

impl Budget {
    fn starting(minute: Instant) -> Self {
        Self { minute, lines: LINES_A_MINUTE }
    }

    fn allows(&mut self, now: Instant) -> bool {
        if now.duration_since(self.minute) >= Duration::from_secs(60) {
            *self = Self::starting(now);
        }
        let allowed = self.lines > 0;
        self.lines = self.lines.saturating_sub(1);
        allowed
    }
}

fn stamped(json: bool, kind: &str, text: &dyn std::fmt::Display) -> String {
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    if json {
        json_line(since_epoch, kind, &text.to_string())
    } else {
        format!("{} {text}\n", clock_time(since_epoch))
    }
}

fn json_line(at: Duration, kind: &str, text: &str) -> String {
    let escaped: String = text
        .chars()
        .map(|character| match character {
            '"' => "\\\"".to_owned(),
            '\\' => "\\\\".to_owned(),
            control if control.is_control() => format!("\\u{:04x}", u32::from(control)),
            plain => plain.to_string(),
        })
        .collect();
    format!("{{\"unix_ms\":{},\"from\":\"{kind}\",\"line\":\"{escaped}\"}}\n", at.as_millis())
}

/// The time of day in UTC: what a person compares with a watch.
fn clock_time(at: Duration) -> String {
    let seconds = at.as_secs() % 86_400;
    format!("{:02}:{:02}:{:02}Z", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_minute_takes_its_lines_and_the_next_one_too() {
        let start = Instant::now();
        let mut budget = Budget::starting(start);
        let taken = |budget: &mut Budget, at| (0..5_000).filter(|_| budget.allows(at)).count();
        assert_eq!(taken(&mut budget, start + Duration::from_secs(59)), 1_000);
        assert_eq!(taken(&mut budget, start + Duration::from_secs(60)), 1_000);
    }

    #[test]
    fn what_a_minute_does_not_take_is_not_written_and_counted() {
        struct Paper(std::sync::mpsc::Sender<String>);
        impl Write for Paper {
            fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
                // Nobody reads any more once the test is over.
                let _ = self.0.send(String::from_utf8_lossy(bytes).into_owned());
                Ok(bytes.len())
            }

            fn flush(&mut self) -> std::io::Result<()> {
                Ok(())
            }
        }
        let (paper, read) = std::sync::mpsc::channel();
        let log = Log::to(Paper(paper), LogFormat::Human);
        let left_out = Arc::clone(&log.left_out);
        (0..3_000).for_each(|number| log.line("relay", &number));
        drop(log);
        // The channel ends with the writing thread, so nothing is still under way.
        let notes = |line: &str| line.contains("lines left out");
        let (told, written): (Vec<_>, Vec<_>) = read.iter().partition(|line| notes(line));
        let told = told.iter().filter_map(|note| note.split(' ').nth(1)?.parse::<u64>().ok());
        assert!(written.len() <= 1_000, "{} lines", written.len());
        let missing = told.sum::<u64>() + left_out.load(Ordering::Relaxed);
        assert_eq!(written.len() as u64 + missing, 3_000);
    }

    #[test]
    fn lines_are_plain_or_json() {
        let at = Duration::from_millis(86_400_000 + 3_661_500);
        assert_eq!(clock_time(at), "01:01:01Z");
        assert_eq!(
            json_line(at, "relay", "say \"hi\"\n"),
            "{\"unix_ms\":90061500,\"from\":\"relay\",\"line\":\"say \\\"hi\\\"\\u000a\"}\n"
        );
    }
}
