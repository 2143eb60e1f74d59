//! Whole hunts by the AI.
#![cfg(not(target_arch = "wasm32"))]

use games::hunt::{Arena, Hunt, HuntRules, HuntSetup, PropSet};
use netplay::sim::{Rewind, Simulation};
use std::sync::Arc;

fn arena() -> Arc<Arena> {
    let sets =
        [Arc::new(PropSet::parse(include_str!("../assets/props/toys.props")).expect("props"))];
    let arena = Arena::parse(include_str!("../assets/arenas/1-toy-shop.arena"), &sets);
    Arc::new(arena.unwrap_or_else(|fault| panic!("{fault}")))
}

#[test]
fn every_hunt_ends_in_time() {
    let arena = arena();
    for seats in 2..=8 {
        let rules = HuntRules { hide_s: 10, seek_s: 45, ..HuntRules::default() };
        let setup = HuntSetup { seed: 7, seats, rules };
        let mut hunt = Hunt::new(setup, arena.clone()).expect("a fair setup");
        let mut ticks = 0;
        while !hunt.is_over() {
            hunt.tick(&[]);
            ticks += 1;
            assert!(ticks <= setup.cap_seconds() * 60, "{seats} seats");
            if ticks % 600 == 0 {
                let mut saved = Vec::new();
                hunt.save(&mut saved);
                hunt.load(&saved).expect("its own state");
                let _ = hunt.view(None);
            }
        }
        assert_eq!(hunt.results().map(|rows| rows.len()), Some(seats.into()));
    }
}
