//! What peers find out about a difference, and what nobody can do to them meanwhile.
#![cfg(not(target_arch = "wasm32"))]

mod bundles;
mod exchange;
mod hostile;
mod pair;
mod quiet;
mod target;
