//! What both ends of a channel agree on, and what each allows itself.

use crate::limits::{
    CHANNEL_BUDGET_BYTES, CHANNEL_LANES, CHANNEL_MESSAGE_BYTES, CHANNEL_PEERS_PER_ADDRESS,
    CHANNEL_SILENCE_MS, HANDSHAKE_MS,
};
use alloc::vec::Vec;
use core::fmt;
use core::time::Duration;
use xxhash_rust::xxh64::xxh64;

/// How a lane's messages arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// Every one, once, in order.
    Ordered = 0,
    /// Every one, once, as soon as it is there.
    Unordered = 1,
    /// Some, and never one that is older than one that was there. Nothing is sent again.
    Latest = 2,
    /// Some, once, as they come. Nothing is sent again.
    Unreliable = 3,
}

impl Delivery {
    /// Whether what is lost is sent again.
    #[must_use]
    pub const fn is_reliable(self) -> bool {
        matches!(self, Self::Ordered | Self::Unordered)
    }
}

/// A channel's configuration. Both ends need the same application, version and lanes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChannelConfig {
    /// Which application this is. Another one is refused.
    pub protocol_id: u64,
    /// Its version. Another one is refused with both values.
    pub app_version: u32,
    /// The lanes, from 1 to 8; a message names one by its index.
    pub lanes: Vec<Delivery>,
    /// The longest message that either end takes, in bytes.
    pub message_bytes: usize,
    /// Bytes of one lane that may wait to be sent or acknowledged.
    pub send_budget_bytes: usize,
    /// A peer that says nothing for this long is gone.
    pub silence_ms: u64,
    /// How long a client tries to get in.
    pub handshake_ms: u64,
    /// Peers of one machine that a host takes, so that one alone does not take all of its places:
    /// see [`Address`](super::Address).
    pub peers_per_address: usize,
}

impl ChannelConfig {
    /// The usual bounds.
    #[must_use]
    pub fn new(protocol_id: u64, app_version: u32, lanes: &[Delivery]) -> Self {
        Self {
            protocol_id,
            app_version,
            lanes: lanes.to_vec(),
            message_bytes: CHANNEL_MESSAGE_BYTES,
            send_budget_bytes: CHANNEL_BUDGET_BYTES,
            silence_ms: CHANNEL_SILENCE_MS,
            handshake_ms: HANDSHAKE_MS,
            peers_per_address: CHANNEL_PEERS_PER_ADDRESS,
        }
    }

    /// Whether a channel can be made of this.
    ///
    /// # Errors
    /// Names the first field that is out of its range.
    pub fn check(&self) -> Result<(), BadChannelConfig> {
        let in_range = [
            ("lanes", (1..=CHANNEL_LANES).contains(&self.lanes.len())),
            ("message_bytes", (1..=CHANNEL_MESSAGE_BYTES).contains(&self.message_bytes)),
            (
                "send_budget_bytes",
                (self.message_bytes..=CHANNEL_BUDGET_BYTES).contains(&self.send_budget_bytes),
            ),
            ("silence_ms", (500..=600_000).contains(&self.silence_ms)),
            ("handshake_ms", (500..=2 * HANDSHAKE_MS).contains(&self.handshake_ms)),
            ("peers_per_address", self.peers_per_address > 0),
        ];
        match in_range.iter().find(|(_, fine)| !fine) {
            Some((field, _)) => Err(BadChannelConfig(field)),
            None => Ok(()),
        }
    }

    /// The application and its lanes in one number, as greetings carry it.
    pub(super) fn application(&self) -> u64 {
        let mut lanes = [0xff; CHANNEL_LANES];
        lanes.iter_mut().zip(&self.lanes).for_each(|(byte, lane)| *byte = *lane as u8);
        xxh64(&lanes, self.protocol_id)
    }

    pub(super) fn silence(&self) -> Duration {
        Duration::from_millis(self.silence_ms)
    }
}

/// The field of a [`ChannelConfig`] that is out of its range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadChannelConfig(pub &'static str);

impl fmt::Display for BadChannelConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is out of its range", self.0)
    }
}

impl core::error::Error for BadChannelConfig {}
