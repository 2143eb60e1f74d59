//! Name and colour.

use super::dialog::Dialog;
use super::seat::{Size, seat_mark};
use super::stage::use_stage;
use crate::seats::spoken;
use crate::settings;
use crate::store::{Msg, Screen};
use party::{Ask, Profile};
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// The two fields, wherever they are asked for.
pub(super) fn profile_fields(
    profile: &Profile,
    onchange: &Callback<Profile>,
    error: Option<&AttrValue>,
) -> Html {
    let on_name = {
        let (profile, onchange) = (profile.clone(), onchange.clone());
        Callback::from(move |event: InputEvent| {
            let name = event.target_unchecked_into::<HtmlInputElement>().value();
            onchange.emit(Profile { name, ..profile.clone() });
        })
    };
    let swatch = |colour: u8| {
        let (profile_now, onchange) = (profile.clone(), onchange.clone());
        let onchange = move |_| onchange.emit(Profile { colour, ..profile_now.clone() });
        html! {
            <label class="swatch" key={colour}>
                <input
                    type="radio" name="colour" aria-label={spoken(colour)}
                    checked={profile.colour == colour} {onchange}
                />
                { seat_mark(colour, None, Size::Full) }
            </label>
        }
    };
    html! {<>
        <div class="field">
            <label for="name">{ "Your name" }</label>
            <input
                id="name" type="text" maxlength="24" autocomplete="nickname" spellcheck="false"
                placeholder="What friends call you" data-testid="name"
                value={profile.name.clone()} oninput={on_name}
                aria-invalid={error.is_some().to_string()} aria-describedby="name-error"
            />
            <span id="name-error" class="error" role="status">{ error.cloned().unwrap_or_default() }</span>
        </div>
        <fieldset>
            <legend>{ "Your colour" }</legend>
            <div class="swatches">{ for (0..netplay::limits::COLOURS).map(swatch) }</div>
        </fieldset>
    </>}
}

/// The card that changes them while in a room.
#[component]
pub(super) fn ProfileCard() -> Html {
    let stage = use_stage();
    let draft = use_state(|| stage.profile.clone());
    let error = use_state(|| None::<AttrValue>);
    let onchange = {
        let draft = draft.clone();
        Callback::from(move |profile| draft.set(profile))
    };
    let onsubmit = {
        let (stage, draft, error) = (stage.clone(), draft.clone(), error.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            let Some(name) = netplay::wire::clean_name(&draft.name) else {
                error.set(Some("Please type a name.".into()));
                return;
            };
            let profile = Profile { name: name.to_string(), colour: draft.colour };
            settings::save_profile(&profile);
            if stage.screen != Screen::Home {
                stage.ask(Ask::Profile { name: profile.name.clone(), colour: profile.colour });
            }
            stage.tell(Msg::Profile(profile));
            stage.tell(Msg::Overlay(None));
        })
    };
    html! {
        <Dialog title="You">
            <form class="stack" {onsubmit}>
                { profile_fields(&draft, &onchange, error.as_ref()) }
                <button type="submit" class="button primary" data-testid="save-profile">{ "Save" }</button>
            </form>
        </Dialog>
    }
}
