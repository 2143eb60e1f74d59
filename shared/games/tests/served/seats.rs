//! People and bots.

use crate::support::{Drivers, hash, idle, served, state, with};
use games::racing::{RaceRules, pad};
use games::served::{Empty, input_of_pad};
use netplay::ids::{PadWord, Seat};
use netplay::sim::{Replicated, identity_of};

#[test]
fn whoever_comes_goes_on_in_a_car_and_whoever_goes_leaves_it_to_a_bot() {
    let mut race = served(4, 4, RaceRules::default());
    let mut drivers = Drivers::new(4, 0, &mut race);
    let ai = |race: &games::served::ServedRace| race.race().view().cars[2].ai;
    for _ in 0..200 {
        let inputs = drivers.inputs(&race);
        race.tick(&inputs);
    }
    assert!(ai(&race));
    let before = race.race().view().cars[2];
    race.player_joined(2);
    assert!(!ai(&race));
    let after = race.race().view().cars[2];
    assert_eq!((after.pos, after.vel, after.lap), (before.pos, before.vel, before.lap));
    race.player_left(2);
    assert!(ai(&race));
    race.player_joined(9);
    race.player_left(9);
}

#[test]
fn a_race_of_bots_ends_with_everybody_home_and_is_over_a_while_later() {
    let mut race = served(6, 8, RaceRules { laps: 1, ..RaceRules::default() });
    let mut drivers = Drivers::new(6, 0, &mut race);
    let mut ticks = 0;
    while race.results().is_none() {
        let inputs = drivers.inputs(&race);
        race.tick(&inputs);
        ticks += 1;
        assert!(ticks < 4_000, "the race does not end");
    }
    let results = race.results();
    assert!(!race.is_over(), "the results are to be seen");
    while !race.is_over() {
        let inputs = drivers.inputs(&race);
        race.tick(&inputs);
        ticks += 1;
        assert!(ticks < 5_000, "the results stay for ever");
    }
    assert_eq!(race.results(), results);
}

#[test]
fn without_bots_a_car_that_nobody_drives_stands_aside() {
    let mut race = with(7, 4, RaceRules { laps: 1, ..RaceRules::default() }, Empty::Parked);
    race.player_joined(1);
    let mut drivers = Drivers::new(7, 0, &mut race);
    let mut ticks = 0;
    while race.results().is_none() {
        let mut inputs = vec![Some(input_of_pad(PadWord(pad::THROTTLE))); 4];
        inputs[1] = drivers.inputs(&race)[1];
        race.tick(&inputs);
        ticks += 1;
        assert!(ticks < 4_000, "nobody waits for a car that stands aside");
    }
    let seats: Vec<Seat> = race.results().into_iter().flatten().map(|row| row.seat).collect();
    assert_eq!(seats, [Seat(1)]);
    let speeds: Vec<u16> = race.race().view().cars.iter().map(|car| car.speed_cms).collect();
    assert_eq!((speeds[0], speeds[2], speeds[3]), (0, 0, 0));
}

#[test]
fn whoever_takes_a_car_that_stood_aside_races_in_it() {
    let mut race = with(8, 2, RaceRules::default(), Empty::Parked);
    race.player_joined(0);
    let drive = |race: &mut games::served::ServedRace, ticks: u32| {
        for _ in 0..ticks {
            race.tick(&[Some(idle()), Some(input_of_pad(PadWord(pad::THROTTLE)))]);
        }
    };
    drive(&mut race, 150);
    assert_eq!(race.race().view().cars[1].speed_cms, 0);
    race.player_joined(1);
    drive(&mut race, 30);
    assert!(race.race().view().cars[1].speed_cms > 500);
    assert!(state(&race).check(race.schema()).is_ok());
}

#[test]
fn other_rules_and_other_grids_have_another_identity_and_other_seeds_do_not() {
    let rules = RaceRules::default();
    let race = served(1, 8, rules);
    assert_eq!(identity_of(&race), identity_of(&served(2, 8, rules)));
    assert_ne!(hash(&race), hash(&served(2, 8, rules)), "the grid is drawn by lot");
    for other in [
        served(1, 7, rules),
        served(1, 8, RaceRules { laps: 4, ..rules }),
        served(1, 8, RaceRules { contact: false, ..rules }),
    ] {
        assert_ne!(identity_of(&race), identity_of(&other));
    }
    assert!(race.schema().encode().is_ok());
}
