//! Rounds on the built-in holes: saved and loaded anywhere, played by noise, read from a stranger.
#![cfg(not(target_arch = "wasm32"))]

mod hostile;
mod levels;

use games::golf::{Golf, GolfRules, GolfSetup, Mode, Phase};
use games::pack::Pack;
use netplay::ids::{PadWord, PlayerId, Seat};
use netplay::rng::SimRng;
use netplay::sim::{Rewind, Simulation};
use netplay::wire::Controller;
use std::sync::{Arc, OnceLock};

/// A round of a seed: every mode and option has its turn.
fn round(seed: u64) -> Golf {
    let rules = GolfRules {
        first_hole: (seed * 5 % 16) as u8,
        holes: 3,
        mode: Mode::ALL[seed as usize % 4],
        collisions: !seed.is_multiple_of(3),
        turns: seed % 5 == 1,
        water_drop: seed.is_multiple_of(2),
        preview: seed.is_multiple_of(2),
        hole_seconds: 30,
        ..GolfRules::default()
    };
    let seats = 8 - (seed % 4) as u8;
    static PACK: OnceLock<Arc<Pack>> = OnceLock::new();
    let course = PACK
        .get_or_init(Pack::built_in)
        .course(rules.first_hole, rules.holes)
        .expect("three holes");
    let mut golf = Golf::new(GolfSetup { seed, seats, rules }, course).expect("a round");
    for seat in (0..u16::from(seats)).filter(|seat| !(u64::from(*seat) + seed).is_multiple_of(3)) {
        let player = PlayerId(u32::from(seat) + 1);
        golf.set_seat_controller(Seat(seat), Controller::Human { player });
    }
    golf
}

/// What eight pads say in a frame: strokes, commands, anything.
fn words(seed: u64, frame: u32) -> Vec<PadWord> {
    let pad = |seat: u64| {
        let mut rng = SimRng::new(seed ^ u64::from(frame / 7) << 20, seat);
        match rng.below(12) {
            0 => PadWord(rng.next_u32() as u16),
            1..=3 => PadWord(rng.next_u32() as u16 | games::golf::pad::STRIKE),
            4 => PadWord(3),
            _ => PadWord(0),
        }
    };
    (0..8).map(pad).collect()
}

fn saved(golf: &Golf) -> Vec<u8> {
    let mut bytes = Vec::new();
    golf.save(&mut bytes);
    bytes
}

#[test]
fn saving_and_loading_every_tick_changes_nothing() {
    for seed in 0..4 {
        let (mut straight, mut kept) = (round(seed), round(seed));
        for frame in 0..900 {
            let state = saved(&kept);
            if frame % 50 == 0 {
                (0..8).for_each(|guess| kept.tick(&words(77, guess * 7)));
            }
            kept.load(&state).expect("its own state");
            straight.tick(&words(seed, frame));
            kept.tick(&words(seed, frame));
            assert_eq!(straight.state_hash(), kept.state_hash(), "frame {frame}");
            assert_eq!(straight.events(), kept.events());
            assert_eq!(straight.view(), kept.view());
        }
    }
}

#[test]
fn any_pads_in_any_mode_come_to_the_end_of_the_round() {
    for seed in (0..8).filter(|seed| seed % 4 != 3) {
        let mut golf = round(seed);
        let mut frame = 0;
        while !golf.is_over() {
            golf.tick(&words(seed, frame));
            frame += 1;
            assert!(frame < 3 * 160 * 60, "seed {seed}: {:?}", golf.phase());
        }
        let rows = golf.results().expect("results");
        assert_eq!(rows.len(), usize::from(golf.setup().seats));
        assert!(rows.is_sorted_by_key(|row| row.place));
    }
}

#[test]
fn a_seat_changes_hands_at_any_frame() {
    let mut golf = round(2);
    let mut rng = SimRng::new(1, 1);
    for frame in 0..6_000 {
        let seat = Seat(rng.below(8) as u16);
        let player = PlayerId(1);
        let hand = if rng.below(2) == 0 { Controller::Ai } else { Controller::Human { player } };
        golf.set_seat_controller(seat, hand);
        golf.tick(&words(2, frame));
    }
    assert_ne!(golf.phase(), Phase::FlyOver);
}

#[test]
fn whose_turn_it_is_in_hands_and_not_in_the_state_alone() {
    let mut golf = round(1);
    let before = golf.state_hash();
    golf.set_seat_controller(Seat(2), Controller::Ai);
    golf.set_seat_controller(Seat(1), Controller::Ai);
    assert_ne!(golf.state_hash(), before);
}
