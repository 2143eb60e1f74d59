//! A replay as a file: read, checked to the last byte, and kept as it is.

use super::header::{Header, Look, Misfit};
use super::tape::Tape;
use crate::hash::StateHasher;
use crate::ids::{Frame, StateHash};
use crate::limits::{REPLAY_BLOCK_FRAMES, REPLAY_FRAMES};
use crate::session::Confirmed;
use crate::sim::Input;
use crate::wire::{DecodeError, Pack, Reader, Wire, WordSize, Writer};
use alloc::vec::Vec;
use core::fmt;

/// What a block begins with, and what the end does.
const BLOCK: u8 = 1;
const END: u8 = 0;

/// A replay that was found whole: whatever its bytes say can be played.
#[derive(Clone, Debug)]
pub struct Replay {
    header: Header,
    pub(super) bytes: Vec<u8>,
    pub(super) blocks: Vec<Block>,
    frames: u32,
    checkpoints: u32,
    cut: bool,
}

/// Where a block's events are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) frames: u32,
}

/// Why bytes are no replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayError {
    /// The file is larger than the reader takes.
    TooLarge {
        /// What it has, in bytes.
        bytes: usize,
        /// What it may have, in bytes.
        cap: usize,
    },
    /// It is some other file.
    NotAReplay,
    /// It is of a version that is not read here.
    Version(u8),
    /// It ends before its end. What is whole of it can be had from [`Replay::salvage`].
    Cut {
        /// How many frames are whole.
        frames: u32,
    },
    /// Its digest is that of other bytes.
    Changed,
    /// Its bytes have no meaning, though their digest is right: nobody recorded this.
    Malformed(DecodeError),
}

impl Replay {
    /// Reads a file of at most `cap_bytes`, [`REPLAY_BYTES`](crate::limits::REPLAY_BYTES) for
    /// whatever comes from somebody else. It costs its own size and no more.
    ///
    /// # Errors
    /// When it is not a replay, or not whole, or was changed.
    pub fn decode(bytes: Vec<u8>, cap_bytes: usize) -> Result<Self, ReplayError> {
        Self::read(bytes, cap_bytes, false)
    }

    /// Reads what is whole of a recording that ended abruptly: the leading blocks, ten seconds
    /// each. [`is_cut`](Self::is_cut) says whether anything is missing.
    ///
    /// # Errors
    /// As [`decode`](Self::decode), but for a missing end behind at least one whole block.
    pub fn salvage(bytes: Vec<u8>, cap_bytes: usize) -> Result<Self, ReplayError> {
        Self::read(bytes, cap_bytes, true)
    }

    fn read(bytes: Vec<u8>, cap_bytes: usize, lenient: bool) -> Result<Self, ReplayError> {
        if bytes.len() > cap_bytes {
            return Err(ReplayError::TooLarge { bytes: bytes.len(), cap: cap_bytes });
        }
        let mut input = Reader::new(&bytes, WordSize::PAD);
        let header = Header::read(&mut input)?;
        let mut blocks =
            Blocks { of: &bytes, hashed: 0, hasher: StateHasher::new(), kept: Vec::new() };
        let cut = match blocks.read(&mut input) {
            Ok(()) => false,
            Err(ReplayError::Cut { frames: 1.. }) if lenient => true,
            Err(error) => return Err(error),
        };
        let (frames, blocks) = (blocks.frames(), blocks.kept);
        if header.first().0.checked_add(frames).is_none() {
            return Err(DecodeError::BadValue("origin frame").into());
        }
        let mut replay = Self { header, bytes, blocks, frames, checkpoints: 0, cut };
        replay.checkpoints = replay.count_checkpoints()?;
        Ok(replay)
    }

    /// Runs through all events, which also tells whether each has a meaning.
    fn count_checkpoints(&self) -> Result<u32, DecodeError> {
        let (mut tape, mut count) = (Tape::new(self), 0);
        while let Some(moment) = tape.step(self)? {
            count += u32::from(moment.checkpoint.is_some());
        }
        Ok(count)
    }

    /// Whether this build can show it: the game, its rules and its content are those of the recording.
    ///
    /// # Errors
    /// Names what differs, with both values.
    pub fn fits(&self, mode: &str, simulation: StateHash, pack: &Pack) -> Result<(), Misfit> {
        let recorded = &self.header.start.mode;
        if **recorded != *mode {
            return Err(Misfit::Mode { recorded: (**recorded).into() });
        }
        if self.header.simulation != simulation {
            let recorded = self.header.simulation;
            return Err(Misfit::Simulation { recorded, ours: simulation });
        }
        if self.header.pack != *pack {
            let (recorded, ours) = (self.header.pack.clone(), pack.clone());
            return Err(Misfit::Pack { recorded, ours });
        }
        Ok(())
    }

    /// Everything it has, a frame after the other, with the digest after it where there is one.
    /// The inputs must be of [the header's word size](Header::word_size); of others there are none.
    pub fn read_out<I: Input>(
        &self,
    ) -> impl Iterator<Item = (Confirmed<I>, Option<StateHash>)> + use<'_, I> {
        let mut tape = Tape::new(self);
        let fits = self.header.word_size == I::SIZE;
        core::iter::from_fn(move || {
            let moment = tape.step(self).ok().flatten().filter(|_| fits)?;
            let (inputs, changes) = (tape.inputs().collect(), tape.changes().into());
            Some((Confirmed { frame: moment.frame, inputs, changes }, moment.checkpoint))
        })
    }

    /// The same file with other names for its seats, as it would have been recorded with them.
    #[must_use]
    pub fn with_looks(&self, looks: Vec<Look>) -> Vec<u8> {
        let (mut out, mut digest) = (Writer::default(), Digest::default());
        Header { looks, ..self.header.clone() }.write(&mut out);
        for block in &self.blocks {
            let events = &self.bytes[block.start..block.end];
            write_block(block.frames, events, &mut digest, &mut out);
        }
        write_end(self.frames, &mut digest, &mut out);
        out.finish()
    }

    /// What it says before its first frame.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// How many frames it has.
    #[must_use]
    pub fn frames(&self) -> u32 {
        self.frames
    }

    /// How many frames a second has.
    #[must_use]
    pub fn tick_hz(&self) -> u32 {
        u32::from(self.header.start.terms.tick_hz).max(1)
    }

    /// How long it lasts, in whole seconds.
    #[must_use]
    pub fn seconds(&self) -> u32 {
        self.frames / self.tick_hz()
    }

    /// The first frame it has.
    #[must_use]
    pub fn first(&self) -> Frame {
        self.header.first()
    }

    /// The frame after the last one it has.
    #[must_use]
    pub fn end(&self) -> Frame {
        self.first().plus(self.frames)
    }

    /// How many checkpoints it has.
    #[must_use]
    pub fn checkpoints(&self) -> u32 {
        self.checkpoints
    }

    /// Whether its end is missing.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.cut
    }

    /// The file.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// The blocks of a file, as far as they are read.
struct Blocks<'a> {
    of: &'a [u8],
    hashed: usize,
    hasher: StateHasher,
    kept: Vec<Block>,
}

impl Blocks<'_> {
    fn read(&mut self, input: &mut Reader<'_>) -> Result<(), ReplayError> {
        loop {
            let kind = input.u8("block").map_err(|_| self.cut())?;
            match kind {
                BLOCK => self.read_block(input)?,
                END => return self.read_end(input),
                _ => return Err(DecodeError::BadValue("block").into()),
            }
        }
    }

    fn read_block(&mut self, input: &mut Reader<'_>) -> Result<(), ReplayError> {
        let whole = self.frames();
        if !whole.is_multiple_of(REPLAY_BLOCK_FRAMES) {
            return Err(DecodeError::BadValue("block").into());
        }
        let frames = u32::read(input, "frames").map_err(|error| self.cut_or(error))?;
        if frames == 0 || frames > REPLAY_BLOCK_FRAMES || frames > REPLAY_FRAMES - whole {
            return Err(DecodeError::BadValue("frames").into());
        }
        let length = input.varint("length").map_err(|error| self.cut_or(error))?;
        let length = usize::try_from(length).map_err(|_| self.cut())?;
        let start = self.of.len() - input.left();
        input.raw(length, "events").map_err(|error| self.cut_or(error))?;
        self.check(input)?;
        self.kept.push(Block { start, end: start + length, frames });
        Ok(())
    }

    fn read_end(&mut self, input: &mut Reader<'_>) -> Result<(), ReplayError> {
        let frames = u32::read(input, "frames").map_err(|error| self.cut_or(error))?;
        self.check(input)?;
        if frames != self.frames() {
            return Err(DecodeError::BadValue("frames").into());
        }
        match input.left() {
            0 => Ok(()),
            left => Err(DecodeError::Trailing(left).into()),
        }
    }

    /// The digest of everything before it.
    fn check(&mut self, input: &mut Reader<'_>) -> Result<(), ReplayError> {
        let here = self.of.len() - input.left();
        self.hasher.bytes(&self.of[self.hashed..here]);
        self.hashed = here;
        let written = input.array("digest").map_err(|_| self.cut())?;
        let right = u64::from_le_bytes(written) == self.hasher.finish().0;
        if right { Ok(()) } else { Err(ReplayError::Changed) }
    }

    fn frames(&self) -> u32 {
        self.kept.iter().map(|block| block.frames).sum()
    }

    fn cut(&self) -> ReplayError {
        ReplayError::Cut { frames: self.frames() }
    }

    fn cut_or(&self, error: DecodeError) -> ReplayError {
        match error {
            DecodeError::Truncated(_) => self.cut(),
            other => other.into(),
        }
    }
}

/// The digest of a file as far as it is written.
#[derive(Clone, Default)]
pub(super) struct Digest {
    hasher: StateHasher,
    hashed: usize,
}

impl Digest {
    fn write(&mut self, out: &mut Writer) {
        self.hasher.bytes(&out.written()[self.hashed..]);
        self.hashed = out.written().len();
        out.raw(&self.hasher.finish().0.to_le_bytes());
    }
}

pub(super) fn write_block(frames: u32, events: &[u8], digest: &mut Digest, out: &mut Writer) {
    out.u8(BLOCK);
    out.varint(u64::from(frames));
    out.varint(events.len() as u64);
    out.raw(events);
    digest.write(out);
}

pub(super) fn write_end(frames: u32, digest: &mut Digest, out: &mut Writer) {
    out.u8(END);
    out.varint(u64::from(frames));
    digest.write(out);
}

impl From<DecodeError> for ReplayError {
    fn from(error: DecodeError) -> Self {
        match error {
            DecodeError::Truncated(_) => Self::Cut { frames: 0 },
            other => Self::Malformed(other),
        }
    }
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { bytes, cap } => {
                write!(f, "the file has {bytes} bytes, and a replay at most {cap}")
            }
            Self::NotAReplay => f.write_str("the file is no replay"),
            Self::Version(version) => {
                write!(f, "the replay is of version {version}, which is not read here")
            }
            Self::Cut { frames } => {
                write!(f, "the replay is cut off: {frames} of its frames are whole")
            }
            Self::Changed => f.write_str("the replay was changed since it was recorded"),
            Self::Malformed(error) => write!(f, "the replay cannot be read: {error}"),
        }
    }
}

impl core::error::Error for ReplayError {}
