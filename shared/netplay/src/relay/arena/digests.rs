//! Everybody's digests of the same ticks, and who says another one than most.

use crate::ids::{Frame, PlayerId, StateHash};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// Checkpoints that are compared at once: whoever is later than all of them is not judged.
const KEPT: usize = 16;

/// The digests that are not judged yet, and the verdicts of those that are.
#[derive(Debug, Default)]
pub(super) struct Digests {
    open: BTreeMap<Frame, BTreeMap<PlayerId, StateHash>>,
    judged: BTreeMap<Frame, StateHash>,
}

/// Whose digest differs.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Verdict {
    pub(super) frame: Frame,
    pub(super) majority: StateHash,
    pub(super) players: Vec<PlayerId>,
}

impl Digests {
    /// A player's digest. `expected` say one each; when all have, the frame is judged.
    pub(super) fn tell(
        &mut self,
        player: PlayerId,
        frame: Frame,
        hash: StateHash,
        expected: usize,
    ) -> Option<Verdict> {
        if let Some(majority) = self.judged.get(&frame).copied() {
            return (majority != hash).then(|| Verdict {
                frame,
                majority,
                players: [player].into(),
            });
        }
        let newest_judged = self.judged.last_key_value().map(|(frame, _)| *frame);
        if newest_judged.is_some_and(|newest| frame < newest) {
            return None;
        }
        let told = self.open.entry(frame).or_default();
        told.entry(player).or_insert(hash);
        let is_whole = told.len() >= expected;
        if is_whole {
            return self.judge(frame);
        }
        if self.open.len() > KEPT {
            let (oldest, told) = self.open.first_key_value()?;
            let (oldest, is_lone) = (*oldest, told.len() == 1);
            if is_lone {
                self.open.remove(&oldest); // one voice is no majority
                return None;
            }
            return self.judge(oldest);
        }
        None
    }

    fn judge(&mut self, frame: Frame) -> Option<Verdict> {
        let told = self.open.remove(&frame)?;
        self.open = self.open.split_off(&frame); // nobody is heard about earlier ones any more
        let mut votes: BTreeMap<u64, usize> = BTreeMap::new();
        told.values().for_each(|hash| *votes.entry(hash.0).or_default() += 1);
        let (most, count) = votes.iter().max_by_key(|(_, count)| **count)?;
        let (majority, has_majority) = (StateHash(*most), 2 * count > told.len());
        if has_majority {
            self.judged.insert(frame, majority);
            if self.judged.len() > KEPT {
                self.judged.pop_first();
            }
        }
        let players: Vec<PlayerId> = told
            .iter()
            .filter(|(_, hash)| !has_majority || **hash != majority)
            .map(|(player, _)| *player)
            .collect();
        (!players.is_empty()).then_some(Verdict { frame, majority, players })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: StateHash = StateHash(1);
    const BAD: StateHash = StateHash(2);

    #[test]
    fn the_odd_one_out_is_named_once_everybody_has_spoken() {
        let mut digests = Digests::default();
        assert_eq!(digests.tell(PlayerId(1), Frame(29), BAD, 3), None);
        assert_eq!(digests.tell(PlayerId(2), Frame(29), GOOD, 3), None);
        let verdict = digests.tell(PlayerId(3), Frame(29), GOOD, 3).unwrap();
        assert_eq!((verdict.majority, verdict.players), (GOOD, [PlayerId(1)].into()));
        let late = digests.tell(PlayerId(4), Frame(29), BAD, 3).unwrap();
        assert_eq!(late.players, [PlayerId(4)]);
        assert_eq!(digests.tell(PlayerId(5), Frame(29), GOOD, 3), None);
    }

    #[test]
    fn one_voice_among_many_who_are_asked_decides_nothing() {
        let mut digests = Digests::default();
        for checkpoint in 0..100 {
            assert_eq!(digests.tell(PlayerId(1), Frame(checkpoint), BAD, 3), None);
        }
        let frame = Frame(99);
        assert_eq!(digests.tell(PlayerId(2), frame, GOOD, 3), None, "the first has no verdict");
        let verdict = digests.tell(PlayerId(3), frame, GOOD, 3).unwrap();
        assert_eq!((verdict.majority, verdict.players), (GOOD, [PlayerId(1)].into()));
    }

    #[test]
    fn without_a_majority_everybody_is_named() {
        let mut digests = Digests::default();
        digests.tell(PlayerId(1), Frame(29), BAD, 2);
        let verdict = digests.tell(PlayerId(2), Frame(29), GOOD, 2).unwrap();
        assert_eq!(verdict.players, [PlayerId(1), PlayerId(2)]);
    }

    #[test]
    fn who_never_speaks_holds_up_no_verdict_and_a_flood_is_not_kept() {
        let mut digests = Digests::default();
        let mut named = 0;
        for frame in 0..10_000 {
            for (player, hash) in [(1, GOOD), (2, GOOD), (3, BAD)] {
                let verdict = digests.tell(PlayerId(player), Frame(frame), hash, 99);
                named += verdict.map_or(0, |it| it.players.len());
            }
        }
        assert!(named >= 9_900 && digests.open.len() <= KEPT && digests.judged.len() <= KEPT);
    }
}
