//! Lanes over datagrams, on a virtual clock and a pretend network.
#![cfg(not(target_arch = "wasm32"))]

mod endings;
mod handshake;
mod hostile;
mod lanes;
mod measures;
mod net;
mod property;
