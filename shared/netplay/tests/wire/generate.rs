//! Random messages: one strategy a body, each reaching its field's edges.

use crate::shapes::shapes;
use netplay::code::{ALPHABET, RoomCode};
use netplay::ids::{Frame, PlayerId, Round, Seat, Seq, StateHash, Token};
use netplay::limits::{
    COLOURS, DIGESTS, PACK_BYTES, ROOM_MEMBERS, ROOM_SEATS, SEALED_SEATS, TICK_HZ_CAP,
    TRANSFER_BYTES, WATCH_DELAY_TICKS, WORD_BYTES,
};
use netplay::wire::*;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::Union;

/// A value that can stand in a message.
pub(crate) trait Generate: Sized + std::fmt::Debug {
    fn strategy() -> BoxedStrategy<Self>;
}

/// Every variant's name with its own strategy.
pub(crate) fn each_message() -> Vec<(&'static str, BoxedStrategy<Message>)> {
    macro_rules! each {
        ($($kinds:ident { $($shapes:tt)* })*) => { each!(@ $($kinds { $($shapes)* })*) };
        (@ units $units:tt structs $structs:tt enums $enums:tt
            messages { $($variant:ident($body:ident))* }) => {
            vec![$((stringify!($variant), $body::strategy().prop_map(Message::$variant).boxed()),)*]
        };
    }
    shapes!(each)
}

impl Generate for Message {
    fn strategy() -> BoxedStrategy<Self> {
        Union::new(each_message().into_iter().map(|(_, strategy)| strategy)).boxed()
    }
}

/// The field's own bound, or whatever its type allows.
macro_rules! field {
    () => {
        Generate::strategy()
    };
    ($range:expr) => {
        ($range).boxed()
    };
}

macro_rules! variant {
    ($name:ident $variant:ident) => {
        Just($name::$variant).boxed()
    };
    ($name:ident $variant:ident { $($field:ident $(in $range:expr)?),* }) => {
        ($(field!($($range)?),)*)
            .prop_map(|($($field,)*)| $name::$variant { $($field),* })
            .boxed()
    };
}

macro_rules! generators {
    (
        units { $($unit:ident)* }
        structs { $($struct:ident { $($field:ident $(in $range:expr)?),* })* }
        enums { $($enum:ident { $($variant:ident $({ $($fields:tt)* })?,)* })* }
        messages $messages:tt
    ) => {
        $(impl Generate for $unit {
            fn strategy() -> BoxedStrategy<Self> {
                Just($unit {}).boxed()
            }
        })*

        $(impl Generate for $struct {
            fn strategy() -> BoxedStrategy<Self> {
                ($(field!($($range)?),)*)
                    .prop_map(|($($field,)*)| $struct { $($field),* })
                    .boxed()
            }
        })*

        $(impl Generate for $enum {
            fn strategy() -> BoxedStrategy<Self> {
                Union::new([$(variant!($enum $variant $({ $($fields)* })?),)*]).boxed()
            }
        })*
    };
}
shapes!(generators);

macro_rules! numbers {
    ($($number:ident),*) => {$(
        impl Generate for $number {
            fn strategy() -> BoxedStrategy<Self> {
                prop_oneof![
                    any::<$number>(),
                    0..=$number::MAX.min(300),
                    // The edges of one, two and more varint bytes.
                    prop::sample::select(vec![0, 127, 128, $number::MAX / 2, $number::MAX - 1, $number::MAX]),
                ]
                .boxed()
            }
        }
    )*};
}
numbers!(u16, u32, u64);

macro_rules! mapped {
    ($($type:ty: $strategy:expr;)*) => {$(
        impl Generate for $type {
            fn strategy() -> BoxedStrategy<Self> {
                $strategy.boxed()
            }
        }
    )*};
}
mapped! {
    u8: any::<u8>();
    bool: any::<bool>();
    [u8; 32]: any::<[u8; 32]>();
    Frame: u32::strategy().prop_map(Frame);
    PlayerId: u32::strategy().prop_map(PlayerId);
    Round: u32::strategy().prop_map(Round);
    Seq: u32::strategy().prop_map(Seq);
    Seat: u16::strategy().prop_map(Seat);
    StateHash: u64::strategy().prop_map(StateHash);
    Token: any::<[u8; 16]>().prop_map(Token);
    RoomCode: any::<[u8; 6]>().prop_map(RoomCode::from_digits);
    WordSize: (1..=WORD_BYTES).prop_map(|bytes| WordSize::new(bytes).unwrap());
    Vec<MemberRow>: vec(MemberRow::strategy(), 0..=ROOM_MEMBERS);
    Vec<Latency>: vec(Latency::strategy(), 0..=ROOM_MEMBERS);
    Vec<Option<PlayerId>>: many(SEALED_SEATS);
    Vec<PlayerId>: many(SEALED_SEATS);
    Vec<StateHash>: many(DIGESTS);
}

/// A few of them as a rule, and as many as can be at times.
fn many<T: Generate + Clone + 'static>(cap: usize) -> impl Strategy<Value = Vec<T>> {
    prop_oneof![
        8 => vec(T::strategy(), 0..=ROOM_SEATS),
        1 => T::strategy().prop_map(move |item| vec![item; cap]),
    ]
}

impl Generate for Changes {
    fn strategy() -> BoxedStrategy<Self> {
        let size = prop_oneof![4 => Just(2), 1 => 1..=WORD_BYTES];
        let seats = prop_oneof![8 => 0..=ROOM_SEATS, 1 => Just(SEALED_SEATS)];
        (size, seats, 1..3_u16, any::<u8>())
            .prop_map(|(bytes, seats, step, byte)| {
                let mut changes = Changes::new(WordSize::new(bytes).unwrap());
                for at in 0..seats as u16 {
                    changes.push(Seat(at.saturating_mul(step)), &vec![byte ^ at as u8; bytes]);
                }
                changes
            })
            .boxed()
    }
}

impl<T: Generate + Clone + 'static> Generate for Option<T> {
    fn strategy() -> BoxedStrategy<Self> {
        prop::option::of(T::strategy()).boxed()
    }
}

impl<const CAP: usize> Generate for Text<CAP> {
    fn strategy() -> BoxedStrategy<Self> {
        prop_oneof![
            8 => vec(any::<char>(), 0..=CAP.min(40)).prop_map(|text| Text::truncated(&String::from_iter(text))),
            1 => Just(Text::truncated(&"x".repeat(CAP))),
        ]
        .boxed()
    }
}

impl<const CAP: usize> Generate for Blob<CAP> {
    fn strategy() -> BoxedStrategy<Self> {
        prop_oneof![
            8 => vec(any::<u8>(), 0..=CAP.min(80)),
            1 => any::<u8>().prop_map(|byte| vec![byte; CAP]),
        ]
        .prop_map(|bytes| Blob::new(bytes).unwrap())
        .boxed()
    }
}

impl Generate for Words {
    fn strategy() -> BoxedStrategy<Self> {
        prop_oneof![4 => Just(2), 1 => 1..=WORD_BYTES]
            .prop_flat_map(|bytes| {
                let size = WordSize::new(bytes).unwrap();
                (1..=Words::cap(size)).prop_flat_map(move |count| {
                    vec(any::<u8>(), count * bytes)
                        .prop_map(move |bytes| Words::new(size, bytes).unwrap())
                })
            })
            .boxed()
    }
}

/// What the decoder of this message must be told.
pub(crate) fn word_size(message: &Message) -> WordSize {
    match message {
        Message::Input(input) => input.words.size(),
        Message::Seal(seal) => seal.changes.size(),
        _ => WordSize::PAD,
    }
}

/// A text made of what codes are made of, for tests that mangle it.
pub(crate) fn code() -> impl Strategy<Value = RoomCode> {
    vec(prop::sample::select(ALPHABET.to_vec()), 6)
        .prop_map(|symbols| RoomCode::from_symbols(symbols.try_into().unwrap()).unwrap())
}
