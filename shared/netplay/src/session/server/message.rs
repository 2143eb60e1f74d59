//! What a client and a server that decides say to each other. `SERVER.md` has the bytes.

use super::error::NetError;
use crate::ids::StateHash;
use crate::limits::{GAME_EVENT_BYTES, NAME_BYTES, SCHEMA_BYTES, SERVER_SLOTS};
use crate::wire::{Blob, DecodeError, Packet, Reader, Text, Wire, WordSize, Writer, wire_enum};
use alloc::vec::Vec;

/// The version of what is said here. A server refuses a client of another one.
pub const SERVER_VERSION: u16 = 1;

/// Which lane carries what. On datagrams each is a lane of the channel; on a stream, one byte in
/// front of each message says which it would be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ServerLane {
    /// Hello, welcome, lobby: all of it, in order.
    Control = 0,
    /// Inputs: only the newest matters.
    Input = 1,
    /// Snapshots: only the newest matters.
    State = 2,
    /// Actions and the game's events: all of them, in order.
    Event = 3,
}

impl ServerLane {
    /// All lanes, in the order of their numbers.
    pub const ALL: [Self; 4] = [Self::Control, Self::Input, Self::State, Self::Event];

    /// Its number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The lane with this number.
    #[must_use]
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }
}

/// Whether the world stands or runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// Players come, and say that they are ready. The world stands at its start.
    #[default]
    Lobby,
    /// The world runs.
    Playing,
}

/// Somebody in a slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerRow {
    /// Which slot.
    pub slot: u8,
    /// Whether a bot drives it.
    pub bot: bool,
    /// Whether the player is ready; bots always are.
    pub ready: bool,
    /// What everybody calls them; empty for a bot.
    pub name: Text<NAME_BYTES>,
}

/// Everybody in a slot, by slot.
pub type PlayerRows = Vec<PlayerRow>;

wire_enum! {
    /// What a client says, apart from its inputs.
    pub enum ClientMessage {
        /// The first message: who I am.
        0x01 => Hello {
            /** [`SERVER_VERSION`]. */ version: u16,
            /** What others shall call me. */ name: Text<NAME_BYTES>,
            /** [`identity_of`](crate::sim::identity_of) my world; `None` only watches. */ identity: Option<StateHash>,
        },
        /// Ready or not.
        0x02 => Ready { /** Which of the two. */ ready: bool, },
        /// The host: the game shall begin.
        0x03 => Start,
        /// The host: the game shall end.
        0x04 => End,
        /// Out, in good order.
        0x05 => Leave,
        /// On the event lane: something that is judged against what I saw.
        0x06 => Action {
            /** The server's tick that I was shown, in 1/256 ticks. */ view_tick_256: u64,
            /** What, in the game's own numbering. */ kind: u16,
            /** About it. */ payload: Blob<GAME_EVENT_BYTES>,
        },
    }
}

wire_enum! {
    /// What a server says, apart from its snapshots.
    pub enum ServerMessage {
        /// Admitted.
        0x81 => Welcome {
            /** My slot; `None` watches. */ slot: Option<u8>,
            /** The server's tick. */ tick: u32,
            /** The identity of the server's world. */ identity: StateHash,
            /** What the server is called. */ name: Text<NAME_BYTES>,
            /** [`Schema::encode`](crate::sim::Schema::encode). */ schema: Blob<SCHEMA_BYTES>,
        },
        /// Not admitted; the connection ends.
        0x82 => Refused { /** Why. */ code: NetError, /** [`SERVER_VERSION`] of the server. */ version: u16, },
        /// The whole lobby, whenever it changes.
        0x83 => Lobby {
            /** Whether the world runs. */ phase: Phase,
            /** The tick from which on it does. */ since_tick: u32,
            /** The slot of who may start and end. */ host: Option<u8>,
            /** Everybody in a slot. */ players: PlayerRows,
        },
        /// A request was wrong; the connection stays.
        0x84 => Notice { /** Why. */ code: NetError, },
        /// The connection ends.
        0x85 => Closed { /** Why; `None` when the server was stopped in good order. */ code: Option<NetError>, },
        /// On the event lane: something happened in the game.
        0x86 => Game {
            /** In which tick. */ tick: u32,
            /** What, in the game's own numbering. */ kind: u16,
            /** About it. */ payload: Blob<GAME_EVENT_BYTES>,
        },
    }
}

impl ClientMessage {
    /// The lane that carries it.
    #[must_use]
    pub const fn lane(&self) -> ServerLane {
        if matches!(self, Self::Action { .. }) { ServerLane::Event } else { ServerLane::Control }
    }

    /// The message's only encoding.
    #[must_use]
    pub fn encode(&self) -> Packet {
        encode(self)
    }

    /// The message that `bytes` of a lane are.
    ///
    /// # Errors
    /// When they are none, or one of another lane.
    pub fn decode(lane: ServerLane, bytes: &[u8]) -> Result<Self, DecodeError> {
        let message: Self = decode(bytes, "ClientMessage")?;
        if message.lane() == lane { Ok(message) } else { Err(DecodeError::BadValue("lane")) }
    }
}

impl ServerMessage {
    /// The lane that carries it.
    #[must_use]
    pub const fn lane(&self) -> ServerLane {
        if matches!(self, Self::Game { .. }) { ServerLane::Event } else { ServerLane::Control }
    }

    /// The message's only encoding.
    #[must_use]
    pub fn encode(&self) -> Packet {
        encode(self)
    }

    /// The message that `bytes` of a lane are.
    ///
    /// # Errors
    /// When they are none, or one of another lane.
    pub fn decode(lane: ServerLane, bytes: &[u8]) -> Result<Self, DecodeError> {
        let message: Self = decode(bytes, "ServerMessage")?;
        if message.lane() == lane { Ok(message) } else { Err(DecodeError::BadValue("lane")) }
    }
}

fn encode(message: &impl Wire) -> Packet {
    let mut out = Writer::default();
    message.write(&mut out);
    out.finish().into()
}

fn decode<T: Wire>(bytes: &[u8], field: &'static str) -> Result<T, DecodeError> {
    let mut input = Reader::new(bytes, WordSize::PAD);
    let message = T::read(&mut input, field)?;
    input.finish()?;
    Ok(message)
}

impl Wire for NetError {
    fn write(&self, out: &mut Writer) {
        out.u8(self.number());
    }

    fn read(input: &mut Reader<'_>, field: &'static str) -> Result<Self, DecodeError> {
        Self::from_number(input.u8(field)?).ok_or(DecodeError::BadValue(field))
    }
}

impl Wire for Phase {
    fn write(&self, out: &mut Writer) {
        (*self == Self::Playing).write(out);
    }

    fn read(input: &mut Reader<'_>, field: &'static str) -> Result<Self, DecodeError> {
        Ok(if bool::read(input, field)? { Self::Playing } else { Self::Lobby })
    }
}

impl Wire for PlayerRows {
    fn write(&self, out: &mut Writer) {
        out.varint(self.len() as u64);
        for row in self {
            out.u8(row.slot);
            out.u8(u8::from(row.bot) | u8::from(row.ready) << 1);
            row.name.write(out);
        }
    }

    fn read(input: &mut Reader<'_>, field: &'static str) -> Result<Self, DecodeError> {
        let count = input.count(SERVER_SLOTS, field)?;
        let mut rows = Self::new();
        for _ in 0..count {
            let slot = input.u8("PlayerRow.slot")?;
            let flags = input.u8("PlayerRow.flags")?;
            if flags > 3 || rows.last().is_some_and(|last| last.slot >= slot) {
                return Err(DecodeError::BadValue(field));
            }
            let name = Text::read(input, "PlayerRow.name")?;
            rows.push(PlayerRow { slot, bot: flags & 1 != 0, ready: flags & 2 != 0, name });
        }
        Ok(rows)
    }
}
