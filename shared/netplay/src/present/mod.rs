//! What is shown and heard of a state that may still be a guess. Nothing here touches the state:
//! peers with other tastes agree on every digest.
//!
//! And what every game with messages of its own would write again. These helpers take values that a game has decoded
//! and give decisions back; the wire format stays the game's:
//!
//! | to | see |
//! |---|---|
//! | draw what others own, smoothly | [`snapshots`], [`clock_sync`] |
//! | show people walking in one room | [`roaming`], [`avatars`] |
//! | drop what comes late or twice | [`latest`] |
//! | know whose word counts while it changes hands | [`ownership`] |
//! | send everybody only what is near | [`interest`] |
//!
//! ```text
//! frame simulated, for the first time or again ─► EffectLedger ─► Begin | Cancel | Keep   sounds, sparks
//! a seat was shown there and is really here   ─► Smoother     ─► Shift, which fades        cars, walkers
//! ```

pub mod avatars;
pub mod clock_sync;
mod effects;
pub mod interest;
pub mod latest;
pub mod ownership;
pub mod roaming;
mod smoother;
pub mod snapshots;

pub use effects::{Effect, EffectId, EffectLedger};
pub use smoother::{Pose, Remotes, Shift, Smoother, Smoothing, SmoothingError};
