//! The bytes of a view, written and read: numbers of fixed width, for a game's own format has no varints.

use super::secret::{Eye, Secret, Viewer};
use crate::limits::{VIEW_BYTES, VIEW_LINE_BYTES, VIEW_LINES};
use crate::wire::{Reader, Text, WordSize, Writer};
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};

/// A line of a game's log, worded for one viewer.
pub type Line = Text<VIEW_LINE_BYTES>;

/// Bytes that are written front to back, as many as fit. It sees nobody's secrets: what is written
/// with ink alone is public.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ink {
    out: Writer,
    is_full: bool,
}

impl Ink {
    /// Adds raw bytes.
    pub fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        self.is_full |= self.out.written().len() + bytes.len() > VIEW_BYTES;
        if !self.is_full {
            self.out.raw(bytes);
        }
        self
    }

    /// Adds one byte.
    pub fn u8(&mut self, value: u8) -> &mut Self {
        self.bytes(&[value])
    }

    /// Adds a flag as one byte.
    pub fn bool(&mut self, value: bool) -> &mut Self {
        self.u8(u8::from(value))
    }

    /// Adds two bytes.
    pub fn u16(&mut self, value: u16) -> &mut Self {
        self.bytes(&value.to_le_bytes())
    }

    /// Adds four bytes.
    pub fn u32(&mut self, value: u32) -> &mut Self {
        self.bytes(&value.to_le_bytes())
    }

    /// Adds eight bytes.
    pub fn u64(&mut self, value: u64) -> &mut Self {
        self.bytes(&value.to_le_bytes())
    }

    /// What was written; `None` when it was more than [`VIEW_BYTES`].
    #[must_use]
    pub fn finish(self) -> Option<Vec<u8>> {
        (!self.is_full).then(|| self.out.finish())
    }
}

/// Writes what one viewer sees. It is the only way to a view's bytes, and opens that viewer's
/// secrets and nobody else's.
#[derive(Debug)]
pub struct ViewWriter<'a> {
    eye: Eye<'a>,
    ink: Ink,
    lines: Vec<Line>,
}

impl ViewWriter<'_> {
    pub(super) fn of(viewer: Viewer) -> Self {
        Self { eye: Eye::of(viewer), ink: Ink::default(), lines: Vec::new() }
    }

    /// For whom this is written.
    #[must_use]
    pub fn viewer(&self) -> Viewer {
        self.eye.viewer()
    }

    /// The secret, if it is the viewer's own.
    pub fn open<'s, T>(&self, secret: &'s Secret<T>) -> Option<&'s T> {
        secret.open(&self.eye)
    }

    /// Adds a line to the viewer's log, worded for them ("You fold", "Noa folds"). Lines beyond
    /// [`VIEW_LINES`] in one tick are dropped.
    pub fn line(&mut self, text: &str) {
        if self.lines.len() < VIEW_LINES {
            self.lines.push(Line::truncated(text));
        }
    }

    pub(super) fn finish(self) -> (Option<Vec<u8>>, Vec<Line>) {
        (self.ink.finish(), self.lines)
    }
}

impl Deref for ViewWriter<'_> {
    type Target = Ink;

    fn deref(&self) -> &Ink {
        &self.ink
    }
}

impl DerefMut for ViewWriter<'_> {
    fn deref_mut(&mut self) -> &mut Ink {
        &mut self.ink
    }
}

/// Takes bytes off the front, as they were written with [`Ink`]. They may come from a peer.
#[derive(Clone, Debug)]
pub struct InkReader<'a>(Reader<'a>);

impl<'a> InkReader<'a> {
    /// Reads from the start of `bytes`.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(Reader::new(bytes, WordSize::PAD))
    }

    /// The next `count` bytes.
    pub fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        self.0.raw(count, "bytes").ok()
    }

    /// The next byte.
    pub fn u8(&mut self) -> Option<u8> {
        self.array().map(u8::from_le_bytes)
    }

    /// The next byte, which must be 0 or 1.
    pub fn bool(&mut self) -> Option<bool> {
        self.u8().filter(|byte| *byte < 2).map(|byte| byte == 1)
    }

    /// The next two bytes.
    pub fn u16(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    /// The next four bytes.
    pub fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    /// The next eight bytes.
    pub fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    /// What has not been read.
    #[must_use]
    pub fn rest(&self) -> &'a [u8] {
        self.0.rest()
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.0.array("a number").ok()
    }
}
