//! Every end has a sentence and an exit code.

use crate::support::{Program, Relay};

#[test]
fn a_killed_relay_ends_them_all_with_a_sentence() {
    let relay = Relay::start();
    let (host, code) = relay.host("2", &["--seconds", "600"]);
    let place = ["--relay", &relay.ws(), "--room", &code];
    let start = |words: &[&str]| Program::peer(&[words, &place].concat());
    let bot = start(&["bot"]);
    let observer = start(&["observe", "--verbose"]);
    let stream = start(&["state-stream", "--listen", "127.0.0.1:0"]);
    let bridge = start(&["bridge"]);
    bot.line();
    bridge.line();
    stream.line();
    observer.line(); // the race runs
    relay.program.signal("-KILL");
    for peer in [host, bot, observer, stream, bridge] {
        let end = peer.end();
        assert_eq!(end.code, Some(2), "{end:?}");
        let sentence = end.err.last().expect("a sentence");
        assert!(sentence.starts_with("No relay answers at ws://127.0.0.1:"), "{sentence}");
    }
}

#[test]
fn ctrl_c_leaves_the_room_so_that_nobody_waits() {
    let relay = Relay::start();
    let (host, code) = relay.host("2", &["--seconds", "3"]);
    let bot = Program::peer(&["bot", "--relay", &relay.ws(), "--room", &code]);
    let observer =
        Program::peer(&["observe", "--relay", &relay.ws(), "--room", &code, "--verbose"]);
    observer.line(); // the race runs
    bot.signal("-INT");
    assert_eq!(bot.end().code, Some(0));
    let report = host.end().report();
    assert_eq!(report["tick"], 180);
    // Silence would have been waited for five seconds long.
    assert!(report["stalled_ms"].as_u64().expect("a count") < 1_000, "{report}");
}

#[test]
fn who_is_not_let_in_is_told_why() {
    let relay = Relay::start();
    let end = Program::peer(&["bot", "--relay", &relay.ws(), "--room", "K7QF2M"]).end();
    assert_eq!(end.code, Some(2));
    assert!(end.err[0].starts_with("No room has this code"), "{end:?}");
    let end = Program::peer(&["join", "--relay", "tcp://127.0.0.1:1", "--create"]).end();
    assert_eq!(end.code, Some(2));
    assert!(end.err[0].starts_with("No relay answers at tcp://127.0.0.1:1"), "{end:?}");
    let end = Program::peer(&["observe", "--room", "0"]).end();
    assert_eq!(end.code, Some(2), "{end:?}");
}
