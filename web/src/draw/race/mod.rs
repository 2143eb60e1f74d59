//! A race on the canvas, from far to near: ground, pads, marks, cars, arches, tags, instruments.

mod arches;
mod banner;
mod car_paint;
mod dust;
mod forest;
mod ground;
mod hud;
mod marks;
mod minimap;
mod painter;
mod photo;
pub mod picture;
mod road;
mod scenery;
mod signs;
mod theme;

pub(super) use painter::Painter;
pub use picture::Picture;
