//! How many connections, rooms and wrong codes an address may have.

use super::RelayConfig;
use crate::limits::ADDRESSES_REMEMBERED;
use crate::room::AddressKey;
use crate::room::bucket::{Bucket, Rate};
use crate::time::Instant;
use alloc::collections::BTreeMap;
use core::time::Duration;

/// How often addresses with a clean slate are looked for and forgotten.
const SWEEP: Duration = Duration::from_secs(60);

/// What is known of an address.
#[derive(Debug, Default)]
struct Known {
    connections: usize,
    /// Rooms that it opened and that are still there, with or without anybody in them.
    rooms: usize,
    codes: Bucket,
}

impl Known {
    /// Nothing but its wrong codes is worth remembering.
    fn is_idle(&self) -> bool {
        self.connections == 0 && self.rooms == 0
    }
}

/// The bounds that hold across connections.
#[derive(Debug)]
pub(super) struct Limiter {
    addresses: BTreeMap<AddressKey, Known>,
    everybody: Bucket,
    per_address: Rate,
    overall: Rate,
    connections_per_address: usize,
    next_sweep: Option<Instant>,
}

impl Limiter {
    pub(super) fn new(config: &RelayConfig) -> Self {
        Self {
            addresses: BTreeMap::new(),
            everybody: Bucket::default(),
            per_address: Rate::new(config.wrong_codes_per_address_minute, Duration::from_secs(60)),
            overall: Rate::new(config.wrong_codes_per_second, Duration::from_secs(1)),
            connections_per_address: config.connections_per_address,
            next_sweep: None,
        }
    }

    pub(super) fn addresses(&self) -> usize {
        self.addresses.len()
    }

    /// Counts a connection; `false` when the address has as many as it may.
    pub(super) fn connect(&mut self, address: Option<AddressKey>) -> bool {
        let Some(key) = address else { return true };
        if !self.addresses.contains_key(&key) {
            self.make_room();
        }
        let known = self.addresses.entry(key).or_default();
        if known.connections >= self.connections_per_address {
            return false;
        }
        known.connections += 1;
        true
    }

    /// Whether the address may open a room: as many as connections, so that nobody alone fills the
    /// relay with empty ones.
    pub(super) fn may_open_room(&self, address: Option<AddressKey>) -> bool {
        let known = address.and_then(|key| self.addresses.get(&key));
        known.is_none_or(|known| known.rooms < self.connections_per_address)
    }

    pub(super) fn room_opened(&mut self, address: Option<AddressKey>) {
        if let Some(known) = address.and_then(|key| self.addresses.get_mut(&key)) {
            known.rooms += 1;
        }
    }

    pub(super) fn room_closed(&mut self, address: Option<AddressKey>, now: Instant) {
        if let Some(known) = address.and_then(|key| self.addresses.get_mut(&key)) {
            known.rooms = known.rooms.saturating_sub(1);
        }
        self.forget_if_clean(address, now);
    }

    pub(super) fn disconnect(&mut self, address: Option<AddressKey>, now: Instant) {
        if let Some(known) = address.and_then(|key| self.addresses.get_mut(&key)) {
            known.connections = known.connections.saturating_sub(1);
        }
        self.forget_if_clean(address, now);
    }

    fn forget_if_clean(&mut self, address: Option<AddressKey>, now: Instant) {
        let Some(key) = address else { return };
        let Some(known) = self.addresses.get_mut(&key) else { return };
        if known.is_idle() {
            if known.codes.full_at() <= now {
                self.addresses.remove(&key);
            } else {
                self.next_sweep.get_or_insert(now + SWEEP);
            }
        }
    }

    /// How long until the address may try another code; `None` when it may now.
    pub(super) fn code_wait(&self, address: Option<AddressKey>, now: Instant) -> Option<Duration> {
        let theirs = address
            .and_then(|key| self.addresses.get(&key))
            .and_then(|known| known.codes.wait(self.per_address, now));
        theirs.max(self.everybody.wait(self.overall, now))
    }

    /// Counts a wrong code against its address and against everybody.
    pub(super) fn wrong_code(&mut self, address: Option<AddressKey>, now: Instant) {
        // Whoever has to wait was refused before the code was looked at.
        let _ = self.everybody.take(self.overall, now);
        if let Some(known) = address.and_then(|key| self.addresses.get_mut(&key)) {
            let _ = known.codes.take(self.per_address, now);
        }
    }

    pub(super) fn next_timeout(&self) -> Option<Instant> {
        self.next_sweep
    }

    /// Forgets addresses that are not connected and have nothing to be remembered for.
    pub(super) fn handle_timeout(&mut self, now: Instant) {
        if self.next_sweep.is_none_or(|due| due > now) {
            return;
        }
        self.addresses.retain(|_, known| !known.is_idle() || known.codes.full_at() > now);
        self.next_sweep = self.addresses.values().any(Known::is_idle).then(|| now + SWEEP);
    }

    /// Forgets the unconnected address that is closest to a clean slate, if there are too many.
    fn make_room(&mut self) {
        if self.addresses.len() < ADDRESSES_REMEMBERED {
            return;
        }
        let idle = self.addresses.iter().filter(|(_, known)| known.is_idle());
        let cleanest = idle.min_by_key(|(_, known)| known.codes.full_at()).map(|(key, _)| *key);
        if let Some(key) = cleanest {
            self.addresses.remove(&key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(n: u32) -> Option<AddressKey> {
        Some(AddressKey::V4(n.to_be_bytes()))
    }

    #[test]
    fn an_address_that_guesses_waits_and_is_forgiven() {
        let mut limiter = Limiter::new(&RelayConfig::default());
        let start = Instant::from_millis(1_000);
        assert!(limiter.connect(key(1)));
        for _ in 0..30 {
            assert_eq!(limiter.code_wait(key(1), start), None);
            limiter.wrong_code(key(1), start);
        }
        assert_eq!(limiter.code_wait(key(1), start), Some(Duration::from_secs(2)));
        assert_eq!(limiter.code_wait(key(2), start), None);
        limiter.disconnect(key(1), start);
        assert_eq!(limiter.addresses(), 1, "remembered for its guesses");
        let sweep = limiter.next_timeout().unwrap();
        limiter.handle_timeout(sweep);
        assert_eq!(limiter.addresses(), 0);
        assert_eq!(limiter.next_timeout(), None);
    }

    #[test]
    fn guessers_from_everywhere_share_one_bucket() {
        let mut limiter = Limiter::new(&RelayConfig::default());
        for n in 0..100 {
            limiter.connect(key(n));
            limiter.wrong_code(key(n), Instant::ZERO);
        }
        assert_eq!(limiter.code_wait(key(7_777), Instant::ZERO), Some(Duration::from_millis(10)));
    }

    #[test]
    fn the_memory_for_addresses_has_an_end() {
        let mut limiter = Limiter::new(&RelayConfig::default());
        for n in 0..2 * ADDRESSES_REMEMBERED as u32 {
            let now = Instant::from_millis(n.into());
            assert!(limiter.connect(key(n)));
            limiter.wrong_code(key(n), now);
            limiter.disconnect(key(n), now);
        }
        assert_eq!(limiter.addresses(), ADDRESSES_REMEMBERED);
    }
}
