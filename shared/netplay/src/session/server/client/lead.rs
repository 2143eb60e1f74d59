//! How far the own ticks run ahead, so that inputs reach the server in time and not too early.

/// Snapshots that are looked at before anything is changed.
const WATCHED: u8 = 45;
/// The own time runs faster or slower by at most this part.
const STEERING: i64 = 16;
/// No line needs more: beyond it the server is wrong, or what it says is no matter of time, as when
/// a line stands still again and again for longer than inputs wait anywhere.
const FURTHEST_256: i64 = 16 * 256;

/// Steers the own ticks by how many of our inputs the server has in hand.
///
/// It has them for when one is lost or late. When the fewest of a second and a half are more than
/// one, they only make the game answer later: the own time goes a little slower. When there was
/// none, it goes faster.
#[derive(Clone, Debug, Default)]
pub(super) struct Lead {
    shift_256: i64,
    wanted_256: i64,
    /// The server's time up to which it was steered; 0 before the first time.
    steered_256: i64,
    fewest: u8,
    watched: u8,
}

impl Lead {
    /// A snapshot says how many inputs wait at the server after its tick.
    pub(super) fn heard(&mut self, waiting: u8) {
        if self.shift_256 != self.wanted_256 {
            self.watched = 0;
            return;
        }
        self.fewest = if self.watched == 0 { waiting } else { self.fewest.min(waiting) };
        self.watched += 1;
        if self.watched == WATCHED {
            self.watched = 0;
            let more = match self.fewest {
                0 => 128,
                1 => 0,
                more => -256 * (i64::from(more) - 1),
            };
            self.wanted_256 = (self.wanted_256 + more).clamp(-FURTHEST_256, FURTHEST_256);
        }
    }

    /// It is now this much on the server's clock.
    pub(super) fn run(&mut self, tick_256: i64) {
        let gone = tick_256 - self.steered_256;
        if !(0..256 * STEERING).contains(&gone) {
            self.steered_256 = tick_256;
            return;
        }
        let most = gone / STEERING;
        self.steered_256 += most * STEERING;
        self.shift_256 += (self.wanted_256 - self.shift_256).clamp(-most, most);
    }

    /// How far the own time is ahead of the server's, in 256ths of a tick.
    pub(super) const fn shift_256(&self) -> i64 {
        self.shift_256
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Twenty seconds of a server that has `ahead` inputs in hand when nothing is shifted.
    fn settle(ahead: i64) -> i64 {
        let mut lead = Lead::default();
        for tick in 1..600 {
            lead.run(tick * 256);
            let waiting = ahead + lead.shift_256().div_euclid(256);
            lead.heard(waiting.max(0) as u8);
        }
        ahead + lead.shift_256().div_euclid(256)
    }

    #[test]
    fn the_server_has_one_input_more_than_it_needs() {
        assert_eq!([0, 1, 2, 5].map(settle), [1; 4]);
    }

    #[test]
    fn the_own_time_changes_its_pace_and_never_jumps() {
        let mut lead = Lead::default();
        for tick in 1..600 {
            let before = lead.shift_256();
            lead.run(tick * 256);
            assert!((lead.shift_256() - before).abs() <= 16);
            lead.heard(6);
        }
        assert!(lead.shift_256() < -500);
    }

    #[test]
    fn fault_99_whatever_the_server_says_the_own_time_stays_near_its() {
        for waiting in [0, 255] {
            let mut lead = Lead::default();
            for tick in 1..100_000 {
                lead.run(tick * 256);
                lead.heard(waiting);
            }
            let ticks = lead.shift_256() / 256;
            assert!(ticks.abs() <= 16, "{waiting} wait: {ticks} ticks away");
        }
    }
}
