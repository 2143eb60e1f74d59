//! Rounds of golf for eight: three holes, each part of the course in turn.

use crate::table::{Fared, Looks, Round, levels, run};
use games::golf::{Golf, GolfRules, GolfSetup};
use games::pack::Pack;
use netplay::sim::Simulation;
use std::sync::Arc;

const BALLS: usize = 8;
const HOLES: u8 = 3;

pub(crate) fn play(seed: u64, pack: &Arc<Pack>) -> Round {
    let skills = levels(seed, BALLS);
    let parts = (pack.holes.len() as u64 / u64::from(HOLES)).max(1);
    let first_hole = (seed % parts) as u8 * HOLES;
    let rules = GolfRules { first_hole, holes: HOLES, ..GolfRules::default() };
    let course = pack.course(first_hole, HOLES).expect("holes of the pack");
    let setup = GolfSetup { seed, seats: BALLS as u8, rules };
    let mut golf = Golf::with_skills(setup, course, &skills).expect("a fair setup");
    let mut looks = Looks::new(&golf);
    let (ticks, took) = run(60 * 600, || {
        golf.tick(&[]);
        looks.look(&golf);
        !golf.is_over()
    });
    let results = golf.results().unwrap_or_default();
    let fared = results.iter().map(|row| Fared {
        skill: skills[row.seat.index()],
        place: row.place.into(),
        score: i64::from(row.total.to_par) * 1000,
    });
    Round { fared: fared.collect(), illegal: looks.illegal, ticks, took, share: None }
}
