//! How to play, with the keys as they are on this keyboard.

use super::dialog::Dialog;
use super::stage::Stage;
use crate::input::Action;
use yew::prelude::*;

pub(super) fn help(stage: &Stage) -> Html {
    html! {
        <Dialog title="How to race">
            <ol class="stack tight">
                <li>{ "Three laps through every arch, in order. Miss one and an arrow shows the way back." }</li>
                <li>{ "Hold drift while you steer: blue sparks, then orange stars. Let go for a boost." }</li>
                <li>{ "Press accelerate just before the lights go out, not before: that is a flying start." }</li>
            </ol>
            { keys(stage) }
            <p class="soft small">{ "On a touch screen the left thumb steers and the right one drifts and brakes. Gamepads work too: stick, triggers, and a shoulder button to drift." }</p>
        </Dialog>
    }
}

/// What each key does.
pub(super) fn keys(stage: &Stage) -> Html {
    html! {
        <dl class="keys stack tight" data-testid="keys">
            { for Action::ALL.into_iter().map(|action| html! {
                <div class="row">
                    <dt class="grow">{ action.label() }</dt>
                    <dd class="row">
                        { for stage.settings.keys.codes(action).iter().map(|code| html! { <kbd>{ stage.labels.of(code) }</kbd> }) }
                    </dd>
                </div>
            }) }
            <div class="row"><dt class="grow">{ "Emotes" }</dt><dd><kbd>{ "1" }</kbd>{ " – " }<kbd>{ "5" }</kbd></dd></div>
            <div class="row"><dt class="grow">{ "Chat" }</dt><dd><kbd>{ "Enter" }</kbd></dd></div>
            <div class="row"><dt class="grow">{ "Menu" }</dt><dd><kbd>{ "Esc" }</kbd></dd></div>
        </dl>
    }
}
