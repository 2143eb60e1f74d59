//! Lanes over raw datagrams: a handshake that cannot be abused, acknowledgements, resending,
//! fragments, and figures. No socket, no clock.
//!
//! The two ends are a [`Host`] of many peers, keyed by their address, and a [`Client`] of one host:
//!
//! ```text
//! Host::new(config, entropy, max_peers)          Client::new(config, entropy, now)
//! handle(from, datagram, now)                    handle(datagram, now)
//! poll_datagram(now) -> Option<(A, Packet)>      poll_datagram(now) -> Option<Packet>
//! update(now), poll_timeout()                    update(now), poll_timeout()
//! send(peer, lane, bytes, now)                   send(lane, bytes, now) -> Result<(), Unsent>
//! poll_event() -> Option<HostEvent<A>>           poll_event() -> Option<ClientEvent>
//! disconnect(peer, reason, now), close(now)      disconnect(now)
//! stats(peer) -> Option<ChannelStats>            state(), stats()
//! ```
//!
//! A host and a client, and a pretend network between them:
//!
//! ```
//! use netplay::channel::{ChannelConfig, Client, Delivery, Host, HostEvent, Wires};
//! use netplay::link::LinkProfile;
//! use netplay::time::Instant;
//!
//! let config = ChannelConfig::new(0x7461_6721, 1, &[Delivery::Ordered, Delivery::Latest]);
//! let mut host = Host::new(config.clone(), [1; 32], 8).unwrap();
//! let mut clients = [(7_u16, Client::new(config, [2; 32], Instant::ZERO).unwrap())];
//! let mut wires = Wires::new(LinkProfile::HOME, LinkProfile::HOME, 3);
//! let mut heard = None;
//! for now in (0..2_000).map(Instant::from_millis) {
//!     wires.step(&mut host, &mut clients, now);
//!     while let Some(event) = host.poll_event() {
//!         match event {
//!             HostEvent::Connected { peer, .. } => host.send(peer, 0, b"hello", now).unwrap(),
//!             HostEvent::Message { bytes, .. } => heard = Some(bytes),
//!             HostEvent::Disconnected { reason, .. } => panic!("{reason}"),
//!         }
//!     }
//!     while let Some(event) = clients[0].1.poll_event() {
//!         if let netplay::channel::ClientEvent::Message { bytes, .. } = event {
//!             clients[0].1.send(0, &bytes, now).unwrap();
//!         }
//!     }
//! }
//! assert_eq!(heard.as_deref(), Some(&b"hello"[..]));
//! ```
//!
//! `CHANNEL.md` beside this crate has the bytes.

mod address;
mod client;
mod config;
mod connection;
mod cookie;
mod ended;
mod event;
mod flight;
mod frame;
mod gate;
mod handshake;
mod header;
mod host;
mod incoming;
mod measure;
pub mod messages;
mod notices;
mod outgoing;
mod partial;
mod received;
mod sent;
mod stats;
mod wires;

pub use address::Address;
pub use client::{Client, ClientState};
pub use config::{BadChannelConfig, ChannelConfig, Delivery};
pub use ended::{Ended, Unsent};
pub use event::{ClientEvent, HostEvent};
pub use host::Host;
pub use stats::ChannelStats;
pub use wires::Wires;
