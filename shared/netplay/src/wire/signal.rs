//! Signalling: what two members need to connect directly, carried by the relay.
//!
//! On the way to the relay `peer` names the receiver, on the way from it the sender.

use super::macros::wire_struct;
use super::text::Text;
use crate::ids::PlayerId;
use crate::limits::{LABEL_BYTES, PAYLOAD_BYTES};

wire_struct! {
    /// A session description that invites.
    pub struct Offer {
        /// Receiver, then sender.
        pub peer: PlayerId,
        /// The description.
        pub sdp: Text<PAYLOAD_BYTES>,
    }
}

wire_struct! {
    /// A session description that accepts.
    pub struct Answer {
        /// Receiver, then sender.
        pub peer: PlayerId,
        /// The description.
        pub sdp: Text<PAYLOAD_BYTES>,
    }
}

wire_struct! {
    /// A way to reach the sender.
    pub struct Candidate {
        /// Receiver, then sender.
        pub peer: PlayerId,
        /// The candidate line.
        pub candidate: Text<PAYLOAD_BYTES>,
    }
}

wire_struct! {
    /// The sender's address as a STUN server saw it.
    pub struct PublicAddress {
        /// Receiver, then sender.
        pub peer: PlayerId,
        /// Address and port.
        pub address: Text<LABEL_BYTES>,
    }
}
