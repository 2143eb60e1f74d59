//! A network in memory: datagrams between one host and its clients, late, lost and counted.

use netplay::channel::{
    ChannelConfig, ChannelStats, Client, ClientState, Delivery, Ended, Host, HostEvent,
};
use netplay::ids::ConnId;
use netplay::link::{Conditioner, Lane, LinkProfile};
use netplay::session::server::{SERVER_VERSION, ServerLane};
use netplay::time::Instant;
use netplay::wire::Packet;
use std::collections::BTreeMap;

/// What IP and UDP put before each datagram.
const HEADERS: usize = 28;

/// The datagrams of one direction, with the headers of IP and UDP.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// How many.
    pub datagrams: u64,
    /// Their bytes.
    pub bytes: u64,
}

impl Traffic {
    /// What has been added since `earlier`.
    #[must_use]
    pub fn since(self, earlier: Self) -> Self {
        let Self { datagrams, bytes } = earlier;
        Self { datagrams: self.datagrams - datagrams, bytes: self.bytes - bytes }
    }
}

/// One direction of a line.
#[derive(Debug)]
pub(super) struct Way {
    wire: Conditioner,
    pub(super) traffic: Traffic,
}

impl Way {
    fn new(profile: LinkProfile, seed: u64) -> Self {
        Self { wire: Conditioner::new(profile, seed), traffic: Traffic::default() }
    }

    fn push(&mut self, datagram: &Packet, now: Instant) {
        self.traffic.datagrams += 1;
        self.traffic.bytes += (datagram.len() + HEADERS) as u64;
        self.wire.push(datagram, Lane::Unreliable, now);
    }

    pub(super) fn set_profile(&mut self, profile: LinkProfile) {
        self.wire.set_profile(profile);
    }
}

/// A client's end, and the wires to and from it.
pub(super) struct Line {
    pub(super) channel: Client,
    pub(super) up: Way,
    pub(super) down: Way,
}

/// Everybody's lines, by address.
pub(super) struct Net {
    pub(super) host: Option<Host<u32>>,
    pub(super) lines: BTreeMap<u32, Line>,
    pub(super) up: LinkProfile,
    pub(super) down: LinkProfile,
    seed: u64,
    dialled: u32,
}

impl Net {
    pub(super) fn new(seed: u64) -> Self {
        let perfect = LinkProfile::PERFECT;
        Self { host: None, lines: BTreeMap::new(), up: perfect, down: perfect, seed, dialled: 0 }
    }

    /// A host that listens from now on.
    pub(super) fn listen(&mut self) {
        let entropy = self.entropy(0);
        self.host = Some(Host::new(channel_config(), entropy, 64).expect("a good configuration"));
    }

    /// A new line to whoever listens; its address was never used.
    pub(super) fn dial(&mut self, now: Instant) -> u32 {
        self.dialled += 1;
        let (address, seed) = (self.dialled, self.seed ^ u64::from(self.dialled) << 20);
        let entropy = self.entropy(address);
        let channel = Client::new(channel_config(), entropy, now).expect("a good configuration");
        let (up, down) = (Way::new(self.up, seed), Way::new(self.down, seed + 1));
        self.lines.insert(address, Line { channel, up, down });
        address
    }

    /// Lets everything that is due arrive, at both ends.
    pub(super) fn deliver(&mut self, now: Instant) {
        for (address, line) in &mut self.lines {
            while let Some(datagram) = line.up.wire.pop(now) {
                if let Some(host) = &mut self.host {
                    host.handle(*address, &datagram, now);
                }
            }
            while let Some(datagram) = line.down.wire.pop(now) {
                line.channel.handle(&datagram, now);
            }
            line.channel.update(now);
        }
        if let Some(host) = &mut self.host {
            host.update(now);
        }
    }

    /// Sends what both ends have to say.
    pub(super) fn transmit(&mut self, now: Instant) {
        for line in self.lines.values_mut() {
            while let Some(datagram) = line.channel.poll_datagram(now) {
                line.up.push(&datagram, now);
            }
        }
        let Some(host) = &mut self.host else { return };
        while let Some((address, datagram)) = host.poll_datagram(now) {
            if let Some(line) = self.lines.get_mut(&address) {
                line.down.push(&datagram, now);
            }
        }
    }

    pub(super) fn poll_host(&mut self) -> Option<HostEvent<u32>> {
        self.host.as_mut()?.poll_event()
    }

    /// The server says something.
    pub(super) fn tell(&mut self, to: ConnId, lane: ServerLane, packet: &Packet, now: Instant) {
        if let Some(host) = &mut self.host {
            // Who does not read in time is closed by the channel itself.
            let _ = host.send_packet(to, lane.number(), packet, now);
        }
    }

    pub(super) fn stats(&self, address: u32) -> ChannelStats {
        self.lines.get(&address).map_or_else(ChannelStats::default, |line| line.channel.stats())
    }

    /// The connection that the host knows by this address.
    pub(super) fn conn_of(&self, address: u32) -> Option<ConnId> {
        self.host.as_ref()?.peers().find(|(_, at)| *at == address).map(|(conn, _)| conn)
    }

    fn entropy(&self, salt: u32) -> [u8; 32] {
        let mut entropy = [salt as u8; 32];
        entropy[..8].copy_from_slice(&self.seed.to_le_bytes());
        entropy[8..12].copy_from_slice(&salt.to_le_bytes());
        entropy
    }
}

impl Line {
    pub(super) fn is_open(&self) -> bool {
        self.channel.state() == ClientState::Open
    }
}

/// The lanes of a server that decides.
fn channel_config() -> ChannelConfig {
    let lanes = [Delivery::Ordered, Delivery::Latest, Delivery::Latest, Delivery::Ordered];
    ChannelConfig::new(0x7061_7274_796c_696e, SERVER_VERSION.into(), &lanes)
}

/// What the end of a channel means to those who play over it.
pub(super) fn meaning(ended: Ended) -> Option<netplay::session::server::NetError> {
    use netplay::session::server::NetError;
    match ended {
        Ended::Left | Ended::Shutdown => None,
        Ended::Version { .. } | Ended::WireVersion { .. } => Some(NetError::Version),
        Ended::Full => Some(NetError::Full),
        Ended::Timeout | Ended::Backlog => Some(NetError::Timeout),
        Ended::Kicked => Some(NetError::Kicked),
        Ended::Protocol => Some(NetError::Protocol),
        Ended::Refused | Ended::Replaced => Some(NetError::Refused),
    }
}
