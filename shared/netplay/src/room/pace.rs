//! Who holds a rollback session up, not for a moment but all the time.
//!
//! Peers play on without a word for as many frames as the window has, so that a late word costs
//! nobody anything. A driver whose words are later than that, always, makes everybody stand still
//! now and then: the session gets slower than time. Whoever is last through most of several slow
//! spans in a row is who it waits for.

use super::line::Line;
use crate::ids::{Frame, Seat};
use crate::limits::{PACE_PERCENT, PACE_SPAN_MS, PACE_SPANS};
use crate::time::Instant;
use alloc::collections::BTreeMap;
use core::time::Duration;

/// Words of a driver who plays come every few milliseconds: after this long they are overdue.
const OVERDUE: Duration = Duration::from_millis(50);

/// The pace of one session.
#[derive(Debug, Default)]
pub(super) struct Pace {
    span: Option<Span>,
    /// Who was last in this many slow spans in a row.
    slow: Option<(Seat, u32)>,
}

#[derive(Debug)]
struct Span {
    began: Instant,
    /// The frame that all words had come up to.
    from: Frame,
    sampled: Instant,
    /// Who is last at that time, and for how long there has been no word of theirs; nobody where
    /// two are.
    last: Option<(Option<Seat>, Instant)>,
    /// For how long each seat was last.
    behind: BTreeMap<Option<Seat>, Duration>,
    /// For how long each seat was last and had nothing to say.
    overdue: BTreeMap<Option<Seat>, Duration>,
}

impl Pace {
    /// Nobody is to blame for what was: the session was paused, or somebody has just begun.
    pub(super) fn forgive(&mut self) {
        *self = Self::default();
    }

    /// Some words have come. Names the seat that holds everybody up, if one does.
    pub(super) fn sample(&mut self, lines: &[Line], tick_hz: u8, now: Instant) -> Option<Seat> {
        let human = || (0..).map(Seat).zip(lines).filter(|(_, line)| !line.is_ai());
        if human().any(|(_, line)| line.said().is_none()) {
            self.forgive();
            return None;
        }
        let (seat, slowest) = human().min_by_key(|(_, line)| line.end())?;
        let end = slowest.end();
        let is_behind = human().any(|(_, line)| line.end() > end);
        let is_alone = human().filter(|(_, line)| line.end() == end).count() == 1;
        let span = self.span.get_or_insert(Span {
            began: now,
            from: end,
            sampled: now,
            last: None,
            behind: BTreeMap::new(),
            overdue: BTreeMap::new(),
        });
        if let Some((last, since)) = span.last {
            *span.behind.entry(last).or_default() += now.since(span.sampled);
            let due = span.sampled.max(since + OVERDUE);
            *span.overdue.entry(last).or_default() += now.since(due);
        }
        let since = slowest.behind_since().unwrap_or(now);
        (span.last, span.sampled) = (is_behind.then_some((is_alone.then_some(seat), since)), now);
        let passed = now.since(span.began);
        if passed < Duration::from_millis(PACE_SPAN_MS) {
            return None;
        }
        let due = passed.as_micros() as u64 * u64::from(tick_hz) / 1_000_000;
        let is_slow = u64::from(end.since(span.from)) * 100 < due * PACE_PERCENT;
        let culprit = span.culprit(passed).filter(|_| is_slow);
        self.span = None;
        self.slow = culprit.map(|seat| match self.slow {
            Some((before, times)) if before == seat => (seat, times + 1),
            _ => (seat, 1),
        });
        let (seat, _) = self.slow.filter(|(_, times)| *times >= PACE_SPANS)?;
        self.forgive();
        Some(seat)
    }
}

impl Span {
    /// Whoever let the others wait for words nearly alone; if words keep coming, only too slowly,
    /// whoever was last nearly all the time. Two on equally bad lines take turns, and keep the
    /// wheel: a race that is a little slow is better than one without them.
    fn culprit(&self, passed: Duration) -> Option<Seat> {
        let waits: Duration = self.overdue.values().sum();
        let has_waits = waits * 20 > passed;
        let (times, whole) =
            if has_waits { (&self.overdue, waits) } else { (&self.behind, passed) };
        times.iter().find(|(_, time)| **time * 4 > whole * 3).and_then(|(seat, _)| *seat)
    }
}
