//! The room between games.

use super::chat::Chat;
use super::invite::Invite;
use super::members::members;
use super::rules::{room_rules, title as title_of};
use super::stage::Stage;
use super::still::Still;
use super::{arrive, live};
use crate::store::{Msg, Overlay};
use party::{Ask, Phase, RoomView};
use yew::prelude::*;

pub(super) fn room(stage: &Stage, view: &RoomView) -> Html {
    let leave = {
        let stage = stage.clone();
        move |_| arrive::leave(&stage)
    };
    html! {
        <main class="page room">
            <header class="room-head">
                <h1 tabindex="-1" data-screen="">{ title(view) }</h1>
                <div class="row">
                    <button type="button" class="button quiet" onclick={stage.telling(Msg::Overlay(Some(Overlay::Profile)))} data-testid="edit-profile">{ "Name and colour" }</button>
                    <button type="button" class="button quiet" onclick={stage.telling(Msg::Overlay(Some(Overlay::Settings)))}>{ "Settings" }</button>
                    <button type="button" class="button" onclick={leave} data-testid="leave">{ "Leave" }</button>
                </div>
            </header>
            { live::reconnecting(stage, &view.phase) }
            { live::refused(stage, view.refusal.as_ref()) }
            { live::finding(view) }
            <div class="room-main">
                <div class="room-side">
                    if let Some(code) = view.code {
                        <Invite {code} />
                    }
                    { members(stage, view) }
                </div>
                <div class="room-side">
                    { game_card(stage, view) }
                    <Chat lines={view.chat.clone()} unsaid={view.unsaid.clone()} />
                </div>
            </div>
            if let Phase::Countdown { seconds } = view.phase {
                { countdown(stage, seconds, view) }
            }
        </main>
    }
}

fn title(view: &RoomView) -> String {
    let host = view.rows.iter().find(|row| row.is_host);
    match host {
        _ if view.am_host => "Your room".into(),
        Some(host) => format!("{}’s room", host.name),
        None => "The room".into(),
    }
}

/// What is played next, and the button that gets it going.
fn game_card(stage: &Stage, view: &RoomView) -> Html {
    let new = !super::help::is_known(view.game.id());
    let help = stage.telling(Msg::Overlay(Some(Overlay::Help(view.game.id()))));
    html! {
        <section class="card game-card" aria-labelledby="game-title">
            <Still game={view.game.id()} />
            <div class="row spread">
                <h2 id="game-title">{ title_of(view.game, &stage.driver.pack()) }</h2>
                <button type="button" class={classes!("button", if new { "sunny" } else { "quiet" })} onclick={help} data-testid="help">{ if new { "New here? How to play" } else { "How to play" } }</button>
            </div>
            { room_rules(stage, view) }
            { go(stage, view) }
        </section>
    }
}

fn go(stage: &Stage, view: &RoomView) -> Html {
    if view.my_seat.is_none() {
        return html! { <div class="go">
            <p role="status">{ "You are watching. The host can give you a seat." }</p>
            if view.am_host { { start_button(stage, view) } }
        </div> };
    }
    if view.am_host {
        return html! { <div class="go">{ start_button(stage, view) }</div> };
    }
    let ready = stage.asking(Ask::Ready(!view.ready));
    let mine = view.rows.iter().find(|row| row.is_me);
    let rescuing = mine.is_some_and(|row| row.rescue);
    html! {
        <div class="go">
            <button
                type="button" class={classes!("button", "big", if view.ready { "sunny" } else { "primary" })}
                onclick={ready} aria-pressed={view.ready.to_string()} data-testid="ready"
            >{ if view.ready { "✓ Ready: wait, not yet" } else { "I am ready" } }</button>
            <p class="soft small" role="status">{ waiting_for(view) }</p>
            <details>
                <summary class="soft small">{ "The host has gone quiet?" }</summary>
                <button type="button" class="button" onclick={stage.asking(Ask::Rescue(!rescuing))} aria-pressed={rescuing.to_string()} data-testid="rescue">
                    { if rescuing { "Never mind, wait for the host" } else { "Vote for another host" } }
                </button>
            </details>
        </div>
    }
}

fn start_button(stage: &Stage, view: &RoomView) -> Html {
    let blocked = !view.can_start;
    let start = {
        let stage = stage.clone();
        Callback::from(move |_| {
            if !blocked {
                stage.ask(Ask::Countdown(true));
            }
        })
    };
    html! {<>
        <button
            type="button" class="button primary big" onclick={start} aria-disabled={blocked.to_string()}
            aria-describedby="start-note" data-testid="start"
        >{ "Start the game" }</button>
        <p id="start-note" class="soft small" role="status">{ waiting_for(view) }</p>
    </>}
}

/// Who is not ready, in words.
fn waiting_for(view: &RoomView) -> String {
    let own = view.rows.iter().find(|row| row.is_me).map(|row| row.name.as_str());
    let call = |name: &String| if own == Some(name.as_str()) { "you".into() } else { name.clone() };
    let names: Vec<String> = view.not_ready.iter().map(call).collect();
    match (names.as_slice(), view.am_host) {
        ([], true) if view.can_start => "Everybody is ready.".into(),
        ([], true) => "Somebody has to sit before it can start.".into(),
        ([], false) => "Everybody is ready: the host starts.".into(),
        ([one], _) => format!("Not ready yet: {one}."),
        (names, _) => format!("Not ready yet: {}.", names.join(", ")),
    }
}

fn countdown(stage: &Stage, seconds: u8, view: &RoomView) -> Html {
    html! {
        <div class="countdown" data-testid="countdown">
            <p class="strong">{ "The game starts in" }</p>
            <div class="number" role="timer" aria-live="assertive">{ seconds }</div>
            if view.am_host {
                <button type="button" class="button" onclick={stage.asking(Ask::Countdown(false))} data-testid="stop-countdown">{ "Stop" }</button>
            } else if view.my_seat.is_some() {
                <button type="button" class="button" onclick={stage.asking(Ask::Ready(false))}>{ "Wait, I am not ready" }</button>
            }
        </div>
    }
}
