//! Small things the page asks of the browser, each with an answer when the browser has none.

use super::text::cut;
use js_sys::{Function, Reflect};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    Blob, Document, Element, File, HtmlAnchorElement, HtmlElement, HtmlInputElement, Url, Window,
};

/// The window. There is always one: this is a page.
#[must_use]
pub fn window() -> Window {
    web_sys::window().expect("a page has a window")
}

/// The document. There is always one: this is a page.
#[must_use]
pub fn document() -> Document {
    window().document().expect("a page has a document")
}

/// The address that relative addresses start from.
#[must_use]
pub fn base() -> String {
    document().base_uri().ok().flatten().unwrap_or_default()
}

/// Whether the tab cannot be seen.
#[must_use]
pub fn hidden() -> bool {
    document().hidden()
}

/// Whether the browser's settings say this about the screen or the person.
#[must_use]
pub fn media(query: &str) -> bool {
    window().match_media(query).ok().flatten().is_some_and(|list| list.matches())
}

/// The element that has the keyboard.
#[must_use]
pub fn focused() -> Option<Element> {
    document().active_element()
}

/// Whether this element takes what is typed.
#[must_use]
pub fn takes_text(element: &Element) -> bool {
    if let Some(input) = element.dyn_ref::<HtmlInputElement>() {
        return !matches!(input.type_().as_str(), "checkbox" | "radio" | "range" | "button");
    }
    matches!(element.tag_name().as_str(), "TEXTAREA" | "SELECT")
        || element.dyn_ref::<HtmlElement>().is_some_and(HtmlElement::is_content_editable)
}

/// Gives the keyboard to the first element that `selector` finds.
pub fn focus(selector: &str) {
    let found = document().query_selector(selector).ok().flatten();
    if let Some(element) = found.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        // An element that cannot be focused leaves the focus where it is.
        let _ = element.focus();
    }
}

/// The same once the screen that holds the element has been drawn.
pub fn focus_soon(selector: &'static str) {
    after(60, move || focus(selector)).run_out();
}

/// A timer that stops when it is dropped.
pub struct Timer {
    handle: i32,
    ring: Option<Closure<dyn FnMut()>>,
}

/// Calls `ring` once, in `millis` milliseconds.
#[must_use]
pub fn after(millis: u32, ring: impl FnOnce() + 'static) -> Timer {
    let ring = Closure::once(ring);
    let function = ring.as_ref().unchecked_ref();
    let millis = i32::try_from(millis).unwrap_or(i32::MAX);
    let handle = window()
        .set_timeout_with_callback_and_timeout_and_arguments_0(function, millis)
        .unwrap_or_default();
    Timer { handle, ring: Some(ring) }
}

impl Timer {
    /// Lets the timer ring whatever becomes of its owner.
    pub fn run_out(mut self) {
        if let Some(ring) = self.ring.take() {
            // Frees itself when it has rung.
            ring.forget();
        }
    }
}

impl Drop for Timer {
    fn drop(&mut self) {
        if self.ring.is_some() {
            window().clear_timeout_with_handle(self.handle);
        }
    }
}

/// Loads the page anew.
pub fn reload() {
    // A page that may not reload itself can still be reloaded by hand.
    let _ = window().location().reload();
}

/// Loads the newest page and goes into the room.
pub fn reload_into(code: netplay::code::RoomCode) {
    let page = base();
    let page = page.split(['?', '#']).next().unwrap_or_default();
    // As above.
    let _ = window().location().assign(&format!("{page}?room={code}"));
}

/// Sets or removes a `data-` mark of the whole page, which the styles read.
pub fn mark_page(name: &str, value: Option<&str>) {
    if let Some(root) = document().document_element() {
        // Both fail only for names that are no names.
        let _ = match value {
            Some(value) => root.set_attribute(name, value),
            None => root.remove_attribute(name),
        };
    }
}

/// Takes the invitation out of the address, so that a reload or a screenshot does not carry it.
pub fn clean_address() {
    let clean = base();
    let clean = clean.split(['?', '#']).next().unwrap_or_default();
    let clean = cut(clean, "/r/").and_then(|(page, _)| clean.get(..=page.len())).unwrap_or(clean);
    if let Ok(history) = window().history() {
        // A page opened from a file has no history to replace; nothing is lost.
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(clean));
    }
}

/// Copies `text`; whether it was copied. Plain `http:` pages have no clipboard: then it was not.
pub async fn copy(text: &str) -> bool {
    let Some(clipboard) = member(&window().navigator(), "clipboard") else {
        return false;
    };
    let Some(write) = method(&clipboard, "writeText") else {
        return false;
    };
    let Ok(promise) = write.call1(&clipboard, &text.into()) else {
        return false;
    };
    JsFuture::from(js_sys::Promise::resolve(&promise)).await.is_ok()
}

/// Hands a file to the player, as a download.
pub fn save_file(name: &str, bytes: &[u8]) {
    let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(bytes));
    let Ok(blob) = Blob::new_with_u8_array_sequence(&parts) else {
        return;
    };
    let Ok(url) = Url::create_object_url_with_blob(&blob) else {
        return;
    };
    let link = document().create_element("a").ok();
    if let Some(link) = link.and_then(|link| link.dyn_into::<HtmlAnchorElement>().ok()) {
        link.set_href(&url);
        link.set_download(name);
        link.click();
    }
    // Once the browser has taken it; an address that is gone already needs no taking back.
    after(10_000, move || drop(Url::revoke_object_url(&url))).run_out();
}

/// What is in a file that the player has picked, and one byte too many of one that is longer than
/// it may be; nothing when it cannot be read.
pub async fn read_file(file: &File, most: usize) -> Vec<u8> {
    let Ok(part) = file.slice_with_f64_and_f64(0.0, most as f64 + 1.0) else {
        return Vec::new();
    };
    let bytes = JsFuture::from(part.array_buffer()).await;
    bytes.map(|bytes| js_sys::Uint8Array::new(&bytes).to_vec()).unwrap_or_default()
}

/// The text with its letters and accents composed: what looks the same is the same.
#[must_use]
pub fn composed(text: &str) -> String {
    js_sys::JsString::from(text).normalize("NFC").into()
}

/// Whether the browser has a share sheet.
#[must_use]
pub fn can_share() -> bool {
    method(&window().navigator(), "share").is_some()
}

/// Opens the share sheet with the invitation.
pub fn share(link: &str) {
    let navigator = window().navigator();
    let Some(share) = method(&navigator, "share") else {
        return;
    };
    let invitation = js_sys::Object::new();
    // Setting a field of a plain object cannot fail.
    let _ = Reflect::set(&invitation, &"title".into(), &"Partyline".into());
    let _ = Reflect::set(&invitation, &"text".into(), &"Come and race me!".into());
    let _ = Reflect::set(&invitation, &"url".into(), &link.into());
    if let Ok(promise) = share.call1(&navigator, &invitation) {
        wasm_bindgen_futures::spawn_local(async move {
            // Closing the sheet is an answer too.
            let _ = JsFuture::from(js_sys::Promise::resolve(&promise)).await;
        });
    }
}

/// A field of a browser object that may be missing here.
#[must_use]
pub fn member(object: &JsValue, name: &str) -> Option<JsValue> {
    Reflect::get(object, &name.into())
        .ok()
        .filter(|found| !found.is_undefined() && !found.is_null())
}

/// A method of a browser object that may be missing here.
#[must_use]
pub fn method(object: &JsValue, name: &str) -> Option<Function> {
    member(object, name)?.dyn_into().ok()
}

/// Bytes that nobody can foresee. Every browser has them, also on plain addresses of a home network.
#[must_use]
pub fn entropy() -> [u8; 32] {
    let mut bytes = [0; 32];
    let crypto = web_sys::window().and_then(|window| window.crypto().ok());
    if let Some(crypto) = crypto {
        // It only fails for more than 64 KiB.
        let _ = crypto.get_random_values_with_u8_array(&mut bytes);
    }
    bytes
}
