//! The room's content pack, on its way to somebody who was refused for having another one.
//!
//! They ask for one part at a time and every member can answer, because every member has the
//! pack: the relay keeps no byte of it, only who asked whom and how many answers are due.

use super::Room;
use super::bucket::{Bucket, Rate};
use super::effect::Ignored;
use crate::ids::{ConnId, PlayerId};
use crate::limits::{PACK_FETCHERS, PACK_PARTS_AHEAD, PACK_PARTS_BURST, PACK_PARTS_PER_SECOND};
use crate::time::Instant;
use crate::wire::{PackAsk, PackPart, Refusal};
use alloc::vec::Vec;
use core::time::Duration;

const RATE: Rate =
    Rate::with_burst(PACK_PARTS_PER_SECOND, Duration::from_secs(1), PACK_PARTS_BURST);

/// Who is handed the pack now.
#[derive(Debug, Default)]
pub(super) struct Fetchers {
    now: Vec<Fetcher>,
    parts: Bucket,
    named: u32,
}

#[derive(Debug)]
struct Fetcher {
    conn: ConnId,
    /// What members know them by. They have no place in the room.
    id: PlayerId,
    attempt: u8,
    /// Who is asked in this attempt, and how many parts are due from there.
    donor: PlayerId,
    due: usize,
}

impl Room {
    /// Somebody whom the room has refused for another pack asks for a part of its own one.
    ///
    /// # Errors
    /// When too many ask, or nobody is here to answer.
    pub fn ask_pack(&mut self, conn: ConnId, ask: &PackAsk, now: Instant) -> Result<(), Refusal> {
        let (donor, to) = self.donor_of_pack(ask.attempt).ok_or(Refusal::PackBusy)?;
        let fetchers = &mut self.fetchers;
        let known = fetchers.now.iter().position(|fetcher| fetcher.conn == conn);
        if known.is_none() && fetchers.now.len() >= PACK_FETCHERS {
            return Err(Refusal::PackBusy);
        }
        let at = known.unwrap_or_else(|| {
            fetchers.named = fetchers.named.wrapping_add(1);
            let id = PlayerId(fetchers.named);
            fetchers.now.push(Fetcher { conn, id, attempt: ask.attempt, donor, due: 0 });
            fetchers.now.len() - 1
        });
        let fetcher = &mut fetchers.now[at];
        if (fetcher.attempt, fetcher.donor) != (ask.attempt, donor) {
            (fetcher.attempt, fetcher.donor, fetcher.due) = (ask.attempt, donor, 0);
        }
        // What is too much now is dropped: whoever is patient asks again anyway.
        if fetcher.due < PACK_PARTS_AHEAD && fetchers.parts.take(RATE, now).is_ok() {
            fetcher.due += 1;
            self.effects.tell(to, PackAsk { peer: fetcher.id, ..ask.clone() });
        }
        Ok(())
    }

    /// They are gone, or have come in, or were refused for something else.
    pub fn forget_fetcher(&mut self, conn: ConnId) {
        self.fetchers.now.retain(|fetcher| fetcher.conn != conn);
    }

    /// A member answers. What nobody asked this member for is dropped.
    pub(super) fn hand_over_pack(
        &mut self,
        player: PlayerId,
        part: &PackPart,
    ) -> Result<(), Ignored> {
        let mut fetchers = self.fetchers.now.iter_mut();
        let fetcher = fetchers.find(|fetcher| fetcher.id == part.peer);
        let asked = fetcher.filter(|fetcher| fetcher.donor == player && fetcher.due > 0);
        let fetcher = asked.ok_or(Ignored::Undeliverable)?;
        fetcher.due -= 1;
        self.effects.tell(fetcher.conn, PackPart { peer: player, ..part.clone() });
        Ok(())
    }

    /// The host, or with each attempt another member who is here.
    fn donor_of_pack(&self, attempt: u8) -> Option<(PlayerId, ConnId)> {
        let host = self.election.host();
        let here = || self.roster.connected();
        let hosts = here().filter(|member| member.id == host);
        let others = here().filter(|member| member.id != host);
        let count = here().count().max(1);
        let donor = hosts.chain(others).nth(usize::from(attempt) % count)?;
        Some((donor.id, donor.conn()?))
    }
}
