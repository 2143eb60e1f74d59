//! What a car is survives being told.

use super::quanta::{About, Served};
use crate::fix::Fix;
use crate::racing::car::Car;
use crate::racing::{Race, RaceRules, RaceSetup, Track, pad};
use alloc::sync::Arc;
use alloc::vec::Vec;
use netplay::ids::{PadWord, PlayerId, Seat};
use netplay::rng::SimRng;
use netplay::sim::Simulation;
use netplay::wire::Controller;

fn near(what: &str, one: Fix, other: Fix, most: i32) {
    assert!((one.0 - other.0).abs() <= most, "{what}: {one:?} came back as {other:?}");
}

/// The same car, but for what rounding may do to it.
fn survives(car: &Car, told: &Car) {
    near("x", car.pos.x, told.pos.x, 256);
    near("y", car.pos.y, told.pos.y, 256);
    near("speed x", car.vel.x, told.vel.x, 2048);
    near("speed y", car.vel.y, told.vel.y, 2048);
    near("steer", car.steer, told.steer, 516);
    near("boost", car.boost, told.boost, 2048);
    near("driven", car.driven - car.along, told.driven - told.along, 256);
    near("lane", car.driver.lane, told.driver.lane, 512);
    near("lane wanted", car.driver.lane_wanted, told.driver.lane_wanted, 512);
    near("nerve", car.driver.nerve, told.driver.nerve, 16);
    near("nature", car.driver.nature, told.driver.nature, 16);
    assert!(car.heading.to(told.heading).abs() <= 16);
    for (moment, told) in [
        (car.lap_began, told.lap_began),
        (car.last_lap, told.last_lap),
        (car.best_lap, told.best_lap),
        (car.finish, told.finish),
    ] {
        assert!(moment - told < 4);
    }
    assert!((car.retired_at - told.retired_at).abs() < 256);
    let counter_ticks = if car.drift == 0 { 0 } else { car.counter_ticks };
    // Whatever is not listed above is exact, or follows from it.
    let mut exact = car.clone();
    exact.driver.lane = told.driver.lane;
    exact.driver.lane_wanted = told.driver.lane_wanted;
    exact.driver.nerve = told.driver.nerve;
    exact.driver.nature = told.driver.nature;
    let exact = Car {
        counter_ticks,
        pos: told.pos,
        vel: told.vel,
        heading: told.heading,
        steer: told.steer,
        boost: told.boost,
        driven: told.driven,
        along: told.along,
        side: told.side,
        off_road: told.off_road,
        skid_front: told.skid_front,
        skid_rear: told.skid_rear,
        lap_began: told.lap_began,
        last_lap: told.last_lap,
        best_lap: told.best_lap,
        finish: told.finish,
        retired_at: told.retired_at,
        laps: told.laps.clone(),
        ..exact
    };
    assert_eq!(&exact, told);
}

#[test]
fn all_that_a_car_and_its_driver_are_survives_being_told() {
    let track = Arc::new(Track::heron_lake());
    let rules = RaceRules { laps: 1, catch_up: true, ..RaceRules::default() };
    let setup = RaceSetup { seed: 3, seats: 4, rules };
    let mut race = Race::new(setup, track).expect("a fair setup");
    for seat in 0..2 {
        let player = PlayerId(seat);
        race.set_seat_controller(Seat(seat as u16), Controller::Human { player });
    }
    let mut rng = SimRng::new(3, 3);
    let mut words = [PadWord(0); 4];
    for _ in 0..6_000 {
        if rng.below(40) == 0 {
            let mut word = || pad::with_stick(rng.below(64) as u16 | pad::THROTTLE, 0);
            words = [word(), word(), PadWord(0), PadWord(0)];
        }
        race.tick(&words);
        let (tick, over) = (race.tick, race.over);
        let cars: Vec<Car> = race.cars.clone();
        for (slot, car) in cars.into_iter().enumerate() {
            let about =
                About { track: &race.track, laps: rules.laps, tick, over, slot: slot as u16 };
            let served = Served { car, pad: words[slot], parked: false };
            let told = Served::read(&served.values(about), about).expect("an honest car");
            survives(&served.car, &told.car);
        }
    }
}
