//! Both transports against peers that a test plays itself.

use net_native::framing::{MAGIC, append};
use net_native::{NativeClock, TcpTransport, WebSocketTransport};
use netplay::limits::{MESSAGE_BYTES, OUTBOUND_BYTES};
use netplay::link::{Lane, LinkState, SendError, Transport};
use netplay::wire::{CloseReason, Packet};
use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(10);

fn listener() -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    (listener, address)
}

fn accept(listener: &TcpListener) -> TcpStream {
    let (stream, _) = listener.accept().unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// A TCP link and its other end, the magic heard.
fn tcp() -> (TcpTransport, TcpStream) {
    let (listener, address) = listener();
    let link = TcpTransport::connect(address, PATIENCE).unwrap();
    let mut peer = accept(&listener);
    let mut magic = [0; 4];
    peer.read_exact(&mut magic).unwrap();
    assert_eq!(magic, MAGIC);
    (link, peer)
}

fn until<T>(
    link: &mut impl Transport,
    mut ready: impl FnMut(&mut dyn Transport) -> Option<T>,
) -> T {
    let deadline = Instant::now() + PATIENCE;
    loop {
        if let Some(found) = ready(link) {
            return found;
        }
        assert!(Instant::now() < deadline, "in vain");
        std::thread::park_timeout(Duration::from_millis(1));
    }
}

#[test]
fn packets_go_both_ways_and_a_close_lets_the_last_one_through() {
    let clock = NativeClock::start();
    let (mut link, mut peer) = tcp();
    assert_eq!(link.poll(clock.now()), None);
    link.send(&Packet::from(&b"up"[..]), Lane::Ordered, clock.now()).unwrap();
    link.close();
    let mut heard = Vec::new();
    peer.read_to_end(&mut heard).unwrap();
    assert_eq!(heard, b"\x02\0\0\0up");
    assert_eq!(link.state(), LinkState::Closed(CloseReason::Left));
    let refused = link.send(&Packet::from(&b"late"[..]), Lane::Ordered, clock.now());
    assert_eq!(refused, Err(SendError::Closed));

    let (mut link, mut peer) = tcp();
    let mut bytes = Vec::new();
    append(b"one", &mut bytes);
    append(b"two", &mut bytes);
    peer.write_all(&bytes).unwrap();
    drop(peer);
    // What arrived before the end can still be polled, at the end too.
    for packet in [&b"one"[..], b"two"] {
        assert_eq!(&*until(&mut link, |link| link.poll(clock.now())), packet);
    }
    until(&mut link, |link| {
        assert_eq!(link.poll(clock.now()), None);
        (link.state() == LinkState::Closed(CloseReason::LinkLost)).then_some(())
    });
}

#[test]
fn a_relay_that_announces_too_much_is_left() {
    let clock = NativeClock::start();
    let (mut link, mut peer) = tcp();
    peer.write_all(&(MESSAGE_BYTES as u32 + 1).to_le_bytes()).unwrap();
    until(&mut link, |link| {
        assert_eq!(link.poll(clock.now()), None);
        (link.state() == LinkState::Closed(CloseReason::Malformed)).then_some(())
    });
}

#[test]
fn a_full_queue_closes_the_link_and_never_waits() {
    let clock = NativeClock::start();
    let (mut link, peer) = tcp();
    let packet = Packet::from(&[7; MESSAGE_BYTES][..]);
    let begin = Instant::now();
    let mut sent = 0;
    let refused = loop {
        match link.send(&packet, Lane::Ordered, clock.now()) {
            Ok(()) => sent += packet.len(),
            Err(refused) => break refused,
        }
        assert!(sent < 64 * 1024 * 1024 + OUTBOUND_BYTES, "the queue has no end");
    };
    assert_eq!(refused, SendError::Full);
    assert_eq!(link.state(), LinkState::Closed(CloseReason::TooSlow));
    assert!(begin.elapsed() < PATIENCE);
    drop(peer);
}

#[test]
fn connecting_ends_by_its_deadline_whatever_the_peer_drips() {
    let (listener, address) = listener();
    let dripping = std::thread::spawn(move || {
        let mut peer = accept(&listener);
        peer.set_read_timeout(Some(Duration::from_millis(20))).unwrap();
        let mut heard = [0; 1024];
        let answer = "HTTP/1.1 101 Switching Protocols\r\nX-Slow: ".bytes();
        for byte in answer.chain(std::iter::repeat(b'x')) {
            if peer.write_all(&[byte]).is_err() {
                break;
            }
            match peer.read(&mut heard) {
                Ok(0) => break,
                Err(error) if error.kind() != ErrorKind::WouldBlock => break,
                Ok(_) | Err(_) => {}
            }
        }
    });
    let begin = Instant::now();
    let url = format!("ws://{address}/");
    WebSocketTransport::connect(&url, Duration::from_millis(300)).unwrap_err();
    let waited = begin.elapsed();
    assert!(waited >= Duration::from_millis(300) && waited < Duration::from_secs(3), "{waited:?}");
    dripping.join().unwrap();
}

#[test]
fn addresses_that_cannot_work_say_why() {
    let cases = [
        ("wss://party.example/", ErrorKind::Unsupported),
        ("http://party.example/", ErrorKind::InvalidInput),
    ];
    for (url, kind) in cases {
        let error = WebSocketTransport::connect(url, PATIENCE).unwrap_err();
        assert_eq!(error.kind(), kind, "{url}: {error}");
    }
    let (gone, address) = listener();
    drop(gone);
    assert!(TcpTransport::connect(address, PATIENCE).is_err());
}
