//! Hunts in the built-in arenas: played by the AI, by noise, saved and loaded anywhere, read from
//! a stranger.
#![cfg(not(target_arch = "wasm32"))]

mod content;
mod hostile;

use games::Skill;
use games::hunt::{Hunt, HuntEvent, HuntRules, HuntSetup, Sides};
use games::pack::Pack;
use netplay::ids::{PadWord, PlayerId, Seat};
use netplay::rng::SimRng;
use netplay::sim::{Rewind, Simulation};
use netplay::wire::Controller;
use std::sync::{Arc, OnceLock};

/// Read once for all stories.
fn pack() -> &'static Pack {
    static PACK: OnceLock<Arc<Pack>> = OnceLock::new();
    PACK.get_or_init(Pack::built_in)
}

/// A hunt of a seed: every arena, option and number of seats has its turn, and half of the seats
/// are people's.
fn hunt(seed: u64) -> Hunt {
    let rules = HuntRules {
        hide_s: 10,
        seek_s: 45,
        seekers_per: 2 + (seed % 4) as u8,
        reveal_pulse: seed.is_multiple_of(2),
        infection: !seed.is_multiple_of(3),
        penalty: 25,
        skill: Skill::ALL[seed as usize % 3],
        ..HuntRules::default()
    };
    let setup = HuntSetup { seed, seats: 8 - (seed % 7) as u8, rules };
    let arenas = &pack().arenas;
    let mut hunt = Hunt::new(setup, arenas[seed as usize % arenas.len()].clone()).expect("fair");
    for seat in (0..u16::from(setup.seats)).filter(|seat| seat % 2 == 0) {
        let player = PlayerId(u32::from(seat) + 1);
        hunt.set_seat_controller(Seat(seat), Controller::Human { player });
    }
    hunt
}

/// What eight pads say in a frame: anything, for a third of a second.
fn words(seed: u64, frame: u32) -> Vec<PadWord> {
    let block = u64::from(frame / 20);
    (0..8).map(|seat| PadWord(SimRng::new(seed ^ block << 20, seat).next_u32() as u16)).collect()
}

fn saved(hunt: &Hunt) -> Vec<u8> {
    let mut bytes = Vec::new();
    hunt.save(&mut bytes);
    bytes
}

#[test]
fn saving_and_loading_every_tick_changes_nothing() {
    for seed in 0..3 {
        let (mut straight, mut kept) = (hunt(seed), hunt(seed));
        for frame in 0..4_000 {
            let state = saved(&kept);
            // Eight wrong guesses and back, across the end of a round, too.
            if frame % 40 == 0 {
                (0..8).for_each(|guess| kept.tick(&words(77, guess)));
            }
            kept.load(&state).expect("its own state");
            straight.tick(&words(seed, frame));
            kept.tick(&words(seed, frame));
            assert_eq!(straight.state_hash(), kept.state_hash(), "frame {frame}");
            assert_eq!(straight.events(), kept.events());
            if frame % 20 == 0 {
                let viewer = Some(Seat((frame / 20 % 9) as u16));
                assert_eq!(straight.view(viewer), kept.view(viewer));
            }
        }
    }
}

#[test]
fn another_machine_goes_on_from_a_state_in_any_round() {
    for seed in 0..4 {
        let (mut here, mut there) = (hunt(seed), hunt(seed));
        let far = here.setup().cap_seconds() * 60 * 2 / 3;
        (0..far).for_each(|frame| here.tick(&words(seed, frame)));
        there.load(&saved(&here)).expect("an honest state");
        for frame in far..far + 2_000 {
            here.tick(&words(seed, frame));
            there.tick(&words(seed, frame));
        }
        assert_eq!(here.state_hash(), there.state_hash());
        assert_eq!(here.view(None), there.view(None));
    }
}

#[test]
fn who_plays_is_part_of_the_state() {
    let mut hunt = hunt(1);
    let before = hunt.state_hash();
    hunt.set_seat_controller(Seat(0), Controller::Ai);
    assert_ne!(hunt.state_hash(), before);
}

#[test]
fn the_ai_ends_every_hunt_in_time_with_states_that_a_hunt_can_have_come_to() {
    // The whole ten thousand: `HUNTS=3000 cargo test --release -p games --test hunts ai_ends`.
    let hunts = std::env::var("HUNTS").ok().and_then(|hunts| hunts.parse().ok()).unwrap_or(7);
    for seed in 0..hunts {
        let mut hunt = hunt(seed);
        hunt_of_ai(&mut hunt);
        let cap = hunt.setup().cap_seconds() * 60;
        let (mut ticks, mut rounds) = (0, 0);
        while !hunt.is_over() {
            hunt.tick(&[]);
            ticks += 1;
            assert!(ticks <= cap, "seed {seed}");
            let over = |event: &&HuntEvent| matches!(event, HuntEvent::RoundOver { .. });
            rounds += hunt.events().iter().filter(over).count();
            if ticks % 250 == 0 {
                let state = saved(&hunt);
                hunt.load(&state).unwrap_or_else(|_| panic!("seed {seed}, tick {ticks}"));
            }
        }
        assert_eq!(rounds, usize::from(hunt.setup().rounds()));
        assert_eq!(hunt.results().map(|rows| rows.len()), Some(hunt.setup().seats.into()));
    }
}

fn hunt_of_ai(hunt: &mut Hunt) {
    (0..8).map(Seat).for_each(|seat| hunt.set_seat_controller(seat, Controller::Ai));
}

#[test]
fn neither_side_of_the_ai_has_it_all_its_own_way() {
    // A coarse look; `cargo run --release -p games --example hunt_sides 40` looks closely.
    let arenas = &pack().arenas;
    for skill in Skill::ALL {
        let mut sides = Sides::default();
        for seats in [4, 7_u8] {
            let rules = HuntRules { skill, ..HuntRules::default() };
            let setup = HuntSetup { seed: 31 + u64::from(seats), seats, rules };
            let arena = &arenas[usize::from(seats) % arenas.len()];
            sides.play(setup, arena).expect("a fair setup");
        }
        let percent = sides.hiders_won * 100 / sides.rounds;
        assert!((25..=75).contains(&percent), "{skill:?}: {percent} % of {sides:?}");
        assert!(sides.caught > 0 && sides.wrong > 0);
    }
}
