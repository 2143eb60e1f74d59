//! Newtypes for everything that could be mistaken for something else.

use core::fmt;

/// One step of a simulation, counted from 0 at the start of a session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Frame(pub u32);

impl Frame {
    /// The frame `frames` later, or the last representable one.
    #[must_use]
    pub const fn plus(self, frames: u32) -> Self {
        Self(self.0.saturating_add(frames))
    }

    /// The frame `frames` earlier, or frame 0.
    #[must_use]
    pub const fn minus(self, frames: u32) -> Self {
        Self(self.0.saturating_sub(frames))
    }

    /// How many frames lie between `earlier` and this one; 0 when `earlier` is later.
    #[must_use]
    pub const fn since(self, earlier: Self) -> u32 {
        self.0.saturating_sub(earlier.0)
    }
}

/// A place in a session that an input word drives, counted from 0. Sealed sessions go to 1024.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(pub u16);

impl Seat {
    /// The seat as an index into per-seat tables.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A member of a room. Given by the relay, never used twice in the life of a room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerId(pub u32);

/// One connection of the relay. Never used twice in the life of a relay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConnId(pub u64);

/// The position of an event in a host's ordered stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seq(pub u32);

/// Which session of a room this is: the first start is round 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Round(pub u32);

/// A digest of a simulation's whole state after a frame. See [`crate::hash::StateHasher`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct StateHash(pub u64);

impl fmt::Display for StateHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// What one pad says in one frame: 16 bits, whose meaning the game defines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PadWord(pub u16);

/// The secret that gives a member their seat back after a lost connection or a reload.
///
/// It never appears in a URL, a QR code or a log: `Debug` hides it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Token(pub [u8; 16]);

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(hidden)")
    }
}
