//! The settings card, the same before, during and after a game.

use super::dialog::Dialog;
use super::stage::{Stage, use_stage};
use crate::input::Action;
use crate::input::keys::{BindError, Bindings};
use crate::settings::{AutoAccelerate, Motion, Settings, Theme};
use crate::store::Msg;
use std::rc::Rc;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

pub(super) fn settings_card(stage: &Stage) -> Html {
    let change = {
        let stage = stage.clone();
        Callback::from(move |settings: Settings| {
            settings.save();
            stage.tell(Msg::Settings(Rc::new(settings)));
        })
    };
    let own = stage.settings.clone();
    let edit = |apply: fn(&mut Settings, &str)| {
        let (own, change) = (own.clone(), change.clone());
        Callback::from(move |value: String| {
            let mut settings = (*own).clone();
            apply(&mut settings, &value);
            change.emit(settings);
        })
    };
    let volume = {
        let edit = edit(|settings, value| settings.volume = value.parse().unwrap_or(0));
        Callback::from(move |event: InputEvent| {
            edit.emit(event.target_unchecked_into::<HtmlInputElement>().value());
        })
    };
    html! {
        <Dialog title="Settings">
            <div class="field">
                <label for="volume">{ "Volume" }</label>
                <input id="volume" type="range" min="0" max="100" step="5" value={own.volume.to_string()} oninput={volume} />
            </div>
            { check("Mute everything", own.muted, edit(|s, v| s.muted = v == "1")) }
            { choice("Theme", own.theme as u8, ["As the system", "Light", "Dark"], edit(|s, v| s.theme = Theme::from_digit(v))) }
            { choice("Motion", own.motion as u8, ["As the system", "Reduced: no shake, no rushing", "Full"], edit(|s, v| s.motion = Motion::from_digit(v))) }
            { choice("Accelerate by itself", own.auto_accelerate as u8, ["On touch screens", "Always", "Never"], edit(|s, v| s.auto_accelerate = AutoAccelerate::from_digit(v))) }
            { check("Smart steering: stays on the road while you do not steer", own.smart_steering, edit(|s, v| s.smart_steering = v == "1")) }
            { check("Ghost: your best lap here drives along", own.ghost, edit(|s, v| s.ghost = v == "1")) }
            { check("Golf: press once for the meter and again to strike, instead of holding", own.two_presses, edit(|s, v| s.two_presses = v == "1")) }
            { check("Left-handed touch: steer with the right thumb", own.left_handed, edit(|s, v| s.left_handed = v == "1")) }
            { check("Streaming: hide the room code", own.streaming, edit(|s, v| s.streaming = v == "1")) }
            <KeyTable onchange={change} />
        </Dialog>
    }
}

fn check(label: &'static str, on: bool, onchange: Callback<String>) -> Html {
    let onchange =
        { Callback::from(move |_: Event| onchange.emit(if on { "0" } else { "1" }.into())) };
    html! {
        <label class="check"><input type="checkbox" checked={on} {onchange} />{ label }</label>
    }
}

fn choice(
    label: &'static str,
    chosen: u8,
    options: [&'static str; 3],
    onchange: Callback<String>,
) -> Html {
    let onchange = {
        Callback::from(move |event: Event| {
            onchange.emit(event.target_unchecked_into::<HtmlSelectElement>().value());
        })
    };
    html! {
        <div class="field">
            <label>
                { label }
                <select {onchange}>
                    { for options.iter().enumerate().map(|(at, option)| html! {
                        <option value={at.to_string()} selected={at == usize::from(chosen)}>{ *option }</option>
                    }) }
                </select>
            </label>
        </div>
    }
}

#[derive(Properties, PartialEq)]
struct KeyTableProps {
    onchange: Callback<Settings>,
}

/// Press a key's button, then the new key.
#[component]
fn KeyTable(props: &KeyTableProps) -> Html {
    let stage = use_stage();
    let waiting = use_state(|| None::<(Action, usize)>);
    let trouble = use_state(String::new);
    let onkeydown = {
        let (stage, waiting, trouble) = (stage.clone(), waiting.clone(), trouble.clone());
        let onchange = props.onchange.clone();
        Callback::from(move |event: KeyboardEvent| {
            let Some((action, place)) = *waiting else {
                return;
            };
            event.prevent_default();
            event.stop_propagation();
            waiting.set(None);
            let code = event.code();
            if code == "Escape" {
                return;
            }
            let mut settings = (*stage.settings).clone();
            match settings.keys.bind(action, place, &code) {
                Ok(()) => {
                    trouble.set(String::new());
                    onchange.emit(settings);
                }
                Err(error) => trouble.set(format!("{}: {}", stage.labels.of(&code), why(error))),
            }
        })
    };
    let reset = {
        let (stage, onchange, trouble) = (stage.clone(), props.onchange.clone(), trouble.clone());
        Callback::from(move |_| {
            trouble.set(String::new());
            onchange.emit(Settings { keys: Bindings::default(), ..(*stage.settings).clone() });
        })
    };
    html! {
        <fieldset class="stack tight" {onkeydown} data-testid="key-table">
            <legend>{ "Keys" }</legend>
            { for Action::ALL.into_iter().map(|action| html! {
                <div class="row" key={action as u8}>
                    <span class="grow">{ action.label() }</span>
                    { for (0..2).map(|place| {
                        let waiting_for = waiting.clone();
                        let press = Callback::from(move |()| waiting_for.set(Some((action, place))));
                        key_button(&stage, action, place, *waiting == Some((action, place)), press)
                    }) }
                </div>
            }) }
            <span class="error" role="status">{ (*trouble).clone() }</span>
            <button type="button" class="button" onclick={reset}>{ "The usual keys" }</button>
        </fieldset>
    }
}

fn why(error: BindError) -> String {
    match error {
        BindError::Reserved => "the page needs this key itself".into(),
        BindError::Taken(action) => format!("already does “{}”", action.label()),
    }
}

fn key_button(
    stage: &Stage,
    action: Action,
    place: usize,
    waiting: bool,
    onpress: Callback<()>,
) -> Html {
    let code = stage.settings.keys.codes(action).get(place);
    let label = match (waiting, code) {
        (true, _) => "Press a key".into(),
        (false, Some(code)) => stage.labels.of(code),
        (false, None) => "–".into(),
    };
    let onclick = { Callback::from(move |_| onpress.emit(())) };
    html! {
        <button
            type="button" class="button" {onclick} aria-pressed={waiting.to_string()}
            aria-label={format!("{}, key {}: {label}", action.label(), place + 1)}
        >{ label.clone() }</button>
    }
}
