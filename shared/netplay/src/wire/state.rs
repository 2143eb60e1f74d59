//! Large state in chunks from one member to another, and the report of a difference.
//!
//! On the way to the relay `peer` names the receiver, on the way from it the sender.

use super::cursor::{DecodeError, Reader, Wire, Writer};
use super::macros::wire_struct;
use super::text::{Blob, Text};
use crate::ids::{Frame, PlayerId, StateHash};
use crate::limits::{DIGESTS, LABEL_BYTES, PACK_BYTES, PATH_BYTES, PAYLOAD_BYTES, TRANSFER_BYTES};
use alloc::vec::Vec;

wire_struct! {
    /// A state follows in chunks.
    pub struct TransferBegin {
        /// Receiver, then sender.
        pub peer: PlayerId,
        /// Names the transfer between the two.
        pub id: u32,
        /// The next frame to simulate from this state.
        pub frame: Frame,
        /// How many bytes follow, at most 1 MiB.
        pub total_bytes: u32 where 0..=TRANSFER_BYTES as u32,
        /// The digest of those bytes.
        pub hash: StateHash,
    }
}

wire_struct! {
    /// A part of a state.
    pub struct TransferChunk {
        /// Receiver, then sender.
        pub peer: PlayerId,
        /// Which transfer.
        pub id: u32,
        /// Where these bytes belong.
        pub offset: u32,
        /// The bytes.
        pub bytes: Blob<PAYLOAD_BYTES>,
    }
}

wire_struct! {
    /// The receiver holds everything up to here.
    pub struct TransferAck {
        /// Receiver, then sender.
        pub peer: PlayerId,
        /// Which transfer.
        pub id: u32,
        /// Bytes held without a gap.
        pub received_bytes: u32,
    }
}

wire_struct! {
    /// One side gives the transfer up.
    pub struct TransferAbort {
        /// Receiver, then sender.
        pub peer: PlayerId,
        /// Which transfer.
        pub id: u32,
    }
}

wire_struct! {
    /// Peer to relay to peers: where the sender's state differs from another's.
    pub struct DesyncReport {
        /// Who reports; the relay stamps it.
        pub player: PlayerId,
        /// Whose state differs.
        pub other: PlayerId,
        /// The first frame known to differ.
        pub frame: Frame,
        /// The reporter's digest.
        pub ours: StateHash,
        /// The other's digest.
        pub theirs: StateHash,
        /// The first differing field, empty while unknown.
        pub path: Text<PATH_BYTES>,
        /// The reporter's value of it.
        pub our_value: Text<LABEL_BYTES>,
        /// The other's value of it.
        pub their_value: Text<LABEL_BYTES>,
    }
}

wire_struct! {
    /// The digests of consecutive frames, to find the first that differs.
    pub struct Digests {
        /// Receiver, then sender.
        pub peer: PlayerId,
        /// The frame of the first digest.
        pub first: Frame,
        /// The digest of the state after each frame.
        pub hashes: Vec<StateHash>,
    }
}

impl Wire for Vec<StateHash> {
    fn write(&self, out: &mut Writer) {
        out.varint(self.len() as u64);
        self.iter().for_each(|hash| hash.write(out));
    }

    fn read(input: &mut Reader<'_>, field: &'static str) -> Result<Self, DecodeError> {
        let count = input.count(DIGESTS, field)?;
        (0..count).map(|_| StateHash::read(input, field)).collect()
    }
}

wire_struct! {
    /// A part of the room's content pack, please: from who was refused for another pack, by way of
    /// the relay, to a member.
    pub struct PackAsk {
        /// Who asks; the relay names them.
        pub peer: PlayerId,
        /// How often it was begun anew: each time another member is asked, the host first.
        pub attempt: u8,
        /// Where the part begins.
        pub offset: u32 where 0..=PACK_BYTES as u32,
    }
}

wire_struct! {
    /// A part of a content pack's text.
    pub struct PackPart {
        /// Receiver, then sender.
        pub peer: PlayerId,
        /// Where these bytes belong.
        pub offset: u32 where 0..=PACK_BYTES as u32,
        /// The bytes of the whole text.
        pub total_bytes: u32 where 0..=PACK_BYTES as u32,
        /// The bytes: all that are left, or as many as there is room for.
        pub bytes: Blob<PAYLOAD_BYTES>,
    }
}

wire_struct! {
    /// A part of a state that is shown, not taken: the receiver compares it with its own.
    pub struct Exhibit {
        /// Receiver, then sender.
        pub peer: PlayerId,
        /// The state after this frame.
        pub frame: Frame,
        /// Which part, counted from 0.
        pub part: u16,
        /// Of how many.
        pub parts: u16,
        /// The bytes.
        pub bytes: Blob<PAYLOAD_BYTES>,
    }
}
