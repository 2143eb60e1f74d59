//! Bounded text and bytes: a value of these types has already passed its cap.

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

/// A name as everybody will see it: no control, invisible or direction-changing characters, no
/// stacked marks, single spaces, cut to what fits. `None` when nothing is left.
#[must_use]
pub fn clean_name(name: &str) -> Option<Text<{ crate::limits::NAME_BYTES }>> {
    let cleaned = clean(name, 0);
    let text = Text::<{ crate::limits::NAME_BYTES }>::truncated(&cleaned);
    let text = Text::truncated(text.trim_end());
    (!text.is_empty()).then_some(text)
}

/// A chat line as everybody will see it: like a name, but with up to two marks a letter.
#[must_use]
pub fn clean_line(line: &str) -> Option<Text<{ crate::limits::CHAT_BYTES }>> {
    let text = Text::truncated(&clean(line, 2));
    (!text.is_empty()).then_some(text)
}

fn clean(text: &str, marks_kept: usize) -> String {
    let mut out = String::new();
    let mut marks = 0;
    let mut gap = false;
    for character in text.chars() {
        if is_invisible(character) {
            continue;
        }
        if character.is_whitespace() {
            gap = !out.is_empty();
            continue;
        }
        marks = if is_mark(character) { marks + 1 } else { 0 };
        if marks > marks_kept {
            continue;
        }
        if gap {
            out.push(' ');
            gap = false;
        }
        out.push(character);
    }
    out
}

/// Control characters, zero-width characters, direction marks and overrides, fillers, tags and
/// variation selectors: what makes two names look alike or a line run backwards.
fn is_invisible(character: char) -> bool {
    (character.is_control() && !character.is_whitespace())
        || matches!(character,
            '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
            | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{2800}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}'
            | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}' | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}'
            | '\u{2028}' | '\u{2029}')
}

fn is_mark(character: char) -> bool {
    matches!(character,
        '\u{0300}'..='\u{036F}' | '\u{0483}'..='\u{0489}' | '\u{0591}'..='\u{05C7}'
        | '\u{0610}'..='\u{061A}' | '\u{064B}'..='\u{065F}' | '\u{0E31}' | '\u{0E34}'..='\u{0E3A}'
        | '\u{0E47}'..='\u{0E4E}' | '\u{1AB0}'..='\u{1AFF}' | '\u{1DC0}'..='\u{1DFF}'
        | '\u{20D0}'..='\u{20FF}' | '\u{FE20}'..='\u{FE2F}')
}
