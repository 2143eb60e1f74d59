//! The guides for those who make content: every example is fair, and every line that can be
//! written is told.
#![cfg(not(target_arch = "wasm32"))]

use games::golf::LINES;
use games::hunt::{COLOURS, FLOORS, THEMES};
use games::pack::{KINDS, Pack, bundle};

const PACKS: &str = include_str!("../../../docs/packs.md");
const HOLE: &str = include_str!("../../../docs/making-a-hole.md");
const TRACK: &str = include_str!("../../../docs/making-a-track.md");
const ARENA: &str = include_str!("../../../docs/making-an-arena.md");

/// The examples of a kind in a guide.
fn examples<'a>(guide: &'a str, kind: &str) -> Vec<&'a str> {
    let fence = format!("\n```{kind}\n");
    let parts = guide.split(fence.as_str()).skip(1);
    parts.map(|part| part.split("\n```").next().unwrap_or_default()).collect()
}

/// The words that a parser's source knows at the beginning of a line: the arms of its matches.
fn words(source: &str) -> Vec<&str> {
    let arms = source.lines().filter_map(|line| line.trim().split_once(" =>"));
    let arms = arms.filter(|(arm, _)| arm.starts_with('"') || arm.starts_with("(\""));
    arms.flat_map(|(arm, _)| arm.split('"').skip(1).step_by(2))
        .filter(|word| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase()))
        .collect()
}

fn tells(guide: &str, word: &str) -> bool {
    let told = |before: char, after: char| guide.contains(&format!("{before}{word}{after}"));
    told('`', ' ') || told('`', '`')
}

#[test]
fn every_example_is_fair() {
    let mut found = 0;
    for guide in [PACKS, HOLE, TRACK, ARENA] {
        for kind in KINDS {
            for text in examples(guide, kind) {
                let pack = bundle("Example", [(format!("a.{kind}").as_str(), text)]);
                if let Err(faults) = Pack::parse(&pack) {
                    panic!("{} in\n{text}", faults[0]);
                }
                found += 1;
            }
        }
        for text in examples(guide, "partypack") {
            Pack::parse(text).unwrap_or_else(|faults| panic!("{} in\n{text}", faults[0]));
            found += 1;
        }
    }
    assert_eq!(found, 7, "an example is not read");
}

#[test]
fn every_line_that_can_be_written_is_told() {
    let hole: Vec<&str> = LINES
        .lines()
        .flat_map(|line| line.split('|').map(|one| one.split_whitespace().next().unwrap_or("")))
        .filter(|word| word.bytes().all(|byte| byte.is_ascii_lowercase()))
        .collect();
    assert!(hole.len() > 25, "{hole:?}");
    let track = words(include_str!("../src/racing/track/parse.rs"));
    assert!(track.len() >= 13, "{track:?}");
    let mut arena = words(include_str!("../src/hunt/arena/parse.rs"));
    arena.extend(words(include_str!("../src/hunt/props.rs")));
    assert!(arena.len() >= 20, "{arena:?}");
    arena.extend(FLOORS.into_iter().chain(THEMES).chain(COLOURS.map(|(name, _)| name)));
    let guides = [(HOLE, hole), (TRACK, track), (ARENA, arena)];
    let missing: Vec<&str> = guides
        .iter()
        .flat_map(|(guide, words)| words.iter().copied().filter(|word| !tells(guide, word)))
        .collect();
    assert!(missing.is_empty(), "these are in no guide: {missing:?}");
}

#[test]
fn every_line_is_in_an_example() {
    let all = |guide, kind| examples(guide, kind).concat();
    for (kind, text, words) in [
        ("track", all(TRACK, "track"), words(include_str!("../src/racing/track/parse.rs"))),
        ("hole", all(HOLE, "hole"), words(include_str!("../src/golf/hole/parse.rs"))),
        ("arena", all(ARENA, "arena"), words(include_str!("../src/hunt/arena/parse.rs"))),
        ("props", all(ARENA, "props"), words(include_str!("../src/hunt/props.rs"))),
    ] {
        for word in words {
            assert!(text.split_whitespace().any(|told| told == word), "{word} of a {kind}");
        }
    }
}
