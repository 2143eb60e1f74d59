//! The house's rules, held by tests: whoever breaks one is told which and where.
//!
//! Each rule reads what is tracked, collects every place that breaks it, and prints them all.

mod crates;
mod effects;
mod faults;
mod layers;
mod licences;
mod purity;
mod repo;
mod sources;
mod texts;
mod wasm;
