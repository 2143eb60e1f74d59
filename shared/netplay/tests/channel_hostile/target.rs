//! What a fuzzer feeds to a channel: datagrams of anybody, packets of a peer that has gone bad,
//! applications that do anything. The fuzzer's own crate exports these.
#![allow(unreachable_pub)]

use netplay::channel::messages::{Lane, LoopbackMessages, MessageEvent, PeerId, loopback_lossy};
use netplay::channel::{ChannelConfig, Client, Delivery, Host, HostEvent, Unsent};
use netplay::limits::{DATAGRAM_BYTES, MESSAGES_INBOX_BYTES, MESSAGES_INBOX_EVENTS};
use netplay::time::Instant;
use netplay::wire::Packet;
use std::collections::BTreeMap;
use std::time::Duration;
use xxhash_rust::xxh64::xxh64;

/// Where the honest client is; the other addresses are anybody's.
const HONEST: u64 = 0;
const ADDRESSES: u64 = 4;

fn config() -> ChannelConfig {
    let lanes = [Delivery::Ordered, Delivery::Unordered, Delivery::Latest, Delivery::Unreliable];
    ChannelConfig::new(7, 1, &lanes)
}

/// A host, a client, and what is on its way between them.
struct Pair {
    host: Host<u64>,
    client: Client,
    now: Instant,
    up: Vec<Packet>,
    down: Vec<Packet>,
    /// Bytes that each address has sent, and the host has answered, while it was nobody's peer.
    spoken: BTreeMap<u64, (usize, usize)>,
    /// The honest connection's id, once the host has given it.
    id: Option<u64>,
}

impl Pair {
    fn new() -> Self {
        let now = Instant::from_millis(1_000);
        Self {
            host: Host::new(config(), [1; 32], 3).unwrap(),
            client: Client::new(config(), [2; 32], now).unwrap(),
            now,
            up: Vec::new(),
            down: Vec::new(),
            spoken: BTreeMap::new(),
            id: None,
        }
    }

    fn host_hears(&mut self, from: u64, datagram: &[u8]) {
        self.spoken.entry(from).or_default().0 += datagram.len();
        self.host.handle(from, datagram, self.now);
        self.gather();
    }

    fn client_hears(&mut self, datagram: &[u8]) {
        self.client.handle(datagram, self.now);
        self.gather();
    }

    /// Takes what both say now, and reads what they have heard.
    fn gather(&mut self) {
        while let Some(datagram) = self.client.poll_datagram(self.now) {
            assert!(datagram.len() <= DATAGRAM_BYTES);
            self.up.push(datagram);
        }
        while let Some((to, datagram)) = self.host.poll_datagram(self.now) {
            assert!(datagram.len() <= DATAGRAM_BYTES);
            if to == HONEST {
                self.id = self.id.or_else(|| accepted(&datagram));
                self.down.push(datagram);
            } else {
                let (heard, said) = self.spoken.entry(to).or_default();
                *said += datagram.len();
                assert!(said <= heard, "an address is never told more than it said");
            }
        }
        while let Some(event) = self.host.poll_event() {
            if let HostEvent::Connected { address, .. } = event {
                assert_eq!(address, HONEST, "nobody else has proved an address");
            }
        }
        while self.client.poll_event().is_some() {}
        // What nobody carries is lost.
        self.up.truncate(64);
        self.down.truncate(64);
    }

    fn pass(&mut self, time: Duration) {
        self.now = self.now + time;
        self.host.update(self.now);
        self.client.update(self.now);
        self.gather();
    }

    /// Carries what is on its way, there and back.
    fn carry(&mut self) {
        for datagram in std::mem::take(&mut self.up) {
            self.host_hears(HONEST, &datagram);
        }
        for datagram in std::mem::take(&mut self.down) {
            self.client_hears(&datagram);
        }
    }
}

/// The next step of a script: its kind, a small number, and a body.
fn step<'a>(script: &mut &'a [u8]) -> Option<(u8, u8, &'a [u8])> {
    let [kind, who, low, high, rest @ ..] = *script else { return None };
    let length = usize::from(u16::from_le_bytes([*low, *high])) % 2_048;
    let (body, rest) = rest.split_at(length.min(rest.len()));
    *script = rest;
    Some((*kind, *who, body))
}

/// Anybody's datagrams, at both ends, in between those of two honest ones: only who has proved an
/// address is let in, and no address is told more than it said.
pub fn datagrams(mut script: &[u8]) {
    let mut pair = Pair::new();
    while let Some((kind, who, body)) = step(&mut script) {
        match kind % 8 {
            0 => pair.pass(Duration::from_millis(u64::from(who) * 8)),
            1 => pair.host_hears(1 + u64::from(who) % (ADDRESSES - 1), body),
            2 => pair.host_hears(HONEST, body),
            3 => pair.client_hears(body),
            4 => pair.carry(),
            5 => {
                let _ = pair.client.send(who % 5, body, pair.now);
                pair.gather();
            }
            // One on its way is changed, or heard by the host from somewhere else.
            6 if who < 128 => {
                let way = if who % 2 == 0 { &mut pair.up } else { &mut pair.down };
                if let Some(datagram) = way.pop() {
                    let changed = datagram.iter().enumerate();
                    let changed = changed.map(|(at, byte)| byte ^ body.get(at).unwrap_or(&0));
                    way.push(changed.collect::<Vec<u8>>().into());
                }
            }
            6 => {
                if let Some(datagram) = pair.up.last().cloned() {
                    pair.host_hears(1 + u64::from(who) % (ADDRESSES - 1), &datagram);
                }
            }
            _ => {
                pair.up.pop();
            }
        }
    }
}

/// Packets of this very connection, with whatever inside: a peer that has gone bad costs no more
/// than itself. Messages that come out are no longer than they may be.
pub fn frames(mut script: &[u8]) {
    let mut pair = Pair::new();
    pair.gather();
    for _ in 0..8 {
        pair.carry();
        pair.pass(Duration::from_millis(10));
    }
    let id = pair.id.expect("the honest are let in");
    while let Some((kind, who, body)) = step(&mut script) {
        // To the host the client's key is the id turned over.
        match kind % 6 {
            0 => pair.pass(Duration::from_millis(u64::from(who))),
            1 | 2 => pair.host_hears(HONEST, &sealed(body, !id)),
            3 | 4 => pair.client_hears(&sealed(body, id)),
            _ => {
                let _ = pair.client.send(who % 4, body, pair.now);
                pair.carry();
            }
        }
    }
}

/// The connection's id, if this lets somebody in.
fn accepted(datagram: &[u8]) -> Option<u64> {
    const ACCEPT: u8 = 0x54;
    let [ACCEPT, rest @ ..] = datagram else { return None };
    Some(u64::from_le_bytes(*rest.get(8..)?.first_chunk()?))
}

/// A packet with the check that makes it one of the connection. The first bit says that it is data.
fn sealed(body: &[u8], key: u64) -> Vec<u8> {
    let mut packet = body[..body.len().min(DATAGRAM_BYTES - 4)].to_vec();
    if let Some(flags) = packet.first_mut() {
        *flags |= 0x80;
    }
    let check = xxh64(&packet, key) as u32;
    packet.extend(check.to_le_bytes());
    packet
}

/// Applications that send, remove each other, read or do not, on a wire that loses and reorders:
/// reliable messages come in order and once as long as their connection lives, stores keep their bounds.
pub fn messages(mut script: &[u8]) {
    let Some((drop_one_in, _, _)) = step(&mut script) else { return };
    let (host, guests) = loopback_lossy(2, u64::from(drop_one_in % 8) + 2);
    let mut ends: Vec<End> = std::iter::once(host).chain(guests).map(End::new).collect();
    while let Some((kind, who, body)) = step(&mut script) {
        let count = ends.len();
        let end = &mut ends[usize::from(who) % count];
        match kind % 8 {
            0..=2 => ends.iter_mut().for_each(|end| end.turn(u64::from(who))),
            3 => end.say(Lane::Reliable, body.len() * 16),
            4 => end.say(Lane::ReliableUnordered, body.len() * 256),
            5 => end.say(Lane::Unreliable, body.len()),
            6 => end.reads = who & 0x10 == 0,
            _ => {
                let peer = PeerId(u32::from(who) / 8 % 4);
                if end.messages.disconnect(peer) {
                    end.said.remove(&peer);
                }
            }
        }
    }
}

/// One application.
struct End {
    messages: LoopbackMessages,
    /// The number of the last reliable message to and from each peer.
    said: BTreeMap<PeerId, u32>,
    heard: BTreeMap<PeerId, u32>,
    reads: bool,
}

impl End {
    fn new(messages: LoopbackMessages) -> Self {
        Self { messages, said: BTreeMap::new(), heard: BTreeMap::new(), reads: true }
    }

    fn say(&mut self, lane: Lane, extra: usize) {
        for peer in self.messages.peers() {
            let next = self.said.get(&peer).map_or(1, |last| last + 1);
            let mut bytes = next.to_le_bytes().to_vec();
            bytes.resize(4 + extra, 0);
            match self.messages.send(peer, lane, &bytes) {
                Ok(()) if lane == Lane::Reliable => {
                    self.said.insert(peer, next);
                }
                Ok(()) | Err(Unsent::WouldBlock | Unsent::TooLarge) => {}
                Err(why) => panic!("{why} to a peer that is connected"),
            }
        }
    }

    fn turn(&mut self, ms: u64) {
        let blocked = self.messages.poll_elapsed(Duration::from_millis(ms)).is_err();
        assert_eq!(blocked, self.messages.is_blocked());
        if !self.reads {
            return;
        }
        let events = self.messages.events();
        let bytes = |event: &MessageEvent| match event {
            MessageEvent::Message { bytes, .. } => bytes.len(),
            _ => 0,
        };
        assert!(events.iter().map(bytes).sum::<usize>() <= MESSAGES_INBOX_BYTES);
        // Who was removed here has an event beyond the bound.
        assert!(events.len() <= MESSAGES_INBOX_EVENTS + 64);
        for event in events {
            match event {
                MessageEvent::Message { peer, lane: Lane::Reliable, bytes } => {
                    let number = u32::from_le_bytes(*bytes.first_chunk().expect("a number"));
                    let last = self.heard.insert(peer, number).unwrap_or(0);
                    assert_eq!(number, last + 1, "in order, and once");
                }
                MessageEvent::Message { .. } | MessageEvent::Connected(_) => {}
                MessageEvent::Disconnected(peer, reason) => {
                    assert!(!reason.to_string().is_empty());
                    self.heard.remove(&peer);
                    self.said.remove(&peer);
                }
            }
        }
    }
}
