//! The trace natively. `tests/wasm.rs` plays the same in a browser.
#![cfg(not(target_arch = "wasm32"))]

mod golden;

use golden::Part;

/// After a deliberate change of rules or maps: `BLESS=1 cargo test -p games --test trace`.
fn ten_thousand_frames_of_twenty_seeds_are_what_they_were(part: Part) {
    if std::env::var_os("BLESS").is_none() {
        return part.check();
    }
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/");
    let file = folder.to_owned() + part.file().0;
    std::fs::write(file, part.played()).expect("the golden file can be written");
}

#[test]
fn races_on_every_track_are_what_they_were() {
    ten_thousand_frames_of_twenty_seeds_are_what_they_were(Part::Racing);
}

#[test]
fn golf_on_the_front_nine_is_what_it_was() {
    ten_thousand_frames_of_twenty_seeds_are_what_they_were(Part::FrontNine);
}

#[test]
fn golf_on_the_back_nine_is_what_it_was() {
    ten_thousand_frames_of_twenty_seeds_are_what_they_were(Part::BackNine);
}

#[test]
fn hunts_in_every_arena_are_what_they_were() {
    ten_thousand_frames_of_twenty_seeds_are_what_they_were(Part::Hunt);
}
