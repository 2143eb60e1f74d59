//! Nobody gets around faster than by driving around: wild, greedy and cheating drivers against
//! the track, and whatever lap they are given must have had every gate and taken its time.
#![cfg(not(target_arch = "wasm32"))]

use games::fix::{Angle, Vec2};
use games::racing::{Race, RaceEvent, RaceRules, RaceSetup, Track, pad};
use netplay::ids::{PadWord, PlayerId, Seat};
use netplay::rng::SimRng;
use netplay::sim::Simulation;
use netplay::wire::Controller;
use std::sync::Arc;

const CARS: u8 = 8;
const FRAMES: u32 = 60 * 150;

/// What a driver without honour has in mind for a while.
#[derive(Clone, Copy)]
enum Plan {
    /// Anything.
    Random,
    /// Straight at a gate, this many after the one it needs, whatever lies between.
    Gate(usize),
    /// Straight at the finish line, from wherever it is.
    Line,
    /// Around and back over the line.
    TurnBack,
    /// Hold the reset key.
    Reset,
    /// Follow the road some metres ahead, cutting every bend.
    Cut(i32),
}

fn plan(rng: &mut SimRng) -> Plan {
    match rng.below(12) {
        0 => Plan::Random,
        1..=3 => Plan::Gate(rng.below(3) as usize),
        4 => Plan::Line,
        5 => Plan::TurnBack,
        6 => Plan::Reset,
        _ => Plan::Cut(8 + rng.below(40) as i32),
    }
}

fn word(plan: Plan, race: &Race, seat: usize, rng: &mut SimRng) -> PadWord {
    let track = race.track();
    let car = race.view().cars[seat];
    let place = track.locate(car.pos);
    let target = match plan {
        Plan::Random => return PadWord(rng.next_u32() as u16),
        Plan::Reset => return PadWord(pad::RESET),
        Plan::Gate(skip) => {
            let gate = &track.gates[(usize::from(car.gate) + skip) % track.gates.len()];
            gate.centre + gate.heading.unit() * games::fix::Fix::int(3)
        }
        Plan::Line => track.gates[0].centre,
        Plan::TurnBack => track.point(place.along - games::fix::Fix::int(15), place.side),
        Plan::Cut(metres) => {
            let inside = track.samples[place.sample].bend.signum() * 5;
            let along = place.along + games::fix::Fix::int(metres);
            track.point(along, games::fix::Fix::int(inside))
        }
    };
    towards(car.heading, target - car.pos)
}

fn towards(heading: u16, offset: Vec2) -> PadWord {
    let turn = Angle(heading).to(offset.angle());
    pad::with_stick(pad::THROTTLE, (turn / 40).clamp(-127, 127) as i8)
}

#[test]
fn no_driver_finds_a_lap_much_faster_than_the_ideal_line() {
    let track = Arc::new(Track::heron_lake());
    let ideal = track.ideal_lap_ticks();
    let (mut laps, mut missed, mut fastest) = (0, 0, u32::MAX);
    for seed in 0..12 {
        let rules = RaceRules { laps: 20, contact: false, ..RaceRules::default() };
        let setup = RaceSetup { seed, seats: CARS, rules };
        let mut race = Race::new(setup, track.clone()).expect("a fair setup");
        let mut rng = SimRng::new(seed, 99);
        for seat in 0..CARS.into() {
            race.set_seat_controller(Seat(seat), Controller::Human { player: PlayerId(1) });
        }
        let mut plans = [Plan::Cut(12); CARS as usize];
        let mut next_gate = [0_u8; CARS as usize];
        for frame in 0..FRAMES {
            let mut words = [PadWord(0); CARS as usize];
            for seat in 0..usize::from(CARS) {
                // The first two only cut; the others change their mind every second or so.
                if seat < 2 {
                    plans[seat] = Plan::Cut(10 + 12 * seat as i32 + seed as i32);
                } else if (frame + seat as u32 * 7).is_multiple_of(70) {
                    plans[seat] = plan(&mut rng);
                }
                words[seat] = word(plans[seat], &race, seat, &mut rng);
            }
            race.tick(&words);
            for event in race.events() {
                match event {
                    RaceEvent::Gate { seat, gate } => {
                        let wanted = &mut next_gate[seat.index()];
                        assert_eq!(gate, wanted, "gates come in order");
                        *wanted = (*wanted + 1) % track.gates.len() as u8;
                    }
                    RaceEvent::Lap { took, .. } => {
                        laps += 1;
                        fastest = fastest.min(took.ticks());
                    }
                    RaceEvent::GateMissed { .. } => missed += 1,
                    _ => {}
                }
            }
        }
    }
    assert!(laps > 30 && missed > 30, "the drivers try: {laps} laps, {missed} gates missed");
    assert!(fastest * 100 >= ideal * 85, "a lap in {fastest} ticks; the ideal is {ideal}");
}
