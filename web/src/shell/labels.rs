//! What is printed on a key, where the browser tells it.

use super::page;
use crate::input::keys::plain_label;
use std::rc::Rc;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;

/// What the keys of this keyboard are called.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyLabels(Rc<Vec<(String, String)>>);

impl KeyLabels {
    /// Asks the browser for the keyboard's layout; without an answer keys keep their plain names.
    pub async fn load(codes: Vec<String>) -> Self {
        Self(Rc::new(Self::ask(codes).await.unwrap_or_default()))
    }

    async fn ask(codes: Vec<String>) -> Option<Vec<(String, String)>> {
        let keyboard = page::member(&page::window().navigator(), "keyboard")?;
        let promise = page::method(&keyboard, "getLayoutMap")?.call0(&keyboard).ok()?;
        let layout = JsFuture::from(js_sys::Promise::resolve(&promise)).await.ok()?;
        let get = page::method(&layout, "get")?;
        let label = |code: &String| get.call1(&layout, &JsValue::from_str(code)).ok()?.as_string();
        Some(codes.into_iter().filter_map(|code| Some((code.clone(), label(&code)?))).collect())
    }

    /// The name of a key.
    #[must_use]
    pub fn of(&self, code: &str) -> String {
        let label = self.0.iter().find(|(known, _)| known == code);
        label.map_or_else(|| plain_label(code), |(_, label)| label.to_ascii_uppercase())
    }
}
