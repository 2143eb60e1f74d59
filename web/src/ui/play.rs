//! The game: a canvas, and what lies over it. The driver draws; nothing here does.

use super::chat::{SayForm, emote_name, emotes, line};
use super::emote::emote;
use super::golf::{GolfBar, use_pointing};
use super::hunt;
use super::live;
use super::menu::menu;
use super::replay;
use super::seen::use_seen;
use super::stage::{Stage, use_stage};
use super::touch::TouchControls;
use super::watch::{self, Glass};
use crate::shell::page;
use crate::store::{Msg, Overlay, Screen};
use party::{Ask, ChatLine, LineKind, Phase, RoomView, words};
use std::collections::VecDeque;
use std::rc::Rc;
use web_sys::HtmlCanvasElement;
use yew::prelude::*;

/// Chat lines that lie over the game, and how long each stays, in milliseconds.
const LINES: usize = 4;
const LINE_MS: u32 = 9_000;
/// How long an emote floats.
const FLOAT_MS: u32 = 3_000;

#[derive(Properties, PartialEq)]
pub(super) struct PlayProps {
    pub(super) view: Rc<RoomView>,
}

#[component]
pub(super) fn Play(props: &PlayProps) -> Html {
    let stage = use_stage();
    let canvas = use_node_ref();
    use_effect_with((canvas.clone(), stage.driver.clone()), |(canvas, driver)| {
        if let Some(canvas) = canvas.cast::<HtmlCanvasElement>() {
            driver.show_on(canvas);
        }
        let driver = driver.clone();
        move || driver.hide()
    });
    use_effect_with(stage.is_driving(), |driving| {
        if *driving {
            page::focus("#game");
        }
    });
    let view = &props.view;
    let pointing = use_pointing(&stage.driver);
    // A press beside the buttons gives the keyboard back to the game.
    let onpointerdown = Callback::from(|event: PointerEvent| {
        let target = event.target_dyn_into::<web_sys::Element>();
        if target.is_some_and(|target| target.tag_name() == "CANVAS") {
            page::focus("#game");
        }
    });
    let touching = stage.touching.then_some("touching");
    html! {
        <main class={classes!("play", touching)} {onpointerdown} data-testid="play">
            <canvas
                id="game" ref={canvas} tabindex="0" role="img" data-screen=""
                onpointerdown={pointing.down} onpointermove={pointing.drag} onpointerup={pointing.lift}
                onpointercancel={pointing.lost} oncontextmenu={pointing.menu}
                aria-label="The game. What happens is told in the log after it." aria-describedby="game-log"
            ></canvas>
            { log(&stage) }
            { top_bar(&stage) }
            // What comes and goes has a place of its own, so that nothing beside it has to move.
            <div class="slot">
                if view.my_seat.is_some() && view.replay.is_none() && stage.watching.is_none() {
                    <TouchControls game={view.game.id()} />
                }
            </div>
            <div class="slot">
                if stage.watching.as_ref().is_some_and(|watching| watching.free) {
                    <Glass />
                }
            </div>
            <GolfBar />
            { hunt::board(&stage) }
            <Talk view={view.clone()} />
            { net(view) }
            { waiting(&stage, view) }
            { standing(&stage, view) }
            if let Some(replay) = &view.replay {
                { replay::bar(&stage, replay) }
            }
            if matches!(stage.overlay, Some(Overlay::Menu | Overlay::Leaving)) {
                { menu(&stage, view) }
            }
        </main>
    }
}

/// The game in words, for those who do not see it.
fn log(stage: &Stage) -> Html {
    html! {
        <div id="game-log" class="visually-hidden" role="log" aria-live="polite" aria-label="Game log" data-testid="game-log">
            { for stage.log.iter().map(|line| html! { <p key={line.id}>{ &line.text }</p> }) }
        </div>
    }
}

fn top_bar(stage: &Stage) -> Html {
    let muted = stage.settings.muted || stage.settings.volume == 0;
    let silent = muted || !stage.sound_unlocked;
    let mute = {
        let stage = stage.clone();
        Callback::from(move |_| {
            let mut settings = (*stage.settings).clone();
            settings.muted = !muted;
            if settings.volume == 0 {
                settings.volume = 60;
            }
            settings.save();
            stage.tell(Msg::Settings(Rc::new(settings)));
            page::focus("#game");
        })
    };
    html! {
        <div class="play-top">
            <button type="button" class="button icon" onclick={stage.telling(Msg::Overlay(Some(Overlay::Menu)))} aria-label="Menu (Escape)" title="Menu (Esc)" data-testid="menu">
                <svg viewBox="0 0 24 24" aria-hidden="true"><path fill="currentColor" d="M3 5h18v3H3zM3 10.500h18v3H3zM3 16h18v3H3z" /></svg>
            </button>
            <button type="button" class="button icon" onclick={mute} aria-pressed={muted.to_string()} aria-label={if muted { "Sound on" } else { "Mute" }} data-testid="mute">
                <svg viewBox="0 0 24 24" aria-hidden="true">
                    <path fill="currentColor" d="M3 9v6h4l6 5V4L7 9z" />
                    if silent {
                        <path stroke="currentColor" stroke-width="2.500" stroke-linecap="round" d="M16 9l6 6M22 9l-6 6" />
                    } else {
                        <path fill="none" stroke="currentColor" stroke-width="2.500" stroke-linecap="round" d="M16 8.500a5 5 0 0 1 0 7M18.800 6a9 9 0 0 1 0 12" />
                    }
                </svg>
            </button>
        </div>
    }
}

/// Chat and emotes over the game. Enter opens it; the keyboard is then its, and the car rolls.
#[component]
fn Talk(props: &PlayProps) -> Html {
    let stage = use_stage();
    let chat = &props.view.chat;
    let newest = chat.back().map_or(0, |line| line.id);
    let faded = use_seen(newest, LINE_MS);
    let gone = use_seen(newest, FLOAT_MS);
    if props.view.practice {
        return html! {};
    }
    let ondone = stage.telling(Msg::Talk(false));
    let open = stage.telling(Msg::Talk(true));
    let fresh = chat.iter().skip(chat.len().saturating_sub(LINES)).filter(|line| {
        stage.talking || (line.id > faded && !matches!(line.kind, LineKind::Emote(_)))
    });
    html! {<>
        { floaters(chat, gone) }
        <div class="play-chat">
            <div class="lines" role="log" aria-label="Chat">
                { for fresh.map(|item| html! { <div class="line" key={item.id}>{ line(item) }</div> }) }
            </div>
            if stage.talking {
                { emotes(&stage) }
                <SayForm {ondone} eager=true unsaid={props.view.unsaid.clone()} />
            } else if stage.touching {
                <button type="button" class="button icon talk" onclick={open} aria-label="Chat and emotes" data-testid="talk">
                    <svg viewBox="0 0 24 24" aria-hidden="true"><path fill="currentColor" d="M3 4h18v13H10l-5 4v-4H3z" /></svg>
                </button>
            }
        </div>
    </>}
}

/// Emotes rise over the game with their sender's name.
fn floaters(chat: &VecDeque<ChatLine>, gone: u64) -> Html {
    let floating = |line: &ChatLine| match line.kind {
        LineKind::Emote(place) if line.id > gone => Some((line.id, place, line.name.clone())),
        _ => None,
    };
    html! {
        <div class="floaters" aria-hidden="true">
            { for chat.iter().rev().take(6).filter_map(floating).map(|(id, place, name)| html! {
                <div class="floater" key={id} data-lane={(id % 4).to_string()} data-testid="floater" data-emote={emote_name(place)}>
                    { emote(place) }{ name }
                </div>
            }) }
        </div>
    }
}

/// How the line is: the input delay and the own round trip.
fn net(view: &RoomView) -> Html {
    if view.practice {
        return html! {};
    }
    let rtt = view.rows.iter().find(|row| row.is_me).and_then(|row| row.rtt_ms);
    let delay =
        view.input_delay.map(|frames| format!("delay {} ms", u32::from(frames) * 1000 / 60));
    let rtt = rtt.map(|rtt| format!("ping {rtt} ms"));
    let text = delay.into_iter().chain(rtt).collect::<Vec<_>>().join(" · ");
    html! { <div class="play-net" data-testid="net">{ text }</div> }
}

/// Everything that stops the game, in one sentence.
fn waiting(stage: &Stage, view: &RoomView) -> Html {
    match &view.phase {
        Phase::Reconnecting { attempt, retry_ms } => {
            return reconnecting(stage, *attempt, *retry_ms);
        }
        Phase::Loading { received, total } => return loading(*received, *total),
        _ => {}
    }
    if let Some(who) = &view.paused_by {
        let go_on = stage.asking(Ask::Unpause);
        return html! {
            <div class="overlay" data-testid="paused"><div class="panel">
                <h2>{ "Paused" }</h2>
                <p role="status">{ if view.practice { "The game waits for you.".into() } else { format!("{who} has paused the game.") } }</p>
                <button type="button" class="button primary" onclick={go_on} data-testid="unpause">{ "Go on" }</button>
            </div></div>
        };
    }
    if let Some(stall) = &view.stall {
        let why = stall.cause.map(|cause| words::stall(cause).what);
        return html! {
            <div class="play-note" role="status" data-testid="stall">
                { stall.sentence() }
                if let Some(why) = why { <div class="small">{ why }</div> }
            </div>
        };
    }
    html! {}
}

/// What holds for longer: the AI drives, one watches, one is behind. It stays while others are
/// waited for.
fn standing(stage: &Stage, view: &RoomView) -> Html {
    if view.phase != Phase::Playing {
        return html! {};
    }
    if let Some(watching) = &stage.watching {
        return html! {<>
            if view.my_seat.is_none() { { late(view) } }
            { watch::bar(stage, view, watching) }
        </>};
    }
    if view.seat_with_ai && stage.screen == Screen::Play {
        return html! { <div class="play-note low" role="status">{ "The AI plays for you until you are back in the game." }</div> };
    }
    if view.frames_behind >= BEHIND_FRAMES {
        return html! { <div class="play-note low" role="status">{ behind(view) }</div> };
    }
    html! {}
}

/// Fewer frames behind are nothing to speak of.
const BEHIND_FRAMES: u32 = 30;

fn behind(view: &RoomView) -> String {
    format!("Catching up: {} frames behind", view.frames_behind)
}

/// A late comer watches: the bar says so; what it does not say is said above.
fn late(view: &RoomView) -> Html {
    let words = match (view.frames_behind, view.watch_delay_s) {
        (BEHIND_FRAMES.., _) => behind(view),
        (_, 0) => String::new(),
        (_, delay) => format!("You are watching, {delay} s behind the game."),
    };
    let refusal = view.refusal.as_ref();
    if words.is_empty() && refusal.is_none() {
        return html! {};
    }
    html! {
        <div class="play-note" data-testid="watching">
            <div role="status">{ words }</div>
            if let Some(refusal) = refusal {
                <div role="alert" class="small">{ &refusal.what }</div>
            }
        </div>
    }
}

fn reconnecting(stage: &Stage, attempt: u32, retry_ms: u32) -> Html {
    let hurry = {
        let driver = stage.driver.clone();
        move |_: MouseEvent| driver.hurry()
    };
    html! {
        <div class="overlay" data-testid="reconnecting"><div class="panel">
            <div class="spinner" aria-hidden="true"></div>
            <h2>{ "The connection is lost" }</h2>
            <p role="alert">{ live::tries(attempt, retry_ms, true) }</p>
            <button type="button" class="button primary" onclick={hurry}>{ "Try now" }</button>
        </div></div>
    }
}

fn loading(received: u32, total: u32) -> Html {
    let text = if total == 0 {
        "Asking the others where the game is …".into()
    } else {
        format!("Catching up with the game: {} of {} KB", received / 1024, total.div_ceil(1024))
    };
    html! {
        <div class="overlay" data-testid="catching-up"><div class="panel">
            <div class="spinner" aria-hidden="true"></div>
            <p role="status">{ text }</p>
        </div></div>
    }
}
