//! The rules as stories: each test is one promise of the game.

mod contact;
mod finish;
mod gates;
mod handling;
mod start;

use super::physics;
use super::{GO_TICK, Race, RaceEvent, RaceRules, RaceSetup, Track, pad};
use crate::fix::{Fix, Vec2};
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use netplay::ids::{PadWord, PlayerId, Seat};
use netplay::sim::Simulation;
use netplay::wire::Controller;

const GAS: PadWord = PadWord(pad::THROTTLE);
const IDLE: PadWord = PadWord(0);

/// A race of people, on the grid.
fn grid(seats: u8, rules: RaceRules) -> Race {
    grid_on(Arc::new(Track::heron_lake()), seats, rules)
}

fn grid_on(track: Arc<Track>, seats: u8, rules: RaceRules) -> Race {
    let mut race = Race::new(RaceSetup { seed: 5, seats, rules }, track).expect("a fair setup");
    for seat in 0..u16::from(seats) {
        let player = PlayerId(seat.into());
        race.set_seat_controller(Seat(seat), Controller::Human { player });
    }
    race
}

/// The same, with the lights out and everybody parked on the grid as a newcomer would be.
fn running(seats: u8, rules: RaceRules) -> Race {
    running_on(Arc::new(Track::heron_lake()), seats, rules)
}

fn running_on(track: Arc<Track>, seats: u8, rules: RaceRules) -> Race {
    let mut race = grid_on(track, seats, rules);
    for _ in 0..GO_TICK + 30 {
        race.tick(&vec![IDLE; seats.into()]);
    }
    for car in &mut race.cars {
        car.launched = true;
    }
    race
}

/// Puts a car on the road in its first lap, driving at `speed` metres a second.
fn put(race: &mut Race, seat: usize, along: i32, side: i32, speed: i32) {
    let track = race.track.clone();
    let (along, side) = (Fix::int(along), Fix::int(side));
    let sample = track.samples[track.sample_at(along)];
    let car = &mut race.cars[seat];
    physics::put(car, track.point(along, side), sample.heading, &track);
    car.vel = car.heading.unit() * Fix::int(speed);
    car.lap = 1;
    let next = track.gates.iter().position(|gate| gate.along > along).unwrap_or(0);
    car.gate = next as u8;
    car.driven = along;
}

/// Ticks with the same words until `stop` says so; the events on the way.
fn until(
    race: &mut Race,
    words: &[PadWord],
    most: u32,
    mut stop: impl FnMut(&Race) -> bool,
) -> Vec<RaceEvent> {
    let mut events = Vec::new();
    for _ in 0..most {
        race.tick(words);
        events.extend_from_slice(race.events());
        if stop(race) {
            return events;
        }
    }
    panic!("nothing happened in {most} ticks; {events:?}");
}

fn run(race: &mut Race, words: &[PadWord], ticks: u32) -> Vec<RaceEvent> {
    let end = race.tick + ticks;
    until(race, words, ticks, |race| race.tick == end)
}

/// Moves a car along its nose.
fn forward(race: &mut Race, seat: usize, metres: Fix) {
    let car = &mut race.cars[seat];
    car.pos += car.heading.unit() * metres;
}

fn middle(a: Vec2, b: Vec2) -> Vec2 {
    Vec2::new((a.x + b.x).scale(1, 2), (a.y + b.y).scale(1, 2))
}
