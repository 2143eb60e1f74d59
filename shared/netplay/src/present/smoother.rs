//! Corrections that fade instead of jumping.

use crate::time::Instant;
use alloc::vec::Vec;
use core::fmt;

/// Where something stands: Q16.16 metres, and 65536 for a whole turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pose {
    /// To the right.
    pub x: i32,
    /// Down.
    pub y: i32,
    /// Where it points.
    pub heading: u16,
}

/// What to add to a pose when drawing it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shift {
    /// Q16.16 metres.
    pub x: i32,
    /// Q16.16 metres.
    pub y: i32,
    /// 65536 is a whole turn.
    pub heading: i16,
}

/// When the others are corrected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Remotes {
    /// They are shown in the present, and set right when a guess was wrong.
    #[default]
    Predicted,
    /// They are shown as of the last frame that is no guess: a few frames behind, never set right.
    Confirmed,
}

/// How corrections are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Smoothing {
    /// When the others are corrected.
    pub remotes: Remotes,
    /// How long a correction takes to fade, 0 to 1000. 0 snaps.
    pub smooth_ms: u16,
    /// A correction beyond this snaps: Q16.16 metres.
    pub snap_above: i32,
}

impl Default for Smoothing {
    fn default() -> Self {
        Self { remotes: Remotes::Predicted, smooth_ms: 100, snap_above: 2 << 16 }
    }
}

/// The fading takes longer than a second, which nobody would take for a correction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SmoothingError;

impl fmt::Display for SmoothingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a correction fades within 0 to 1000 ms")
    }
}

impl core::error::Error for SmoothingError {}

/// The corrections of every seat that have not faded yet.
///
/// ```
/// use netplay::present::{Pose, Smoother, Smoothing};
/// use netplay::time::Instant;
///
/// let mut smoother = Smoother::new(Smoothing::default()).unwrap();
/// let (shown, really) = (Pose { x: 65_536, ..Pose::default() }, Pose::default());
/// smoother.fade(Instant::ZERO);
/// smoother.corrected(&[shown], &[really]);
/// assert_eq!(smoother.shifts()[0].x, 65_536); // nothing moves at once
/// smoother.fade(Instant::from_millis(50));
/// assert_eq!(smoother.shifts()[0].x, 32_768);
/// smoother.fade(Instant::from_millis(100));
/// assert_eq!(smoother.shifts()[0].x, 0);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Smoother {
    how: Smoothing,
    now: Instant,
    fading: Vec<Fading>,
    shifts: Vec<Shift>,
    corrections: u32,
    largest: i32,
}

/// A shift as it was when the last correction came.
#[derive(Clone, Copy, Debug, Default)]
struct Fading {
    from: Shift,
    since: Instant,
}

impl Smoother {
    /// Nothing to correct yet.
    ///
    /// # Errors
    /// When the fading would take longer than a second.
    pub fn new(how: Smoothing) -> Result<Self, SmoothingError> {
        if how.smooth_ms > 1_000 {
            return Err(SmoothingError);
        }
        Ok(Self { how, ..Self::default() })
    }

    /// Every seat of one frame as it was `shown`, and as it `really` is.
    pub fn corrected(&mut self, shown: &[Pose], really: &[Pose]) {
        let seats = shown.len().max(self.shifts.len());
        self.shifts.resize(seats, Shift::default());
        self.fading.resize(seats, Fading::default());
        for (seat, (shown, really)) in shown.iter().zip(really).enumerate() {
            if shown == really {
                continue;
            }
            let by = Shift {
                x: shown.x.saturating_sub(really.x),
                y: shown.y.saturating_sub(really.y),
                heading: shown.heading.wrapping_sub(really.heading) as i16,
            };
            let way = size(by.x, by.y);
            self.corrections = self.corrections.saturating_add(1);
            self.largest = self.largest.max(way);
            let old = self.shifts[seat];
            let sum = Shift {
                x: old.x.saturating_add(by.x),
                y: old.y.saturating_add(by.y),
                heading: old.heading.wrapping_add(by.heading),
            };
            let snaps = self.how.smooth_ms == 0 || size(sum.x, sum.y) > self.how.snap_above;
            self.shifts[seat] = if snaps { Shift::default() } else { sum };
            self.fading[seat] = Fading { from: self.shifts[seat], since: self.now };
        }
    }

    /// Time has moved to `now`.
    pub fn fade(&mut self, now: Instant) {
        self.now = now;
        let whole_us = i64::from(self.how.smooth_ms) * 1_000;
        for (shift, fading) in self.shifts.iter_mut().zip(&self.fading) {
            let gone_us = now.since(fading.since).as_micros().min(whole_us as u128) as i64;
            let rest =
                |value: i64| (value * (whole_us - gone_us)).checked_div(whole_us).unwrap_or(0);
            *shift = Shift {
                x: rest(fading.from.x.into()) as i32,
                y: rest(fading.from.y.into()) as i32,
                heading: rest(fading.from.heading.into()) as i16,
            };
        }
    }

    /// What to add to each seat's pose, in seat order; seats beyond the end have nothing.
    #[must_use]
    pub fn shifts(&self) -> &[Shift] {
        &self.shifts
    }

    /// Forgets what has not faded: another state is shown.
    pub fn jump(&mut self) {
        self.shifts.clear();
        self.fading.clear();
    }

    /// How corrections are shown.
    #[must_use]
    pub const fn smoothing(&self) -> Smoothing {
        self.how
    }

    /// How often a seat was set right.
    #[must_use]
    pub const fn corrections(&self) -> u32 {
        self.corrections
    }

    /// The longest way that a seat was moved: Q16.16 metres.
    #[must_use]
    pub const fn largest(&self) -> i32 {
        self.largest
    }
}

/// The length of a way, at most the largest that fits.
fn size(x: i32, y: i32) -> i32 {
    let (x, y) = (u64::from(x.unsigned_abs()), u64::from(y.unsigned_abs()));
    i32::try_from((x * x + y * y).isqrt()).unwrap_or(i32::MAX)
}
