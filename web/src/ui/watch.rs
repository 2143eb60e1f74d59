//! Watching: whom one follows, the keys and buttons for it, and the glass to drag the view by.

use super::seat::{Size, seat_mark};
use super::stage::{Stage, use_stage};
use crate::driver::watch::{WatchAsk, Watching};
use party::{Ask, RoomView};
use std::cell::RefCell;
use std::rc::Rc;
use web_sys::{PointerEvent, WheelEvent};
use yew::prelude::*;

/// A pinch of so many points is a step of the zoom.
const PINCH_PX: f64 = 24.0;

/// Who is watched and what else could be.
pub(super) fn bar(stage: &Stage, view: &RoomView, watching: &Watching) -> Html {
    let does = |ask: WatchAsk| {
        let stage = stage.clone();
        Callback::from(move |_: MouseEvent| {
            stage.driver.look(ask);
            crate::shell::page::focus("#game");
        })
    };
    let at = watching.seats.iter().find(|seat| Some(seat.seat) == watching.at);
    let button = |label: &'static str, sign: &'static str, ask: WatchAsk, id: &'static str| {
        html! { <button type="button" class="button icon" onclick={does(ask)} aria-label={label} title={label} data-testid={id}>{ sign }</button> }
    };
    // A seat that nobody has is whoever watches' to take: the followed one, if it is open.
    let open = !view.open_seats.is_empty();
    let take = Ask::TakeSeat(watching.at.filter(|seat| view.open_seats.contains(seat)));
    html! {
        <div class="watch-bar row" role="group" aria-label="Watching" data-testid="watch-bar">
            if watching.free {
                { button("Further away (-)", "−", WatchAsk::Near(-1), "watch-far") }
                <span class="watch-name" role="status">{ "Flying" }</span>
                { button("Nearer (+)", "+", WatchAsk::Near(1), "watch-near") }
            } else {
                { button("The one before (Left)", "◀", WatchAsk::Turn(-1), "watch-previous") }
                <span class="watch-name" role="status" data-testid="watch-name">
                    if let Some(seat) = at {
                        { seat_mark(seat.colour, Some(seat.seat), Size::Small) }
                        <span class="visually-hidden">{ "Watching " }</span>
                        { &seat.name }
                    } else {
                        { "Everybody" }
                    }
                </span>
                { button("The next one (Right)", "▶", WatchAsk::Turn(1), "watch-next") }
            }
            <button type="button" class="button" onclick={does(WatchAsk::Free)} aria-pressed={watching.free.to_string()} title="Space" data-testid="watch-free">
                { if watching.free { "Follow" } else { "Fly" } }
            </button>
            if open {
                <button type="button" class="button sunny" onclick={stage.asking(take)} title="T" data-testid="take-seat">{ "Take over" }</button>
            }
        </div>
    }
}

/// What a key asks for while the picture has the keyboard. Arrows fly where the view is free.
pub(super) fn key(code: &str, watching: &Watching) -> Option<WatchAsk> {
    Some(match code {
        "Space" => WatchAsk::Free,
        "ArrowLeft" | "KeyA" if !watching.free => WatchAsk::Turn(-1),
        "ArrowRight" | "KeyD" if !watching.free => WatchAsk::Turn(1),
        "Equal" | "NumpadAdd" | "BracketRight" => WatchAsk::Near(1),
        "Minus" | "NumpadSubtract" | "Slash" => WatchAsk::Near(-1),
        _ => return None,
    })
}

/// Glass over the picture: one finger or the mouse drags it, two fingers or the wheel zoom.
#[component]
pub(super) fn Glass() -> Html {
    let stage = use_stage();
    // The pointers that are down, and how far apart two were at the last step of the zoom.
    let down = use_mut_ref(Vec::<(i32, f64, f64)>::new);
    let apart = use_mut_ref(|| 0.0);
    let onpointerdown = {
        let down = down.clone();
        Callback::from(move |event: PointerEvent| {
            event.prevent_default();
            let mut down = down.borrow_mut();
            if down.len() < 2 {
                down.push((event.pointer_id(), event.client_x().into(), event.client_y().into()));
            }
        })
    };
    let onpointermove = {
        let (stage, down, apart) = (stage.clone(), down.clone(), apart.clone());
        Callback::from(move |event: PointerEvent| {
            let mut down = down.borrow_mut();
            let fingers = down.len() as f64;
            let Some(finger) = down.iter_mut().find(|(id, ..)| *id == event.pointer_id()) else {
                return;
            };
            let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
            let moved = ((x - finger.1) / fingers, (y - finger.2) / fingers);
            (finger.1, finger.2) = (x, y);
            stage.driver.look(WatchAsk::Drag(moved.0, moved.1));
            if let [one, other] = down[..] {
                pinch(&stage, &apart, (one.1 - other.1, one.2 - other.2));
            }
        })
    };
    let onwheel = Callback::from(move |event: WheelEvent| {
        stage.driver.look(WatchAsk::Near(if event.delta_y() < 0.0 { 1 } else { -1 }));
    });
    let up = Callback::from(move |event: PointerEvent| {
        // The next two fingers begin anew.
        *apart.borrow_mut() = 0.0;
        down.borrow_mut().retain(|(id, ..)| *id != event.pointer_id());
    });
    html! {
        <div
            class="watch-glass" {onpointerdown} {onpointermove} onpointerup={up.clone()}
            onpointercancel={up.clone()} onpointerleave={up} {onwheel} data-testid="watch-glass"
        ></div>
    }
}

fn pinch(stage: &Stage, apart: &Rc<RefCell<f64>>, (x, y): (f64, f64)) {
    let now = (x * x + y * y).sqrt();
    let mut last = apart.borrow_mut();
    if *last == 0.0 {
        *last = now;
    }
    if (now - *last).abs() > PINCH_PX {
        stage.driver.look(WatchAsk::Near(if now > *last { 1 } else { -1 }));
        *last = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_turn_to_the_next_one_and_fly_where_the_view_is_free() {
        let mut watching = Watching { seats: Vec::new(), at: None, free: false };
        assert_eq!(key("ArrowRight", &watching), Some(WatchAsk::Turn(1)));
        watching.free = true;
        assert_eq!(key("ArrowRight", &watching), None);
        assert_eq!(key("Space", &watching), Some(WatchAsk::Free));
        assert_eq!(key("KeyT", &watching), None);
    }
}
