//! States come and go without a trace, and bytes from a stranger do no harm.
#![cfg(not(target_arch = "wasm32"))]

use games::racing::{Race, RaceSetup, Track};
use games::trace;
use netplay::ids::{PadWord, Seat};
use netplay::rng::SimRng;
use netplay::sim::{BadState, Rewind, Simulation};
use std::sync::Arc;

fn race(seed: u64) -> Race {
    let setup = RaceSetup { seats: 8, ..trace::setup(seed) };
    let mut race = Race::new(setup, Arc::new(Track::heron_lake())).expect("a fair setup");
    (0..8).map(Seat).for_each(|seat| race.set_seat_controller(seat, trace::controller(seat, 0)));
    race
}

fn words(seed: u64, frame: u32) -> Vec<PadWord> {
    (0..8).map(|seat| trace::word(seed, seat, frame)).collect()
}

fn saved(race: &Race) -> Vec<u8> {
    let mut bytes = Vec::new();
    race.save(&mut bytes);
    bytes
}

#[test]
fn saving_and_loading_every_tick_changes_nothing() {
    let (mut straight, mut kept) = (race(3), race(3));
    for frame in 0..3_000 {
        let state = saved(&kept);
        // Eight wrong guesses, and back.
        if frame % 50 == 0 {
            (0..8).for_each(|guess| kept.tick(&words(77, guess)));
        }
        kept.load(&state).expect("its own state");
        straight.tick(&words(3, frame));
        kept.tick(&words(3, frame));
        assert_eq!(straight.state_hash(), kept.state_hash(), "frame {frame}");
        assert_eq!(straight.view(), kept.view());
        assert_eq!(straight.events(), kept.events());
    }
}

#[test]
fn another_machine_goes_on_from_a_state() {
    let mut here = race(8);
    (0..2_000).for_each(|frame| here.tick(&words(8, frame)));
    let mut there = race(8);
    there.load(&saved(&here)).expect("an honest state");
    for frame in 2_000..4_000 {
        here.tick(&words(8, frame));
        there.tick(&words(8, frame));
    }
    assert_eq!(here.state_hash(), there.state_hash());
}

#[test]
fn who_drives_is_part_of_the_state() {
    let mut race = race(1);
    let before = race.state_hash();
    race.set_seat_controller(Seat(1), trace::controller(Seat(1), 900 * 2));
    assert_ne!(race.state_hash(), before);
}

#[test]
fn ten_thousand_frames_of_noise_stay_inside_the_walls() {
    let track = Arc::new(Track::heron_lake());
    let mut race = race(6);
    (0..8).map(Seat).for_each(|seat| race.set_seat_controller(seat, trace::controller(Seat(1), 0)));
    let mut rng = SimRng::new(6, 6);
    let mut held = [PadWord(0); 8];
    for frame in 0..10_000_u32 {
        let seat = rng.below(8) as usize;
        held[seat] = PadWord(rng.next_u32() as u16);
        race.tick(&held);
        for car in race.view().cars {
            let place = track.locate(car.pos);
            let over = place.side.abs() - place.wall;
            assert!(over.0 <= 0, "frame {frame}: {over:?} beyond the wall at {:?}", place.along);
        }
    }
}

#[test]
fn a_short_or_long_state_is_refused_and_changes_nothing() {
    let mut race = race(2);
    (0..500).for_each(|frame| race.tick(&words(2, frame)));
    let state = saved(&race);
    let before = race.state_hash();
    for end in 0..state.len() {
        assert_eq!(race.load(&state[..end]), Err(BadState));
    }
    let long = [&state[..], &[0]].concat();
    assert_eq!(race.load(&long), Err(BadState));
    assert_eq!(race.state_hash(), before);
}

#[test]
fn a_forged_state_is_refused_or_can_be_played_on_from() {
    let mut honest = race(2);
    (0..900).for_each(|frame| honest.tick(&words(2, frame)));
    let state = saved(&honest);
    let mut rng = SimRng::new(2, 2);
    let (mut taken, mut refused) = (0, 0);
    for round in 0..6_000_usize {
        let mut forged = state.clone();
        for _ in 0..=rng.below(3) {
            let at =
                if round < state.len() { round } else { rng.below(state.len() as u32) as usize };
            forged[at] = match rng.below(4) {
                0 => 0,
                1 => 0xFF,
                2 => 0x7F,
                _ => rng.next_u32() as u8,
            };
        }
        let mut race = honest.clone();
        if race.load(&forged).is_ok() {
            taken += 1;
            assert_eq!(saved(&race), forged, "a state has one encoding");
            (0..40).for_each(|frame| race.tick(&words(5, frame)));
            let _ = (race.view(), race.results());
        } else {
            refused += 1;
        }
    }
    assert!(taken > 500 && refused > 500, "{taken} taken, {refused} refused");
}
