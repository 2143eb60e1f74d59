//! UDP: many peers on one socket, links for a relay or a game, messages for everybody else.
//!
//! Nothing blocks and no thread works in the background: whoever holds an end polls it every frame.
//! Everything goes through [`netplay::channel`], so only whoever has shown that it is at its
//! address is believed, and what is lost is sent again where the lane says so. Nothing is encrypted.
//!
//! ```
//! use net_native::NativeClock;
//! use net_native::udp::{Reach, UdpLink, UdpListener, UdpTransport};
//! use netplay::link::{Lane, Transport};
//!
//! # fn main() -> Result<(), net_native::udp::UdpError> {
//! let clock = NativeClock::start();
//! let mut listener = UdpListener::bind("127.0.0.1:0", Reach::ThisMachine)?;
//! let mut here = UdpTransport::connect(listener.local_addr(), clock.now())?;
//! here.send(&[1, 2, 3].into(), Lane::Ordered, clock.now()).expect("it waits for the handshake");
//! let mut there: Option<UdpLink> = None;
//! let packet = loop {
//!     here.poll(clock.now());
//!     there = there.or_else(|| listener.accept(clock.now()));
//!     if let Some(packet) = there.as_mut().and_then(|link| link.poll(clock.now())) {
//!         break packet;
//!     }
//! };
//! assert_eq!(packet[..], [1, 2, 3]);
//! # Ok(())
//! # }
//! ```

mod client;
mod error;
mod host;
mod listener;
mod messages;
mod socket;
mod transport;

pub use client::UdpClient;
pub use error::{Reach, UdpError};
pub use host::UdpHost;
pub use listener::{UdpLink, UdpListener};
pub use messages::UdpMessages;
pub use socket::{DatagramBuffer, DatagramSocket};
pub use transport::UdpTransport;

use netplay::channel::{ChannelConfig, Delivery, Ended};
use netplay::limits::{MESSAGE_BYTES, OUTBOUND_BYTES, PROTOCOL_VERSION};
use netplay::link::Lane;
use netplay::wire::CloseReason;
use std::time::Duration;

/// How long a link that is closed goes on saying what was sent before.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// What a link of the relay's protocol is on a channel. Inputs of several seats pass on one link, so the
/// second lane takes every packet that comes, however late, and not only ever newer ones.
fn link_config() -> ChannelConfig {
    let lanes = [Delivery::Ordered, Delivery::Unreliable];
    ChannelConfig {
        message_bytes: MESSAGE_BYTES,
        // As much again as the queues of a stream's socket hold below the one that we see.
        send_budget_bytes: 4 * OUTBOUND_BYTES,
        ..ChannelConfig::new(u64::from_le_bytes(*b"LGNP-UDP"), PROTOCOL_VERSION, &lanes)
    }
}

fn number(lane: Lane) -> u8 {
    match lane {
        Lane::Ordered => 0,
        Lane::Unreliable => 1,
    }
}

/// A channel's end in the words of links.
fn close_reason(ended: Ended) -> CloseReason {
    match ended {
        Ended::Version { .. } | Ended::WireVersion { .. } | Ended::Refused => {
            CloseReason::VersionMismatch
        }
        Ended::Full => CloseReason::ServerFull,
        Ended::Timeout => CloseReason::Silent,
        Ended::Backlog => CloseReason::TooSlow,
        Ended::Kicked => CloseReason::Kicked,
        Ended::Shutdown => CloseReason::ServerShutdown,
        Ended::Left => CloseReason::Left,
        Ended::Replaced => CloseReason::Replaced,
        Ended::Protocol => CloseReason::Malformed,
    }
}
