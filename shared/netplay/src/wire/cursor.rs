//! The only file that indexes bytes.

use alloc::vec::Vec;
use core::fmt;

/// Bytes of one seat's input in one frame, fixed for a session. Input words have no length of
/// their own on the wire, so a decoder is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordSize(u16);

impl WordSize {
    /// A pad word: two bytes.
    pub const PAD: Self = Self(2);

    /// A size from 1 to [`WORD_BYTES`](crate::limits::WORD_BYTES).
    #[must_use]
    pub const fn new(bytes: usize) -> Option<Self> {
        if bytes >= 1 && bytes <= crate::limits::WORD_BYTES {
            Some(Self(bytes as u16))
        } else {
            None
        }
    }

    /// The size in bytes.
    #[must_use]
    pub const fn bytes(self) -> usize {
        self.0 as usize
    }
}

/// Why bytes are not a message. The peer is to blame: close the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecodeError {
    /// The bytes end inside the named field.
    Truncated(&'static str),
    /// This many bytes follow the message's last field.
    Trailing(usize),
    /// No message has this tag.
    UnknownTag(u8),
    /// The message is longer than [`MESSAGE_BYTES`](crate::limits::MESSAGE_BYTES).
    Oversized(usize),
    /// The field claims more than its cap.
    TooLong(&'static str),
    /// A varint with a needless last byte, or beyond the field's range.
    BadVarint(&'static str),
    /// Text that is not UTF-8.
    BadText(&'static str),
    /// A value that the field cannot have.
    BadValue(&'static str),
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truncated(field) => write!(f, "the message ends inside {field}"),
            Self::Trailing(count) => write!(f, "{count} bytes follow the message"),
            Self::UnknownTag(tag) => write!(f, "no message has the tag {tag:#04x}"),
            Self::Oversized(bytes) => write!(f, "{bytes} bytes are more than a message may have"),
            Self::TooLong(field) => write!(f, "{field} is longer than its cap"),
            Self::BadVarint(field) => write!(f, "{field} is not a canonical number in range"),
            Self::BadText(field) => write!(f, "{field} is not UTF-8"),
            Self::BadValue(field) => write!(f, "{field} has a value it cannot have"),
        }
    }
}

impl core::error::Error for DecodeError {}

/// Something with one encoding.
pub(crate) trait Wire: Sized {
    fn write(&self, out: &mut Writer);
    fn read(input: &mut Reader<'_>, field: &'static str) -> Result<Self, DecodeError>;
}

/// Appends fields to a packet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    pub(crate) fn with_capacity(bytes: usize) -> Self {
        Self { bytes: Vec::with_capacity(bytes) }
    }

    pub(crate) fn u8(&mut self, value: u8) {
        self.bytes.push(value);
    }

    pub(crate) fn raw(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    pub(crate) fn varint(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.bytes.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.bytes.push(value as u8);
    }

    pub(crate) fn written(&self) -> &[u8] {
        &self.bytes
    }

    pub(crate) fn finish(self) -> Vec<u8> {
        self.bytes
    }
}

/// Takes fields off a packet.
#[derive(Clone, Debug)]
pub(crate) struct Reader<'a> {
    rest: &'a [u8],
    word_size: WordSize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8], word_size: WordSize) -> Self {
        Self { rest: bytes, word_size }
    }

    pub(crate) fn word_size(&self) -> WordSize {
        self.word_size
    }

    pub(crate) fn remaining(&self) -> usize {
        self.rest.len()
    }

    /// What has not been read.
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.rest
    }

    pub(crate) fn raw(
        &mut self,
        count: usize,
        field: &'static str,
    ) -> Result<&'a [u8], DecodeError> {
        let (taken, rest) =
            self.rest.split_at_checked(count).ok_or(DecodeError::Truncated(field))?;
        self.rest = rest;
        Ok(taken)
    }

    pub(crate) fn array<const N: usize>(
        &mut self,
        field: &'static str,
    ) -> Result<[u8; N], DecodeError> {
        let (taken, rest) =
            self.rest.split_first_chunk::<N>().ok_or(DecodeError::Truncated(field))?;
        self.rest = rest;
        Ok(*taken)
    }

    pub(crate) fn u8(&mut self, field: &'static str) -> Result<u8, DecodeError> {
        self.array::<1>(field).map(|[byte]| byte)
    }

    /// LEB128, at most ten bytes, the shortest form only.
    pub(crate) fn varint(&mut self, field: &'static str) -> Result<u64, DecodeError> {
        let mut value = 0_u64;
        for shift in (0..64).step_by(7) {
            let byte = self.u8(field)?;
            let bits = u64::from(byte & 0x7f);
            if shift == 63 && bits > 1 {
                return Err(DecodeError::BadVarint(field));
            }
            value |= bits << shift;
            if byte < 0x80 {
                let needless = byte == 0 && shift > 0;
                return if needless { Err(DecodeError::BadVarint(field)) } else { Ok(value) };
            }
        }
        Err(DecodeError::BadVarint(field))
    }

    /// A varint that counts something and may not exceed `cap`.
    pub(crate) fn count(&mut self, cap: usize, field: &'static str) -> Result<usize, DecodeError> {
        let value = self.varint(field)?;
        match usize::try_from(value) {
            Ok(count) if count <= cap => Ok(count),
            _ => Err(DecodeError::TooLong(field)),
        }
    }

    /// How many bytes are left.
    pub(crate) fn left(&self) -> usize {
        self.rest.len()
    }

    pub(crate) fn finish(self) -> Result<(), DecodeError> {
        if self.rest.is_empty() { Ok(()) } else { Err(DecodeError::Trailing(self.rest.len())) }
    }
}

macro_rules! varint_wire {
    ($($number:ty),*) => {$(
        impl Wire for $number {
            fn write(&self, out: &mut Writer) {
                out.varint(u64::from(*self));
            }

            fn read(input: &mut Reader<'_>, field: &'static str) -> Result<Self, DecodeError> {
                Self::try_from(input.varint(field)?).map_err(|_| DecodeError::BadVarint(field))
            }
        }
    )*};
}

varint_wire!(u16, u32, u64);

impl Wire for u8 {
    fn write(&self, out: &mut Writer) {
        out.u8(*self);
    }

    fn read(input: &mut Reader<'_>, field: &'static str) -> Result<Self, DecodeError> {
        input.u8(field)
    }
}

impl Wire for bool {
    fn write(&self, out: &mut Writer) {
        out.u8(u8::from(*self));
    }

    fn read(input: &mut Reader<'_>, field: &'static str) -> Result<Self, DecodeError> {
        match input.u8(field)? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(DecodeError::BadValue(field)),
        }
    }
}

impl<T: Wire> Wire for Option<T> {
    fn write(&self, out: &mut Writer) {
        self.is_some().write(out);
        if let Some(value) = self {
            value.write(out);
        }
    }

    fn read(input: &mut Reader<'_>, field: &'static str) -> Result<Self, DecodeError> {
        bool::read(input, field)?.then(|| T::read(input, field)).transpose()
    }
}

impl<const N: usize> Wire for [u8; N] {
    fn write(&self, out: &mut Writer) {
        out.raw(self);
    }

    fn read(input: &mut Reader<'_>, field: &'static str) -> Result<Self, DecodeError> {
        input.array(field)
    }
}
