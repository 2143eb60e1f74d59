//! The targets' bodies, which also run as an ordinary test of netplay.

#[path = "../../tests/wire/targets.rs"]
mod targets;

pub use targets::{code, message, text};
