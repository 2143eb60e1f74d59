//! What a well-behaved client says, for tests and benches.

use netplay::code::RoomCode;
use netplay::ids::{Frame, Round, Seat, StateHash, Token};
use netplay::limits::PROTOCOL_VERSION;
use netplay::wire::{
    Blob, Entry, Hello, Identity, Input, Message, Pack, SessionModel, Start, Terms, Text, WordSize,
    Words,
};

/// What everybody here plays.
pub(crate) fn identity() -> Identity {
    Identity {
        simulation: StateHash(7),
        pack: Pack { id: Text::truncated("none"), sha256: [0; 32] },
        build: Text::truncated("test"),
        word_size: WordSize::PAD,
    }
}

pub(crate) fn hello(name: &str, entry: Entry) -> Message {
    Hello {
        version: PROTOCOL_VERSION,
        identity: identity(),
        name: Text::truncated(name),
        colour: 0,
        entry,
    }
    .into()
}

pub(crate) fn create(name: &str) -> Message {
    hello(name, Entry::Create { seats: 8 })
}

pub(crate) fn join(name: &str, code: RoomCode) -> Message {
    hello(name, Entry::Join { code, watch: false })
}

#[allow(dead_code)] // The benches never come back.
pub(crate) fn resume(name: &str, code: RoomCode, token: Token) -> Message {
    hello(name, Entry::Resume { code, token })
}

/// The host's start order of a lockstep session.
pub(crate) fn start(input_delay: u8) -> Message {
    Start {
        round: Round(0),
        seed: 1,
        mode: Text::truncated("toy"),
        config: Blob::new([]).expect("empty"),
        model: SessionModel::Lockstep,
        input_delay,
        seats: Vec::new(),
        terms: Terms::default(),
    }
    .into()
}

/// Words up to and with `frame`, as many as `words` has pairs of bytes.
#[allow(dead_code)] // The tests' inputs come from sessions.
pub(crate) fn input(seat: Seat, frame: u32, words: &[u8]) -> Message {
    let words = Words::new(WordSize::PAD, words.to_vec()).expect("whole words");
    let first = Frame((frame + 1).saturating_sub(words.count()));
    Input { seat, first, words }.into()
}
