//! A message through a channel — sent, put into a datagram, checked, acknowledged, delivered — beside copying its
//! bytes twice, which whoever sends and whoever receives cannot do without; and a greeting from a stranger.
#![allow(clippy::print_stdout)]

use e2e::measure::nanoseconds;
use netplay::channel::{ChannelConfig, Client, ClientEvent, Delivery, Host, HostEvent};
use netplay::ids::ConnId;
use netplay::time::Instant;
use netplay::wire::Packet;
use std::hint::black_box;
use std::time::Duration;

const LANES: [(&str, Delivery); 4] = [
    ("ordered", Delivery::Ordered),
    ("unordered", Delivery::Unordered),
    ("latest", Delivery::Latest),
    ("unreliable", Delivery::Unreliable),
];

fn main() {
    println!(
        "{:12} {:>6} {:>10} {:>10} {:>7} {:>16}",
        "lane", "bytes", "channel ns", "copies ns", "ratio", "bytes a datagram"
    );
    for (lane, (name, _)) in LANES.iter().enumerate() {
        for bytes in [12, 100, 1_100] {
            let message = vec![7; bytes];
            let mut pair = Pair::new();
            let channel =
                nanoseconds(|times| (0..times).for_each(|_| pair.carry(lane as u8, &message)));
            let copies = nanoseconds(|times| {
                for _ in 0..times {
                    let sent: Packet = black_box(&message[..]).into();
                    black_box::<Packet>(black_box(&sent[..]).into());
                }
            });
            let ratio = channel / copies;
            let overhead = pair.overhead(bytes);
            println!(
                "{name:12} {bytes:6} {channel:10.0} {copies:10.0} {ratio:7.1} {overhead:16.1}"
            );
        }
    }
    greetings();
}

/// What a host spends on somebody who may not exist.
fn greetings() {
    let mut host = Host::new(config(), [1; 32], 64).expect("in range");
    let now = Instant::from_millis(1_000);
    let greeting = Client::new(config(), [2; 32], now).expect("in range").poll_datagram(now);
    let greeting = greeting.expect("it knocks at once");
    let answered = nanoseconds(|times| {
        for from in 0..times {
            host.handle(from, black_box(&greeting), now);
            black_box(host.poll_datagram(now));
        }
    });
    println!("a stranger's greeting, answered and forgotten: {answered:.0} ns");
}

fn config() -> ChannelConfig {
    ChannelConfig::new(1, 1, &LANES.map(|(_, delivery)| delivery))
}

/// A host and a client that are in, and a clock; the host answers as often as the client speaks.
struct Pair {
    host: Host<u64>,
    client: Client,
    peer: ConnId,
    now: Instant,
}

impl Pair {
    fn new() -> Self {
        let now = Instant::from_millis(1_000);
        let mut host = Host::new(config(), [1; 32], 64).expect("in range");
        let peer = host.open(1, 77, now).expect("there is room");
        let client = Client::open(config(), 77, now).expect("in range");
        Self { host, client, peer, now }
    }

    /// One message from the client to the host, and all datagrams of a millisecond.
    fn carry(&mut self, lane: u8, message: &[u8]) {
        self.now = self.now + Duration::from_millis(1);
        self.client.send(lane, message, self.now).expect("there is room");
        while let Some(datagram) = self.client.poll_datagram(self.now) {
            self.host.handle(1, &datagram, self.now);
        }
        while let Some((_, datagram)) = self.host.poll_datagram(self.now) {
            self.client.handle(&datagram, self.now);
        }
        while let Some(event) = self.host.poll_event() {
            assert!(!matches!(event, HostEvent::Disconnected { .. }));
            black_box(event);
        }
        while let Some(event) = self.client.poll_event() {
            assert!(!matches!(event, ClientEvent::Disconnected { .. }));
        }
    }

    /// What comes to a message in its datagram, without IP and UDP.
    fn overhead(&self, bytes: usize) -> f64 {
        let stats = self.client.stats();
        let whole = stats.bytes_sent as f64 / stats.datagrams_sent as f64;
        assert!(self.host.stats(self.peer).is_some(), "it is still in");
        whole - 28.0 - bytes as f64
    }
}
