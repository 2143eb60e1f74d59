//! Races of eight, on each track in turn.

use crate::table::{Fared, Looks, Round, levels, run};
use games::pack::Pack;
use games::racing::{Ending, Race, RaceRules, RaceSetup};
use netplay::ids::PadWord;
use netplay::sim::Simulation;
use std::sync::Arc;

const CARS: usize = 8;

pub(crate) fn play(seed: u64, pack: &Arc<Pack>) -> Round {
    let skills = levels(seed, CARS);
    let track = pack.tracks[seed as usize % pack.tracks.len()].clone();
    let setup = RaceSetup { seed, seats: CARS as u8, rules: RaceRules::default() };
    let mut race = Race::with_skills(setup, track, &skills).expect("a fair setup");
    let mut looks = Looks::new(&race);
    let (ticks, took) = run(60 * 400, || {
        race.tick(&[PadWord(0); CARS]);
        looks.look(&race);
        !race.is_over()
    });
    let results = race.results().unwrap_or_default();
    let fared = results.iter().map(|row| Fared {
        skill: skills[row.seat.index()],
        place: row.place.into(),
        score: match row.ending {
            Ending::Finished { behind_ms, .. } => behind_ms.into(),
            Ending::DidNotFinish { .. } => 60_000,
        },
    });
    Round { fared: fared.collect(), illegal: looks.illegal, ticks, took, share: None }
}
