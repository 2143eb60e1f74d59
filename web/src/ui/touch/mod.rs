//! The controls under the thumbs: a stick and buttons, and which of them a game has.

mod hunt;
mod race;

use super::stage::use_stage;
use crate::driver::Driver;
use crate::input::touch::{Thumbs, stick as pushed};
use games::GameId;
use std::cell::RefCell;
use std::rc::Rc;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

/// How far the knob follows the thumb, in CSS pixels.
const KNOB_PX: f64 = 40.0;

#[derive(Properties, PartialEq)]
pub(super) struct TouchProps {
    /// Whose buttons they are.
    pub(super) game: GameId,
}

#[component]
pub(super) fn TouchControls(props: &TouchProps) -> Html {
    let stage = use_stage();
    let from = use_mut_ref(|| None::<(i32, i32, i32)>);
    let knob = use_node_ref();
    let shown = stage.touching;
    use_effect_with((shown, stage.driver.clone()), |(shown, driver)| {
        driver.thumbs(|thumbs| *thumbs = Thumbs { shown: *shown, ..Thumbs::default() });
        let driver = driver.clone();
        move || driver.thumbs(|thumbs| *thumbs = Thumbs::default())
    });
    // A putt needs no buttons; the thumbs are told of all the same, for the words to speak of them.
    if !shown || stage.card.is_some() {
        return html! {};
    }
    let hand = if stage.settings.left_handed { "left" } else { "right" };
    let hunts = props.game.mode() == "hunt";
    let buttons =
        if hunts { hunt::BUTTONS.iter().collect() } else { race::buttons(&stage.settings) };
    html! {
        <div class="touch" data-hand={hand} aria-hidden="true">
            { stick(&stage.driver, from, knob, hunts) }
            { for buttons.into_iter().map(|button| pad_button(button, &stage.driver)) }
        </div>
    }
}

/// Pushes from wherever the thumb came down, `from`: sideways alone, or to all sides.
fn stick(
    driver: &Driver,
    from: Rc<RefCell<Option<(i32, i32, i32)>>>,
    knob: NodeRef,
    round: bool,
) -> Html {
    let set = {
        let (driver, knob) = (driver.clone(), knob.clone());
        Callback::from(move |(x, y): (f64, f64)| {
            let y = if round { y } else { 0.0 };
            driver.thumbs(|thumbs| (thumbs.x, thumbs.y) = pushed(x, y));
            if let Some(knob) = knob.cast::<HtmlElement>() {
                let shift = |moved: f64| moved.clamp(-KNOB_PX, KNOB_PX) as i32;
                let place = format!("translate({}px,{}px)", shift(x), shift(y));
                // The value is always a sound length.
                let _ = knob.style().set_property("transform", &place);
            }
        })
    };
    let onpointerdown = {
        let (from, set) = (from.clone(), set.clone());
        Callback::from(move |event: PointerEvent| {
            event.prevent_default();
            capture(&event);
            *from.borrow_mut() = Some((event.pointer_id(), event.client_x(), event.client_y()));
            set.emit((0.0, 0.0));
        })
    };
    let onpointermove = {
        let (from, set) = (from.clone(), set.clone());
        Callback::from(move |event: PointerEvent| {
            if let Some((id, x, y)) = *from.borrow()
                && id == event.pointer_id()
            {
                set.emit((f64::from(event.client_x() - x), f64::from(event.client_y() - y)));
            }
        })
    };
    let release = Callback::from(move |_: PointerEvent| {
        *from.borrow_mut() = None;
        set.emit((0.0, 0.0));
    });
    html! {<>
        <div class="stick-base"><div class="stick-knob" ref={knob}></div></div>
        <div class="stick" {onpointerdown} {onpointermove} onpointerup={release.clone()} onpointercancel={release}></div>
    </>}
}

/// A button under a thumb.
struct Button {
    /// Its place in the styles.
    class: &'static str,
    /// What is written on it.
    label: &'static str,
    /// What it holds down.
    held: fn(&mut Thumbs) -> &mut bool,
}

fn pad_button(button: &'static Button, driver: &Driver) -> Html {
    let set = {
        let driver = driver.clone();
        move |event: &PointerEvent, down: bool| {
            driver.thumbs(|thumbs| *(button.held)(thumbs) = down);
            let target = event.target_unchecked_into::<Element>();
            // A mark for the eye; a name of letters is always sound.
            let _ = target.set_attribute("data-down", if down { "true" } else { "false" });
        }
    };
    let onpointerdown = {
        let set = set.clone();
        Callback::from(move |event: PointerEvent| {
            event.prevent_default();
            capture(&event);
            set(&event, true);
        })
    };
    let release = Callback::from(move |event: PointerEvent| set(&event, false));
    html! {
        <div
            class={classes!("pad-button", button.class)} {onpointerdown}
            onpointerup={release.clone()} onpointercancel={release}
        >{ button.label }</div>
    }
}

/// The thumb stays this control's until it leaves the glass.
fn capture(event: &PointerEvent) {
    let target = event.target_unchecked_into::<Element>();
    // A pointer that is gone already cannot be captured and need not be.
    let _ = target.set_pointer_capture(event.pointer_id());
}
