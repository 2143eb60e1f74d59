//! Bounded text and bytes: a value of these types has already passed its cap.
//!
//! What people type is made fit to show by `clean`, which is the relay's business, not the codec's.

use super::cursor::{DecodeError, Reader, Wire, Writer};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Deref;

/// The value does not fit its field's cap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong {
    /// What it has, in bytes.
    pub bytes: usize,
    /// What it may have, in bytes.
    pub cap: usize,
}

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes where at most {} fit", self.bytes, self.cap)
    }
}

impl core::error::Error for TooLong {}

/// UTF-8 of at most `CAP` bytes.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text<const CAP: usize>(String);

impl<const CAP: usize> Text<CAP> {
    /// The text, if it fits.
    ///
    /// # Errors
    /// When it has more than `CAP` bytes.
    pub fn new(text: impl Into<String>) -> Result<Self, TooLong> {
        let text = text.into();
        if text.len() <= CAP {
            Ok(Self(text))
        } else {
            Err(TooLong { bytes: text.len(), cap: CAP })
        }
    }

    /// As many whole characters of `text` as fit.
    #[must_use]
    pub fn truncated(text: &str) -> Self {
        Self(text[..text.floor_char_boundary(CAP.min(text.len()))].into())
    }
}

impl<const CAP: usize> Deref for Text<CAP> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<const CAP: usize> fmt::Debug for Text<CAP> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl<const CAP: usize> fmt::Display for Text<CAP> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<const CAP: usize> Wire for Text<CAP> {
    fn write(&self, out: &mut Writer) {
        out.varint(self.0.len() as u64);
        out.raw(self.0.as_bytes());
    }

    fn read(input: &mut Reader<'_>, field: &'static str) -> Result<Self, DecodeError> {
        let count = input.count(CAP, field)?;
        let bytes = input.raw(count, field)?;
        let text = core::str::from_utf8(bytes).map_err(|_| DecodeError::BadText(field))?;
        Ok(Self(text.into()))
    }
}

/// At most `CAP` bytes.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Blob<const CAP: usize>(Vec<u8>);

impl<const CAP: usize> Blob<CAP> {
    /// The bytes, if they fit.
    ///
    /// # Errors
    /// When there are more than `CAP`.
    pub fn new(bytes: impl Into<Vec<u8>>) -> Result<Self, TooLong> {
        let bytes = bytes.into();
        if bytes.len() <= CAP {
            Ok(Self(bytes))
        } else {
            Err(TooLong { bytes: bytes.len(), cap: CAP })
        }
    }
}

impl<const CAP: usize> Deref for Blob<CAP> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl<const CAP: usize> fmt::Debug for Blob<CAP> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Blob({} bytes)", self.0.len())
    }
}

impl<const CAP: usize> Wire for Blob<CAP> {
    fn write(&self, out: &mut Writer) {
        out.varint(self.0.len() as u64);
        out.raw(&self.0);
    }

    fn read(input: &mut Reader<'_>, field: &'static str) -> Result<Self, DecodeError> {
        let count = input.count(CAP, field)?;
        input.raw(count, field).map(|bytes| Self(bytes.into()))
    }
}
