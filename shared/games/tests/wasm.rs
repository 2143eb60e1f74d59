//! The trace and the golden replays as compiled wasm in a real browser: the same hashes as natively.
#![cfg(target_arch = "wasm32")]

mod golden;
#[path = "golden/replays.rs"]
mod replays;

use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn a_browser_drives_every_seed_to_the_same_hashes() {
    let driven = golden::driven();
    for (golden, driven) in golden::FILE.lines().zip(driven.lines()) {
        assert_eq!(golden, driven, "seed, last hash, digest of all hashes");
    }
    assert_eq!(golden::FILE.lines().count(), driven.lines().count());
}

#[wasm_bindgen_test]
fn a_browser_plays_every_golden_replay_to_its_checkpoints() {
    for (name, file) in replays::FILES {
        assert!(replays::driven(name, file).is_over(), "{name} ends with the race");
    }
}
