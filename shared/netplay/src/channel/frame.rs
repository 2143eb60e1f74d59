//! A message, or a part of one, inside a packet.
//!
//! ```text
//! head u8 · reliable: sequence u16 | a fragment: index u8, last index u8 · [length varint] · bytes
//! ```

use super::Delivery;
use crate::limits::{DATAGRAM_BYTES, FRAGMENT_BYTES};
use crate::wire::{DecodeError, Packet, Reader, Writer};
use core::ops::Range;

const LANE: u8 = 0x07;
const FIRST: u8 = 0x08;
const LAST: u8 = 0x10;
const HAS_LENGTH: u8 = 0x20;
const RESERVED: u8 = 0xc0;

/// What comes before a frame's bytes at most.
pub(super) const FRAME_HEAD_BYTES: usize = 1 + 2 + 2;

/// Which part of its message a frame is, and how it finds its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// On a reliable lane: the number of the frame, and where its message begins and ends.
    Numbered { sequence: u16, first: bool, last: bool },
    /// The whole of a message that is not sent again.
    Whole,
    /// A part of one. Parts travel in consecutive packets, one each, so that the number of the
    /// packet names the message.
    Part { index: u8, last_index: u8 },
}

/// A frame that arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Frame<'a> {
    pub(super) lane: u8,
    pub(super) place: Place,
    pub(super) bytes: &'a [u8],
}

impl<'a> Frame<'a> {
    pub(super) fn read(input: &mut Reader<'a>, lanes: &[Delivery]) -> Result<Self, DecodeError> {
        let head = input.u8("head")?;
        let lane = head & LANE;
        let delivery = lanes.get(usize::from(lane)).ok_or(DecodeError::BadValue("lane"))?;
        if head & RESERVED != 0 {
            return Err(DecodeError::BadValue("head"));
        }
        let (first, last) = (head & FIRST != 0, head & LAST != 0);
        let place = if delivery.is_reliable() {
            let sequence = input.array("sequence").map(u16::from_le_bytes)?;
            Place::Numbered { sequence, first, last }
        } else if first && last {
            Place::Whole
        } else {
            let (index, last_index) = (input.u8("index")?, input.u8("last index")?);
            if first != (index == 0) || last != (index == last_index) || index > last_index {
                return Err(DecodeError::BadValue("index"));
            }
            Place::Part { index, last_index }
        };
        let length = if head & HAS_LENGTH != 0 {
            input.count(DATAGRAM_BYTES, "length")?
        } else {
            input.remaining()
        };
        if length > FRAGMENT_BYTES {
            return Err(DecodeError::TooLong("frame"));
        }
        Ok(Self { lane, place, bytes: input.raw(length, "bytes")? })
    }
}

/// A frame that waits to be sent: a part of a message that is kept once.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) lane: u8,
    pub(super) place: Place,
    pub(super) message: Packet,
    pub(super) part: Range<u32>,
}

impl Piece {
    pub(super) fn len(&self) -> usize {
        (self.part.end - self.part.start) as usize
    }

    /// What it takes of a packet at most.
    pub(super) fn room(&self) -> usize {
        FRAME_HEAD_BYTES + self.len()
    }

    /// Writes it; the last of a packet needs no length.
    pub(super) fn write(&self, out: &mut Writer, is_last: bool) {
        let (first, last) = match self.place {
            Place::Numbered { first, last, .. } => (first, last),
            Place::Whole => (true, true),
            Place::Part { index, last_index } => (index == 0, index == last_index),
        };
        let flag = |set: bool, bit: u8| if set { bit } else { 0 };
        out.u8(self.lane | flag(first, FIRST) | flag(last, LAST) | flag(!is_last, HAS_LENGTH));
        match self.place {
            Place::Numbered { sequence, .. } => out.raw(&sequence.to_le_bytes()),
            Place::Whole => {}
            Place::Part { index, last_index } => out.raw(&[index, last_index]),
        }
        if !is_last {
            out.varint(self.len() as u64);
        }
        out.raw(&self.message[self.part.start as usize..self.part.end as usize]);
    }
}

/// The parts of a message of this many bytes; an empty one has one, too.
pub(super) fn parts(bytes: usize) -> impl Iterator<Item = Range<u32>> {
    let count = bytes.div_ceil(FRAGMENT_BYTES).max(1);
    (0..count).map(move |at| {
        let start = at * FRAGMENT_BYTES;
        start as u32..bytes.min(start + FRAGMENT_BYTES) as u32
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::FRAGMENTS;
    use crate::wire::WordSize;
    use alloc::vec::Vec;

    const LANES: [Delivery; 2] = [Delivery::Ordered, Delivery::Latest];

    #[test]
    fn frames_mean_what_was_written_and_the_last_needs_no_length() {
        let message: Packet = (0..200).map(|b| b as u8).collect::<Vec<_>>().into();
        let places = [
            (0, Place::Numbered { sequence: 65_535, first: false, last: true }),
            (1, Place::Whole),
            (1, Place::Part { index: 1, last_index: 254 }),
            (0, Place::Numbered { sequence: 0, first: true, last: true }),
        ];
        let mut out = Writer::default();
        for (at, (lane, place)) in places.into_iter().enumerate() {
            Piece { lane, place, message: message.clone(), part: 10..200 }.write(&mut out, at == 3);
        }
        let bytes = out.finish();
        assert_eq!(bytes.len(), 4 * 190 + (3 + 1 + 3 + 3) + 3 * 2);
        let mut input = Reader::new(&bytes, WordSize::PAD);
        for (lane, place) in places {
            let frame = Frame::read(&mut input, &LANES).unwrap();
            assert_eq!(frame, Frame { lane, place, bytes: &message[10..200] });
        }
        assert_eq!(input.remaining(), 0);
    }

    #[test]
    fn the_parts_of_a_message_are_all_of_it() {
        assert_eq!(parts(0).next(), Some(0..0));
        assert_eq!(parts(FRAGMENT_BYTES).count(), 1);
        assert_eq!(parts(FRAGMENT_BYTES * FRAGMENTS).count(), FRAGMENTS);
        let all: Vec<_> = parts(3_000).collect();
        assert_eq!(all, [0..1180, 1180..2360, 2360..3000]);
    }
}
