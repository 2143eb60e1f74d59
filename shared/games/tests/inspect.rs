//! A race says what its state consists of: no bit of it is left out, none belongs to two fields.
#![cfg(not(target_arch = "wasm32"))]

use games::pack::Pack;
use games::{Game, GameSetup};
use netplay::ids::PadWord;
use netplay::sim::{self, Inspect, Part, Rewind, Simulation, Value, Visitor};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Every field with its path.
#[derive(Default)]
struct Fields {
    open: Vec<Part>,
    seen: Vec<(String, Value)>,
}

impl Visitor for Fields {
    fn open(&mut self, part: Part) {
        self.open.push(part);
    }

    fn close(&mut self) {
        self.open.pop().expect("what is closed was open");
    }

    fn value(&mut self, value: Value) {
        let mut path = String::new();
        for part in &self.open {
            match part {
                Part::Field(name) => write!(path, ".{name}").unwrap(),
                Part::Index(at) => write!(path, "[{at}]").unwrap(),
            }
        }
        self.seen.push((path.trim_start_matches('.').to_owned(), value));
    }
}

fn race(seats: usize, frames: u32) -> Game {
    let mut game = Game::new(GameSetup::default(), 5, seats, &Pack::built_in()).unwrap();
    (0..frames).for_each(|_| game.tick(&vec![PadWord(0); seats]));
    game
}

fn saved(game: &Game) -> Vec<u8> {
    let mut bytes = Vec::new();
    game.save(&mut bytes);
    bytes
}

fn fields(game: &Game, saved: &[u8]) -> Vec<(String, Value)> {
    let mut fields = Fields::default();
    game.inspect_saved(saved, &mut fields).unwrap();
    assert!(fields.open.is_empty());
    fields.seen
}

#[test]
fn every_bit_of_the_state_belongs_to_exactly_one_field() {
    let game = race(3, 900);
    let bytes = saved(&game);
    let before = fields(&game, &bytes);
    let mut touched = BTreeSet::new();
    for bit in 0..bytes.len() * 8 {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        let after = fields(&game, &flipped);
        let changed: Vec<_> = (0..before.len()).filter(|at| before[*at] != after[*at]).collect();
        assert_eq!((changed.len(), after.len()), (1, before.len()), "bit {bit}");
        let path = &before[changed[0]].0;
        assert_eq!(*path, after[changed[0]].0);
        touched.insert(path.clone());
        let found = sim::saved_difference(&game, &bytes, &flipped).expect("a difference");
        assert_eq!(found.path, *path, "bit {bit}");
        assert_ne!(found.ours.to_string(), found.theirs.to_string(), "bit {bit}, {path}");
    }
    assert_eq!(touched.len(), before.len(), "no field is of no bits, no path is there twice");
    assert!(touched.contains("cars[2].vel.x"));
}

#[test]
fn a_machine_may_break_in_every_field() {
    let game = race(2, 900);
    let bytes = saved(&game);
    let mut broken = BTreeSet::new();
    for bit in 0..bytes.len() * 8 {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        let mut other = game.clone();
        if other.force(&flipped).is_ok() {
            let found = sim::difference(&game, &other).expect("a bit is turned over");
            broken.insert(found.path);
            other.tick(&[PadWord(1), PadWord(2)]); // and the game goes on
        } else {
            assert_eq!(saved(&other), bytes, "what is refused is not done");
            assert!(other.load(&flipped).is_err());
        }
    }
    let all: BTreeSet<String> = fields(&game, &bytes).into_iter().map(|field| field.0).collect();
    assert_eq!(broken, all);
}

#[test]
fn what_is_no_saved_state_is_not_described() {
    let game = race(2, 10);
    let bytes = saved(&game);
    for wrong in [&bytes[..bytes.len() - 1], &[&bytes[..], &[0]].concat(), &[]] {
        assert!(game.inspect_saved(wrong, &mut Fields::default()).is_err());
        let found = sim::saved_difference(&game, &bytes, wrong).expect("a difference");
        assert!(found.path.starts_with("byte "), "{}", found.path);
    }
}
