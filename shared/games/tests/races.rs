//! Whole races of AI drivers: they all come home, they are close, and a skill is a skill.
#![cfg(not(target_arch = "wasm32"))]

use games::Skill;
use games::pack::Pack;
use games::racing::{Ending, Placing, Race, RaceEvent, RaceRules, RaceSetup, Track};
use netplay::ids::{PadWord, PlayerId, Seat};
use netplay::sim::Simulation;
use netplay::wire::Controller;
use std::sync::Arc;

fn race(track: &Arc<Track>, seed: u64, rules: RaceRules) -> Race {
    Race::new(RaceSetup { seed, seats: 8, rules }, track.clone()).expect("a fair setup")
}

fn to_the_end(race: &mut Race) -> Vec<Placing> {
    while !race.is_over() {
        race.tick(&[PadWord(0); 8]);
    }
    race.results().expect("it is over")
}

fn time(row: &Placing) -> u32 {
    match row.ending {
        Ending::Finished { time_ms, .. } => time_ms,
        Ending::DidNotFinish { .. } => panic!("{row:?} is not home"),
    }
}

#[test]
fn eight_drivers_come_home_in_every_race_on_every_track() {
    for (number, track) in (0..).zip(&Pack::built_in().tracks) {
        for seed in 0..12 {
            let skill = Skill::ALL[seed as usize % 3];
            let mut race =
                race(track, 100 * number + seed, RaceRules { skill, ..RaceRules::default() });
            let results = to_the_end(&mut race);
            let laps = results.iter().flat_map(|row| &row.laps_ms);
            let home = results.iter().map(time).max();
            assert!(home < Some(150_000), "{}, seed {seed}: {results:?}", track.name);
            assert_eq!(results.iter().map(|row| row.laps_ms.len()).sum::<usize>(), 24);
            assert!(laps.clone().all(|lap| (20_000..52_000).contains(lap)), "{results:?}");
            for row in &results {
                assert!(row.laps_ms.iter().sum::<u32>().abs_diff(time(row)) < 4, "{row:?}");
            }
        }
    }
}

#[test]
fn a_party_round_is_over_within_a_minute() {
    for track in &Pack::built_in().tracks {
        for seed in 0..4 {
            let mut race = race(track, seed, RaceRules::party());
            to_the_end(&mut race);
            assert!(race.tick_count() < 60 * 60, "{}: {}", track.name, race.tick_count());
        }
    }
}

#[test]
fn races_are_close_and_skills_differ() {
    let track = Arc::new(Track::heron_lake());
    let race_of = |skill, seed| {
        to_the_end(&mut race(&track, seed, RaceRules { skill, ..RaceRules::default() }))
    };
    let mut means = Vec::new();
    for skill in [Skill::Easy, Skill::Normal, Skill::Hard] {
        let results: Vec<_> = (0..10).map(|seed| race_of(skill, seed)).collect();
        for rows in &results {
            // Whoever has a bad day may be further behind.
            let [third, last] = [2, 7].map(|place: usize| time(&rows[place]) - time(&rows[0]));
            assert!(third < 6_000 && (1_500..22_000).contains(&last), "{skill:?}: {third} {last}");
        }
        let winners: u32 = results.iter().map(|rows| time(&rows[0])).sum();
        means.push(winners / 10);
    }
    assert!(means[0] > means[1] + 3_000 && means[1] > means[2] + 2_000, "{means:?}");
    assert!((75_000..100_000).contains(&means[1]), "a race takes about 90 s: {means:?}");
}

#[test]
fn no_seat_is_the_winners_seat() {
    let track = Arc::new(Track::heron_lake());
    let mut wins = [0; 8];
    for seed in 0..60 {
        let results = to_the_end(&mut race(&track, 1000 + seed, RaceRules::default()));
        wins[results[0].seat.index()] += 1;
    }
    assert!(wins.iter().all(|count| *count < 20), "{wins:?}");
    assert!(wins.iter().filter(|count| **count > 0).count() >= 7, "{wins:?}");
}

#[test]
fn drivers_go_around_somebody_who_parks_on_the_road() {
    let pack = Pack::built_in();
    for seed in 0..10 {
        let mut race = race(&pack.tracks[seed as usize % 5], seed, RaceRules::default());
        for seat in [0, 3] {
            race.set_seat_controller(Seat(seat), Controller::Human { player: PlayerId(1) });
        }
        let results = to_the_end(&mut race);
        let home = results.iter().filter(|row| matches!(row.ending, Ending::Finished { .. }));
        assert_eq!(home.count(), 6, "seed {seed}: {results:?}");
    }
}

#[test]
fn the_driver_takes_over_wherever_a_player_leaves_the_car() {
    let pack = Pack::built_in();
    for seed in 0..15 {
        let mut race = race(&pack.tracks[seed as usize % 5], seed, RaceRules::default());
        race.set_seat_controller(Seat(2), Controller::Human { player: PlayerId(1) });
        // Somebody who drives like no one should, for as long as it takes to get lost.
        for frame in 0..600 + 40 * seed as u32 {
            let mut words = [PadWord(0); 8];
            words[2] = games::trace::word(games::GameId::Racing, seed, 2, frame);
            race.tick(&words);
        }
        race.set_seat_controller(Seat(2), Controller::Ai);
        let results = to_the_end(&mut race);
        let row = results.iter().find(|row| row.seat == Seat(2)).expect("everybody has a row");
        assert!(row.ai && matches!(row.ending, Ending::Finished { .. }), "seed {seed}: {row:?}");
    }
}

#[test]
fn drivers_use_the_whole_game() {
    let track = Arc::new(Track::heron_lake());
    let rules = RaceRules { skill: Skill::Hard, ..RaceRules::default() };
    let mut race = race(&track, 4, rules);
    let (mut drifts, mut pads, mut passes, mut places) = (0, 0, 0, Vec::new());
    while !race.is_over() {
        race.tick(&[PadWord(0); 8]);
        for event in race.events() {
            drifts += u32::from(matches!(event, RaceEvent::DriftTier { .. }));
            pads += u32::from(matches!(event, RaceEvent::Boost { .. }));
        }
        let order = race.view().order;
        passes += u32::from(!places.is_empty() && order != places);
        places = order;
    }
    assert!(drifts > 10 && pads > 10 && passes > 4, "{drifts} {pads} {passes}");
}
