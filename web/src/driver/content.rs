//! What is played on: the pack of the build, one of the player's own, or the last room's.

use crate::shell::storage::{self, Store, key};
use crate::store::PackShown;
use games::pack::{Pack, PackFault};
use std::rc::Rc;
use std::sync::Arc;

/// See the module.
pub(super) struct Content {
    /// What practice and new rooms are played on.
    own: Arc<Pack>,
    /// What came from a room, while there is somebody to keep it.
    met: Option<Arc<Pack>>,
    faults: Rc<Vec<PackFault>>,
    /// What was read last, good or bad: the same is not read again.
    read: String,
}

impl Content {
    /// As this tab has left it.
    pub(super) fn new() -> Self {
        let own = stored(key::PACK).unwrap_or_else(Pack::built_in);
        Self { own, met: None, faults: Rc::default(), read: String::new() }
    }

    pub(super) fn own(&self) -> &Arc<Pack> {
        &self.own
    }

    /// What the room was played on that this tab comes back into.
    pub(super) fn of_room(&self) -> Arc<Pack> {
        stored(key::ROOM_PACK).unwrap_or_else(|| self.own.clone())
    }

    /// Reads a pack of the player's own; whether it is played on now. One with faults changes
    /// nothing but what is said of it.
    pub(super) fn read(&mut self, text: String) -> bool {
        if self.read == text {
            return false;
        }
        let read = Pack::parse(&text);
        self.read = text;
        match read {
            Ok(pack) => self.play(Arc::new(pack)),
            Err(faults) => {
                self.faults = Rc::new(faults);
                return false;
            }
        }
        true
    }

    /// Back to what the build brings along.
    pub(super) fn play_built_in(&mut self) {
        self.read.clear();
        self.play(Pack::built_in());
    }

    /// Keeps the last room's.
    pub(super) fn keep(&mut self) {
        if let Some(met) = self.met.take() {
            self.play(met);
        }
    }

    fn play(&mut self, pack: Arc<Pack>) {
        if pack.is_built_in() {
            storage::forget(Store::Tab, key::PACK);
        } else {
            // Where nothing can be stored it is forgotten with the page.
            storage::save(Store::Tab, key::PACK, pack.text());
        }
        self.own = pack;
        self.met = None;
        self.faults = Rc::default();
    }

    /// A room is played on this; whether that is news.
    pub(super) fn meet(&mut self, pack: &Arc<Pack>) -> bool {
        let known = [Some(&self.own), self.met.as_ref()];
        if known.into_iter().flatten().any(|known| known.sha256 == pack.sha256) {
            return false;
        }
        storage::save(Store::Tab, key::ROOM_PACK, pack.text());
        self.met = Some(pack.clone());
        true
    }

    pub(super) fn shown(&self) -> PackShown {
        let own = &self.own;
        PackShown {
            name: (!own.is_built_in()).then(|| own.name.clone()),
            sha256: own.sha256,
            counts: [own.tracks.len(), own.holes.len(), own.arenas.len()],
            met: self.met.as_ref().map(|met| met.name.clone()),
            faults: self.faults.clone(),
        }
    }
}

/// A pack that this tab was played on before.
fn stored(key: &str) -> Option<Arc<Pack>> {
    let pack = Pack::parse(&storage::load(Store::Tab, key)?).ok()?;
    Some(Arc::new(pack))
}
