//! How the sides of prop hunt fare when the AI plays itself: by skill, and by how many play.
//! `cargo run --release -p games --example hunt_sides [hunts]`

#![allow(clippy::print_stdout)]

use games::Skill;
use games::hunt::{HuntRules, HuntSetup, Sides};
use games::pack::Pack;
use std::error::Error;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let hunts = std::env::args().nth(1).map_or(Ok(8), |word| word.parse::<u64>())?;
    let begin = Instant::now();
    let pack = Pack::built_in();
    println!("the pack is read in {} us", begin.elapsed().as_micros());
    let (begin, mut ticks) = (Instant::now(), 0);
    println!("skill, players: hiders won / rounds, caught / hiders, wrong guesses a round");
    for skill in Skill::ALL {
        let mut all = Sides::default();
        for seats in 2..=8 {
            let mut sides = Sides::default();
            for seed in 0..hunts {
                let rules = HuntRules { skill, ..HuntRules::default() };
                let arena = &pack.arenas[seed as usize % pack.arenas.len()];
                sides.play(HuntSetup { seed, seats, rules }, arena)?;
            }
            let Sides { rounds, hiders_won, hiders, caught, wrong, .. } = sides;
            let percent = hiders_won * 100 / rounds;
            println!(
                "{skill:?}, {seats}: {percent} % ({hiders_won} / {rounds}), {caught} / {hiders}, {}",
                wrong / rounds
            );
            ticks += u64::from(sides.ticks);
            all.rounds += rounds;
            all.hiders_won += hiders_won;
        }
        println!("{skill:?}: {} %", all.hiders_won * 100 / all.rounds);
    }
    println!("a tick takes {} ns", begin.elapsed().as_nanos() / u128::from(ticks));
    Ok(())
}
