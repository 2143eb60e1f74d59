//! A race can be rolled back: every frame is simulated again from eight frames before.
#![cfg(not(target_arch = "wasm32"))]

use games::racing::{Race, Track};
use games::trace;
use netplay::ids::{PadWord, Seat};
use netplay::session::sync_test::{SyncFault, SyncTest};
use std::sync::Arc;

const FRAMES: u32 = 2_000;

#[test]
fn a_race_simulated_again_is_the_same_race() {
    let track = Arc::new(Track::heron_lake());
    for seed in 0..3 {
        let race = Race::new(trace::setup(seed), track.clone()).expect("a fair setup");
        let seats = (0..u16::from(race.setup().seats)).map(Seat);
        let like = race.clone();
        let mut test = SyncTest::new(race, 8);
        for frame in 0..FRAMES {
            if frame % 300 == 0 {
                for seat in seats.clone() {
                    test.set_seat_controller(seat, trace::controller(seat, frame));
                }
            }
            let words: Vec<PadWord> =
                seats.clone().map(|seat| trace::word(seed, seat.0, frame)).collect();
            if let Err(fault) = test.advance(&words) {
                let SyncFault::Differs(found) = &fault else { panic!("seed {seed}: {fault}") };
                panic!("seed {seed}: {fault}: {:?}", found.difference(&like));
            }
        }
    }
}
