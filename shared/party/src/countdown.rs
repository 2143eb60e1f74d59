//! Three, two, one: from the host's wish to the start order.

use netplay::time::Instant;

const COUNTDOWN_MS: u128 = 3_000;

/// Follows the lobby's `starting`, which the relay takes back when somebody unreadies.
#[derive(Debug, Default)]
pub(crate) struct Countdown {
    since: Option<Instant>,
    ordered: bool,
}

impl Countdown {
    /// The lobby says whether the countdown runs.
    pub(crate) fn follow(&mut self, starting: bool, now: Instant) {
        if !starting {
            *self = Self::default();
        } else if self.since.is_none() {
            self.since = Some(now);
        }
    }

    /// What to show: 3, 2, 1, and 1 on until the start order comes.
    pub(crate) fn seconds(&self, now: Instant) -> Option<u8> {
        let left = COUNTDOWN_MS.saturating_sub(now.since(self.since?).as_millis());
        Some(left.div_ceil(1_000).max(1) as u8)
    }

    /// Whether the start was ordered and has not come yet.
    pub(crate) fn is_over(&self) -> bool {
        self.ordered
    }

    /// Whether the host shall order the start now. Says so once.
    pub(crate) fn order(&mut self, now: Instant) -> bool {
        let over = self.since.is_some_and(|since| now.since(since).as_millis() >= COUNTDOWN_MS);
        over && !std::mem::replace(&mut self.ordered, over)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(millis: u64) -> Instant {
        Instant::from_millis(millis)
    }

    #[test]
    fn it_counts_three_two_one_and_orders_once() {
        let mut countdown = Countdown::default();
        countdown.follow(true, at(0));
        assert_eq!(
            [0, 999, 1_000, 2_000, 2_999].map(|ms| countdown.seconds(at(ms)).unwrap()),
            [3, 3, 2, 1, 1]
        );
        assert!(!countdown.order(at(2_999)));
        assert!(countdown.order(at(3_000)));
        assert!(!countdown.order(at(3_001)));
    }

    #[test]
    fn somebody_who_unreadies_stops_it_and_the_next_one_counts_from_three() {
        let mut countdown = Countdown::default();
        countdown.follow(true, at(0));
        countdown.follow(false, at(2_500));
        assert_eq!(countdown.seconds(at(2_500)), None);
        countdown.follow(true, at(9_000));
        assert_eq!(countdown.seconds(at(9_000)), Some(3));
        assert!(!countdown.order(at(9_500)));
    }
}
