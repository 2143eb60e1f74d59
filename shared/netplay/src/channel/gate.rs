//! Who may come in: the host's side of the handshake, which remembers nobody who has not proved
//! where they are.

use super::cookie::CookieKey;
use super::handshake::Handshake;
use super::{ChannelConfig, Ended};
use crate::limits::{CHANNEL_NONCES_KEPT, CHANNEL_VERSION};
use crate::time::Instant;
use alloc::collections::VecDeque;
use rand_chacha::ChaCha20Rng;
use rand_core::{RngCore, SeedableRng};

/// The host's secrets, and what it asks of a client.
pub(super) struct Gate {
    key: CookieKey,
    ids: ChaCha20Rng,
    app_version: u32,
    application: u64,
    /// Of channels that are over: a datagram that was late opens no second one.
    used: VecDeque<u64>,
}

impl Gate {
    pub(super) fn new(config: &ChannelConfig, entropy: [u8; 32]) -> Self {
        let mut ids = ChaCha20Rng::from_seed(entropy);
        let key = CookieKey::new([ids.next_u64(), ids.next_u64()]);
        let application = config.application();
        Self { key, ids, app_version: config.app_version, application, used: VecDeque::new() }
    }

    /// The answer to a greeting. It depends on nothing but the greeting, the time and the
    /// secret, and nothing is kept of it. `closed` is why nobody new comes in, if so.
    pub(super) fn answer(
        &self,
        greeting: &Handshake,
        address: &[u8],
        closed: Option<Ended>,
        now: Instant,
    ) -> Option<Handshake> {
        let Handshake::Connect { wire, nonce, app_version, application } = *greeting else {
            return None;
        };
        let [ours, theirs] = [CHANNEL_VERSION, wire];
        let denial = if ours != theirs {
            Some((Ended::WireVersion { ours, theirs }, ours))
        } else if application != self.application {
            Some((Ended::Refused, 0))
        } else if app_version != self.app_version {
            let [ours, theirs] = [self.app_version, app_version];
            Some((Ended::Version { ours, theirs }, ours))
        } else {
            closed.map(|reason| (reason, 0))
        };
        Some(match denial {
            Some((reason, version)) => Handshake::Deny { nonce, code: reason.code(), version },
            None => Handshake::Challenge { nonce, cookie: self.key.bake(address, nonce, now) },
        })
    }

    /// Whether who sends this receives where they say, and is here for the first time.
    pub(super) fn is_proved(&self, nonce: u64, cookie: u64, address: &[u8], now: Instant) -> bool {
        self.key.is_good(cookie, address, nonce, now) && !self.used.contains(&nonce)
    }

    /// The id of a new channel.
    pub(super) fn new_id(&mut self) -> u64 {
        self.ids.next_u64()
    }

    /// A channel that began with this nonce is over.
    pub(super) fn retire(&mut self, nonce: u64) {
        if self.used.len() == CHANNEL_NONCES_KEPT {
            self.used.pop_front();
        }
        self.used.push_back(nonce);
    }
}
