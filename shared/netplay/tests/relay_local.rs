//! A relay in the caller's loop, over transports that lose, stall and overflow.
#![cfg(not(target_arch = "wasm32"))]

use netplay::client::RoomClient;
use netplay::limits;
use netplay::link::{Lane, LinkProfile, LinkState, Loopback, SendError, Transport};
use netplay::relay::{ClientAddress, Load, LocalRelay, RelayConfig, RelayCore};
use netplay::time::Instant;
use netplay::wire::{CloseReason, Entry, Packet};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use testkit::model::hello;

const SEED: [u8; 32] = [3; 32];

fn at(millis: u64) -> Instant {
    Instant::from_millis(millis)
}

/// The relay's end of a link whose other end reads nothing.
#[derive(Clone, Default)]
struct Deaf(Rc<RefCell<DeafState>>);

#[derive(Default)]
struct DeafState {
    says: VecDeque<Packet>,
    waiting: usize,
    cap: usize,
    is_closed: bool,
}

impl Transport for Deaf {
    fn state(&self) -> LinkState {
        if self.0.borrow().is_closed {
            LinkState::Closed(CloseReason::LinkLost)
        } else {
            LinkState::Open
        }
    }

    fn send(&mut self, _: &Packet, _: Lane, _: Instant) -> Result<(), SendError> {
        let mut state = self.0.borrow_mut();
        state.waiting += 1;
        if state.waiting > state.cap { Err(SendError::Full) } else { Ok(()) }
    }

    fn poll(&mut self, _: Instant) -> Option<Packet> {
        self.0.borrow_mut().says.pop_front()
    }

    fn close(&mut self) {
        self.0.borrow_mut().is_closed = true;
    }
}

#[test]
fn two_clients_meet_over_pretend_wires() {
    let mut relay = LocalRelay::new(RelayCore::new(RelayConfig::default(), SEED));
    let profile = LinkProfile { latency_ms: 30, ..LinkProfile::PERFECT };
    let link = |relay: &mut LocalRelay<Loopback>, seed| {
        let (ours, theirs) = Loopback::pair(profile, profile, seed);
        relay.attach(theirs, ClientAddress::Local, at(0)).unwrap();
        ours
    };
    let mut noa = RoomClient::new(hello("Noa", Entry::Create { seats: 2 }));
    let mut noa_link = link(&mut relay, 1);
    noa.link_opened(at(0));
    let mut guest: Option<(RoomClient, Loopback)> = None;
    for now in (0..5_000).map(at) {
        let vahn = guest.as_mut().map(|(client, link)| (client, link));
        for (client, link) in [(&mut noa, &mut noa_link)].into_iter().chain(vahn) {
            while let Some(packet) = link.poll(now) {
                client.handle(&packet, now);
            }
            while let Some((packet, lane)) = client.poll_packet() {
                link.send(&packet, lane, now).unwrap();
            }
        }
        relay.pump(now);
        if let (Some(code), None) = (noa.code(), &guest) {
            let mut vahn = RoomClient::new(hello("Vahn", Entry::Join { code, watch: false }));
            vahn.link_opened(now);
            guest = Some((vahn, link(&mut relay, 2)));
        }
    }
    let (vahn, _) = guest.unwrap();
    let trips: Vec<u16> = noa.lobby().unwrap().members.iter().map(|row| row.rtt_ms).collect();
    assert_eq!(noa.lobby(), vahn.lobby());
    assert_eq!(trips.len(), 2);
    assert!(trips.iter().all(|trip| (60..70).contains(trip)), "{trips:?}");
}

#[test]
fn fault_50_a_client_that_reads_nothing_is_dropped_and_the_others_go_on() {
    let mut relay = LocalRelay::new(RelayCore::new(RelayConfig::default(), SEED));
    let attach = |relay: &mut LocalRelay<Deaf>, cap| {
        let link = Deaf::default();
        link.0.borrow_mut().cap = cap;
        relay.attach(link.clone(), ClientAddress::Local, at(0)).unwrap();
        link
    };
    let create = netplay::wire::Message::from(hello("Noa", Entry::Create { seats: 2 })).encode();
    let slow = attach(&mut relay, 5);
    let well = attach(&mut relay, 100_000);
    for link in [&slow, &well] {
        link.0.borrow_mut().says.push_back(create.clone());
    }
    let pong = netplay::wire::Message::from(netplay::wire::Ping { nonce: 1 }).encode();
    for now in (0..60_000).step_by(100).map(at) {
        for link in [&slow, &well] {
            link.0.borrow_mut().says.push_back(pong.clone());
        }
        relay.pump(now);
    }
    assert!(slow.0.borrow().is_closed);
    assert!(!well.0.borrow().is_closed);
    assert_eq!(relay.core().load(), Load { rooms: 1, members: 1, connections: 1, addresses: 0 });
}

#[test]
fn a_link_that_ends_is_a_lost_connection() {
    let mut relay = LocalRelay::new(RelayCore::new(RelayConfig::default(), SEED));
    let (mut ours, theirs) = Loopback::pair(LinkProfile::PERFECT, LinkProfile::PERFECT, 1);
    relay.attach(theirs, ClientAddress::Local, at(0)).unwrap();
    let create = netplay::wire::Message::from(hello("Noa", Entry::Create { seats: 2 })).encode();
    ours.send(&create, Lane::Ordered, at(0)).unwrap();
    relay.pump(at(1));
    assert_eq!(relay.core().load().members, 1);
    ours.close();
    relay.pump(at(2));
    let load = Load { rooms: 1, members: 1, connections: 0, addresses: 0 };
    assert_eq!(relay.core().load(), load);
    relay.pump(at(2 + limits::EMPTY_ROOM_MS));
    assert_eq!(relay.core().load(), Load::default());
}

#[test]
fn a_shutdown_reaches_the_clients_before_the_links_close() {
    let mut relay = LocalRelay::new(RelayCore::new(RelayConfig::default(), SEED));
    let (mut ours, theirs) = Loopback::pair(LinkProfile::PERFECT, LinkProfile::PERFECT, 1);
    relay.attach(theirs, ClientAddress::Local, at(0)).unwrap();
    let mut noa = RoomClient::new(hello("Noa", Entry::Create { seats: 2 }));
    noa.link_opened(at(0));
    while let Some((packet, lane)) = noa.poll_packet() {
        ours.send(&packet, lane, at(0)).unwrap();
    }
    relay.pump(at(1));
    relay.shutdown(at(2));
    let mut last = None;
    while let Some(packet) = ours.poll(at(3)) {
        last = Some(packet);
    }
    let bye = netplay::wire::Bye { reason: CloseReason::ServerShutdown };
    assert_eq!(last, Some(netplay::wire::Message::from(bye).encode()));
    assert!(matches!(ours.state(), LinkState::Closed(_)));
}
