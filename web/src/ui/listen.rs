//! What is heard from the window: keys, focus, visibility, gestures, the way back.

use super::stage::Stage;
use super::{panel, replay, watch};
use crate::shell::page;
use crate::store::{Msg, Overlay, Screen};
use gloo_events::{EventListener, EventListenerOptions};
use party::Ask;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, Event, KeyboardEvent, PointerEvent};
use yew::prelude::*;

/// The stage as it is now, for listeners that live as long as the page.
type Now = Rc<RefCell<Stage>>;

/// Attaches everything once; the listeners read the newest stage.
#[hook]
pub(super) fn use_listeners(stage: &Stage) {
    let now: Now = (*use_memo((), |()| Rc::new(RefCell::new(stage.clone())))).clone();
    *now.borrow_mut() = stage.clone();
    use_effect_with((), move |()| {
        let listeners = [keys(&now), visibility(&now), gestures(&now), going(&now)];
        move || drop(listeners)
    });
    let in_game = stage.screen == Screen::Play;
    use_effect_with(in_game, |in_game| {
        if *in_game {
            // Something for the back button to take away, so that it can be asked about.
            if let Ok(history) = page::window().history() {
                let _ = history.push_state_with_url(&JsValue::from_str("game"), "", None);
            }
        }
    });
}

fn current(now: &Now) -> Stage {
    now.borrow().clone()
}

fn keys(now: &Now) -> Vec<EventListener> {
    let window = page::window();
    let (down, up, blur) = (now.clone(), now.clone(), now.clone());
    let stoppable = EventListenerOptions::enable_prevent_default();
    vec![
        EventListener::new_with_options(&window, "keydown", stoppable, move |event| {
            if let Some(event) = event.dyn_ref::<KeyboardEvent>() {
                key_down(&current(&down), event);
            }
        }),
        EventListener::new(&window, "keyup", move |event| {
            if let Some(event) = event.dyn_ref::<KeyboardEvent>() {
                let stage = current(&up);
                stage.driver.key_up(&event.code());
                if stage.card_open && is_card(&event.code()) {
                    stage.tell(Msg::CardOpen(false));
                }
            }
        }),
        EventListener::new(&window, "blur", move |_| {
            let stage = current(&blur);
            stage.driver.release();
            if stage.card_open {
                stage.tell(Msg::CardOpen(false));
            }
        }),
    ]
}

/// Whose key is it: a field's, a button's, the game's, the page's?
fn key_down(stage: &Stage, event: &KeyboardEvent) {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let chord = event.ctrl_key() || event.alt_key() || event.meta_key();
    if chord || stage.overlay.is_some() || target.as_ref().is_some_and(page::takes_text) {
        return;
    }
    let code = event.code();
    let in_room = matches!(stage.screen, Screen::Room | Screen::Play | Screen::Results);
    if in_room && code == "Backquote" {
        if !event.repeat() {
            panel::toggle(stage);
        }
        return;
    }
    if let (true, Some(place)) = (in_room, emote_of(&code)) {
        if !event.repeat() {
            stage.ask(Ask::Emote(place));
        }
        return;
    }
    if stage.screen != Screen::Play {
        return;
    }
    // A button with the focus keeps the keys that press it.
    let at_game = target
        .is_none_or(|target| matches!(target.tag_name().as_str(), "CANVAS" | "BODY" | "MAIN"));
    let view = stage.view.as_deref();
    if let Some(wish) =
        view.filter(|_| at_game).and_then(|view| replay::key(&code, view.replay.as_ref()?))
    {
        event.prevent_default();
        stage.ask(Ask::Replay(wish));
        return;
    }
    if let Some(ask) =
        stage.watching.as_ref().filter(|_| at_game).and_then(|now| watch::key(&code, now))
    {
        event.prevent_default();
        stage.driver.look(ask);
        return;
    }
    match code.as_str() {
        "KeyT" if at_game && view.is_some_and(|view| !view.open_seats.is_empty()) => {
            stage.ask(Ask::TakeSeat(None));
        }
        _ if at_game && stage.card.is_some() && is_card(&code) && !event.shift_key() => {
            event.prevent_default();
            if !event.repeat() {
                stage.tell(Msg::CardOpen(true));
            }
        }
        // An aim is taken back before anything else.
        "Escape" if stage.driver.cancel_aim() => event.prevent_default(),
        "Escape" => {
            // Else the same key would close the menu that it opens.
            event.prevent_default();
            stage.tell(Msg::Overlay(Some(Overlay::Menu)));
        }
        "Enter" if at_game && view.is_some_and(|view| !view.practice) => {
            event.prevent_default();
            stage.tell(Msg::Talk(true));
        }
        _ if at_game && stage.is_driving() && stage.driver.key_down(&code) => {
            event.prevent_default()
        }
        _ => {}
    }
}

/// The keys that hold the card of a round open. Shift and Tab leave the game as ever.
fn is_card(code: &str) -> bool {
    code == "Tab" || code == "KeyC"
}

fn emote_of(code: &str) -> Option<u8> {
    let digit = code.strip_prefix("Digit").or_else(|| code.strip_prefix("Numpad"))?;
    digit.parse::<u8>().ok().filter(|digit| (1..=5).contains(digit)).map(|digit| digit - 1)
}

fn visibility(now: &Now) -> Vec<EventListener> {
    let now = now.clone();
    vec![EventListener::new(&page::document(), "visibilitychange", move |_| {
        current(&now).driver.set_hidden(page::hidden());
    })]
}

/// The first gesture unlocks the sound; thumbs and keys show their own controls.
fn gestures(now: &Now) -> Vec<EventListener> {
    let document = page::document();
    let hear = |name: &'static str| {
        let now = now.clone();
        EventListener::new(&document, name, move |event: &Event| {
            let stage = current(&now);
            if !stage.sound_unlocked && stage.driver.unlock_sound() {
                stage.tell(Msg::SoundUnlocked);
            }
            let thumb = match event.dyn_ref::<PointerEvent>() {
                Some(pointer) => pointer.pointer_type() == "touch",
                None => false,
            };
            if thumb != stage.touching && (thumb || event.type_() == "keydown") {
                stage.tell(Msg::Touching(thumb));
            }
        })
    };
    vec![hear("pointerdown"), hear("keydown")]
}

/// Closing the tab or going back in the middle of a game is asked about first.
fn going(now: &Now) -> Vec<EventListener> {
    let window = page::window();
    let (unload, back) = (now.clone(), now.clone());
    let stoppable = EventListenerOptions::enable_prevent_default();
    vec![
        EventListener::new_with_options(&window, "beforeunload", stoppable, move |event| {
            let stage = current(&unload);
            let alone = stage.view.as_ref().is_none_or(|view| view.practice);
            if stage.screen == Screen::Play && !alone && stage.overlay.is_none() {
                event.prevent_default();
            }
        }),
        EventListener::new(&window, "popstate", move |_| {
            let stage = current(&back);
            match stage.screen {
                Screen::Play => {
                    if let Ok(history) = page::window().history() {
                        let _ = history.push_state_with_url(&JsValue::from_str("game"), "", None);
                    }
                    stage.tell(Msg::Overlay(Some(Overlay::Menu)));
                }
                Screen::Home => {}
                _ if stage.overlay.is_some() => stage.tell(Msg::Overlay(None)),
                _ => {}
            }
        }),
    ]
}
