//! The state that travels is the state.

use crate::support::{Drivers, hash, served, state};
use games::Skill;
use games::racing::{Ending, Race, RaceRules, RaceSetup, Track, pad};
use games::served::{ServedRace, event_of_told, input_of_pad};
use netplay::ids::PadWord;
use netplay::sim::{Replicated, Simulation};
use std::sync::Arc;

#[test]
fn a_race_that_was_told_goes_on_as_the_race_itself() {
    for seed in 0..4 {
        let rules = RaceRules { laps: 1, catch_up: seed % 2 == 0, ..RaceRules::default() };
        let mut race = served(seed, 8, rules);
        let mut drivers = Drivers::new(seed, 3, &mut race);
        // Another seed: whatever it decides must have come with the state.
        let mut told = served(seed + 100, 8, rules);
        for tick in 0..2_000 {
            if tick % 50 == 0 {
                told.write(&state(&race)).expect("an honest state");
                assert_eq!(state(&told), state(&race), "seed {seed}, tick {tick}");
            }
            let inputs = drivers.inputs(&race);
            race.tick(&inputs);
            told.tick(&inputs);
            assert_eq!(state(&told), state(&race), "seed {seed}, tick {tick}");
        }
    }
}

#[test]
fn what_bots_do_is_foreseen_and_of_people_what_they_hold() {
    let mut race = served(1, 6, RaceRules::default());
    let mut drivers = Drivers::new(1, 1, &mut race);
    for _ in 0..300 {
        let inputs = drivers.inputs(&race);
        race.tick(&inputs);
    }
    let mut told = served(9, 6, RaceRules::default());
    told.write(&state(&race)).expect("an honest state");
    // What a person begins to do, one has to hear once.
    let held = vec![Some(input_of_pad(PadWord(pad::THROTTLE | pad::LEFT))); 6];
    told.tick(&held);
    race.tick(&held);
    for _ in 0..90 {
        told.tick(&[None; 6]);
        race.tick(&held);
    }
    assert_eq!(state(&told), state(&race));
}

#[test]
fn the_same_inputs_make_the_same_race_and_a_reset_makes_it_new() {
    let run = |race: &mut ServedRace| {
        let mut drivers = Drivers::new(3, 2, race);
        (0..400)
            .map(|_| {
                let inputs = drivers.inputs(race);
                race.tick(&inputs);
                hash(race)
            })
            .collect::<Vec<_>>()
    };
    let mut race = served(3, 6, RaceRules::default());
    let new = state(&race);
    let first = run(&mut race);
    race.reset();
    assert_eq!(state(&race), new);
    assert_eq!(run(&mut race), first);
}

#[test]
fn rounding_changes_nothing_that_anybody_would_feel() {
    let lap_ms = |rows: Option<Vec<games::racing::Placing>>| -> Vec<u32> {
        let rows = rows.expect("the race is over");
        rows.iter()
            .map(|row| match row.ending {
                Ending::Finished { time_ms, .. } => time_ms,
                Ending::DidNotFinish { .. } => panic!("{row:?}"),
            })
            .collect()
    };
    // Alone on the road, as far as others are concerned, and without a driver's moods.
    let rules = RaceRules { laps: 2, contact: false, slipstream: false, ..RaceRules::default() };
    let rules = RaceRules { skill: Skill::Hard, ..rules };
    let setup = RaceSetup { seed: 5, seats: 2, rules };
    let mut plain = Race::new(setup, Arc::new(Track::heron_lake())).expect("a fair setup");
    let mut race = served(5, 2, rules);
    let mut drivers = Drivers::new(5, 0, &mut race);
    while !plain.is_over() {
        plain.tick(&[PadWord(0); 2]);
    }
    while race.results().is_none() {
        let inputs = drivers.inputs(&race);
        race.tick(&inputs);
    }
    for (plain, served) in lap_ms(plain.results()).into_iter().zip(lap_ms(race.results())) {
        let apart = plain.abs_diff(served);
        assert!(apart * 100 < plain * 2, "{plain} ms by the rules, {served} ms when served");
    }
}

#[test]
fn what_happens_is_told_once_however_often_it_is_simulated() {
    let mut race = served(2, 8, RaceRules { laps: 1, ..RaceRules::default() });
    let mut drivers = Drivers::new(2, 0, &mut race);
    let (mut events, mut again) = (Vec::new(), Vec::new());
    let mut copy = race.clone();
    while !race.is_over() {
        let before = state(&race);
        let inputs = drivers.inputs(&race);
        race.tick(&inputs);
        events.extend(race.take_events());
        copy.tick(&inputs);
        copy.write(&before).expect("an honest state");
        copy.tick(&inputs);
        again.extend(copy.take_events());
    }
    assert_eq!(events, again);
    let read: Option<Vec<_>> =
        events.iter().map(|event| event_of_told(event.kind, &event.payload)).collect();
    let read = read.expect("all can be read");
    let finishes =
        read.iter().filter(|event| matches!(event, games::racing::RaceEvent::Finish { .. }));
    assert_eq!(finishes.count(), 8);
}
