//! Coming in: hello, welcome, refusal, and the probes that keep a connection honest.

use super::cursor::{DecodeError, Reader, Wire, WordSize, Writer};
use super::macros::{wire_enum, wire_newtype, wire_struct};
use super::reasons::{CloseReason, Refusal};
use super::text::Text;
use crate::code::RoomCode;
use crate::ids::{Frame, PlayerId, Round, Seat, Seq, StateHash, Token};
use crate::limits::{COLOURS, LABEL_BYTES, NAME_BYTES, ROOM_SEATS};

wire_newtype!(Frame, PlayerId, Round, Seat, Seq, Token);

impl Wire for StateHash {
    fn write(&self, out: &mut Writer) {
        out.raw(&self.0.to_le_bytes());
    }

    fn read(input: &mut Reader<'_>, field: &'static str) -> Result<Self, DecodeError> {
        input.array(field).map(|bytes| Self(u64::from_le_bytes(bytes)))
    }
}

impl Wire for RoomCode {
    fn write(&self, out: &mut Writer) {
        out.raw(self.symbols());
    }

    fn read(input: &mut Reader<'_>, field: &'static str) -> Result<Self, DecodeError> {
        Self::from_symbols(input.array(field)?).ok_or(DecodeError::BadValue(field))
    }
}

impl Wire for WordSize {
    fn write(&self, out: &mut Writer) {
        out.varint(self.bytes() as u64);
    }

    fn read(input: &mut Reader<'_>, field: &'static str) -> Result<Self, DecodeError> {
        let bytes = input.count(crate::limits::WORD_BYTES, field)?;
        Self::new(bytes).ok_or(DecodeError::BadValue(field))
    }
}

wire_struct! {
    /// A content pack: its name and the SHA-256 of its bundle.
    pub struct Pack {
        /// The pack's id.
        pub id: Text<LABEL_BYTES>,
        /// The SHA-256 of the bundle.
        pub sha256: [u8; 32],
    }
}

wire_struct! {
    /// What two peers must share to play together, in parts, so that a refusal can name the part.
    pub struct Identity {
        /// The digest of the rules: equal digests step equally.
        pub simulation: StateHash,
        /// The content.
        pub pack: Pack,
        /// The application's build. Labels only; it need not match.
        pub build: Text<LABEL_BYTES>,
        /// Bytes of one seat's input in one frame.
        pub word_size: WordSize,
    }
}

impl Identity {
    /// Whether who has `theirs` can play with those who have this one.
    ///
    /// # Errors
    /// Names the part that differs.
    pub fn check(&self, theirs: &Self) -> Result<(), Refusal> {
        if (self.simulation, self.word_size) != (theirs.simulation, theirs.word_size) {
            let (room, client) = (self.simulation, theirs.simulation);
            return Err(Refusal::SimulationMismatch { room, client });
        }
        if self.pack != theirs.pack {
            let (room, client) = (self.pack.clone(), theirs.pack.clone());
            return Err(Refusal::PackMismatch { room, client });
        }
        Ok(())
    }
}

wire_enum! {
    /// What a `Hello` asks for.
    pub enum Entry {
        /// A new room with this many seats; the sender becomes its host.
        0x00 => Create { /** 1 to 8. */ seats: u8 where 1..=ROOM_SEATS as u8, },
        /// A place in the room of this code.
        0x01 => Join { /** The room. */ code: RoomCode, /** Ask for no seat. */ watch: bool, },
        /// The place that this token held.
        0x02 => Resume { /** The room. */ code: RoomCode, /** The secret of the earlier `Welcome`. */ token: Token, },
    }
}

wire_struct! {
    /// Client to relay, the first message of a connection.
    pub struct Hello {
        /// The protocol version; a relay refuses any other than its own.
        pub version: u32,
        /// What the client plays.
        pub identity: Identity,
        /// How the player wants to be called.
        pub name: Text<NAME_BYTES>,
        /// The colour the player prefers, 0 to 7.
        pub colour: u8 where 0..=COLOURS - 1,
        /// Create, join or resume.
        pub entry: Entry,
    }
}

wire_struct! {
    /// Relay to client: admitted.
    pub struct Welcome {
        /// The room.
        pub code: RoomCode,
        /// The client's id in the room.
        pub player: PlayerId,
        /// The secret that resumes this place.
        pub token: Token,
        /// Whether this is an earlier place given back.
        pub resumed: bool,
        /// How long a lost place is kept, in milliseconds.
        pub grace_ms: u32,
    }
}

wire_struct! {
    /// Relay to client: a request was refused.
    pub struct Reject {
        /// Why.
        pub refusal: Refusal,
    }
}

wire_struct! {
    /// A latency probe; whoever gets it answers with a [`Pong`] at once.
    pub struct Ping {
        /// Comes back in the answer.
        pub nonce: u32,
    }
}

wire_struct! {
    /// The answer to a [`Ping`].
    pub struct Pong {
        /// The probe's nonce.
        pub nonce: u32,
    }
}

wire_struct! {
    /// Relay to client: this connection ends now, and why.
    pub struct Bye {
        /// Why.
        pub reason: CloseReason,
    }
}
