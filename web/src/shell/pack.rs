//! A folder of content on this machine, for whoever works on it: what is saved there is played here.

use super::page::{self, member, method};
use super::text::cut;
use crate::driver::Driver;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;

/// Between two looks.
const EVERY_MS: u32 = 1_000;

/// The address in `?pack=http://127.0.0.1:7464/`, of this machine and of no other.
#[must_use]
pub fn address(query: &str) -> Option<String> {
    let (_, rest) = cut(query, "pack=http://127.0.0.1:")?;
    let port = rest.split(|letter: char| !letter.is_ascii_digit()).next()?;
    port.parse::<u16>().is_ok().then(|| format!("http://127.0.0.1:{port}/"))
}

/// Asks the address again and again, as long as the page is open.
pub fn follow(address: String, driver: Driver) {
    wasm_bindgen_futures::spawn_local(async move {
        if let Ok(text) = text(&address).await {
            driver.load_pack(text);
        }
        page::after(EVERY_MS, move || follow(address, driver)).run_out();
    });
}

/// What the address answers. The browser asks with the tag of what it has, so that the same is not
/// sent again.
async fn text(address: &str) -> Result<String, JsValue> {
    let missing = || JsValue::NULL;
    let window = page::window();
    let ask = method(&window, "fetch").ok_or_else(missing)?;
    let answer = ask.call1(&window, &address.into())?;
    let answer = JsFuture::from(js_sys::Promise::resolve(&answer)).await?;
    let is_good = member(&answer, "ok").is_some_and(|ok| ok.is_truthy());
    let read = method(&answer, "text").filter(|_| is_good).ok_or_else(missing)?;
    let text = JsFuture::from(js_sys::Promise::resolve(&read.call0(&answer)?)).await?;
    text.as_string().ok_or_else(missing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_is_asked() {
        let found = |query| address(query);
        assert_eq!(
            found("?pack=http://127.0.0.1:7464/").as_deref(),
            Some("http://127.0.0.1:7464/")
        );
        assert_eq!(found("?a=b&pack=http://127.0.0.1:80").as_deref(), Some("http://127.0.0.1:80/"));
        for none in [
            "",
            "?pack=",
            "?pack=http://127.0.0.1:/",
            "?pack=http://127.0.0.1:99999/",
            "?pack=http://example.org/",
            "?pack=http://127.0.0.1.example.org:80/",
        ] {
            assert_eq!(found(none), None, "{none}");
        }
        // What stands behind the port goes nowhere.
        assert_eq!(
            found("?pack=http://127.0.0.1:80@evil/").as_deref(),
            Some("http://127.0.0.1:80/")
        );
    }
}
