//! Comings and goings leave nothing behind. A test of its own process, because it looks at the
//! memory of the whole.

#[path = "../sockets/friend.rs"]
#[allow(dead_code)]
mod friend;
#[path = "../sockets/script.rs"]
#[allow(dead_code)]
mod script;
#[path = "../sockets/support.rs"]
#[allow(dead_code)]
mod support;

use friend::{Friend, Way};
use netplay::wire::Leave;
use std::net::SocketAddr;
use support::{Rude, hasty, masked, resident_bytes, spawn, until_status, upgrade_request};

const CYCLES: usize = 10_000;
/// Cycles after which everything that is allocated once is there.
const WARM: usize = 1_000;

#[test]
fn ten_thousand_rooms_come_and_go_and_nothing_stays() {
    let mut config = hasty();
    // What waits for its owner waits shortly here.
    config.relay.room.host_grace_ms = 20;
    config.relay.room.resume_grace_ms = 40;
    config.relay.room.resume_grace_turns_ms = 40;
    config.relay.room.empty_room_ms = 30;
    config.flush_window_us = 0;
    config.closing_ms = 50;
    config.relay.connections_per_address = 64;
    config.visitors_per_address = 64;
    let relay = spawn(config);
    let address = relay.local_addr();
    let quiet = |status: &relay::Status| {
        status.load.rooms == 0 && status.load.connections == 0 && status.open_sockets == 0
    };
    let mut warm = None;
    for cycle in 0..CYCLES {
        come_and_go(address, cycle);
        if cycle.is_multiple_of(50) || cycle == WARM {
            until_status(&relay, "quiet", quiet);
        }
        if cycle == WARM {
            warm = resident_bytes();
        }
    }
    let status = until_status(&relay, "quiet at the end", |status| {
        quiet(status) && status.load.members == 0 && status.load.addresses == 0
    });
    assert_eq!(status.counters.rooms_opened, CYCLES as u64);
    assert_eq!(status.waiting_bytes, 0);
    if let (Some(warm), Some(end)) = (warm, resident_bytes()) {
        // 5 % of what the process holds, and a page or two of the allocator's.
        assert!(end <= warm + warm / 20 + 256 * 1024, "{warm} → {end} bytes");
    }
}

/// One room, its host and a guest, and one of the ways in which it ends.
fn come_and_go(address: SocketAddr, cycle: usize) {
    let way = if cycle.is_multiple_of(2) { Way::Tcp } else { Way::WebSocket };
    let mut host = Friend::create(way, address);
    let mut guest = Friend::join(Way::Tcp, address, host.code());
    match cycle % 4 {
        // Both go as one should.
        0 => {
            guest.say(Leave {});
            host.say(Leave {});
        }
        // The guest's machine dies, then the host's.
        1 => drop(guest),
        // Somebody breaks the framing, and somebody the handshake.
        2 => {
            let mut rude = Rude::saying(address, upgrade_request(address, "").as_bytes());
            rude.hear_head();
            rude.say(&masked(0xC2, b"reserved"));
            drop(Rude::saying(address, b"GET / HT"));
            drop(Rude::saying(address, b"LGNP\xff\xff\xff\x7f"));
        }
        // The host's socket dies while it is spoken to.
        _ => {
            drop(host);
            guest.ready();
            guest.pump();
        }
    }
}
