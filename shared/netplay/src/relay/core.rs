//! The core.

use super::{ClientAddress, Counters, Load, RelayConfig, RelayEvent};
use crate::ids::ConnId;
use crate::link::Lane;
use crate::time::Instant;
use crate::wire::{CloseReason, Packet};
use alloc::collections::VecDeque;

/// Something the relay wants done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// Send this packet.
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

/// The whole relay as a state machine.
pub struct RelayCore {
    config: RelayConfig,
    counters: Counters,
    next: u64,
    outputs: VecDeque<Output>,
}

impl RelayCore {
    /// A relay without connections. `entropy` seeds the room codes and tokens: take it from the
    /// system's cryptographic generator.
    #[must_use]
    pub fn new(config: RelayConfig, _entropy: [u8; 32]) -> Self {
        Self { config, counters: Counters::default(), next: 0, outputs: VecDeque::new() }
    }

    /// Takes a new connection.
    ///
    /// # Errors
    /// When the relay or the address has as many connections as it may: close the socket.
    pub fn open(&mut self, _address: ClientAddress, _now: Instant) -> Result<ConnId, CloseReason> {
        if self.config.connections == 0 {
            return Err(CloseReason::ServerFull);
        }
        self.next += 1;
        Ok(ConnId(self.next))
    }

    /// A packet arrived on a connection.
    pub fn handle(&mut self, _conn: ConnId, _packet: &Packet, _now: Instant) {}

    /// A connection's socket is gone. Nothing more is said to it.
    pub fn link_lost(&mut self, _conn: ConnId, _reason: CloseReason, _now: Instant) {}

    /// The next thing to do; `None` when all is done.
    pub fn poll_output(&mut self) -> Option<Output> {
        self.outputs.pop_front()
    }

    /// The next thing worth a line in the log.
    pub fn poll_event(&mut self) -> Option<RelayEvent> {
        None
    }

    /// When [`handle_timeout`](Self::handle_timeout) has something to do next.
    #[must_use]
    pub fn poll_timeout(&self) -> Option<Instant> {
        None
    }

    /// Time has passed.
    pub fn handle_timeout(&mut self, _now: Instant) {}

    /// Closes every room and every connection, and takes no new ones.
    pub fn shutdown(&mut self, _now: Instant) {}

    /// What has happened so far.
    #[must_use]
    pub fn counters(&self) -> &Counters {
        &self.counters
    }

    /// How full the relay is.
    #[must_use]
    pub fn load(&self) -> Load {
        Load::default()
    }
}
