//! The whole relay as a state machine: no socket, no clock, no thread.

mod config;
mod core;
mod event;
mod local;

pub use self::core::{Output, RelayCore};
pub use crate::room::{ClientAddress, RoomConfig};
pub use config::{ConfigError, RelayConfig};
pub use event::{Counters, Load, MaskedCode, RelayEvent};
pub use local::LocalRelay;
