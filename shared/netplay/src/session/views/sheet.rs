//! What travels: a view as a payload, a settled point, a pad word.

use super::ink::{InkReader, Line};
use crate::ids::PadWord;
use crate::limits::{VIEW_BYTES, VIEW_LINE_BYTES, VIEW_LINES};
use crate::wire::Blob;
use alloc::vec::Vec;

/// Set in a view's flags when the game is over.
const OVER: u8 = 1;

/// A view with what the host adds to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sheet {
    /// How many hosts the game has had before this one.
    pub(super) generation: u32,
    pub(super) is_over: bool,
    pub(super) lines: Vec<Line>,
    pub(super) table: Vec<u8>,
}

impl Sheet {
    pub(super) fn encode<const CAP: usize>(&self) -> Blob<CAP> {
        let mut out = Vec::with_capacity(16 + self.table.len());
        out.extend_from_slice(&self.generation.to_le_bytes());
        out.push(if self.is_over { OVER } else { 0 });
        out.push(self.lines.len() as u8);
        for line in &self.lines {
            out.push(line.len() as u8);
            out.extend_from_slice(line.as_bytes());
        }
        out.extend_from_slice(&self.table);
        Blob::new(out).unwrap_or_default() // the limits leave room for all of it
    }

    pub(super) fn decode(bytes: &[u8]) -> Option<Self> {
        let mut input = InkReader::new(bytes);
        let generation = input.u32()?;
        let flags = input.u8().filter(|flags| flags & !OVER == 0)?;
        let count = input.u8().filter(|count| usize::from(*count) <= VIEW_LINES)?;
        let mut lines = Vec::new();
        for _ in 0..count {
            let bytes = input.u8()?;
            let text = core::str::from_utf8(input.bytes(bytes.into())?).ok()?;
            lines.push(Line::new(text).ok()?);
        }
        let table = input.rest();
        (table.len() <= VIEW_BYTES).then(|| Self {
            generation,
            is_over: flags == OVER,
            lines,
            table: table.into(),
        })
    }
}

const _: () = assert!(VIEW_LINE_BYTES < 256 && VIEW_LINES < 256);

/// A guest's word, as an action.
pub(super) fn write_pad<const CAP: usize>(pad: PadWord) -> Blob<CAP> {
    Blob::new(pad.0.to_le_bytes()).unwrap_or_default()
}

pub(super) fn read_pad(payload: &[u8]) -> Option<PadWord> {
    <[u8; 2]>::try_from(payload).ok().map(|bytes| PadWord(u16::from_le_bytes(bytes)))
}
