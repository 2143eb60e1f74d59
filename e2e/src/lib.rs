//! Everything together: journeys of real browsers through the real relay (`journeys/`), the house's rules as
//! tests (`tests/tidy/`), and what things cost (`benches/`).

pub mod measure;
pub mod steer;

/// The example in the README, compiled and run.
#[doc = include_str!("../../README.md")]
#[cfg(doctest)]
pub struct Readme;
