//! The room plays another content pack: it can be had from those who are in it.

use super::Online;
use crate::game::identity;
use crate::reconnect::Reconnect;
use crate::view::Phase;
use crate::words::{self, Sentence};
use games::pack::{self, Pack};
use netplay::client::{Fetched, PackFetch};
use netplay::time::Instant;
use netplay::wire;
use netplay::wire::PackPart;
use std::sync::Arc;

/// The pack that is lacking.
pub(super) struct Lacking {
    room: wire::Pack,
    /// What is said about it while nothing is done.
    why: Sentence,
    /// The player wants it.
    wanted: bool,
    fetch: Option<PackFetch>,
}

impl Online {
    pub(crate) fn pack(&self) -> &Arc<Pack> {
        &self.pack
    }

    /// The hello was refused for its pack. Who comes back had the room's own before.
    pub(super) fn lacks(&mut self, room: &wire::Pack, why: Sentence, resumes: bool, now: Instant) {
        let wanted = resumes || self.lacking.as_ref().is_some_and(|lacking| lacking.wanted);
        let fetch = wanted.then(|| PackFetch::new(now));
        self.lacking = Some(Lacking { room: room.clone(), why, wanted, fetch });
        self.refusal = None;
    }

    pub(super) fn fetch_pack(&mut self, now: Instant) {
        let Some(lacking) = &mut self.lacking else { return };
        lacking.wanted = true;
        if self.client.has_link() {
            lacking.fetch = Some(PackFetch::new(now));
        } else {
            // It was let go while the player read.
            self.reconnect = Reconnect::new(self.dice.next_u32().into(), now);
        }
    }

    pub(super) fn is_offered_a_pack(&self) -> bool {
        self.lacking.as_ref().is_some_and(|lacking| !lacking.wanted)
    }

    pub(super) fn fetching(&self) -> Option<Phase> {
        let lacking = self.lacking.as_ref()?;
        if !lacking.wanted {
            return Some(Phase::Closed(lacking.why.clone()));
        }
        let (received, total) = match lacking.fetch.as_ref().map(PackFetch::progress) {
            Some(Fetched::Moving { done_bytes, total_bytes }) => (done_bytes, total_bytes),
            _ => (0, 0),
        };
        Some(Phase::Fetching { received, total })
    }

    pub(super) fn pack_part_came(&mut self, part: &PackPart, now: Instant) {
        let Some(Lacking { room, fetch: Some(fetch), .. }) = &mut self.lacking else { return };
        fetch.handle(part, now);
        let Some(bytes) = fetch.bytes() else { return };
        // Nothing of it is looked into before it is known to be what the room plays.
        let text = std::str::from_utf8(bytes).ok();
        let text = text.filter(|text| pack::digest(text) == room.sha256);
        let pack = text.and_then(|text| Pack::parse(text).ok());
        match pack.filter(|pack| identity(pack).pack == *room) {
            Some(pack) => {
                let (named, entry) = (room.clone(), self.client.entry());
                self.pack = Arc::new(pack);
                self.lacking = None;
                self.client.enter_with(named, entry);
            }
            None => fetch.reject(now),
        }
    }

    /// Asks for what is missing, in time.
    pub(super) fn fetch(&mut self, now: Instant) {
        let Some(Lacking { room, why, wanted, fetch }) = &mut self.lacking else { return };
        let Some(fetching) = fetch else { return };
        while let Some(ask) = fetching.poll_ask(now) {
            self.client.ask_pack(ask);
        }
        if fetching.progress() == Fetched::Failed {
            (*why, *wanted, *fetch) = (words::pack_lost(room), false, None);
        }
    }
}
