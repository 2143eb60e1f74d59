//! How much longer than the others' a laggard's own words should wait.
//!
//! Whose words come late makes the others guess, and beyond their window wait. A word that is said
//! for a later frame comes in time: the laggard feels its own distance, and nobody else does.
//!
//! All is derived from what does not depend on anybody else's delay: two laggards who each
//! measured how far ahead the other's words lie would drive each other up without end.

use crate::limits::{OWN_DELAY_CAP_FRAMES, TICK_HZ};
use crate::session::clock::STEPS_A_CALL;

/// Frames between two steps up: a word held for a frame longer, a few times a second.
const GROW_FRAMES: u32 = 4;
/// Frames between two steps down: what was needed a moment ago may be needed again.
const SHRINK_FRAMES: u32 = 90;
/// Frames after which a burst that was not seen again is forgotten, a frame of it.
const BURST_FRAMES: u32 = 180;

/// Watches the way to the others and how often our words leave.
#[derive(Debug)]
pub(super) struct OwnDelayPolicy {
    common_frames: u32,
    window_frames: u32,
    /// The longest one-way trip to anybody.
    trip_ms: u32,
    /// Frames since our words last left, and the most of them lately.
    unsent: u32,
    burst: u32,
    burst_age: u32,
    /// Frames since the delay last changed, or was right.
    steady: u32,
}

impl OwnDelayPolicy {
    pub(super) fn new(common_frames: u8, window_frames: u32) -> Self {
        Self {
            common_frames: common_frames.into(),
            window_frames,
            trip_ms: 0,
            unsent: 0,
            burst: 1,
            burst_age: 0,
            steady: 0,
        }
    }

    /// The longest one-way trip to anybody who plays.
    pub(super) fn heard_trip(&mut self, ms: u32) {
        self.trip_ms = ms;
    }

    /// Everything that was to be said has left.
    pub(super) fn drained(&mut self) {
        let burst = core::mem::take(&mut self.unsent);
        // More than a call's steps are a peer that catches up: the exception, not its pace.
        if burst >= self.burst && burst <= STEPS_A_CALL {
            (self.burst, self.burst_age) = (burst, 0);
        } else {
            self.burst_age += burst;
            if self.burst_age >= BURST_FRAMES {
                (self.burst, self.burst_age) = ((self.burst - 1).max(1), 0);
            }
        }
    }

    /// A frame has passed with this delay; the delay from here on.
    pub(super) fn next(&mut self, now_frames: u8) -> u8 {
        self.unsent += 1;
        let wanted = self.wanted_frames();
        self.steady = if now_frames == wanted { 0 } else { self.steady + 1 };
        if now_frames < wanted && self.steady >= GROW_FRAMES {
            self.steady = 0;
            now_frames + 1
        } else if now_frames > wanted && self.steady >= SHRINK_FRAMES {
            self.steady = 0;
            now_frames - 1
        } else {
            now_frames
        }
    }

    /// The delay with which our words come late by at most five eighths of the window.
    fn wanted_frames(&self) -> u8 {
        let trip = (self.trip_ms.min(10_000) * TICK_HZ).div_ceil(1_000);
        // Who is so far away that even guessing does not bridge the way sees the others' present
        // that much later.
        let behind = trip.saturating_sub(self.window_frames + self.common_frames);
        let late = trip + (self.burst - 1) + 1 + behind;
        let wanted = late.saturating_sub(self.window_frames * 5 / 8).max(self.common_frames);
        u8::try_from(wanted).unwrap_or(u8::MAX).min(OWN_DELAY_CAP_FRAMES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The delay after some frames of one trip and of words that leave in bursts.
    fn settle(
        policy: &mut OwnDelayPolicy,
        mut delay: u8,
        trip_ms: u32,
        burst: u32,
        frames: u32,
    ) -> u8 {
        for frame in 0..frames {
            policy.heard_trip(trip_ms);
            delay = policy.next(delay);
            if frame % burst == 0 {
                policy.drained();
            }
        }
        delay
    }

    #[test]
    fn who_is_near_waits_like_everybody() {
        let mut policy = OwnDelayPolicy::new(3, 8);
        assert_eq!(settle(&mut policy, 3, 60, 1, 1_000), 3);
    }

    #[test]
    fn the_delay_grows_soon_and_shrinks_slowly() {
        let mut policy = OwnDelayPolicy::new(3, 8);
        let far = settle(&mut policy, 3, 200, 1, 100);
        assert_eq!(far, 12 + 1 + 1 - 5);
        let soon = settle(&mut policy, far, 20, 1, 200);
        assert!(soon + 3 > far, "{soon} after 200 frames");
        assert_eq!(settle(&mut policy, soon, 20, 1, 2_000), 3);
    }

    #[test]
    fn ten_calls_a_second_count_as_distance() {
        let mut policy = OwnDelayPolicy::new(2, 8);
        assert_eq!(settle(&mut policy, 2, 50, 6, 200), 3 + 5 + 1 - 5);
        assert_eq!(settle(&mut policy, 4, 50, 1, 3_000), 2);
    }

    #[test]
    fn no_distance_makes_the_delay_endless() {
        let mut policy = OwnDelayPolicy::new(2, 8);
        assert_eq!(settle(&mut policy, 2, u32::MAX, 1, 1_000), OWN_DELAY_CAP_FRAMES);
    }
}
