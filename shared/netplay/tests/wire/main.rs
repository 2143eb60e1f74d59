//! The wire format, held against its promises, its document and its vectors.

mod allocation;
mod basics;
mod generate;
mod round_trip;
mod shapes;
mod text;
