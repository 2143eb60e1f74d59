//! Hostile peers, at random but from a seed: the bodies of the fuzzer's targets as a test.
#![cfg(not(target_arch = "wasm32"))]

mod relay;
mod targets;

use netplay::ids::{Frame, PadWord, PlayerId, Seat, StateHash};
use netplay::rng::SimRng;
use netplay::wire::{
    Checkpoint, Controller, Input, Message, Pause, Resume, SeatController, WordSize, Words,
};

/// A state worth damaging: some frames in, with words known beyond.
fn donated(rng: &mut SimRng) -> Vec<u8> {
    let mut session = targets::fresh();
    for first in (2..2 + rng.below(40)).step_by(4) {
        let _ = session.handle(&input(1, first, rng));
        session.push_local(PadWord(rng.next_u32() as u16));
        session.advance();
    }
    let mut bytes = Vec::new();
    session.donate(&mut bytes);
    bytes
}

fn input(seat: u16, first: u32, rng: &mut SimRng) -> Message {
    let bytes = (0..2 * (1 + rng.below(32))).map(|_| rng.next_u32() as u8).collect();
    let words = Words::new(WordSize::PAD, bytes).unwrap();
    Input { seat: Seat(seat), first: Frame(first), words }.into()
}

/// A frame that is near, or at one of the ends of time.
fn frame(rng: &mut SimRng) -> u32 {
    [rng.below(64), rng.below(300), rng.next_u32(), u32::MAX, 0][rng.below(5) as usize]
}

fn message(rng: &mut SimRng) -> Message {
    let player = PlayerId(rng.below(4));
    let (seat, from) = (Seat(rng.below(3) as u16), Frame(frame(rng)));
    match rng.below(8) {
        0 => Checkpoint { player, frame: from, hash: StateHash(rng.below(2).into()) }.into(),
        1 => SeatController { seat, controller: Controller::Ai, from }.into(),
        2 => SeatController { seat, controller: Controller::Human { player }, from }.into(),
        3 => Pause { player }.into(),
        4 => Resume { player }.into(),
        _ => input(seat.0, from.0, rng),
    }
}

fn damage(bytes: &mut Vec<u8>, rng: &mut SimRng) {
    let at = rng.below(bytes.len() as u32 + 1) as usize;
    match rng.below(4) {
        0 => bytes.truncate(at),
        1 => bytes.insert(at, rng.next_u32() as u8),
        _ if at < bytes.len() => bytes[at] ^= 1 << rng.below(8),
        _ => {}
    }
}

fn say(conversation: &mut Vec<u8>, kind: u8, body: &[u8]) {
    conversation.push(kind);
    conversation.extend((body.len() as u16).to_le_bytes());
    conversation.extend(body);
}

#[test]
fn damaged_states_are_refused_or_played() {
    let mut rng = SimRng::new(0xD07A, 0);
    for _ in 0..20_000 {
        let mut bytes = donated(&mut rng);
        targets::donation(&bytes);
        (0..=rng.below(3)).for_each(|_| damage(&mut bytes, &mut rng));
        targets::donation(&bytes);
    }
}

#[test]
fn no_conversation_breaks_a_session() {
    let mut rng = SimRng::new(0x7A1C, 0);
    for _ in 0..5_000 {
        let mut conversation = Vec::new();
        for _ in 0..rng.below(60) {
            match rng.below(12) {
                0 => {
                    let mut state = donated(&mut rng);
                    (0..rng.below(2)).for_each(|_| damage(&mut state, &mut rng));
                    say(&mut conversation, 4, &state);
                }
                kind @ 1..=3 => say(&mut conversation, kind as u8, &[]),
                4..=6 => say(&mut conversation, 0, &[]),
                _ => say(&mut conversation, 5, &message(&mut rng).encode()),
            }
        }
        targets::session(&conversation);
        damage(&mut conversation, &mut rng);
        targets::session(&conversation);
    }
}

/// What strangers say to a relay: every message there is, as `vectors.json` has them, and worse.
fn packets() -> Vec<Vec<u8>> {
    let file: serde_json::Value = serde_json::from_str(include_str!("../../vectors.json")).unwrap();
    let lists = ["messages", "refused"].map(|list| file[list].as_array().unwrap().clone());
    let digits = lists.iter().flatten().map(|vector| vector["hex"].as_str().unwrap());
    let bytes = |digits: &str, at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap();
    digits
        .map(|digits| (0..digits.len()).step_by(2).map(|at| bytes(digits, at)).collect())
        .collect()
}

#[test]
fn no_evening_breaks_a_relay() {
    let mut rng = SimRng::new(0xE7E, 0);
    let packets = packets();
    for _ in 0..3_000 {
        let mut evening = Vec::new();
        for _ in 0..rng.below(120) {
            let who = rng.below(6) as u8;
            let (kind, number, body) = match rng.below(16) {
                0..=2 => (0, 0, &[][..]),
                3 => (1, rng.below(3_000) as u16, &[][..]),
                4 => (2, 0, &[][..]),
                5..=7 => (3, rng.below(256) as u16, &[][..]),
                _ => {
                    let packet = &packets[rng.below(packets.len() as u32) as usize];
                    (4, packet.len() as u16, &packet[..])
                }
            };
            evening.extend([kind, who]);
            evening.extend(number.to_le_bytes());
            evening.extend(body);
        }
        relay::relay(&evening);
        damage(&mut evening, &mut rng);
        relay::relay(&evening);
    }
}
