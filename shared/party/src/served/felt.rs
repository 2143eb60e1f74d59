//! Corrections of the own car, spread over so much time that none is seen: the farther it was put
//! right, the longer what is left of it fades. What it tells is reckoned; a story measures what is
//! drawn (tests/story_served.rs).

use crate::net::NetView;
use netplay::ids::Seat;
use netplay::present::{Pose, Shift};
use netplay::time::Instant;

/// A picture at thirty a second, and how far a fading correction moves the car in one. As far again,
/// and more, a fast car goes when the client's clock is put right at the same time.
const PICTURE_US: i64 = 33_333;
const PICTURE_MM: i64 = 35;
/// How long a correction fades, at least and at most.
const FADE_US: (i64, i64) = (100_000, 8_000_000);
/// Beyond this the car is somewhere else, and shown there: Q16.16 metres.
const ELSEWHERE: i64 = 8 << 16;
/// Less is rounding.
const LEAST_MM: u32 = 1;

/// The corrections of the own car.
#[derive(Debug, Default)]
pub(super) struct Felt {
    /// What fades, as it was when it was last added to: Q16.16 metres, and 65536 for a turn.
    from: [i64; 3],
    since: Instant,
    lasts_us: i64,
    corrections: u32,
    largest_mm: u32,
    step_mm: u32,
    shifts: Vec<Shift>,
}

impl Felt {
    /// The own car was shown in one place without what fades, and is in another.
    pub(super) fn corrected(&mut self, before: Pose, after: Pose, now: Instant) {
        let turned = before.heading.wrapping_sub(after.heading) as i16;
        let by = [
            i64::from(before.x) - i64::from(after.x),
            i64::from(before.y) - i64::from(after.y),
            i64::from(turned),
        ];
        let by_mm = length_mm(by);
        if by_mm < LEAST_MM {
            return;
        }
        self.corrections += 1;
        self.largest_mm = self.largest_mm.max(by_mm);
        let left = self.left(now);
        self.from = [0, 1, 2].map(|at| left[at] + by[at]);
        self.since = now;
        let whole_mm = length_mm(self.from);
        let slow_us = i64::from(whole_mm) * PICTURE_US / PICTURE_MM;
        self.lasts_us = slow_us.clamp(FADE_US.0, FADE_US.1);
        if by[0].abs().max(by[1].abs()) > ELSEWHERE {
            (self.from, self.lasts_us) = ([0; 3], 0);
            self.step_mm = self.step_mm.max(whole_mm);
        } else {
            let step = self.from.map(|from| from * PICTURE_US / self.lasts_us);
            self.step_mm = self.step_mm.max(length_mm(step));
        }
    }

    /// What has not faded.
    fn left(&self, now: Instant) -> [i64; 3] {
        let gone_us = i64::try_from(now.since(self.since).as_micros()).unwrap_or(i64::MAX);
        let left_us = self.lasts_us.saturating_sub(gone_us).max(0);
        self.from.map(|from| if left_us == 0 { 0 } else { from * left_us / self.lasts_us })
    }

    /// The car of this seat is drawn that much beside where it is.
    pub(super) fn fade(&mut self, seat: Option<Seat>, now: Instant) {
        self.shifts.clear();
        if let Some(seat) = seat {
            let [x, y, heading] = self.left(now);
            self.shifts.resize(seat.index(), Shift::default());
            self.shifts.push(Shift { x: x as i32, y: y as i32, heading: heading as i16 });
        }
    }

    /// In seat order, as far as there are any.
    pub(super) fn shifts(&self) -> &[Shift] {
        &self.shifts
    }

    pub(super) fn net(&self) -> NetView {
        let Self { corrections, largest_mm, step_mm, .. } = *self;
        NetView { corrections, largest_mm, step_mm, ..NetView::default() }
    }
}

/// Q16.16 metres in millimetres.
fn length_mm([x, y, _]: [i64; 3]) -> u32 {
    let length = (x * x + y * y).unsigned_abs().isqrt();
    u32::try_from((length * 1_000) >> 16).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x_mm: i32) -> Pose {
        Pose { x: (x_mm << 16) / 1_000, ..Pose::default() }
    }

    fn shown_mm(felt: &mut Felt, ms: u64) -> i32 {
        felt.fade(Some(Seat(2)), Instant::from_millis(ms));
        assert_eq!(felt.shifts().len(), 3);
        ((i64::from(felt.shifts()[2].x) * 1_000) >> 16) as i32
    }

    #[test]
    fn a_correction_fades_from_where_the_car_was_and_never_moves_it_far_in_a_picture() {
        for by_mm in [100, 400, 900, 6_000] {
            let mut felt = Felt::default();
            felt.corrected(at(by_mm), at(0), Instant::from_millis(1_000));
            let mut last = shown_mm(&mut felt, 1_000);
            assert!((last - by_mm).abs() <= 1, "nothing moves at once");
            for picture in 1..=240 {
                let next = shown_mm(&mut felt, 1_000 + picture * 1_000 / 30);
                assert!(last - next <= 40, "{by_mm}: {last} {next}");
                last = next;
            }
            assert_eq!(last, 0);
            assert!(felt.net().step_mm <= 36, "{:?}", felt.net());
        }
    }

    #[test]
    fn a_car_that_is_elsewhere_is_shown_there() {
        let mut felt = Felt::default();
        felt.corrected(at(20_000), at(0), Instant::ZERO);
        assert_eq!(shown_mm(&mut felt, 0), 0);
        assert_eq!((felt.net().largest_mm, felt.net().step_mm), (20_000, 20_000));
    }
}
