//! What a frame of eight cars costs: `cargo run --release -p games --example cost`.

#![allow(clippy::print_stdout)]

use games::racing::{Race, RaceRules, RaceSetup, Track};
use netplay::ids::PadWord;
use netplay::sim::{Rewind, Simulation};
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    const ROUNDS: u32 = 20_000;
    let begin = Instant::now();
    let track = Arc::new(Track::heron_lake());
    println!("track read           {:>8} us", begin.elapsed().as_micros());
    let rules = RaceRules { laps: 20, cap_seconds: 1800, ..RaceRules::default() };
    let mut race = Race::new(RaceSetup { seed: 1, seats: 8, rules }, track)?;
    let per_round = |name: &str, work: &mut dyn FnMut()| {
        let begin = Instant::now();
        (0..ROUNDS).for_each(|_| work());
        println!("{name:20} {:>8} ns", begin.elapsed().as_nanos() / u128::from(ROUNDS));
    };
    per_round("tick, 8 cars", &mut || race.tick(&[PadWord(1); 8]));
    per_round("state_hash", &mut || _ = black_box(race.state_hash()));
    per_round("clone", &mut || _ = black_box(race.clone()));
    per_round("view", &mut || _ = black_box(race.view()));
    let mut state = Vec::new();
    per_round("save", &mut || {
        state.clear();
        race.save(&mut state);
    });
    per_round("load", &mut || _ = black_box(race.load(&state)));
    println!("state                {:>8} bytes", state.len());
    Ok(())
}
