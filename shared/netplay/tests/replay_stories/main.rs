//! Sessions as files: recorded on every end, shown at any frame, and never trusted.
#![cfg(not(target_arch = "wasm32"))]

mod film;
mod format;
mod hostile;
mod record;
mod seek;
mod target;
