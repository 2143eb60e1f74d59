//! Many peers, each where it has proved to be.

use super::connection::Connection;
use super::cookie::address_bytes;
use super::gate::Gate;
use super::handshake::Handshake;
use super::header::{DATA, Keys};
use super::notices::{Notices, reason_of};
use super::{Address, BadChannelConfig, ChannelConfig, ChannelStats, Ended, HostEvent, Unsent};
use crate::ids::ConnId;
use crate::limits::{CHANNEL_ANSWERS, CHANNEL_NONCES_KEPT};
use crate::time::Instant;
use crate::wire::Packet;
use alloc::collections::{BTreeMap, VecDeque};

/// The side that many connect to. `A` is an address: whatever the datagrams come with.
///
/// A peer is whoever proved to receive at an address; who moves to another address has to come
/// anew. No datagram of a stranger leaves a trace: see `CHANNEL.md`. Of one machine no more than
/// [`peers_per_address`](ChannelConfig::peers_per_address) are let in.
pub struct Host<A: Address> {
    config: ChannelConfig,
    gate: Gate,
    max_peers: usize,
    addresses: BTreeMap<A, ConnId>,
    peers: BTreeMap<ConnId, Peer<A>>,
    /// Whose turn it is to send.
    cursor: ConnId,
    last: ConnId,
    answers: VecDeque<(A, Packet)>,
    leaving: VecDeque<(A, Notices)>,
    events: VecDeque<HostEvent<A>>,
    /// How many of the events are no messages.
    news: usize,
    is_closed: bool,
}

struct Peer<A> {
    address: A,
    nonce: u64,
    id: u64,
    connection: Connection,
}

impl<A: Address> Host<A> {
    /// A host without peers. `entropy` must be unforeseeable: ids and cookies come from it.
    ///
    /// # Errors
    /// When the configuration is out of range.
    pub fn new(
        config: ChannelConfig,
        entropy: [u8; 32],
        max_peers: usize,
    ) -> Result<Self, BadChannelConfig> {
        config.check()?;
        Ok(Self {
            gate: Gate::new(&config, entropy),
            config,
            max_peers,
            addresses: BTreeMap::new(),
            peers: BTreeMap::new(),
            cursor: ConnId(0),
            last: ConnId(0),
            answers: VecDeque::new(),
            leaving: VecDeque::new(),
            events: VecDeque::new(),
            news: 0,
            is_closed: false,
        })
    }

    /// Takes in a peer that something else has proved, and given an id that only the two know: a
    /// browser's data channel that was negotiated over a room, say. No handshake takes place;
    /// the other end is [`Client::open`](super::Client::open) with the same id, and whoever proved it
    /// bounds how many come. `None` when there is no room, or somebody is at this address.
    pub fn open(&mut self, address: A, id: u64, now: Instant) -> Option<ConnId> {
        let is_free = self.why_closed().is_none() && !self.addresses.contains_key(&address);
        is_free.then(|| self.admit(address, id, id, now))
    }

    /// A datagram came from an address.
    pub fn handle(&mut self, from: A, datagram: &[u8], now: Instant) {
        if datagram.first().is_some_and(|flags| flags & DATA != 0) {
            let Some(peer) = self.addresses.get(&from).copied() else { return };
            if let Some(known) = self.peers.get_mut(&peer) {
                known.connection.handle(datagram, now);
            }
            self.settle(peer, now);
        } else if let Some(handshake) = Handshake::decode(datagram)
            && let Some(answer) = self.greeted(from, handshake, now)
            && self.answers.len() < CHANNEL_ANSWERS
        {
            self.answers.push_back((from, answer.encode()));
        }
    }

    /// The next datagram to send, and where to. Ask until there is none.
    pub fn poll_datagram(&mut self, now: Instant) -> Option<(A, Packet)> {
        if let Some(answer) = self.answers.pop_front() {
            return Some(answer);
        }
        for (address, notices) in &mut self.leaving {
            if let Some(notice) = notices.poll(now) {
                return Some((*address, notice));
            }
        }
        self.leaving.retain(|(_, notices)| notices.due().is_some());
        for turn in 0..2 {
            let peers = match turn {
                0 => self.peers.range_mut(self.cursor..),
                _ => self.peers.range_mut(..self.cursor),
            };
            for (id, peer) in peers {
                if let Some(datagram) = peer.connection.poll_datagram(now) {
                    self.cursor = *id;
                    return Some((peer.address, datagram));
                }
            }
        }
        None
    }

    /// Time has passed: who was silent for too long is gone.
    pub fn update(&mut self, now: Instant) {
        let mut gone = alloc::vec::Vec::new();
        for (id, peer) in &mut self.peers {
            peer.connection.update(now);
            if peer.connection.ended().is_some() {
                gone.push(*id);
            }
        }
        gone.into_iter().for_each(|peer| self.settle(peer, now));
    }

    /// When to call [`update`](Self::update) and [`poll_datagram`](Self::poll_datagram) at the
    /// latest, if nothing arrives before. A time that has passed means now.
    #[must_use]
    pub fn poll_timeout(&self) -> Option<Instant> {
        if !self.answers.is_empty() {
            return Some(Instant::ZERO);
        }
        let notices = self.leaving.iter().filter_map(|(_, notices)| notices.due());
        let peers = self.peers.values().filter_map(|peer| peer.connection.poll_timeout());
        notices.chain(peers).min()
    }

    /// Says something to a peer.
    ///
    /// # Errors
    /// When the lane is full, too narrow for the message or not there, or the peer is not.
    pub fn send(
        &mut self,
        peer: ConnId,
        lane: u8,
        bytes: &[u8],
        now: Instant,
    ) -> Result<(), Unsent> {
        let known = self.peers.get_mut(&peer).ok_or(Unsent::Closed)?;
        let sent = known.connection.send(lane, bytes, now);
        self.settle_if_closed(peer, sent, now)
    }

    /// The same where several peers are told the same: its bytes are shared.
    ///
    /// # Errors
    /// As [`send`](Self::send).
    pub fn send_packet(
        &mut self,
        peer: ConnId,
        lane: u8,
        message: &Packet,
        now: Instant,
    ) -> Result<(), Unsent> {
        let known = self.peers.get_mut(&peer).ok_or(Unsent::Closed)?;
        let sent = known.connection.send_packet(lane, message, now);
        self.settle_if_closed(peer, sent, now)
    }

    /// The next thing that happened; `None` when that was all.
    pub fn poll_event(&mut self) -> Option<HostEvent<A>> {
        let event = self.events.pop_front()?;
        if let HostEvent::Message { peer, bytes, .. } = &event {
            if let Some(known) = self.peers.get_mut(peer) {
                known.connection.read(bytes.len());
            }
        } else {
            self.news -= 1;
        }
        Some(event)
    }

    /// Ends a peer's channel. It is told three times; what it has not acknowledged is lost.
    pub fn disconnect(&mut self, peer: ConnId, reason: Ended, now: Instant) {
        self.remove(peer, reason, true, now);
    }

    /// Ends every channel, and takes nobody in any more. Poll datagrams until
    /// [`is_done`](Self::is_done), which takes 60 ms; who cannot wait may say that it is later.
    pub fn close(&mut self, now: Instant) {
        self.is_closed = true;
        while let Some((peer, _)) = self.peers.first_key_value() {
            self.remove(*peer, Ended::Shutdown, true, now);
        }
    }

    /// Whether the host is closed and has told everybody.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.is_closed && self.leaving.iter().all(|(_, notices)| notices.due().is_none())
    }

    /// Everybody who is in, and where.
    pub fn peers(&self) -> impl Iterator<Item = (ConnId, A)> {
        self.peers.iter().map(|(peer, known)| (*peer, known.address))
    }

    /// A peer's figures.
    #[must_use]
    pub fn stats(&self, peer: ConnId) -> Option<ChannelStats> {
        self.peers.get(&peer).map(|known| known.connection.stats())
    }

    fn greeted(&mut self, from: A, handshake: Handshake, now: Instant) -> Option<Handshake> {
        let known = self.addresses.get(&from).copied();
        let known = known.and_then(|peer| Some((peer, self.peers.get(&peer)?)));
        let closed = match known {
            Some(_) if !self.is_closed => None,
            _ => self.why_closed(),
        };
        match handshake {
            Handshake::Connect { .. } => {
                self.gate.answer(&handshake, &address_bytes(&from), closed, now)
            }
            Handshake::Response { nonce, cookie } => {
                if let Some((_, peer)) = known.filter(|(_, peer)| peer.nonce == nonce) {
                    return Some(Handshake::Accept { nonce, id: peer.id });
                }
                let known = known.map(|(peer, _)| peer);
                let proved = self.gate.is_proved(nonce, cookie, &address_bytes(&from), now);
                if !proved || self.news >= 4 * self.max_peers {
                    return None;
                }
                // Only now, for who is refused has proved to be the neighbour that counts, and a
                // flood of greetings costs no counting.
                let crowded = || (known.is_none() && self.is_crowded(&from)).then_some(Ended::Full);
                if let Some(reason) = closed.or_else(crowded) {
                    return Some(Handshake::Deny { nonce, code: reason.code(), version: 0 });
                }
                if let Some(old) = known {
                    self.remove(old, Ended::Replaced, false, now);
                }
                let id = self.gate.new_id();
                self.admit(from, nonce, id, now);
                Some(Handshake::Accept { nonce, id })
            }
            Handshake::Leave { id, code } => {
                let (peer, _) = known.filter(|(_, peer)| peer.id == id)?;
                self.remove(peer, reason_of(code, false), false, now);
                None
            }
            _ => None,
        }
    }

    fn why_closed(&self) -> Option<Ended> {
        if self.is_closed {
            return Some(Ended::Shutdown);
        }
        (self.peers.len() >= self.max_peers).then_some(Ended::Full)
    }

    /// Whether the machine of this address has as many peers as one may have.
    fn is_crowded(&self, address: &A) -> bool {
        let neighbours = self.addresses.keys().filter(|other| other.is_neighbour(address));
        neighbours.count() >= self.config.peers_per_address
    }

    fn admit(&mut self, address: A, nonce: u64, id: u64, now: Instant) -> ConnId {
        self.last = ConnId(self.last.0 + 1);
        let peer = self.last;
        let connection = Connection::new(&self.config, Keys::of_host(id), now);
        self.addresses.insert(address, peer);
        self.peers.insert(peer, Peer { address, nonce, id, connection });
        self.tell(HostEvent::Connected { peer, address });
        peer
    }

    fn settle_if_closed(
        &mut self,
        peer: ConnId,
        sent: Result<(), Unsent>,
        now: Instant,
    ) -> Result<(), Unsent> {
        if sent == Err(Unsent::Closed) {
            self.settle(peer, now);
        }
        sent
    }

    /// Tells what a peer said, and that it is over if it is.
    fn settle(&mut self, peer: ConnId, now: Instant) {
        let Some(known) = self.peers.get_mut(&peer) else { return };
        while let Some((lane, bytes)) = known.connection.poll_message() {
            self.events.push_back(HostEvent::Message { peer, lane, bytes });
        }
        if let Some(reason) = known.connection.ended() {
            self.remove(peer, reason, true, now);
        }
    }

    fn remove(&mut self, peer: ConnId, reason: Ended, is_told: bool, now: Instant) {
        let Some(known) = self.peers.remove(&peer) else { return };
        self.addresses.remove(&known.address);
        self.gate.retire(known.nonce);
        self.tell(HostEvent::Disconnected { peer, reason });
        if let Some(notices) = Notices::of(known.id, reason, now).filter(|_| is_told) {
            if self.leaving.len() >= self.max_peers.max(CHANNEL_NONCES_KEPT) {
                self.leaving.pop_front();
            }
            self.leaving.push_back((known.address, notices));
        }
    }

    fn tell(&mut self, event: HostEvent<A>) {
        self.news += 1;
        self.events.push_back(event);
    }
}
