//! What a channel knows of its line, and what it costs.

use crate::net::{LATEST, Net, ORDERED, UNRELIABLE};
use netplay::link::LinkProfile;

/// 80 ms ± 4 ms there and back, one in fifty lost each way.
const ROAD: LinkProfile =
    LinkProfile { latency_ms: 38, jitter_ms: 4, loss_permille: 20, ..LinkProfile::PERFECT };

/// A game at 30 Hz: inputs up, states down. The bytes a second of both directions.
fn play(net: &mut Net, ms: u64, up: usize, down: usize) {
    for at in 0..ms {
        if at % 33 == 0 {
            let (peer, now) = (net.peer(0), net.now);
            net.host.send(peer, LATEST, &vec![7; down], now).unwrap();
            net.client().send(LATEST, &vec![8; up], now).unwrap();
        }
        net.step();
    }
}

#[test]
fn the_round_trip_is_measured_within_three_milliseconds() {
    for seed in 0..5 {
        let mut net = Net::open(ROAD, seed);
        play(&mut net, 5_000, 12, 90);
        let host = net.host.stats(net.peer(0)).unwrap();
        for stats in [net.client().stats(), host] {
            assert!((77..=83).contains(&stats.rtt_ms()), "{}", stats.rtt_ms());
            assert!(stats.rtt_var_ms_256 < 4 * 256, "{}", stats.rtt_var_ms_256);
        }
    }
}

#[test]
fn an_idle_line_is_measured_too_and_costs_next_to_nothing() {
    let mut net = Net::open(ROAD, 6);
    net.run(20_000);
    let before = net.client().stats();
    net.run(10_000);
    let after = net.client().stats();
    assert!((77..=83).contains(&after.rtt_ms()), "{}", after.rtt_ms());
    let bytes = after.bytes_sent - before.bytes_sent;
    assert!(bytes < 10 * 140, "{bytes} bytes in ten seconds");
    assert!(net.at_host[0].ended.is_none() && net.at_client[0].ended.is_none());
}

#[test]
fn the_share_of_lost_packets_is_near_the_truth() {
    for loss in [0, 20, 100, 300] {
        let mut net = Net::open(LinkProfile { loss_permille: loss, ..ROAD }, 11);
        play(&mut net, 20_000, 12, 90);
        let host = net.host.stats(net.peer(0)).unwrap();
        for stats in [net.client().stats(), host] {
            let slack = 5 + loss / 4;
            let measured = stats.loss_permille;
            assert!(measured.abs_diff(loss) <= slack.max(18), "{measured} for {loss}");
            assert!(loss > 0 || measured == 0);
        }
    }
}

#[test]
fn a_stream_that_nobody_answers_is_measured_all_the_same() {
    let mut net = Net::open(ROAD, 12);
    for at in 0..10_000_u64 {
        if at.is_multiple_of(10) {
            let now = net.now;
            net.client().send(UNRELIABLE, &[0; 100], now).unwrap();
        }
        net.step();
    }
    let stats = net.client().stats();
    assert!((77..=83).contains(&stats.rtt_ms()), "{}", stats.rtt_ms());
    assert!((2..=45).contains(&stats.loss_permille), "{}", stats.loss_permille);
    let answers = net.host.stats(net.peer(0)).unwrap().datagrams_sent;
    assert!(answers < 60, "an answer for every 24 packets: {answers}");
}

#[test]
fn a_datagram_costs_eleven_bytes_on_a_clean_line_and_twelve_on_the_road() {
    for (profile, most) in
        [(LinkProfile { latency_ms: 40, ..LinkProfile::PERFECT }, 1_101), (ROAD, 1_200)]
    {
        let mut net = Net::open(profile, 13);
        net.run(1_000);
        let before = net.host.stats(net.peer(0)).unwrap();
        play(&mut net, 20_000, 12, 100);
        let after = net.host.stats(net.peer(0)).unwrap();
        let datagrams = after.datagrams_sent - before.datagrams_sent;
        assert!((606..=608).contains(&datagrams), "no acknowledgement goes alone: {datagrams}");
        let bytes = after.bytes_sent - before.bytes_sent - datagrams * (28 + 100);
        assert!(bytes * 100 / datagrams <= most, "{}", bytes * 100 / datagrams);
    }
}

#[test]
fn a_second_of_play_is_metered() {
    let mut net = Net::open(LinkProfile { latency_ms: 20, ..LinkProfile::PERFECT }, 14);
    play(&mut net, 5_000, 12, 100);
    let host = net.host.stats(net.peer(0)).unwrap();
    let truth = 30 * (28 + 11 + 100);
    assert!((truth * 85 / 100..=truth * 105 / 100).contains(&host.sent_bytes_s), "{host:?}");
    assert!(net.client().stats().received_bytes_s > truth * 85 / 100);
}

#[test]
fn what_must_arrive_is_sent_again_about_as_often_as_it_is_lost() {
    let mut net = Net::open(LinkProfile { loss_permille: 50, ..ROAD }, 15);
    for _ in 0..1_000 {
        let now = net.now;
        net.client().send(ORDERED, &[1; 200], now).unwrap();
        net.run(10);
    }
    net.run(1_000);
    assert_eq!(net.at_host[0].on(ORDERED).len(), 1_000);
    let resent = net.client().stats().resent;
    assert!((30..=150).contains(&resent), "{resent} of 1000");
}

#[test]
fn a_large_message_on_a_narrow_line_fills_it_and_keeps_nobody_waiting() {
    let narrow = LinkProfile {
        latency_ms: 30,
        jitter_ms: 10,
        bandwidth_bytes_per_s: 100_000,
        ..LinkProfile::PERFECT
    };
    let mut net = Net::open(narrow, 16);
    let now = net.now;
    net.client().send(ORDERED, &vec![1; 1_000_000], now).unwrap();
    let begun = net.client().stats();
    let mut delays = Vec::new();
    let mut ms = 0_u64;
    while net.at_host[0].on(ORDERED).is_empty() {
        if ms.is_multiple_of(33) {
            let now = net.now;
            net.client().send(LATEST, &ms.to_le_bytes(), now).unwrap();
        }
        net.step();
        ms += 1;
        assert!(ms < 16_000, "10.4 s of a line that takes 100 kB/s");
        net.at_host[0].messages.retain(|(lane, bytes)| {
            if *lane == LATEST {
                delays.push(ms - u64::from_le_bytes(bytes[..].try_into().unwrap()));
            }
            *lane != LATEST
        });
    }
    let stats = net.client().stats();
    assert!(ms < 12_500, "{ms} ms");
    assert!(stats.resent < 50, "{} sent again", stats.resent);
    assert!(stats.bytes_sent - begun.bytes_sent < 1_150_000);
    delays.sort_unstable();
    let (middle, worst) = (delays[delays.len() / 2], delays[delays.len() - 1]);
    assert!(middle < 220 && worst < 420, "{middle} and {worst} ms for 35");
}
