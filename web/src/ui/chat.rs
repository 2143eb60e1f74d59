//! Talking: lines, prepared lines, emotes.

use super::emote::emote;
use super::seat::{Size, seat_mark};
use super::stage::{Stage, use_stage};
use crate::shell::page;
use netplay::limits::CHAT_BYTES;
use netplay::wire::Presence;
use party::{Ask, ChatLine, EMOTES, LineKind, Phase, QUICK_LINES};
use std::collections::VecDeque;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, HtmlInputElement};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub(super) struct ChatProps {
    pub(super) lines: Rc<VecDeque<ChatLine>>,
    /// A line to be said again.
    pub(super) unsaid: Option<String>,
}

/// The chat of the room screen.
#[component]
pub(super) fn Chat(props: &ChatProps) -> Html {
    let stage = use_stage();
    let list = use_node_ref();
    let last = props.lines.back().map(|line| line.id);
    use_effect_with((last, list.clone()), |(_, list)| {
        if let Some(list) = list.cast::<HtmlElement>() {
            list.set_scroll_top(list.scroll_height());
        }
    });
    html! {
        <section class="card chat" aria-labelledby="chat-title">
            <h2 id="chat-title">{ "Chat" }</h2>
            <div class="chat-lines" ref={list} role="log" aria-label="Chat" tabindex="0" data-testid="chat-lines">
                if props.lines.is_empty() {
                    <p class="soft">{ "Say hello, or press a number from 1 to 5." }</p>
                }
                { for props.lines.iter().map(line) }
            </div>
            { emotes(&stage) }
            { quick_lines(&stage) }
            <SayForm unsaid={props.unsaid.clone()} />
        </section>
    }
}

pub(super) fn line(line: &ChatLine) -> Html {
    html! {
        <div class="chat-line" key={line.id}>
            { seat_mark(line.colour, line.seat, Size::Small) }
            <span>
                <span class="who">{ &line.name }</span>{ " " }
                { match line.kind {
                    LineKind::Emote(place) => html! {<>
                        { emote(place) }
                        <span class="visually-hidden">{ emote_name(place) }</span>
                    </>},
                    LineKind::Text | LineKind::Quick(_) => html! { &line.text },
                } }
            </span>
        </div>
    }
}

/// What an emote is called.
pub(super) fn emote_name(place: u8) -> &'static str {
    EMOTES.get(usize::from(place)).map_or("wave", |(name, _)| name)
}

/// One button an emote.
pub(super) fn emotes(stage: &Stage) -> Html {
    html! {
        <div class="emotes" role="group" aria-label="Emotes">
            { for (0..EMOTES.len() as u8).map(|place| html! {
                <button
                    type="button" class="button quiet" key={place} onclick={stage.asking(Ask::Emote(place))}
                    aria-label={emote_label(place)} title={emote_label(place)} data-testid={format!("emote-{}", place + 1)}
                >{ emote(place) }</button>
            }) }
        </div>
    }
}

fn emote_label(place: u8) -> String {
    let name = emote_name(place);
    if place < 5 { format!("{name}, key {}", place + 1) } else { name.into() }
}

pub(super) fn quick_lines(stage: &Stage) -> Html {
    html! {
        <div class="quick" role="group" aria-label="Quick lines">
            { for QUICK_LINES.iter().enumerate().map(|(place, (name, text))| html! {
                <button type="button" class="button" key={*name} onclick={stage.asking(Ask::Quick(place as u8))}>{ *text }</button>
            }) }
        </div>
    }
}

#[derive(Properties, PartialEq)]
pub(super) struct SayProps {
    /// After the line is sent or given up.
    #[prop_or_default]
    pub(super) ondone: Callback<()>,
    /// Whether the field takes the keyboard when it appears.
    #[prop_or_default]
    pub(super) eager: bool,
    /// A line that came too fast: it is in the field again.
    pub(super) unsaid: Option<String>,
}

/// The field. Others see that somebody is typing.
#[component]
pub(super) fn SayForm(props: &SayProps) -> Html {
    let stage = use_stage();
    let field = use_node_ref();
    use_effect_with((props.eager, field.clone()), |(eager, field)| {
        if let (true, Some(field)) = (*eager, field.cast::<HtmlElement>()) {
            // The field was just made; a browser that will not focus it leaves it to the player.
            let _ = field.focus();
        }
    });
    use_effect_with((props.unsaid.clone(), field.clone()), |(unsaid, field)| {
        if let (Some(unsaid), Some(field)) = (unsaid, field.cast::<HtmlInputElement>())
            && field.value().is_empty()
        {
            field.set_value(unsaid);
        }
    });
    let typing = use_mut_ref(|| false);
    let tell_typing = {
        let (stage, typing) = (stage.clone(), typing.clone());
        Callback::from(move |now: bool| {
            if typing.replace(now) != now {
                let presence = if now { Presence::Typing } else { Presence::Active };
                stage.ask(Ask::Presence(presence));
            }
        })
    };
    let oninput = {
        let tell_typing = tell_typing.clone();
        Callback::from(move |event: InputEvent| {
            let text = event.target_unchecked_into::<HtmlInputElement>().value();
            tell_typing.emit(!text.is_empty());
        })
    };
    let onblur = {
        let tell_typing = tell_typing.clone();
        Callback::from(move |_| tell_typing.emit(false))
    };
    let onsubmit = {
        let (stage, field, ondone) = (stage.clone(), field.clone(), props.ondone.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            let Some(field) = field.cast::<HtmlInputElement>() else {
                return;
            };
            let phase = stage.view.as_ref().map(|view| &view.phase);
            if matches!(phase, Some(Phase::Reconnecting { .. })) {
                return; // nobody would hear it; it can be sent when the link is back
            }
            let text = page::composed(&field.value());
            field.set_value("");
            if netplay::wire::clean_line(&text).is_some() {
                stage.ask(Ask::Chat(text));
            }
            tell_typing.emit(false);
            ondone.emit(());
        })
    };
    let onkeydown = {
        let ondone = props.ondone.clone();
        Callback::from(move |event: KeyboardEvent| {
            if event.code() == "Escape" {
                event.prevent_default();
                event.stop_propagation();
                let target: HtmlElement =
                    event.target_unchecked_into::<web_sys::EventTarget>().unchecked_into();
                // Losing the focus is what gives the keys back to the game.
                let _ = target.blur();
                ondone.emit(());
            }
        })
    };
    html! {
        <form {onsubmit}>
            <input
                ref={field} type="text" class="grow" maxlength={CHAT_BYTES.to_string()} autocomplete="off"
                aria-label="Say something" placeholder="Say something" {oninput} {onblur} {onkeydown}
                enterkeyhint="send" data-testid="say"
            />
            <button type="submit" class="button" data-testid="send">{ "Send" }</button>
        </form>
    }
}
