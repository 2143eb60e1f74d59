//! Every end of a session records it, and all record the same.

use crate::film::{decoded, game, header};
use netplay::ids::{Frame, PadWord, PlayerId, Seat};
use netplay::limits::REPLAY_BYTES;
use netplay::link::{Conditioner, Lane, LinkProfile};
use netplay::session::replay::{Header, Recorder, Verdict, verify};
use netplay::session::{RollbackConfig, RollbackSession};
use netplay::time::Instant;
use netplay::wire::{Controller, Message, SeatController, WordSize};
use testkit::{ToyGame, pad};

/// A peer with a script, a wire to every other, and a recorder.
struct Peer {
    session: RollbackSession<ToyGame>,
    recorder: Recorder,
    wires: Vec<Conditioner>,
    sleeps_until: u64,
}

fn peers(header: &Header, people: u32, window: u8, profile: LinkProfile) -> Vec<Peer> {
    let peer = |id: u32| {
        let mut config = RollbackConfig::from_start(&header.start, PlayerId(id));
        config.window_frames = window;
        config.session.input_delay_frames = 2;
        config.session.tells_confirmed = true;
        let wire = |to: u32| Conditioner::new(profile, u64::from(id * 16 + to));
        Peer {
            session: RollbackSession::new(game(header), config).unwrap(),
            recorder: Recorder::new(header, REPLAY_BYTES),
            wires: (1..=people).map(wire).collect(),
            sleeps_until: 0,
        }
    };
    (1..=people).map(peer).collect()
}

/// A turn of a sixtieth of a second for everybody.
fn turn(peers: &mut [Peer], at: u64, seed: u64) {
    let now = Instant::from_micros(at * 16_667);
    for index in 0..peers.len() {
        for from in 0..peers.len() {
            while let Some(packet) = peers[from].wires[index].pop(now) {
                let message = Message::decode(&packet, WordSize::PAD).unwrap();
                peers[index].session.handle(&message).unwrap();
            }
        }
        let peer = &mut peers[index];
        if peer.sleeps_until > at {
            continue;
        }
        while let Some(frame) = peer.session.wanted_frame() {
            peer.session.push_local(pad(seed, Seat(index as u16), frame));
        }
        while let netplay::session::Step::Replayed(_) = peer.session.advance() {}
        while let Some(confirmed) = peer.session.poll_confirmed() {
            peer.recorder.frame(&confirmed);
        }
        if let Some((frame, hash)) = peer.session.last_checkpoint() {
            peer.recorder.checkpoint(frame, hash);
        }
        while let Some(message) = peer.session.poll_message() {
            let lane =
                if matches!(message, Message::Input(_)) { Lane::Unreliable } else { Lane::Ordered };
            let packet = message.encode();
            for (to, wire) in peer.wires.iter_mut().enumerate() {
                if to != index {
                    wire.push(&packet, lane, now);
                }
            }
        }
    }
}

fn play(people: u32, window: u8, profile: LinkProfile, frames: u32) {
    let seed = 11;
    let header = header(people, 1, seed);
    let mut peers = peers(&header, people, window, profile);
    for at in 0.. {
        assert!(at < u64::from(frames) * 8, "they do not get on");
        turn(&mut peers, at, seed);
        if at == 100 {
            // Somebody's line is gone for a while: the AI drives, and gives the seat back.
            let change = |controller, from| SeatController { seat: Seat(0), controller, from };
            let back = Controller::Human { player: PlayerId(1) };
            for peer in &mut peers {
                for change in [change(Controller::Ai, Frame(400)), change(back, Frame(520))] {
                    peer.session.handle(&change.into()).unwrap();
                }
            }
        }
        if at % 97 == 0 {
            peers[1].sleeps_until = at + 9; // a page that hangs for a moment
        }
        if peers.iter().all(|peer| peer.recorder.frames() >= frames) {
            break;
        }
    }
    let rolls_back = peers.iter().any(|peer| peer.session.stats().rollbacks > 10);
    assert_eq!(rolls_back, window > 0);
    let least = peers.iter().map(|peer| peer.recorder.frames()).min().unwrap();
    let films: Vec<Vec<u8>> = peers.iter().map(|peer| first(&peer.recorder, least)).collect();
    for film in &films {
        assert_eq!(*film, films[0], "every end records the same bytes");
    }
    let replay = decoded(films[0].clone());
    let (verdict, _) = verify(&replay, game(&header)).unwrap();
    assert_eq!(verdict, Verdict::Verified { frames: least, checkpoints: least / 30 });
    let hands = replay.read_out::<PadWord>().flat_map(|(it, _)| it.changes).count();
    assert_eq!(hands, 2);
}

/// The first frames of a recording, as if it had ended there.
fn first(recorder: &Recorder, frames: u32) -> Vec<u8> {
    let whole = decoded(recorder.to_bytes());
    let mut first = Recorder::new(whole.header(), REPLAY_BYTES);
    for (confirmed, checkpoint) in whole.read_out::<PadWord>().take(frames as usize) {
        first.frame(&confirmed);
        checkpoint.into_iter().for_each(|hash| first.checkpoint(confirmed.frame, hash));
    }
    first.finish()
}

const BAD: LinkProfile =
    LinkProfile { latency_ms: 70, jitter_ms: 40, loss_permille: 50, ..LinkProfile::PERFECT };

#[test]
fn both_ends_of_a_rollback_session_on_a_bad_line_record_the_same() {
    play(2, 8, BAD, 1_500);
}

#[test]
fn all_eight_ends_do() {
    play(8, 8, BAD, 700);
}

#[test]
fn so_do_those_of_a_lockstep_session() {
    play(3, 0, LinkProfile { loss_permille: 20, ..LinkProfile::HOME }, 900);
}
