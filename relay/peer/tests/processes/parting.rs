//! Bundles of two peers that part: which field, and whose machine.

use crate::support::{End, Program, folder};
use games::Game;
use games::pack::Pack;
use games::racing::RaceRules;
use netplay::ids::{Frame, PadWord, PlayerId};
use netplay::session::bundle::{Bundle, Case, Testimony};
use netplay::sim::{Rewind, Simulation};
use netplay::track::Kept;
use netplay::wire::Start;
use std::path::Path;

const PARTED: u32 = 6;

/// What a player kept of ten frames of a race; with `broken`, a bit of its memory turned over.
fn testimony(start: &Start, player: u32, broken: bool) -> Testimony {
    let mut game = Game::from_start(start, &Pack::built_in()).unwrap();
    let words = [PadWord(1), PadWord(0)];
    let kept = (0..10).map(|frame| {
        game.tick(&words);
        let mut state = Vec::new();
        game.save(&mut state);
        if broken && frame == PARTED {
            let at = state.len() / 2;
            state[at] ^= 1;
            game.load(&state).expect("a possible state");
        }
        Kept {
            frame: Frame(frame),
            digest: game.state_hash(),
            changes: Vec::new(),
            words: words.iter().flat_map(|word| word.0.to_le_bytes()).collect(),
            state,
        }
    });
    Testimony { player: PlayerId(player), kept: kept.collect() }
}

fn bundle(folder: &Path, player: u32, broken: [bool; 2]) -> std::path::PathBuf {
    let rules = games::GameSetup::Racing(RaceRules::default());
    let start = rules.start(7, vec![Some(PlayerId(1)), Some(PlayerId(2))]);
    let sides = [(1, broken[0]), (2, broken[1])];
    let [ours, theirs] = sides.map(|(player, broken)| testimony(&start, player, broken));
    let (ours, theirs) = if player == 1 { (ours, theirs) } else { (theirs, ours) };
    let case = Case { noticed: Frame(9), ours, theirs };
    let bundle = Bundle { simulation: games::simulation_digest(), start, case };
    let file = folder.join(format!("{player}.pldb"));
    std::fs::write(&file, bundle.encode()).unwrap();
    file
}

fn run(words: &[&str], files: &[&Path]) -> End {
    let files: Vec<&str> = files.iter().map(|file| file.to_str().unwrap()).collect();
    Program::peer(&[words, &files].concat()).end()
}

#[test]
fn a_bit_that_fell_over_is_named_with_its_field_and_its_machine() {
    let folder = folder("parting");
    let [ann, ben] = [1, 2].map(|player| bundle(&folder, player, [false, true]));
    let end = run(&["diff"], &[&ann, &ben]);
    assert_eq!(end.code, Some(1), "{end:?}");
    let found: serde_json::Value = serde_json::from_str(&end.out[0]).unwrap();
    assert_eq!((&found["frame"], &found["first"]), (&PARTED.into(), &true.into()));
    assert_eq!(found["inputs"].as_array().map(Vec::len), Some(PARTED as usize + 1));
    let path = found["field"]["path"].as_str().expect("a path");
    let sentence = end.err.last().expect("a sentence");
    assert!(sentence.starts_with(&format!("{path} is ")), "{sentence}");
    assert!(sentence.ends_with("they part in frame 6."), "{sentence}");

    let end = run(&["rerun"], &[&ann]);
    assert_eq!(end.code, Some(1), "{end:?}");
    let run: serde_json::Value = serde_json::from_str(&end.out[0]).unwrap();
    assert_eq!((&run["ours"]["agrees"], &run["theirs"]["agrees"]), (&true.into(), &false.into()));
    assert_eq!(run["theirs"]["field"]["path"], path);
    assert!(end.err[0].ends_with("than with player 2."), "{end:?}");
}

#[test]
fn without_a_difference_all_is_well_and_another_file_is_refused() {
    let folder = folder("agreeing");
    let [ann, ben] = [1, 2].map(|player| bundle(&folder, player, [false, false]));
    assert_eq!(run(&["diff"], &[&ann, &ben]).code, Some(0));
    std::fs::write(&ben, "something else").unwrap();
    let end = run(&["diff"], &[&ann, &ben]);
    assert_eq!((end.code, end.err.len()), (Some(2), 1), "{end:?}");
}
