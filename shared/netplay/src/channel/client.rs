//! One peer's way into a host, and what it has there.

use super::connection::Connection;
use super::handshake::Handshake;
use super::header::{DATA, Keys};
use super::notices::{Notices, reason_of};
use super::{BadChannelConfig, ChannelConfig, ChannelStats, ClientEvent, Ended, Unsent};
use crate::limits::{CHANNEL_EARLY_DATAGRAMS, CHANNEL_VERSION, DATAGRAM_BYTES, GREETING_RETRY_MS};
use crate::time::Instant;
use crate::wire::Packet;
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::mem;
use core::time::Duration;
use rand_chacha::ChaCha20Rng;
use rand_core::{RngCore, SeedableRng};

/// What a client's life has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClientState {
    /// Asking to be let in.
    Connecting,
    /// In.
    Open,
    /// Over, or never begun.
    Closed(Ended),
}

/// The side that connects to one host. Where its datagrams go is the caller's business, and so
/// is to give it only those that come from there.
pub struct Client {
    config: ChannelConfig,
    state: ClientState,
    nonce: u64,
    /// What the host wants to hear again.
    cookie: Option<u64>,
    greet_at: Instant,
    give_up_at: Instant,
    id: u64,
    /// Packets that overtook the answer that lets us in.
    early: Vec<Packet>,
    connection: Option<Connection>,
    notices: Option<Notices>,
    events: VecDeque<ClientEvent>,
}

impl Client {
    /// A client that begins to knock. `entropy` must be unforeseeable.
    ///
    /// # Errors
    /// When the configuration is out of range.
    pub fn new(
        config: ChannelConfig,
        entropy: [u8; 32],
        now: Instant,
    ) -> Result<Self, BadChannelConfig> {
        config.check()?;
        Ok(Self {
            state: ClientState::Connecting,
            nonce: ChaCha20Rng::from_seed(entropy).next_u64(),
            cookie: None,
            greet_at: now,
            give_up_at: now + Duration::from_millis(config.handshake_ms),
            id: 0,
            early: Vec::new(),
            connection: None,
            notices: None,
            events: VecDeque::new(),
            config,
        })
    }

    /// A client that something else has already brought to its host, with an id that only the
    /// two know; see [`Host::open`](super::Host::open). It is open at once.
    ///
    /// # Errors
    /// When the configuration is out of range.
    pub fn open(config: ChannelConfig, id: u64, now: Instant) -> Result<Self, BadChannelConfig> {
        let mut client = Self::new(config, [0; 32], now)?;
        client.enter(id, now);
        Ok(client)
    }

    /// Connecting, open or closed.
    #[must_use]
    pub fn state(&self) -> ClientState {
        self.state
    }

    /// A datagram came from the host's address.
    pub fn handle(&mut self, datagram: &[u8], now: Instant) {
        if datagram.first().is_some_and(|flags| flags & DATA != 0) {
            if let Some(connection) = self.live() {
                connection.handle(datagram, now);
            } else if self.state == ClientState::Connecting
                && self.early.len() < CHANNEL_EARLY_DATAGRAMS
                && datagram.len() <= DATAGRAM_BYTES
            {
                self.early.push(datagram.into());
            }
            return self.settle(now);
        }
        match (self.state, Handshake::decode(datagram)) {
            (ClientState::Connecting, Some(Handshake::Challenge { nonce, cookie }))
                if nonce == self.nonce && self.cookie != Some(cookie) =>
            {
                self.cookie = Some(cookie);
                self.greet_at = now;
            }
            (ClientState::Connecting, Some(Handshake::Accept { nonce, id }))
                if nonce == self.nonce =>
            {
                self.enter(id, now);
            }
            (ClientState::Connecting, Some(Handshake::Deny { nonce, code, version }))
                if nonce == self.nonce =>
            {
                let ours = match code {
                    2 => CHANNEL_VERSION,
                    _ => self.config.app_version,
                };
                self.end(Ended::from_code(code, ours, version).unwrap_or(Ended::Refused), now);
            }
            (ClientState::Open, Some(Handshake::Leave { id, code })) if id == self.id => {
                self.end(reason_of(code, true), now);
                self.notices = None;
            }
            _ => {}
        }
    }

    /// The next datagram to send. Ask until there is none.
    pub fn poll_datagram(&mut self, now: Instant) -> Option<Packet> {
        match self.state {
            ClientState::Connecting if now >= self.greet_at && now < self.give_up_at => {
                self.greet_at = now + Duration::from_millis(GREETING_RETRY_MS);
                let (nonce, config) = (self.nonce, &self.config);
                let greeting = match self.cookie {
                    Some(cookie) => Handshake::Response { nonce, cookie },
                    None => Handshake::greeting(nonce, config.app_version, config.application()),
                };
                Some(greeting.encode())
            }
            ClientState::Connecting => None,
            ClientState::Open => self.live()?.poll_datagram(now),
            ClientState::Closed(_) => self.notices.as_mut()?.poll(now),
        }
    }

    /// Time has passed: a host that was silent for too long is gone.
    pub fn update(&mut self, now: Instant) {
        if self.state == ClientState::Connecting && now >= self.give_up_at {
            self.end(Ended::Timeout, now);
        }
        if let Some(connection) = self.live() {
            connection.update(now);
        }
        self.settle(now);
    }

    /// When to call [`update`](Self::update) and [`poll_datagram`](Self::poll_datagram) at the
    /// latest, if nothing arrives before. A time that has passed means now.
    #[must_use]
    pub fn poll_timeout(&self) -> Option<Instant> {
        match self.state {
            ClientState::Connecting => Some(self.greet_at.min(self.give_up_at)),
            ClientState::Open => self.connection.as_ref()?.poll_timeout(),
            ClientState::Closed(_) => self.notices.as_ref()?.due(),
        }
    }

    /// Says something to the host.
    ///
    /// # Errors
    /// When the lane is full, too narrow for the message or not there, or the client not in.
    pub fn send(&mut self, lane: u8, bytes: &[u8], now: Instant) -> Result<(), Unsent> {
        let connection = self.live().ok_or(Unsent::Closed)?;
        let sent = connection.send(lane, bytes, now);
        if sent == Err(Unsent::Closed) {
            self.settle(now);
        }
        sent
    }

    /// The next thing that happened; `None` when that was all.
    pub fn poll_event(&mut self) -> Option<ClientEvent> {
        // A connection's end is told after all that it said.
        if !matches!(self.events.front(), Some(ClientEvent::Connected))
            && let Some(connection) = &mut self.connection
            && let Some((lane, bytes)) = connection.poll_message()
        {
            connection.read(bytes.len());
            return Some(ClientEvent::Message { lane, bytes });
        }
        self.events.pop_front()
    }

    /// Leaves. The host is told three times: poll datagrams until
    /// [`poll_timeout`](Self::poll_timeout) is `None`, which takes 60 ms; who cannot wait may say
    /// that it is later.
    pub fn disconnect(&mut self, now: Instant) {
        self.end(Ended::Left, now);
    }

    /// The figures; all zero before the client is in.
    #[must_use]
    pub fn stats(&self) -> ChannelStats {
        self.connection.as_ref().map_or_else(ChannelStats::default, Connection::stats)
    }

    fn enter(&mut self, id: u64, now: Instant) {
        self.id = id;
        self.state = ClientState::Open;
        let mut connection = Connection::new(&self.config, Keys::of_client(id), now);
        mem::take(&mut self.early).iter().for_each(|early| connection.handle(early, now));
        self.connection = Some(connection);
        self.events.push_back(ClientEvent::Connected);
    }

    /// The connection, while it is open. Afterwards it only holds what was not polled yet.
    fn live(&mut self) -> Option<&mut Connection> {
        self.connection.as_mut().filter(|_| self.state == ClientState::Open)
    }

    fn settle(&mut self, now: Instant) {
        if let Some(reason) = self.connection.as_ref().and_then(Connection::ended) {
            self.end(reason, now);
        }
    }

    fn end(&mut self, reason: Ended, now: Instant) {
        if let ClientState::Closed(_) = self.state {
            return;
        }
        if self.state == ClientState::Open {
            self.notices = Notices::of(self.id, reason, now);
        }
        self.state = ClientState::Closed(reason);
        self.events.push_back(ClientEvent::Disconnected { reason });
    }
}
