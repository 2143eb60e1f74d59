//! Hunts of eight, on each arena in turn. All of a hunt are of one level: a level is measured by
//! how its two sides fare against each other.

use crate::table::{Fared, Looks, Round, run};
use games::Skill;
use games::hunt::{Hunt, HuntEvent, HuntRules, HuntSetup};
use games::pack::Pack;
use netplay::sim::Simulation;
use std::sync::Arc;

const PEOPLE: u8 = 8;

pub(crate) fn play(seed: u64, pack: &Arc<Pack>) -> Round {
    let skill = Skill::ALL[seed as usize % Skill::ALL.len()];
    let arena = pack.arenas[(seed / 3) as usize % pack.arenas.len()].clone();
    let rules = HuntRules { skill, ..HuntRules::default() };
    let setup = HuntSetup { seed, seats: PEOPLE, rules };
    let mut hunt = Hunt::new(setup, arena).expect("a fair setup");
    let mut looks = Looks::new(&hunt);
    let (mut rounds, mut hiders_won) = (0, 0);
    let (ticks, took) = run(60 * 3600, || {
        hunt.tick(&[]);
        looks.look(&hunt);
        for event in hunt.events() {
            if let HuntEvent::RoundOver { hiders_won: won } = event {
                rounds += 1;
                hiders_won += u32::from(*won);
            }
        }
        !hunt.is_over()
    });
    let results = hunt.results().unwrap_or_default();
    let fared = results.iter().map(|row| Fared {
        skill,
        place: row.place.into(),
        score: i64::from(row.points) * 1000,
    });
    let share = Some(("Rounds in which a hider was left", hiders_won, rounds));
    Round { fared: fared.collect(), illegal: looks.illegal, ticks, took, share }
}
