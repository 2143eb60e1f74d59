use super::*;
use crate::racing::{BoostSource, Lights, tune};

#[test]
fn the_lights_count_by_ticks_and_nobody_moves_before_they_are_out() {
    let mut race = grid(2, RaceRules::default());
    let places: Vec<Vec2> = race.cars.iter().map(|car| car.pos).collect();
    let mut shown = Vec::new();
    for tick in 0..=GO_TICK {
        race.tick(&[GAS, GAS]);
        for event in race.events() {
            if matches!(event, RaceEvent::Light(_) | RaceEvent::Go) {
                shown.push((tick, *event));
            }
        }
        if tick < GO_TICK {
            assert!(race.cars.iter().zip(&places).all(|(car, place)| car.pos == *place));
            assert_ne!(race.view().lights, Lights::Go);
        }
    }
    let lights = [3, 2, 1].map(RaceEvent::Light);
    assert_eq!(shown, [(60, lights[0]), (120, lights[1]), (180, lights[2]), (240, RaceEvent::Go)]);
    assert_eq!(race.view().lights, Lights::Go);
}

#[test]
fn on_the_grid_the_next_row_is_nearer_than_the_last() {
    let race = grid(8, RaceRules::default());
    let own = race.cars[0].pos;
    let mut apart: Vec<u64> = (1..8).map(|seat| race.distance(Seat(0), Seat(seat))).collect();
    apart.sort_unstable();
    let metres = |square: u64| (square >> 32).isqrt();
    assert!(metres(apart[0]) > 0 && metres(apart[6]) > 2 * metres(apart[0]), "{apart:?}");
    let truth = race.cars[1..].iter().map(|car| (car.pos - own).length()).max();
    assert_eq!(truth.map(|far| (far.0 >> 16) as u64), Some(metres(apart[6])));
    assert_eq!(race.distance(Seat(0), Seat(8)), u64::MAX, "there is no such car");
}

/// How far a car is 2.5 s after the start, and what was said, when it presses at `press`.
fn launch(press: u32) -> (i64, Vec<RaceEvent>) {
    let mut race = grid(2, RaceRules::default());
    let mut events = Vec::new();
    for tick in 0..GO_TICK + 150 {
        race.tick(&[if tick >= press { GAS } else { IDLE }, IDLE]);
        events.extend_from_slice(race.events());
    }
    (race.cars[0].progress(&race.track), events)
}

#[test]
fn a_perfect_start_beats_an_ordinary_one_and_that_beats_an_early_one() {
    let (early, early_events) = launch(GO_TICK - tune::PERFECT_BEFORE - 1);
    let (perfect, perfect_events) = launch(GO_TICK - tune::PERFECT_BEFORE);
    let (last_perfect, _) = launch(GO_TICK + tune::PERFECT_AFTER);
    let (ordinary, ordinary_events) = launch(GO_TICK + tune::PERFECT_AFTER + 1);
    assert!(early_events.contains(&RaceEvent::WheelSpin(Seat(0))));
    assert!(perfect_events.contains(&RaceEvent::PerfectStart(Seat(0))));
    let boost = RaceEvent::Boost { seat: Seat(0), from: BoostSource::Start };
    assert!(perfect_events.contains(&boost) && !ordinary_events.contains(&boost));
    let metres = |far: i64| far >> 16;
    assert!(metres(last_perfect) > metres(ordinary) + 2);
    assert!(metres(perfect) > metres(ordinary) + 2, "{perfect} {ordinary}");
    assert!(metres(ordinary) > metres(early) + 2, "{ordinary} {early}");
}

#[test]
fn letting_go_and_pressing_again_in_time_is_a_perfect_start_too() {
    let mut race = grid(2, RaceRules::default());
    run(&mut race, &[GAS, IDLE], GO_TICK - 30);
    run(&mut race, &[IDLE, IDLE], 20);
    let events = run(&mut race, &[GAS, IDLE], 20);
    assert!(events.contains(&RaceEvent::PerfectStart(Seat(0))));
}

#[test]
fn auto_accelerate_never_spins_the_wheels() {
    use crate::racing::Assists;
    let mut race = grid(2, RaceRules::default());
    let assists = Assists { auto_accelerate: true, smart_steering: false };
    for _ in 0..GO_TICK + 60 {
        let word = assists.shape(IDLE, &race, Seat(0));
        race.tick(&[word, IDLE]);
        assert!(!race.events().contains(&RaceEvent::WheelSpin(Seat(0))));
    }
    assert!(race.cars[0].speed() > Fix::int(5));
    let brake = PadWord(pad::BRAKE);
    assert_eq!(assists.shape(brake, &race, Seat(0)), brake);
}

#[test]
fn the_grid_is_drawn_by_lot_and_the_same_for_everybody() {
    let track = Arc::new(Track::heron_lake());
    let front = |seed| {
        let setup = RaceSetup { seed, seats: 8, rules: RaceRules::default() };
        let race = Race::new(setup, track.clone()).expect("a fair setup");
        let mut slots: Vec<u8> = race.cars.iter().map(|car| car.slot).collect();
        let front = slots.iter().position(|slot| *slot == 0);
        slots.sort_unstable();
        assert_eq!(slots, [0, 1, 2, 3, 4, 5, 6, 7]);
        front
    };
    assert_eq!(front(1), front(1));
    let fronts: alloc::collections::BTreeSet<_> = (0..60).map(front).collect();
    assert_eq!(fronts.len(), 8);
}
