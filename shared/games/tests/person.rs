//! A person with a keyboard: late, and with nothing but full left and full right. The handling
//! must let them drive, and the AI drivers must let them win.
#![cfg(not(target_arch = "wasm32"))]

use games::fix::{Angle, Fix};
use games::racing::{Ending, GO_TICK, Race, RaceEvent, RaceRules, RaceSetup, Skill, Track, pad};
use netplay::ids::{PadWord, PlayerId, Seat};
use netplay::sim::Simulation;
use netplay::wire::Controller;
use std::collections::VecDeque;
use std::sync::Arc;

/// Frames from what is seen to what arrives: an eye, a hand, and the input delay.
const REACTION: usize = 12;

/// What somebody decent does about what they see.
fn decide(race: &Race, seat: usize, drifts: bool) -> PadWord {
    let track = race.track();
    let car = race.view().cars[seat];
    let place = track.locate(car.pos);
    let speed = Fix(i32::from(car.speed_cms) * 65_536 / 100);
    // They look as far ahead as they need to be late: the reaction, and a bit.
    let soon = car.pos + car.vel * Fix::ratio(REACTION as i32, 60);
    let look = place.along + Fix::int(7) + speed.scale(45, 100);
    let line = track.line[track.sample_at(look)];
    let turn = Angle(car.heading).to((track.point(look, line.side.scale(3, 4)) - soon).angle());
    let mut bits = pad::THROTTLE;
    if turn < -700 {
        bits |= pad::LEFT;
    }
    if turn > 700 {
        bits |= pad::RIGHT;
    }
    let ahead = track.line[track.sample_at(place.along + speed.scale(30, 100))];
    if speed > ahead.speed + Fix::int(2) && ahead.speed < Fix::int(26) {
        bits = (bits | pad::BRAKE) & !pad::THROTTLE;
    }
    let long_bend = ahead.bend.abs() > Fix::ratio(1, 24);
    if drifts && long_bend && speed > Fix::int(13) && (car.drift != 0 || turn.abs() > 1200) {
        bits |= pad::DRIFT;
    }
    PadWord(bits)
}

/// How the person on seat 0 fared.
struct Fared {
    place: u8,
    laps_ms: Vec<u32>,
    ticks_on_grass: u32,
}

fn drive(track: &Arc<Track>, seed: u64, skill: Skill, drifts: bool) -> Fared {
    let rules = RaceRules { skill, ..RaceRules::default() };
    let setup = RaceSetup { seed, seats: 8, rules };
    let mut race = Race::new(setup, track.clone()).expect("a fair setup");
    race.set_seat_controller(Seat(0), Controller::Human { player: PlayerId(1) });
    let mut thoughts = VecDeque::from([PadWord(0); REACTION]);
    let (mut laps_ms, mut ticks_on_grass) = (Vec::new(), 0);
    while !race.is_over() {
        let thought = decide(&race, 0, drifts);
        let waiting = race.tick_count() < GO_TICK;
        thoughts.push_back(if waiting { PadWord(0) } else { thought });
        let mut words = [PadWord(0); 8];
        words[0] = thoughts.pop_front().unwrap_or_default();
        race.tick(&words);
        let car = race.view().cars[0];
        ticks_on_grass += u32::from(car.off_road && car.finish_ms.is_none());
        for event in race.events() {
            if let RaceEvent::Lap { seat: Seat(0), took, .. } = event {
                laps_ms.push(took.millis());
            }
        }
    }
    let results = race.results().expect("over");
    let row = results.iter().find(|row| row.seat == Seat(0)).expect("a row each");
    assert!(matches!(row.ending, Ending::Finished { .. }), "{row:?}");
    Fared { place: row.place, laps_ms, ticks_on_grass }
}

#[test]
fn late_and_with_keys_alone_one_stays_on_the_road_and_drives_even_laps() {
    let track = Arc::new(Track::heron_lake());
    for seed in 0..6 {
        let fared = drive(&track, seed, Skill::Easy, false);
        assert!(fared.ticks_on_grass < 180, "{} ticks on the grass", fared.ticks_on_grass);
        assert!(fared.laps_ms.iter().all(|lap| (25_000..35_000).contains(lap)));
        assert!(fared.laps_ms[1].abs_diff(fared.laps_ms[2]) < 2_000, "{:?}", fared.laps_ms);
    }
}

#[test]
fn somebody_decent_wins_on_easy_and_may_win_on_normal() {
    let track = Arc::new(Track::heron_lake());
    let mut wins = 0;
    for seed in 0..10 {
        assert!(drive(&track, seed, Skill::Easy, false).place <= 2);
        let fared = drive(&track, seed, Skill::Normal, seed % 2 == 0);
        wins += u32::from(fared.place == 1);
    }
    assert!(wins >= 3, "{wins} of 10");
}
