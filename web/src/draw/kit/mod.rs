//! What every game draws with: the pen, the camera, the effects and the few shapes that all share.
//!
//! A game's painter holds what is its own (a camera, particles, a banner) and is lent the rest:
//! the [`Kit`] and the [`Frame`]. Whatever moves for the eye alone asks the frame for its
//! [`Effect`](effects::Effect), so that reduced motion is one switch.

pub mod banner;
pub mod camera;
pub mod ease;
pub mod effects;
pub mod frame;
pub mod gaze;
pub mod palette;
pub mod particles;
pub mod pen;
pub mod shapes;
pub mod space;
pub mod tags;
pub mod tiles;

pub use banner::Banner;
pub use camera::{Camera, Follow};
pub use effects::{Effect, Effects};
pub use frame::Frame;
pub use pen::Pen;
pub use shapes::Shapes;
pub use space::Point;

/// What is made once a canvas and lent to whichever game is drawn on it.
pub struct Kit {
    pub pen: Pen,
    pub shapes: Shapes,
}

impl Kit {
    pub fn new(pen: Pen) -> Self {
        Self { pen, shapes: Shapes::default() }
    }
}
