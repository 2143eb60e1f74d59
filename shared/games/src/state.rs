//! A state as canonical bytes: one declaration gives a struct its writer, its reader and its
//! description.

use crate::fix::{Angle, Fix, Vec2};
use alloc::vec::Vec;
use netplay::rng::SimRng;
use netplay::sim::{Part, Rewind, Value, Visitor};

/// Room for any state of our games; what is hashed is written here, not to the heap.
pub(crate) const STATE_BYTES: usize = 2048;

/// Whether another machine could go on from where this game is. What is fair content comes to no
/// place that a saved state may not have: a session trusts in that whenever it rewinds.
pub(crate) fn is_taken_up(game: &mut impl Rewind) -> bool {
    let mut state = Vec::new();
    game.save(&mut state);
    game.load(&state).is_ok()
}

/// Writes a state into a buffer of fixed size.
pub(crate) struct Writer {
    bytes: [u8; STATE_BYTES],
    end: usize,
}

impl Writer {
    pub(crate) const fn new() -> Self {
        Self { bytes: [0; STATE_BYTES], end: 0 }
    }

    pub(crate) fn put<const N: usize>(&mut self, bytes: [u8; N]) {
        self.bytes[self.end..self.end + N].copy_from_slice(&bytes);
        self.end += N;
    }

    pub(crate) fn written(&self) -> &[u8] {
        &self.bytes[..self.end]
    }
}

/// Reads what a [`Writer`] wrote, or what a peer says one did.
pub(crate) struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub(crate) fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (head, tail) = self.0.split_first_chunk::<N>()?;
        self.0 = tail;
        Some(*head)
    }

    pub(crate) const fn is_drained(&self) -> bool {
        self.0.is_empty()
    }
}

/// Something with exactly one encoding: `read` gives `None` for any other bytes.
pub(crate) trait State: Sized {
    fn write(&self, out: &mut Writer);
    fn read(input: &mut Reader<'_>) -> Option<Self>;
    /// Says what the bytes mean, even those that `read` takes for no value, as long as it is clear
    /// where they end.
    fn describe(input: &mut Reader<'_>, to: &mut dyn Visitor) -> Option<()>;
}

/// Describes a field.
pub(crate) fn describe_field<T: State>(
    name: &'static str,
    input: &mut Reader<'_>,
    to: &mut dyn Visitor,
) -> Option<()> {
    to.open(Part::Field(name));
    T::describe(input, to)?;
    to.close();
    Some(())
}

macro_rules! state_integers {
    ($($kind:ty),*) => {$(
        impl State for $kind {
            fn write(&self, out: &mut Writer) {
                out.put(self.to_le_bytes());
            }
            fn read(input: &mut Reader<'_>) -> Option<Self> {
                input.take().map(Self::from_le_bytes)
            }
            fn describe(input: &mut Reader<'_>, to: &mut dyn Visitor) -> Option<()> {
                Self::read(input).map(|value| to.value(value.into()))
            }
        }
    )*};
}

state_integers!(u8, u16, u32, u64, i8, i16, i32, i64);

impl State for bool {
    fn write(&self, out: &mut Writer) {
        u8::from(*self).write(out);
    }
    fn read(input: &mut Reader<'_>) -> Option<Self> {
        match u8::read(input)? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }
    fn describe(input: &mut Reader<'_>, to: &mut dyn Visitor) -> Option<()> {
        let byte = u8::read(input)?;
        to.value(if byte <= 1 { Value::Flag(byte == 1) } else { byte.into() });
        Some(())
    }
}

impl State for SimRng {
    fn write(&self, out: &mut Writer) {
        let (state, stream) = self.state();
        state.write(out);
        stream.write(out);
    }
    fn read(input: &mut Reader<'_>) -> Option<Self> {
        Some(Self::from_state((u64::read(input)?, u64::read(input)?)))
    }
    fn describe(input: &mut Reader<'_>, to: &mut dyn Visitor) -> Option<()> {
        describe_field::<u64>("state", input, to)?;
        describe_field::<u64>("stream", input, to)
    }
}

macro_rules! state_newtype {
    ($($name:ident as $value:ident),*) => {$(
        impl $crate::state::State for $name {
            fn write(&self, out: &mut $crate::state::Writer) {
                self.0.write(out);
            }
            fn read(input: &mut $crate::state::Reader<'_>) -> Option<Self> {
                $crate::state::State::read(input).map(Self)
            }
            fn describe(input: &mut Reader<'_>, to: &mut dyn Visitor) -> Option<()> {
                Self::read(input).map(|value| to.value(Value::$value(value.0.into())))
            }
        }
    )*};
}

state_newtype!(Fix as Fixed, Angle as Turn);

/// Declares a struct whose state is its fields in order.
macro_rules! state_struct {
    ($(#[$meta:meta])* $vis:vis struct $name:ident {
        $($(#[$field_meta:meta])* $field_vis:vis $field:ident: $kind:ty,)*
    }) => {
        $(#[$meta])*
        $vis struct $name { $($(#[$field_meta])* $field_vis $field: $kind,)* }

        impl $crate::state::State for $name {
            fn write(&self, out: &mut $crate::state::Writer) {
                $($crate::state::State::write(&self.$field, out);)*
            }
            fn read(input: &mut $crate::state::Reader<'_>) -> Option<Self> {
                Some(Self { $($field: $crate::state::State::read(input)?,)* })
            }
            fn describe(
                input: &mut $crate::state::Reader<'_>,
                to: &mut dyn netplay::sim::Visitor,
            ) -> Option<()> {
                $($crate::state::describe_field::<$kind>(stringify!($field), input, to)?;)*
                Some(())
            }
        }
    };
}

pub(crate) use state_struct;

/// Values in a row, each one's place its name.
impl<T: State + Copy + Default, const N: usize> State for [T; N] {
    fn write(&self, out: &mut Writer) {
        self.iter().for_each(|value| value.write(out));
    }
    fn read(input: &mut Reader<'_>) -> Option<Self> {
        let mut values = [T::default(); N];
        for value in &mut values {
            *value = T::read(input)?;
        }
        Some(values)
    }
    fn describe(input: &mut Reader<'_>, to: &mut dyn Visitor) -> Option<()> {
        for index in 0..N as u32 {
            to.open(Part::Index(index));
            T::describe(input, to)?;
            to.close();
        }
        Some(())
    }
}

impl State for Vec2 {
    fn write(&self, out: &mut Writer) {
        self.x.write(out);
        self.y.write(out);
    }
    fn read(input: &mut Reader<'_>) -> Option<Self> {
        Some(Self::new(Fix::read(input)?, Fix::read(input)?))
    }
    fn describe(input: &mut Reader<'_>, to: &mut dyn Visitor) -> Option<()> {
        describe_field::<Fix>("x", input, to)?;
        describe_field::<Fix>("y", input, to)
    }
}
