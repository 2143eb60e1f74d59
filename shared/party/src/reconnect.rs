//! When to open a link: at once, and after losses 1, 2, 4, 8, 16 s later, each with some jitter so
//! that a room full of players does not come back in the same instant.

use netplay::rng::SimRng;
use netplay::time::Instant;
use std::time::Duration;

const FIRST_WAIT_MS: u64 = 1_000;
const LONGEST_WAIT_MS: u64 = 16_000;
/// A link that has not opened after this is tried anew: a person waits for it.
const OPENING_MS: u128 = 5_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Waiting { until: Instant },
    Opening { since: Instant },
    Open,
    Never,
}

/// The life of one link after the other.
#[derive(Debug)]
pub(crate) struct Reconnect {
    stage: Stage,
    losses: u32,
    jitter: SimRng,
}

impl Reconnect {
    pub(crate) fn new(dice: u64, now: Instant) -> Self {
        let stage = Stage::Waiting { until: now };
        Self { stage, losses: 0, jitter: SimRng::new(dice, 1) }
    }

    /// Whether a link should be opened now. Says so once; then the link is awaited.
    pub(crate) fn wants_link(&mut self, now: Instant) -> bool {
        let due = matches!(self.stage, Stage::Waiting { until } if now >= until);
        if due {
            self.stage = Stage::Opening { since: now };
        }
        due
    }

    /// The awaited link is open. Says whether it was awaited.
    pub(crate) fn opened(&mut self) -> bool {
        let awaited = self.is_opening();
        if awaited {
            self.stage = Stage::Open;
        }
        awaited
    }

    /// The relay has let us in: the next loss is a first one.
    pub(crate) fn welcomed(&mut self) {
        self.losses = 0;
    }

    /// The link, open or not, is gone.
    pub(crate) fn lost(&mut self, now: Instant) {
        if matches!(self.stage, Stage::Opening { .. } | Stage::Open) {
            let wait = (FIRST_WAIT_MS << self.losses.min(10)).min(LONGEST_WAIT_MS);
            let jitter = u64::from(self.jitter.below(wait as u32 / 4));
            self.losses += 1;
            self.stage = Stage::Waiting { until: now + Duration::from_millis(wait + jitter) };
        }
    }

    /// Somebody looks at the page: try now.
    pub(crate) fn hurry(&mut self, now: Instant) {
        if matches!(self.stage, Stage::Waiting { .. }) {
            self.losses = self.losses.min(1);
            self.stage = Stage::Waiting { until: now };
        }
    }

    /// It is over: no link is wanted any more.
    pub(crate) fn stop(&mut self) {
        self.stage = Stage::Never;
    }

    pub(crate) fn is_open(&self) -> bool {
        self.stage == Stage::Open
    }

    pub(crate) fn is_opening(&self) -> bool {
        matches!(self.stage, Stage::Opening { .. })
    }

    pub(crate) fn opens_too_slowly(&self, now: Instant) -> bool {
        matches!(self.stage, Stage::Opening { since } if now.since(since).as_millis() >= OPENING_MS)
    }

    /// Links lost since the last welcome.
    pub(crate) fn losses(&self) -> u32 {
        self.losses
    }

    /// Until the next try; 0 while one is under way.
    pub(crate) fn retry_ms(&self, now: Instant) -> u32 {
        match self.stage {
            Stage::Waiting { until } => {
                u32::try_from(until.since(now).as_millis()).unwrap_or(u32::MAX)
            }
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Loses every link as soon as it is wanted and notes the waits between, in milliseconds.
    fn waits(reconnect: &mut Reconnect, count: usize) -> Vec<u64> {
        let mut now = 0;
        let mut waits = Vec::new();
        assert!(reconnect.wants_link(Instant::from_millis(now)));
        while waits.len() < count {
            reconnect.lost(Instant::from_millis(now));
            let lost = now;
            while !reconnect.wants_link(Instant::from_millis(now)) {
                now += 1;
            }
            waits.push(now - lost);
        }
        waits
    }

    #[test]
    fn the_waits_double_up_to_sixteen_seconds_and_carry_jitter() {
        let waits = waits(&mut Reconnect::new(7, Instant::ZERO), 7);
        for (wait, base) in waits.iter().zip([1_000, 2_000, 4_000, 8_000, 16_000, 16_000, 16_000]) {
            assert!((base..base * 5 / 4).contains(wait), "{wait} is not about {base}");
        }
        assert!(waits.iter().any(|wait| wait % 1_000 != 0), "no jitter at all");
    }

    #[test]
    fn a_welcome_makes_the_next_loss_a_first_one() {
        let mut reconnect = Reconnect::new(7, Instant::ZERO);
        waits(&mut reconnect, 4);
        assert!(reconnect.opened());
        reconnect.welcomed();
        reconnect.lost(Instant::ZERO);
        assert!((1_000..1_250).contains(&reconnect.retry_ms(Instant::ZERO)));
    }

    #[test]
    fn a_visible_page_tries_at_once() {
        let mut reconnect = Reconnect::new(7, Instant::ZERO);
        waits(&mut reconnect, 4);
        reconnect.lost(Instant::ZERO);
        reconnect.hurry(Instant::ZERO);
        assert!(reconnect.wants_link(Instant::ZERO));
    }

    #[test]
    fn one_link_is_wanted_at_a_time_and_none_after_the_end() {
        let mut reconnect = Reconnect::new(7, Instant::ZERO);
        assert!(reconnect.wants_link(Instant::ZERO));
        assert!(!reconnect.wants_link(Instant::from_millis(60_000)));
        assert!(reconnect.opens_too_slowly(Instant::from_millis(5_000)));
        reconnect.stop();
        reconnect.lost(Instant::ZERO);
        assert!(!reconnect.wants_link(Instant::from_millis(60_000)));
    }
}
