//! Who gives the running state to whom.

use super::RoomConfig;
use super::member::Member;
use super::play::Play;
use super::presence::Missing;
use super::roster::Roster;
use super::watch::Watch;
use crate::ids::PlayerId;
use crate::limits::TRANSFER_CARRIED_BYTES;
use crate::time::Instant;
use alloc::vec::Vec;
use core::time::Duration;

/// How often a state is asked for before the asker is told that there is none.
const TRIES: u32 = 3;

/// How often a donor may begin for one asker: anew if the state has become too old, and once more.
const BEGINS: u32 = 3;

/// Somebody who needs the state.
#[derive(Debug)]
struct Request {
    asker: PlayerId,
    donor: Option<PlayerId>,
    /// The transfer that the donor has begun.
    transfer: Option<u32>,
    /// How many the donor has begun.
    begun: u32,
    /// Bytes that have passed of it.
    carried_bytes: usize,
    /// The relay holds the whole of it.
    is_kept: bool,
    /// Donors that failed.
    failed: Vec<PlayerId>,
    tries: u32,
    /// When the donor has been quiet for too long; without a donor, until when the asker may say
    /// that it has kept the state itself.
    deadline: Option<Instant>,
    /// When the whole state must have come.
    over_at: Option<Instant>,
}

/// What has passed of a transfer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// The beginning of this one.
    Begin(u32),
    /// Some bytes.
    Chunk,
    /// The relay has it all, for an asker who may have it from this moment on: the donor is done.
    KeptUntil(Instant),
}

/// What to do about a request.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Errand {
    /// Ask this donor.
    Ask {
        /// Who is asked.
        donor: PlayerId,
        /// For whom.
        asker: PlayerId,
    },
    /// Tell the asker that what the donor began will not end.
    Abort {
        /// Who is told.
        asker: PlayerId,
        /// Who began it.
        donor: PlayerId,
        /// Which transfer.
        transfer: u32,
    },
    /// Nobody can give the asker the state.
    Dry {
        /// Who asked in vain.
        asker: PlayerId,
        /// Whether somebody holds the state at all.
        state_exists: bool,
    },
}

/// The open requests, at most one a member.
#[derive(Debug, Default)]
pub(super) struct Donors {
    requests: Vec<Request>,
    /// Who asked in vain and is still here, without the state.
    empty_handed: Vec<PlayerId>,
}

impl Donors {
    /// The member needs the state; [`settle`](Self::settle) finds somebody.
    pub(super) fn request(&mut self, asker: PlayerId, config: &RoomConfig, now: Instant) {
        self.forget(asker);
        self.requests.push(Request {
            asker,
            donor: None,
            transfer: None,
            begun: 0,
            carried_bytes: 0,
            is_kept: false,
            failed: Vec::new(),
            tries: 0,
            deadline: Some(now + Duration::from_millis(config.donor_ms)),
            over_at: None,
        });
    }

    /// The member needs nothing any more.
    pub(super) fn forget(&mut self, asker: PlayerId) {
        self.requests.retain(|request| request.asker != asker);
        self.empty_handed.retain(|player| *player != asker);
    }

    /// Whether anybody could give a newcomer the state, now or once it is loaded, or they are back.
    pub(super) fn could_serve(&self, roster: &Roster, play: &Play, watch: &Watch) -> bool {
        let is_asking = |player| self.requests.iter().any(|request| request.asker == player);
        let is_no_use = |player| {
            is_asking(player) || watch.delays(player) || self.empty_handed.contains(&player)
        };
        let may_return = |player| roster.get(player).is_some() && !watch.delays(player);
        roster.connected().any(|member| !is_no_use(member.id)) || play.holders().any(may_return)
    }

    /// A part of a transfer passed from `from` to `to`.
    pub(super) fn progress(
        &mut self,
        from: PlayerId,
        to: PlayerId,
        part: Part,
        config: &RoomConfig,
        now: Instant,
    ) {
        let served = |request: &&mut Request| request.asker == to && request.donor == Some(from);
        if let Some(request) = self.requests.iter_mut().find(served) {
            let quiet = now + Duration::from_millis(config.donor_ms);
            let deadline = request.over_at.map_or(quiet, |over| over.min(quiet));
            request.deadline = Some(match part {
                Part::Begin(transfer) => {
                    (request.transfer, request.is_kept) = (Some(transfer), false);
                    deadline
                }
                Part::Chunk => deadline,
                Part::KeptUntil(date) => {
                    request.is_kept = true;
                    date + Duration::from_millis(config.donor_total_ms)
                }
            });
        }
    }

    /// Whether the state that `donor` sends to `asker` was asked for: nobody else may slip
    /// somebody a state.
    pub(super) fn serves(&self, donor: PlayerId, asker: PlayerId) -> bool {
        let asked = |request: &Request| request.asker == asker && request.donor == Some(donor);
        self.requests.iter().any(asked)
    }

    /// Whether the donor may begin this transfer. Said again it is nothing new, and everything that
    /// follows from a beginning would follow again.
    pub(super) fn may_begin(&mut self, donor: PlayerId, asker: PlayerId, transfer: u32) -> bool {
        let served = |it: &&mut Request| it.asker == asker && it.donor == Some(donor);
        self.requests.iter_mut().find(served).is_some_and(|request| {
            let may = request.transfer != Some(transfer) && request.begun < BEGINS;
            request.begun += u32::from(may);
            may
        })
    }

    /// Whether so much more of a state may still pass from `donor` to `asker`.
    pub(super) fn can_carry(&mut self, donor: PlayerId, asker: PlayerId, bytes: usize) -> bool {
        let served = |it: &&mut Request| it.asker == asker && it.donor == Some(donor);
        self.requests.iter_mut().find(served).is_some_and(|request| {
            request.carried_bytes += bytes;
            request.carried_bytes <= TRANSFER_CARRIED_BYTES
        })
    }

    /// One of the two gave a transfer up.
    pub(super) fn abort(&mut self, one: PlayerId, other: PlayerId) {
        for request in &mut self.requests {
            let pair = (request.asker, request.donor);
            if pair == (one, Some(other)) || pair == (other, Some(one)) {
                // Both know already.
                request.transfer = None;
                request.fail();
            }
        }
    }

    /// Replaces donors who left or are too slow, and finds one for whoever has none.
    pub(super) fn settle(
        &mut self,
        roster: &Roster,
        play: &Play,
        watch: &Watch,
        config: &RoomConfig,
        now: Instant,
    ) -> Vec<Errand> {
        let mut errands = Vec::new();
        for request in &mut self.requests {
            let is_late = request.deadline.is_some_and(|deadline| deadline <= now);
            let Some(donor) = request.donor else {
                request.deadline = request.deadline.filter(|_| !is_late);
                continue;
            };
            let can_give = |member| can_give(member, play, watch);
            let is_able = request.is_kept
                || donor == request.asker
                || roster.get(donor).is_some_and(can_give);
            if !is_able || is_late {
                if let Some(transfer) = request.transfer.take() {
                    errands.push(Errand::Abort { asker: request.asker, donor, transfer });
                }
                request.fail();
            }
        }
        let askers = self.requests.iter().map(|request| request.asker);
        let askers: Vec<PlayerId> = askers.chain(self.empty_handed.iter().copied()).collect();
        let without = |player| {
            let failed = |it: &Request| it.asker == player && it.failed.contains(&player);
            self.requests.iter().any(failed)
        };
        let kept = |player: &PlayerId| {
            roster.get(*player).is_some() && !watch.delays(*player) && !without(*player)
        };
        let keepers: Vec<PlayerId> = play.holders().filter(kept).collect();
        self.requests.retain_mut(|request| {
            if request.donor.is_some() {
                return true;
            }
            let errand = request.next(roster, play, watch, &askers, &keepers);
            if let Some(Errand::Ask { donor, .. }) = errand {
                request.donor = Some(donor);
                request.deadline = Some(now + Duration::from_millis(config.donor_ms));
                request.over_at = Some(now + Duration::from_millis(config.donor_total_ms));
            }
            let is_over = matches!(errand, Some(Errand::Dry { .. }));
            if is_over {
                self.empty_handed.push(request.asker);
            }
            errands.extend(errand);
            !is_over
        });
        errands
    }

    pub(super) fn next_timeout(&self) -> Option<Instant> {
        self.requests.iter().filter_map(|request| request.deadline).min()
    }
}

impl Request {
    fn fail(&mut self) {
        (self.is_kept, self.carried_bytes, self.begun) = (false, 0, 0);
        self.failed.extend(self.donor.take());
        self.tries += 1;
        self.deadline = None;
    }

    /// The best donor: drivers before watchers, whoever looks at the page before hidden ones,
    /// whoever has not failed before whoever has. `None` while somebody may yet become one: a
    /// member who is here without the state yet, or one who held it and is on the way.
    ///
    /// Where nobody holds it, whoever lost the link last is asked for their own: a page may have
    /// kept it. For a while they are waited for, then it is the next one's turn.
    fn next(
        &self,
        roster: &Roster,
        play: &Play,
        watch: &Watch,
        askers: &[PlayerId],
        keepers: &[PlayerId],
    ) -> Option<Errand> {
        let is_no_use = |player| askers.contains(&player) || watch.delays(player);
        let others = || roster.connected().filter(|member| !is_no_use(member.id));
        let best = others().filter(|member| can_give(member, play, watch)).min_by_key(|member| {
            (
                self.failed.contains(&member.id),
                member.attendance.missing().is_some(),
                member.seat.is_none(),
                member.seat,
            )
        });
        let asker = self.asker;
        let is_here = |player| roster.get(player).is_some_and(Member::is_connected);
        let here = keepers.iter().find(|player| is_here(**player));
        let is_watcher = roster.get(asker).is_some_and(|member| member.seat.is_none());
        match best {
            Some(donor) if self.tries < TRIES || !self.failed.contains(&donor.id) => {
                Some(Errand::Ask { donor: donor.id, asker })
            }
            None if others().next().is_some() && self.tries < TRIES => None,
            None if keepers.first() == Some(&asker) => Some(Errand::Ask { donor: asker, asker }),
            None if self.deadline.is_some() => None,
            None if here == Some(&asker) => Some(Errand::Ask { donor: asker, asker }),
            None if here.is_some() || (is_watcher && !keepers.is_empty()) => None,
            best => Some(Errand::Dry { asker, state_exists: best.is_some() }),
        }
    }
}

/// Whether the member holds the present state and answers. A hidden page still does, if slowly.
fn can_give(member: &Member, play: &Play, watch: &Watch) -> bool {
    let answers = matches!(member.attendance.missing(), None | Some(Missing::Hidden));
    member.is_connected() && play.has_loaded(member.id) && answers && !watch.delays(member.id)
}
