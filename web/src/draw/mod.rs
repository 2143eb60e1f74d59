//! Drawing a race: flat, warm shapes on a canvas.
//!
//! The painter reads a [`Picture`], which is the race between two steps in plain metres, and
//! keeps only what is for the eye: the camera, the tiles of the ground, marks and particles.
//! It draws from far to near: ground, pads, marks, cars, arches, tags, then the instruments.

mod arches;
mod banner;
mod camera;
mod car_paint;
mod effects;
mod forest;
mod ground;
mod hud;
mod marks;
mod minimap;
mod painter;
mod palette;
mod particles;
mod pen;
pub mod picture;
mod road;
mod scenery;
mod signs;
mod tags;
mod tiles;
mod turn;

pub use painter::{Painter, Taste};
pub use picture::{Between, Picture};
