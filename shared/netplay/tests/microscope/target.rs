//! What a fuzzer feeds the microscope and the reader of bundles. The fuzzer's own crate exports it.
#![allow(unreachable_pub, dead_code)]

use netplay::ids::{Frame, PadWord, PlayerId};
use netplay::session::bundle::Bundle;
use netplay::session::microscope::Microscope;
use netplay::sim::Simulation;
use netplay::time::Instant;
use netplay::track::Evidence;
use netplay::wire::{Message, WordSize};
use std::time::Duration;
use testkit::ToyGame;

/// Any bytes as a bundle: refused, or one that can be looked into, run again, and written anew.
pub fn bundle(bytes: &[u8]) {
    let Ok(bundle) = Bundle::decode(bytes) else { return };
    assert_eq!(bundle.encode(), bytes, "there is one encoding");
    let game = ToyGame::new(2, 1);
    let _ = bundle.case.finding(&game);
    let _ = bundle.rerun(&game);
    let _ = bundle.against(&bundle).finding(&game);
}

/// What a suspect says, a length and that many bytes each: it says what it likes, and there is a
/// case in the end.
pub fn comparison(mut bytes: &[u8]) {
    let mut game = ToyGame::new(2, 1);
    let mut evidence = Evidence::new(8 * 1024);
    for frame in (0..90).map(Frame) {
        game.tick(&[PadWord(frame.0 as u16), PadWord(1)]);
        evidence.keep(frame, [PadWord(frame.0 as u16), PadWord(1)], &game);
    }
    let (mut scope, mut now) = (Microscope::new(PlayerId(1)), Instant::ZERO);
    scope.suspect(PlayerId(2), Frame(89), &evidence, now);
    let mut case = None;
    while let [wait, low, high, rest @ ..] = bytes {
        let length = usize::from(u16::from_le_bytes([*low, *high])).min(rest.len());
        let (body, tail) = rest.split_at(length);
        bytes = tail;
        if let Ok(message) = Message::decode(body, WordSize::PAD) {
            scope.handle(&message, &evidence, now);
        }
        now = now + Duration::from_millis(u64::from(*wait) * 16);
        scope.handle_timeout(now);
        case = case.or_else(|| scope.poll_case());
    }
    while scope.poll_message().is_some() {}
    scope.handle_timeout(now + Duration::from_secs(60));
    let case = case.or_else(|| scope.poll_case()).expect("it ends, and with a case");
    let _ = case.finding(&game);
}
