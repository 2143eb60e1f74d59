//! What a panic leaves behind: a report for the box that the loader shows.
//!
//! After a panic the wasm can do nothing more, so the box and its buttons are plain markup.

use std::cell::RefCell;
use std::collections::VecDeque;
use wasm_bindgen::JsValue;
use web_sys::{CustomEvent, CustomEventInit};

/// How many of the last events a report holds.
const EVENTS_KEPT: usize = 100;
/// An event is a line, not a document.
const EVENT_CHARS: usize = 160;

/// What this page was built from.
pub const BUILD: &str = concat!("partyline-web ", env!("CARGO_PKG_VERSION"));

thread_local! {
    static EVENTS: RefCell<VecDeque<String>> = const { RefCell::new(VecDeque::new()) };
}

/// Remembers that something happened, for a report. Never a token and never what people say.
pub fn note(event: impl Into<String>) {
    let mut event = event.into();
    event.truncate(event.floor_char_boundary(EVENT_CHARS));
    EVENTS.with_borrow_mut(|events| {
        if events.len() == EVENTS_KEPT {
            events.pop_front();
        }
        events.push_back(event);
    });
}

/// From now on a panic shows the crash box instead of a frozen page.
pub fn install() {
    std::panic::set_hook(Box::new(|panic| show(&report(&panic.to_string()))));
}

fn report(panic: &str) -> String {
    let rules = games::simulation_digest();
    let mut text = format!("{BUILD}, rules {rules}\n{panic}\n\nLast events, newest last:\n");
    // The panic may have come in the middle of `note`.
    EVENTS.with(|events| {
        if let Ok(events) = events.try_borrow() {
            for event in events.iter() {
                text.push_str(event);
                text.push('\n');
            }
        }
    });
    text
}

fn show(report: &str) {
    let init = CustomEventInit::new();
    init.set_detail(&JsValue::from_str(report));
    let event = CustomEvent::new_with_event_init_dict("partyline-crash", &init);
    if let (Some(window), Ok(event)) = (web_sys::window(), event) {
        // Nobody is left to tell if even this fails.
        let _ = window.dispatch_event(&event);
    }
}
