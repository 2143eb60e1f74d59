//! What the player may notice of corrections: how far the own car was put right, and how much of
//! it shows in one picture while it fades.

use crate::net::NetView;
use netplay::time::Instant;

/// How long a correction takes to fade.
pub(super) const FADE_MS: u16 = 100;
const FADE_US: i64 = FADE_MS as i64 * 1_000;
/// A picture at sixty a second.
const PICTURE_US: i64 = 16_667;
/// Less is rounding.
const LEAST_MM: u32 = 1;

/// The corrections of the own car.
#[derive(Debug, Default)]
pub(super) struct Felt {
    /// What fades, Q16.16 metres, as it was when it was last added to.
    from: (i64, i64),
    since: Instant,
    corrections: u32,
    largest_mm: u32,
    step_mm: u32,
}

impl Felt {
    /// The own car was predicted to be in one place, and is in another.
    pub(super) fn corrected(&mut self, before: (i32, i32), after: (i32, i32), now: Instant) {
        let by =
            (i64::from(before.0) - i64::from(after.0), i64::from(before.1) - i64::from(after.1));
        let by_mm = length_mm(by);
        if by_mm < LEAST_MM {
            return;
        }
        self.corrections += 1;
        self.largest_mm = self.largest_mm.max(by_mm);
        let gone_us = now.since(self.since).as_micros().min(FADE_US as u128) as i64;
        let left = |from: i64| from * (FADE_US - gone_us) / FADE_US;
        self.from = (left(self.from.0) + by.0, left(self.from.1) + by.1);
        self.since = now;
        let in_a_picture = |from: i64| from * PICTURE_US / FADE_US;
        let step = (in_a_picture(self.from.0), in_a_picture(self.from.1));
        self.step_mm = self.step_mm.max(length_mm(step));
    }

    pub(super) fn net(&self) -> NetView {
        let Self { corrections, largest_mm, step_mm, .. } = *self;
        NetView { corrections, largest_mm, step_mm, ..NetView::default() }
    }
}

/// Q16.16 metres in millimetres.
fn length_mm((x, y): (i64, i64)) -> u32 {
    let length = (x * x + y * y).unsigned_abs().isqrt();
    u32::try_from((length * 1_000) >> 16).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_correction_is_felt_by_what_of_it_shows_in_one_picture() {
        let mut felt = Felt::default();
        let metre = 1 << 16;
        felt.corrected((0, 0), (metre, 0), Instant::ZERO);
        assert_eq!(felt.net().largest_mm, 1_000);
        assert_eq!(felt.net().step_mm, 166);
        // Half of it has faded, and as much comes again.
        felt.corrected((0, 0), (metre / 2, 0), Instant::from_millis(50));
        assert_eq!((felt.net().corrections, felt.net().step_mm), (2, 166));
        felt.corrected((0, 0), (1, 0), Instant::from_millis(60));
        assert_eq!(felt.net().corrections, 2);
    }
}
