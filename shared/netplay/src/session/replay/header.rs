//! What a replay says before its first frame.

use super::file::ReplayError;
use crate::ids::{Frame, Seat, StateHash};
use crate::limits::{COLOURS, LABEL_BYTES, NAME_BYTES, TRANSFER_BYTES};
use crate::wire::{Controller, DecodeError, Pack, Reader, Start, Text, Wire, WordSize, Writer};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// The first bytes of every replay.
pub(super) const MAGIC: [u8; 4] = *b"PLRP";
/// The version of the format that is written and read here.
pub(super) const VERSION: u8 = 2;

/// Everything that decides how a recorded session began, and who was in it. Two peers of one
/// session write the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The digest of the rules: only the same rules lead to the same states.
    pub simulation: StateHash,
    /// The content: only the same pack leads to the same states, too.
    pub pack: Pack,
    /// The application that recorded it: a label.
    pub build: Text<LABEL_BYTES>,
    /// How large a seat's input is.
    pub word_size: WordSize,
    /// The start order of the session.
    pub start: Start,
    /// What the seats are called, in seat order; none where nobody knew.
    pub looks: Vec<Look>,
    /// Where the recording begins.
    pub origin: Origin,
}

/// Name and colour of a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    /// The player's name, or the AI driver's.
    pub name: Text<NAME_BYTES>,
    /// 0 to 7.
    pub colour: u8,
}

/// Where a recording begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// With the session's first frame.
    Start,
    /// With a state in the middle: the recording of somebody who came late, or came back.
    State {
        /// The first frame that is recorded.
        frame: Frame,
        /// Who drives each seat then, in seat order.
        hands: Vec<Controller>,
        /// The saved state before that frame.
        state: Vec<u8>,
    },
}

/// Why a replay that is whole cannot be shown by this build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// It is of another game.
    Mode {
        /// The game that was recorded.
        recorded: String,
    },
    /// It was recorded by other rules.
    Simulation {
        /// The digest of the rules it was recorded by.
        recorded: StateHash,
        /// The digest of the rules here.
        ours: StateHash,
    },
    /// It was recorded with another content pack.
    Pack {
        /// What it was recorded with.
        recorded: Pack,
        /// What is here.
        ours: Pack,
    },
    /// Its inputs have another size.
    WordSize,
    /// It begins with a state that is none of this game's.
    State,
}

impl Header {
    /// The first frame that is recorded.
    #[must_use]
    pub fn first(&self) -> Frame {
        match self.origin {
            Origin::Start => Frame(0),
            Origin::State { frame, .. } => frame,
        }
    }

    /// Who drives each seat at the beginning of the recording.
    #[must_use]
    pub fn hands(&self) -> Vec<Controller> {
        match &self.origin {
            Origin::Start => self.start.controllers(),
            Origin::State { hands, .. } => hands.clone(),
        }
    }

    /// What a seat is called.
    #[must_use]
    pub fn look(&self, seat: Seat) -> Option<&Look> {
        self.looks.get(seat.index())
    }

    pub(super) fn write(&self, out: &mut Writer) {
        out.raw(&MAGIC);
        out.u8(VERSION);
        self.simulation.write(out);
        self.pack.write(out);
        self.build.write(out);
        out.varint(self.word_size.bytes() as u64);
        self.start.write(out);
        out.varint(self.looks.len() as u64);
        for look in &self.looks {
            look.name.write(out);
            out.u8(look.colour);
        }
        match &self.origin {
            Origin::Start => out.u8(0),
            Origin::State { frame, hands, state } => {
                out.u8(1);
                frame.write(out);
                hands.iter().for_each(|hand| hand.write(out));
                out.varint(state.len() as u64);
                out.raw(state);
            }
        }
    }

    pub(super) fn read(input: &mut Reader<'_>) -> Result<Self, ReplayError> {
        if input.array("magic") != Ok(MAGIC) {
            return Err(ReplayError::NotAReplay);
        }
        match input.u8("version")? {
            VERSION => Ok(Self::read_fields(input)?),
            other => Err(ReplayError::Version(other)),
        }
    }

    fn read_fields(input: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let simulation = StateHash::read(input, "simulation")?;
        let pack = Pack::read(input, "pack")?;
        let build = Text::read(input, "build")?;
        let size = usize::from(u16::read(input, "word size")?);
        let word_size = WordSize::new(size).ok_or(DecodeError::BadValue("word size"))?;
        let start = Start::read(input, "start")?;
        if start.seats.is_empty() {
            return Err(DecodeError::BadValue("seats"));
        }
        let mut looks = Vec::new();
        for _ in 0..input.count(start.seats.len(), "looks")? {
            looks.push(Look::read(input)?);
        }
        let origin = match input.u8("origin")? {
            0 => Origin::Start,
            1 => {
                let frame = Frame::read(input, "origin frame")?;
                let mut hands = Vec::new();
                for _ in &start.seats {
                    hands.push(Controller::read(input, "hands")?);
                }
                let length = input.count(TRANSFER_BYTES, "state")?;
                Origin::State { frame, hands, state: input.raw(length, "state")?.into() }
            }
            _ => return Err(DecodeError::BadValue("origin")),
        };
        Ok(Self { simulation, pack, build, word_size, start, looks, origin })
    }
}

impl Look {
    fn read(input: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let name = Text::read(input, "name")?;
        match input.u8("colour")? {
            colour if colour < COLOURS => Ok(Self { name, colour }),
            _ => Err(DecodeError::BadValue("colour")),
        }
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mode { recorded } => {
                write!(f, "it is a game of {recorded:?}, which is not played here")
            }
            Self::Simulation { recorded, ours } => {
                write!(f, "it was recorded by the rules {recorded}, and these are {ours}")
            }
            Self::Pack { recorded, ours } => {
                write!(f, "it was recorded with the pack {}, and this is {}", recorded.id, ours.id)
            }
            Self::WordSize => f.write_str("its inputs have another size than this game's"),
            Self::State => f.write_str("it begins with a state that is none of this game's"),
        }
    }
}

impl core::error::Error for Misfit {}
