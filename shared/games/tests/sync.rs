//! A game can be rolled back: every frame is simulated again from eight frames before.
#![cfg(not(target_arch = "wasm32"))]

use games::pack::Pack;
use games::{Game, GameId, trace};
use netplay::ids::{PadWord, Seat};
use netplay::session::sync_test::{SyncFault, SyncTest};

const FRAMES: u32 = 2_000;

#[test]
fn a_race_simulated_again_is_the_same_race() {
    simulated_again(GameId::Racing);
}

#[test]
fn a_round_of_golf_simulated_again_is_the_same_round() {
    simulated_again(GameId::Golf);
}

#[test]
fn a_hunt_simulated_again_is_the_same_hunt() {
    simulated_again(GameId::Hunt);
}

fn simulated_again(id: GameId) {
    let pack = Pack::built_in();
    for (seed, count) in [(0, 8), (1, 7), (2, 2)] {
        let game = Game::new(trace::setup(id, seed), seed, count, &pack).expect("a fair setup");
        let seats = (0..count as u16).map(Seat);
        let like = game.clone();
        let mut test = SyncTest::new(game, 8);
        for frame in 0..FRAMES {
            if frame % 300 == 0 {
                for seat in seats.clone() {
                    test.set_seat_controller(seat, trace::controller(seat, frame));
                }
            }
            let words: Vec<PadWord> =
                seats.clone().map(|seat| trace::word(id, seed, seat.0, frame)).collect();
            if let Err(fault) = test.advance(&words) {
                let SyncFault::Differs(found) = &fault else { panic!("seed {seed}: {fault}") };
                panic!("seed {seed}: {fault}: {:?}", found.difference(&like));
            }
        }
    }
}
