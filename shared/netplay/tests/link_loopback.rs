//! The pretend wire is faulty in the ways it promises, and in no other.

use netplay::limits::OUTBOUND_MESSAGES;
use netplay::link::{Conditioned, Lane, LinkProfile, LinkState, Loopback, SendError, Transport};
use netplay::time::Instant;
use netplay::wire::{CloseReason, Packet};

const BAD: LinkProfile = LinkProfile::TRAIN;

fn packet(number: u32) -> Packet {
    number.to_le_bytes().to_vec().into()
}

fn number(packet: &Packet) -> u32 {
    u32::from_le_bytes(packet[..].try_into().unwrap())
}

/// Sends `count` packets, one a frame, and returns what arrives with the millisecond it came.
fn carry(profile: LinkProfile, lane: Lane, count: u32, seed: u64) -> Vec<(u64, u32)> {
    let (mut here, mut there) = Loopback::pair(profile, LinkProfile::PERFECT, seed);
    let mut arrived = Vec::new();
    for ms in 0..u64::from(count) * 16 + 20_000 {
        let now = Instant::from_millis(ms);
        if ms % 16 == 0 && ms / 16 < u64::from(count) {
            here.send(&packet(ms as u32 / 16), lane, now).unwrap();
        }
        while let Some(packet) = there.poll(now) {
            arrived.push((ms, number(&packet)));
        }
    }
    arrived
}

#[test]
fn an_ordered_lane_loses_and_reorders_nothing() {
    let arrived = carry(BAD, Lane::Ordered, 1_000, 1);
    assert!(arrived.iter().map(|(_, number)| *number).eq(0..1_000));
    let late = arrived.iter().filter(|(ms, number)| ms - u64::from(*number) * 16 > 260).count();
    assert!(late > 200, "lost packets hold up the ones behind them: {late}");
}

#[test]
fn an_unreliable_lane_loses_repeats_and_reorders() {
    let arrived = carry(BAD, Lane::Unreliable, 2_000, 2);
    let mut seen: Vec<u32> = arrived.iter().map(|(_, number)| *number).collect();
    assert!(!seen.is_sorted(), "some pass others");
    seen.sort_unstable();
    let total = seen.len();
    seen.dedup();
    let (lost, twice) = (2_000 - seen.len(), total - seen.len());
    // Three in ten are lost; of the two in ten that go twice, both copies must be.
    assert!((400..700).contains(&lost), "{lost} lost");
    assert!((100..350).contains(&twice), "{twice} came twice");
}

#[test]
fn latency_and_jitter_keep_their_bounds() {
    let profile = LinkProfile { latency_ms: 40, jitter_ms: 20, ..LinkProfile::PERFECT };
    let trips: Vec<u64> = carry(profile, Lane::Unreliable, 500, 3)
        .into_iter()
        .map(|(ms, number)| ms - u64::from(number) * 16)
        .collect();
    assert!(trips.iter().all(|ms| (40..=60).contains(ms)));
    assert!(trips.iter().any(|ms| *ms < 45) && trips.iter().any(|ms| *ms > 55));
}

#[test]
fn the_same_seed_gives_the_same_wire() {
    let arrivals = |seed| carry(BAD, Lane::Unreliable, 300, seed);
    assert_eq!(arrivals(4), arrivals(4));
    assert_ne!(arrivals(4), arrivals(5));
}

#[test]
fn bandwidth_spaces_packets_out() {
    let profile = LinkProfile { bandwidth_bytes_per_s: 1_000, ..LinkProfile::PERFECT };
    let (mut here, mut there) = Loopback::pair(profile, LinkProfile::PERFECT, 0);
    for _ in 0..10 {
        here.send(&vec![0; 100].into(), Lane::Ordered, Instant::ZERO).unwrap();
    }
    let by = |there: &mut Loopback, ms| {
        core::iter::from_fn(|| there.poll(Instant::from_millis(ms))).count()
    };
    assert_eq!(by(&mut there, 99), 0);
    assert_eq!(by(&mut there, 500), 5);
    assert_eq!(by(&mut there, 1_000), 5);
}

#[test]
fn each_direction_has_its_own_profile() {
    let slow = LinkProfile { latency_ms: 100, ..LinkProfile::PERFECT };
    let (mut here, mut there) = Loopback::pair(slow, LinkProfile::PERFECT, 0);
    here.send(&packet(1), Lane::Ordered, Instant::ZERO).unwrap();
    there.send(&packet(2), Lane::Ordered, Instant::ZERO).unwrap();
    assert!(here.poll(Instant::ZERO).is_some());
    assert!(there.poll(Instant::from_millis(99)).is_none());
    assert!(there.poll(Instant::from_millis(100)).is_some());
}

#[test]
fn a_reader_who_stops_reading_costs_a_bounded_queue_and_the_link() {
    let (mut here, there) = Loopback::pair(LinkProfile::PERFECT, LinkProfile::PERFECT, 0);
    let taken = (0..).take_while(|n| here.send(&packet(*n), Lane::Ordered, Instant::ZERO).is_ok());
    assert_eq!(taken.count(), OUTBOUND_MESSAGES);
    assert_eq!(here.state(), LinkState::Closed(CloseReason::TooSlow));
    drop(there);
}

#[test]
fn what_was_sent_before_the_close_still_arrives() {
    let slow = LinkProfile { latency_ms: 50, ..LinkProfile::PERFECT };
    let (mut here, mut there) = Loopback::pair(slow, slow, 0);
    here.send(&packet(9), Lane::Ordered, Instant::ZERO).unwrap();
    here.close();
    assert_eq!(here.send(&packet(9), Lane::Ordered, Instant::ZERO), Err(SendError::Closed));
    assert_eq!(there.state(), LinkState::Open);
    assert_eq!(there.poll(Instant::from_millis(50)).as_ref().map(number), Some(9));
    assert_eq!(there.state(), LinkState::Closed(CloseReason::LinkLost));
}

#[test]
fn a_cut_link_loses_what_is_under_way() {
    let slow = LinkProfile { latency_ms: 50, ..LinkProfile::PERFECT };
    let (mut here, mut there) = Loopback::pair(slow, slow, 0);
    here.send(&packet(9), Lane::Ordered, Instant::ZERO).unwrap();
    here.cut();
    assert!(there.poll(Instant::from_millis(500)).is_none());
    assert_eq!(there.state(), LinkState::Closed(CloseReason::LinkLost));
    assert_eq!(here.state(), LinkState::Closed(CloseReason::LinkLost));
}

#[test]
fn any_transport_can_be_made_worse() {
    let slow = LinkProfile { latency_ms: 30, ..LinkProfile::PERFECT };
    let (here, mut there) = Loopback::pair(LinkProfile::PERFECT, LinkProfile::PERFECT, 0);
    let mut here = Conditioned::new(here, slow, slow, 1);
    here.send(&packet(1), Lane::Ordered, Instant::ZERO).unwrap();
    there.send(&packet(2), Lane::Ordered, Instant::ZERO).unwrap();
    assert!(here.poll(Instant::ZERO).is_none());
    assert!(there.poll(Instant::from_millis(29)).is_none());
    assert_eq!(here.poll(Instant::from_millis(30)).as_ref().map(number), Some(2));
    assert_eq!(there.poll(Instant::from_millis(30)).as_ref().map(number), Some(1));
    drop(there);
    assert_eq!(here.state(), LinkState::Closed(CloseReason::LinkLost));
}

#[test]
fn a_link_that_is_mended_keeps_its_order() {
    let slow = LinkProfile { latency_ms: 30, ..LinkProfile::PERFECT };
    let (here, mut there) = Loopback::pair(LinkProfile::PERFECT, LinkProfile::PERFECT, 0);
    let mut here = Conditioned::new(here, LinkProfile::PERFECT, LinkProfile::PERFECT, 1);
    let mut now = Instant::ZERO;
    let exchange = |here: &mut Conditioned<Loopback>, there: &mut Loopback, now, count| {
        here.send(&packet(count), Lane::Ordered, now).unwrap();
        there.send(&packet(count), Lane::Ordered, now).unwrap();
        let up: Vec<_> = std::iter::from_fn(|| there.poll(now)).map(|it| number(&it)).collect();
        let down: Vec<_> = std::iter::from_fn(|| here.poll(now)).map(|it| number(&it)).collect();
        assert_eq!(up, down);
        up
    };
    assert_eq!(exchange(&mut here, &mut there, now, 1), [1]);
    here.set_profiles(slow, slow);
    assert_eq!(exchange(&mut here, &mut there, now, 2), []);
    here.set_profiles(LinkProfile::PERFECT, LinkProfile::PERFECT);
    assert_eq!(exchange(&mut here, &mut there, now, 3), []);
    now = Instant::from_millis(30);
    assert_eq!(exchange(&mut here, &mut there, now, 4), [2, 3, 4]);
    assert_eq!(exchange(&mut here, &mut there, now, 5), [5]);
}
