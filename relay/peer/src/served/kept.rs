//! The digests of the states that one end has seen.

use crate::report;
use netplay::ids::StateHash;
use std::collections::VecDeque;

/// Half an hour of them; of a longer game the newest are kept.
const KEPT: usize = 30 * 60 * 30;

/// Digests by tick, the oldest first.
#[derive(Debug, Default)]
pub(super) struct Kept {
    hashes: VecDeque<(u32, StateHash)>,
}

impl Kept {
    /// Takes those that are newer than what is here.
    pub(super) fn take(&mut self, newest_first: impl Iterator<Item = (u32, StateHash)>) {
        let last = self.hashes.back().map(|(tick, _)| *tick);
        let fresh: Vec<_> =
            newest_first.take_while(|(tick, _)| last.is_none_or(|last| *tick > last)).collect();
        self.hashes.extend(fresh.into_iter().rev());
        while self.hashes.len() > KEPT {
            self.hashes.pop_front();
        }
    }

    pub(super) fn rows(&self) -> Vec<(u32, String)> {
        self.hashes.iter().map(|(tick, hash)| (*tick, report::hex(*hash))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_tick_is_kept_once_and_in_order() {
        let seen = |ticks: std::ops::Range<u32>| ticks.rev().map(|tick| (tick, StateHash(7)));
        let mut kept = Kept::default();
        kept.take(seen(1..4));
        kept.take(seen(2..6));
        kept.take(seen(2..6));
        let ticks: Vec<u32> = kept.rows().iter().map(|(tick, _)| *tick).collect();
        assert_eq!(ticks, [1, 2, 3, 4, 5]);
    }
}
