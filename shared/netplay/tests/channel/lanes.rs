//! What the lanes promise, one at a time.

use crate::net::{LATEST, Net, ORDERED, UNORDERED, UNRELIABLE, config, message, number};
use netplay::channel::Unsent;
use netplay::limits::{CHANNEL_BUDGET_BYTES, CHANNEL_MESSAGE_BYTES, FRAGMENT_BYTES, FRAGMENTS};
use netplay::link::LinkProfile;

const LOSSY: LinkProfile = LinkProfile { loss_permille: 100, ..LinkProfile::HOME };

#[test]
fn ordered_messages_arrive_all_in_order_over_a_bad_line() {
    let mut net = Net::open(LinkProfile::TRAIN, 1);
    for at in 0..200 {
        let (peer, now) = (net.peer(0), net.now);
        net.host.send(peer, ORDERED, &message(at, 20), now).unwrap();
        net.client().send(ORDERED, &message(at, 2_000), now).unwrap();
        net.run(10);
    }
    net.run_until(30_000, |net| {
        net.at_client[0].messages.len() >= 200 && net.at_host[0].messages.len() >= 200
    });
    for heard in [&net.at_client[0], &net.at_host[0]] {
        let numbers: Vec<u32> = heard.on(ORDERED).iter().map(|m| number(m)).collect();
        assert_eq!(numbers, (0..200).collect::<Vec<_>>());
    }
}

#[test]
fn an_unordered_message_does_not_wait_for_one_that_was_lost() {
    let mut net = Net::open(LinkProfile { latency_ms: 50, ..LinkProfile::PERFECT }, 2);
    let lost = LinkProfile { loss_permille: 1_000, ..LinkProfile::PERFECT };
    let whole = LinkProfile { latency_ms: 50, ..LinkProfile::PERFECT };
    net.wires.set_profiles(0, lost, whole);
    let now = net.now;
    net.client().send(UNORDERED, &message(0, 5), now).unwrap();
    net.client().send(ORDERED, &message(0, 5), now).unwrap();
    net.step();
    net.wires.set_profiles(0, whole, whole);
    let now = net.now;
    net.client().send(UNORDERED, &message(1, 5), now).unwrap();
    net.client().send(ORDERED, &message(1, 5), now).unwrap();
    net.run(60);
    let unordered: Vec<u32> = net.at_host[0].on(UNORDERED).iter().map(|m| number(m)).collect();
    assert_eq!(unordered, [1]);
    assert!(net.at_host[0].on(ORDERED).is_empty());
    net.run(400);
    let unordered: Vec<u32> = net.at_host[0].on(UNORDERED).iter().map(|m| number(m)).collect();
    let ordered: Vec<u32> = net.at_host[0].on(ORDERED).iter().map(|m| number(m)).collect();
    assert_eq!((unordered, ordered), (vec![1, 0], vec![0, 1]));
}

#[test]
fn latest_never_goes_back_and_unreliable_comes_once() {
    let mut net = Net::open(LinkProfile::TRAIN, 3);
    for at in 0..600 {
        let now = net.now;
        net.client().send(LATEST, &message(at, 3_000), now).unwrap();
        net.client().send(UNRELIABLE, &message(at, 40), now).unwrap();
        net.run(30);
    }
    let latest: Vec<u32> = net.at_host[0].on(LATEST).iter().map(|m| number(m)).collect();
    assert!(latest.is_sorted_by(|a, b| a < b), "never back, never twice");
    // Three parts, three losses in ten, and jitter of six intervals.
    assert!(latest.len() > 60, "{}", latest.len());
    let mut unreliable: Vec<u32> =
        net.at_host[0].on(UNRELIABLE).iter().map(|m| number(m)).collect();
    assert!((350..=500).contains(&unreliable.len()), "{}", unreliable.len());
    assert!(!unreliable.is_sorted(), "as they come");
    unreliable.sort_unstable();
    assert!(unreliable.is_sorted_by(|a, b| a < b), "once");
}

#[test]
fn of_messages_that_were_not_sent_yet_only_the_latest_goes() {
    let mut net = Net::open(LinkProfile::PERFECT, 4);
    let now = net.now;
    (0..50).for_each(|at| net.client().send(LATEST, &message(at, 5_000), now).unwrap());
    let before = net.client().stats().datagrams_sent;
    net.run(5);
    assert_eq!(net.at_host[0].on(LATEST).len(), 1);
    assert_eq!(number(&net.at_host[0].on(LATEST)[0]), 49);
    assert!(net.client().stats().datagrams_sent - before <= 6);
}

#[test]
fn the_longest_messages_arrive_whole() {
    let mut net = Net::open(LOSSY, 5);
    let largest = message(1, CHANNEL_MESSAGE_BYTES - 4);
    let many_parts = message(2, FRAGMENTS * FRAGMENT_BYTES - 4);
    for lane in [ORDERED, UNORDERED] {
        let now = net.now;
        net.client().send(lane, &largest, now).unwrap();
        net.client().send(lane, &[], now).unwrap();
        let too_long = [&largest[..], &[0]].concat();
        assert_eq!(net.client().send(lane, &too_long, now), Err(Unsent::TooLarge));
    }
    net.run_until(20_000, |net| net.at_host[0].messages.len() == 4);
    for lane in [ORDERED, UNORDERED] {
        let mut sizes: Vec<usize> = net.at_host[0].on(lane).iter().map(|m| m.len()).collect();
        assert!(net.at_host[0].on(lane).iter().all(|m| m.is_empty() || number(m) == 1));
        sizes.sort_unstable();
        assert_eq!(sizes, [0, largest.len()]);
    }
    let clean = LinkProfile { latency_ms: 40, jitter_ms: 20, ..LinkProfile::PERFECT };
    net.wires.set_profiles(0, clean, clean);
    for lane in [LATEST, UNRELIABLE] {
        let now = net.now;
        net.client().send(lane, &many_parts, now).unwrap();
        let too_long = [&many_parts[..], &[0]].concat();
        assert_eq!(net.client().send(lane, &too_long, now), Err(Unsent::TooLarge));
        net.run(100);
        assert_eq!(net.at_host[0].on(lane).len(), 1);
        assert_eq!(number(&net.at_host[0].on(lane)[0]), 2);
    }
    let now = net.now;
    assert_eq!(net.client().send(4, b"", now), Err(Unsent::NoLane));
}

#[test]
fn a_message_of_which_a_part_is_lost_is_not_there_and_costs_no_memory() {
    let mut net = Net::open(LinkProfile::PERFECT, 6);
    let lossy = LinkProfile { loss_permille: 200, ..LinkProfile::PERFECT };
    net.wires.set_profiles(0, lossy, LinkProfile::PERFECT);
    for at in 0..400 {
        let now = net.now;
        net.client().send(UNRELIABLE, &message(at, 20 * FRAGMENT_BYTES), now).unwrap();
        net.run(2);
    }
    let whole = net.at_host[0].on(UNRELIABLE);
    whole.iter().for_each(|message| assert!(number(message) < 400));
    assert!((1..30).contains(&whole.len()), "0.8 to the power of 21: {}", whole.len());
    let stats = net.host.stats(net.peer(0)).unwrap();
    assert!(stats.partial_dropped > 300, "{}", stats.partial_dropped);
}

#[test]
fn a_lane_without_room_says_so_and_takes_again_what_it_said_no_to() {
    let mut net = Net::open(LinkProfile { latency_ms: 5, ..LinkProfile::PERFECT }, 7);
    let chunk = message(0, 64 * 1024);
    for lane in [ORDERED, UNORDERED, UNRELIABLE] {
        let now = net.now;
        let taken = (0..100).map_while(|_| net.client().send(lane, &chunk, now).ok()).count();
        assert!((60..=64).contains(&taken), "{taken} of 64 KiB in {CHANNEL_BUDGET_BYTES}");
        assert_eq!(net.client().send(lane, &chunk, now), Err(Unsent::WouldBlock));
        assert_eq!(net.client().send(lane, &[], now), Ok(()), "what fits is still taken");
    }
    net.run(6_000);
    let now = net.now;
    for lane in [ORDERED, UNORDERED, UNRELIABLE] {
        assert_eq!(net.client().send(lane, &chunk, now), Ok(()));
    }
    net.run(2_000);
    assert_eq!(net.client().stats().waiting_frames, 0);
    for lane in [ORDERED, UNORDERED] {
        assert!(net.at_host[0].on(lane).len() > 60);
    }
}

#[test]
fn a_bulky_lane_does_not_keep_another_waiting() {
    let mut net = Net::open(LinkProfile { latency_ms: 30, ..LinkProfile::PERFECT }, 8);
    let now = net.now;
    net.client().send(ORDERED, &message(0, 1_000_000), now).unwrap();
    net.run(50);
    let now = net.now;
    net.client().send(UNORDERED, b"now!", now).unwrap();
    net.run(150);
    assert_eq!(net.at_host[0].on(UNORDERED).len(), 1);
    assert!(net.at_host[0].on(ORDERED).is_empty());
}

#[test]
fn packet_numbers_and_frame_numbers_wrap_and_nothing_is_lost() {
    let mut net = Net::with(config(), 1, LinkProfile { jitter_ms: 3, ..LinkProfile::PERFECT }, 9);
    net.run_until(100, |net| net.is_open());
    let mut sent = 0_u32;
    let mut heard = 0_u32;
    while sent < 140_000 {
        let now = net.now;
        for _ in 0..70 {
            net.client().send(ORDERED, &sent.to_le_bytes(), now).unwrap();
            let datagram = net.clients[0].1.poll_datagram(now);
            datagram.into_iter().for_each(|datagram| net.wires.push_up(0, &datagram, now));
            sent += 1;
        }
        net.step();
        for (_, bytes) in net.at_host[0].messages.drain(..) {
            assert_eq!(u32::from_le_bytes(bytes[..].try_into().unwrap()), heard);
            heard += 1;
        }
    }
    net.run(200);
    assert_eq!(heard as usize + net.at_host[0].messages.len(), 140_000);
}
