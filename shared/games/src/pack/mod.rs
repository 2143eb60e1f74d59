//! A content pack: the tracks, holes, arenas and props of all games, as one plain text.
//!
//! ```text
//! partyline-pack 1
//! name Anna's corner
//! === tracks/short.track
//! name Short and sweet
//! ...
//! ```
//!
//! Whoever plays together plays with one pack: its name and the SHA-256 of its text are a part of
//! what two peers compare. A pack may come from a stranger, so everything in it is capped before
//! it is kept, and a text that is not fair content is refused with file, line and cure.

mod fault;
mod parse;
mod text;
mod words;

pub use fault::{Fault, PackFault};
pub use text::{FIRST_LINE, KINDS, bundle, canonical, is_file_name, split};
pub(crate) use words::Words;

use crate::golf::Hole;
use crate::hunt::{Arena, PropSet};
use crate::racing::Track;
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

pub use netplay::limits::PACK_BYTES;
/// A pack's name in bytes.
pub const NAME_BYTES: usize = 40;
/// A pack has at most so many tracks.
pub const TRACKS: usize = 32;
/// And so many holes.
pub const HOLES: usize = 64;
/// And so many arenas.
pub const ARENAS: usize = 32;
/// And so many sets of props.
pub const PROP_SETS: usize = 32;
/// No more faults are told at a time: an author mends the first ones first.
pub const FAULTS: usize = 50;

/// Content, read and found fair. It never changes: everybody shares it.
#[derive(Debug)]
pub struct Pack {
    /// Its name, for people.
    pub name: String,
    /// What it is known by: the SHA-256 of its text, and of what it takes from the built-in pack.
    pub sha256: [u8; 32],
    /// The tracks, in the order of the file names.
    pub tracks: Vec<Arc<Track>>,
    /// The arenas, likewise.
    pub arenas: Vec<Arc<Arena>>,
    /// The sets of props that arenas take theirs from.
    pub props: Vec<Arc<PropSet>>,
    /// The holes of mini golf, in the order of the file names.
    pub holes: Vec<Arc<Hole>>,
    text: Cow<'static, str>,
}

impl Pack {
    /// The pack that every build brings along.
    ///
    /// # Panics
    /// Never: a test reads it as it reads a stranger's.
    #[must_use]
    pub fn built_in() -> Arc<Self> {
        match parse::trusted(OWN, BUILT_IN) {
            Ok(pack) => Arc::new(pack),
            Err(faults) => panic!("{faults:?}"),
        }
    }

    /// Reads a pack that anybody may have written. What it has none of (tracks, say) is taken from
    /// the built-in pack, and its arenas may use the built-in props.
    ///
    /// # Errors
    /// What is wrong with it, the first [`FAULTS`] things.
    pub fn parse(text: &str) -> Result<Self, Vec<PackFault>> {
        parse::pack(text)
    }

    /// The text it was read from, with plain line ends: what another reads to have the same pack.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether this is the pack that the build brought along.
    #[must_use]
    pub fn is_built_in(&self) -> bool {
        self.sha256 == BUILT_IN
    }

    /// An arena by its number in the rules.
    #[must_use]
    pub fn arena(&self, index: u8) -> Option<&Arc<Arena>> {
        self.arenas.get(usize::from(index))
    }

    /// A track by its number in the rules.
    #[must_use]
    pub fn track(&self, index: u8) -> Option<&Arc<Track>> {
        self.tracks.get(usize::from(index))
    }

    /// So many holes from one on, by their numbers in the rules; fewer where the pack has no more.
    #[must_use]
    pub fn course(&self, first: u8, holes: u8) -> Option<Vec<Arc<Hole>>> {
        let from = self.holes.get(usize::from(first)..).filter(|from| !from.is_empty())?;
        Some(from.iter().take(holes.into()).cloned().collect())
    }
}

/// What a pack is known by, without looking into it: see [`Pack::sha256`].
#[must_use]
pub fn digest(text: &str) -> [u8; 32] {
    parse::digest(text)
}

/// The built-in pack's text, by the build script.
const OWN: &str = include_str!(concat!(env!("OUT_DIR"), "/built_in.partypack"));

/// The digest of the built-in pack's text, by the build script.
const BUILT_IN: [u8; 32] = {
    let digits = env!("GAMES_BUILT_IN").as_bytes();
    let mut bytes = [0; 32];
    let mut at = 0;
    while at < 64 {
        let digit = digits[at];
        let value = if digit <= b'9' { digit - b'0' } else { digit - b'a' + 10 };
        bytes[at / 2] = bytes[at / 2] << 4 | value;
        at += 1;
    }
    bytes
};
