//! The page: screens, drawing, sound and input around a [`party::Room`].
//!
//! ```text
//! window events ─► ui::listen ─► Driver ─► Room ─► view ─► Store ─► components
//!                                   └────► Painter, Sound (no component sees a frame)
//! ```
//!
//! * [`store`]: what is on the page and the one function that changes it.
//! * [`driver`]: the frame: pads → room → picture, sound, view.
//! * [`draw`]: the race on a canvas. [`sound`]: the race in the air. [`input`]: keys, pads, thumbs.
//! * [`seats`]: colour, shape and letter of each. [`ui`]: the screens. [`shell`]: addresses, storage, the crash box.

pub mod board;
pub mod draw;
pub mod driver;
pub mod input;
pub mod scorecard;
pub mod seats;
pub mod settings;
pub mod shell;
pub mod sound;
pub mod store;
pub mod ui;
pub mod words;

/// Opens the page.
pub fn run() {
    shell::crash::install();
    if let Some(loading) = shell::page::document().get_element_by_id("loading") {
        loading.remove();
    }
    let app = shell::page::document().get_element_by_id("app").expect("index.html has it");
    yew::Renderer::<ui::app::App>::with_root(app).render();
}
