//! Everything that comes no further than the door.

use crate::support::{Rude, hasty, resident_bytes, spawn, until_status, upgrade_request};
use relay::ServerConfig;
use std::io::Write;
use std::time::{Duration, Instant};

#[test]
fn who_says_nothing_is_gone_when_the_handshake_time_is_over() {
    let relay = spawn(hasty());
    let begin = Instant::now();
    let mut silent = Rude::connect(relay.local_addr());
    assert_eq!(silent.hear_all(), b"");
    let waited = begin.elapsed();
    assert!(waited >= Duration::from_millis(280), "{waited:?}");
    let status = until_status(&relay, "the slot to be free", |status| status.open_sockets == 0);
    assert_eq!(status.sockets.handshake_timeouts, 1);
}

#[test]
fn a_dripping_request_has_one_deadline_for_all_its_bytes() {
    let relay = spawn(hasty());
    let begin = Instant::now();
    let mut slow = Rude::connect(relay.local_addr());
    slow.0.set_read_timeout(Some(Duration::from_millis(60))).unwrap();
    let request = upgrade_request(relay.local_addr(), "");
    for byte in request.as_bytes() {
        let mut answer = [0];
        if slow.0.write_all(&[*byte]).is_err() {
            break;
        }
        // The end of the stream, or a reset: the relay has had enough.
        match std::io::Read::read(&mut slow.0, &mut answer) {
            Ok(0) => break,
            Ok(_) => panic!("an answer to a request that is not whole"),
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
            Err(_) => break,
        }
    }
    let waited = begin.elapsed();
    assert!(waited < Duration::from_millis(1_500), "closed after {waited:?}");
    until_status(&relay, "the slot to be free", |status| status.open_sockets == 0);
}

#[test]
fn unknown_first_bytes_are_closed_at_once_and_without_a_word() {
    let relay = spawn(ServerConfig { handshake_ms: 60_000, ..hasty() });
    for garbage in [&b"SSH-2.0-x\r\n"[..], b"LGNX", b"\0\0\0\0", b"POST / HTTP/1.1\r\n\r\n"] {
        assert_eq!(Rude::saying(relay.local_addr(), garbage).hear_all(), b"");
    }
    assert_eq!(until_status(&relay, "all", |s| s.sockets.garbage == 4).sockets.garbage, 4);
}

#[test]
fn tls_on_the_plain_port_is_counted_as_the_mistake_it_is() {
    let relay = spawn(ServerConfig { handshake_ms: 60_000, ..hasty() });
    let mut hello = Rude::saying(relay.local_addr(), b"\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03");
    assert_eq!(hello.hear_all(), b"");
    until_status(&relay, "the count", |status| status.sockets.tls_on_plain_port == 1);
}

#[test]
fn a_request_that_is_no_upgrade_gets_a_short_refusal() {
    let relay = spawn(hasty());
    let address = relay.local_addr();
    let upgrade = upgrade_request(address, "");
    let cases = [
        ("400", format!("GET / HTTP/1.1\r\nHost: {address}\r\n\r\n")),
        ("400", format!("HEAD / HTTP/1.1\r\nHost: {address}\r\n\r\n")),
        ("426", upgrade.replace("Version: 13", "Version: 8")),
        ("400", upgrade.replace("dGhlIHNhbXBsZSBub25jZQ==", "c2hvcnQ=")),
        ("400", upgrade.replace("Connection: Upgrade", "Connection: close")),
        ("400", "GET / HTTP/1.1\r\nbad header\r\n\r\n".to_owned()),
        ("403", "GET / HTTP/1.1\r\n\r\n".to_owned()),
    ];
    for (code, request) in cases {
        let answer = Rude::saying(address, request.as_bytes()).hear_text();
        let (head, body) = answer.split_once("\r\n\r\n").expect(&request);
        assert!(head.starts_with(&format!("HTTP/1.1 {code} ")), "{request}\n{head}");
        assert!(body.len() <= 64 && head.contains("Connection: close"), "{answer}");
    }
}

#[test]
fn an_endless_head_is_cut_at_its_cap() {
    let relay = spawn(ServerConfig { handshake_ms: 60_000, ..hasty() });
    let before = resident_bytes();
    let flood = format!("GET / HTTP/1.1\r\nHost: {}\r\n", relay.local_addr());
    let line = "X-Flood: 0123456789abcdef\r\n".repeat(1_000);
    for _ in 0..8 {
        let mut rude = Rude::saying(relay.local_addr(), flood.as_bytes());
        // A megabyte, unless the relay stops it: it does, after 8 KiB.
        for _ in 0..40 {
            if rude.0.write_all(line.as_bytes()).is_err() {
                break;
            }
        }
        let answer = rude.hear_text();
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 400 "), "{answer}");
    }
    let status = until_status(&relay, "the sockets' end", |status| status.open_sockets == 0);
    assert_eq!(status.sockets.bad_requests, 8);
    if let (Some(before), Some(after)) = (before, resident_bytes()) {
        assert!(after < before + 4 * 1024 * 1024, "{before} → {after}");
    }
}

#[test]
fn foreign_pages_and_foreign_names_are_forbidden() {
    let config = ServerConfig {
        host_names: vec!["party.example".to_owned()],
        allowed_origins: vec!["https://ourapp.example".to_owned()],
        ..hasty()
    };
    let relay = spawn(config);
    let address = relay.local_addr();
    let foreign = [
        upgrade_request(address, "Origin: https://evil.example\r\n"),
        upgrade_request(address, "Origin: null\r\n"),
        upgrade_request(address, "Origin: https://ourapp.example.evil.com\r\n"),
        upgrade_request(address, "").replace(&address.to_string(), "evil.example"),
    ];
    for request in foreign {
        let answer = Rude::saying(address, request.as_bytes()).hear_text();
        assert!(answer.starts_with("HTTP/1.1 403 "), "{request}\n{answer}");
    }
    let ours = [
        upgrade_request(address, "Origin: https://ourapp.example\r\n"),
        upgrade_request(address, &format!("Origin: http://{address}\r\n")),
        upgrade_request(address, ""),
        upgrade_request(address, "Origin: https://party.example\r\n")
            .replace(&address.to_string(), "party.example"),
    ];
    for request in ours {
        let head = Rude::saying(address, request.as_bytes()).hear_head();
        assert!(head.starts_with("HTTP/1.1 101 "), "{request}\n{head}");
    }
    assert_eq!(relay.status().sockets.forbidden, 4);
}

#[test]
fn programs_come_in_only_where_they_are_wanted() {
    let relay = spawn(ServerConfig { native_clients: false, ..hasty() });
    let address = relay.local_addr();
    let answer = Rude::saying(address, upgrade_request(address, "").as_bytes()).hear_text();
    assert!(answer.starts_with("HTTP/1.1 403 "), "{answer}");
    assert_eq!(Rude::saying(address, b"LGNP").hear_all(), b"");
}

#[test]
fn a_crowd_at_the_door_is_thinned_and_the_door_stays_open() {
    let relay = spawn(ServerConfig { visitors_per_address: 4, handshake_ms: 60_000, ..hasty() });
    let mut crowd: Vec<Rude> = (0..12).map(|_| Rude::connect(relay.local_addr())).collect();
    until_status(&relay, "eight to be sent away", |status| status.sockets.crowded_out == 8);
    for sent_away in crowd.drain(4..) {
        let mut sent_away = sent_away;
        assert_eq!(sent_away.hear_all(), b"");
    }
    drop(crowd);
    until_status(&relay, "the door to be free", |status| status.open_sockets == 0);
    let address = relay.local_addr();
    let head = Rude::saying(address, upgrade_request(address, "").as_bytes()).hear_head();
    assert!(head.starts_with("HTTP/1.1 101 "), "{head}");
}
