//! Everything that breaks a framing, and goodbyes.

use crate::support::{Rude, close_code, hasty, masked, spawn, until_status, upgraded};
use netplay::limits::MESSAGE_BYTES;
use relay::ServerConfig;
use std::net::Shutdown;
use std::time::{Duration, Instant};

/// What a WebSocket that sends these bytes is closed with.
fn closed_for(bytes: &[u8]) -> Option<u16> {
    let relay = spawn(hasty());
    let mut socket = upgraded(relay.local_addr());
    socket.say(bytes);
    let code = close_code(&socket.hear_all());
    drop(socket);
    until_status(&relay, "the connection's end", |status| {
        status.open_sockets == 0 && status.load.connections == 0
    });
    code
}

#[test]
fn frames_against_the_rules_are_a_protocol_error() {
    let unmasked = [&[0x82, 0x03][..], b"abc"].concat();
    assert_eq!(closed_for(&unmasked), Some(1002), "unmasked");
    for bits in [0x40, 0x20, 0x10] {
        assert_eq!(closed_for(&masked(0x82 | bits, b"abc")), Some(1002), "reserved bit {bits:#x}");
    }
    for opcode in [3, 7, 0xB, 0xF] {
        assert_eq!(closed_for(&masked(0x80 | opcode, b"abc")), Some(1002), "opcode {opcode:#x}");
    }
    assert_eq!(closed_for(&masked(0x89, &[7; 126])), Some(1002), "a long ping");
    assert_eq!(closed_for(&masked(0x09, b"x")), Some(1002), "a ping in fragments");
    assert_eq!(closed_for(&masked(0x80, b"x")), Some(1002), "the rest of nothing");
}

#[test]
fn text_is_not_spoken_here() {
    assert_eq!(closed_for(&masked(0x81, b"hello")), Some(1003));
    assert_eq!(closed_for(&masked(0x81, &[0xff, 0xfe])), Some(1003));
}

#[test]
fn a_length_beyond_the_cap_is_refused_before_its_bytes() {
    let huge = [&[0x82, 0x80 | 127][..], &(i64::MAX as u64).to_be_bytes(), &[1, 2, 3, 4]].concat();
    assert_eq!(closed_for(&huge), Some(1009));
    let length = (MESSAGE_BYTES + 1) as u64;
    let over = [&[0x82, 0x80 | 127][..], &length.to_be_bytes(), &[1, 2, 3, 4]].concat();
    assert_eq!(closed_for(&over), Some(1009));
    // In fragments, each within the cap.
    let half = vec![7; MESSAGE_BYTES / 2 + 1];
    assert_eq!(closed_for(&[masked(0x02, &half), masked(0x80, &half)].concat()), Some(1009));
    // And on raw TCP, where there is no code to say.
    let relay = spawn(hasty());
    let mut raw = Rude::saying(relay.local_addr(), b"LGNP\xff\xff\xff\xff");
    raw.hear_all();
    drop(raw);
    let gone = |status: &relay::Status| status.open_sockets == 0;
    assert_eq!(until_status(&relay, "its end", gone).sockets.broken_framing, 1);
}

#[test]
fn a_ping_is_answered_and_a_flood_of_them_is_not() {
    let relay = spawn(hasty());
    let mut socket = upgraded(relay.local_addr());
    socket.say(&masked(0x89, b"are you there"));
    assert_eq!(socket.hear(15), [&[0x8A, 13][..], b"are you there"].concat());
    socket.say(&masked(0x89, b"").repeat(2_000));
    assert_eq!(close_code(&socket.hear_all()), Some(1008));
}

#[test]
fn a_goodbye_is_answered_in_kind() {
    let relay = spawn(ServerConfig { closing_ms: 60_000, ..hasty() });
    let mut socket = upgraded(relay.local_addr());
    socket.say(&masked(0x88, &1001_u16.to_be_bytes()));
    assert_eq!(close_code(&socket.hear_all()), Some(1001));
    drop(socket);
    until_status(&relay, "its end", |status| status.open_sockets == 0);
}

#[test]
fn a_peer_that_never_answers_our_goodbye_is_gone_anyway() {
    let relay = spawn(hasty());
    let begin = Instant::now();
    let mut socket = upgraded(relay.local_addr());
    socket.say(&masked(0x81, b"hello"));
    assert_eq!(close_code(&socket.hear_all()), Some(1003));
    // It stays open on our side, and still the relay is rid of it.
    until_status(&relay, "its end", |status| status.open_sockets == 0);
    assert!(begin.elapsed() < Duration::from_secs(2));
    drop(socket);
}

#[test]
fn ends_in_the_middle_of_a_frame_are_ends() {
    let relay = spawn(hasty());
    for part in [&b"LGNP"[..], b"LGNP\x10", b"LGNP\x10\0\0\0abc"] {
        let half = Rude::saying(relay.local_addr(), part);
        half.0.shutdown(Shutdown::Write).unwrap();
    }
    let half = upgraded(relay.local_addr());
    drop(half);
    let mut half = upgraded(relay.local_addr());
    half.say(&masked(0x82, &[7; 100])[..50]);
    // Dropped with an answer unread, the kernel resets the connection.
    half.say(&[]);
    drop(half);
    until_status(&relay, "all ends", |status| {
        status.sockets.accepted == 5 && status.open_sockets == 0 && status.load.connections == 0
    });
}
