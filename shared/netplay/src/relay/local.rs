//! A relay in the caller's loop, over any transports.

use super::{ClientAddress, Output, RelayEvent, RelayKind};
use crate::ids::ConnId;
use crate::link::{Lane, LinkState, SendError, Transport};
use crate::time::Instant;
use crate::wire::{CloseReason, Packet};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// A [`RelayCore`](super::RelayCore), or an [`Arena`](super::Arena), that drives transports itself: in a page that hosts its own room, in a test,
/// in one process with its clients. Call [`pump`](Self::pump) once a frame.
pub struct LocalRelay<T> {
    core: RelayKind,
    links: BTreeMap<ConnId, T>,
}

impl<T: Transport> LocalRelay<T> {
    /// Runs `core`.
    #[must_use]
    pub fn new(core: impl Into<RelayKind>) -> Self {
        Self { core: core.into(), links: BTreeMap::new() }
    }

    /// Takes the relay's end of a link.
    ///
    /// # Errors
    /// When the relay takes no more connections; the transport is closed.
    pub fn attach(
        &mut self,
        mut transport: T,
        address: ClientAddress,
        now: Instant,
    ) -> Result<ConnId, CloseReason> {
        match self.core.open(address, now) {
            Ok(conn) => {
                self.links.insert(conn, transport);
                Ok(conn)
            }
            Err(reason) => {
                transport.close();
                Err(reason)
            }
        }
    }

    /// Takes in what has arrived, lets time pass, and sends what is owed.
    pub fn pump(&mut self, now: Instant) {
        let conns: Vec<ConnId> = self.links.keys().copied().collect();
        for conn in conns {
            while let Some(packet) = self.links.get_mut(&conn).and_then(|link| link.poll(now)) {
                self.core.handle(conn, &packet, now);
                self.carry_out(now);
            }
            let state = self.links.get(&conn).map(Transport::state);
            if let Some(LinkState::Closed(reason)) = state {
                self.lose(conn, reason, now);
            }
        }
        if self.core.poll_timeout().is_some_and(|due| due <= now) {
            self.core.handle_timeout(now);
        }
        self.carry_out(now);
    }

    /// Closes every room, tells everybody, and takes no new links.
    pub fn shutdown(&mut self, now: Instant) {
        self.core.shutdown(now);
        self.carry_out(now);
    }

    /// The next thing worth a line in a log.
    pub fn poll_event(&mut self) -> Option<RelayEvent> {
        self.core.poll_event()
    }

    /// The relay inside.
    #[must_use]
    pub fn core(&self) -> &RelayKind {
        &self.core
    }

    fn carry_out(&mut self, now: Instant) {
        while let Some(output) = self.core.poll_output() {
            match output {
                Output::Send { to, packet, lane } => self.send(to, &packet, lane, now),
                Output::Close { conn, .. } => {
                    if let Some(mut link) = self.links.remove(&conn) {
                        link.close();
                    }
                }
            }
        }
    }

    fn send(&mut self, to: ConnId, packet: &Packet, lane: Lane, now: Instant) {
        let Some(link) = self.links.get_mut(&to) else { return };
        match link.send(packet, lane, now) {
            Ok(()) => {}
            Err(SendError::Full) => self.lose(to, CloseReason::TooSlow, now),
            Err(SendError::Closed) => self.lose(to, CloseReason::LinkLost, now),
        }
    }

    fn lose(&mut self, conn: ConnId, reason: CloseReason, now: Instant) {
        if let Some(mut link) = self.links.remove(&conn) {
            link.close();
            self.core.link_lost(conn, reason, now);
        }
    }
}
