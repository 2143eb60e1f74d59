//! Somebody else's car, drawn smoothly though its packets come unevenly, twice, out of order or never.
//!
//! ```text
//! packet ─► SnapshotStream::push ─► ClockSync ── suspect? ─► kept out
//!                                      │
//!                                      └─► SnapshotBuffer, by the sender's time
//! frame  ─► SnapshotStream::sample ─► the sender's time now, less the delay ─► Shown { state, value }
//! ```

mod buffer;
mod interpolate;
mod pose;
mod rotation;
mod stream;

pub use buffer::{Pushed, Shown, ShownState, SnapshotBuffer, SnapshotConfig, SnapshotConfigError};
pub use interpolate::{Angle, Before, Between, Interpolate};
pub use pose::Pose;
pub use rotation::Rotation;
pub use stream::SnapshotStream;
