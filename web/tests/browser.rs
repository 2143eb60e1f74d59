//! The page's edges in a real browser: storage, keys, focus. `wasm-bindgen-test` runs them.
#![cfg(target_arch = "wasm32")]

use games::hunt::pad;
use gloo_events::{EventListener, EventListenerOptions};
use netplay::ids::PadWord;
use wasm_bindgen::JsCast;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web::input::gamepad::{self, PadSample};
use web::input::{Pads, hunt, race};
use web::settings::Settings;
use web::shell::storage::{self, Store};
use web::shell::{bests, page};
use web_sys::{HtmlElement, HtmlInputElement, KeyboardEvent, KeyboardEventInit};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn what_is_stored_is_found_again() {
    assert!(storage::save(Store::Tab, "partyline.test", "value"));
    assert_eq!(storage::load(Store::Tab, "partyline.test").as_deref(), Some("value"));
    storage::forget(Store::Tab, "partyline.test");
    assert_eq!(storage::load(Store::Tab, "partyline.test"), None);
}

#[wasm_bindgen_test]
fn a_full_storage_stores_nothing_and_harms_nobody() {
    let huge = "x".repeat(32 * 1024 * 1024);
    assert!(!storage::save(Store::Browser, "partyline.test", &huge));
    assert_eq!(storage::load(Store::Browser, "partyline.test"), None);
}

#[wasm_bindgen_test]
fn a_blocked_storage_gives_the_defaults() {
    let window = page::window();
    let blocked = js_sys::Object::new();
    let deny = js_sys::Function::new_no_args("throw new DOMException('denied', 'SecurityError')");
    set(&blocked, "get", &deny);
    set(&blocked, "configurable", &true.into());
    define(&window, "localStorage", &blocked);
    assert_eq!(Settings::load(), Settings::default());
    Settings::default().save();
    bests::keep("Heron Lake", 30_000);
    assert_eq!(bests::of("Heron Lake"), None);
    // The property of the prototype shows again.
    js_sys::Reflect::delete_property(&window, &"localStorage".into()).expect("it was ours");
}

#[wasm_bindgen_test]
fn damaged_settings_in_the_storage_are_the_defaults() {
    storage::save(Store::Browser, storage::key::SETTINGS, "\u{1}volume=∞\nkeys=Enter;Enter");
    assert_eq!(Settings::load(), Settings::default());
    storage::forget(Store::Browser, storage::key::SETTINGS);
}

#[wasm_bindgen_test]
fn keys_of_another_layout_drive_by_where_they_are() {
    // A French keyboard: the key where W is says z.
    let mut pads = Pads::default();
    let event = key("keydown", "KeyW", "z");
    assert!(pads.key_down(&event.code()));
    assert_ne!(race::word(&pads, PadSample::default()), PadWord(0));
}

#[wasm_bindgen_test]
fn who_hunts_walks_where_keys_stick_and_thumb_push() {
    let said = |pads: &Pads, sample: PadSample| hunt::word(pads, sample, pads.way(sample)).0;
    let mut pads = Pads::default();
    assert_eq!(said(&pads, PadSample::default()), 0);
    pads.key_down("ArrowDown");
    pads.key_down("ArrowLeft");
    pads.key_down("KeyE");
    // Three eighths of a turn, in 32nds.
    assert_eq!(said(&pads, PadSample::default()), pad::MOVE | pad::LOCK | 12);
    pads.release();
    let up = PadSample { y: -1.0, buttons: 1 << gamepad::A, ..PadSample::default() };
    assert_eq!(said(&pads, up), pad::MOVE | pad::ACT | 24);
    pads.thumbs.x = 0.3;
    assert_eq!(said(&pads, PadSample::default()), pad::MOVE | pad::SLOW);
}

#[wasm_bindgen_test]
fn fields_take_what_is_typed_and_buttons_do_not() {
    let document = page::document();
    let make = |tag: &str| document.create_element(tag).expect("a known tag");
    let checkbox: HtmlInputElement = make("input").unchecked_into();
    checkbox.set_type("checkbox");
    assert!(page::takes_text(&make("input")) && page::takes_text(&make("textarea")));
    assert!(!page::takes_text(&checkbox) && !page::takes_text(&make("button")));
    assert!(!page::takes_text(&make("canvas")));
}

#[wasm_bindgen_test]
fn a_listener_that_is_dropped_hears_no_more() {
    let heard = std::rc::Rc::new(std::cell::Cell::new(0));
    let target: HtmlElement =
        page::document().create_element("div").expect("a div").unchecked_into();
    let count = heard.clone();
    let options = EventListenerOptions::enable_prevent_default();
    let listener = EventListener::new_with_options(&target, "keydown", options, move |event| {
        event.prevent_default();
        count.set(count.get() + 1);
    });
    let event = key("keydown", "Space", " ");
    assert!(!target.dispatch_event(&event).expect("an event"), "the page would have scrolled");
    drop(listener);
    assert!(target.dispatch_event(&key("keydown", "Space", " ")).expect("an event"));
    assert_eq!(heard.get(), 1);
}

#[wasm_bindgen_test]
fn what_looks_the_same_is_sent_the_same() {
    assert_eq!(page::composed("e\u{301}"), "é");
}

fn key(kind: &str, code: &str, name: &str) -> KeyboardEvent {
    let init = KeyboardEventInit::new();
    init.set_code(code);
    init.set_key(name);
    init.set_cancelable(true);
    KeyboardEvent::new_with_keyboard_event_init_dict(kind, &init).expect("an event")
}

fn set(object: &js_sys::Object, name: &str, value: &wasm_bindgen::JsValue) {
    js_sys::Reflect::set(object, &name.into(), value).expect("a plain object");
}

fn define(target: &web_sys::Window, name: &str, descriptor: &js_sys::Object) {
    js_sys::Reflect::define_property(target, &name.into(), descriptor).expect("it may be shadowed");
}
