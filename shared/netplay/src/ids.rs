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

/// How far number `a` lies ahead of number `b`, negative when it lies behind, where 0 comes after 65 535: the one
/// order of everything whose 16 low bits travel. What is exactly half the range apart lies behind, either way.
///
/// ```
/// use netplay::ids::ahead;
///
/// assert_eq!((ahead(2, 65_535), ahead(65_535, 2), ahead(7, 7)), (3, -3, 0));
/// assert!(ahead(0, 1 << 15) < 0 && ahead(1 << 15, 0) < 0);
/// ```
#[must_use]
pub const fn ahead(a: u16, b: u16) -> i16 {
    a.wrapping_sub(b) as i16
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

/// A set of seats of one session: a bit a seat, so that asking and copying cost nothing.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct SeatSet(u64);

impl SeatSet {
    /// No seat.
    pub const EMPTY: Self = Self(0);

    /// The seats whose bits are set; bit 0 is seat 0.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// One bit a seat.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Adds a seat. A seat beyond [`LOCKSTEP_SEATS`](crate::limits::LOCKSTEP_SEATS) is in no set.
    pub const fn insert(&mut self, seat: Seat) {
        if seat.0 < 64 {
            self.0 |= 1 << seat.0;
        }
    }

    /// Takes a seat out.
    pub const fn remove(&mut self, seat: Seat) {
        if seat.0 < 64 {
            self.0 &= !(1 << seat.0);
        }
    }

    /// Whether the seat is in the set.
    #[must_use]
    pub const fn contains(self, seat: Seat) -> bool {
        seat.0 < 64 && self.0 & (1 << seat.0) != 0
    }

    /// The seats of this set that are not in `other`.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// How many seats.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is no seat in it.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut bits = self.0;
        core::iter::from_fn(move || {
            let seat = bits.trailing_zeros() as u16;
            bits &= bits.checked_sub(1)?;
            Some(Seat(seat))
        })
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<T: IntoIterator<Item = Seat>>(seats: T) -> Self {
        let mut set = Self::EMPTY;
        seats.into_iter().for_each(|seat| set.insert(seat));
        set
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|seat| seat.0)).finish()
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
