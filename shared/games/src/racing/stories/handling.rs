use super::*;
use crate::racing::{Assists, BoostSource, tune};

#[test]
fn the_car_answers_the_throttle_within_three_ticks() {
    let mut race = running(2, RaceRules::default());
    run(&mut race, &[GAS, IDLE], 3);
    assert!(race.cars[0].speed() > Fix::ratio(1, 2));
}

#[test]
fn the_wheel_turns_the_nose_within_three_ticks() {
    let mut race = running(2, RaceRules::default());
    put(&mut race, 0, 10, 0, 20);
    let before = race.cars[0].heading;
    run(&mut race, &[PadWord(pad::THROTTLE | pad::RIGHT), IDLE], 3);
    assert!(before.to(race.cars[0].heading) > 180, "less than a degree");
}

#[test]
fn off_the_road_a_car_slows_to_45_percent() {
    let mut race = running(2, RaceRules { slipstream: false, ..RaceRules::default() });
    put(&mut race, 0, 5, 8, 27);
    for _ in 0..90 {
        let back = -race.cars[0].heading.to(race.track.samples[2].heading);
        let stick = if back > 0 { -10 } else { 10 };
        race.tick(&[pad::with_stick(pad::THROTTLE, stick), IDLE]);
    }
    assert!(race.cars[0].off_road);
    let slow = tune::TOP_SPEED * tune::OFF_ROAD;
    assert!((race.cars[0].speed() - slow).abs() < Fix::ratio(1, 2));
}

#[test]
fn driving_into_a_wall_slides_along_it() {
    let mut race = running(2, RaceRules::default());
    put(&mut race, 0, 5, 7, 20);
    race.cars[0].heading = race.cars[0].heading.turned(6000);
    run(&mut race, &[GAS, IDLE], 120);
    let car = &race.cars[0];
    assert!(car.along > Fix::int(18), "stuck at {} m", car.along.whole());
    assert!(car.speed() > Fix::int(8));
    let place = race.track.locate(car.pos);
    assert!(place.side.abs() <= place.wall);
}

/// Drifts to the left for `ticks` on the spot of the sweeper, then lets go.
fn drift(ticks: u32) -> (Race, Vec<RaceEvent>) {
    let mut race = running(2, RaceRules { contact: false, ..RaceRules::default() });
    put(&mut race, 0, 100, 0, 24);
    let word = pad::with_stick(pad::THROTTLE | pad::DRIFT, -60);
    let mut events = Vec::new();
    for tick in 0..ticks {
        // On asphalt as far as the eye can see.
        if tick % 10 == 9 {
            let (vel, heading) = (race.cars[0].vel, race.cars[0].heading);
            race.cars[0].pos = race.track.point(Fix::int(100), Fix::ZERO);
            (race.cars[0].vel, race.cars[0].heading) = (vel, heading);
        }
        race.tick(&[word, IDLE]);
        events.extend_from_slice(race.events());
    }
    race.tick(&[GAS, IDLE]);
    events.extend_from_slice(race.events());
    (race, events)
}

#[test]
fn a_longer_drift_gives_more_and_the_boost_fades_smoothly() {
    let boost = |from| RaceEvent::Boost { seat: Seat(0), from };
    let (_, short) = drift(30);
    assert!(short.contains(&RaceEvent::DriftStart(Seat(0))));
    assert!(!short.iter().any(|event| matches!(event, RaceEvent::Boost { .. })));
    let (small, events) = drift(50);
    assert!(events.contains(&RaceEvent::DriftTier { seat: Seat(0), tier: 1 }));
    assert!(events.contains(&boost(BoostSource::SmallDrift)));
    let (mut big, events) = drift(100);
    assert!(events.contains(&RaceEvent::DriftTier { seat: Seat(0), tier: 2 }));
    assert!(events.contains(&boost(BoostSource::BigDrift)));
    assert!(big.cars[0].boost > small.cars[0].boost);
    let mut last = big.cars[0].boost;
    while last > Fix::ZERO {
        big.cars[0].off_road = false;
        big.cars[0].pos = big.track.point(Fix::int(100), Fix::ZERO);
        big.tick(&[GAS, IDLE]);
        let now = big.cars[0].boost;
        assert!(now < last && last - now < Fix::ratio(1, 4), "{last:?} to {now:?}");
        last = now;
    }
}

#[test]
fn counter_steering_in_a_chicane_keeps_the_drift_and_its_charge() {
    let mut race = running(2, RaceRules::default());
    put(&mut race, 0, 10, 0, 24);
    run(&mut race, &[pad::with_stick(pad::THROTTLE | pad::DRIFT, -80), IDLE], 20);
    assert_eq!(race.cars[0].drift, -1);
    let charge = race.cars[0].drift_ticks;
    run(&mut race, &[pad::with_stick(pad::THROTTLE | pad::DRIFT, 120), IDLE], 14);
    assert_eq!(race.cars[0].drift, 1, "it swings around");
    assert!(race.cars[0].drift_ticks > charge, "and goes on charging");
}

#[test]
fn a_pad_pushes() {
    let mut race = running(2, RaceRules::default());
    put(&mut race, 0, 38, 0, 20);
    race.cars[0].pos = race.track.pads[0].centre - race.cars[0].heading.unit() * Fix::int(6);
    let events = run(&mut race, &[GAS, IDLE], 40);
    let push = RaceEvent::Boost { seat: Seat(0), from: BoostSource::Pad };
    assert_eq!(events.iter().filter(|event| **event == push).count(), 1);
    assert!(race.cars[0].speed() > tune::TOP_SPEED + Fix::int(2));
}

/// The speed of a car ten metres behind another, after two seconds on the straight.
fn follow(slipstream: bool) -> Fix {
    let mut race = running(2, RaceRules { slipstream, ..RaceRules::default() });
    put(&mut race, 0, 1, 0, 26);
    put(&mut race, 1, 8, 0, 26);
    run(&mut race, &[GAS, GAS], 80);
    race.cars[0].speed()
}

#[test]
fn a_slipstream_pulls_when_the_room_wants_it() {
    assert!(follow(true) > follow(false) + Fix::ONE);
}

#[test]
fn catch_up_is_off_unless_the_room_wants_it_and_never_helps_the_leader() {
    let speeds = |catch_up| {
        let rules = RaceRules { catch_up, slipstream: false, ..RaceRules::default() };
        let mut race = running(2, rules);
        put(&mut race, 0, 1, 0, 26);
        put(&mut race, 1, 200, 0, 20);
        run(&mut race, &[GAS, GAS], 60);
        (race.cars[0].speed(), race.cars[1].speed())
    };
    let (plain, helped) = (speeds(false), speeds(true));
    assert!(helped.0 > plain.0 + Fix::ratio(1, 2));
    assert_eq!(helped.1, plain.1);
}

#[test]
fn smart_steering_brings_hands_off_the_wheel_around_the_sweeper() {
    let drive = |assists: Assists| {
        let mut race = running(2, RaceRules::default());
        put(&mut race, 0, 60, 0, 18);
        let mut off = 0;
        for _ in 0..300 {
            let word = assists.shape(IDLE, &race, Seat(0));
            race.tick(&[word, IDLE]);
            off += u32::from(race.cars[0].off_road);
        }
        (off, race.cars[0].along)
    };
    let both = Assists { auto_accelerate: true, smart_steering: true };
    let (off, along) = drive(both);
    let (off_without, _) = drive(Assists { smart_steering: false, ..both });
    assert!(off < 20 && off_without > 100, "{off} against {off_without} ticks on the grass");
    assert!(along > Fix::int(150));
}
