//! Why a request is refused, and why a connection or a room ends. Plain data, shown to people.

use super::hello::Pack;
use super::macros::wire_enum;
use crate::ids::StateHash;

wire_enum! {
    /// The request is wrong; the connection stays open unless [`Refusal::closes`] says otherwise.
    pub enum Refusal {
        /// The client speaks another protocol version. Closes.
        0x01 => VersionMismatch { /** What the relay speaks. */ relay: u32, /** What the client speaks. */ client: u32, },
        /// The room plays another build of the rules.
        0x02 => SimulationMismatch { /** The room's digest. */ room: StateHash, /** The client's. */ client: StateHash, },
        /// The room plays another content pack.
        0x03 => PackMismatch { /** The room's pack. */ room: Pack, /** The client's. */ client: Pack, },
        /// No room has this code.
        0x04 => NoSuchRoom,
        /// All members' places are taken.
        0x05 => RoomFull,
        /// The host has locked the room.
        0x06 => RoomLocked,
        /// The host has banned this player from the room.
        0x07 => Banned,
        /// The relay holds as many rooms as it may.
        0x08 => TooManyRooms,
        /// The resume token belongs to nobody who can still be resumed.
        0x09 => BadToken,
        /// Nothing of the name is left once invisible characters are gone.
        0x0A => BadName,
        /// Too many wrong codes from this address; try again later.
        0x0B => TooManyCodes { /** When to try again, in milliseconds. */ retry_ms: u32, },
        /// A running session admits nobody, and this one cannot be watched.
        0x0C => AlreadyStarted,
        /// Nobody can hand over the room's pack just now; ask again later.
        0x0D => PackBusy,
        /// Only the host may do this.
        0x10 => NotHost,
        /// Not every seated guest is ready.
        0x11 => NotReady,
        /// No session is running.
        0x12 => NotStarted,
        /// The room has no such seat.
        0x13 => NoSuchSeat,
        /// Somebody sits there.
        0x14 => SeatTaken,
        /// No such member.
        0x15 => NoSuchPlayer,
        /// The host has not been idle for long enough to be replaced.
        0x16 => HostNotIdle,
        /// Chat is cooling down.
        0x17 => ChatTooFast { /** When to try again, in milliseconds. */ retry_ms: u32, },
        /// The message belongs to a phase the room is not in.
        0x18 => WrongPhase,
        /// Nobody is seated, so there is nothing to start.
        0x19 => NobodySeated,
    }
}

impl Refusal {
    /// Whether the relay closes the connection after saying so.
    #[must_use]
    pub const fn closes(&self) -> bool {
        matches!(self, Self::VersionMismatch { .. })
    }
}

wire_enum! {
    /// How the life of a connection or a room ended.
    #[derive(Copy, PartialOrd, Ord, Hash)]
    pub enum CloseReason {
        /// The member left.
        0x01 => Left,
        /// A newer connection with the same token took over.
        0x02 => Replaced,
        /// The host removed the member.
        0x03 => Kicked,
        /// The host removed the member for good.
        0x04 => Banned,
        /// The host left a room that lives on the host.
        0x05 => HostLeft,
        /// The relay is stopping.
        0x06 => ServerShutdown,
        /// The peer sent bytes that are no message, or a message it may not send.
        0x07 => Malformed,
        /// The peer speaks another protocol version.
        0x08 => VersionMismatch,
        /// The peer sends faster than it may.
        0x09 => RateLimited,
        /// The peer reads slower than the room speaks.
        0x0A => TooSlow,
        /// Too many wrong room codes.
        0x0B => TooManyCodes,
        /// No `Hello` in time.
        0x0C => HelloTimeout,
        /// Nothing was heard for too long.
        0x0D => Silent,
        /// The relay has as many connections as it may.
        0x0E => ServerFull,
        /// The address has as many connections as it may.
        0x0F => AddressFull,
        /// The room stood empty for too long.
        0x10 => RoomEmpty,
        /// The socket was lost.
        0x11 => LinkLost,
        /// The member did not come back in time.
        0x12 => GraceOver,
    }
}
