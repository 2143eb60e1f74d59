//! What a game's channel is.

use netplay::channel::{ChannelConfig, Delivery};
use netplay::session::server::SERVER_VERSION;

/// Both ends': the lanes are those of `ServerLane`.
pub(super) fn config() -> ChannelConfig {
    let lanes = [Delivery::Ordered, Delivery::Latest, Delivery::Latest, Delivery::Ordered];
    ChannelConfig::new(u64::from_le_bytes(*b"PLN-GAME"), SERVER_VERSION.into(), &lanes)
}
