//! Drawing the games: flat, warm shapes on a canvas.
//!
//! Each game has a `Picture`, which is the game between two steps in plain metres, and a painter
//! that reads it and keeps only what is for the eye: the camera, the ground, marks, particles.
//! What they share is the `kit`. The [`Painter`] owns the canvas and knows which game is on it.

pub mod golf;
pub mod hunt;
pub mod kit;
mod painter;
pub mod race;

pub use painter::{Painter, Picture, Taste};
