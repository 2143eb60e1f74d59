//! How long inputs wait, so that nobody waits for them.

use crate::limits::{INPUT_DELAY_MAX_FRAMES, INPUT_DELAY_MIN_FRAMES, TICK_HZ};

/// Milliseconds as frames, rounded up.
#[must_use]
pub const fn frames_in(millis: u32) -> u32 {
    (millis as u64 * TICK_HZ as u64).div_ceil(1_000) as u32
}

/// The input delay that hides the worst pair of one-way trips, with a frame to spare, given
/// everybody's round trip to the relay: a word travels half of its sender's and half of its
/// receiver's. A rollback session plays on without a word for `window_frames`, so it needs less
/// delay: what the window hides, but for two frames of it. At least 2 frames and at most 8.
///
/// ```
/// use netplay::track::pacing::input_delay_frames;
/// assert_eq!(input_delay_frames([], 0), 2);
/// assert_eq!(input_delay_frames([5, 8], 0), 2);
/// assert_eq!(input_delay_frames([80, 20, 60], 0), 6); // 70 ms are 4.2 frames
/// assert_eq!(input_delay_frames([80, 20, 60], 4), 4);
/// assert_eq!(input_delay_frames([900, 900], 0), 8);
/// ```
#[must_use]
pub fn input_delay_frames(round_trips_ms: impl IntoIterator<Item = u16>, window_frames: u8) -> u8 {
    let (mut worst, mut second) = (0, 0);
    for trip in round_trips_ms.into_iter().map(u32::from) {
        if trip > worst {
            (worst, second) = (trip, worst);
        } else if trip > second {
            second = trip;
        }
    }
    let frames = frames_in((worst + second).div_ceil(2)) + 1;
    let frames = frames.saturating_sub(u32::from(window_frames).saturating_sub(2));
    u8::try_from(frames).unwrap_or(u8::MAX).clamp(INPUT_DELAY_MIN_FRAMES, INPUT_DELAY_MAX_FRAMES)
}
