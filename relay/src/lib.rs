//! The relay's sockets: one port for raw TCP, WebSocket and the page, around
//! [`RelayCore`](netplay::relay::RelayCore), which decides everything.
//!
//! ```text
//! accept ─► door: first four bytes ─┬─ LGNP ─────────────┐
//!                                   ├─ GET, HEAD ─► page  │   one connection task each
//!                                   │     └─ upgrade ─────┤
//!                                   └─ else: closed       ▼
//!        socket bytes ─► Framing ─► Packet ─► Shard { core.handle } ─► Outbox of each receiver
//!                                             Turn { flush window over: one write a receiver }
//! ```
//!
//! One thread owns it all, so nothing is locked. A packet is encoded once, appended to the
//! outbox of everybody who is owed it, and **what one member is owed within one turn leaves in
//! one write**: writes are what a relay costs.
//!
//! ```
//! use relay::{RelayServer, ServerConfig};
//!
//! # fn main() -> std::io::Result<()> {
//! let config = ServerConfig { bind: ([127, 0, 0, 1], 0).into(), ..ServerConfig::default() };
//! let handle = RelayServer::spawn(config)?;
//! println!("friends on this machine connect to {}", handle.local_addr());
//! assert_eq!(handle.status().load.rooms, 0);
//! handle.shutdown(); // rooms are told, threads joined, nothing is left listening
//! # Ok(())
//! # }
//! ```
#![warn(missing_docs)]

mod address;
mod admin;
mod config;
mod connection;
mod door;
mod framing;
mod http;
mod log;
mod network;
mod outbox;
mod server;
mod shard;
mod turn;
mod turned;
mod work;

pub use config::{DEFAULT_PORT, ServerConfig};
pub use http::{WebRoot, WebRootError};
pub use log::{Log, LogFormat};
pub use network::Network;
pub use server::{RelayHandle, RelayServer};
pub use shard::{SocketCounters, Status};
