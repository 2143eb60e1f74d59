//! Getting in, and who does not.

use crate::net::{LATEST, Net, ORDERED, config};
use netplay::channel::{
    Address, ChannelConfig, Client, ClientEvent, ClientState, Ended, Host, HostEvent,
};
use netplay::link::LinkProfile;
use netplay::time::Instant;
use netplay::wire::Packet;
use std::net::SocketAddr;

const NOW: Instant = Instant::from_millis(50_000);

fn host(max_peers: usize) -> Host<u16> {
    Host::new(config(), [1; 32], max_peers).unwrap()
}

fn client(config: ChannelConfig, seed: u8) -> Client {
    Client::new(config, [seed; 32], NOW).unwrap()
}

/// What the host answers to a datagram, which is never more than it got.
fn answers<A: Address>(host: &mut Host<A>, from: A, datagram: &[u8], now: Instant) -> Vec<Packet> {
    host.handle(from, datagram, now);
    let answers: Vec<Packet> = core::iter::from_fn(|| host.poll_datagram(now))
        .filter(|(to, bytes)| *to == from && bytes[0] & 0x80 == 0)
        .map(|(_, bytes)| bytes)
        .collect();
    assert!(answers.iter().map(|bytes| bytes.len()).sum::<usize>() <= datagram.len());
    answers
}

/// All datagrams of a handshake, in both directions.
fn shake<A: Address>(
    host: &mut Host<A>,
    from: A,
    client: &mut Client,
    now: Instant,
) -> Vec<Packet> {
    let mut said = Vec::new();
    while client.state() == ClientState::Connecting {
        let Some(datagram) = client.poll_datagram(now) else { break };
        for answer in answers(host, from, &datagram, now) {
            client.handle(&answer, now);
            said.push(answer);
        }
        said.push(datagram);
    }
    said
}

#[test]
fn two_round_trips_and_both_are_in() {
    let mut host = host(8);
    let mut client = client(config(), 2);
    assert_eq!(shake(&mut host, 5, &mut client, NOW).len(), 4);
    assert_eq!(client.state(), ClientState::Open);
    assert!(matches!(host.poll_event(), Some(HostEvent::Connected { address: 5, .. })));
}

#[test]
fn a_line_that_loses_half_lets_nearly_everybody_in_within_the_time() {
    let bad = LinkProfile { loss_permille: 300, ..LinkProfile::HOME };
    let mut net = Net::new(40, bad, 3);
    net.run(4_200);
    let inside = net.clients.iter().filter(|(_, c)| c.state() == ClientState::Open).count();
    assert!(inside >= 39, "{inside} of 40");
    assert!(net.at_host.iter().all(|heard| heard.connected <= 1), "once each");
}

#[test]
fn fault_160_no_answer_is_longer_than_what_it_answers() {
    let mut host = host(1);
    let other = ChannelConfig { app_version: 8, ..config() };
    let stranger = ChannelConfig { protocol_id: 1, ..config() };
    for (from, config) in [config(), config(), other, stranger].into_iter().enumerate() {
        // `answers` looks at every one.
        let mut client = client(config, from as u8 + 10);
        let said = shake(&mut host, from as u16, &mut client, NOW);
        assert!(said.len() >= 2);
        for datagram in said {
            for cut in 0..=datagram.len() {
                answers(&mut host, 99, &datagram[..cut], NOW);
            }
        }
    }
}

#[test]
fn fault_161_greetings_from_everywhere_leave_no_trace() {
    let mut host = host(8);
    let measured = |host: &mut Host<u16>| {
        allocation_counter::measure(|| {
            for from in 0..2_000 {
                let greeting = client(config(), from as u8).poll_datagram(NOW).unwrap();
                assert_eq!(answers(host, from, &greeting, NOW).len(), 1);
            }
        })
    };
    measured(&mut host);
    let second = measured(&mut host);
    assert_eq!(second.bytes_current, 0, "nothing is kept of a greeting");
    assert_eq!(host.peers().count(), 0);
    assert!(host.poll_event().is_none() && host.poll_timeout().is_none());
}

#[test]
fn fault_162_who_does_not_receive_where_they_say_does_not_come_in() {
    let mut host = host(8);
    let mut client = client(config(), 3);
    let greeting = client.poll_datagram(NOW).unwrap();
    let challenge = answers(&mut host, 1, &greeting, NOW).remove(0);
    client.handle(&challenge, NOW);
    let response = client.poll_datagram(NOW).unwrap();
    assert!(answers(&mut host, 2, &response, NOW).is_empty(), "another address");
    let late = Instant::from_millis(NOW.as_millis() + 20_000);
    assert!(answers(&mut host, 1, &response, late).is_empty(), "another time");
    for byte in 1..response.len() {
        let mut changed = response.to_vec();
        changed[byte] ^= 1;
        assert!(answers(&mut host, 1, &changed, NOW).is_empty(), "another cookie");
    }
    assert_eq!(host.peers().count(), 0);
    assert_eq!(answers(&mut host, 1, &response, NOW).len(), 1);
    assert_eq!(host.peers().count(), 1);
    assert_eq!(answers(&mut host, 1, &response, NOW).len(), 1, "a lost answer is said again");
    assert_eq!(host.peers().count(), 1);
}

#[test]
fn fault_163_another_version_is_told_with_both() {
    let mut host = host(8);
    let mut other = client(ChannelConfig { app_version: 6, ..config() }, 4);
    shake(&mut host, 1, &mut other, NOW);
    assert_eq!(other.state(), ClientState::Closed(Ended::Version { ours: 6, theirs: 7 }));

    let mut future = client(config(), 5);
    let mut greeting = future.poll_datagram(NOW).unwrap().to_vec();
    greeting[5] = 2;
    let denial = answers(&mut host, 1, &greeting, NOW).remove(0);
    future.handle(&denial, NOW);
    let versions = Ended::WireVersion { ours: 1, theirs: 1 };
    assert_eq!(future.state(), ClientState::Closed(versions), "the host's own is told");

    let mut stranger = client(ChannelConfig { protocol_id: 5, ..config() }, 6);
    shake(&mut host, 1, &mut stranger, NOW);
    assert_eq!(stranger.state(), ClientState::Closed(Ended::Refused));
    let mut lanes = config();
    lanes.lanes.swap(0, 3);
    let mut rewired = client(lanes, 7);
    shake(&mut host, 1, &mut rewired, NOW);
    assert_eq!(rewired.state(), ClientState::Closed(Ended::Refused));
    assert_eq!(host.peers().count(), 0);
}

#[test]
fn a_full_host_says_so_and_a_closed_one_too() {
    let mut host = host(1);
    let mut first = client(config(), 1);
    shake(&mut host, 1, &mut first, NOW);
    let mut second = client(config(), 2);
    shake(&mut host, 2, &mut second, NOW);
    assert_eq!(second.state(), ClientState::Closed(Ended::Full));
    host.close(NOW);
    let mut third = client(config(), 3);
    shake(&mut host, 3, &mut third, NOW);
    assert_eq!(third.state(), ClientState::Closed(Ended::Shutdown));
}

#[test]
fn nobody_answers_and_the_client_gives_up() {
    let mut client = client(config(), 1);
    let mut said = 0;
    for ms in 0..5_000 {
        let now = Instant::from_millis(NOW.as_millis() + ms);
        client.update(now);
        said += usize::from(client.poll_datagram(now).is_some());
    }
    assert_eq!(client.state(), ClientState::Closed(Ended::Timeout));
    assert_eq!(said, 27, "every 150 ms for 4 s");
    assert!(client.poll_timeout().is_none());
}

#[test]
fn a_program_that_begins_again_at_its_address_replaces_itself() {
    let mut host = host(1);
    let mut first = client(config(), 1);
    let said = shake(&mut host, 1, &mut first, NOW);
    let Some(HostEvent::Connected { peer: old, .. }) = host.poll_event() else { panic!() };
    let mut again = client(config(), 2);
    shake(&mut host, 1, &mut again, NOW);
    assert_eq!(again.state(), ClientState::Open, "also when the host is full");
    let gone = HostEvent::Disconnected { peer: old, reason: Ended::Replaced };
    assert_eq!(host.poll_event(), Some(gone));
    let Some(HostEvent::Connected { peer: new, .. }) = host.poll_event() else { panic!() };
    assert_ne!(old, new);
    // The first one's datagrams, late: neither its proof nor what it says means anything now.
    said.iter().for_each(|datagram| host.handle(1, datagram, NOW));
    first.send(ORDERED, b"late", NOW).unwrap();
    host.handle(1, &first.poll_datagram(NOW).unwrap(), NOW);
    first.disconnect(NOW);
    host.handle(1, &first.poll_datagram(NOW).unwrap(), NOW);
    assert!(host.poll_event().is_none());
    assert_eq!(host.peers().next(), Some((new, 1)));
}

#[test]
fn what_overtakes_the_answer_that_lets_a_client_in_is_not_lost() {
    let mut host = host(8);
    let mut client = client(config(), 1);
    let greeting = client.poll_datagram(NOW).unwrap();
    client.handle(&answers(&mut host, 1, &greeting, NOW)[0], NOW);
    host.handle(1, &client.poll_datagram(NOW).unwrap(), NOW);
    let Some(HostEvent::Connected { peer, .. }) = host.poll_event() else { panic!() };
    host.send(peer, LATEST, b"early", NOW).unwrap();
    let datagrams: Vec<_> = core::iter::from_fn(|| host.poll_datagram(NOW)).collect();
    assert_eq!(datagrams.len(), 2);
    datagrams.iter().rev().for_each(|(_, datagram)| client.handle(datagram, NOW));
    assert_eq!(client.poll_event(), Some(ClientEvent::Connected));
    let early = ClientEvent::Message { lane: LATEST, bytes: b"early"[..].into() };
    assert_eq!(client.poll_event(), Some(early));
}

#[test]
fn who_was_brought_by_something_else_needs_no_handshake() {
    let mut host = host(8);
    let peer = host.open(3, 0x1234_5678_9abc_def0, NOW).unwrap();
    assert!(host.open(3, 1, NOW).is_none(), "the address is taken");
    let mut client = Client::open(config(), 0x1234_5678_9abc_def0, NOW).unwrap();
    assert_eq!(client.state(), ClientState::Open);
    host.send(peer, LATEST, b"hi", NOW).unwrap();
    let (to, datagram) = host.poll_datagram(NOW).unwrap();
    assert_eq!(to, 3);
    client.handle(&datagram, NOW);
    let events: Vec<_> = core::iter::from_fn(|| client.poll_event()).collect();
    assert_eq!(events.len(), 2);
}

#[test]
fn fault_53_one_machine_takes_no_more_than_its_share_of_a_hosts_places() {
    let config = ChannelConfig { peers_per_address: 2, ..config() };
    let mut host: Host<SocketAddr> = Host::new(config.clone(), [1; 32], 8).unwrap();
    let mut seed = 0;
    let mut comes = |host: &mut Host<SocketAddr>, from: &str| {
        seed += 1;
        let mut client = client(config.clone(), seed);
        shake(host, from.parse().unwrap(), &mut client, NOW);
        client.state()
    };
    assert_eq!(comes(&mut host, "192.0.2.1:1"), ClientState::Open);
    assert_eq!(comes(&mut host, "192.0.2.1:2"), ClientState::Open);
    for port in 3..40 {
        let state = comes(&mut host, &format!("192.0.2.1:{port}"));
        assert_eq!(state, ClientState::Closed(Ended::Full), "told why");
    }
    assert_eq!(comes(&mut host, "192.0.2.2:1"), ClientState::Open, "the others get in");
    assert_eq!(comes(&mut host, "192.0.2.1:2"), ClientState::Open, "begun anew, in its own place");
    assert_eq!(comes(&mut host, "[2001:db8::1]:1"), ClientState::Open);
    assert_eq!(comes(&mut host, "[2001:db8::2]:1"), ClientState::Open);
    assert_eq!(comes(&mut host, "[2001:db8::3]:1"), ClientState::Closed(Ended::Full), "one /64");
    // Who leaves makes room for the next.
    let (peer, _) = host.peers().find(|(_, at)| at.port() == 2).unwrap();
    host.disconnect(peer, Ended::Kicked, NOW);
    assert_eq!(comes(&mut host, "192.0.2.1:9"), ClientState::Open);
    assert_eq!(host.peers().count(), 5);
}

#[test]
fn a_configuration_out_of_range_is_named() {
    let fields = |change: fn(&mut ChannelConfig)| {
        let mut config = config();
        change(&mut config);
        config.check().unwrap_err().0
    };
    assert_eq!(fields(|c| c.lanes.clear()), "lanes");
    assert_eq!(fields(|c| c.lanes.extend(c.lanes.clone().repeat(2))), "lanes");
    assert_eq!(fields(|c| c.message_bytes = 0), "message_bytes");
    assert_eq!(fields(|c| c.send_budget_bytes = 1), "send_budget_bytes");
    assert_eq!(fields(|c| c.silence_ms = 0), "silence_ms");
    assert_eq!(fields(|c| c.handshake_ms = 60_000), "handshake_ms");
    assert_eq!(fields(|c| c.peers_per_address = 0), "peers_per_address");
}
