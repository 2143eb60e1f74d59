//! The client's end of a link over UDP.

use super::socket::{DatagramBuffer, DatagramSocket, entropy};
use super::{LAST_WORDS, UdpError, close_reason, link_config, number};
use netplay::channel::{Client, ClientEvent, Ended, Unsent};
use netplay::limits::{
    DATAGRAMS_A_POLL, LEAVE_NOTICE_MS, LEAVE_NOTICES, OUTBOUND_BYTES, OUTBOUND_MESSAGES,
};
use netplay::link::{Lane, LinkProfile, LinkState, SendError, Transport};
use netplay::time::Instant;
use netplay::wire::{CloseReason, Packet};
use std::collections::VecDeque;
use std::net::{SocketAddr, ToSocketAddrs};
use std::time::Duration;

/// A link to a [`UdpListener`](super::UdpListener). Connecting is part of its life, so it begins
/// [`Connecting`](LinkState::Connecting) and takes packets at once; they leave when it is open.
pub struct UdpTransport {
    socket: DatagramSocket,
    server: SocketAddr,
    client: Client,
    buffer: DatagramBuffer,
    /// What was sent before the link was open.
    early: VecDeque<(Packet, Lane)>,
    arrived: VecDeque<Packet>,
    state: LinkState,
    /// Closed here: the channel ends once what was sent is acknowledged, or then.
    parting: Option<Instant>,
    /// The last moment it was told of.
    now: Instant,
}

impl UdpTransport {
    /// Begins to connect to the first of `server`'s addresses for which there is a socket.
    ///
    /// # Errors
    /// When the name is not known or this machine has no socket to spare.
    pub fn connect(server: impl ToSocketAddrs, now: Instant) -> Result<Self, UdpError> {
        let (server, socket) = DatagramSocket::towards(server)?;
        Ok(Self {
            socket,
            server,
            client: Client::new(link_config(), entropy()?, now)?,
            buffer: DatagramBuffer::default(),
            early: VecDeque::new(),
            arrived: VecDeque::new(),
            state: LinkState::Connecting,
            parting: None,
            now,
        })
    }

    /// Puts a pretend wire before everything that is sent from now on.
    pub fn set_profile(&mut self, profile: LinkProfile, seed: u64) {
        self.socket.set_profile(profile, seed);
    }

    /// The channel inside, for its figures.
    #[must_use]
    pub fn channel(&self) -> &Client {
        &self.client
    }

    fn pump(&mut self, now: Instant) {
        for _ in 0..DATAGRAMS_A_POLL {
            let Some((from, datagram)) = self.socket.receive(&mut self.buffer) else { break };
            if from == self.server {
                self.client.handle(datagram, now);
            }
        }
        self.client.update(now);
        while let Some(event) = self.client.poll_event() {
            match event {
                ClientEvent::Connected => self.open(now),
                ClientEvent::Message { bytes, .. } => self.arrived.push_back(bytes),
                ClientEvent::Disconnected { reason } => self.end(link_lost(reason)),
            }
        }
        self.part(now);
        self.flush(now);
    }

    fn part(&mut self, now: Instant) {
        let is_due = |last| now >= last || self.client.stats().waiting_frames == 0;
        if self.parting.is_some_and(is_due) {
            self.parting = None;
            self.client.disconnect(now);
        }
    }

    fn open(&mut self, now: Instant) {
        if self.state == LinkState::Connecting {
            self.state = LinkState::Open;
        }
        for (packet, lane) in std::mem::take(&mut self.early) {
            if self.client.send(number(lane), &packet, now).is_err() {
                self.end(CloseReason::TooSlow);
            }
        }
    }

    fn has_early_room(&self, packet: &Packet) -> bool {
        let bytes: usize = self.early.iter().map(|(packet, _)| packet.len()).sum();
        self.early.len() < OUTBOUND_MESSAGES && bytes + packet.len() <= OUTBOUND_BYTES
    }

    fn flush(&mut self, now: Instant) {
        while let Some(datagram) = self.client.poll_datagram(now) {
            self.socket.send(self.server, &datagram, now);
        }
        self.socket.flush(now);
    }

    fn end(&mut self, reason: CloseReason) {
        if !matches!(self.state, LinkState::Closed(_)) {
            self.state = LinkState::Closed(reason);
        }
        self.early.clear();
    }
}

/// Why the link is closed, as this end sees it.
fn link_lost(ended: Ended) -> CloseReason {
    match ended {
        // The other end closed the link: why, it has said in a packet before.
        Ended::Left | Ended::Kicked => CloseReason::LinkLost,
        other => close_reason(other),
    }
}

impl Transport for UdpTransport {
    /// Open until what arrived before the end is polled.
    fn state(&self) -> LinkState {
        match self.state {
            LinkState::Closed(_) if !self.arrived.is_empty() => LinkState::Open,
            state => state,
        }
    }

    fn send(&mut self, packet: &Packet, lane: Lane, now: Instant) -> Result<(), SendError> {
        self.now = now;
        match self.state {
            LinkState::Closed(_) => Err(SendError::Closed),
            LinkState::Connecting if self.has_early_room(packet) => {
                self.early.push_back((packet.clone(), lane));
                Ok(())
            }
            LinkState::Connecting => {
                self.end(CloseReason::TooSlow);
                Err(SendError::Full)
            }
            LinkState::Open => match self.client.send(number(lane), packet, now) {
                Ok(()) => {
                    self.flush(now);
                    Ok(())
                }
                Err(Unsent::Closed) => Err(SendError::Closed),
                // What may be lost is lost; what may not, waits for nobody.
                Err(_) if lane == Lane::Unreliable => Ok(()),
                Err(_) => {
                    self.end(CloseReason::TooSlow);
                    Err(SendError::Full)
                }
            },
        }
    }

    fn poll(&mut self, now: Instant) -> Option<Packet> {
        self.now = now;
        if self.arrived.is_empty() {
            self.pump(now);
        }
        self.arrived.pop_front()
    }

    /// Closes the link after what was sent, for which it goes on being polled.
    fn close(&mut self) {
        if !matches!(self.state, LinkState::Closed(_)) {
            self.end(CloseReason::Left);
            self.parting = Some(self.now + LAST_WORDS);
            self.part(self.now);
            self.flush(self.now);
        }
    }

    fn is_stream(&self) -> bool {
        false
    }
}

/// Who is gone says so, in all the notices at once: nobody will ask again.
impl Drop for UdpTransport {
    fn drop(&mut self) {
        self.client.disconnect(self.now);
        for later in 0..LEAVE_NOTICES {
            let wait = u64::from(later) * LEAVE_NOTICE_MS;
            self.flush(self.now + Duration::from_millis(wait));
        }
        self.socket.flush(Instant::from_micros(u64::MAX));
    }
}
