//! Hostile words between a server that decides and its clients, at random but from a seed: the
//! bodies of the fuzzer's targets as tests.
#![cfg(not(target_arch = "wasm32"))]

mod target;

use netplay::ids::StateHash;
use netplay::rng::SimRng;
use netplay::session::server::{
    ClientMessage, InputPacket, NetError, Phase, PlayerRow, SERVER_VERSION, ServerLane,
    ServerMessage,
};
use netplay::sim::{InputFrame, Replicated};
use netplay::wire::{Blob, Packet, Text};

/// Something of every kind that is said.
fn words() -> Vec<(ServerLane, Packet)> {
    let row = |slot| PlayerRow { slot, bot: slot == 3, ready: true, name: Text::truncated("Ann") };
    let schema = target::world().schema().encode().unwrap();
    let payload = Blob::new(vec![1, 2, 3]).unwrap();
    let client = [
        ClientMessage::Hello {
            version: SERVER_VERSION,
            name: Text::truncated("Ann"),
            identity: Some(StateHash(7)),
        },
        ClientMessage::Ready { ready: true },
        ClientMessage::Start,
        ClientMessage::End,
        ClientMessage::Leave,
        ClientMessage::Action { view_tick_256: 70_000, kind: 4, payload: payload.clone() },
    ];
    let server = [
        ServerMessage::Welcome {
            slot: Some(2),
            tick: 70_000,
            identity: StateHash(7),
            name: Text::truncated("Harbour"),
            schema: Blob::new(schema.clone()).unwrap(),
        },
        ServerMessage::Refused { code: NetError::from_number(1).unwrap(), version: 1 },
        ServerMessage::Lobby {
            phase: Phase::Playing,
            since_tick: 60_000,
            host: Some(0),
            players: vec![row(0), row(3)],
        },
        ServerMessage::Closed { code: None },
        ServerMessage::Game { tick: 70_001, kind: 4, payload },
    ];
    let input =
        InputPacket { newest: 70_003, acked: 69_990, frames: vec![InputFrame::default(); 4] };
    let client = client.iter().map(|message| (message.lane(), message.encode()));
    let server = server.iter().map(|message| (message.lane(), message.encode()));
    let others = [(ServerLane::Input, input.encode(1)), (ServerLane::Control, schema.into())];
    client.chain(server).chain(others).collect()
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

#[test]
fn damaged_words_are_refused_or_have_one_encoding() {
    let mut rng = SimRng::new(0x5E4E, 0);
    let words = words();
    for _ in 0..60_000 {
        let (lane, packet) = &words[rng.below(words.len() as u32) as usize];
        let mut bytes = vec![lane.number()];
        bytes.extend(&packet[..]);
        target::server_message(&bytes);
        (0..=rng.below(3)).for_each(|_| damage(&mut bytes, &mut rng));
        target::server_message(&bytes);
    }
}

/// What a server said on its state lane in three seconds, each packet told against one that the
/// client had acknowledged.
fn snapshots() -> Vec<Packet> {
    let mut evening = target::Evening::new();
    for _ in 0..300 {
        evening.turn(10);
    }
    assert!(evening.snapshots.len() > 60, "{} snapshots", evening.snapshots.len());
    evening.snapshots
}

#[test]
fn fault_94_damaged_snapshots_are_refused_or_are_a_world_of_the_schema() {
    let mut rng = SimRng::new(0x5A95, 0);
    let honest = snapshots();
    for _ in 0..2_000 {
        let mut script = Vec::new();
        let from = rng.below(honest.len() as u32 - 8) as usize;
        for packet in honest[..4].iter().chain(&honest[from..from + 8]) {
            let mut bytes = packet.to_vec();
            if rng.below(3) == 0 {
                (0..=rng.below(3)).for_each(|_| damage(&mut bytes, &mut rng));
            }
            script.extend((bytes.len() as u16).to_le_bytes());
            script.extend(bytes);
        }
        target::snapshot(&script);
        damage(&mut script, &mut rng);
        target::snapshot(&script);
    }
}

#[test]
fn fault_94_no_words_break_a_server_or_its_client() {
    let mut rng = SimRng::new(0x5E41, 0);
    let (words, snapshots) = (words(), snapshots());
    for _ in 0..300 {
        let mut script = Vec::new();
        for _ in 0..rng.below(60) {
            let (lane, packet) = if rng.below(4) == 0 {
                let at = rng.below(snapshots.len() as u32) as usize;
                (ServerLane::State, snapshots[at].clone())
            } else {
                words[rng.below(words.len() as u32) as usize].clone()
            };
            let mut bytes = packet.to_vec();
            if rng.below(2) == 0 {
                damage(&mut bytes, &mut rng);
            }
            let who = rng.below(64) as u8 * 4 + lane.number();
            script.extend([rng.below(8) as u8, who]);
            script.extend((bytes.len() as u16).to_le_bytes());
            script.extend(bytes);
        }
        target::server(&script);
    }
}
