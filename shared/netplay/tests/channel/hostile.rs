//! Datagrams that nobody honest sends.

use crate::net::{LATEST, Net, ORDERED, UNORDERED, UNRELIABLE, message};
use netplay::channel::ClientState;
use netplay::link::LinkProfile;
use netplay::rng::SimRng;
use netplay::wire::Packet;
use xxhash_rust::xxh64::xxh64;

fn noise(rng: &mut SimRng) -> Vec<u8> {
    let length = match rng.below(4) {
        0 => rng.below(1_201),
        _ => rng.below(40),
    };
    let mut bytes: Vec<u8> = (0..length).map(|_| rng.next_u32() as u8).collect();
    if let Some(first) = bytes.first_mut().filter(|_| rng.below(2) == 0) {
        *first =
            [0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x80, 0xc0, 0xcf, 0xa0][rng.below(10) as usize];
    }
    bytes
}

#[test]
fn fault_166_noise_from_everywhere_changes_nothing() {
    let mut net = Net::open(LinkProfile::PERFECT, 1);
    net.run(100);
    let mut rng = SimRng::new(1, 2);
    let now = net.now;
    let cost = allocation_counter::measure(|| {
        for at in 0..60_000_u32 {
            let bytes = noise(&mut rng);
            net.host.handle((at % 7) as u16, &bytes, now);
            net.client().handle(&bytes, now);
            assert!(net.host.poll_event().is_none() && net.client().poll_event().is_none());
            while let Some((_, answer)) = net.host.poll_datagram(now) {
                assert!(answer.len() <= bytes.len());
            }
        }
    });
    assert!(cost.bytes_current < 20_000, "{}", cost.bytes_current);
    assert!(net.is_open() && net.host.peers().count() == 1);
    net.client().send(ORDERED, b"still here", now).unwrap();
    net.run(5);
    assert_eq!(net.at_host[0].on(ORDERED).len(), 1);
}

#[test]
fn fault_167_a_changed_or_repeated_datagram_is_dropped_and_costs_its_peer_nothing() {
    let mut net = Net::open(LinkProfile::PERFECT, 2);
    let mut rng = SimRng::new(3, 4);
    for at in 0..300 {
        let now = net.now;
        for lane in [ORDERED, UNORDERED, LATEST, UNRELIABLE] {
            net.client().send(lane, &message(at, rng.below(2_000) as usize), now).unwrap();
        }
        while let Some(datagram) = net.clients[0].1.poll_datagram(now) {
            for _ in 0..20 {
                let mut changed = datagram.to_vec();
                let byte = rng.below(changed.len() as u32) as usize;
                changed[byte] ^= 1 << rng.below(8);
                match rng.below(3) {
                    0 => changed.truncate(byte),
                    1 => changed.extend_from_slice(&datagram[..byte.min(10)]),
                    _ => {}
                }
                net.host.handle(0, &changed, now);
            }
            net.host.handle(0, &datagram, now);
            net.host.handle(0, &datagram, now);
            net.host.handle(1, &datagram, now);
            net.client().handle(&datagram, now);
        }
        net.step();
    }
    net.run(100);
    for lane in [ORDERED, UNORDERED, LATEST, UNRELIABLE] {
        let heard = net.at_host[0].on(lane);
        let numbers: Vec<u32> = heard.iter().map(|m| crate::net::number(m)).collect();
        assert_eq!(numbers, (0..300).collect::<Vec<_>>());
    }
    assert!(net.is_open() && net.at_client[0].messages.is_empty());
    assert!(net.host.stats(net.peer(0)).unwrap().datagrams_dropped >= 300 * 20);
}

#[test]
fn fault_168_a_goodbye_with_a_guessed_id_ends_nothing() {
    let mut net = Net::open(LinkProfile::PERFECT, 3);
    let mut rng = SimRng::new(5, 6);
    let now = net.now;
    for _ in 0..10_000 {
        let mut goodbye = vec![0x56];
        (0..8).for_each(|_| goodbye.push(rng.next_u32() as u8));
        goodbye.push(9);
        net.host.handle(0, &goodbye, now);
        net.client().handle(&goodbye, now);
    }
    net.run(5);
    assert!(net.is_open() && net.host.peers().count() == 1);
    assert_eq!(net.at_host[0].ended, None);
}

/// A packet with the right check: what a peer that is in may send.
fn sealed(body: &[u8], id: u64) -> Packet {
    let check = xxh64(body, !id) as u32;
    [body, &check.to_le_bytes()].concat().into()
}

#[test]
fn fault_169_a_peer_that_is_in_and_lies_ends_its_own_channel_at_a_bounded_cost() {
    let mut rng = SimRng::new(7, 8);
    let mut ended = 0;
    for round in 0..400_u64 {
        let mut net = Net::new(0, LinkProfile::PERFECT, 4);
        let (honest, liar) = (1, 2);
        let friend = net.host.open(honest, 55, net.now).unwrap();
        let peer = net.host.open(liar, round, net.now).unwrap();
        let now = net.now;
        let cost = allocation_counter::measure(|| {
            for number in 0..200_u16 {
                let mut body = vec![[0x80, 0xa0, 0xc0, 0xcf][rng.below(4) as usize]];
                body.extend_from_slice(&number.to_le_bytes());
                if body[0] & 0x40 != 0 {
                    (0..3 + body[0].count_ones()).for_each(|_| body.push(rng.next_u32() as u8));
                }
                if rng.below(8) > 0 {
                    // Well-formed frames of lanes 0 to 3, with wild numbers and parts.
                    for _ in 0..rng.below(6) {
                        let lane = rng.below(4) as u8;
                        body.push(lane | 0x20 | [0x18, 0x18, 0x08, 0x10, 0][rng.below(5) as usize]);
                        if lane < 2 {
                            body.extend_from_slice(&(rng.below(1_200) as u16).to_le_bytes());
                        } else if body.last().is_some_and(|head| head & 0x18 != 0x18) {
                            body.extend_from_slice(&[0, 1 + rng.below(254) as u8]);
                        }
                        let bytes = rng.below(100) as u8;
                        body.push(bytes);
                        body.extend((0..bytes).map(|_| 7));
                    }
                } else {
                    body.extend(noise(&mut rng));
                }
                net.host.handle(liar, &sealed(&body, round), now);
            }
        });
        assert!(cost.bytes_max < 4 * 1024 * 1024, "{}", cost.bytes_max);
        assert!(net.host.stats(friend).is_some(), "the other one is not disturbed");
        ended += u32::from(net.host.stats(peer).is_none());
        net.host.send(friend, ORDERED, b"hello", now).unwrap();
    }
    assert!(ended > 300, "{ended}");
}

#[test]
fn fault_170_hoarded_fragments_and_gaps_end_at_their_bounds() {
    let mut net = Net::new(0, LinkProfile::PERFECT, 5);
    let peer = net.host.open(1, 66, net.now).unwrap();
    let now = net.now;
    let cost = allocation_counter::measure(|| {
        for number in 0..20_000_u32 {
            // The first part of 255, each time of another message.
            let mut body = vec![0x80];
            body.extend_from_slice(&(number as u16).to_le_bytes());
            body.extend_from_slice(&[UNRELIABLE | 0x08, 0, 254]);
            body.resize(body.len() + 1_180, 7);
            net.host.handle(1, &sealed(&body, 66), now);
        }
    });
    assert!(net.host.stats(peer).is_some());
    assert!(cost.bytes_current < 600 * 1024, "{}", cost.bytes_current);
    let cost = allocation_counter::measure(|| {
        for number in 20_000..22_000_u32 {
            // Everything but the first frame.
            let mut body = vec![0x80];
            body.extend_from_slice(&(number as u16).to_le_bytes());
            body.push(ORDERED | 0x18);
            body.extend_from_slice(&(number as u16 - 19_999).to_le_bytes());
            body.resize(body.len() + 1_180, 7);
            net.host.handle(1, &sealed(&body, 66), now);
        }
    });
    assert!(cost.bytes_max < 1024 * 1024, "{}", cost.bytes_max);
    assert!(net.host.stats(peer).is_none(), "no honest sender runs so far ahead");
}

#[test]
fn fault_171_a_caller_who_does_not_poll_is_not_buried() {
    let mut net = Net::open(LinkProfile::PERFECT, 6);
    let chunk = vec![1; 1_100];
    let cost = allocation_counter::measure(|| {
        for _ in 0..20_000 {
            let now = net.now;
            let _ = net.client().send(UNRELIABLE, &chunk, now);
            let _ = net.client().send(ORDERED, &chunk, now);
            net.now = netplay::time::Instant::from_micros(now.as_micros() + 1_000);
            net.wires.step(&mut net.host, &mut net.clients, net.now);
        }
    });
    assert!(cost.bytes_max < 16 * 1024 * 1024, "{}", cost.bytes_max);
    net.listen();
    assert!((4_096..4_200).contains(&net.at_host[0].messages.len()), "as many as are kept");
    net.run(2_000);
    let heard = net.at_host[0].on(ORDERED).len();
    assert!(heard > 4_096 / 2, "what must arrive still does: {heard}");
    assert!(net.at_host[0].ended.is_none() && net.client().state() == ClientState::Open);
}

#[test]
fn an_acknowledgement_of_everything_frees_nothing_that_was_not_sent() {
    let mut net = Net::new(0, LinkProfile::PERFECT, 7);
    let peer = net.host.open(1, 77, net.now).unwrap();
    let now = net.now;
    net.host.send(peer, ORDERED, b"wait", now).unwrap();
    for number in 0..2_000_u16 {
        let mut body = vec![0xc0];
        body.extend_from_slice(&number.to_le_bytes());
        body.extend_from_slice(&number.wrapping_mul(31).wrapping_add(1).to_le_bytes());
        body.push(0);
        net.host.handle(1, &sealed(&body, 77), now);
        assert_eq!(net.host.stats(peer).unwrap().waiting_frames, 1);
    }
}
