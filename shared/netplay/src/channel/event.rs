//! What a channel has to tell.

use super::Ended;
use crate::ids::ConnId;
use crate::wire::Packet;

/// What happened at a [`Host`](super::Host).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HostEvent<A> {
    /// A peer has proved that it is at this address, and is in.
    Connected {
        /// Its name here: never given twice.
        peer: ConnId,
        /// Where it is.
        address: A,
    },
    /// A peer said something.
    Message {
        /// Who.
        peer: ConnId,
        /// On which lane.
        lane: u8,
        /// What.
        bytes: Packet,
    },
    /// A peer is gone. Nothing of it follows.
    Disconnected {
        /// Who.
        peer: ConnId,
        /// Why.
        reason: Ended,
    },
}

/// What happened at a [`Client`](super::Client).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClientEvent {
    /// The host let us in.
    Connected,
    /// The host said something.
    Message {
        /// On which lane.
        lane: u8,
        /// What.
        bytes: Packet,
    },
    /// It is over. Nothing follows.
    Disconnected {
        /// Why.
        reason: Ended,
    },
}
