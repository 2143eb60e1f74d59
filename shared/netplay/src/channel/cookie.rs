//! What proves that somebody receives at the address they send from, without remembering them.
//!
//! A cookie is SipHash-2-4 over the address, the client's nonce and a slice of time, under a key
//! that never leaves the host. That is what this function was made for: a 64-bit code over short
//! inputs that cannot be foretold by whoever has seen any number of others, at tens of nanoseconds
//! (a flood of greetings is answered at line rate). Whoever guesses has one chance in 2⁶⁴ a try,
//! and the slice makes it worthless within seconds.

use crate::limits::HANDSHAKE_MS;
use crate::time::Instant;
use alloc::vec::Vec;
use core::hash::{Hash, Hasher};
use siphasher::sip::SipHasher24;

/// The host's secret.
#[derive(Clone)]
pub(super) struct CookieKey(SipHasher24);

impl CookieKey {
    pub(super) fn new(key: [u64; 2]) -> Self {
        Self(SipHasher24::new_with_keys(key[0], key[1]))
    }

    /// The cookie of a greeting that came now.
    pub(super) fn bake(&self, address: &[u8], nonce: u64, now: Instant) -> u64 {
        self.of_slice(address, nonce, slice(now))
    }

    /// Whether it was baked for this greeting, in this slice of time or the last one: a cookie is
    /// good for at least as long as a handshake takes.
    pub(super) fn is_good(&self, cookie: u64, address: &[u8], nonce: u64, now: Instant) -> bool {
        let slice = slice(now);
        let slices = [Some(slice), slice.checked_sub(1)];
        slices.into_iter().flatten().any(|slice| self.of_slice(address, nonce, slice) == cookie)
    }

    fn of_slice(&self, address: &[u8], nonce: u64, slice: u64) -> u64 {
        let mut input = Vec::with_capacity(16 + address.len());
        input.extend_from_slice(&nonce.to_le_bytes());
        input.extend_from_slice(&slice.to_le_bytes());
        input.extend_from_slice(address);
        self.0.hash(&input)
    }
}

/// Good for one to two slices, and the longest handshake that may be configured takes one.
fn slice(now: Instant) -> u64 {
    now.as_millis() / (2 * HANDSHAKE_MS)
}

/// An address of any kind as bytes that are the same whenever this program sees it.
pub(super) fn address_bytes(address: &impl Hash) -> Vec<u8> {
    let mut bytes = Collected(Vec::with_capacity(48));
    address.hash(&mut bytes);
    bytes.0
}

/// A `Hasher` that keeps what it is fed.
struct Collected(Vec<u8>);

impl Hasher for Collected {
    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    fn finish(&self) -> u64 {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From the paper of the function's authors, and from their reference vectors.
    #[test]
    fn the_code_is_that_of_its_authors() {
        let CookieKey(code) = CookieKey::new([0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908]);
        let input: Vec<u8> = (0..15).collect();
        assert_eq!(code.hash(&input), 0xa129_ca61_49be_45e5);
        assert_eq!(code.hash(&[]), 0x726f_db47_dd0e_0e31);
        assert_eq!(code.hash(&input[..8]), 0x93f5_f579_9a93_2462);
    }

    #[test]
    fn a_cookie_is_good_for_its_address_its_nonce_and_its_time() {
        let key = CookieKey::new([1, 2]);
        let at = Instant::from_millis(100_000);
        let cookie = key.bake(b"here", 7, at);
        assert!(key.is_good(cookie, b"here", 7, at));
        assert!(key.is_good(cookie, b"here", 7, Instant::from_millis(100_000 + HANDSHAKE_MS)));
        assert!(!key.is_good(cookie, b"there", 7, at));
        assert!(!key.is_good(cookie, b"here", 8, at));
        assert!(!key.is_good(cookie, b"here", 7, Instant::from_millis(100_000 + 4 * HANDSHAKE_MS)));
        assert!(!CookieKey::new([1, 3]).is_good(cookie, b"here", 7, at));
    }
}
