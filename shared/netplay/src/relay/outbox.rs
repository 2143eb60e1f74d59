//! What the relay has to do and to tell, in order.

use super::{Counters, RelayEvent};
use crate::ids::ConnId;
use crate::limits::RELAY_EVENTS_KEPT;
use crate::link::Lane;
use crate::wire::{Bye, CloseReason, Message, Packet};
use alloc::collections::VecDeque;

/// Something the relay wants done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// Send this packet. A packet for several connections is encoded once and shared.
    Send {
        /// On which connection.
        to: ConnId,
        /// What.
        packet: Packet,
        /// How it may travel, on a transport that knows more than one way.
        lane: Lane,
    },
    /// Close this connection once everything before is sent. Nothing follows for it.
    Close {
        /// Which.
        conn: ConnId,
        /// Why; the peer was told with a `Bye`.
        reason: CloseReason,
    },
}

/// Outputs, events and counters.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    outputs: VecDeque<Output>,
    events: VecDeque<RelayEvent>,
    pub(super) counters: Counters,
}

impl Outbox {
    pub(super) fn tell(&mut self, to: ConnId, message: impl Into<Message>) {
        let message: Message = message.into();
        self.send(to, message.encode(), Lane::Ordered);
    }

    pub(super) fn send(&mut self, to: ConnId, packet: Packet, lane: Lane) {
        self.counters.packets_out += 1;
        self.counters.bytes_out += packet.len() as u64;
        self.outputs.push_back(Output::Send { to, packet, lane });
    }

    /// Says goodbye and closes.
    pub(super) fn close(&mut self, conn: ConnId, reason: CloseReason) {
        self.tell(conn, Bye { reason });
        self.outputs.push_back(Output::Close { conn, reason });
    }

    /// Forgets what was still to be said on a connection that is gone.
    pub(super) fn forget(&mut self, gone: ConnId) {
        self.outputs.retain(|output| match output {
            Output::Send { to, .. } => *to != gone,
            Output::Close { conn, .. } => *conn != gone,
        });
    }

    /// Keeps an event until it is polled; beyond the cap the oldest is forgotten, so that a
    /// caller without a log loses nothing but lines.
    pub(super) fn event(&mut self, event: RelayEvent) {
        if self.events.len() == RELAY_EVENTS_KEPT {
            self.events.pop_front();
            self.counters.events_forgotten += 1;
        }
        self.events.push_back(event);
    }

    pub(super) fn poll_output(&mut self) -> Option<Output> {
        self.outputs.pop_front()
    }

    pub(super) fn poll_event(&mut self) -> Option<RelayEvent> {
        self.events.pop_front()
    }
}
