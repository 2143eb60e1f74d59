//! A hunt on the canvas: an arena seen from above.
//!
//! What tells a hider from a thing must not be drawn. So props come from one list of the view, in
//! its order, through [`props::Wardrobe::draw_prop`], which copies whole pixels; there is no other
//! way to draw one. The own disguise is marked in a layer of its own, above all others.

mod dark;
mod ground;
mod hud;
mod painter;
mod people;
mod picture;
mod props;
mod ripples;

pub use painter::Painter;
pub use picture::{Picture, Prompts};
