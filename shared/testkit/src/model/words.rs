//! Messages that tests say often.

use netplay::ids::{Frame, Round, Seat, StateHash};
use netplay::limits::{NAME_BYTES, PROTOCOL_VERSION};
use netplay::wire::{
    Blob, Entry, Hello, Identity, Input, Pack, SessionModel, Start, Terms, Text, WordSize, Words,
};

/// The identity that everybody in a test shares.
#[must_use]
pub fn identity() -> Identity {
    Identity {
        simulation: StateHash(0x00C0_FFEE),
        pack: Pack { id: Text::truncated("built-in"), sha256: [7; 32] },
        build: Text::truncated("test"),
        word_size: WordSize::PAD,
    }
}

/// A name for the wire, cut if need be.
#[must_use]
pub fn name(text: &str) -> Text<NAME_BYTES> {
    Text::truncated(text)
}

/// A hello of today's protocol, with colour 0.
#[must_use]
pub fn hello(who: &str, entry: Entry) -> Hello {
    Hello { version: PROTOCOL_VERSION, identity: identity(), name: name(who), colour: 0, entry }
}

/// A start order that leaves to the relay what it may.
#[must_use]
pub fn start_order(model: SessionModel) -> Start {
    Start {
        round: Round(0),
        seed: 42,
        mode: Text::truncated("toy"),
        config: Blob::default(),
        model,
        input_delay: 0,
        seats: Vec::new(),
        terms: Terms::default(),
    }
}

/// Pad words of one seat for the frames from `first` up to, not including, `end`.
///
/// # Panics
/// When that is none, or more than a packet carries.
#[must_use]
pub fn pads(seat: u16, first: u32, end: u32) -> Input {
    let bytes = vec![0; 2 * (end - first) as usize];
    let words = Words::new(WordSize::PAD, bytes).expect("1 to 32 words");
    Input { seat: Seat(seat), first: Frame(first), words }
}
