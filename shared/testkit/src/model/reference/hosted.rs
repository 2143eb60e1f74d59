//! A session that lives on its host: whose seat is whose, and who follows the host.

use super::{Member, Reference};
use crate::model::ops::Told;
use netplay::ids::{PlayerId, Seat};
use netplay::limits;

/// What the relay keeps of such a session.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hosted {
    /// People take turns, and nobody is in a hurry.
    pub(super) turns: bool,
    pub(super) has_deposit: bool,
}

impl Reference {
    /// How long a lost member's place is kept.
    pub(super) fn grace_ms(&self) -> u64 {
        match self.hosted {
            Some(Hosted { turns: true, .. }) => limits::RESUME_GRACE_TURNS_MS,
            _ => limits::RESUME_GRACE_MS,
        }
    }

    fn is_hidden(&self, member: &Member) -> bool {
        member.hidden_at.is_some_and(|at| at + limits::HIDDEN_SEAT_MS <= self.now_ms)
    }

    /// Everybody who sits and is here drives.
    pub(super) fn settle_hands(&mut self, hosted: Hosted) {
        let drives = |seat: usize| {
            let mut members = self.members.iter();
            let member = members.find(|one| one.row.seat == Some(Seat(seat as u16)))?;
            let is_fit = hosted.turns || !self.is_hidden(member);
            (member.row.connected && member.loaded && is_fit).then_some(member.row.player)
        };
        self.session = Some((0..usize::from(self.seats)).map(drives).collect());
    }

    /// Somebody who holds the session follows a host who is away for too long.
    pub(super) fn settle_succession(&mut self, hosted: Hosted) {
        let host = self.members.iter().find(|member| member.row.player == self.host);
        let is_gone = host.is_none();
        if let Some(host) = host
            && host.lost_at.is_none_or(|at| at + limits::AUTHORITY_GRACE_MS > self.now_ms)
        {
            return;
        }
        let others = || {
            let others = self.members.iter().filter(|member| member.row.player != self.host);
            others.filter(|member| member.row.connected)
        };
        let holders = others().filter(|member| member.loaded);
        let heir = holders.min_by_key(|one| (self.is_hidden(one), one.row.seat.is_none()));
        match heir.map(|member| (member.row.player, member.person)) {
            Some((heir, _)) if hosted.turns && !hosted.has_deposit => {
                self.pass_host(heir);
                self.end(heir);
            }
            Some((heir, person)) => {
                self.pass_host(heir);
                self.brief(person);
            }
            None if is_gone => {
                let next = others().next().map(|member| member.row.player);
                if let Some(next) = next {
                    self.pass_host(next);
                }
                self.end(next.unwrap_or(PlayerId(0)));
            }
            None => {}
        }
    }

    /// The host learns from where to go on.
    pub(super) fn brief(&mut self, person: usize) {
        if self.hosted.is_some_and(|hosted| hosted.has_deposit) {
            self.told[person].push(Told::Deposit);
        }
    }
}
