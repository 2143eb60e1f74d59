//! The words of an endpoint: who, on which lane, what happened.

use crate::channel::{ChannelConfig, Delivery, Ended, Unsent};
use crate::limits::{CHANNEL_PEERS_PER_ADDRESS, HANDSHAKE_MS, MESSAGES_SILENCE_MS};
use crate::wire::Packet;
use alloc::vec::Vec;
use core::fmt;

/// A peer of one endpoint. Ids are given in the order of connecting, never twice, and mean
/// nothing to any other endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PeerId(pub u32);

impl PeerId {
    /// The host, as its guests call it.
    pub const HOST: Self = Self(0);
}

/// How a message travels. Lanes do not wait for each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// Every message arrives, once, in order.
    Reliable = 0,
    /// Every message arrives, once, as soon as it can.
    ReliableUnordered = 1,
    /// Never sent again; none arrives after a newer one.
    Unreliable = 2,
}

impl Lane {
    /// What each of them is on a channel, by its number.
    pub(super) const DELIVERIES: [Delivery; 3] =
        [Delivery::Ordered, Delivery::Unordered, Delivery::Latest];

    pub(super) const fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Reliable,
            1 => Self::ReliableUnordered,
            2 => Self::Unreliable,
            _ => return None,
        })
    }
}

/// Something that happened, to be read after every poll.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MessageEvent {
    /// A peer is in; at a guest, the host let us in.
    Connected(PeerId),
    /// A peer said something.
    Message {
        /// Who.
        peer: PeerId,
        /// How it travelled.
        lane: Lane,
        /// What.
        bytes: Packet,
    },
    /// A peer is gone, or we removed it, or never got in.
    Disconnected(PeerId, Ended),
}

impl MessageEvent {
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Message { bytes, .. } => bytes.len(),
            Self::Connected(_) | Self::Disconnected(..) => 0,
        }
    }
}

/// What was read before has to be read to the end first: [`MessageEvent`]s wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WouldBlock;

impl fmt::Display for WouldBlock {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("the store of events is full: read them, then poll again")
    }
}

impl core::error::Error for WouldBlock {}

/// Whom a message to everybody was sent to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// These get it, as the lane has it.
    pub told: Vec<PeerId>,
    /// These do not, and why.
    pub refused: Vec<(PeerId, Unsent)>,
}

/// An endpoint's figures so far, over all peers, those that are gone included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MessagesStats {
    /// Datagrams sent, with what was sent again and what the channel says for itself.
    pub datagrams_sent: u64,
    /// Their bytes, without headers of the network.
    pub bytes_sent: u64,
    /// Datagrams received, whatever they were.
    pub datagrams_received: u64,
    /// Their bytes.
    pub bytes_received: u64,
    /// Datagrams that were turned away because the store of events was full.
    pub datagrams_refused: u64,
}

/// What both ends agree on. [`ChannelConfig`] has the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessagesConfig {
    /// Which application this is: another one is refused.
    pub protocol_id: u64,
    /// Its version: another one is refused with both values.
    pub app_version: u32,
    /// A peer that says nothing for this long is gone.
    pub silence_ms: u64,
    /// How long a guest tries to get in, at most 8 s.
    pub connect_ms: u64,
    /// Guests of one machine that a host takes. The other end need not know.
    pub peers_per_address: usize,
}

impl Default for MessagesConfig {
    fn default() -> Self {
        Self {
            protocol_id: u64::from_le_bytes(*b"messages"),
            app_version: 0,
            silence_ms: MESSAGES_SILENCE_MS,
            connect_ms: 2 * HANDSHAKE_MS,
            peers_per_address: CHANNEL_PEERS_PER_ADDRESS,
        }
    }
}

impl MessagesConfig {
    /// The channel's.
    #[must_use]
    pub(super) fn channel(&self) -> ChannelConfig {
        ChannelConfig {
            silence_ms: self.silence_ms,
            handshake_ms: self.connect_ms,
            peers_per_address: self.peers_per_address,
            ..ChannelConfig::new(self.protocol_id, self.app_version, &Lane::DELIVERIES)
        }
    }
}
