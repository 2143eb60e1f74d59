//! Somebody decides: a server runs the world, clients say what they want and are told what is.
//!
//! `SERVER.md` beside this crate has the model, the bytes and the error table.

mod error;
mod inputs;
mod message;
mod plain;
mod snapshots;

pub use error::{ERROR_CODES, NetError};
pub use inputs::{InputPacket, nearest};
pub use message::{
    ClientMessage, Phase, PlayerRow, PlayerRows, SERVER_VERSION, ServerLane, ServerMessage,
};
pub use snapshots::{Arrived, SnapshotReader};
