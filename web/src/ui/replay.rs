//! A recorded game on show: its bar, and the keys that work it.

use super::arrive;
use super::stage::Stage;
use crate::shell::page;
use netplay::ids::{Frame, Seat};
use netplay::limits::TICK_HZ;
use party::{Ask, ReplayAsk, ReplayView};
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

/// How far an arrow key goes.
const STEP_FRAMES: u32 = 5 * TICK_HZ;

pub(super) fn bar(stage: &Stage, replay: &ReplayView) -> Html {
    let ask = |wish: ReplayAsk| {
        let stage = stage.clone();
        Callback::from(move |_: MouseEvent| stage.ask(Ask::Replay(wish)))
    };
    let seek = {
        let stage = stage.clone();
        move |event: InputEvent| {
            let typed = event.target_unchecked_into::<HtmlInputElement>().value();
            if let Ok(frame) = typed.parse() {
                stage.ask(Ask::Replay(ReplayAsk::Seek(Frame(frame))));
            }
        }
    };
    let follow = {
        let stage = stage.clone();
        move |event: Event| {
            let chosen = event.target_unchecked_into::<HtmlSelectElement>().value();
            stage.ask(Ask::Replay(ReplayAsk::Follow(chosen.parse().ok().map(Seat))));
            page::focus("#game");
        }
    };
    let leave = {
        let stage = stage.clone();
        move |_| arrive::leave(&stage)
    };
    let fast = replay.speed > 1;
    let place = format!("{} of {}", clock(replay.frame.0), clock(replay.frames));
    html! {
        <div class="replay-bar" role="group" aria-label="Replay" data-testid="replay">
            if let Some(differs) = replay.differs {
                <p role="alert">{ format!("From {} on this is not what was recorded.", clock(differs.0)) }</p>
            } else if replay.cut {
                <p>{ "The end of this recording is missing." }</p>
            }
            <input
                type="range" min="0" max={replay.frames.to_string()} value={replay.frame.0.to_string()} oninput={seek}
                aria-label="Place in the game" aria-valuetext={place.clone()} data-testid="scrub"
            />
            <div class="row">
                <button type="button" class="button primary" onclick={ask(ReplayAsk::Play(!replay.playing))} data-testid="play-pause">
                    { if replay.playing { "Pause" } else { "Play" } }
                </button>
                <button type="button" class="button" aria-pressed={fast.to_string()} onclick={ask(ReplayAsk::Speed(if fast { 1 } else { 8 }))} data-testid="speed">{ "8×" }</button>
                <span class="number grow" data-testid="place">{ place }</span>
                <label>
                    <span class="visually-hidden">{ "Follow" }</span>
                    <select onchange={follow} data-testid="follow">
                        { for replay.names.iter().zip(0u16..).map(|(name, seat)| html! {
                            <option value={seat.to_string()} selected={replay.follow == Some(Seat(seat))}>{ name }</option>
                        }) }
                        <option value="" selected={replay.follow.is_none()}>{ "Whoever leads" }</option>
                    </select>
                </label>
                <button type="button" class="button" onclick={leave} data-testid="home">{ "Close" }</button>
            </div>
        </div>
    }
}

/// What a key asks for while the picture has the keyboard.
pub(super) fn key(code: &str, replay: &ReplayView) -> Option<ReplayAsk> {
    let place = replay.frame.0;
    let next = |by: u16| {
        let seats = replay.names.len().max(1) as u16;
        ReplayAsk::Follow(Some(Seat((replay.follow.unwrap_or_default().0 + by) % seats)))
    };
    Some(match code {
        "Space" | "KeyK" => ReplayAsk::Play(!replay.playing),
        "ArrowLeft" => ReplayAsk::Seek(Frame(place.saturating_sub(STEP_FRAMES))),
        "ArrowRight" => ReplayAsk::Seek(Frame((place + STEP_FRAMES).min(replay.frames))),
        "ArrowDown" => next(1),
        "ArrowUp" => next(replay.names.len().saturating_sub(1) as u16),
        "KeyF" => ReplayAsk::Speed(if replay.speed > 1 { 1 } else { 8 }),
        _ => return None,
    })
}

/// `1:02`.
fn clock(frames: u32) -> String {
    let seconds = frames / TICK_HZ;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replay() -> ReplayView {
        ReplayView {
            frame: Frame(100),
            frames: 4_000,
            playing: true,
            speed: 1,
            seeking: false,
            follow: Some(Seat(0)),
            names: vec!["Ann".into(), "Ben".into()],
            cut: false,
            differs: None,
        }
    }

    #[test]
    fn keys_stay_within_the_race_and_among_the_cars() {
        let replay = replay();
        assert_eq!(key("Space", &replay), Some(ReplayAsk::Play(false)));
        assert_eq!(key("ArrowLeft", &replay), Some(ReplayAsk::Seek(Frame(0))));
        assert_eq!(key("ArrowRight", &replay), Some(ReplayAsk::Seek(Frame(400))));
        assert_eq!(key("ArrowDown", &replay), Some(ReplayAsk::Follow(Some(Seat(1)))));
        assert_eq!(key("ArrowUp", &replay), Some(ReplayAsk::Follow(Some(Seat(1)))));
        assert_eq!(key("KeyW", &replay), None);
    }

    #[test]
    fn a_place_reads_as_a_clock() {
        assert_eq!((clock(59), clock(3_720)), ("0:00".into(), "1:02".into()));
    }
}
