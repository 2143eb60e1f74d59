//! The room's public face: members, seats, readiness, chat, the host's tools.

use super::cursor::{DecodeError, Reader, Wire, Writer};
use super::macros::{wire_enum, wire_struct};
use super::reasons::CloseReason;
use super::text::Text;
use crate::ids::{PlayerId, Round, Seat};
use crate::limits::{CHAT_BYTES, COLOURS, LABEL_BYTES, NAME_BYTES, ROOM_MEMBERS, ROOM_SEATS};
use alloc::vec::Vec;

wire_enum! {
    /// What a member is doing, as far as they let the others know.
    #[derive(Copy)]
    pub enum Presence {
        /// Here.
        0x00 => Active,
        /// The page is in a hidden tab.
        0x01 => Hidden,
        /// No input for a while.
        0x02 => Away,
        /// Writing a chat line.
        0x03 => Typing,
    }
}

wire_struct! {
    /// One member as everybody sees them.
    pub struct MemberRow {
        /// Who.
        pub player: PlayerId,
        /// The name, made unique by the relay.
        pub name: Text<NAME_BYTES>,
        /// 0 to 7.
        pub colour: u8 where 0..=COLOURS - 1,
        /// The seat, or none for a spectator.
        pub seat: Option<Seat>,
        /// Ready to start.
        pub ready: bool,
        /// Here, hidden, away or typing.
        pub presence: Presence,
        /// Whether a connection carries the member now; a lost one is kept for the grace time.
        pub connected: bool,
        /// The last measured round trip to the relay, in milliseconds.
        pub rtt_ms: u16,
        /// The game the member votes for.
        pub vote: Option<Text<LABEL_BYTES>>,
        /// Whether the member wants an idle host replaced.
        pub rescue: bool,
    }
}

wire_struct! {
    /// Relay to room: the whole lobby, sent again after every change.
    pub struct Lobby {
        /// Who hosts.
        pub host: PlayerId,
        /// How many seats the room has, 1 to 8.
        pub seats: u8 where 1..=ROOM_SEATS as u8,
        /// Whether newcomers are refused.
        pub locked: bool,
        /// Whether the host has begun the countdown to the next start.
        pub starting: bool,
        /// The running session, or none in the lobby.
        pub session: Option<Round>,
        /// The game the host has picked, with its rules: a label that the relay does not read.
        pub game: Text<LABEL_BYTES>,
        /// Everybody, in the order they came.
        pub members: Vec<MemberRow>,
    }
}

impl Wire for Vec<MemberRow> {
    fn write(&self, out: &mut Writer) {
        out.varint(self.len() as u64);
        self.iter().for_each(|row| row.write(out));
    }

    fn read(input: &mut Reader<'_>, field: &'static str) -> Result<Self, DecodeError> {
        let count = input.count(ROOM_MEMBERS, field)?;
        (0..count).map(|_| MemberRow::read(input, field)).collect()
    }
}

wire_struct! {
    /// Client to relay: ready, or not any more.
    pub struct SetReady {
        /// The new state.
        pub ready: bool,
    }
}

wire_struct! {
    /// Host to relay: put a member on a seat, or among the spectators.
    pub struct AssignSeat {
        /// Whom.
        pub player: PlayerId,
        /// Where; none is spectating.
        pub seat: Option<Seat>,
    }
}

wire_enum! {
    /// What kind of line a chat message is.
    #[derive(Copy)]
    pub enum ChatKind {
        /// Typed text.
        0x00 => Line,
        /// An emote, which also floats over a game; the text is its name.
        0x01 => Emote,
        /// A prepared line; the text is its name.
        0x02 => Quick,
    }
}

wire_struct! {
    /// A line to everybody. The relay stamps the sender and strips control characters.
    pub struct Chat {
        /// Who says it; whatever a client writes here is replaced.
        pub player: PlayerId,
        /// Text, emote or quick line.
        pub kind: ChatKind,
        /// What is said.
        pub text: Text<CHAT_BYTES>,
    }
}

wire_struct! {
    /// Client to relay: out of the room; the connection closes.
    pub struct Leave {}
}

wire_struct! {
    /// Relay to room: a member is gone for good.
    pub struct PlayerLeft {
        /// Who.
        pub player: PlayerId,
        /// Why.
        pub reason: CloseReason,
    }
}

wire_struct! {
    /// Relay to room: somebody else hosts now.
    pub struct HostChanged {
        /// The new host.
        pub player: PlayerId,
    }
}

wire_struct! {
    /// Relay to room: the room is gone.
    pub struct RoomClosed {
        /// Why.
        pub reason: CloseReason,
    }
}

wire_enum! {
    /// What the host does to a member.
    #[derive(Copy)]
    pub enum Moderation {
        /// Out, but free to come back.
        0x00 => Kick,
        /// Out of this room for good.
        0x01 => Ban,
    }
}

wire_struct! {
    /// Host to relay: remove a member.
    pub struct Moderate {
        /// Whom.
        pub player: PlayerId,
        /// Kick or ban.
        pub act: Moderation,
    }
}

wire_struct! {
    /// Host to relay: the room's settings.
    pub struct SetRoom {
        /// Whether newcomers are refused.
        pub locked: bool,
        /// The game the host picks, with its rules.
        pub game: Text<LABEL_BYTES>,
        /// Begin the countdown, or stop it. The relay stops it too when a seated guest is not ready.
        pub starting: bool,
    }
}

wire_struct! {
    /// Host to relay: let somebody else host.
    pub struct HandHost {
        /// Whom.
        pub player: PlayerId,
    }
}

wire_struct! {
    /// A member's presence; the relay stamps the sender.
    pub struct PresenceNotice {
        /// Who; whatever a client writes here is replaced.
        pub player: PlayerId,
        /// What.
        pub presence: Presence,
    }
}

wire_struct! {
    /// Client to relay, in the lobby: another name or colour.
    pub struct Profile {
        /// The new name.
        pub name: Text<NAME_BYTES>,
        /// The new colour, 0 to 7.
        pub colour: u8 where 0..=COLOURS - 1,
    }
}

wire_struct! {
    /// Client to relay: a vote for the next game, or none.
    pub struct Vote {
        /// The game's mode id.
        pub game: Option<Text<LABEL_BYTES>>,
    }
}

wire_struct! {
    /// Client to relay: replace the idle host, or not any more. A majority of ready guests decides.
    pub struct Rescue {
        /// The wish.
        pub wanted: bool,
    }
}

wire_struct! {
    /// One member's round trip to the relay.
    pub struct Latency {
        /// Who.
        pub player: PlayerId,
        /// In milliseconds.
        pub rtt_ms: u16,
    }
}

wire_struct! {
    /// Relay to room: everybody's round trip.
    pub struct Latencies {
        /// One row a connected member.
        pub rows: Vec<Latency>,
    }
}

impl Wire for Vec<Latency> {
    fn write(&self, out: &mut Writer) {
        out.varint(self.len() as u64);
        self.iter().for_each(|row| row.write(out));
    }

    fn read(input: &mut Reader<'_>, field: &'static str) -> Result<Self, DecodeError> {
        let count = input.count(ROOM_MEMBERS, field)?;
        (0..count).map(|_| Latency::read(input, field)).collect()
    }
}
