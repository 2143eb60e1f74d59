//! Lanes over raw datagrams: a handshake that cannot be abused, acknowledgements, resending,
//! fragments, and figures. No socket, no clock.
//!
//! The two ends are a `Host` of many peers, keyed by their address, and a `Client` of one host:
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
//! `CHANNEL.md` beside this crate has the bytes.

#[allow(dead_code)]
mod config;
#[allow(dead_code)]
mod ended;
mod event;
mod stats;

pub use config::{BadChannelConfig, ChannelConfig, Delivery};
pub use ended::{Ended, Unsent};
pub use event::{ClientEvent, HostEvent};
pub use stats::ChannelStats;
