//! What happens in a block of a replay, in the order in which it happens.
//!
//! An event is a number, `gap << 2 | kind`, and what the kind says; the gap is counted in frames
//! from the event before it. A frame has at most one event of each kind, in the order of kinds:
//! hands, words, checkpoint. What does not change is not said: a pad that is held costs nothing.

use crate::ids::{Seat, StateHash};
use crate::wire::{Controller, DecodeError, Reader, Wire, WordSize, Writer};
use alloc::vec::Vec;

/// The kinds, as they are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// Seats change hands before the frame.
    Hands,
    /// Words of the frame that differ from those of the frame before.
    Words,
    /// The digest of the state after the frame.
    Checkpoint,
}

/// Where in a block the last event stands: its frame, counted from the block's first, and its kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Mark {
    at: u32,
    kind: Option<Kind>,
}

impl Mark {
    /// Writes that an event follows.
    pub(super) fn write(&mut self, at: u32, kind: Kind, out: &mut Writer) {
        out.varint(u64::from(at - self.at) << 2 | kind as u64);
        *self = Self { at, kind: Some(kind) };
    }

    /// Reads which event follows, in a block of so many frames.
    pub(super) fn read(
        &mut self,
        input: &mut Reader<'_>,
        frames: u32,
    ) -> Result<(u32, Kind), DecodeError> {
        let token = input.varint("event")?;
        let kind = match token & 3 {
            0 => Kind::Hands,
            1 => Kind::Words,
            2 => Kind::Checkpoint,
            _ => return Err(DecodeError::BadValue("event")),
        };
        let at = u64::from(self.at) + (token >> 2);
        if at >= u64::from(frames) || (token >> 2 == 0 && self.kind >= Some(kind)) {
            return Err(DecodeError::BadValue("event"));
        }
        *self = Self { at: at as u32, kind: Some(kind) };
        Ok((at as u32, kind))
    }
}

/// Writes the seats whose drivers change.
pub(super) fn write_hands(changes: &[(Seat, Controller)], out: &mut Writer) {
    let mut seats = SeatWriter::default();
    for (index, (seat, controller)) in changes.iter().enumerate() {
        seats.write(*seat, index + 1 == changes.len(), out);
        controller.write(out);
    }
}

/// Reads the seats whose drivers change; each must be another than before.
pub(super) fn read_hands(
    input: &mut Reader<'_>,
    hands: &mut [Controller],
    changes: &mut Vec<(Seat, Controller)>,
) -> Result<(), DecodeError> {
    let mut seats = SeatReader::default();
    while let Some(seat) = seats.read(input, hands.len())? {
        let controller = Controller::read(input, "controller")?;
        if core::mem::replace(&mut hands[seat.index()], controller) == controller {
            return Err(DecodeError::BadValue("controller"));
        }
        changes.push((seat, controller));
    }
    Ok(())
}

/// Writes the words of a row that differ from those of `before`. Says whether any does.
pub(super) fn write_words(before: &[u8], row: &[u8], size: WordSize, out: &mut Writer) -> bool {
    let words = || before.chunks(size.bytes()).zip(row.chunks(size.bytes()));
    let differing = words().filter(|(old, new)| old != new).count();
    let mut seats = SeatWriter::default();
    let mut written = 0;
    for (seat, (old, new)) in (0..).map(Seat).zip(words()) {
        if old != new {
            written += 1;
            seats.write(seat, written == differing, out);
            write_difference(old, new, out);
        }
    }
    differing > 0
}

/// Reads the words that differ, into the row.
pub(super) fn read_words(
    input: &mut Reader<'_>,
    row: &mut [u8],
    size: WordSize,
) -> Result<(), DecodeError> {
    let mut seats = SeatReader::default();
    let count = row.len() / size.bytes();
    while let Some(seat) = seats.read(input, count)? {
        let at = seat.index() * size.bytes();
        read_difference(input, &mut row[at..at + size.bytes()])?;
    }
    Ok(())
}

pub(super) fn write_checkpoint(hash: StateHash, out: &mut Writer) {
    hash.write(out);
}

pub(super) fn read_checkpoint(input: &mut Reader<'_>) -> Result<StateHash, DecodeError> {
    StateHash::read(input, "checkpoint")
}

/// The difference of a word of up to eight bytes is a number, so that a button costs a byte; of
/// larger ones it is the bytes themselves.
fn write_difference(old: &[u8], new: &[u8], out: &mut Writer) {
    if new.len() <= 8 {
        out.varint(number(old) ^ number(new));
    } else {
        old.iter().zip(new).for_each(|(old, new)| out.u8(old ^ new));
    }
}

fn read_difference(input: &mut Reader<'_>, word: &mut [u8]) -> Result<(), DecodeError> {
    let number;
    let difference: &[u8] = if word.len() <= 8 {
        number = input.varint("word")?.to_le_bytes();
        if number[word.len()..].iter().any(|byte| *byte != 0) {
            return Err(DecodeError::BadValue("word"));
        }
        &number[..word.len()]
    } else {
        input.raw(word.len(), "word")?
    };
    if difference.iter().all(|byte| *byte == 0) {
        return Err(DecodeError::BadValue("word"));
    }
    word.iter_mut().zip(difference).for_each(|(byte, difference)| *byte ^= difference);
    Ok(())
}

fn number(word: &[u8]) -> u64 {
    word.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// Seats in rising order: each as its distance from the one before, and whether it is the last.
#[derive(Default)]
struct SeatWriter {
    next: u16,
}

impl SeatWriter {
    fn write(&mut self, seat: Seat, last: bool, out: &mut Writer) {
        out.varint(u64::from(seat.0 - self.next) << 1 | u64::from(!last));
        self.next = seat.0 + 1;
    }
}

#[derive(Default)]
struct SeatReader {
    next: usize,
    done: bool,
}

impl SeatReader {
    fn read(&mut self, input: &mut Reader<'_>, seats: usize) -> Result<Option<Seat>, DecodeError> {
        if self.done {
            return Ok(None);
        }
        let token = input.count(2 * seats, "seat")?;
        let seat = self.next + (token >> 1);
        if seat >= seats {
            return Err(DecodeError::BadValue("seat"));
        }
        (self.next, self.done) = (seat + 1, token & 1 == 0);
        Ok(u16::try_from(seat).ok().map(Seat))
    }
}
