//! The trace and the golden replays as compiled wasm in a real browser: the same hashes as natively.
#![cfg(target_arch = "wasm32")]

mod golden;
#[path = "golden/replays.rs"]
mod replays;

use golden::Part;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn a_browser_drives_every_race_to_the_same_hashes() {
    Part::Racing.check();
}

#[wasm_bindgen_test]
fn a_browser_plays_the_front_nine_to_the_same_hashes() {
    Part::FrontNine.check();
}

#[wasm_bindgen_test]
fn a_browser_plays_the_back_nine_to_the_same_hashes() {
    Part::BackNine.check();
}

#[wasm_bindgen_test]
fn a_browser_plays_every_hunt_to_the_same_hashes() {
    Part::Hunt.check();
}

#[wasm_bindgen_test]
fn a_browser_plays_every_golden_replay_to_its_checkpoints() {
    for (name, file) in replays::FILES {
        assert!(replays::driven(name, file).is_over(), "{name} ends with the game");
    }
}
