//! UDP between the ends of one machine, on real sockets, with a deadline for everything.

use net_native::NativeClock;
use net_native::udp::{Reach, UdpError, UdpHost, UdpLink, UdpListener, UdpMessages, UdpTransport};
use netplay::channel::messages::{Lane as MessageLane, MessageEvent, MessagesConfig, PeerId};
use netplay::channel::{ChannelConfig, ClientState, Delivery, Ended, HostEvent};
use netplay::limits::{CHANNEL_MESSAGE_BYTES, DATAGRAM_BYTES, MESSAGE_BYTES};
use netplay::link::{Lane, LinkProfile, LinkState, SendError, Transport};
use netplay::rng::SimRng;
use netplay::time::Instant;
use netplay::wire::{CloseReason, Packet};
use std::net::UdpSocket;
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(10);

/// Turns of two ends until one of them has what is waited for.
fn until<T>(what: &str, mut turn: impl FnMut() -> Option<T>) -> T {
    let deadline = std::time::Instant::now() + PATIENCE;
    loop {
        if let Some(found) = turn() {
            return found;
        }
        assert!(std::time::Instant::now() < deadline, "never: {what}");
        std::thread::park_timeout(Duration::from_micros(200));
    }
}

/// A listener, a link to it, and the listener's end of the link, open.
fn linked(clock: &NativeClock) -> (UdpListener, UdpTransport, UdpLink) {
    let mut listener = UdpListener::bind("127.0.0.1:0", Reach::ThisMachine).unwrap();
    let mut here = UdpTransport::connect(listener.local_addr(), clock.now()).unwrap();
    let there = until("a link", || {
        assert_eq!(here.poll(clock.now()), None);
        listener.accept(clock.now())
    });
    until("open", || {
        here.poll(clock.now());
        there.state();
        listener.accept(clock.now());
        (here.state() == LinkState::Open).then_some(())
    });
    (listener, here, there)
}

#[test]
fn packets_of_any_size_go_both_ways_on_both_lanes() {
    let clock = NativeClock::start();
    let (_listener, mut here, mut there) = linked(&clock);
    for lane in [Lane::Ordered, Lane::Unreliable] {
        for size in [0, 1, 1_000, 5_000, MESSAGE_BYTES] {
            let packet = Packet::from(vec![size as u8; size]);
            here.send(&packet, lane, clock.now()).unwrap();
            let heard = until("up", || {
                here.poll(clock.now());
                there.poll(clock.now())
            });
            assert_eq!(heard, packet);
            there.send(&packet, lane, clock.now()).unwrap();
            let heard = until("down", || {
                there.poll(clock.now());
                here.poll(clock.now())
            });
            assert_eq!(heard, packet);
        }
    }
    assert!(!here.is_stream() && !there.is_stream());
}

#[test]
fn what_is_sent_before_the_link_is_open_arrives() {
    let clock = NativeClock::start();
    let mut listener = UdpListener::bind("127.0.0.1:0", Reach::ThisMachine).unwrap();
    let mut here = UdpTransport::connect(listener.local_addr(), clock.now()).unwrap();
    assert_eq!(here.state(), LinkState::Connecting);
    here.send(&Packet::from(&b"hello"[..]), Lane::Ordered, clock.now()).unwrap();
    let mut there = None;
    let heard = until("the early packet", || {
        here.poll(clock.now());
        there = there.take().or_else(|| listener.accept(clock.now()));
        there.as_mut().and_then(|link| link.poll(clock.now()))
    });
    assert_eq!(&heard[..], b"hello");
}

/// On the virtual clock the wire's losses are the seed's: the last packet before a close is lost
/// on the way and said again before the other end hears that it is over.
#[test]
fn the_last_words_before_a_close_arrive_although_a_third_is_lost() {
    for seed in 0..20 {
        let mut now = Instant::from_millis(1);
        let mut listener = UdpListener::bind("127.0.0.1:0", Reach::ThisMachine).unwrap();
        let mut here = UdpTransport::connect(listener.local_addr(), now).unwrap();
        let wire = LinkProfile { latency_ms: 10, loss_permille: 300, ..LinkProfile::PERFECT };
        listener.set_profile(wire, seed);
        let mut there: Option<UdpLink> = None;
        let mut heard = Vec::new();
        let mut said = false;
        while !matches!(here.state(), LinkState::Closed(_)) {
            now = now + Duration::from_millis(5);
            assert!(now < Instant::from_millis(20_000), "seed {seed}: it never ends");
            heard.extend(here.poll(now));
            if let Some(mut link) = listener.accept(now) {
                link.send(&Packet::from(&b"last words"[..]), Lane::Ordered, now).unwrap();
                link.close();
                assert_eq!(
                    link.send(&Packet::from(&b"?"[..]), Lane::Ordered, now),
                    Err(SendError::Closed)
                );
                said = true;
                there = Some(link);
            }
        }
        assert!(said && there.is_some());
        assert_eq!(heard.iter().map(|it| &it[..]).collect::<Vec<_>>(), [b"last words"]);
        assert_eq!(here.state(), LinkState::Closed(CloseReason::LinkLost));
    }
}

#[test]
fn a_link_that_is_dropped_is_closed_at_the_other_end() {
    let clock = NativeClock::start();
    let (_listener, here, mut there) = linked(&clock);
    drop(here);
    until("the end", || {
        there.poll(clock.now());
        (there.state() == LinkState::Closed(CloseReason::LinkLost)).then_some(())
    });
    let (mut listener, mut here, there) = linked(&clock);
    drop(there);
    until("the end", || {
        here.poll(clock.now());
        listener.accept(clock.now());
        (here.state() == LinkState::Closed(CloseReason::LinkLost)).then_some(())
    });
}

#[test]
fn an_address_where_nobody_listens_is_given_up_in_time() {
    let nobody = UdpSocket::bind("127.0.0.1:0").unwrap();
    let mut here = UdpTransport::connect(nobody.local_addr().unwrap(), Instant::ZERO).unwrap();
    for now in (0..4_500).step_by(50).map(Instant::from_millis) {
        here.poll(now);
    }
    assert_eq!(here.state(), LinkState::Closed(CloseReason::Silent));
    let late = here.send(&Packet::from(&b"?"[..]), Lane::Ordered, Instant::from_millis(5_000));
    assert_eq!(late, Err(SendError::Closed));
}

#[test]
fn what_cannot_be_listened_on_says_where_and_what_to_do() {
    let taken = UdpSocket::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap();
    let cases: [(String, Reach, &[&str]); 4] = [
        (address.to_string(), Reach::ThisMachine, &[&address.to_string(), "another port"]),
        (
            "0.0.0.0:7777".into(),
            Reach::ThisMachine,
            &["0.0.0.0:7777", "127.0.0.1:7777", "explicitly"],
        ),
        ("192.0.2.1:7777".into(), Reach::Network, &["192.0.2.1:7777", "does not have"]),
        ("nonsense".into(), Reach::Network, &["HOST:PORT"]),
    ];
    for (address, reach, parts) in cases {
        let error = UdpListener::bind(address.as_str(), reach).err().unwrap();
        let text = error.to_string();
        assert!(parts.iter().all(|part| text.contains(part)), "{text}");
    }
    let asked = UdpHost::bind("127.0.0.1:0", Reach::Network, config(), 1).unwrap();
    assert!(asked.local_addr().ip().is_loopback());
    let refused = UdpHost::bind("0.0.0.0:0", Reach::ThisMachine, config(), 1);
    assert!(matches!(refused, Err(UdpError::NotAskedFor(_))));
}

fn config() -> ChannelConfig {
    ChannelConfig::new(7, 1, &[Delivery::Ordered])
}

/// Ten thousand datagrams of nonsense, greetings among them, from many sockets; one honest peer
/// in the middle of it.
#[test]
fn fault_90_a_host_on_a_socket_survives_a_flood_of_nonsense_and_serves_whoever_is_honest() {
    let clock = NativeClock::start();
    let mut host = UdpHost::bind("127.0.0.1:0", Reach::ThisMachine, config(), 4).unwrap();
    let address = host.local_addr();
    let strangers: Vec<UdpSocket> =
        (0..20).map(|_| UdpSocket::bind("127.0.0.1:0").unwrap()).collect();
    // What an honest guest of the same application says, for the strangers to twist.
    let mut spoken: Vec<Vec<u8>> = Vec::new();
    let listen = UdpSocket::bind("127.0.0.1:0").unwrap();
    listen.set_read_timeout(Some(PATIENCE)).unwrap();
    let mut model = netplay::channel::Client::new(config(), [9; 32], Instant::ZERO).unwrap();
    spoken.extend(model.poll_datagram(Instant::ZERO).map(|datagram| datagram.to_vec()));

    let mut rng = SimRng::new(0xDA7A, 0);
    let mut heard = Vec::new();
    let mut guest = netplay::channel::Client::new(config(), [3; 32], clock.now()).unwrap();
    let honest = UdpSocket::bind("127.0.0.1:0").unwrap();
    honest.set_nonblocking(true).unwrap();
    let mut said = false;
    for round in 0..200 {
        for stranger in &strangers {
            for _ in 0..3 {
                let mut bytes: Vec<u8> = match rng.below(3) {
                    0 => spoken[0].clone(),
                    1 => (0..rng.below(DATAGRAM_BYTES as u32 + 1))
                        .map(|_| rng.next_u32() as u8)
                        .collect(),
                    _ => vec![rng.next_u32() as u8; 1 + rng.below(3_000) as usize],
                };
                for _ in 0..rng.below(4) {
                    let at = rng.below(bytes.len().max(1) as u32) as usize;
                    if let Some(byte) = bytes.get_mut(at) {
                        *byte ^= 1 << rng.below(8);
                    }
                }
                stranger.send_to(&bytes, address).unwrap();
            }
        }
        host.poll(clock.now());
        if round % 4 == 0 {
            guest.update(clock.now());
            let mut buffer = [0; 2048];
            while let Ok((length, from)) = honest.recv_from(&mut buffer) {
                assert_eq!(from, address);
                guest.handle(&buffer[..length], clock.now());
            }
            if guest.state() == ClientState::Open && !said {
                said = guest.send(0, b"still there?", clock.now()).is_ok();
            }
            while let Some(datagram) = guest.poll_datagram(clock.now()) {
                honest.send_to(&datagram, address).unwrap();
            }
        }
        // What the host has not read yet is in the socket: it takes turns.
        host.poll(clock.now());
        host.poll(clock.now());
        heard.extend(std::iter::from_fn(|| host.poll_event()));
    }
    until("the honest message", || {
        guest.update(clock.now());
        let mut buffer = [0; 2048];
        while let Ok((length, _)) = honest.recv_from(&mut buffer) {
            guest.handle(&buffer[..length], clock.now());
        }
        if guest.state() == ClientState::Open && !said {
            said = guest.send(0, b"still there?", clock.now()).is_ok();
        }
        while let Some(datagram) = guest.poll_datagram(clock.now()) {
            honest.send_to(&datagram, address).unwrap();
        }
        host.poll(clock.now());
        heard.extend(std::iter::from_fn(|| host.poll_event()));
        let is_it = |event: &HostEvent<_>| matches!(event, HostEvent::Message { bytes, .. } if bytes[..] == *b"still there?");
        heard.iter().any(is_it).then_some(())
    });
    let connected = heard.iter().filter(|it| matches!(it, HostEvent::Connected { .. })).count();
    assert_eq!(connected, 1, "nobody who says nonsense gets in");
}

#[test]
fn fault_93_a_spoofed_source_says_nothing_in_anothers_name() {
    let clock = NativeClock::start();
    let (mut listener, mut here, mut there) = linked(&clock);
    let stranger = UdpSocket::bind("127.0.0.1:0").unwrap();
    let host = listener.local_addr();
    let mut rng = SimRng::new(5, 0);
    for _ in 0..2_000 {
        let bytes: Vec<u8> = (0..1 + rng.below(100)).map(|_| rng.next_u32() as u8).collect();
        stranger.send_to(&bytes, host).unwrap();
    }
    here.send(&Packet::from(&b"mine"[..]), Lane::Ordered, clock.now()).unwrap();
    let heard = until("the packet", || {
        here.poll(clock.now());
        listener.accept(clock.now());
        there.poll(clock.now())
    });
    assert_eq!(&heard[..], b"mine");
    assert_eq!(here.state(), LinkState::Open);
    assert_eq!(there.poll(clock.now()), None);
}

#[test]
fn a_mebibyte_passes_where_one_in_twenty_datagrams_is_lost() {
    let messages = MessagesConfig::default();
    let mut host = UdpMessages::host("127.0.0.1:0", Reach::ThisMachine, &messages, 1).unwrap();
    let mut guest = UdpMessages::join(host.local_addr(), &messages).unwrap();
    let wire = LinkProfile { loss_permille: 50, ..LinkProfile::PERFECT };
    host.set_profile(wire, 1);
    guest.set_profile(wire, 2);
    let big: Vec<u8> = (0..CHANNEL_MESSAGE_BYTES).map(|at| ((at * 31) >> 3) as u8).collect();
    let heard = until("the message", || {
        guest.poll().unwrap();
        for event in guest.events() {
            if let MessageEvent::Connected(peer) = event {
                guest.send(peer, MessageLane::Reliable, &big).unwrap();
            }
        }
        host.poll().unwrap();
        host.events().into_iter().find_map(|event| match event {
            MessageEvent::Message { bytes, .. } => Some(bytes),
            _ => None,
        })
    });
    assert!(heard[..] == big[..]);
    let stats = guest.stats_of(PeerId::HOST).unwrap();
    assert!(stats.resent > 0, "{stats:?}");
}

#[test]
fn a_host_that_stops_tells_everybody() {
    let messages = MessagesConfig::default();
    let mut host = UdpMessages::host("127.0.0.1:0", Reach::ThisMachine, &messages, 2).unwrap();
    let mut guests: Vec<UdpMessages> =
        (0..2).map(|_| UdpMessages::join(host.local_addr(), &messages).unwrap()).collect();
    until("everybody is in", || {
        guests.iter_mut().for_each(|guest| guest.poll().unwrap());
        host.poll().unwrap();
        let all = guests.iter().all(|guest| !guest.peers().is_empty());
        (all && host.peers().len() == 2).then_some(())
    });
    host.close();
    for guest in &mut guests {
        let told = MessageEvent::Disconnected(PeerId::HOST, Ended::Shutdown);
        until("the notice", || {
            host.poll().unwrap();
            guest.poll().unwrap();
            guest.events().contains(&told).then_some(())
        });
    }
}
