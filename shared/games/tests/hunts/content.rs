//! Arenas and props: the built-in ones are fair, and faults are told to their authors.

use super::pack;
use games::hunt::{Arena, PropSet};
use games::pack::Fault;
use std::sync::Arc;

/// The text of a built-in file.
fn text(end: &str) -> String {
    let mut files = games::pack::split(pack().text()).1;
    files.find(|(name, _)| name.trim_end().ends_with(end)).expect("a built-in file").1.to_owned()
}

fn sets() -> Vec<Arc<PropSet>> {
    pack().props.clone()
}

fn arena_fault(from: &str, to: &str) -> Fault {
    let text = text("1-toy-shop.arena");
    assert!(text.contains(from), "{from}");
    Arena::parse(&text.replacen(from, to, 1), &sets()).expect_err("a fault")
}

fn props_fault(from: &str, to: &str) -> Fault {
    let text = text("toys.props");
    assert!(text.contains(from), "{from}");
    PropSet::parse(&text.replacen(from, to, 1)).expect_err("a fault")
}

#[test]
fn the_built_in_arenas_are_fair_and_each_is_another_place() {
    let pack = pack();
    assert!(pack.arenas.len() >= 4 && pack.props.len() >= 3);
    assert!(pack.props.iter().all(|set| set.props.len() >= 8));
    for end in [
        "1-toy-shop.arena",
        "2-harbour-market.arena",
        "3-farm-yard.arena",
        "4-museum-at-night.arena",
    ] {
        Arena::parse(&text(end), &sets()).unwrap_or_else(|fault| panic!("{end}: {fault}"));
    }
}

#[test]
fn an_authors_mistakes_are_told_with_line_and_cure() {
    let cases = [
        (arena_fault("theme shop", "theme moon"), 2, "there is no “moon”"),
        (arena_fault("props Toys", "props Tows"), 3, "no set of props is “Tows”"),
        (arena_fault("size 26 18", "size 26"), 4, "something is missing"),
        (arena_fault("floor planks", "floor lava"), 5, "there is no “lava”"),
        (arena_fault("spot horse,bear", "spot horse,bare"), 0, "no prop of the set is “bare”"),
        (arena_fault("hiders 13 9", "hidders 13 9"), 0, "says nothing about an arena"),
        (arena_fault("wall 0 0 26 0.4", "wall 0 0 26 0"), 0, "0 is not between 0.20 and 18"),
        (arena_fault("spot horse,bear 10.2 8", "spot horse,bear 10.2 3.6"), 0, "stands in a wall"),
        (arena_fault("spot horse,bear 10.2 8", "spot horse,bear 10.2 10.2"), 0, "overlaps one"),
        (arena_fault("seekers 1.2 9", "seekers 11 9"), 0, "seekers begin next to hiders"),
        (
            arena_fault("wall 19.6 5 0.4 2 below 5", "wall 19.6 5 0.4 2\nwall 19.6 11 0.4 2"),
            0,
            "nobody can walk to the spot",
        ),
        (props_fault("radius 0.35", "radius 3"), 0, "3 is not between 0.20 and 1"),
        (props_fault("fill red", "fill rouge"), 0, "there is no colour “rouge”"),
        (props_fault("O 0 0 35", "X 0 0 35"), 0, "none of M, L, Q, C, O and Z"),
        (props_fault("O 0 0 35", "O 0 35"), 0, "something is missing"),
        (props_fault("O 0 0 35", "O 0 0 201"), 0, "201 is not between"),
        (props_fault("O 0 0 35", "O -2147483648 0 35"), 0, "-2147483648"),
        (props_fault("O 0 0 35", "O 0 0 -2147483648"), 0, "-2147483648"),
        (props_fault("O 0 0 35", "O 40 0 35"), 0, "larger than its prop"),
        (props_fault("title a striped ball", ""), 0, "no title"),
        (props_fault("turns 16", "turns 5"), 0, "1, 2, 4, 8 or 16 directions"),
        (props_fault("prop blocks", "prop ball"), 0, "there already"),
    ];
    for (fault, line, what) in cases {
        assert!(fault.what.contains(what), "{fault}");
        assert!(line == 0 || fault.line == line, "{fault}");
        assert!(!fault.cure.is_empty());
    }
}

#[test]
fn a_room_without_a_way_out_is_told() {
    // A ring of walls around where the seekers begin.
    let walls = "wall 0.4 5 5.4 0.2\nwall 0.4 12.6 5.4 0.2\nwall 5.6 5 0.2 7.8\nrow";
    let fault = arena_fault("row", walls);
    assert!(
        fault.what.contains("cannot walk to the others") || fault.what.contains("stands in"),
        "{fault}"
    );
}

#[test]
fn no_text_makes_a_reader_panic() {
    let mut rng = netplay::rng::SimRng::new(4, 4);
    for (end, is_arena) in [("3-farm-yard.arena", true), ("farm.props", false)] {
        let text = text(end);
        let words: Vec<&str> = text.split_inclusive([' ', '\n']).collect();
        for _ in 0..25 {
            let mut wild = words.clone();
            for _ in 0..=rng.below(3) {
                let at = rng.below(wild.len() as u32) as usize;
                wild[at] = ["", "-1 ", "99999 ", "\n", "ä ", "0 ", "any ", "40 ", "Z "]
                    [rng.below(9) as usize];
            }
            let wild: String = wild.concat();
            if is_arena {
                let _ = Arena::read(&wild, &sets());
            } else {
                let _ = PropSet::parse(&wild);
            }
        }
    }
}
