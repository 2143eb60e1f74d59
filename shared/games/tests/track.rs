//! The validator: the track in the box is fair, and what is not fair is refused with a reason.
#![cfg(not(target_arch = "wasm32"))]

use games::fix::{Angle, Fix};
use games::pack::{Fault, Pack, split};
use games::racing::Track;
use proptest::prelude::*;
use std::collections::BTreeSet;

const HERON_LAKE: &str = Track::HERON_LAKE;

fn refused(text: &str) -> Fault {
    match Track::parse(text) {
        Ok(_) => panic!("this is taken for a fair track:\n{text}"),
        Err(error) => error,
    }
}

/// The track with the first line that begins with `from` replaced.
fn with(from: &str, to: &str) -> String {
    assert!(HERON_LAKE.contains(from), "{from}");
    HERON_LAKE.replacen(from, to, 1)
}

#[test]
fn the_track_in_the_box_is_fair() {
    let track = Track::parse(HERON_LAKE).expect("it is");
    assert_eq!((track.name.as_str(), track.theme.as_str()), ("Heron Lake", "lakeside"));
    assert!(track.gates.len() >= 6);
    assert_eq!(track.grid.len(), 8);
    let lap = track.ideal_lap_ticks() / 60;
    assert!((25..=35).contains(&lap), "a lap takes {lap} s");
}

#[test]
fn every_track_in_the_box_is_a_fair_lap_of_its_own() {
    let pack = Pack::built_in();
    let mut themes = BTreeSet::new();
    assert_eq!(pack.tracks.len(), 5);
    for (name, text) in split(pack.text()).1.filter(|(name, _)| name.ends_with(".track")) {
        // What the box trusts, the validator finds fair.
        let track = Track::parse(text).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        let lap = track.ideal_lap_ticks() / 60;
        assert!((20..=45).contains(&lap), "{name}: a lap takes {lap} s");
        assert!(track.pads.len() >= 2 && track.kerbs.len() >= 6, "{name}");
        assert!(track.scenery.len() >= 8 && !track.zones.is_empty(), "{name}");
        assert!(themes.insert(track.theme.clone()), "{name}: two look like {}", track.theme);
    }
}

#[test]
fn every_gate_is_as_wide_as_what_can_be_driven_on_and_more() {
    for track in &Pack::built_in().tracks {
        gates_are_wide(track);
    }
}

fn gates_are_wide(track: &Track) {
    for gate in &track.gates {
        let right = gate.heading.unit().right();
        for (end, way) in [(gate.left, -right), (gate.right, right)] {
            // From the middle outwards, until the wall: all of it is before the gate's end.
            let reach = (end - gate.centre).length();
            let mut walked = Fix::ZERO;
            loop {
                let place = track.locate(gate.centre + way * walked);
                let elsewhere = track.ahead(gate.along, place.along).abs() > Fix::int(12);
                if place.side.abs() >= place.wall || elsewhere {
                    break;
                }
                walked += Fix::ratio(1, 4);
            }
            assert!(walked < reach, "{}: gate at {} m", track.name, gate.along.whole());
        }
    }
}

#[test]
fn every_point_of_the_road_knows_where_it_is() {
    for track in &Pack::built_in().tracks {
        points_know_where_they_are(track);
    }
}

fn points_know_where_they_are(track: &Track) {
    for metre in 0..track.length.whole() {
        for side in [-5, 0, 5] {
            let along = Fix::int(metre);
            let place = track.locate(track.point(along, Fix::int(side)));
            let tight = track.samples[place.sample].bend.abs() > Fix::ratio(1, 14);
            let beside = if tight && side != 0 { Fix::ONE } else { Fix::ratio(1, 3) };
            assert!((place.side - Fix::int(side)).abs() < beside, "{} {metre} {side}", track.name);
            // In a tight bend the inside is crowded.
            let off = if side == 0 { Fix::ratio(1, 2) } else { Fix::int(4) };
            assert!(track.ahead(along, place.along).abs() < off, "{metre} {side}");
        }
    }
}

#[test]
fn an_unfair_track_is_refused_with_a_reason() {
    let cases = [
        (with("gate 75\n", ""), "gate 0 is 150 m before the next"),
        (with("gate 150", "gate 80"), "gate 1 is 5 m before the next"),
        (with("gate 150", "gate -3"), "gate 1 is -78 m before the next"),
        (with("pad 45  2.5", "pad 45  6.5"), "boost pad 0 is not on the road"),
        (with("pad 45  2.5", "ice 45  6.5"), "ice 0 is not on the road"),
        (with("zone sand    52 60", "zone block 95 112"), "what stands at 95 112 is in the way"),
        (with("tree 40 33", "tree 100 112"), "what stands at 100 112 is in the way"),
        (with("146 40", "95 112"), "what stands at 95 112 is in the way"),
        (with("name Heron Lake", ""), "a track has a name"),
        (with("70    112  6.5", "70    112  0.5"), "the road at point 0 is not 3 to 20 m"),
        (with("70    112  6.5", "94    112  6.5"), "point 0 is 1 m from the next"),
        (with("107   2 ", "128   18 "), "bends more than it is wide"),
    ];
    for (text, reason) in cases {
        let error = refused(&text);
        assert!(error.what.contains(reason), "{error} is not: {reason}");
    }
}

/// A number as an author writes it.
fn tenths(at: Fix) -> String {
    let tenths = at.scale(10, 1).whole();
    let sign = if tenths < 0 { "-" } else { "" };
    format!("{sign}{}.{}", tenths.abs() / 10, tenths.abs() % 10)
}

/// Places lie within a kilometre; the way along a lap is as long as a lap may be.
#[test]
fn a_lap_of_two_kilometres_has_gates_and_pads_to_its_end() {
    let mut text = String::from("name Ring\ntheme desert\n");
    for at in 0_u16..64 {
        let place = Angle(at * 1024).unit() * Fix::int(320);
        text += &format!("point {} {} 7 4 4\n", tenths(place.x), tenths(place.y));
    }
    (1..20).for_each(|gate| text += &format!("gate {}\n", gate * 100));
    text += "pad 1950 0 6 4\nice 1800 0 6 4\n";
    let track = Track::parse(&text).unwrap_or_else(|fault| panic!("{fault}"));
    assert!(track.length > Fix::int(2000), "{} m", track.length.whole());
    assert_eq!(track.gates.last().expect("gates").along, Fix::int(1900));
}

#[test]
fn a_line_that_cannot_be_read_is_named() {
    for (line, reason) in [
        ("gat 75", "“gat” is not known here - a line begins with name"),
        ("gate", "something is missing at the end - gate METRES-ALONG"),
        ("gate 1 2", "“2” is too much here"),
        ("gate 1e3", "“1e3” is no number"),
        ("gate 3001", "3001 is not between -1000 and 3000"),
        ("tree 1001 0 2", "1001 is not between -1000 and 1000"),
        ("zone lava 1 1 2 2 3 3", "“lava” is not water, sand, meadow or block"),
        ("zone sand 1 1 2 2", "three corners"),
    ] {
        let error = refused(&format!("# a comment\nname X\n\n{line}\n"));
        assert_eq!(error.line, 4);
        assert!(error.to_string().contains(reason), "{error} is not: {reason}");
    }
    let many = "gate 1\n".repeat(300);
    assert!(refused(&many).what.contains("too many"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_a_track_or_an_error(text in "(name|theme|point|gate|pad|tree|zone|#|[ 0-9.\\-a-z]|\n){0,60}") {
        let _ = Track::parse(&text);
    }

    /// A number here or there is another one: the answer is yes or no, and never a panic.
    #[test]
    fn a_track_gone_wrong_is_a_track_or_an_error(
        changes in proptest::collection::vec((0_usize..400, -1000..1000_i32), 1..4),
    ) {
        let mut words: Vec<String> = HERON_LAKE
            .lines()
            .filter(|line| !line.starts_with('#'))
            .flat_map(|line| line.split_whitespace().map(String::from).chain([String::from("\n")]))
            .collect();
        let numbers: Vec<usize> =
            (0..words.len()).filter(|at| Fix::parse(&words[*at]).is_some()).collect();
        for (at, value) in changes {
            words[numbers[at % numbers.len()]] = value.to_string();
        }
        let _ = Track::parse(&words.join(" "));
    }
}
