//! `serve-game` and `join-game`: a race that a process decides, over UDP.

use crate::support::{End, PATIENCE, Program, folder};
use serde_json::Value;
use std::collections::BTreeMap;
use std::net::UdpSocket;
use std::time::Instant;

/// A server on a free port.
struct Server {
    program: Program,
    address: String,
}

impl Server {
    fn start(words: &[&str]) -> Self {
        let program = Program::peer(&[&["serve-game", "racing", "--port", "0"], words].concat());
        let opening = program.json();
        let address = opening["address"].as_str().expect("an address").to_owned();
        let line = opening["line"].as_str().expect("a sentence");
        assert!(line.contains(&format!("partyline join-game {address}")), "{line}");
        Self { program, address }
    }

    fn join(&self, words: &[&str]) -> Program {
        Program::peer(&[&["join-game", &self.address], words].concat())
    }

    /// Waits for a line about this event.
    fn hears(&self, event: &str) -> Value {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let line = self.program.json();
            if line["event"] == event {
                return line;
            }
            assert!(Instant::now() < deadline, "no {event} in time");
        }
    }

    fn quit(mut self) -> Value {
        self.program.say("quit\n");
        self.program.end().report()
    }
}

fn hashes(report: &Value) -> BTreeMap<u64, String> {
    let rows = report["hashes"].as_array().expect("a list");
    let row = |row: &Value| (row[0].as_u64().expect("a tick"), row[1].to_string());
    rows.iter().map(row).collect()
}

/// Every state that was seen is the server's of that tick.
fn converged(server: &Value, seen: &Value, least: usize) {
    let (there, here) = (hashes(server), hashes(seen));
    assert!(here.len() >= least, "{} states in {seen}", here.len());
    for (tick, hash) in &here {
        assert_eq!(there.get(tick), Some(hash), "tick {tick}");
    }
}

fn number(report: &Value, field: &str) -> f64 {
    report[field].as_f64().unwrap_or_else(|| panic!("{field} in {report}"))
}

/// The code that programs are told, of one that ended with this exit code.
fn code(end: &End, exit: i32) -> String {
    assert_eq!(end.code, Some(exit), "{end:?}");
    assert!(!end.err.is_empty(), "people are told, too");
    let line: Value = serde_json::from_str(&end.out[0]).expect("JSON");
    line["error"]["code"].as_str().expect("a code").to_owned()
}

#[test]
fn two_players_over_a_bad_line_see_what_the_server_decides() {
    let bad = ["--link", "rtt=80,jitter=4,loss=2%"];
    let server = Server::start(&[&["--min-players", "2", "--seed", "7"], &bad[..]].concat());
    let play = |name: &str, drive: &str| {
        let words = ["--name", name, "--drive", drive, "--ready", "--duration", "9"];
        server.join(&[&words, &bad[..]].concat())
    };
    let (ann, bo) = (play("ann", "line"), play("bo", "sine"));
    let (ann, bo) = (ann.end().report(), bo.end().report());
    let report = server.quit();
    for seen in [&ann, &bo] {
        converged(&report, seen, 100);
        let (wrong, checked) =
            (number(seen, "predictions_wrong"), number(seen, "predictions_checked"));
        assert!(checked > 100.0 && wrong <= checked * 0.026, "{wrong} of {checked}");
        let rtt = number(&seen["line"], "rtt_ms");
        assert!((76.0..105.0).contains(&rtt), "{rtt} ms");
        let bytes = number(seen, "snapshot_bytes") / number(seen, "snapshots");
        assert!(bytes < 120.0, "{bytes} bytes a snapshot");
        eprintln!("{wrong} of {checked} wrong, {rtt} ms, {bytes:.0} B, {}", seen["line"]);
    }
    assert_eq!((&ann["phase"], &ann["code"]), (&"playing".into(), &Value::Null));
    assert_eq!(report["late_ticks_skipped"], 0);
}

#[test]
fn a_killed_player_is_noticed_and_a_bot_drives_on() {
    let server = Server::start(&["--min-players", "2"]);
    let ann = server.join(&["--name", "ann", "--ready"]);
    assert_eq!(server.hears("joined")["slot"], 0);
    let bo = server.join(&["--name", "bo", "--ready", "--duration", "9"]);
    assert_eq!(server.hears("phase")["phase"], "playing");
    ann.signal("-KILL");
    let killed = Instant::now();
    let left = server.hears("left");
    assert_eq!((&left["name"], &left["code"]), (&"ann".into(), &"E_NET_TIMEOUT".into()));
    assert!(killed.elapsed().as_secs() < 8, "five seconds, and what a busy machine adds");
    let seen = bo.end().report();
    let row = seen["players"].as_array().expect("players").iter().find(|row| row["slot"] == 0);
    assert_eq!(row.expect("the car is driven")["bot"], true);
    converged(&server.quit(), &seen, 50);
}

#[test]
fn a_server_that_stops_tells_everybody_and_all_end_well() {
    for stop in ["-INT", "-TERM", "quit"] {
        let mut server = Server::start(&["--start", "now", "--no-bots"]);
        let players = [server.join(&["--drive", "line"]), server.join(&["--observe"])];
        for _ in &players {
            server.hears("joined");
        }
        if stop == "quit" {
            server.program.say("hello\nquit\n");
        } else {
            server.program.signal(stop);
        }
        for player in players {
            let report = player.end().report();
            assert_eq!(report["code"], Value::Null, "{stop}");
        }
        assert_eq!(server.program.end().report()["guests"].as_array().map(Vec::len), Some(2));
    }
}

#[test]
fn who_watches_predicts_nothing_and_sees_the_same() {
    let server = Server::start(&["--start", "now"]);
    let seen = server.join(&["--observe", "--duration", "2"]).end().report();
    assert_eq!((&seen["slot"], &seen["predictions_checked"]), (&Value::Null, &0.into()));
    converged(&server.quit(), &seen, 10);
}

#[test]
fn the_host_may_begin_and_a_server_stops_when_it_was_told_to() {
    let folder = folder("serving");
    let (ours, theirs) = (folder.join("server.json"), folder.join("player.json"));
    let words = ["--start", "lobby", "--ticks", "60", "--report", ours.to_str().expect("a path")];
    let server = Server::start(&words);
    let file = theirs.to_str().expect("a path");
    let player = server.join(&["--start-game", "--input", "throttle=1", "--report", file]);
    assert_eq!(server.hears("phase")["phase"], "playing");
    let (report, seen) = (server.program.end().report(), player.end().report());
    assert_eq!(report["ticks"], 60);
    for (file, report) in [(ours, &report), (theirs, &seen)] {
        let kept = std::fs::read_to_string(file).expect("it was written");
        assert_eq!(&serde_json::from_str::<Value>(&kept).expect("JSON"), report);
    }
}

#[test]
fn who_plays_by_other_rules_is_refused_with_advice() {
    let server = Server::start(&["--laps", "5"]);
    let end = server.join(&["--ready"]).end();
    assert_eq!(code(&end, 1), "E_NET_SCENE_MISMATCH");
    assert!(end.err[0].contains("--laps"), "{end:?}");
    assert_eq!(server.hears("refused")["code"], "E_NET_SCENE_MISMATCH");
    let seen = server.join(&["--laps", "5", "--duration", "1"]).end().report();
    assert_eq!(seen["slot"], 0);
    assert_eq!(server.quit()["refused"], 1);
}

#[test]
fn without_a_socket_there_is_no_server() {
    let taken = UdpSocket::bind("127.0.0.1:0").expect("a socket");
    let port = taken.local_addr().expect("an address").port().to_string();
    let end = Program::peer(&["serve-game", "racing", "--port", &port]).end();
    assert_eq!(code(&end, 5), "E_NET_BIND");
    // An address for documentation, which no machine has.
    let end = Program::peer(&["serve-game", "racing", "--bind", "203.0.113.1"]).end();
    assert_eq!(code(&end, 5), "E_NET_BIND");
}

#[test]
fn who_listens_to_the_network_says_so_first() {
    let words = ["serve-game", "racing", "--bind", "0.0.0.0", "--port", "0", "--ticks", "1"];
    let opening = Program::peer(&words).json();
    assert_eq!(opening["lan"], true);
    assert!(opening["line"].as_str().expect("a line").contains("(LAN)"), "{opening}");
}

#[test]
fn nobody_answers_at_a_wrong_address() {
    let end = Program::peer(&["join-game", "127.0.0.1"]).end();
    assert_eq!(code(&end, 1), "E_NET_ADDRESS");
    let silent = UdpSocket::bind("127.0.0.1:0").expect("a socket");
    let address = silent.local_addr().expect("an address").to_string();
    let end = Program::peer(&["join-game", &address]).end();
    assert_eq!(code(&end, 1), "E_NET_TIMEOUT");
}

#[test]
fn what_cannot_be_understood_is_a_usage_error() {
    for words in [
        &["serve-game"][..],
        &["serve-game", "chess"],
        &["serve-game", "racing", "--max-players", "9"],
        &["serve-game", "racing", "--link", "speed=3"],
        &["serve-game", "racing", "--room", "127.0.0.1:1", "--port", "1"],
        &["join-game"],
        &["join-game", "127.0.0.1:1", "--input", "gas=1"],
        &["join-game", "127.0.0.1:1", "--observe", "--ready"],
    ] {
        let end = Program::peer(words).end();
        assert_eq!(end.code, Some(2), "{words:?}: {end:?}");
    }
}
