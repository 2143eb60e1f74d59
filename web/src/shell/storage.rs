//! The browser's storage, which may be blocked, full or hold anything: then there are defaults.

use web_sys::{Storage, Window};

/// Remembered by this browser.
pub mod key {
    /// Name and colour.
    pub const PROFILE: &str = "partyline.profile";
    /// Everything on the settings card.
    pub const SETTINGS: &str = "partyline.settings";
    /// The relay that was typed last.
    pub const RELAY: &str = "partyline.relay";
    /// The games whose cards were shown.
    pub const KNOWN: &str = "partyline.known";
    /// The best times, one a track.
    pub const BESTS: &str = "partyline.bests";
    /// How the best laps were driven, one a road.
    pub const GHOSTS: &str = "partyline.ghosts";
    /// Remembered by this tab alone: a content pack of the player's own.
    pub const PACK: &str = "partyline.pack";
    /// The pack of the room that the tab comes back into.
    pub const ROOM_PACK: &str = "partyline.room-pack";
    /// What brings it back into its room.
    pub const TICKET: &str = "partyline.ticket";
}

/// Which of the two stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Store {
    /// As long as the browser remembers.
    Browser,
    /// As long as the tab lives.
    Tab,
}

/// What is stored under `key`, if anything is and may be read.
#[must_use]
pub fn load(store: Store, key: &str) -> Option<String> {
    open(store)?.get_item(key).ok()?
}

/// Stores `value`; whether that worked.
pub fn save(store: Store, key: &str, value: &str) -> bool {
    open(store).is_some_and(|storage| storage.set_item(key, value).is_ok())
}

/// Forgets what is stored under `key`.
pub fn forget(store: Store, key: &str) {
    if let Some(storage) = open(store) {
        // Storage that refuses to forget held nothing.
        let _ = storage.remove_item(key);
    }
}

fn open(store: Store) -> Option<Storage> {
    let window: Window = web_sys::window()?;
    match store {
        Store::Browser => window.local_storage(),
        Store::Tab => window.session_storage(),
    }
    .ok()?
}
