//! A person with a keyboard: late, and with nothing but full left and full right. The handling
//! must let them drive, and the AI drivers must let them win.
#![cfg(not(target_arch = "wasm32"))]

mod driver;

use driver::Person;
use games::Skill;
use games::racing::{Ending, Race, RaceEvent, RaceRules, RaceSetup, Track};
use netplay::ids::{PadWord, PlayerId, Seat};
use netplay::sim::Simulation;
use netplay::wire::Controller;
use std::sync::Arc;

/// How the person on seat 0 fared.
struct Fared {
    place: u8,
    laps_ms: Vec<u32>,
    ticks_on_grass: u32,
}

fn drive(track: &Arc<Track>, seed: u64, skill: Skill, drifts: bool) -> Fared {
    let rules = RaceRules { skill, ..RaceRules::default() };
    let setup = RaceSetup { seed, seats: 8, rules };
    let mut race = Race::new(setup, track.clone()).expect("a fair setup");
    race.set_seat_controller(Seat(0), Controller::Human { player: PlayerId(1) });
    let mut person = Person::new(0, drifts);
    let (mut laps_ms, mut ticks_on_grass) = (Vec::new(), 0);
    while !race.is_over() {
        let mut words = [PadWord(0); 8];
        words[0] = person.press(&race);
        race.tick(&words);
        let car = race.view().cars[0];
        ticks_on_grass += u32::from(car.off_road && car.finish_ms.is_none());
        for event in race.events() {
            if let RaceEvent::Lap { seat: Seat(0), took, .. } = event {
                laps_ms.push(took.millis());
            }
        }
    }
    let results = race.results().expect("over");
    let row = results.iter().find(|row| row.seat == Seat(0)).expect("a row each");
    assert!(matches!(row.ending, Ending::Finished { .. }), "{row:?}");
    Fared { place: row.place, laps_ms, ticks_on_grass }
}

#[test]
fn late_and_with_keys_alone_one_stays_on_the_road_and_drives_even_laps() {
    let track = Arc::new(Track::heron_lake());
    for seed in 0..6 {
        let fared = drive(&track, seed, Skill::Easy, false);
        assert!(fared.ticks_on_grass < 180, "{} ticks on the grass", fared.ticks_on_grass);
        assert!(fared.laps_ms.iter().all(|lap| (25_000..35_000).contains(lap)));
        assert!(fared.laps_ms[1].abs_diff(fared.laps_ms[2]) < 2_000, "{:?}", fared.laps_ms);
    }
}

#[test]
fn somebody_decent_wins_on_easy_and_may_win_on_normal() {
    let track = Arc::new(Track::heron_lake());
    let mut wins = 0;
    for seed in 0..10 {
        assert!(drive(&track, seed, Skill::Easy, false).place <= 2);
        let fared = drive(&track, seed, Skill::Normal, seed % 2 == 0);
        wins += u32::from(fared.place == 1);
    }
    assert!(wins >= 3, "{wins} of 10");
}
