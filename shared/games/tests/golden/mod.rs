//! The hashes that every target must reach: 20 seeds, 10 000 frames each.

use games::racing::Track;
use games::trace;
use std::fmt::Write as _;
use std::sync::Arc;

pub(crate) const FILE: &str = include_str!("racing.txt");
const SEEDS: u64 = 20;
const FRAMES: u32 = 10_000;

/// The golden file as this target drives it: a line a seed, its last hash and the digest of all.
pub(crate) fn driven() -> String {
    let track = Arc::new(Track::heron_lake());
    let mut text = String::new();
    for seed in 0..SEEDS {
        let hashes = trace::racing(seed, FRAMES, &track);
        assert_eq!(hashes.len(), (FRAMES / 30) as usize);
        let last = hashes[hashes.len() - 1];
        let _ = writeln!(text, "{seed:2} {last} {}", trace::digest(&hashes));
    }
    text
}
