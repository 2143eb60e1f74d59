//! Bookkeeping under the sessions: whose word for which frame, who drives which seat, whose
//! digest agrees. Nothing here simulates, and everything here is bounded.

mod checkpoints;
mod evidence;
mod input_log;
pub mod pacing;
mod timeline;

pub use checkpoints::{CheckpointLedger, Verdict};
pub use evidence::{Evidence, Kept};
pub use input_log::InputLog;
pub use timeline::{Announced, Timeline};
