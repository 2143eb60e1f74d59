//! Another's clock, learned from its packets alone.

use crate::limits::{CLOCK_JUMP_PACKETS, CLOCK_JUMP_US, CLOCK_PACKETS, CLOCK_RANK};
use alloc::vec::Vec;

/// So many packets are followed at once, before the estimate is smoothed.
const WARM_UP_PACKETS: usize = 8;
/// An eighth of a difference is taken over with each packet.
const SMOOTHING: i64 = 8;

/// What a packet said about the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockNews {
    /// It came about when it should.
    Steady,
    /// It came far from when it should: an outlier, or the first sign of a jump. It counts for nothing yet.
    Suspect,
    /// It was one too many of those: that clock has jumped, and the estimate starts over with this packet.
    Restarted,
}

/// What somebody else's clock says, without asking: each packet carries the time of its sending.
///
/// The packets that travelled fastest say it best, so the 4th fastest of the last 32 counts: neither jitter nor late
/// packets move the estimate, nor do three that are too good to be true. It is smoothed, so it follows a clock
/// that runs fast or slow, and never so fast that the other's time would run backwards here.
///
/// ```
/// use netplay::present::clock_sync::ClockSync;
///
/// let mut clock = ClockSync::new();
/// assert_eq!(clock.sender_us(0), None);
/// for n in 0..20 {
///     let (sent_us, arrived_us) = (7_000_000 + n * 50_000, n * 50_000 + 30_000);
///     clock.push(sent_us, arrived_us);
/// }
/// // As of the fastest packet: how long that one travelled, nobody knows.
/// assert_eq!(clock.sender_us(1_000_000), Some(7_970_000));
/// ```
#[derive(Clone, Debug, Default)]
pub struct ClockSync {
    /// Our time less the sender's, of the last packets, the oldest at `oldest` once it is full.
    behind_us: Vec<i64>,
    oldest: usize,
    estimate_us: i64,
    last_us: i64,
    suspects: u32,
}

impl ClockSync {
    /// Nothing known yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A packet of `sender_us` arrived at `now_us`, each on its own clock.
    pub fn push(&mut self, sender_us: i64, now_us: i64) -> ClockNews {
        let behind_us = now_us.saturating_sub(sender_us);
        if self.behind_us.is_empty() {
            self.start(behind_us, now_us);
            return ClockNews::Steady;
        }
        if behind_us.abs_diff(self.estimate_us) > CLOCK_JUMP_US {
            self.suspects += 1;
            if self.suspects < CLOCK_JUMP_PACKETS {
                return ClockNews::Suspect;
            }
            self.start(behind_us, now_us);
            return ClockNews::Restarted;
        }
        self.suspects = 0;
        self.remember(behind_us);
        self.follow(now_us);
        ClockNews::Steady
    }

    /// What the sender's clock says at `now_us` of ours, less the time that the fastest packets travel.
    #[must_use]
    pub fn sender_us(&self, now_us: i64) -> Option<i64> {
        Some(now_us.saturating_sub(self.behind_us()?))
    }

    /// How far the sender's clock is behind ours, and how long the fastest packets travel, in one number.
    #[must_use]
    pub fn behind_us(&self) -> Option<i64> {
        (!self.behind_us.is_empty()).then_some(self.estimate_us)
    }

    /// Forgets everything: another connection, another clock.
    pub fn reset(&mut self) {
        self.behind_us.clear();
        (self.oldest, self.suspects) = (0, 0);
    }

    fn start(&mut self, behind_us: i64, now_us: i64) {
        self.reset();
        self.behind_us.push(behind_us);
        (self.estimate_us, self.last_us) = (behind_us, now_us);
    }

    fn remember(&mut self, behind_us: i64) {
        if self.behind_us.len() < CLOCK_PACKETS {
            self.behind_us.push(behind_us);
        } else {
            self.behind_us[self.oldest] = behind_us;
            self.oldest = (self.oldest + 1) % CLOCK_PACKETS;
        }
    }

    fn follow(&mut self, now_us: i64) {
        let gone_us = now_us.saturating_sub(self.last_us).max(0);
        self.last_us = self.last_us.max(now_us);
        let way_us = self.target_us().saturating_sub(self.estimate_us);
        let is_warm = self.behind_us.len() > WARM_UP_PACKETS;
        let step_us = if is_warm { way_us / SMOOTHING } else { way_us };
        // Half of the time that went by at most, so that the other's time goes on here meanwhile.
        self.estimate_us = self.estimate_us.saturating_add(step_us.min(gone_us / 2));
    }

    /// The packet that counts. Among fewer than 32 it is a faster one in proportion.
    fn target_us(&self) -> i64 {
        let mut sorted = [0; CLOCK_PACKETS];
        let sorted = &mut sorted[..self.behind_us.len()];
        sorted.copy_from_slice(&self.behind_us);
        let rank = (sorted.len() - 1) * (CLOCK_RANK - 1) / (CLOCK_PACKETS - 1);
        *sorted.select_nth_unstable(rank).1
    }
}
