//! The controls under the thumbs.

use super::stage::use_stage;
use crate::driver::Driver;
use crate::input::touch::{Thumbs, steer};
use crate::settings::AutoAccelerate;
use std::cell::RefCell;
use std::rc::Rc;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

/// How far the knob follows the thumb, in CSS pixels.
const KNOB_PX: f64 = 40.0;

#[component]
pub(super) fn TouchControls() -> Html {
    let stage = use_stage();
    let from = use_mut_ref(|| None::<(i32, i32)>);
    let knob = use_node_ref();
    let shown = stage.touching;
    use_effect_with((shown, stage.driver.clone()), |(shown, driver)| {
        driver.thumbs(|thumbs| *thumbs = Thumbs { shown: *shown, ..Thumbs::default() });
        let driver = driver.clone();
        move || driver.thumbs(|thumbs| *thumbs = Thumbs::default())
    });
    if !shown {
        return html! {};
    }
    let needs_gas = stage.settings.auto_accelerate == AutoAccelerate::Never;
    let hand = if stage.settings.left_handed { "left" } else { "right" };
    html! {
        <div class="touch" data-hand={hand} aria-hidden="true">
            { stick(&stage.driver, from, knob) }
            { pad_button(Thumb::Drift, &stage.driver) }
            { pad_button(Thumb::Brake, &stage.driver) }
            if needs_gas {
                { pad_button(Thumb::Gas, &stage.driver) }
            }
            { pad_button(Thumb::Reset, &stage.driver) }
        </div>
    }
}

/// Steers from wherever the thumb came down, `from`.
fn stick(driver: &Driver, from: Rc<RefCell<Option<(i32, i32)>>>, knob: NodeRef) -> Html {
    let set = {
        let (driver, knob) = (driver.clone(), knob.clone());
        Callback::from(move |moved: f64| {
            driver.thumbs(|thumbs| thumbs.x = steer(moved));
            if let Some(knob) = knob.cast::<HtmlElement>() {
                let shift = moved.clamp(-KNOB_PX, KNOB_PX) as i32;
                // The value is always a sound length.
                let _ = knob.style().set_property("transform", &format!("translateX({shift}px)"));
            }
        })
    };
    let onpointerdown = {
        let (from, set) = (from.clone(), set.clone());
        Callback::from(move |event: PointerEvent| {
            event.prevent_default();
            capture(&event);
            *from.borrow_mut() = Some((event.pointer_id(), event.client_x()));
            set.emit(0.0);
        })
    };
    let onpointermove = {
        let (from, set) = (from.clone(), set.clone());
        Callback::from(move |event: PointerEvent| {
            if let Some((id, x)) = *from.borrow()
                && id == event.pointer_id()
            {
                set.emit(f64::from(event.client_x() - x));
            }
        })
    };
    let release = Callback::from(move |_: PointerEvent| {
        *from.borrow_mut() = None;
        set.emit(0.0);
    });
    html! {<>
        <div class="stick-base"><div class="stick-knob" ref={knob}></div></div>
        <div class="stick" {onpointerdown} {onpointermove} onpointerup={release.clone()} onpointercancel={release}></div>
    </>}
}

/// What a button under a thumb does.
#[derive(Clone, Copy, PartialEq)]
enum Thumb {
    Drift,
    Brake,
    Gas,
    Reset,
}

impl Thumb {
    /// Its place in the styles, and what is written on it.
    const fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Drift => ("drift", "Drift"),
            Self::Brake => ("brake", "Brake"),
            Self::Gas => ("gas", "Go"),
            Self::Reset => ("reset", "Reset"),
        }
    }

    fn press(self, thumbs: &mut Thumbs, down: bool) {
        *match self {
            Self::Drift => &mut thumbs.drift,
            Self::Brake => &mut thumbs.brake,
            Self::Gas => &mut thumbs.throttle,
            Self::Reset => &mut thumbs.reset,
        } = down;
    }
}

fn pad_button(thumb: Thumb, driver: &Driver) -> Html {
    let set = {
        let (driver, thumb) = (driver.clone(), thumb);
        move |event: &PointerEvent, down: bool| {
            driver.thumbs(|thumbs| thumb.press(thumbs, down));
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
    let (class, label) = thumb.names();
    html! {
        <div
            class={classes!("pad-button", class)} {onpointerdown}
            onpointerup={release.clone()} onpointercancel={release}
        >{ label }</div>
    }
}

/// The thumb stays this control's until it leaves the glass.
fn capture(event: &PointerEvent) {
    let target = event.target_unchecked_into::<Element>();
    // A pointer that is gone already cannot be captured and need not be.
    let _ = target.set_pointer_capture(event.pointer_id());
}
