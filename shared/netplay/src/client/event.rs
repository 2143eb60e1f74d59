//! What a client has to tell whoever owns the session and the screen.

use crate::ids::{PlayerId, Round};
use crate::wire::{
    Chat, CloseReason, Diverged, Message, PackAsk, PackPart, Refusal, SeatController, Stall, Start,
};

/// Something happened in the room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClientEvent {
    /// Admitted.
    Welcomed {
        /// Whether an earlier place was given back.
        resumed: bool,
    },
    /// A request was refused. Before the welcome it is the hello that was, and
    /// [`RoomClient::enter`](super::RoomClient::enter) may try another one.
    Refused(Refusal),
    /// The lobby's mirror differs from what it was.
    LobbyChanged,
    /// Somebody said something.
    Chatted(Chat),
    /// A session begins, or goes on without us.
    Started {
        /// The order. Also at [`RoomClient::start`](super::RoomClient::start) until it ends.
        start: Start,
        /// It was already running when we were admitted: a donor will send the state.
        late: bool,
    },
    /// The session is over and the room is back in its lobby.
    Ended {
        /// Which session.
        round: Round,
        /// Who ended it; `None` when we were away while it happened.
        by: Option<PlayerId>,
    },
    /// A member holds the session's state and can play.
    Loaded {
        /// Who.
        player: PlayerId,
    },
    /// A seat changes hands. The session has to know too.
    SeatChanged(SeatController),
    /// Everybody waits for a seat.
    Stalled(Stall),
    /// Checkpoints differ, and the relay says whose are the odd ones.
    Diverged(Diverged),
    /// Somebody else hosts.
    HostChanged(PlayerId),
    /// A member is gone for good.
    Left {
        /// Who.
        player: PlayerId,
        /// Their name, which the lobby no longer knows.
        name: alloc::string::String,
        /// Why.
        reason: CloseReason,
    },
    /// A member needs the session's state from us.
    StateAsked {
        /// Who.
        player: PlayerId,
    },
    /// Somebody outside lacks the room's content pack and asks for a part of it: see
    /// [`pack_part`](super::pack_part).
    PackAsked(PackAsk),
    /// A part of the pack of the room that has refused us for ours: for a
    /// [`PackFetch`](super::PackFetch).
    PackPart(PackPart),
    /// A part of a state's way from a donor to who needs it.
    Transfer(Message),
    /// Input, checkpoint, pause, resume or seal: for the session.
    Play(Message),
    /// `Action`, `Event`, `StateRequest`, `StateBlob`, `Snapshot` or `Deposit`: for what lives on the
    /// host, be it the running session or avatars that roam.
    Authority(Message),
    /// A message of a comparison of states, or a signal.
    Other(Message),
    /// The link has ended with a word, the relay's or ours: close it. Whether to open another one
    /// depends on the reason.
    Closed(CloseReason),
}
