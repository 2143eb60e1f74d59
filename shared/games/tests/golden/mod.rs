//! The hashes that every target must reach: 20 seeds, 10 000 frames each, every game on every map.

use games::pack::Pack;
use games::trace;
use netplay::ids::StateHash;
use std::fmt::Write as _;

const SEEDS: u64 = 20;
const FRAMES: u32 = 10_000;
/// The holes of the first part of the golf trace: nobody waits for all eighteen at once.
const FRONT: usize = 9;

/// A part of the trace, that has a file of its own.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part {
    Racing,
    FrontNine,
    BackNine,
    Hunt,
}

impl Part {
    /// Its file's name, and what it says.
    pub(crate) const fn file(self) -> (&'static str, &'static str) {
        match self {
            Self::Racing => ("racing.txt", include_str!("racing.txt")),
            Self::FrontNine => ("golf_front.txt", include_str!("golf_front.txt")),
            Self::BackNine => ("golf_back.txt", include_str!("golf_back.txt")),
            Self::Hunt => ("hunt.txt", include_str!("hunt.txt")),
        }
    }

    /// The file as this target plays it: a line a map and seed, the last hash, the digest of all.
    pub(crate) fn played(self) -> String {
        let pack = Pack::built_in();
        let mut text = String::new();
        match self {
            Self::Racing => {
                for track in &pack.tracks {
                    map(&mut text, &track.name, |seed| trace::racing(seed, FRAMES, track));
                }
            }
            Self::FrontNine | Self::BackNine => {
                let (front, back) = pack.holes.split_at(FRONT.min(pack.holes.len()));
                for hole in if matches!(self, Self::FrontNine) { front } else { back } {
                    map(&mut text, &hole.name, |seed| trace::golf(seed, FRAMES, hole));
                }
            }
            Self::Hunt => {
                for arena in &pack.arenas {
                    map(&mut text, &arena.name, |seed| trace::hunt(seed, FRAMES, arena));
                }
            }
        }
        text
    }

    /// Plays it, and compares.
    pub(crate) fn check(self) {
        let (golden, played) = (self.file().1, self.played());
        for (golden, played) in golden.lines().zip(played.lines()) {
            assert_eq!(golden, played, "{self:?}: map, seed, last hash, digest of all hashes");
        }
        assert_eq!(golden.lines().count(), played.lines().count(), "{self:?}: maps and seeds");
    }
}

fn map(text: &mut String, name: &str, play: impl Fn(u64) -> Vec<StateHash>) {
    for seed in 0..SEEDS {
        let hashes = play(seed);
        assert_eq!(hashes.len(), (FRAMES / 30) as usize, "{name}");
        let last = hashes[hashes.len() - 1];
        let _ = writeln!(text, "{name} {seed:2} {last} {}", trace::digest(&hashes));
    }
}
