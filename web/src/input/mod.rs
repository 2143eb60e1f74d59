//! From keys, pads and thumbs to one pad word a frame.

pub mod gamepad;
pub mod golf;
pub mod hunt;
pub mod keys;
pub mod pads;
pub mod race;
pub mod touch;

pub use keys::{Action, Bindings};
pub use pads::Pads;
