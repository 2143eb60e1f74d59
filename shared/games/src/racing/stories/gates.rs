use super::*;
use crate::racing::{Moment, tune};

#[test]
fn a_gate_passed_by_is_announced_at_once_and_the_reset_key_leads_back() {
    let mut race = running(2, RaceRules::default());
    // Across the sand from the middle straight, past the hairpin and its gate.
    put(&mut race, 0, 438, 4, 14);
    let missing = race.cars[0].gate;
    race.cars[0].heading = crate::fix::Angle(0x4000);
    race.cars[0].vel = race.cars[0].heading.unit() * Fix::int(14);
    let events = until(&mut race, &[GAS, IDLE], 200, |race| race.cars[0].missed);
    let announced = RaceEvent::GateMissed { seat: Seat(0), gate: missing };
    assert_eq!(events.iter().filter(|event| **event == announced).count(), 1);
    assert_eq!(race.view().cars[0].missed_gate, Some(missing));
    let across = race.cars[0].pos.y - race.track.point(Fix::int(438), Fix::ZERO).y;
    assert!(across < Fix::int(26), "announced after {} m", across.whole());
    // On down the road: the next gates do not count.
    let events = run(&mut race, &[pad::with_stick(pad::THROTTLE, 127), IDLE], 200);
    assert!(!events.iter().any(|event| matches!(event, RaceEvent::Gate { .. })));
    run(&mut race, &[PadWord(pad::RESET), IDLE], tune::RESET_TICKS.into());
    let car = &race.cars[0];
    let back = &race.track.gates[usize::from(missing) - 1];
    assert_eq!((car.pos, car.heading, car.missed), (back.centre, back.heading, false));
}

#[test]
fn the_wrong_way_is_said_after_seven_tenths_of_a_second() {
    let mut race = running(2, RaceRules::default());
    put(&mut race, 0, 60, 0, 0);
    race.cars[0].heading = race.cars[0].heading.turned(0x8000);
    race.cars[0].vel = race.cars[0].heading.unit() * Fix::int(10);
    let events = run(&mut race, &[GAS, IDLE], 41);
    assert!(!events.contains(&RaceEvent::WrongWay(Seat(0))) && !race.view().cars[0].wrong_way);
    let events = run(&mut race, &[GAS, IDLE], 1);
    assert!(events.contains(&RaceEvent::WrongWay(Seat(0))) && race.view().cars[0].wrong_way);
}

#[test]
fn the_reset_key_takes_a_second_and_a_half_and_letting_go_takes_it_back() {
    let mut race = running(2, RaceRules::default());
    put(&mut race, 0, 100, 3, 0);
    let reset = [PadWord(pad::RESET), IDLE];
    let events = run(&mut race, &reset, 89);
    assert!(events.is_empty() && race.view().cars[0].reset > 250);
    run(&mut race, &[IDLE, IDLE], 1);
    assert_eq!(race.view().cars[0].reset, 0);
    let events = run(&mut race, &reset, 90);
    assert_eq!(events, [RaceEvent::Respawn(Seat(0))]);
    assert_eq!(race.cars[0].pos, race.track.gates[1].centre);
    assert_eq!(race.cars[0].speed(), Fix::ZERO);
    run(&mut race, &[IDLE, IDLE], 118);
    assert!(race.view().cars[0].ghost);
    run(&mut race, &[IDLE, IDLE], 2);
    assert!(!race.view().cars[0].ghost, "a ghost for two seconds");
}

#[test]
fn a_ghost_stays_one_until_nobody_stands_in_it() {
    let mut race = running(2, RaceRules::default());
    put(&mut race, 0, 100, 0, 0);
    put(&mut race, 1, 100, 0, 0);
    race.cars[1].pos = race.cars[0].pos + Vec2::new(Fix::ONE, Fix::ZERO);
    race.cars[0].ghost = tune::GHOST_TICKS;
    run(&mut race, &[IDLE, IDLE], 400);
    assert!(race.view().cars[0].ghost);
    put(&mut race, 1, 120, 0, 0);
    run(&mut race, &[IDLE, IDLE], 2);
    assert!(!race.view().cars[0].ghost);
}

#[test]
fn two_who_block_each_other_are_put_back_after_four_seconds() {
    let mut race = running(2, RaceRules::default());
    put(&mut race, 0, 30, 0, 0);
    put(&mut race, 1, 33, 0, 0);
    race.cars[1].heading = race.cars[1].heading.turned(0x8000);
    let events = until(&mut race, &[GAS, GAS], 400, |race| race.cars[0].ghost > 0);
    assert!(events.contains(&RaceEvent::Respawn(Seat(0))));
    assert!(race.tick > GO_TICK + 30 + 240);
}

#[test]
fn standing_still_without_asking_to_move_is_nobodys_business() {
    let mut race = running(2, RaceRules::default());
    let events = run(&mut race, &[IDLE, IDLE], 600);
    assert!(events.is_empty(), "{events:?}");
}

#[test]
fn a_lap_needs_every_gate_in_order() {
    let mut race = running(2, RaceRules::default());
    put(&mut race, 0, 660, 0, 20);
    race.cars[0].gate = 3;
    race.cars[0].driven = race.track.length;
    let events = run(&mut race, &[GAS, IDLE], 90);
    assert!(!events.iter().any(|event| matches!(event, RaceEvent::Lap { .. })));
    assert_eq!(race.cars[0].lap, 1);
}

#[test]
fn a_lap_needs_three_quarters_of_its_way() {
    let mut race = running(2, RaceRules::default());
    put(&mut race, 0, 660, 0, 20);
    race.cars[0].driven = race.track.length.scale(7, 10);
    let events = run(&mut race, &[GAS, IDLE], 90);
    assert!(events.contains(&RaceEvent::LapTooShort(Seat(0))));
    put(&mut race, 0, 660, 0, 20);
    let events = run(&mut race, &[GAS, IDLE], 90);
    assert!(events.iter().any(|event| matches!(event, RaceEvent::Lap { done: 1, .. })));
    assert_eq!(race.view().cars[0].lap, 2);
}

#[test]
fn lap_times_are_exact_to_the_part_of_a_tick() {
    let mut race = running(2, RaceRules::default());
    put(&mut race, 0, 660, 0, 20);
    race.cars[0].lap_began = Moment::at(race.tick - 200).0;
    let events = until(&mut race, &[GAS, IDLE], 90, |race| race.cars[0].lap == 2);
    let lap = events.iter().find_map(|event| match event {
        RaceEvent::Lap { took, best, .. } => Some((*took, *best)),
        _ => None,
    });
    let (took, best) = lap.expect("a lap");
    assert!(best && took.ticks() >= 200 && took.0 & 0xFFFF != 0);
    assert_eq!(race.view().cars[0].last_lap_ms, Some(took.millis()));
}
