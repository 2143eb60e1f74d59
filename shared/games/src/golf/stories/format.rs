//! Holes as text: what an author may write, and what is said when it is wrong.

use super::*;
use crate::pack::Fault;

const FAIR: &str = "name Mine
theme meadow
par 2
size 12 16   # metres
tee 6 13
cup 6 3
outline 1 1 11 1 11 15 1 15";

fn wrong(line: &str) -> Fault {
    refused(&format!("{FAIR}\n{line}"))
}

fn refused(text: &str) -> Fault {
    match Hole::parse(text) {
        Ok(_) => panic!("this is fair: {text}"),
        Err(fault) => fault,
    }
}

#[test]
fn a_dozen_words_are_a_hole() {
    let hole = Hole::parse(FAIR).expect("fair");
    assert_eq!((hole.name.as_str(), hole.par, hole.tee), ("Mine", 2, at(6, 13)));
    assert_eq!(Hole::lane().outline.len(), 4);
}

#[test]
fn every_line_of_the_list_can_be_written() {
    let more = include_str!("every_line.txt");
    let hole = Hole::parse(&format!("{FAIR}\n{more}")).expect("fair");
    assert_eq!((hole.patches.len(), hole.movers.len(), hole.gates.len()), (6, 2, 2));
    assert_eq!((hole.walls.len(), hole.posts.len(), hole.decor.len()), (3, 2, 5));
    for line in more.lines() {
        let word = line.split(' ').next().expect("a word");
        assert!(LINES.contains(word), "{word} is in no list");
    }
}

#[test]
fn what_is_wrong_is_said_with_line_and_cure() {
    let cases = [
        ("wal 1 1 2 2", "“wal” is not known"),
        ("wall 1 1 2", "something is missing"),
        ("wall 1 1 2 x", "“x” is no number"),
        ("wall 1 1 2 20", "20 is not between 0 and 16"),
        ("wall 2 2 2 2", "two corners are at one place"),
        ("post 3 3 0.5 7", "“7” is too much"),
        ("slider 2 8 3 8 to 1 0 every 3", "the word “by” is missing"),
        ("slider 2 8 3 8 by 6 0 every 1", "faster than 5 metres"),
        ("block 2 2~3 3 2 3 3 2 3", "too sharp to be rounded"),
        ("name", "empty or too long"),
        ("par 12", "12 is not between 1 and 9"),
    ];
    for (line, what) in cases {
        let fault = wrong(line);
        assert!(fault.what.contains(what), "{line}: {fault}");
        assert_eq!(fault.line, 8, "{fault}");
        assert!(!fault.cure.is_empty());
    }
}

#[test]
fn what_cannot_be_played_is_refused_in_words() {
    let swap = |from: &str, to: &str| refused(&FAIR.replace(from, to));
    let cases = [
        (swap("cup 6 3\n", ""), "begins with “cup”"),
        (swap("tee 6 13", "tee 6 14.9"), "the tee is in a wall"),
        (swap("cup 6 3", "cup 0.5 3"), "the cup is in a wall"),
        (swap("cup 6 3", "cup 6 12"), "right beside the tee"),
        (wrong("water circle 6 13 1"), "the tee is in water"),
        (wrong("conveyor up 2 5 12 7 12 7 14 5 14"), "the tee is in water, out"),
        (wrong("wall 1 8 11 8"), "no way leads"),
        (wrong("water 1 7 11 7 11 9 1 9"), "no way leads"),
        (wrong("oneway 1 8 11 8 lets down"), "no way leads"),
        (wrong("wall 1 8 5.7 8\nwall 6.3 8 11 8"), "no way leads"),
        (wrong("slider 9 8 10 8 by 4 0 every 9"), "moves out of the hole"),
        (wrong("tunnel 6 8 to 6 1 heading up"), "the way out of a tunnel is in a wall"),
        (
            wrong("gate 1 8 11 8 open 0.5 shut 60\ngate 1 7 11 7 open 0.5 shut 50"),
            "the AI does not get home",
        ),
    ];
    for (fault, what) in cases {
        assert!(fault.what.contains(what), "{what}: {fault}");
    }
}

/// Above all its size: the hole would be as large as the first says, and saved rounds would be
/// held to the second.
#[test]
fn what_a_hole_has_one_of_is_not_said_twice() {
    for line in FAIR.lines().chain(["author Anna"]) {
        let fault = refused(&format!("{FAIR}\nauthor Bob\n{line}"));
        assert!(fault.what.contains("is there already: "), "{line}: {fault}");
        assert_eq!(fault.line, 9);
    }
    let far = FAIR.replace("size 12 16", "size 30 30");
    assert!(refused(&format!("{far}\nsize 4 4")).what.contains("is there already: “size”"));
}

#[test]
fn nothing_is_without_a_bound() {
    for (line, times) in [
        ("post 3 3 0.2", 300),
        ("sand circle 3 3 1", 40),
        ("gate 1 9 2 9 open 1 shut 1", 10),
        ("slider 2 8 3 8 by 1 0 every 3", 10),
        ("tunnel 3 13 to 9 3 heading left", 10),
        ("tree 3 3 1", 100),
        ("wall 1 1 2 2 3 1 4 2 5 1 6 2 7 1 8 2", 40),
    ] {
        let many = vec![line; times].join("\n");
        assert!(Hole::parse_trusted(&format!("{FAIR}\n{many}")).is_err(), "{line}");
    }
    let far = vec!["2 3"; 60].join(" 3 3 ");
    assert!(Hole::parse(&format!("{FAIR}\nwall {far}")).is_err());
}
