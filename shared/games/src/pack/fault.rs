//! What is wrong with a text of content, for whoever wrote it.

use alloc::string::String;
use core::fmt;

/// Why a text is no hole, track, arena or set of props: where, what, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line, counted from 1; 0 when the text as a whole is meant.
    pub line: u32,
    /// What is wrong, in words for its author.
    pub what: String,
    /// What to do about it.
    pub cure: &'static str,
}

impl Fault {
    /// A fault of the text as a whole.
    #[cold]
    #[inline(never)]
    pub(crate) fn whole(what: &str, cure: &'static str) -> Self {
        Self { line: 0, what: what.into(), cure }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "line {}: ", self.line)?;
        }
        write!(f, "{} - {}", self.what, self.cure)
    }
}

impl core::error::Error for Fault {}

/// A [`Fault`], and in which file of a pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackFault {
    /// The file's name in the pack; empty when the pack itself is meant.
    pub file: String,
    /// The line in that file, counted from 1; 0 when the file as a whole is meant.
    pub line: u32,
    /// What is wrong, in words for its author.
    pub what: String,
    /// What to do about it.
    pub cure: &'static str,
}

impl fmt::Display for PackFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = if self.file.is_empty() { "pack" } else { &self.file };
        write!(f, "{file}:{}: {} - {}", self.line, self.what, self.cure)
    }
}

impl core::error::Error for PackFault {}
