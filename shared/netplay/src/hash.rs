//! The digest that peers compare: XXH64 over a canonical walk of the state.

use crate::ids::StateHash;
use xxhash_rust::xxh64::Xxh64;

/// Feeds a simulation's state, field by field and little-endian, into an XXH64 with seed 0.
///
/// The order of the calls is part of the digest: walk the state in one fixed order.
///
/// ```
/// use netplay::hash::StateHasher;
/// let mut hasher = StateHasher::new();
/// hasher.u32(7).i32(-1).bool(true);
/// assert_eq!(hasher.finish(), StateHasher::new().u32(7).i32(-1).bool(true).finish());
/// ```
#[derive(Clone)]
pub struct StateHasher(Xxh64);

impl Default for StateHasher {
    fn default() -> Self {
        Self::new()
    }
}

impl StateHasher {
    /// An empty digest.
    #[must_use]
    pub fn new() -> Self {
        Self(Xxh64::new(0))
    }

    /// Adds raw bytes.
    pub fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        self.0.update(bytes);
        self
    }

    /// Adds one byte.
    pub fn u8(&mut self, value: u8) -> &mut Self {
        self.bytes(&[value])
    }

    /// Adds a flag as one byte.
    pub fn bool(&mut self, value: bool) -> &mut Self {
        self.u8(u8::from(value))
    }

    /// Adds two bytes.
    pub fn u16(&mut self, value: u16) -> &mut Self {
        self.bytes(&value.to_le_bytes())
    }

    /// Adds four bytes.
    pub fn u32(&mut self, value: u32) -> &mut Self {
        self.bytes(&value.to_le_bytes())
    }

    /// Adds four bytes.
    pub fn i32(&mut self, value: i32) -> &mut Self {
        self.bytes(&value.to_le_bytes())
    }

    /// Adds eight bytes.
    pub fn u64(&mut self, value: u64) -> &mut Self {
        self.bytes(&value.to_le_bytes())
    }

    /// Adds eight bytes.
    pub fn i64(&mut self, value: i64) -> &mut Self {
        self.bytes(&value.to_le_bytes())
    }

    /// The digest of everything added so far.
    #[must_use]
    pub fn finish(&self) -> StateHash {
        StateHash(self.0.digest())
    }
}

/// The digest of one run of bytes.
#[must_use]
pub fn digest(bytes: &[u8]) -> StateHash {
    StateHasher::new().bytes(bytes).finish()
}
