//! Somebody decides: a server runs the world, clients say what they want and are told what is.
//!
//! `SERVER.md` beside this crate has the model, the bytes and the error table.

mod bots;
mod client;
mod config;
mod error;
mod guest;
mod history;
mod host;
mod inputs;
mod lobby;
mod message;
mod output;
mod plain;
mod queue;
mod snapshots;
mod writer;

pub use bots::{Bots, IdleBots};
pub use config::{BadServerConfig, ServerConfig, StartMode};

pub use client::{
    BadClientConfig, ClientConfig, ClientEvent, ClientStats, GameClient, Miss, SeenHash,
    ServerClock,
};
pub use error::{ERROR_CODES, NetError};
pub use host::GameServer;
pub use inputs::{InputPacket, nearest};
pub use message::{
    ClientMessage, Phase, PlayerRow, PlayerRows, SERVER_VERSION, ServerLane, ServerMessage,
};
pub use output::{GuestStats, ServerEvent, ServerOutput, ServerStats};
pub use snapshots::{Arrived, SnapshotReader};
