//! The wire on wasm32: the same vectors, the same bytes.
#![cfg(target_arch = "wasm32")]

#[path = "wire/conformance.rs"]
mod conformance;
#[path = "lockstep_golden.rs"]
mod golden;
#[path = "wire/json.rs"]
mod json;
#[path = "wire/mutate.rs"]
mod mutate;
#[path = "wire/shapes.rs"]
mod shapes;
#[path = "wire/targets.rs"]
mod targets;

use netplay::hash::digest;
use netplay::ids::StateHash;
use netplay::link::LinkProfile;
use netplay::rng::SimRng;
use testkit::Ordeal;
use testkit::toy_cards::CardOrdeal;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn every_vector_decodes_to_its_fields_and_encodes_to_its_bytes() {
    assert!(conformance::messages_agree() > 100);
}

#[wasm_bindgen_test]
fn every_refused_vector_meets_its_error() {
    assert!(conformance::refusals_agree() > 30);
}

#[wasm_bindgen_test]
fn changed_vectors_break_no_promise() {
    mutate::run(0x5EED, 4_000);
}

#[wasm_bindgen_test]
fn digests_and_generators_are_those_of_every_platform() {
    assert_eq!(digest(b"abc"), StateHash(0x44BC_2CF5_AD77_0999));
    assert_eq!(SimRng::new(42, 54).next_u32(), 0xA15C_02B7);
}

#[wasm_bindgen_test]
fn a_room_plays_the_same_game_as_natively() {
    let [last, expected] = golden::last_digest();
    assert_eq!(last, expected);
}

#[wasm_bindgen_test]
fn two_three_and_four_who_guess_on_bad_links_end_where_lockstep_ends() {
    for players in [2, 3, 4] {
        let stats = Ordeal::new(players, 10_000, u64::from(players)).run();
        assert!(stats.mispredicted > 100, "{stats:?}");
    }
}

#[wasm_bindgen_test]
fn eight_who_guess_on_bad_links_end_where_lockstep_ends() {
    let stats = Ordeal::new(8, 10_000, 1).run();
    assert!(stats.mispredicted > 100, "{stats:?}");
}

#[wasm_bindgen_test]
fn thousands_of_hands_tell_nobody_a_secret() {
    let profile = LinkProfile::PERFECT;
    let stats = CardOrdeal { hands: 3_000, crash_every: 250, profile, seed: 1 }.run();
    assert_eq!(stats.leaks, 0);
    assert!(stats.rightly > 30_000 && stats.showdowns > 3_000, "{stats:?}");
}
