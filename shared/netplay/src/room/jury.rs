//! Whose state is right: checkpoints are kept back until most drivers agree on one.
//!
//! ```text
//! checkpoint ─► case of its frame: votes ─► more than half of those who are asked: the majority
//!                  agreed  ─► told to everybody         others ─► told to nobody, and named
//!                  all have spoken and none has it ─► told to everybody: let them see for themselves
//! ```
//!
//! So one driver with a wrong state, or a forged digest, is nobody else's trouble.

use crate::ids::{Frame, PlayerId, StateHash};
use crate::limits::{CASES_KEPT, OPEN_VOTES};
use crate::wire::Checkpoint;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// The checkpoints of one session.
#[derive(Debug, Default)]
pub(crate) struct Jury {
    cases: BTreeMap<Frame, Case>,
}

#[derive(Debug, Default)]
struct Case {
    votes: Vec<(PlayerId, StateHash)>,
    ruling: Option<StateHash>,
}

/// What a checkpoint comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ruling {
    /// Everybody may know it.
    Tell(Checkpoint),
    /// These players' digest is not the one that most drivers have.
    Minority {
        /// After which frame.
        frame: Frame,
        /// What most have.
        majority: StateHash,
        /// Who has another.
        players: Vec<PlayerId>,
    },
    /// They differ, and none has a majority.
    Tie(Frame),
}

impl Jury {
    /// A driver's digest, where the digests of all of `asked` are wanted. A second one of the same
    /// frame counts for nothing.
    pub(crate) fn hear(&mut self, vote: &Checkpoint, asked: &[PlayerId]) -> Vec<Ruling> {
        let Checkpoint { player, frame, hash } = *vote;
        let case = self.cases.entry(frame).or_default();
        if case.has_spoken(player) {
            return Vec::new();
        }
        case.votes.push((player, hash));
        if let Some(majority) = case.ruling {
            return [ruling(vote, majority)].into();
        }
        self.forget_oldest_of(player);
        let mut rulings = Vec::new();
        // Who is asked may have changed since the other open cases were heard.
        for (frame, case) in self.cases.iter_mut().filter(|(_, case)| case.ruling.is_none()) {
            case.decide(*frame, asked, &mut rulings);
        }
        self.cases.retain(|_, case| !case.is_tied(asked));
        self.forget_decided();
        rulings
    }

    /// The player is not asked any more: what they said in open cases counts for nothing.
    pub(crate) fn dismiss(&mut self, player: PlayerId) {
        for case in self.cases.values_mut().filter(|case| case.ruling.is_none()) {
            case.votes.retain(|(voter, _)| *voter != player);
        }
        self.cases.retain(|_, case| !case.votes.is_empty());
    }

    /// Nobody keeps more cases open than an honest driver who is far ahead.
    fn forget_oldest_of(&mut self, player: PlayerId) {
        let theirs = |case: &Case| case.ruling.is_none() && case.has_spoken(player);
        let mut open = self.cases.iter().filter(|(_, case)| theirs(case)).map(|(frame, _)| *frame);
        let Some(oldest) = open.next().filter(|_| open.count() >= OPEN_VOTES) else { return };
        if let Some(case) = self.cases.get_mut(&oldest) {
            case.votes.retain(|(voter, _)| *voter != player);
            if case.votes.is_empty() {
                self.cases.remove(&oldest);
            }
        }
    }

    /// Late votes are compared with what was decided, for a while.
    fn forget_decided(&mut self) {
        let decided = |(frame, case): (&Frame, &Case)| case.ruling.map(|_| *frame);
        while self.cases.iter().filter_map(decided).count() > CASES_KEPT {
            let Some(oldest) = self.cases.iter().find_map(decided) else { break };
            self.cases.remove(&oldest);
        }
    }
}

impl Case {
    fn has_spoken(&self, player: PlayerId) -> bool {
        self.votes.iter().any(|(voter, _)| *voter == player)
    }

    fn count(&self, hash: StateHash) -> usize {
        self.votes.iter().filter(|(_, vote)| *vote == hash).count()
    }

    fn silent(&self, asked: &[PlayerId]) -> usize {
        asked.iter().filter(|player| !self.has_spoken(**player)).count()
    }

    fn is_tied(&self, asked: &[PlayerId]) -> bool {
        self.ruling.is_none() && self.silent(asked) == 0
    }

    fn decide(&mut self, frame: Frame, asked: &[PlayerId], rulings: &mut Vec<Ruling>) {
        let all = self.votes.len() + self.silent(asked);
        let best = self.votes.iter().map(|(_, hash)| *hash).max_by_key(|hash| self.count(*hash));
        let votes = self
            .votes
            .iter()
            .map(|(player, hash)| (Checkpoint { player: *player, frame, hash: *hash }, *hash));
        match best.filter(|hash| self.count(*hash) * 2 > all) {
            Some(majority) => {
                let agreed = votes.clone().filter(|(_, hash)| *hash == majority);
                rulings.extend(agreed.map(|(vote, _)| Ruling::Tell(vote)));
                let others = votes.filter(|(_, hash)| *hash != majority);
                let players: Vec<PlayerId> = others.map(|(vote, _)| vote.player).collect();
                if !players.is_empty() {
                    rulings.push(Ruling::Minority { frame, majority, players });
                }
                self.ruling = Some(majority);
            }
            None if self.is_tied(asked) => {
                rulings.extend(votes.map(|(vote, _)| Ruling::Tell(vote)));
                rulings.push(Ruling::Tie(frame));
            }
            None => {}
        }
    }
}

fn ruling(vote: &Checkpoint, majority: StateHash) -> Ruling {
    if vote.hash == majority {
        Ruling::Tell(vote.clone())
    } else {
        Ruling::Minority { frame: vote.frame, majority, players: [vote.player].into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [PlayerId; 3] = [PlayerId(1), PlayerId(2), PlayerId(3)];
    const GOOD: u64 = 1;
    const BAD: u64 = 2;

    fn vote(player: u32, frame: u32, hash: u64) -> Checkpoint {
        Checkpoint { player: PlayerId(player), frame: Frame(frame), hash: StateHash(hash) }
    }

    fn minority(frame: u32, player: u32) -> Ruling {
        let players = [PlayerId(player)].into();
        Ruling::Minority { frame: Frame(frame), majority: StateHash(GOOD), players }
    }

    #[test]
    fn nothing_is_told_until_most_agree() {
        let mut jury = Jury::default();
        assert_eq!(jury.hear(&vote(3, 29, BAD), &ALL), []);
        assert_eq!(jury.hear(&vote(1, 29, GOOD), &ALL), []);
        let told = [vote(1, 29, GOOD), vote(2, 29, GOOD)].map(Ruling::Tell);
        let [first, second] = told;
        assert_eq!(jury.hear(&vote(2, 29, GOOD), &ALL), [first, second, minority(29, 3)]);
    }

    #[test]
    fn who_speaks_late_is_held_to_what_was_decided() {
        let mut jury = Jury::default();
        jury.hear(&vote(1, 29, GOOD), &ALL);
        jury.hear(&vote(2, 29, GOOD), &ALL);
        assert_eq!(jury.hear(&vote(3, 29, BAD), &ALL), [minority(29, 3)]);
        assert_eq!(jury.hear(&vote(3, 29, GOOD), &ALL), [], "and speaks once");
    }

    #[test]
    fn one_against_one_names_nobody() {
        let mut jury = Jury::default();
        assert_eq!(jury.hear(&vote(1, 29, GOOD), &ALL[..2]), []);
        let told = [vote(1, 29, GOOD), vote(2, 29, BAD)].map(Ruling::Tell);
        let [first, second] = told;
        let rulings = jury.hear(&vote(2, 29, BAD), &ALL[..2]);
        assert_eq!(rulings, [first, second, Ruling::Tie(Frame(29))]);
    }

    #[test]
    fn who_is_gone_is_not_waited_for() {
        let mut jury = Jury::default();
        jury.hear(&vote(1, 29, GOOD), &ALL);
        let rulings = jury.hear(&vote(1, 59, GOOD), &ALL[..1]);
        assert_eq!(rulings, [vote(1, 29, GOOD), vote(1, 59, GOOD)].map(Ruling::Tell));
    }

    #[test]
    fn whoever_votes_on_everything_displaces_nobody() {
        let mut jury = Jury::default();
        jury.hear(&vote(1, 29, GOOD), &ALL);
        for frame in 0..10_000 {
            jury.hear(&vote(3, 2 * frame, BAD), &ALL);
        }
        assert!(jury.cases.len() <= OPEN_VOTES + 2);
        assert!(jury.hear(&vote(2, 29, GOOD), &ALL).contains(&Ruling::Tell(vote(1, 29, GOOD))));
    }

    #[test]
    fn what_was_decided_is_not_kept_for_ever() {
        let mut jury = Jury::default();
        for frame in 0..1_000 {
            ALL.iter().for_each(|player| {
                jury.hear(&vote(player.0, frame, GOOD), &ALL);
            });
        }
        assert!(jury.cases.len() <= CASES_KEPT);
    }
}
