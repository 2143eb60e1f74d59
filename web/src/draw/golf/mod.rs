//! A round of mini golf on the canvas, from far to near: the painted hole, what moves on it,
//! balls, the aim, the flag, instruments.

mod ball;
mod green;
mod hud;
mod look;
mod moving;
mod painter;
pub mod picture;
mod replay;
mod theme;

pub(super) use painter::Painter;
pub use picture::Picture;
