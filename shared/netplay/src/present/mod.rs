//! What is shown and heard of a state that may still be a guess. Nothing here touches the state:
//! peers with other tastes agree on every digest.
//!
//! ```text
//! frame simulated, for the first time or again ─► EffectLedger ─► Begin | Cancel | Keep   sounds, sparks
//! a seat was shown there and is really here   ─► Smoother     ─► Shift, which fades        cars, walkers
//! ```

mod effects;
mod smoother;

pub use effects::{Effect, EffectId, EffectLedger};
pub use smoother::{Pose, Remotes, Shift, Smoother, Smoothing, SmoothingError};
