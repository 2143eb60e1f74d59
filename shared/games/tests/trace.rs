//! The trace natively. `tests/wasm.rs` drives the same in a browser.
#![cfg(not(target_arch = "wasm32"))]

mod golden;

/// After a deliberate change of the rules: `BLESS=1 cargo test -p games --test trace`.
#[test]
fn ten_thousand_frames_of_twenty_seeds_are_what_they_were() {
    let driven = golden::driven();
    if std::env::var_os("BLESS").is_some() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/racing.txt");
        std::fs::write(file, driven).expect("the golden file can be written");
        return;
    }
    for (golden, driven) in golden::FILE.lines().zip(driven.lines()) {
        assert_eq!(golden, driven, "seed, last hash, digest of all hashes");
    }
    assert_eq!(golden::FILE.lines().count(), driven.lines().count());
}
