//! How a channel ends, whoever ends it.

use crate::net::{Net, ORDERED, message};
use netplay::channel::{ClientState, Ended, Unsent};
use netplay::limits::CHANNEL_SILENCE_MS;
use netplay::link::LinkProfile;

const DEAD: LinkProfile = LinkProfile { loss_permille: 1_000, ..LinkProfile::PERFECT };

#[test]
fn fault_164_a_peer_that_is_killed_is_missed_after_its_silence() {
    let mut net = Net::new(2, LinkProfile::HOME, 1);
    net.run_until(4_000, |net| net.is_open());
    net.run(2_000);
    let killed = net.clients.remove(1);
    net.run(CHANNEL_SILENCE_MS - 1_000);
    assert_eq!(net.at_host[1].ended, None);
    net.run(1_200);
    assert_eq!(net.at_host[1].ended, Some(Ended::Timeout));
    assert_eq!(net.at_host[0].ended, None, "and the other one is not");
    assert_eq!(net.host.peers().count(), 1);
    drop(killed);
}

#[test]
fn both_ends_of_a_cut_line_notice() {
    let mut net = Net::open(LinkProfile::HOME, 2);
    net.wires.set_profiles(0, DEAD, DEAD);
    net.run(CHANNEL_SILENCE_MS + 200);
    assert_eq!(net.at_host[0].ended, Some(Ended::Timeout));
    assert_eq!(net.at_client[0].ended, Some(Ended::Timeout));
    let now = net.now;
    assert_eq!(net.client().send(ORDERED, b"?", now), Err(Unsent::Closed));
    assert!(net.host.poll_timeout().is_none() && net.client().poll_timeout().is_none());
}

#[test]
fn three_notices_get_through_where_three_in_ten_are_lost() {
    let bad = LinkProfile { loss_permille: 300, latency_ms: 20, ..LinkProfile::PERFECT };
    let mut net = Net::new(60, LinkProfile::PERFECT, 3);
    net.run(100);
    assert!(net.is_open());
    (0..60).for_each(|at| net.wires.set_profiles(at, bad, bad));
    let now = net.now;
    net.clients.iter_mut().take(30).for_each(|(_, client)| client.disconnect(now));
    for at in 30..60 {
        let peer = net.peer(at);
        net.host.disconnect(peer, Ended::Kicked, now);
    }
    net.run(150);
    let left = net.at_host[..30].iter().filter(|heard| heard.ended == Some(Ended::Left));
    let kicked = net.at_client[30..].iter().filter(|heard| heard.ended == Some(Ended::Kicked));
    let (left, kicked) = (left.count(), kicked.count());
    assert!(left >= 27 && kicked >= 27, "{left} and {kicked} of 30");
    assert!(net.at_client[..30].iter().all(|heard| heard.ended == Some(Ended::Left)));
    assert_eq!(net.host.peers().count(), 30 - left);
}

#[test]
fn what_was_said_before_a_goodbye_is_heard_before_it() {
    let mut net = Net::open(LinkProfile::PERFECT, 4);
    let (peer, now) = (net.peer(0), net.now);
    net.host.send(peer, ORDERED, b"last words", now).unwrap();
    let words = net.host.poll_datagram(now).unwrap().1;
    net.host.disconnect(peer, Ended::Kicked, now);
    let goodbye = net.host.poll_datagram(now).unwrap().1;
    net.client().handle(&words, now);
    net.client().handle(&goodbye, now);
    net.listen();
    assert_eq!(net.at_client[0].on(ORDERED).len(), 1);
    assert_eq!(net.at_client[0].ended, Some(Ended::Kicked));
}

#[test]
fn a_host_that_stops_tells_everybody_and_is_done() {
    let mut net = Net::new(5, LinkProfile::HOME, 5);
    net.run_until(4_000, |net| net.is_open());
    net.host.close(net.now);
    assert!(!net.host.is_done());
    net.run(61);
    assert!(net.host.is_done());
    assert!(net.host.poll_timeout().is_none());
    net.run(200);
    assert!(net.at_client.iter().all(|heard| heard.ended == Some(Ended::Shutdown)));
    assert!(net.at_host.iter().all(|heard| heard.ended == Some(Ended::Shutdown)));
    assert!(net.clients.iter().all(|(_, client)| client.poll_timeout().is_none()));
}

#[test]
fn fault_165_a_peer_that_acknowledges_nothing_is_gone_at_its_backlog() {
    let mut net = Net::open(LinkProfile::PERFECT, 6);
    // It is heard, but hears nothing: its signs of life go on.
    net.wires.set_profiles(0, LinkProfile::PERFECT, DEAD);
    let peer = net.peer(0);
    let mut taken = 0;
    for _ in 0..3_000 {
        let now = net.now;
        for _ in 0..2 {
            taken += u32::from(net.host.send(peer, ORDERED, &message(0, 8), now).is_ok());
        }
        net.step();
    }
    assert_eq!(taken, 4_096);
    assert_eq!(net.at_host[0].ended, Some(Ended::Backlog));
}

#[test]
fn a_burst_that_is_too_large_is_told_and_nobody_is_taken_for_gone() {
    let mut net = Net::open(LinkProfile::HOME, 7);
    let now = net.now;
    let peer = net.peer(0);
    let taken =
        (0..5_000).map_while(|at| net.host.send(peer, ORDERED, &message(at, 8), now).ok()).count();
    assert_eq!(taken, 4_096);
    assert_eq!(net.host.send(peer, ORDERED, b"", now), Err(Unsent::WouldBlock));
    net.run(3_000);
    assert_eq!(net.at_client[0].on(ORDERED).len(), 4_096);
    assert!(net.at_host[0].ended.is_none());
}

#[test]
fn a_client_that_leaves_before_it_is_in_just_ends() {
    let mut net = Net::new(1, LinkProfile::HOME, 8);
    let now = net.now;
    net.client().disconnect(now);
    assert_eq!(net.client().state(), ClientState::Closed(Ended::Left));
    assert!(net.client().poll_datagram(now).is_none());
    net.run(100);
    assert_eq!(net.at_host[0].connected, 0);
}
