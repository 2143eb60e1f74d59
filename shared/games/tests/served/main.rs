//! The race under a server that decides.
#![cfg(not(target_arch = "wasm32"))]

mod hostile;
mod online;
mod rounding;
mod seats;
mod support;
mod wild;
