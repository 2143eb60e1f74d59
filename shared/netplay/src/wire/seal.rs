//! Sealed sessions: the relay closes every tick and says which words changed in it.

use super::cursor::{DecodeError, Reader, Wire, WordSize, Writer};
use super::macros::wire_struct;
use crate::ids::{Frame, Seat};
use crate::limits::{MESSAGE_BYTES, SEALED_SEATS};
use alloc::vec::Vec;

wire_struct! {
    /// Relay to room: the words that change in this tick. A word holds until the next one.
    pub struct Seal {
        /// The tick that is closed.
        pub tick: Frame,
        /// Whether this is all of it; what does not fit one packet is said in several.
        pub last: bool,
        /// The changes.
        pub changes: Changes,
    }
}

/// A seat's new word each, in the order of the seats, every word of the session's word size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changes {
    size: WordSize,
    seats: Vec<Seat>,
    bytes: Vec<u8>,
}

impl Changes {
    /// No change yet.
    #[must_use]
    pub const fn new(size: WordSize) -> Self {
        Self { size, seats: Vec::new(), bytes: Vec::new() }
    }

    /// How many changes with words of this size one packet may carry.
    #[must_use]
    pub fn cap(size: WordSize) -> usize {
        SEALED_SEATS.min((MESSAGE_BYTES - 64) / (2 + size.bytes()))
    }

    /// Adds a seat's word, if there is room, the word has the size, and the seat comes after
    /// those before; says whether.
    pub fn push(&mut self, seat: Seat, word: &[u8]) -> bool {
        let is_next = self.follows(seat) && seat.index() < SEALED_SEATS;
        let fits = self.seats.len() < Self::cap(self.size) && word.len() == self.size.bytes();
        if is_next && fits {
            self.seats.push(seat);
            self.bytes.extend_from_slice(word);
        }
        is_next && fits
    }

    /// The size of each word.
    #[must_use]
    pub const fn size(&self) -> WordSize {
        self.size
    }

    /// How many seats change.
    #[must_use]
    pub fn len(&self) -> usize {
        self.seats.len()
    }

    /// Whether nothing changes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.seats.is_empty()
    }

    /// The seats with the bytes of their words.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Seat, &[u8])> {
        self.seats.iter().copied().zip(self.bytes.chunks_exact(self.size.bytes()))
    }

    fn follows(&self, seat: Seat) -> bool {
        self.seats.last().is_none_or(|last| *last < seat)
    }
}

impl Wire for Changes {
    fn write(&self, out: &mut Writer) {
        out.varint(self.seats.len() as u64);
        for (seat, word) in self.iter() {
            seat.write(out);
            out.raw(word);
        }
    }

    fn read(input: &mut Reader<'_>, field: &'static str) -> Result<Self, DecodeError> {
        let size = input.word_size();
        let count = input.count(Self::cap(size), field)?;
        // No more is reserved than the bytes that are there can fill.
        if input.remaining() < count * (1 + size.bytes()) {
            return Err(DecodeError::Truncated(field));
        }
        let (seats, bytes) = (Vec::with_capacity(count), Vec::with_capacity(count * size.bytes()));
        let mut changes = Self { size, seats, bytes };
        for _ in 0..count {
            let seat = Seat::read(input, field)?;
            let word = input.raw(size.bytes(), field)?;
            if !changes.push(seat, word) {
                return Err(DecodeError::BadValue(field));
            }
        }
        Ok(changes)
    }
}
