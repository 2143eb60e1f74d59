//! Races of eight, on each track in turn.

use crate::table::{Fared, Round, levels, run};
use games::pack::Pack;
use games::racing::{Ending, Race, RaceRules, RaceSetup};
use netplay::ids::PadWord;
use netplay::sim::{Rewind, Simulation};
use std::sync::Arc;

const CARS: usize = 8;
/// Frames from one look at the state to the next.
const LOOK: u32 = 60;

pub(crate) fn play(seed: u64, pack: &Arc<Pack>) -> Round {
    let skills = levels(seed, CARS);
    let track = pack.tracks[seed as usize % pack.tracks.len()].clone();
    let setup = RaceSetup { seed, seats: CARS as u8, rules: RaceRules::default() };
    let mut race = Race::with_skills(setup, track, &skills).expect("a fair setup");
    let mut copy = race.clone();
    let (mut illegal, mut state) = (0, Vec::new());
    let (ticks, took) = run(60 * 400, || {
        race.tick(&[PadWord(0); CARS]);
        if race.tick_count().is_multiple_of(LOOK) {
            state.clear();
            race.save(&mut state);
            illegal += u32::from(copy.load(&state).is_err());
        }
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
    Round { fared: fared.collect(), illegal, ticks, took, share: None }
}
