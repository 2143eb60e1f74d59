use super::*;
use crate::racing::{Ending, GRACE_TICKS, NotFinished, Placing};
use netplay::sim::Rewind;

fn one_lap() -> RaceRules {
    RaceRules { laps: 1, contact: false, slipstream: false, ..RaceRules::default() }
}

fn places(results: &[Placing]) -> Vec<(u16, u8)> {
    results.iter().map(|row| (row.seat.0, row.place)).collect()
}

#[test]
fn two_in_the_same_tick_are_told_apart_by_the_part_of_it() {
    let mut race = running(2, one_lap());
    put(&mut race, 0, 660, 2, 20);
    put(&mut race, 1, 660, -2, 20);
    // A hand's breadth, less than a tick's way.
    forward(&mut race, 1, Fix::ratio(1, 10));
    let events = until(&mut race, &[GAS, GAS], 90, Race::is_over);
    let finishes = [1, 0].map(|seat| race.cars[seat].finish);
    assert_eq!(finishes[0] >> 16, finishes[1] >> 16, "the same tick");
    assert!(finishes[0] < finishes[1]);
    assert!(events.contains(&RaceEvent::Finish { seat: Seat(1), place: 1 }));
    assert!(events.contains(&RaceEvent::Finish { seat: Seat(0), place: 2 }));
    assert!(events.contains(&RaceEvent::PhotoFinish(Seat(0))));
    let results = race.results().expect("over");
    assert_eq!(places(&results), [(1, 1), (0, 2)]);
    assert!(matches!(results[1].ending, Ending::Finished { photo: true, .. }));
    assert!(matches!(results[0].ending, Ending::Finished { photo: false, .. }));
}

#[test]
fn a_tenth_of_a_second_needs_no_photo() {
    let mut race = running(2, one_lap());
    put(&mut race, 0, 660, 2, 20);
    put(&mut race, 1, 660, -2, 20);
    forward(&mut race, 1, Fix::int(2));
    let events = until(&mut race, &[GAS, GAS], 90, Race::is_over);
    assert!(!events.iter().any(|event| matches!(event, RaceEvent::PhotoFinish(_))));
}

#[test]
fn a_dead_heat_shares_the_place() {
    let mut race = running(3, one_lap());
    for seat in 0..2 {
        put(&mut race, seat, 660, 0, 20);
    }
    put(&mut race, 2, 650, 0, 20);
    until(&mut race, &[GAS; 3], 120, Race::is_over);
    assert_eq!(places(&race.results().expect("over")), [(0, 1), (1, 1), (2, 3)]);
}

#[test]
fn thirty_seconds_after_the_winner_the_rest_is_placed_by_lap_gate_and_distance() {
    let mut race = running(5, RaceRules { laps: 2, ..one_lap() });
    put(&mut race, 0, 100, 0, 0);
    put(&mut race, 1, 300, 0, 0);
    put(&mut race, 2, 20, 0, 0);
    put(&mut race, 3, 310, 0, 0);
    put(&mut race, 4, 660, 0, 20);
    race.cars[2].lap = 2;
    race.cars[4].lap = 2;
    let words = [IDLE, IDLE, IDLE, IDLE, GAS];
    until(&mut race, &words, 90, |race| race.winner != 0);
    let home = race.tick;
    assert!(race.view().grace_ms.is_some_and(|left| left > 29_900));
    assert!(race.results().is_none());
    until(&mut race, &words, GRACE_TICKS + 2, Race::is_over);
    assert!(race.tick.abs_diff(home + GRACE_TICKS) <= 1);
    let results = race.results().expect("over");
    assert_eq!(places(&results), [(4, 1), (2, 2), (3, 3), (1, 4), (0, 5)]);
    let row = results[1].ending;
    assert!(matches!(
        row,
        Ending::DidNotFinish { reason: NotFinished::GraceOver, lap: 2, metres: 690.., .. }
    ));
    // The results stand, whatever the cars do now.
    run(&mut race, &[GAS; 5], 600);
    assert_eq!(race.results().expect("over"), results);
}

#[test]
fn the_time_cap_ends_a_race_that_nobody_wins() {
    let mut race = running(2, RaceRules { cap_seconds: 60, ..one_lap() });
    let end = race.setup.rules.cap_tick();
    until(&mut race, &[IDLE, IDLE], 60 * 60 + 10, Race::is_over);
    assert!(race.tick.abs_diff(end) <= 1);
    let results = race.results().expect("over");
    assert!(results.iter().all(|row| matches!(
        row.ending,
        Ending::DidNotFinish { reason: NotFinished::TimeCap, lap: 0, .. }
    )));
}

#[test]
fn the_view_tells_places_and_gaps_from_the_first_to_the_last() {
    let mut race = running(3, one_lap());
    put(&mut race, 0, 100, 0, 20);
    put(&mut race, 1, 160, 0, 20);
    put(&mut race, 2, 120, 0, 20);
    race.tick(&[GAS; 3]);
    let view = race.view();
    assert_eq!(view.order, [Seat(1), Seat(2), Seat(0)]);
    let [last, first, second] = [0, 1, 2].map(|seat| view.cars[seat]);
    assert_eq!((first.place, second.place, last.place), (1, 2, 3));
    assert_eq!((first.gap_ahead_ms, last.gap_behind_ms), (None, None));
    assert_eq!(first.gap_behind_ms, second.gap_ahead_ms);
    assert!((900..1100).contains(&last.gap_ahead_ms.expect("somebody is ahead")));
}

/// Else it would drive on for ever: only the last lap's end makes a finish.
#[test]
fn no_state_has_a_car_beyond_its_last_lap_that_is_not_home() {
    let mut race = running(2, one_lap());
    let saved = |race: &Race| {
        let mut state = Vec::new();
        race.save(&mut state);
        state
    };
    race.cars[1].lap = 2;
    let forged = saved(&race);
    assert!(race.load(&forged).is_err());
    race.cars[1].lap = 1;
    let honest = saved(&race);
    assert!(race.load(&honest).is_ok());
}
