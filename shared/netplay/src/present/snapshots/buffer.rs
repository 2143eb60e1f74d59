//! The snapshots of one thing, by the time they were made.

use super::interpolate::{Before, Between, Interpolate};
use crate::limits::{
    SNAPSHOT_DELAY_MS, SNAPSHOT_EXTRAPOLATION_MS, SNAPSHOT_SPAN_CAP_MS, SNAPSHOTS_KEPT,
    SNAPSHOTS_KEPT_CAP,
};
use alloc::collections::VecDeque;
use core::fmt;

/// How somebody else is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SnapshotConfig {
    /// How far in the past. More than the time between two packets and their jitter, so that the next one is there
    /// before it is needed.
    pub delay_ms: u32,
    /// How long the last snapshot is carried on when the next one does not come.
    pub max_extrapolation_ms: u32,
    /// How many snapshots are kept: at least twice as many as come in the delay.
    pub capacity: usize,
}

impl Default for SnapshotConfig {
    fn default() -> Self {
        Self {
            delay_ms: SNAPSHOT_DELAY_MS,
            max_extrapolation_ms: SNAPSHOT_EXTRAPOLATION_MS,
            capacity: SNAPSHOTS_KEPT,
        }
    }
}

/// A time beyond ten seconds, or fewer than 2 or more than 256 snapshots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SnapshotConfigError;

impl fmt::Display for SnapshotConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("others are shown and guessed within 10 s, from 2 to 256 snapshots")
    }
}

impl core::error::Error for SnapshotConfigError {}

/// What became of a snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pushed {
    /// It is the newest.
    Newest,
    /// It came late and lies among the others now.
    Late,
    /// It was there already.
    Duplicate,
    /// It is older than all that matters: what is kept, or the last [`clear`](SnapshotBuffer::clear).
    TooOld,
    /// Its time cannot be told from the sender's clock as it is known: see [`ClockNews::Suspect`].
    ///
    /// [`ClockNews::Suspect`]: crate::present::clock_sync::ClockNews::Suspect
    Suspect,
}

/// How sure it is what is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShownState {
    /// It lies between two snapshots, or on one.
    Interpolated,
    /// The next snapshot is late: it is guessed from the last.
    Extrapolated,
    /// The next snapshot is so late that it stands where the guess ended; or the first one is not due yet.
    Held,
}

/// What to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shown<T> {
    /// How sure it is.
    pub state: ShownState,
    /// What it is.
    pub value: T,
}

/// The snapshots of one thing, by their sender's time, in microseconds of any clock.
///
/// Most games want a [`SnapshotStream`](super::SnapshotStream), which knows the sender's time, too.
///
/// ```
/// use netplay::present::snapshots::{Pushed, Shown, ShownState, SnapshotBuffer};
///
/// let mut height = SnapshotBuffer::<i32>::default();
/// assert_eq!(height.push(0, 100), Pushed::Newest);
/// assert_eq!(height.push(100_000, 300), Pushed::Newest);
/// assert_eq!(height.push(50_000, 120), Pushed::Late);
/// assert_eq!(height.push(50_000, 120), Pushed::Duplicate);
/// // At 175 ms what was at 75 ms is shown.
/// let shown = height.sample(175_000);
/// assert_eq!(shown, Some(Shown { state: ShownState::Interpolated, value: 210 }));
/// ```
#[derive(Clone, Debug)]
pub struct SnapshotBuffer<T> {
    config: SnapshotConfig,
    /// In the order of their times, no two of which are the same.
    kept: VecDeque<(i64, T)>,
    /// What is not newer than this belongs to a life that is over.
    floor_us: Option<i64>,
}

impl<T> Default for SnapshotBuffer<T> {
    fn default() -> Self {
        Self { config: SnapshotConfig::default(), kept: VecDeque::new(), floor_us: None }
    }
}

impl<T: Interpolate> SnapshotBuffer<T> {
    /// An empty one.
    ///
    /// # Errors
    /// When a time is longer than ten seconds, or the capacity is not 2 to 256.
    pub fn new(config: SnapshotConfig) -> Result<Self, SnapshotConfigError> {
        let longest_ms = config.delay_ms.max(config.max_extrapolation_ms);
        let fits = (2..=SNAPSHOTS_KEPT_CAP).contains(&config.capacity);
        if longest_ms > SNAPSHOT_SPAN_CAP_MS || !fits {
            return Err(SnapshotConfigError);
        }
        Ok(Self { config, ..Self::default() })
    }

    /// A snapshot made at `time_us` of the sender's clock.
    pub fn push(&mut self, time_us: i64, value: T) -> Pushed {
        if self.floor_us.is_some_and(|floor_us| time_us <= floor_us) {
            return Pushed::TooOld;
        }
        let later = self.later_than(time_us);
        if later > 0 && self.kept[later - 1].0 == time_us {
            return Pushed::Duplicate;
        }
        let is_full = self.kept.len() == self.config.capacity;
        if is_full && later == 0 {
            return Pushed::TooOld;
        }
        let news = if later == self.kept.len() { Pushed::Newest } else { Pushed::Late };
        self.kept.insert(later, (time_us, value));
        if is_full {
            self.kept.pop_front();
        }
        news
    }

    /// What to draw when the sender's clock says `sender_us`; nothing before the first snapshot.
    #[must_use]
    pub fn sample(&self, sender_us: i64) -> Option<Shown<T>> {
        let due_us = sender_us.saturating_sub(i64::from(self.config.delay_ms) * 1_000);
        let later = self.later_than(due_us);
        let (state, value) = match (later.checked_sub(1), self.kept.get(later)) {
            (None, first) => (ShownState::Held, first?.1.clone()),
            (Some(at), Some(after)) => {
                (ShownState::Interpolated, between(&self.kept[at], after, due_us))
            }
            (Some(last), None) => self.beyond(last, due_us),
        };
        Some(Shown { state, value })
    }

    /// It was put somewhere else, as after a teleport: it does not slide there, and what was sent
    /// before and comes later is too old.
    pub fn clear(&mut self) {
        self.floor_us = self.newest_us().or(self.floor_us);
        self.kept.clear();
    }

    /// Another connection, another clock: nothing is known, and nothing too old.
    pub fn reset(&mut self) {
        self.kept.clear();
        self.floor_us = None;
    }

    /// The sender's time of the newest snapshot.
    #[must_use]
    pub fn newest_us(&self) -> Option<i64> {
        self.kept.back().map(|(time_us, _)| *time_us)
    }

    /// How many snapshots are kept.
    #[must_use]
    pub fn len(&self) -> usize {
        self.kept.len()
    }

    /// Whether none is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// How others are shown.
    #[must_use]
    pub const fn config(&self) -> SnapshotConfig {
        self.config
    }

    /// Where the first snapshot stands that is later than this. News is nearly always the newest, so from the end.
    fn later_than(&self, time_us: i64) -> usize {
        let later = self.kept.iter().rev().take_while(|(kept_us, _)| *kept_us > time_us).count();
        self.kept.len() - later
    }

    fn beyond(&self, last: usize, due_us: i64) -> (ShownState, T) {
        let (time_us, value) = &self.kept[last];
        let (late_us, most_us) =
            (due_us.saturating_sub(*time_us), i64::from(self.config.max_extrapolation_ms) * 1_000);
        if late_us == 0 {
            return (ShownState::Interpolated, value.clone());
        }
        let before = last.checked_sub(1).map(|before| {
            let (before_us, value) = &self.kept[before];
            Before { value, gap_us: time_us.saturating_sub(*before_us) }
        });
        let is_held = late_us > most_us;
        let state = if is_held { ShownState::Held } else { ShownState::Extrapolated };
        (state, value.beyond(before, late_us.min(most_us)))
    }
}

fn between<T: Interpolate>(before: &(i64, T), after: &(i64, T), due_us: i64) -> T {
    let at_us = due_us.saturating_sub(before.0);
    if at_us == 0 {
        return before.1.clone();
    }
    let gap_us = after.0.saturating_sub(before.0);
    before.1.between(&after.1, Between { at_us, gap_us })
}
