//! One connection's state.

use crate::code::RoomCode;
use crate::ids::PlayerId;
use crate::room::AddressKey;
use crate::room::bucket::Bucket;
use crate::time::Instant;
use crate::wire::Message;

/// How far a connection has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Nobody yet: a `Hello` must come, and in time.
    Outside {
        /// When the patience ends.
        deadline: Instant,
    },
    /// A member of a room.
    Inside {
        /// Which room.
        room: RoomCode,
        /// Which member.
        player: PlayerId,
    },
}

/// One connection.
#[derive(Debug)]
pub(super) struct Connection {
    pub(super) address: Option<AddressKey>,
    pub(super) stage: Stage,
    pub(super) messages: Bucket,
    pub(super) wrong_codes: u32,
    /// The room that has refused it for another pack, and gives it its own one if asked.
    pub(super) fetches_of: Option<RoomCode>,
}

impl Connection {
    pub(super) fn new(address: Option<AddressKey>, deadline: Instant) -> Self {
        Self {
            address,
            stage: Stage::Outside { deadline },
            messages: Bucket::default(),
            wrong_codes: 0,
            fetches_of: None,
        }
    }
}

/// Whether only a relay may say this.
pub(super) fn is_relays_own(message: &Message) -> bool {
    matches!(
        message,
        Message::Welcome(_)
            | Message::Reject(_)
            | Message::Bye(_)
            | Message::Lobby(_)
            | Message::PlayerLeft(_)
            | Message::HostChanged(_)
            | Message::RoomClosed(_)
            | Message::Latencies(_)
            | Message::SeatController(_)
            | Message::Stall(_)
            | Message::Seal(_)
            | Message::Diverged(_)
    )
}
