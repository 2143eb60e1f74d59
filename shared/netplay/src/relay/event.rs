//! What a relay has to tell its operator: events for the log, counters, and how full it is.

use crate::code::RoomCode;
use crate::ids::{ConnId, PlayerId};
use crate::wire::{CloseReason, Refusal};
use core::fmt;

/// A room code of which only the first two symbols show: enough to tell rooms apart in a log,
/// too little to walk in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct MaskedCode([u8; 2]);

impl From<RoomCode> for MaskedCode {
    fn from(code: RoomCode) -> Self {
        let [first, second, ..] = *code.symbols();
        Self([first, second])
    }
}

impl fmt::Display for MaskedCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.0.map(char::from);
        write!(f, "{first}{second}****")
    }
}

impl fmt::Debug for MaskedCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MaskedCode({self})")
    }
}

/// Something that deserves a line in the log. Holds no token, chat, name or address.
///
/// `Display` is that line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RelayEvent {
    /// A room was created.
    RoomOpened {
        /// Which.
        room: MaskedCode,
    },
    /// A room is gone.
    RoomClosed {
        /// Which.
        room: MaskedCode,
        /// Why.
        reason: CloseReason,
    },
    /// Somebody came in, or came back.
    Joined {
        /// Where.
        room: MaskedCode,
        /// Who.
        player: PlayerId,
        /// On which connection.
        conn: ConnId,
        /// Whether an earlier place was given back.
        resumed: bool,
    },
    /// A member's connection is lost; the place is kept for the grace time.
    Lost {
        /// Where.
        room: MaskedCode,
        /// Who.
        player: PlayerId,
        /// Why.
        reason: CloseReason,
    },
    /// A member is gone for good.
    Left {
        /// Where.
        room: MaskedCode,
        /// Who.
        player: PlayerId,
        /// Why.
        reason: CloseReason,
    },
    /// A request was refused.
    Refused {
        /// On which connection.
        conn: ConnId,
        /// Whose, if a member's: the room and the player.
        member: Option<(MaskedCode, PlayerId)>,
        /// Why.
        refusal: Refusal,
    },
    /// A connection that was nobody's place was closed by the relay.
    Dropped {
        /// Which.
        conn: ConnId,
        /// Why.
        reason: CloseReason,
    },
}

impl fmt::Display for RelayEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RoomOpened { room } => write!(f, "room {room} opened"),
            Self::RoomClosed { room, reason } => write!(f, "room {room} closed: {}", reason.name()),
            Self::Joined { room, player, conn, resumed } => {
                let how = if *resumed { "back" } else { "join" };
                write!(f, "{how} room={room} player={} connection={}", player.0, conn.0)
            }
            Self::Lost { room, player, reason } => {
                write!(f, "lost room={room} player={} reason={}", player.0, reason.name())
            }
            Self::Left { room, player, reason } => {
                write!(f, "leave room={room} player={} reason={}", player.0, reason.name())
            }
            Self::Refused { conn, member: None, refusal } => {
                write!(f, "refuse connection={} reason={}", conn.0, refusal.name())
            }
            Self::Refused { member: Some((room, player)), refusal, .. } => {
                write!(f, "refuse room={room} player={} reason={}", player.0, refusal.name())
            }
            Self::Dropped { conn, reason } => {
                write!(f, "drop connection={} reason={}", conn.0, reason.name())
            }
        }
    }
}

/// What has happened since the relay began. Never falls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Connections taken.
    pub opened: u64,
    /// Connections refused because the relay or the address had as many as it may.
    pub refused_connections: u64,
    /// Packets that came in.
    pub packets_in: u64,
    /// Packets handed out.
    pub packets_out: u64,
    /// Bytes that came in.
    pub bytes_in: u64,
    /// Bytes handed out.
    pub bytes_out: u64,
    /// Connections closed for bytes that are no message, or a message out of place.
    pub malformed: u64,
    /// Connections closed for a message that only a relay may send.
    pub forged: u64,
    /// Connections closed for sending too fast.
    pub rate_limited: u64,
    /// Wrong codes and wrong tokens.
    pub wrong_codes: u64,
    /// Tries refused unread because of too many wrong codes before.
    pub code_throttled: u64,
    /// Requests refused.
    pub refusals: u64,
    /// Inputs for a seat that is not the sender's.
    pub foreign_seat: u64,
    /// Inputs that leave a gap, end in the past, or lie beyond the window.
    pub bad_frames: u64,
    /// Play messages of a session that is over, or not loaded yet.
    pub stale: u64,
    /// Messages whose sender or receiver has no part in them.
    pub undeliverable: u64,
    /// Rooms created.
    pub rooms_opened: u64,
    /// Members who came in.
    pub joins: u64,
    /// Members who came back.
    pub resumes: u64,
    /// Connections lost by members.
    pub losses: u64,
    /// Members gone for good.
    pub leaves: u64,
    /// Events forgotten because nobody polled them.
    pub events_forgotten: u64,
}

/// How full a relay is now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Load {
    /// Rooms.
    pub rooms: usize,
    /// Members of all rooms, the lost ones included.
    pub members: usize,
    /// Connections.
    pub connections: usize,
    /// Client addresses remembered: connected, or with wrong codes not yet forgiven.
    pub addresses: usize,
}
