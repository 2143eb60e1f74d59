//! Messages for applications that have a protocol of their own: one host, its guests, three lanes.
//!
//! An endpoint is polled once a frame and read to the end; on sockets it is `net_native`'s
//! `UdpMessages`, inside one process a [`loopback`].
//!
//! ```
//! use netplay::channel::messages::{Lane, MessageEvent, PeerId, loopback};
//! use std::time::Duration;
//!
//! let (mut host, mut guests) = loopback(1);
//! let guest = &mut guests[0];
//! let mut heard = None;
//! while heard.is_none() {
//!     guest.poll_elapsed(Duration::from_millis(16)).unwrap();
//!     for event in guest.events() {
//!         match event {
//!             MessageEvent::Connected(peer) => guest.send(peer, Lane::Reliable, b"hello").unwrap(),
//!             MessageEvent::Message { bytes, .. } => heard = Some(bytes),
//!             MessageEvent::Disconnected(_, reason) => panic!("{reason}"),
//!         }
//!     }
//!     host.poll_elapsed(Duration::from_millis(16)).unwrap();
//!     for event in host.events() {
//!         if let MessageEvent::Message { peer, .. } = event {
//!             host.send(peer, Lane::Unreliable, b"who is there?").unwrap();
//!         }
//!     }
//! }
//! assert_eq!(heard.as_deref(), Some(&b"who is there?"[..]));
//! assert!(guest.stats_of(PeerId::HOST).is_some());
//! ```
//!
//! - **Whoever reads late is not flooded**: what arrived waits in a store of 5 MiB and 4096 events. A full one takes
//!   nothing more in, and polling says so until it is read to the end.
//! - **Whoever sends too much is told**: each lane holds 4 MiB for each peer, and then answers
//!   [`Unsent::WouldBlock`]. Try again, or leave that update out.
//! - **Nobody is authenticated and nothing is encrypted**: meant for one machine, a LAN, a tunnel. Hosts pass nothing on by themselves.

mod inbox;
mod loopback;
mod words;

pub use loopback::{LoopbackMessages, loopback, loopback_lossy};
pub use words::{Lane, MessageEvent, MessagesConfig, MessagesStats, PeerId, Told, WouldBlock};

use super::{
    Address, BadChannelConfig, ChannelStats, Client, ClientEvent, ClientState, Ended, Host,
    HostEvent, Unsent,
};
use crate::ids::ConnId;
use crate::time::Instant;
use crate::wire::Packet;
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;
use inbox::Inbox;

/// One endpoint: a host, or a guest of one. Its addresses are `A`.
pub struct Messages<A: Address> {
    role: Role<A>,
    inbox: Inbox,
    now: Instant,
    stats: MessagesStats,
}

enum Role<A: Address> {
    Host { host: Box<Host<A>>, peers: Peers },
    Guest { client: Box<Client>, host: A, is_over: bool },
}

/// The connected peers of a host.
#[derive(Debug, Default)]
struct Peers {
    conns: BTreeMap<PeerId, ConnId>,
    ids: BTreeMap<ConnId, PeerId>,
    /// The id given last.
    last: u32,
}

impl<A: Address> Messages<A> {
    /// A host that takes up to `most` guests. `entropy` must be unforeseeable.
    ///
    /// # Errors
    /// When the configuration is out of range.
    pub fn host(
        config: &MessagesConfig,
        entropy: [u8; 32],
        most: usize,
    ) -> Result<Self, BadChannelConfig> {
        let host = Box::new(Host::new(config.channel(), entropy, most)?);
        Ok(Self::new(Role::Host { host, peers: Peers::default() }, Instant::ZERO))
    }

    /// A guest that connects to the host at `host`. `entropy` must be unforeseeable.
    ///
    /// # Errors
    /// When the configuration is out of range.
    pub fn join(
        host: A,
        config: &MessagesConfig,
        entropy: [u8; 32],
        now: Instant,
    ) -> Result<Self, BadChannelConfig> {
        let client = Box::new(Client::new(config.channel(), entropy, now)?);
        Ok(Self::new(Role::Guest { client, host, is_over: false }, now))
    }

    fn new(role: Role<A>, now: Instant) -> Self {
        Self { role, inbox: Inbox::default(), now, stats: MessagesStats::default() }
    }

    /// Takes a datagram that has arrived.
    ///
    /// # Errors
    /// When what arrived before has to be read first. The datagram is then as good as lost.
    pub fn handle(&mut self, from: A, datagram: &[u8], now: Instant) -> Result<(), WouldBlock> {
        self.stats.datagrams_received += 1;
        self.stats.bytes_received += datagram.len() as u64;
        if self.inbox.is_blocked() {
            self.stats.datagrams_refused += 1;
            return Err(WouldBlock);
        }
        match &mut self.role {
            Role::Host { host, .. } => host.handle(from, datagram, now),
            Role::Guest { client, host, .. } if *host == from => client.handle(datagram, now),
            Role::Guest { .. } => {}
        }
        self.gather();
        Ok(())
    }

    /// Lets time pass, for what is sent until the next time too.
    ///
    /// # Errors
    /// When what has arrived has to be read first. Time passes all the same.
    pub fn update(&mut self, now: Instant) -> Result<(), WouldBlock> {
        self.now = now;
        match &mut self.role {
            Role::Host { host, .. } => host.update(now),
            Role::Guest { client, .. } => client.update(now),
        }
        self.gather();
        if self.inbox.is_blocked() { Err(WouldBlock) } else { Ok(()) }
    }

    /// The next datagram to send, and whereto.
    pub fn poll_datagram(&mut self, now: Instant) -> Option<(A, Packet)> {
        let (to, datagram) = match &mut self.role {
            Role::Host { host, .. } => host.poll_datagram(now)?,
            Role::Guest { client, host, .. } => (*host, client.poll_datagram(now)?),
        };
        self.stats.datagrams_sent += 1;
        self.stats.bytes_sent += datagram.len() as u64;
        Some((to, datagram))
    }

    /// The next thing that has happened.
    pub fn poll_event(&mut self) -> Option<MessageEvent> {
        self.inbox.pop()
    }

    /// Whether nothing is taken in until the events are read to the end.
    #[must_use]
    pub fn is_blocked(&self) -> bool {
        self.inbox.is_blocked()
    }

    /// Sends a message to one peer.
    ///
    /// # Errors
    /// When the lane is full for now, the peer is not connected, or the message is too long.
    pub fn send(&mut self, peer: PeerId, lane: Lane, bytes: &[u8]) -> Result<(), Unsent> {
        match &mut self.role {
            Role::Host { host, peers } => {
                let conn = *peers.conns.get(&peer).ok_or(Unsent::Closed)?;
                host.send(conn, lane as u8, bytes, self.now)
            }
            Role::Guest { client, is_over: false, .. } if peer == PeerId::HOST => {
                client.send(lane as u8, bytes, self.now)
            }
            Role::Guest { .. } => Err(Unsent::Closed),
        }
    }

    /// Sends a message to everybody who is connected. Some may get it while others do not.
    pub fn send_to_all(&mut self, lane: Lane, bytes: &[u8]) -> Told {
        let mut told = Told::default();
        for peer in self.peers() {
            match self.send(peer, lane, bytes) {
                Ok(()) => told.told.push(peer),
                Err(why) => told.refused.push((peer, why)),
            }
        }
        told
    }

    /// Who is connected.
    #[must_use]
    pub fn peers(&self) -> Vec<PeerId> {
        match &self.role {
            Role::Host { peers, .. } => peers.conns.keys().copied().collect(),
            Role::Guest { client, is_over: false, .. } if client.state() == ClientState::Open => {
                vec![PeerId::HOST]
            }
            Role::Guest { .. } => Vec::new(),
        }
    }

    /// Removes a peer, or leaves the host: three notices tell the other end, an event this one.
    /// Says whether there was such a peer.
    pub fn disconnect(&mut self, peer: PeerId) -> bool {
        let (was_there, reason) = match &mut self.role {
            Role::Host { host, peers } => {
                let conn = peers.forget(peer);
                conn.into_iter().for_each(|conn| host.disconnect(conn, Ended::Kicked, self.now));
                (conn.is_some(), Ended::Kicked)
            }
            Role::Guest { client, is_over, .. } => {
                let was_there = peer == PeerId::HOST && !*is_over;
                if was_there {
                    *is_over = true;
                    client.disconnect(self.now);
                }
                (was_there, Ended::Left)
            }
        };
        if was_there {
            self.inbox.push(MessageEvent::Disconnected(peer, reason));
        }
        was_there
    }

    /// A host stops, a guest leaves; everybody connected is told. Go on polling until
    /// [`poll_datagram`](Self::poll_datagram) has nothing more: the notices are sent one after the other.
    pub fn close(&mut self) {
        if let Role::Host { host, peers } = &mut self.role {
            host.close(self.now);
            for peer in core::mem::take(peers).conns.into_keys() {
                self.inbox.push(MessageEvent::Disconnected(peer, Ended::Shutdown));
            }
        } else {
            self.disconnect(PeerId::HOST);
        }
    }

    /// The figures of one connected peer.
    #[must_use]
    pub fn stats_of(&self, peer: PeerId) -> Option<ChannelStats> {
        match &self.role {
            Role::Host { host, peers } => host.stats(*peers.conns.get(&peer)?),
            Role::Guest { client, .. } => (peer == PeerId::HOST).then(|| client.stats()),
        }
    }

    /// The figures of the whole endpoint.
    #[must_use]
    pub fn stats(&self) -> MessagesStats {
        self.stats
    }

    /// Stores what the channel has to tell, as long as there is room.
    fn gather(&mut self) {
        while !self.inbox.is_blocked() {
            let event = match &mut self.role {
                Role::Host { host, peers } => match host.poll_event() {
                    Some(event) => peers.translate(event),
                    None => break,
                },
                Role::Guest { client, is_over, .. } => match client.poll_event() {
                    Some(event) => translate(event, is_over),
                    None => break,
                },
            };
            event.into_iter().for_each(|event| self.inbox.push(event));
        }
    }
}

impl Peers {
    /// What a host's channel tells, about peers that are still known.
    fn translate<A>(&mut self, event: HostEvent<A>) -> Option<MessageEvent> {
        match event {
            HostEvent::Connected { peer, .. } => {
                self.last += 1;
                let id = PeerId(self.last);
                self.conns.insert(id, peer);
                self.ids.insert(peer, id);
                Some(MessageEvent::Connected(id))
            }
            HostEvent::Message { peer, lane, bytes } => {
                let peer = *self.ids.get(&peer)?;
                Some(MessageEvent::Message { peer, lane: Lane::from_number(lane)?, bytes })
            }
            HostEvent::Disconnected { peer, reason } => {
                let id = *self.ids.get(&peer)?;
                self.forget(id);
                Some(MessageEvent::Disconnected(id, reason))
            }
        }
    }

    fn forget(&mut self, peer: PeerId) -> Option<ConnId> {
        let conn = self.conns.remove(&peer)?;
        self.ids.remove(&conn);
        Some(conn)
    }
}

/// What a guest's channel tells, until it is over.
fn translate(event: ClientEvent, is_over: &mut bool) -> Option<MessageEvent> {
    let peer = PeerId::HOST;
    if *is_over {
        return None;
    }
    match event {
        ClientEvent::Connected => Some(MessageEvent::Connected(peer)),
        ClientEvent::Message { lane, bytes } => {
            Some(MessageEvent::Message { peer, lane: Lane::from_number(lane)?, bytes })
        }
        ClientEvent::Disconnected { reason } => {
            *is_over = true;
            Some(MessageEvent::Disconnected(peer, reason))
        }
    }
}
