//! The browser's side of the I/O edge: its socket and its clock.
//!
//! The twin of `net-native`: the same names, so that what drives a room reads the same.
//!
//! ```no_run
//! use net_web::{BrowserClock, WebSocketTransport};
//! use netplay::link::Transport;
//!
//! let clock = BrowserClock::new();
//! let mut link = WebSocketTransport::connect("ws://127.0.0.1:7462/ws").expect("an address");
//! while let Some(packet) = link.poll(clock.now()) {
//!     println!("{} bytes arrived", packet.len());
//! }
//! ```
#![warn(missing_docs)]

mod clock;
mod socket;

pub use clock::BrowserClock;
pub use socket::{ConnectError, WebSocketTransport};
