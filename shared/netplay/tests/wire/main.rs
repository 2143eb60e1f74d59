//! The wire format, held against its promises, its document and its vectors.
#![cfg(not(target_arch = "wasm32"))]

mod allocation;
mod basics;
mod conformance;
mod document;
mod examples;
mod generate;
mod json;
mod manners;
mod mutate;
mod round_trip;
mod shapes;
mod targets;
mod text;
mod vectors;
