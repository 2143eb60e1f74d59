//! The browser's monotonic clock.

use netplay::time::Instant;
use wasm_bindgen::JsCast;

/// `performance.now()`, told to the core as an [`Instant`].
///
/// It never runs backwards and goes on while the tab is hidden.
#[derive(Clone, Debug)]
pub struct BrowserClock {
    performance: Option<web_sys::Performance>,
}

impl BrowserClock {
    /// The clock of this page.
    #[must_use]
    pub fn new() -> Self {
        let global = js_sys::global();
        let performance = js_sys::Reflect::get(&global, &"performance".into())
            .ok()
            .and_then(|found| found.dyn_into().ok());
        Self { performance }
    }

    /// Now, since the page was opened.
    #[must_use]
    pub fn now(&self) -> Instant {
        self.performance.as_ref().map_or(Instant::ZERO, |performance| at(performance.now()))
    }
}

impl Default for BrowserClock {
    fn default() -> Self {
        Self::new()
    }
}

/// The instant that the browser writes as `millis`, as in an animation frame's argument.
fn at(millis: f64) -> Instant {
    Instant::from_micros((millis.max(0.0) * 1_000.0) as u64)
}

#[cfg(all(test, target_arch = "wasm32"))]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test]
    fn the_clock_runs_and_never_backwards() {
        let clock = BrowserClock::new();
        let first = clock.now();
        let mut last = first;
        while last == first {
            let now = clock.now();
            assert!(now >= last);
            last = now;
        }
    }
}
