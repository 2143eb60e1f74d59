//! The root: the store, the driver, and what is wired to the window.

use super::closed::{closed, connecting};
use super::help::{self, HowTo};
use super::home::Home;
use super::live::Notices;
use super::panel::panel;
use super::play::Play;
use super::profile::ProfileCard;
use super::results::results;
use super::room::room;
use super::settings::settings_card;
use super::stage::Stage;
use super::{arrive, listen, pack};
use crate::driver::{Beat, Driver};
use crate::input::Action;
use crate::settings::{self, Settings};
use crate::shell::labels::KeyLabels;
use crate::shell::storage::{self, Store as Storage, key};
use crate::shell::{invite, page};
use crate::store::{Msg, Overlay, Screen, Store};
use party::{Phase, RoomView};
use std::rc::Rc;
use yew::prelude::*;

/// The page.
#[component]
pub fn App() -> Html {
    let store = use_reducer(first_store);
    let driver = (*use_memo((), |()| Driver::new(store.settings.clone()))).clone();
    let stage = Stage { store, driver };

    use_begin(&stage);
    use_settings(&stage);
    use_screen(&stage);
    listen::use_listeners(&stage);

    html! {
        <ContextProvider<Stage> context={stage.clone()}>
            { screen(&stage) }
            { panel(&stage) }
            { overlay(&stage) }
            { pack::wrong(&stage) }
            <Notices view={stage.view.clone()} />
        </ContextProvider<Stage>>
    }
}

fn first_store() -> Store {
    let relay = storage::load(Storage::Browser, key::RELAY)
        .and_then(|typed| invite::relay_address(&typed))
        .unwrap_or_else(|| invite::own_relay(&page::base()));
    Store::new(settings::load_profile(), Settings::load(), relay, page::media("(pointer: coarse)"))
}

fn screen(stage: &Stage) -> Html {
    let Some(view) = stage.view.clone() else {
        return html! { <Home /> };
    };
    match stage.screen {
        Screen::Home => html! { <Home /> },
        Screen::Connecting => connecting(stage, &view),
        Screen::Room => room(stage, &view),
        Screen::Play => html! { <Play {view} /> },
        Screen::Results => results(stage, &view),
        Screen::Closed => match &view.phase {
            Phase::Closed(sentence) => closed(stage, &view, sentence),
            _ => html! { <Home /> },
        },
    }
}

fn overlay(stage: &Stage) -> Html {
    match stage.overlay {
        Some(Overlay::Settings) => settings_card(stage),
        Some(Overlay::Help(game)) => html! { <HowTo {game} /> },
        Some(Overlay::Profile) => html! { <ProfileCard /> },
        Some(Overlay::Menu | Overlay::Leaving) | None => html! {},
    }
}

/// Once: the driver tells the store, the heart beats, and the address is followed.
#[hook]
fn use_begin(stage: &Stage) {
    let stage = stage.clone();
    use_effect_with((), move |()| {
        let dispatcher = stage.store.dispatcher();
        stage.driver.tell(Callback::from(move |msg| dispatcher.dispatch(msg)));
        let beat = Beat::start(stage.driver.clone());
        stage.driver.tell_pack();
        arrive::begin(&stage);
        move || drop(beat)
    });
}

/// The settings reach the driver and the styles; the keyboard's labels reach the store.
#[hook]
fn use_settings(stage: &Stage) {
    {
        let driver = stage.driver.clone();
        use_effect_with(stage.settings.clone(), move |settings| {
            driver.configure(settings.clone());
            page::mark_page("data-theme", settings.theme.mark());
            let calm = settings.motion.is_reduced(page::media("(prefers-reduced-motion: reduce)"));
            page::mark_page("data-motion", calm.then_some("reduced"));
        });
    }
    let dispatcher = stage.store.dispatcher();
    use_effect_with(stage.settings.keys.clone(), move |keys| {
        let codes = Action::ALL.iter().flat_map(|&action| keys.codes(action)).cloned().collect();
        wasm_bindgen_futures::spawn_local(async move {
            dispatcher.dispatch(Msg::Labels(KeyLabels::load(codes).await));
        });
    });
}

/// The screen has changed: the focus goes to its heading, the title says where one is, and what
/// is driven is told to the driver.
#[hook]
fn use_screen(stage: &Stage) {
    let first = use_mut_ref(|| true);
    use_effect_with(stage.screen, move |_| {
        if !first.replace(false) {
            page::focus("[data-screen]");
        }
    });
    // Alone, the first game of its kind waits until its card was seen.
    let new = stage.view.as_ref().filter(|view| {
        stage.screen == Screen::Play
            && view.practice
            && view.replay.is_none()
            && !help::is_known(view.game.id())
    });
    let offering = stage.clone();
    use_effect_with(new.map(|view| view.game.id()), move |new| {
        if let Some(game) = *new {
            offering.tell(Msg::Overlay(Some(Overlay::Help(game))));
        }
    });
    use_effect_with(title(stage.screen, stage.view.as_ref()), |title| {
        page::document().set_title(title);
    });
    let driver = stage.driver.clone();
    use_effect_with(stage.is_driving(), move |driving| driver.set_driving(*driving));
}

fn title(screen: Screen, view: Option<&Rc<RoomView>>) -> String {
    let place = match (screen, view) {
        (Screen::Room, Some(view)) if matches!(view.phase, Phase::Countdown { .. }) => "Starting!",
        (Screen::Room, Some(view)) if view.am_host && view.can_start && view.rows.len() > 1 => {
            "● Everybody is ready"
        }
        (Screen::Room, _) => "Room",
        (Screen::Play, Some(view)) if view.replay.is_some() => "Replay",
        (Screen::Play, Some(view)) => view.game.id().name(),
        (Screen::Play, None) => "Game",
        (Screen::Results, _) => "Results",
        (Screen::Connecting, _) => "Going in",
        (Screen::Home | Screen::Closed, _) => return "Partyline".into(),
    };
    format!("{place} · Partyline")
}
