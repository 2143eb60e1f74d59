//! Ways into a room, and out of it.

use super::stage::Stage;
use crate::shell::invite::{self, Arrival};
use crate::shell::storage::{self, Store, key};
use crate::shell::{pack, page};
use crate::store::{Doubt, Msg};
use netplay::code::RoomCode;
use party::{EntryWish, Next, Profile, Sentence, Ticket};

/// What the page does by itself when it opens: back into the room it was in, or into the room
/// of its address.
pub(super) fn begin(stage: &Stage) {
    let location = page::window().location();
    let part = |text: Result<String, _>| text.unwrap_or_default();
    let arrival =
        Arrival::read(&part(location.pathname()), &part(location.search()), &part(location.hash()));
    if let Some(address) = pack::address(&part(location.search())) {
        pack::follow(address, stage.driver.clone());
    }
    page::clean_address();
    let ticket = storage::load(Store::Tab, key::TICKET).and_then(|text| Ticket::parse(&text));
    match (ticket, arrival.code) {
        (Some(ticket), code) if code.is_none_or(|code| code == ticket.code()) => {
            let relay =
                storage::load(Store::Tab, key::RELAY).unwrap_or_else(|| stage.relay.clone());
            stage.tell(Msg::Relay(relay.clone()));
            stage.driver.enter(stage.profile.clone(), EntryWish::Resume(ticket), relay);
        }
        (_, Some(code)) => follow(stage, code, arrival.relay),
        _ => {
            if let Some(wrong) = arrival.bad_code {
                stage.tell(Msg::Trouble(Some(Sentence {
                    title: "That link holds no room.".into(),
                    what: format!(
                        "In it, {wrong}. Ask your friend for it again, or type the code."
                    ),
                    next: Next::EditCode,
                })));
            }
        }
    }
}

fn follow(stage: &Stage, code: RoomCode, relay: Option<String>) {
    let own = invite::own_relay(&page::base());
    let known = storage::load(Store::Browser, key::RELAY);
    match relay {
        Some(relay) if relay != own && Some(&relay) != known.as_ref() => {
            stage.tell(Msg::Doubt(Some(Doubt { code, relay })));
        }
        relay => go_in(stage, code, relay.unwrap_or(own)),
    }
}

/// The relay of a link is one to go through after all.
pub(super) fn trust(stage: &Stage, doubt: &Doubt) {
    stage.tell(Msg::Doubt(None));
    go_in(stage, doubt.code, doubt.relay.clone());
}

fn go_in(stage: &Stage, code: RoomCode, relay: String) {
    stage.tell(Msg::Relay(relay.clone()));
    if stage.named {
        stage.driver.enter(stage.profile.clone(), EntryWish::Join { code, watch: false }, relay);
    } else {
        stage.tell(Msg::Invited(Some(code)));
    }
}

/// Into a room, by a button.
pub(super) fn enter(stage: &Stage, profile: Profile, wish: EntryWish) {
    let own = invite::own_relay(&page::base());
    if stage.relay == own {
        storage::forget(Store::Browser, key::RELAY);
    } else {
        storage::save(Store::Browser, key::RELAY, &stage.relay);
    }
    stage.tell(Msg::Profile(profile.clone()));
    stage.tell(Msg::Invited(None));
    stage.driver.enter(profile, wish, stage.relay.clone());
}

/// Into a game against the machine.
pub(super) fn practise(stage: &Stage) {
    let mut profile = stage.profile.clone();
    if profile.name.trim().is_empty() {
        profile.name = "You".into();
    }
    stage.driver.practise(profile, stage.rules);
}

/// Out of the room, back to the first screen.
pub(super) fn leave(stage: &Stage) {
    stage.driver.leave();
}
