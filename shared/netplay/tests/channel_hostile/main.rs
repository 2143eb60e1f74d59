//! Hostile datagrams, packets and applications, at random but from a seed: the bodies of the
//! fuzzer's targets as tests.
#![cfg(not(target_arch = "wasm32"))]

mod target;

use netplay::channel::{ChannelConfig, Client, Delivery};
use netplay::rng::SimRng;
use netplay::time::Instant;

fn step(script: &mut Vec<u8>, kind: u32, who: u32, body: &[u8]) {
    script.extend([kind as u8, who as u8]);
    script.extend((body.len() as u16).to_le_bytes());
    script.extend(body);
}

fn noise(rng: &mut SimRng, most: u32) -> Vec<u8> {
    (0..rng.below(most)).map(|_| rng.next_u32() as u8).collect()
}

/// A greeting that a host takes for one, or nearly.
fn greeting(rng: &mut SimRng) -> Vec<u8> {
    let lanes = [Delivery::Ordered, Delivery::Unordered, Delivery::Latest, Delivery::Unreliable];
    let config = ChannelConfig::new(7, 1 + rng.below(2), &lanes);
    let entropy = [rng.next_u32() as u8; 32];
    let mut client = Client::new(config, entropy, Instant::ZERO).unwrap();
    let mut bytes = client.poll_datagram(Instant::ZERO).expect("it greets").to_vec();
    if rng.below(3) == 0 {
        let at = rng.below(bytes.len() as u32) as usize;
        bytes[at] ^= 1 << rng.below(8);
    }
    bytes
}

#[test]
fn fault_90_nobodys_datagrams_open_a_channel_or_are_answered_with_more_than_they_are() {
    let mut rng = SimRng::new(0xDA7A, 1);
    for _ in 0..600 {
        let mut script = Vec::new();
        for _ in 0..rng.below(80) {
            let (kind, who) = (rng.below(8), rng.below(256));
            let body = match kind {
                1..=3 if rng.below(2) == 0 => greeting(&mut rng),
                1..=3 => noise(&mut rng, 1_300),
                5 => noise(&mut rng, 2_000),
                6 => noise(&mut rng, 20),
                _ => Vec::new(),
            };
            step(&mut script, kind, who, &body);
        }
        target::datagrams(&script);
    }
}

/// The beginning of a packet that may be one, and frames behind it.
fn packet(number: u16, rng: &mut SimRng) -> Vec<u8> {
    let mut bytes = vec![0x80 | if rng.below(2) == 0 { 0x40 } else { 0 }];
    bytes.extend(number.to_le_bytes());
    if bytes[0] & 0x40 != 0 {
        bytes.extend((rng.below(64) as u16).to_le_bytes());
        bytes.push(rng.next_u32() as u8);
    }
    for _ in 0..rng.below(5) {
        let body = noise(rng, 40);
        let (lane, ends) = (rng.below(4) as u8, (rng.below(4) << 3) as u8);
        bytes.push(0x20 | ends | lane);
        if lane < 2 {
            bytes.extend((rng.below(40) as u16).to_le_bytes());
        } else if ends != 0x18 {
            let last = rng.below(6) as u8;
            bytes.extend([rng.below(6) as u8, last]);
        }
        bytes.push(body.len() as u8);
        bytes.extend(&body);
    }
    if rng.below(6) == 0 {
        let at = rng.below(bytes.len() as u32) as usize;
        bytes[at] ^= 1 << rng.below(8);
    }
    bytes
}

#[test]
fn fault_91_a_peer_that_goes_bad_inside_its_own_packets_costs_only_itself() {
    let mut rng = SimRng::new(0xF8A3, 1);
    for _ in 0..1_500 {
        let mut script = Vec::new();
        for number in 0..rng.below(80) {
            let wild = if rng.below(8) == 0 { rng.next_u32() } else { number };
            let (kind, who) = (rng.below(6), rng.below(256));
            let body = match kind {
                1..=4 if rng.below(8) == 0 => noise(&mut rng, 1_200),
                1..=4 => packet(wild as u16, &mut rng),
                5 => noise(&mut rng, 2_000),
                _ => Vec::new(),
            };
            step(&mut script, kind, who, &body);
        }
        target::frames(&script);
    }
}

#[test]
fn no_application_makes_reliable_messages_come_twice_or_out_of_order() {
    let mut rng = SimRng::new(0x3E55, 1);
    for _ in 0..120 {
        let mut script = Vec::new();
        step(&mut script, rng.below(256), 0, &[]);
        for _ in 0..rng.below(120) {
            // Removing somebody ends most of what there is to see.
            let kind = if rng.below(30) == 0 { 7 } else { rng.below(7) };
            let body = vec![0; rng.below(if kind < 3 { 1 } else { 600 }) as usize];
            step(&mut script, kind, rng.below(256), &body);
        }
        target::messages(&script);
    }
}
