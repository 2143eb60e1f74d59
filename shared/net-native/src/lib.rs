//! The core's transports and clock for native programs: plain `std`, no async runtime.
//!
//! Every transport is polled like everything else in the core; after `connect`, which has a
//! deadline, no call ever blocks. [`udp`] has datagrams, and messages for whoever has a protocol of their own.
//!
//! ```no_run
//! use net_native::{NativeClock, TcpTransport};
//! use netplay::link::{Lane, Transport};
//! use netplay::wire::{Message, Ping};
//! use std::time::Duration;
//!
//! # fn main() -> std::io::Result<()> {
//! let clock = NativeClock::start();
//! let mut link = TcpTransport::connect("127.0.0.1:7462", Duration::from_secs(5))?;
//! let ping = Message::from(Ping { nonce: 1 }).encode();
//! link.send(&ping, Lane::Ordered, clock.now()).expect("a fresh link takes a packet");
//! while let Some(packet) = link.poll(clock.now()) {
//!     println!("{} bytes arrived", packet.len());
//! }
//! # Ok(())
//! # }
//! ```
#![warn(missing_docs)]

mod clock;
mod dial;
pub mod framing;
mod tcp;
pub mod udp;
mod websocket;

pub use clock::NativeClock;
pub use tcp::TcpTransport;
pub use websocket::WebSocketTransport;
