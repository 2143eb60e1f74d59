//! Who gives the running state to whom in an arena. As in a room: one donor at a time, ten seconds
//! each, three at most. Where nobody holds the state any more, there is nothing to wait for.

use super::ArenaConfig;
use super::member::Roster;
use crate::ids::PlayerId;
use crate::limits::TRANSFER_CARRIED_BYTES;
use crate::time::Instant;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::time::Duration;

/// Donors that are asked for one member before that member is told that there is none.
const TRIES: usize = 3;
/// Members that one donor serves at once: it plays on meanwhile.
const AT_ONCE: usize = 2;

#[derive(Debug)]
struct Request {
    donor: Option<PlayerId>,
    /// The transfer that the donor has begun.
    transfer: Option<u32>,
    failed: Vec<PlayerId>,
    carried_bytes: usize,
    /// When the donor has been quiet for too long; without a donor, until when one may turn up.
    deadline: Instant,
    over_at: Instant,
}

/// What to do about a request.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Errand {
    Ask {
        donor: PlayerId,
        asker: PlayerId,
    },
    Abort {
        asker: PlayerId,
        donor: PlayerId,
        transfer: u32,
    },
    Dry {
        asker: PlayerId,
    },
    /// The state is gone: nobody has it, and somebody has waited for it long enough.
    Lost,
}

/// The open requests, at most one a member.
#[derive(Debug, Default)]
pub(super) struct Donors {
    requests: BTreeMap<PlayerId, Request>,
}

impl Donors {
    pub(super) fn request(&mut self, asker: PlayerId, config: &ArenaConfig, now: Instant) {
        let patience = now + Duration::from_millis(config.donor_ms);
        let request = Request {
            donor: None,
            transfer: None,
            failed: Vec::new(),
            carried_bytes: 0,
            deadline: patience,
            over_at: patience,
        };
        self.requests.insert(asker, request);
    }

    pub(super) fn forget(&mut self, asker: PlayerId) {
        self.requests.remove(&asker);
    }

    pub(super) fn serves(&self, donor: PlayerId, asker: PlayerId) -> bool {
        self.requests.get(&asker).is_some_and(|request| request.donor == Some(donor))
    }

    /// Whether somebody waits for the state, or is being sent it.
    pub(super) fn owes(&self, asker: PlayerId) -> bool {
        self.requests.contains_key(&asker)
    }

    /// Whether so much more of a state may still pass to `asker`.
    pub(super) fn can_carry(&mut self, asker: PlayerId, bytes: usize) -> bool {
        self.requests.get_mut(&asker).is_some_and(|request| {
            request.carried_bytes = request.carried_bytes.saturating_add(bytes);
            request.carried_bytes <= TRANSFER_CARRIED_BYTES
        })
    }

    /// A part of a transfer passed.
    pub(super) fn progress(
        &mut self,
        asker: PlayerId,
        begun: Option<u32>,
        config: &ArenaConfig,
        now: Instant,
    ) {
        if let Some(request) = self.requests.get_mut(&asker) {
            request.transfer = begun.or(request.transfer);
            let quiet = now + Duration::from_millis(config.donor_ms);
            request.deadline = quiet.min(request.over_at);
        }
    }

    /// One of the two gave the transfer up, and both know.
    pub(super) fn abort(&mut self, asker: PlayerId, now: Instant) {
        if let Some(request) = self.requests.get_mut(&asker) {
            request.transfer = None;
            request.fail(now);
        }
    }

    pub(super) fn next_timeout(&self) -> Option<Instant> {
        self.requests.values().map(|request| request.deadline).min()
    }

    /// Replaces donors who left or are too slow, and finds one for whoever has none.
    pub(super) fn settle(
        &mut self,
        roster: &Roster,
        config: &ArenaConfig,
        now: Instant,
    ) -> Vec<Errand> {
        let mut errands = Vec::new();
        if self.requests.is_empty() {
            return errands;
        }
        for (asker, request) in &mut self.requests {
            let Some(donor) = request.donor else { continue };
            let is_able = roster.get(donor).is_some_and(|member| member.can_give());
            if !is_able || request.deadline <= now {
                if let Some(transfer) = request.transfer.take() {
                    errands.push(Errand::Abort { asker: *asker, donor, transfer });
                }
                request.fail(now);
            }
        }
        let is_held = roster.iter().any(|member| member.can_give());
        let mut is_lost = false;
        let mut serving: BTreeMap<PlayerId, usize> = BTreeMap::new();
        for donor in self.requests.values().filter_map(|request| request.donor) {
            *serving.entry(donor).or_default() += 1;
        }
        self.requests.retain(|asker, request| {
            if request.donor.is_some() {
                return true;
            }
            let busy = |player| serving.get(&player).copied().unwrap_or(0);
            let able = |player: PlayerId| player != *asker && !request.failed.contains(&player);
            let all = roster.iter().filter(|member| member.can_give() && able(member.id));
            let best = all.map(|member| (busy(member.id), member.id)).min();
            match best.filter(|_| request.failed.len() < TRIES) {
                Some((load, donor)) if load < AT_ONCE => {
                    *serving.entry(donor).or_default() += 1;
                    request.donor = Some(donor);
                    request.deadline = now + Duration::from_millis(config.donor_ms);
                    request.over_at = now + Duration::from_millis(config.donor_total_ms);
                    errands.push(Errand::Ask { donor, asker: *asker });
                    true
                }
                // All have their hands full, which ends by itself.
                Some(_) => {
                    request.deadline = request.deadline.max(now + Duration::from_millis(100));
                    true
                }
                None if request.failed.is_empty() && request.deadline > now => true,
                // Its donor has gone just now; whoever has all of the state says so any moment.
                None if !is_held && !request.failed.is_empty() => {
                    request.failed.clear();
                    request.deadline = now + Duration::from_millis(config.donor_ms);
                    true
                }
                None if !is_held => {
                    is_lost = true;
                    false
                }
                None => {
                    errands.push(Errand::Dry { asker: *asker });
                    false
                }
            }
        });
        errands.extend(is_lost.then_some(Errand::Lost));
        errands
    }
}

impl Request {
    fn fail(&mut self, now: Instant) {
        self.failed.extend(self.donor.take());
        self.carried_bytes = 0;
        self.deadline = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_donor_sends_a_state_or_two_and_no_flood() {
        let (asker, config, now) = (PlayerId(1), ArenaConfig::new(2), Instant::ZERO);
        let mut donors = Donors::default();
        assert!(!donors.can_carry(asker, 1), "nothing is owed");
        donors.request(asker, &config, now);
        assert!(donors.can_carry(asker, TRANSFER_CARRIED_BYTES) && !donors.can_carry(asker, 1));
        donors.abort(asker, now);
        assert!(donors.can_carry(asker, 1), "the next donor begins anew");
    }
}
