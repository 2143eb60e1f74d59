//! Runs what promises to need no environment. As a wasm module, this program must import
//! nothing; `e2e/tests/tidy/wasm.rs` looks.

use netplay::code::RoomCode;
use netplay::wire::{Message, WordSize};
use std::hint::black_box;

fn main() {
    let _ = black_box(RoomCode::parse(black_box("k7qf-2m")));
    if let Ok(message) = Message::decode(black_box(&[]), WordSize::PAD) {
        black_box(message.encode());
    }
}
