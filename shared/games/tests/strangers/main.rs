//! Packs of strangers: whatever they say, they are read in bounded time or refused, and what is
//! played on them stands.
#![cfg(not(target_arch = "wasm32"))]

mod target;

use games::pack::{PACK_BYTES, Pack, bundle, split};
use games::{Game, GameId, GameSetup};
use netplay::ids::PadWord;
use netplay::rng::SimRng;
use netplay::sim::Simulation;
use proptest::prelude::*;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

static OWN: LazyLock<Arc<Pack>> = LazyLock::new(Pack::built_in);

/// The built-in files by their kind.
fn files(kind: &str) -> Vec<(&'static str, &'static str)> {
    let files = split(OWN.text()).1.map(|(name, text)| (name.trim_end(), text));
    files.filter(|(name, _)| name.ends_with(kind)).collect()
}

/// A file of content with some of its words changed for others, or for nonsense.
fn mangled(text: &str, seed: u64) -> String {
    let mut rng = SimRng::new(seed, 0);
    let mut below = |count: usize| rng.below(count.max(1) as u32) as usize;
    let words: Vec<&str> = text.split_whitespace().collect();
    let nonsense =
        ["0", "-1", "1000", "1000.0001", "99999999999", "0.0001", "~", "#", "=== x", "é"];
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    for _ in 0..1 + below(4) {
        let at = below(lines.len());
        let mut line: Vec<&str> = lines[at].split(' ').collect();
        let word = below(line.len());
        line[word] =
            if below(2) == 0 { words[below(words.len())] } else { nonsense[below(nonsense.len())] };
        lines[at] = line.join(" ");
        if below(6) == 0 {
            lines.remove(at);
        }
    }
    lines.join("\n")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_a_pack_or_has_faults(text in ".{0,400}") {
        target::pack(text.as_bytes());
        target::pack(format!("partyline-pack 1\nname A\n=== a.hole\n{text}").as_bytes());
    }
}

#[test]
fn content_gone_wrong_is_content_or_has_faults_and_what_is_fair_can_be_played() {
    let all: Vec<_> = ["hole", "track", "arena", "props"].into_iter().flat_map(files).collect();
    let mut played = 0;
    for seed in 0..30 {
        let (name, text) = all[seed as usize % all.len()];
        let pack = bundle("Mangled", [(name, mangled(text, seed).as_str())]);
        target::pack(pack.as_bytes());
        let Ok(pack) = Pack::parse(&pack) else { continue };
        for game in GameId::ALL {
            let Ok(mut game) = Game::new(GameSetup::of(game), seed, 2, &pack) else { continue };
            (0..120).for_each(|_| game.tick(&[PadWord(0), PadWord(0xFFFF)]));
            played += 1;
        }
    }
    assert!(played > 4, "{played} games on what is fair after all");
}

/// As many files as there may be, each as slow to read as its kind can be.
#[test]
#[expect(clippy::disallowed_types, reason = "a circle for a text; no game is reckoned with it")]
fn the_slowest_pack_is_read_in_seconds() {
    let widest = |points: usize| {
        let mut text = String::from("name Wide\ntheme snow\n");
        for at in 0..points {
            // A long thin loop: the largest world that a lap of three kilometres can enclose.
            let angle = at as f64 / points as f64 * std::f64::consts::TAU;
            let (x, y) = (185.0 * angle.cos(), 185.0 * angle.sin());
            text += &format!("point {x:.1} {y:.1} 6 5 5\n");
        }
        (1..60).for_each(|gate| text += &format!("gate {}\n", gate * 16));
        text
    };
    let track = widest(64);
    let names: Vec<String> = (0..32).map(|at| format!("t{at:02}.track")).collect();
    let tracks = bundle("Slow", names.iter().map(|name| (name.as_str(), track.as_str())));
    // A hole that the AI needs long for, or never comes home on.
    let slow = "name Slow\ntheme snow\npar 9\nsize 12 28\ntee 6 26\ncup 6 2\n\
                outline 1 1 11 1 11 27 1 27\nslope down 6 1 4 11 4 11 20 1 20\n";
    let names: Vec<String> = (0..64).map(|at| format!("h{at:02}.hole")).collect();
    let holes = bundle("Slow", names.iter().map(|name| (name.as_str(), slow)));
    for pack in [tracks, holes] {
        assert!(pack.len() <= PACK_BYTES, "{}", pack.len());
        let began = Instant::now();
        let read = Pack::parse(&pack);
        let took = began.elapsed();
        assert!(took < Duration::from_secs(40), "{took:?}: {:?}", read.err());
    }
}
