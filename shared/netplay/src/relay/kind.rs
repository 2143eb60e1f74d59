//! What the sockets carry: rooms, or one arena, by the same verbs.

use super::{Arena, ClientAddress, Counters, Load, Output, RelayCore, RelayEvent};
use crate::ids::ConnId;
use crate::time::Instant;
use crate::wire::{CloseReason, Packet};
use alloc::boxed::Box;

/// A relay of one kind or the other. The set is closed, so it is an enum.
#[derive(Debug)]
pub enum RelayKind {
    /// Rooms with lobbies.
    Rooms(Box<RelayCore>),
    /// A standing session.
    Arena(Box<Arena>),
}

macro_rules! either {
    ($self:ident, $core:ident => $call:expr) => {
        match $self {
            Self::Rooms($core) => $call,
            Self::Arena($core) => $call,
        }
    };
}

impl RelayKind {
    /// See [`RelayCore::open`].
    ///
    /// # Errors
    /// When it takes no more connections: close the socket.
    pub fn open(&mut self, address: ClientAddress, now: Instant) -> Result<ConnId, CloseReason> {
        either!(self, core => core.open(address, now))
    }

    /// See [`RelayCore::handle`].
    pub fn handle(&mut self, conn: ConnId, packet: &Packet, now: Instant) {
        either!(self, core => core.handle(conn, packet, now));
    }

    /// See [`RelayCore::link_lost`].
    pub fn link_lost(&mut self, conn: ConnId, reason: CloseReason, now: Instant) {
        either!(self, core => core.link_lost(conn, reason, now));
    }

    /// See [`RelayCore::poll_output`].
    pub fn poll_output(&mut self) -> Option<Output> {
        either!(self, core => core.poll_output())
    }

    /// See [`RelayCore::poll_event`].
    pub fn poll_event(&mut self) -> Option<RelayEvent> {
        either!(self, core => core.poll_event())
    }

    /// See [`RelayCore::poll_timeout`].
    #[must_use]
    pub fn poll_timeout(&self) -> Option<Instant> {
        either!(self, core => core.poll_timeout())
    }

    /// See [`RelayCore::handle_timeout`].
    pub fn handle_timeout(&mut self, now: Instant) {
        either!(self, core => core.handle_timeout(now));
    }

    /// See [`RelayCore::shutdown`].
    pub fn shutdown(&mut self, now: Instant) {
        either!(self, core => core.shutdown(now));
    }

    /// What has happened so far.
    #[must_use]
    pub fn counters(&self) -> &Counters {
        either!(self, core => core.counters())
    }

    /// How full it is.
    #[must_use]
    pub fn load(&self) -> Load {
        either!(self, core => core.load())
    }

    /// The arena, if it is one.
    #[must_use]
    pub fn arena(&self) -> Option<&Arena> {
        if let Self::Arena(arena) = self { Some(arena) } else { None }
    }
}

impl From<RelayCore> for RelayKind {
    fn from(core: RelayCore) -> Self {
        Self::Rooms(Box::new(core))
    }
}

impl From<Arena> for RelayKind {
    fn from(arena: Arena) -> Self {
        Self::Arena(Box::new(arena))
    }
}
