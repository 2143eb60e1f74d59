//! Host authority: intentions go up, events and views come down.

use super::macros::wire_struct;
use super::text::Blob;
use crate::ids::{Frame, PlayerId, Seq, StateHash};
use crate::limits::PAYLOAD_BYTES;

/// The first byte of an [`Action`] that reports a roaming avatar, and of a [`Snapshot`] of them.
/// No other payload of three bytes or more begins with it; pad words have two.
pub const ROAMING: u8 = 0xAA;

wire_struct! {
    /// Client to relay to host: an intention, or a roaming avatar's report.
    pub struct Action {
        /// Who; whatever a client writes here is replaced.
        pub player: PlayerId,
        /// In the game's own encoding.
        pub payload: Blob<PAYLOAD_BYTES>,
    }
}

wire_struct! {
    /// Host to relay to room: something happened.
    pub struct Event {
        /// Its place in the host's stream.
        pub seq: Seq,
        /// The digest of the state after it.
        pub hash_after: StateHash,
        /// In the game's own encoding.
        pub payload: Blob<PAYLOAD_BYTES>,
    }
}

wire_struct! {
    /// Whoever needs the whole state asks whoever holds it: a replica its host, the relay a donor.
    pub struct StateRequest {
        /// For whom; the relay stamps it.
        pub player: PlayerId,
    }
}

wire_struct! {
    /// Host to relay to one client: the state after the first `seq` events.
    pub struct StateBlob {
        /// For whom.
        pub player: PlayerId,
        /// How many events it contains.
        pub seq: Seq,
        /// In the game's own encoding.
        pub payload: Blob<PAYLOAD_BYTES>,
    }
}

wire_struct! {
    /// Host to relay: from here somebody else could go on. The relay keeps the newest of the running
    /// session, and hands it to whoever hosts next. It holds no secret of anybody's.
    pub struct Deposit {
        /// Its place in the host's stream.
        pub seq: Seq,
        /// In the game's own encoding.
        pub payload: Blob<PAYLOAD_BYTES>,
    }
}

wire_struct! {
    /// Host to relay to room: where everybody is.
    pub struct Snapshot {
        /// The host's frame.
        pub frame: Frame,
        /// In the game's own encoding.
        pub payload: Blob<PAYLOAD_BYTES>,
    }
}
