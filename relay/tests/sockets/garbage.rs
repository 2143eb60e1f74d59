//! Noise, from a seed that a failure names.

use crate::friend::{Friend, Way};
use crate::support::{Rude, hasty, masked, spawn, until_status, upgrade_request, upgraded};
use netplay::client::ClientEvent;
use netplay::rng::SimRng;
use netplay::wire::{Chat, ChatKind, Text};
use std::io::Write;
use std::net::SocketAddr;

const ROUNDS: u64 = 200;

fn noise(rng: &mut SimRng, most: u32) -> Vec<u8> {
    (0..rng.below(most)).map(|_| rng.below(256) as u8).collect()
}

/// One peer that talks nonsense from some point on.
fn babble(address: SocketAddr, seed: u64) {
    let mut rng = SimRng::new(seed, 1);
    let mut rude = match rng.below(6) {
        0 => Rude::connect(address),
        1 => Rude::saying(address, b"LGNP"),
        2 => Rude::saying(address, b"GET /"),
        3 => {
            let request = upgrade_request(address, "").into_bytes();
            let mut broken = request.clone();
            let at = rng.below(broken.len() as u32) as usize;
            broken[at] ^= 1 << rng.below(8);
            Rude::saying(address, &broken)
        }
        _ => upgraded(address),
    };
    for _ in 0..rng.below(8) {
        let bytes = noise(&mut rng, 2_000);
        let bytes = match rng.below(3) {
            0 => masked(0x80 | rng.below(16) as u8, &bytes),
            1 => [&(bytes.len() as u32).to_le_bytes()[..], &bytes].concat(),
            _ => bytes,
        };
        if rude.0.write_all(&bytes).is_err() {
            break;
        }
    }
}

#[test]
fn noise_hurts_nobody() {
    let mut config = hasty();
    config.visitors_per_address = 64;
    config.relay.room.chat_lines = 100;
    config.relay.connections_per_address = 64;
    let relay = spawn(config);
    let address = relay.local_addr();
    let mut host = Friend::create(Way::WebSocket, address);
    let mut guest = Friend::join(Way::Tcp, address, host.code());
    for seed in 0..ROUNDS {
        babble(address, seed);
        if seed % 20 == 0 {
            let text = Text::truncated(&format!("after {seed}"));
            guest.events.clear();
            host.say(Chat {
                player: Default::default(),
                kind: ChatKind::Emote,
                text: text.clone(),
            });
            guest.until_event("the line", |event| match event {
                ClientEvent::Chatted(chat) if chat.text == text => Some(()),
                ClientEvent::Closed(reason) => panic!("seed {seed}: {reason:?}"),
                _ => None,
            });
            host.pump();
        }
    }
    until_status(&relay, "the noise's end", |status| {
        status.open_sockets == 2 && status.load.connections == 2
    });
}
