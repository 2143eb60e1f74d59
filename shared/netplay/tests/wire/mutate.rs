//! A small fuzzer for ordinary tests: seeded, so that a failure comes again. Runs natively and on
//! wasm32.

use crate::conformance::{bytes, file};
use crate::targets;
use netplay::limits::MESSAGE_BYTES;
use netplay::rng::SimRng;
use serde_json::Value;

/// Feeds every target with random bytes and with changed vectors.
pub(crate) fn run(seed: u64, rounds: u32) {
    let mut rng = SimRng::new(seed, 0);
    let file = file();
    let both = ["messages", "refused"].map(|list| file[list].as_array().unwrap());
    let seeds: Vec<_> = both.into_iter().flatten().map(seed_of).collect();
    for _ in 0..rounds {
        let mut input = match rng.below(4) {
            0 => random(&mut rng),
            _ => seeds[rng.below(seeds.len() as u32) as usize].clone(),
        };
        for _ in 0..=rng.below(4) {
            change(&mut input, &mut rng);
        }
        targets::message(&input);
        let text = &input[..input.len().min(512)];
        targets::code(text);
        targets::text(text);
    }
}

/// A vector as the message target takes it: the word size first.
fn seed_of(vector: &Value) -> Vec<u8> {
    let word_bytes = vector["word_bytes"].as_u64().unwrap() as u16;
    [&(word_bytes - 1).to_le_bytes()[..], &bytes(vector)].concat()
}

fn random(rng: &mut SimRng) -> Vec<u8> {
    let most = [8, 64, 512, MESSAGE_BYTES as u32][rng.below(4) as usize];
    (0..rng.below(most + 4)).map(|_| rng.next_u32() as u8).collect()
}

fn change(bytes: &mut Vec<u8>, rng: &mut SimRng) {
    let at = rng.below(bytes.len() as u32 + 1) as usize;
    match rng.below(6) {
        0 => bytes.truncate(at),
        1 => bytes.insert(at, rng.next_u32() as u8),
        2 => drop(bytes.splice(at..at, [0xFF, 0xFF, 0xFF, 0xFF, 0x7F])),
        3 if at < bytes.len() => drop(bytes.remove(at)),
        4 if at < bytes.len() => bytes[at] ^= 1 << rng.below(8),
        _ if at < bytes.len() => bytes[at] = [0x00, 0x01, 0x7F, 0x80, 0xFF][rng.below(5) as usize],
        _ => {}
    }
}
