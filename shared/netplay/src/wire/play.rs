//! A running session: its start order, everybody's input, and what keeps peers equal.

use super::cursor::{DecodeError, Reader, Wire, WordSize, Writer};
use super::macros::{wire_enum, wire_struct};
use super::terms::Terms;
use super::text::{Blob, Text};
use crate::ids::{Frame, PlayerId, Round, Seat, StateHash};
use crate::limits::{CONFIG_BYTES, INPUT_WORDS, LABEL_BYTES, MESSAGE_BYTES, SEALED_SEATS};
use alloc::vec::Vec;

wire_enum! {
    /// Who decides what happened.
    #[derive(Copy)]
    pub enum SessionModel {
        /// Every peer simulates from every seat's input.
        0x00 => Lockstep,
        /// The host simulates; the others send actions.
        0x01 => HostAuthority,
        /// As lockstep, but peers run ahead on guesses and repeat what they guessed wrong.
        0x02 => Rollback,
        /// The relay closes every tick, with the words that have come by then.
        0x03 => Sealed,
        /// The host is the server of a simulation; the others send input and predict.
        0x04 => Server,
        /// The host alone knows the game, and shows each player what that player may see, in real time.
        0x05 => Views,
    }
}

wire_struct! {
    /// Host to relay to room: a session begins. The relay fills in the round, the seats, and the
    /// input delay where it is 0.
    pub struct Start {
        /// Which session of the room this is.
        pub round: Round,
        /// Feeds every generator of the session.
        pub seed: u64,
        /// The game.
        pub mode: Text<LABEL_BYTES>,
        /// The game's rules for this session, in the game's own encoding.
        pub config: Blob<CONFIG_BYTES>,
        /// Who decides.
        pub model: SessionModel,
        /// Frames between a press and its effect; 0 asks the relay to choose from the round trips.
        pub input_delay: u8,
        /// Who sits where; an empty seat is the AI's.
        pub seats: Vec<Option<PlayerId>>,
        /// What the netcode is told.
        pub terms: Terms,
    }
}

impl SessionModel {
    /// Whether the session lives on its host: nobody else has all of its state.
    #[must_use]
    pub const fn lives_on_host(self) -> bool {
        matches!(self, Self::HostAuthority | Self::Server | Self::Views)
    }
}

impl Start {
    /// Who drives each seat at frame 0.
    #[must_use]
    pub fn controllers(&self) -> Vec<Controller> {
        let driver = |seat: &Option<PlayerId>| {
            seat.map_or(Controller::Ai, |player| Controller::Human { player })
        };
        self.seats.iter().map(driver).collect()
    }

    /// The seat of a player; none for who watches.
    #[must_use]
    pub fn seat_of(&self, player: PlayerId) -> Option<Seat> {
        let index = self.seats.iter().position(|seat| *seat == Some(player))?;
        u16::try_from(index).ok().map(Seat)
    }
}

impl Wire for Vec<Option<PlayerId>> {
    fn write(&self, out: &mut Writer) {
        out.varint(self.len() as u64);
        self.iter().for_each(|seat| seat.write(out));
    }

    fn read(input: &mut Reader<'_>, field: &'static str) -> Result<Self, DecodeError> {
        let count = input.count(SEALED_SEATS, field)?;
        (0..count).map(|_| Option::read(input, field)).collect()
    }
}

/// The input words of consecutive frames, 1 to 32 of them, each of the session's word size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    size: WordSize,
    bytes: Vec<u8>,
}

impl Words {
    /// Words that stand one behind the other in `bytes`; none when their number is not 1 to 32,
    /// or together they would not fit a message.
    #[must_use]
    pub fn new(size: WordSize, bytes: Vec<u8>) -> Option<Self> {
        let count = bytes.len() / size.bytes();
        let whole = bytes.len().is_multiple_of(size.bytes());
        (whole && (1..=Self::cap(size)).contains(&count)).then_some(Self { size, bytes })
    }

    /// How many words of this size one packet may carry.
    #[must_use]
    pub fn cap(size: WordSize) -> usize {
        INPUT_WORDS.min((MESSAGE_BYTES - 64) / size.bytes())
    }

    /// The size of each word.
    #[must_use]
    pub const fn size(&self) -> WordSize {
        self.size
    }

    /// How many words there are.
    #[must_use]
    pub fn count(&self) -> u32 {
        (self.bytes.len() / self.size.bytes()) as u32
    }

    /// The bytes of one word after the other.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        self.bytes.chunks_exact(self.size.bytes())
    }
}

impl Wire for Words {
    fn write(&self, out: &mut Writer) {
        out.varint(u64::from(self.count()));
        out.raw(&self.bytes);
    }

    fn read(input: &mut Reader<'_>, field: &'static str) -> Result<Self, DecodeError> {
        let size = input.word_size();
        let count = input.count(Self::cap(size), field)?;
        if count == 0 {
            return Err(DecodeError::BadValue(field));
        }
        let bytes = input.raw(count * size.bytes(), field)?;
        Ok(Self { size, bytes: bytes.into() })
    }
}

wire_struct! {
    /// Peer to relay to peers: one seat's words for a run of frames.
    pub struct Input {
        /// Whose; the relay refuses a seat that is not the sender's.
        pub seat: Seat,
        /// The frame of the first word.
        pub first: Frame,
        /// The words.
        pub words: Words,
    }
}

impl Input {
    /// The frame after the last word.
    #[must_use]
    pub fn end(&self) -> Frame {
        self.first.plus(self.words.count())
    }
}

wire_struct! {
    /// Peer to relay to peers: the digest of the sender's state after a frame.
    pub struct Checkpoint {
        /// Who; whatever a client writes here is replaced.
        pub player: PlayerId,
        /// The frame just simulated.
        pub frame: Frame,
        /// The digest.
        pub hash: StateHash,
    }
}

wire_enum! {
    /// Who drives a seat.
    #[derive(Copy)]
    pub enum Controller {
        /// The game's own driver.
        0x00 => Ai,
        /// A player's words.
        0x01 => Human { /** Whose. */ player: PlayerId, },
    }
}

wire_struct! {
    /// Relay to room: a seat changes hands.
    pub struct SeatController {
        /// Which.
        pub seat: Seat,
        /// To whom.
        pub controller: Controller,
        /// The first frame of the new hands. No peer can have simulated it when this arrives.
        pub from: Frame,
    }
}

wire_struct! {
    /// Peer to relay to peers: the session is paused; the relay stamps the sender.
    pub struct Pause {
        /// By whom.
        pub player: PlayerId,
    }
}

wire_struct! {
    /// Peer to relay to peers: the session goes on; the relay stamps the sender.
    pub struct Resume {
        /// By whom.
        pub player: PlayerId,
    }
}

wire_struct! {
    /// Peer to relay to room: the session is over and the room returns to its lobby.
    pub struct EndSession {
        /// Who ended it; the relay stamps it.
        pub player: PlayerId,
        /// Which session; the end of an earlier one is ignored.
        pub round: Round,
    }
}

wire_struct! {
    /// Peer to relay to room: the sender holds the session's state and can play. What it sent
    /// before belongs to an earlier session and is dropped.
    pub struct Loaded {
        /// Who; whatever a client writes here is replaced.
        pub player: PlayerId,
        /// Which session.
        pub round: Round,
    }
}

wire_enum! {
    /// Why a seat's words are overdue.
    #[derive(Copy)]
    pub enum StallCause {
        /// The player has not loaded the game yet.
        0x00 => Loading,
        /// The connection is lost.
        0x01 => Lost,
        /// Nothing is heard from the player.
        0x02 => Silent,
        /// The page is in a hidden tab.
        0x03 => Hidden,
        /// The player is heard, but late.
        0x04 => Slow,
    }
}

wire_struct! {
    /// Relay to room: everybody waits for this seat.
    pub struct Stall {
        /// Which seat.
        pub seat: Seat,
        /// Why.
        pub cause: StallCause,
        /// For how long already, in milliseconds.
        pub waited_ms: u32,
    }
}

wire_struct! {
    /// Relay to room: states differ.
    pub struct Diverged {
        /// The frame of the checkpoints.
        pub frame: Frame,
        /// The digest that most drivers vouch for; 0 if none has a majority.
        pub majority: StateHash,
        /// Who says another one; nobody if none has a majority: nobody knows whose is right.
        pub players: Vec<PlayerId>,
    }
}

impl Wire for Vec<PlayerId> {
    fn write(&self, out: &mut Writer) {
        out.varint(self.len() as u64);
        self.iter().for_each(|player| player.write(out));
    }

    fn read(input: &mut Reader<'_>, field: &'static str) -> Result<Self, DecodeError> {
        let count = input.count(SEALED_SEATS, field)?;
        (0..count).map(|_| PlayerId::read(input, field)).collect()
    }
}

wire_struct! {
    /// Client to relay: a watcher wants to drive in the running session.
    pub struct TakeSeat {
        /// Which seat; none takes whichever is open.
        pub seat: Option<Seat>,
    }
}
