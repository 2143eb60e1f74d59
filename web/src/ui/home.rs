//! The first screen: name, create, join, practise.

use super::arrive;
use super::pack::own_pack;
use super::profile::profile_fields;
use super::rules::own_rules;
use super::stage::{Stage, use_stage};
use crate::settings;
use crate::shell::text::{cut, has};
use crate::shell::{invite, page};
use crate::store::{Msg, Overlay};
use netplay::code::{CODE_SYMBOLS, RoomCode};
use netplay::limits::REPLAY_BYTES;
use party::{EntryWish, Profile};
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Seats of a room that is created here: all there are.
const SEATS: u8 = netplay::limits::ROOM_SEATS as u8;

#[component]
pub(super) fn Home() -> Html {
    let stage = use_stage();
    let name_error = use_state(|| None::<AttrValue>);
    let watch = use_state(|| false);
    let onchange = {
        let (stage, name_error) = (stage.clone(), name_error.clone());
        Callback::from(move |profile| {
            name_error.set(None);
            stage.tell(Msg::Profile(profile));
        })
    };
    // The name as it will be seen, or a word about what is wrong with it.
    let enter = {
        let (stage, name_error) = (stage.clone(), name_error.clone());
        Callback::from(move |wish: EntryWish| {
            let Some(name) = netplay::wire::clean_name(&stage.profile.name) else {
                name_error.set(Some("Please type a name first.".into()));
                page::focus("#name");
                return;
            };
            let profile = Profile { name: name.to_string(), colour: stage.profile.colour };
            settings::save_profile(&profile);
            arrive::enter(&stage, profile, wish);
        })
    };
    let create = {
        let enter = enter.clone();
        move |_| enter.emit(EntryWish::Create { seats: SEATS })
    };
    let practise = {
        let stage = stage.clone();
        move |_| arrive::practise(&stage)
    };
    html! {
        <main class="page home">
            <div class="home-top">
                <div class="wordmark"><img src="icon.svg" alt="" />{ "Partyline" }</div>
                <div class="row">
                    <button type="button" class="button quiet" onclick={stage.telling(Msg::Overlay(Some(Overlay::Help(stage.rules.id()))))}>{ "How to play" }</button>
                    <button type="button" class="button quiet" onclick={stage.telling(Msg::Overlay(Some(Overlay::Settings)))} data-testid="settings">{ "Settings" }</button>
                </div>
            </div>
            <header class="poster">
                <div class="poster-text">
                    <h1 tabindex="-1" data-screen="">{ "Grab your friends. Play right now." }</h1>
                    <p>{ "One link, no accounts, nothing to install." }</p>
                </div>
                <img src="hero.svg" alt="" />
            </header>
            if let Some(trouble) = &stage.trouble {
                <div class="banner" role="alert" data-testid="trouble">
                    <div class="grow"><strong>{ &trouble.title }</strong>{ " " }{ &trouble.what }</div>
                    if let Some(address) = invite::relay_page(&stage.relay).filter(|_| page::base().starts_with("https:")) {
                        <a class="button" href={address.clone()}>{ "Open the relay's own page" }</a>
                    }
                </div>
            }
            if stage.doubt.is_some() {
                { unknown_relay(&stage) }
            } else {
                <div class="home-cards">
                    <section class="card" aria-labelledby="you">
                        <h2 id="you">{ "You" }</h2>
                        { profile_fields(&stage.profile, &onchange, name_error.as_ref()) }
                    </section>
                    <section class="card" aria-labelledby="play">
                        if let Some(code) = stage.invited {
                            { invited(&stage, code, enter.clone(), &watch) }
                        } else {
                            <h2 id="play">{ "Play together" }</h2>
                            <button type="button" class="button primary big" onclick={create} data-testid="create">{ "Create a room" }</button>
                            <JoinByCode enter={enter.clone()} {watch} />
                            { relay_field(&stage) }
                        }
                    </section>
                    <section class="card" aria-labelledby="alone">
                        <h2 id="alone">{ "Practise alone" }</h2>
                        <p class="soft">{ "Against the AI. No connection needed." }</p>
                        { own_rules(&stage) }
                        <button type="button" class="button sunny big" onclick={practise} data-testid="practice">{ "Start to practise" }</button>
                        { open_replay(&stage) }
                        { own_pack(&stage) }
                    </section>
                </div>
            }
            <footer class="home-foot">
                <span>{ "No accounts, no tracking: rooms live on the relay only while you are in them." }</span>
                <span>{ "Anyone with the code can join." }</span>
            </footer>
        </main>
    }
}

/// A game that was saved, from a file.
fn open_replay(stage: &Stage) -> Html {
    let stage = stage.clone();
    let onchange = move |event: Event| {
        let input = event.target_unchecked_into::<HtmlInputElement>();
        let Some(file) = input.files().and_then(|files| files.get(0)) else {
            return;
        };
        // The same file may be picked again.
        input.set_value("");
        let driver = stage.driver.clone();
        wasm_bindgen_futures::spawn_local(async move {
            driver.watch(page::read_file(&file, REPLAY_BYTES).await);
        });
    };
    html! {
        <label class="button file">
            { "Watch a saved game" }
            <input type="file" accept=".plrp" {onchange} data-testid="open-replay" />
        </label>
    }
}

#[derive(Properties, PartialEq)]
struct EnterProps {
    enter: Callback<EntryWish>,
    watch: UseStateHandle<bool>,
}

/// Whoever only watches takes no seat from anybody.
fn watch_only(watch: &UseStateHandle<bool>) -> Html {
    let onchange = {
        let watch = watch.clone();
        move |_| watch.set(!*watch)
    };
    html! {
        <label class="check"><input type="checkbox" checked={**watch} {onchange} data-testid="watch" />{ "Watch only" }</label>
    }
}

/// The code field forgives case, spaces, hyphens and whole links, and goes by itself at six.
#[component]
fn JoinByCode(props: &EnterProps) -> Html {
    let typed = use_state(String::new);
    let error = use_state(|| None::<String>);
    let join = {
        let (enter, error, watch) = (props.enter.clone(), error.clone(), *props.watch);
        move |text: &str| match RoomCode::parse(text) {
            Ok(code) => {
                error.set(None);
                enter.emit(EntryWish::Join { code, watch });
            }
            Err(wrong) => error.set(Some(sentence(&wrong.to_string()))),
        }
    };
    let oninput = {
        let (typed, error, join) = (typed.clone(), error.clone(), join.clone());
        Callback::from(move |event: InputEvent| {
            let text = event.target_unchecked_into::<HtmlInputElement>().value();
            let symbols = text.chars().filter(char::is_ascii_alphanumeric).count();
            let complete = symbols >= CODE_SYMBOLS || has(&text, "room=");
            let look_alike =
                text.contains(['0', 'O', 'o', '1', 'I', 'i']) && symbols <= CODE_SYMBOLS;
            typed.set(text.clone());
            if complete || look_alike {
                join(&text);
            } else {
                error.set(None);
            }
        })
    };
    let onsubmit = {
        let (typed, join) = (typed.clone(), join.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            join(&typed);
        })
    };
    html! {
        <form class="field" {onsubmit}>
            <div class="row spread">
                <label for="code" class="legend">{ "Have a code?" }</label>
                { watch_only(&props.watch) }
            </div>
            <div class="code-row">
                <input
                    id="code" class="code-input grow" type="text" autocapitalize="characters"
                    autocomplete="off" spellcheck="false" inputmode="text" placeholder="K7QF2M"
                    value={(*typed).clone()} {oninput} data-testid="code"
                    aria-invalid={error.is_some().to_string()} aria-describedby="code-error"
                />
                <button type="submit" class="button" data-testid="join">{ "Join" }</button>
            </div>
            <span id="code-error" class="error" role="status">{ (*error).clone().unwrap_or_default() }</span>
        </form>
    }
}

fn sentence(text: &str) -> String {
    let mut sentence = format!("{text}.");
    if let Some(first) = sentence.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    sentence
}

/// Which relay to go through; most people never look.
fn relay_field(stage: &Stage) -> Html {
    let own = invite::own_relay(&page::base());
    let known = if stage.relay == own { "" } else { &stage.relay };
    let typed = stage.relay_typed.clone().unwrap_or_else(|| known.into());
    let oninput = {
        let (stage, own) = (stage.clone(), own.clone());
        Callback::from(move |event: InputEvent| {
            let text = event.target_unchecked_into::<HtmlInputElement>().value();
            let address = if text.trim().is_empty() {
                Some(own.clone())
            } else {
                invite::relay_address(&text)
            };
            stage.tell(Msg::RelayTyped(text));
            if let Some(address) = address {
                stage.tell(Msg::Relay(address));
            }
        })
    };
    let wrong = !typed.trim().is_empty() && invite::relay_address(&typed).is_none();
    html! {
        <details>
            <summary>{ "Advanced" }</summary>
            <div class="field">
                <label for="relay">{ "Relay" }</label>
                <input
                    id="relay" type="text" value={typed} {oninput} placeholder={own}
                    autocomplete="off" spellcheck="false" inputmode="url" data-testid="relay"
                    aria-invalid={wrong.to_string()} aria-describedby="relay-hint"
                />
                <span id="relay-hint" class="hint">
                    { if wrong { "That is no address. Like this: 192.168.1.20 or wss://party.example" } else { "Empty: the one this page came from." } }
                </span>
            </div>
        </details>
    }
}

/// A link has named the room; only the name is missing.
fn invited(
    stage: &Stage,
    code: RoomCode,
    enter: Callback<EntryWish>,
    watch: &UseStateHandle<bool>,
) -> Html {
    let watching = **watch;
    let onsubmit = Callback::from(move |event: SubmitEvent| {
        event.prevent_default();
        enter.emit(EntryWish::Join { code, watch: watching });
    });
    html! {
        <form class="stack invited" {onsubmit}>
            <h2 id="play">{ "You are invited" }</h2>
            <p>{ "Type your name and go into room" }</p>
            <p class="invite-code">{ code.as_str() }</p>
            <button type="submit" class="button primary big" data-testid="join-invited">{ "Join the room" }</button>
            { watch_only(watch) }
            <button type="button" class="button quiet" onclick={stage.telling(Msg::Invited(None))}>{ "Not this room" }</button>
        </form>
    }
}

/// A link may name any relay of the world: nobody is sent there without being asked.
fn unknown_relay(stage: &Stage) -> Html {
    let Some(doubt) = stage.doubt.clone() else {
        return html! {};
    };
    let host = cut(&doubt.relay, "://").map_or(doubt.relay.as_str(), |(_, host)| host);
    let host = host.strip_suffix("/ws").unwrap_or(host).to_owned();
    let go = {
        let (stage, doubt) = (stage.clone(), doubt.clone());
        move |_| arrive::trust(&stage, &doubt)
    };
    html! {
        <section class="card stack" aria-labelledby="doubt" data-testid="doubt">
            <h2 id="doubt" tabindex="-1">{ "Connect to another relay?" }</h2>
            <p>
                { "This link leads to a room on " }<strong>{ host }</strong>
                { ", which is not where this page came from. Whoever runs it sees your name and your chat." }
            </p>
            <div class="row">
                <button type="button" class="button primary" onclick={go}>{ "Connect" }</button>
                <button type="button" class="button" onclick={stage.telling(Msg::Doubt(None))}>{ "Stay here" }</button>
            </div>
        </section>
    }
}
