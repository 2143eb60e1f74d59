//! How the AI's levels fare on the built-in holes, and what a tick costs:
//! `cargo run --release -p games --example levels -- [rounds]`.

#![allow(clippy::print_stdout)]

use games::golf::{Golf, GolfRules, GolfSetup, tournament};
use games::pack::Pack;
use netplay::ids::PadWord;
use netplay::sim::Simulation;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rounds = std::env::args().nth(1).map_or(Ok(20), |rounds| rounds.parse())?;
    let began = Instant::now();
    let pack = Pack::built_in();
    println!("the built-in pack is read in {:?}", began.elapsed());
    let course = pack.course(0, 18).ok_or("eighteen holes")?;
    let standings = tournament(&course, rounds, 1).ok_or("a round")?;
    for level in standings {
        let over = level.over_par_in_hundredths();
        println!(
            "{:?}: {} holes, {over} hundredths over par, {} not home, {} aces, {} of {rounds} won",
            level.skill,
            level.holes,
            level.holes - level.holed,
            level.aces,
            level.wins
        );
    }
    let rules = GolfRules { preview: false, collisions: true, ..GolfRules::default() };
    for (hole, index) in course.iter().zip(0..) {
        let setup = GolfSetup { seed: 1, seats: 8, rules };
        let mut golf = Golf::new(setup, pack.course(index, 1).ok_or("a hole")?)?;
        let mut took = Vec::new();
        while golf.phase() == games::golf::Phase::Play {
            let began = Instant::now();
            golf.tick(&[PadWord(0); 8]);
            took.push(began.elapsed());
        }
        took.sort();
        let part = |percent: usize| took[took.len() * percent / 100];
        println!("{:18} half of all ticks {:?}, 99 of 100 {:?}", hole.name, part(50), part(99));
    }
    Ok(())
}
