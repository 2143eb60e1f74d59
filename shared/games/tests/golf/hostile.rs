//! Bytes from a stranger do no harm.

use super::{round, saved, words};
use games::golf::{Golf, GolfRules, GolfSetup, Hole};
use netplay::rng::SimRng;
use netplay::sim::{BadState, Inspect, Part, Rewind, Simulation, Value, Visitor};
use proptest::prelude::*;

#[test]
fn a_short_or_long_state_is_refused_and_changes_nothing() {
    let mut golf = round(2);
    (0..900).for_each(|frame| golf.tick(&words(2, frame)));
    let state = saved(&golf);
    let before = golf.state_hash();
    for end in 0..state.len() {
        assert_eq!(golf.load(&state[..end]), Err(BadState));
    }
    assert_eq!(golf.load(&[&state[..], &[0]].concat()), Err(BadState));
    assert_eq!(golf.state_hash(), before);
}

#[test]
fn a_forged_state_is_refused_or_can_be_played_on_from() {
    let (mut taken, mut refused) = (0, 0);
    for seed in [2, 5] {
        let mut honest = round(seed);
        (0..1_100).for_each(|frame| honest.tick(&words(seed, frame)));
        let state = saved(&honest);
        let mut rng = SimRng::new(seed, 2);
        for round in 0..1_400_usize {
            let mut forged = state.clone();
            for _ in 0..=rng.below(3) {
                let at = if round < state.len() {
                    round
                } else {
                    rng.below(state.len() as u32) as usize
                };
                forged[at] = rng.next_u32() as u8;
            }
            let mut golf = honest.clone();
            let by_force = round % 2 == 0;
            let took = if by_force { golf.force(&forged) } else { golf.load(&forged) };
            if took.is_ok() {
                taken += 1;
                (0..20).for_each(|frame| golf.tick(&words(5, frame * 7)));
                let _ = (golf.view(), golf.results());
            } else {
                refused += 1;
            }
        }
    }
    assert!(taken > 500 && refused > 300, "{taken} taken, {refused} refused");
}

#[derive(Default)]
struct Names(Vec<String>);

impl Visitor for Names {
    fn open(&mut self, part: Part) {
        if let Part::Field(name) = part {
            self.0.push(name.to_owned());
        }
    }
    fn close(&mut self) {}
    fn value(&mut self, _: Value) {}
}

#[test]
fn every_field_has_a_name() {
    let golf = round(3);
    let mut names = Names::default();
    golf.inspect(&mut names);
    for name in ["head", "phase", "balls", "pos", "lie", "strokes", "bot", "card", "points"] {
        assert!(names.0.iter().any(|found| found == name), "{name}");
    }
    assert_eq!(golf.inspect_saved(&[1, 2, 3], &mut Names::default()), Err(BadState));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn no_word_and_no_state_makes_a_round_panic(
        seed in 0..40_u64,
        pads in proptest::collection::vec(proptest::collection::vec(any::<u16>(), 0..9), 1..60),
        flips in proptest::collection::vec((any::<u16>(), any::<u8>()), 0..4),
    ) {
        let mut golf = round(seed);
        (0..400).for_each(|frame| golf.tick(&words(seed, frame)));
        let mut state = saved(&golf);
        for (at, byte) in flips {
            let at = usize::from(at) % state.len();
            state[at] = byte;
        }
        let _ = golf.force(&state);
        for pad in &pads {
            let words: Vec<_> = pad.iter().map(|word| netplay::ids::PadWord(*word)).collect();
            (0..5).for_each(|_| golf.tick(&words));
        }
        let _ = (golf.view(), golf.results(), golf.poses().count());
    }
}

/// A hole that somebody may have written: a built-in one with words of others in it.
fn mutated(rng: &mut SimRng, texts: &[&str]) -> String {
    let text = texts[rng.below(texts.len() as u32) as usize];
    let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    for _ in 0..rng.below(5) {
        let at = rng.below(words.len() as u32) as usize;
        words[at] = match rng.below(6) {
            0 => rng.below(31).to_string(),
            1 => format!("{}.{}~{}", rng.below(20), rng.below(100), rng.below(12)),
            2 => words[rng.below(words.len() as u32) as usize].clone(),
            3 => format!("-{}", rng.below(50)),
            4 => "9\nwall 1 1".into(),
            _ => String::new(),
        };
    }
    words.join(" ")
}

#[test]
fn a_hole_from_a_stranger_is_refused_or_can_be_played() {
    let pack = games::pack::Pack::built_in();
    let text = pack.text();
    let holes: Vec<&str> = text.split("=== ").filter(|file| file.starts_with("holes/")).collect();
    let texts: Vec<&str> =
        holes.iter().filter_map(|file| file.split_once('\n')).map(|(_, text)| text).collect();
    assert_eq!(texts.len(), 18);
    let mut rng = SimRng::new(6, 6);
    let (mut taken, mut refused) = (0, 0);
    for _ in 0..700 {
        let text = mutated(&mut rng, &texts);
        let Ok(hole) = Hole::parse_trusted(&text) else {
            refused += 1;
            continue;
        };
        taken += 1;
        let rules = GolfRules { preview: false, collisions: true, ..GolfRules::default() };
        let setup = GolfSetup { seed: 1, seats: 4, rules };
        let mut golf = Golf::new(setup, vec![hole.into()]).expect("a round");
        (0..150).for_each(|_| golf.tick(&[]));
        let _ = golf.view();
    }
    assert!(taken > 150 && refused > 150, "{taken} taken, {refused} refused");
}

#[test]
fn any_text_is_read_in_a_moment_and_never_panics() {
    let mut rng = SimRng::new(8, 8);
    let lines: Vec<&str> = games::golf::LINES.lines().collect();
    for _ in 0..3_000 {
        let mut text = String::from("size 12 16\n");
        for _ in 0..rng.below(12) {
            let word = lines[rng.below(lines.len() as u32) as usize].split(' ').next();
            text.push_str(word.unwrap_or_default());
            for _ in 0..rng.below(9) {
                match rng.below(5) {
                    0 => text.push_str(" ~"),
                    1 => text.push_str(" by"),
                    _ => text.push_str(&format!(" {}", rng.below(17))),
                }
            }
            text.push('\n');
        }
        let _ = Hole::parse(&text);
    }
}
