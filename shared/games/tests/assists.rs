//! Somebody whose hands cannot steer: with both assists on, the car gets home on every track.
#![cfg(not(target_arch = "wasm32"))]

use games::pack::Pack;
use games::racing::{Assists, Ending, Race, RaceRules, RaceSetup};
use netplay::ids::{PadWord, PlayerId, Seat};
use netplay::sim::Simulation;
use netplay::wire::Controller;

#[test]
fn without_steering_at_all_one_comes_home_on_every_track() {
    let both = Assists { auto_accelerate: true, smart_steering: true };
    for track in &Pack::built_in().tracks {
        for seed in 0..3 {
            let rules = RaceRules { laps: 1, ..RaceRules::default() };
            let setup = RaceSetup { seed, seats: 4, rules };
            let mut race = Race::new(setup, track.clone()).expect("a fair setup");
            race.set_seat_controller(Seat(0), Controller::Human { player: PlayerId(1) });
            while !race.is_over() {
                let mut words = [PadWord(0); 4];
                words[0] = both.shape(PadWord(0), &race, Seat(0));
                race.tick(&words);
            }
            let results = race.results().expect("over");
            let row = results.iter().find(|row| row.seat == Seat(0)).expect("a row each");
            let Ending::Finished { time_ms, .. } = row.ending else {
                panic!("{}, seed {seed}: {row:?}", track.name);
            };
            assert!(time_ms < 90_000, "{}, seed {seed}: {time_ms} ms", track.name);
        }
    }
}
