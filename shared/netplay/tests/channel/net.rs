//! One host, some clients, a clock that is moved by hand, and all that was said.

use netplay::channel::{
    ChannelConfig, Client, ClientEvent, ClientState, Delivery, Ended, Host, HostEvent, Wires,
};
use netplay::ids::ConnId;
use netplay::link::LinkProfile;
use netplay::time::Instant;
use netplay::wire::Packet;

pub(crate) const ORDERED: u8 = 0;
pub(crate) const UNORDERED: u8 = 1;
pub(crate) const LATEST: u8 = 2;
pub(crate) const UNRELIABLE: u8 = 3;

pub(crate) fn config() -> ChannelConfig {
    let lanes = [Delivery::Ordered, Delivery::Unordered, Delivery::Latest, Delivery::Unreliable];
    ChannelConfig::new(0x0070_6c61_795f_6d65, 7, &lanes)
}

/// What one end has told so far.
#[derive(Default)]
pub(crate) struct Heard {
    pub(crate) connected: u32,
    pub(crate) messages: Vec<(u8, Packet)>,
    pub(crate) ended: Option<Ended>,
}

impl Heard {
    pub(crate) fn on(&self, lane: u8) -> Vec<Packet> {
        let lane = self.messages.iter().filter(|(on, _)| *on == lane);
        lane.map(|(_, bytes)| bytes.clone()).collect()
    }
}

pub(crate) struct Net {
    pub(crate) now: Instant,
    pub(crate) host: Host<u16>,
    pub(crate) clients: Vec<(u16, Client)>,
    pub(crate) wires: Wires<u16>,
    /// By client, in the order of `clients`.
    pub(crate) at_host: Vec<Heard>,
    pub(crate) at_client: Vec<Heard>,
    pub(crate) peers: Vec<Option<ConnId>>,
}

impl Net {
    pub(crate) fn new(clients: u16, profile: LinkProfile, seed: u64) -> Self {
        Self::with(config(), clients, profile, seed)
    }

    pub(crate) fn with(
        config: ChannelConfig,
        clients: u16,
        profile: LinkProfile,
        seed: u64,
    ) -> Self {
        let now = Instant::from_millis(10_000);
        let client = |at: u16| {
            let entropy = [at as u8 + 1; 32];
            (at, Client::new(config.clone(), entropy, now).unwrap())
        };
        let count = usize::from(clients);
        Self {
            now,
            host: Host::new(config.clone(), [9; 32], 64).unwrap(),
            clients: (0..clients).map(client).collect(),
            wires: Wires::new(profile, profile, seed),
            at_host: (0..count).map(|_| Heard::default()).collect(),
            at_client: (0..count).map(|_| Heard::default()).collect(),
            peers: vec![None; count],
        }
    }

    /// A host and one client that are connected, over a link.
    pub(crate) fn open(profile: LinkProfile, seed: u64) -> Self {
        let mut net = Self::new(1, profile, seed);
        net.run_until(4_000, |net| net.is_open());
        net
    }

    pub(crate) fn is_open(&self) -> bool {
        let open = |(_, client): &(u16, Client)| client.state() == ClientState::Open;
        self.clients.iter().all(open) && self.peers.iter().all(Option::is_some)
    }

    pub(crate) fn peer(&self, client: usize) -> ConnId {
        self.peers[client].unwrap()
    }

    pub(crate) fn client(&mut self) -> &mut Client {
        &mut self.clients[0].1
    }

    /// One millisecond.
    pub(crate) fn step(&mut self) {
        self.now = Instant::from_micros(self.now.as_micros() + 1_000);
        self.wires.step(&mut self.host, &mut self.clients, self.now);
        self.listen();
    }

    pub(crate) fn listen(&mut self) {
        while let Some(event) = self.host.poll_event() {
            match event {
                HostEvent::Connected { peer, address } => {
                    self.peers[usize::from(address)] = Some(peer);
                    self.at_host[usize::from(address)].connected += 1;
                }
                HostEvent::Message { peer, lane, bytes } => {
                    let at = self.peers.iter().position(|known| *known == Some(peer)).unwrap();
                    self.at_host[at].messages.push((lane, bytes));
                }
                HostEvent::Disconnected { peer, reason } => {
                    let at = self.peers.iter().position(|known| *known == Some(peer)).unwrap();
                    self.at_host[at].ended = Some(reason);
                }
            }
        }
        for ((_, client), heard) in self.clients.iter_mut().zip(&mut self.at_client) {
            while let Some(event) = client.poll_event() {
                match event {
                    ClientEvent::Connected => heard.connected += 1,
                    ClientEvent::Message { lane, bytes } => heard.messages.push((lane, bytes)),
                    ClientEvent::Disconnected { reason } => heard.ended = Some(reason),
                }
            }
        }
    }

    pub(crate) fn run(&mut self, ms: u64) {
        (0..ms).for_each(|_| self.step());
    }

    /// Runs until something is so; it must be within a time.
    pub(crate) fn run_until(&mut self, ms: u64, is_so: impl Fn(&Self) -> bool) {
        for _ in 0..ms {
            if is_so(self) {
                return;
            }
            self.step();
        }
        assert!(is_so(self), "not within {ms} ms");
    }
}

/// A message that tells its number, and its bytes apart from any other's.
pub(crate) fn message(number: u32, bytes: usize) -> Vec<u8> {
    let pattern = (0..bytes).map(|at| (at as u32).wrapping_mul(31).wrapping_add(number) as u8);
    number.to_le_bytes().into_iter().chain(pattern).collect()
}

pub(crate) fn number(message: &[u8]) -> u32 {
    let number = u32::from_le_bytes(message[..4].try_into().unwrap());
    assert_eq!(message, self::message(number, message.len() - 4), "whole and unchanged");
    number
}
