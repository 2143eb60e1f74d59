//! Files from anybody: refused or played, and never at a price.

use crate::film::{file, header};
use crate::target;
use allocation_counter::measure;
use netplay::hash::digest;
use netplay::ids::Frame;
use netplay::limits::REPLAY_BYTES;
use netplay::rng::SimRng;
use netplay::session::replay::{Header, Origin, Recorder, Replay};
use netplay::sim::Rewind;

fn damage(bytes: &mut Vec<u8>, rng: &mut SimRng) {
    let at = rng.below(bytes.len() as u32 + 1) as usize;
    match rng.below(5) {
        0 => bytes.truncate(at),
        1 => bytes.insert(at, rng.next_u32() as u8),
        2 => {
            let huge = [0xFF; 8].into_iter().chain([0x7F]);
            bytes.splice(at..(at + 1).min(bytes.len()), huge).for_each(drop);
        }
        _ if at < bytes.len() => bytes[at] ^= 1 << rng.below(8),
        _ => {}
    }
}

/// What follows the events of a file of one block: two digests, and the end between them.
const TAIL: usize = 8 + 2 + 8;

/// Writes both digests anew, so that what was damaged is looked at behind them.
fn sign(file: &mut [u8]) {
    for end in [file.len() - TAIL, file.len() - 8] {
        let right = digest(&file[..end]).0.to_le_bytes();
        file[end..end + 8].copy_from_slice(&right);
    }
}

#[test]
fn damaged_files_are_refused_or_played() {
    let mut rng = SimRng::new(0x9E9, 0);
    for round in 0..3_000 {
        let mut bytes = file(rng.below(3), rng.below(3) as usize + 1, round, rng.below(90));
        target::replay(&bytes);
        (0..=rng.below(3)).for_each(|_| damage(&mut bytes, &mut rng));
        target::replay(&bytes);
    }
}

#[test]
fn damaged_files_with_the_right_digests_are_refused_or_played_too() {
    let mut rng = SimRng::new(0x51, 0);
    let mut played = 0;
    for round in 0..6_000 {
        let (people, ai) = (rng.below(3), rng.below(3) as usize + 1);
        let head = Recorder::new(&header(people, ai, round), REPLAY_BYTES).written().len();
        let mut bytes = file(people, ai, round, 1 + rng.below(90));
        for _ in 0..=rng.below(3) {
            let at = head + rng.below((bytes.len() - head - TAIL) as u32) as usize;
            bytes[at] = match rng.below(3) {
                0 => bytes[at] ^ 1 << rng.below(8),
                1 => bytes[at].wrapping_add(1),
                _ => rng.next_u32() as u8,
            };
        }
        sign(&mut bytes);
        played += u32::from(Replay::decode(bytes.clone(), REPLAY_BYTES).is_ok());
        target::replay(&bytes);
    }
    assert!(played > 300, "only {played} got as far as their events");
}

#[test]
fn a_file_costs_about_its_own_size() {
    let mut rng = SimRng::new(0xA110C, 0);
    let header = header(2, 2, 7);
    let state = {
        let mut state = Vec::new();
        crate::film::game(&header).save(&mut state);
        state
    };
    let origin = Origin::State { frame: Frame(3), hands: header.hands(), state };
    let late = Recorder::new(&Header { origin, ..header }, REPLAY_BYTES).finish();
    for original in [file(2, 2, 7, 1_300), late] {
        for _ in 0..2_000 {
            let mut bytes = original.clone();
            (0..rng.below(3)).for_each(|_| damage(&mut bytes, &mut rng));
            let allowance = 4_096 + 3 * bytes.len() as u64;
            let copy = bytes.clone();
            let cost = measure(|| drop(Replay::decode(copy, REPLAY_BYTES)));
            assert!(cost.bytes_max <= allowance, "{} bytes at once", cost.bytes_max);
        }
    }
}
