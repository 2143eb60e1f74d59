//! Whose state had which digest after which frame.

use crate::ids::{Frame, PlayerId, StateHash};
use crate::limits::{CHECKPOINTS_KEPT, LOCKSTEP_SEATS};
use alloc::collections::VecDeque;
use alloc::vec::Vec;

/// Compares our digests with everybody's, whoever is first.
#[derive(Clone, Debug, Default)]
pub struct CheckpointLedger {
    ours: VecDeque<Ours>,
    /// Digests of frames that we have not reached.
    early: Vec<(PlayerId, VecDeque<(Frame, StateHash)>)>,
}

#[derive(Clone, Debug)]
struct Ours {
    frame: Frame,
    hash: StateHash,
    /// Who has not confirmed it yet.
    awaited: Vec<PlayerId>,
}

/// What a comparison comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The last of those who were awaited agrees.
    Confirmed(Frame, StateHash),
    /// A peer's digest is another.
    Differs {
        /// After which frame.
        frame: Frame,
        /// Our digest.
        ours: StateHash,
        /// Theirs.
        theirs: StateHash,
        /// Whose.
        player: PlayerId,
    },
}

impl CheckpointLedger {
    /// Our newest digest.
    #[must_use]
    pub fn newest(&self) -> Option<(Frame, StateHash)> {
        self.ours.back().map(|ours| (ours.frame, ours.hash))
    }

    /// Our digest after `frame`, while it is kept.
    #[must_use]
    pub fn ours_after(&self, frame: Frame) -> Option<StateHash> {
        self.ours.iter().find(|ours| ours.frame == frame).map(|ours| ours.hash)
    }

    /// Our digest after `frame`, which `awaited` should confirm. The verdicts of those who were
    /// there before us, in the order of `awaited`.
    pub fn ours(
        &mut self,
        frame: Frame,
        hash: StateHash,
        awaited: Vec<PlayerId>,
    ) -> impl Iterator<Item = Verdict> {
        if self.ours.len() == CHECKPOINTS_KEPT {
            self.ours.pop_front();
        }
        let alone = awaited.is_empty().then_some(Verdict::Confirmed(frame, hash));
        self.ours.push_back(Ours { frame, hash, awaited });
        let mut waiting: Vec<(PlayerId, StateHash)> = Vec::new();
        for (player, early) in &mut self.early {
            while early.front().is_some_and(|(at, _)| *at <= frame) {
                if let Some((at, theirs)) = early.pop_front()
                    && at == frame
                {
                    waiting.push((*player, theirs));
                }
            }
        }
        let verdicts: Vec<Verdict> = waiting
            .into_iter()
            .filter_map(|(player, theirs)| self.theirs(player, frame, theirs))
            .collect();
        alone.into_iter().chain(verdicts)
    }

    /// A peer's digest after `frame`. Too old, too early and repeated ones have no verdict.
    pub fn theirs(&mut self, player: PlayerId, frame: Frame, theirs: StateHash) -> Option<Verdict> {
        if self.newest().is_none_or(|(newest, _)| frame > newest) {
            self.keep_early(player, frame, theirs);
            return None;
        }
        let ours = self.ours.iter_mut().find(|ours| ours.frame == frame)?;
        if ours.hash != theirs {
            return Some(Verdict::Differs { frame, ours: ours.hash, theirs, player });
        }
        let index = ours.awaited.iter().position(|awaited| *awaited == player)?;
        ours.awaited.swap_remove(index);
        ours.awaited.is_empty().then_some(Verdict::Confirmed(frame, ours.hash))
    }

    /// Forgets a peer's digests of frames that we have not reached.
    pub fn forget_early(&mut self, player: PlayerId) {
        self.early.retain(|(other, _)| *other != player);
    }

    /// Forgets everybody's digests: the state is another now.
    pub fn forget(&mut self) {
        self.ours.clear();
        self.early.clear();
    }

    fn keep_early(&mut self, player: PlayerId, frame: Frame, hash: StateHash) {
        let place = self.early.partition_point(|(other, _)| *other < player);
        if self.early.get(place).is_none_or(|(other, _)| *other != player) {
            if self.early.len() == usize::from(LOCKSTEP_SEATS) {
                return;
            }
            self.early.insert(place, (player, VecDeque::new()));
        }
        let (_, early) = &mut self.early[place];
        if early.back().is_some_and(|(newest, _)| *newest >= frame) {
            return;
        }
        if early.len() == CHECKPOINTS_KEPT {
            early.pop_front();
        }
        early.push_back((frame, hash));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANN: PlayerId = PlayerId(1);
    const BEN: PlayerId = PlayerId(2);
    const GOOD: StateHash = StateHash(1);
    const BAD: StateHash = StateHash(2);

    fn differs(frame: u32, player: PlayerId) -> Verdict {
        Verdict::Differs { frame: Frame(frame), ours: GOOD, theirs: BAD, player }
    }

    #[test]
    fn early_and_late_digests_are_compared_alike() {
        let mut ledger = CheckpointLedger::default();
        assert_eq!(ledger.theirs(ANN, Frame(29), GOOD), None);
        assert_eq!(ledger.ours(Frame(29), GOOD, [ANN, BEN].into()).next(), None);
        let last = ledger.theirs(BEN, Frame(29), GOOD);
        assert_eq!(last, Some(Verdict::Confirmed(Frame(29), GOOD)));
        assert_eq!(ledger.theirs(BEN, Frame(59), BAD), None);
        let verdicts: Vec<_> = ledger.ours(Frame(59), GOOD, [ANN, BEN].into()).collect();
        assert_eq!(verdicts, [differs(59, BEN)]);
        assert_eq!(ledger.theirs(ANN, Frame(29), BAD), Some(differs(29, ANN)));
    }

    #[test]
    fn a_flood_of_digests_is_not_kept() {
        let mut ledger = CheckpointLedger::default();
        for frame in 0..10_000 {
            assert_eq!(ledger.theirs(PlayerId(frame % 100), Frame(frame), BAD), None);
        }
        assert!(ledger.early.len() <= usize::from(LOCKSTEP_SEATS));
        assert!(ledger.early.iter().all(|(_, kept)| kept.len() <= CHECKPOINTS_KEPT));
    }

    #[test]
    fn what_somebody_said_ahead_before_they_were_cut_off_is_not_compared() {
        let mut ledger = CheckpointLedger::default();
        ledger.theirs(ANN, Frame(29), GOOD);
        ledger.theirs(BEN, Frame(29), BAD);
        ledger.forget_early(BEN);
        let verdicts: Vec<_> = ledger.ours(Frame(29), GOOD, [ANN].into()).collect();
        assert_eq!(verdicts, [Verdict::Confirmed(Frame(29), GOOD)]);
    }

    #[test]
    fn what_is_too_old_has_no_verdict() {
        let mut ledger = CheckpointLedger::default();
        for frame in 0..=CHECKPOINTS_KEPT as u32 {
            ledger.ours(Frame(frame), GOOD, [ANN].into()).for_each(drop);
        }
        assert_eq!(ledger.theirs(ANN, Frame(0), BAD), None);
    }
}
