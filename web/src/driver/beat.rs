//! When the driver runs: with the display while the tab is seen, ten times a second by a worker
//! while it is not.

use super::Driver;
use gloo_render::{AnimationFrame, request_animation_frame};
use std::cell::RefCell;
use std::rc::{Rc, Weak};
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{MessageEvent, Worker};

type Slot = RefCell<Option<AnimationFrame>>;

/// Runs the driver until it is dropped.
pub struct Beat {
    _frame: Rc<Slot>,
    heart: Option<Worker>,
    _on_beat: Closure<dyn FnMut(MessageEvent)>,
}

impl Beat {
    /// Begins.
    #[must_use]
    pub fn start(driver: Driver) -> Self {
        let frame = Rc::new(Slot::default());
        request(&Rc::downgrade(&frame), driver.clone());
        let on_beat = Closure::new(move |_: MessageEvent| driver.beat());
        // Without workers a hidden tab sleeps, and its seat goes to the AI: play goes on.
        let heart = Worker::new("heart.js").ok();
        if let Some(heart) = &heart {
            heart.set_onmessage(Some(on_beat.as_ref().unchecked_ref()));
        }
        Self { _frame: frame, heart, _on_beat: on_beat }
    }
}

impl Drop for Beat {
    fn drop(&mut self) {
        if let Some(heart) = &self.heart {
            heart.set_onmessage(None);
            heart.terminate();
        }
    }
}

fn request(slot: &Weak<Slot>, driver: Driver) {
    if let Some(frame) = slot.upgrade() {
        let again = slot.clone();
        let next = request_animation_frame(move |now| {
            driver.frame(now);
            request(&again, driver);
        });
        *frame.borrow_mut() = Some(next);
    }
}
