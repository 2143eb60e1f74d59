//! One bit turns over in one machine, in every field of the race there is: the players are told
//! the frame and the field.
//!
//! More seeds: `FLIP_SEEDS=20 cargo test --release -p games --test flips`.
#![cfg(not(target_arch = "wasm32"))]

mod broken;
mod stories;
mod table;

use broken::{Field, Flip, fields, mid_race};
use netplay::rng::SimRng;
use table::{Table, Verdict};

/// Frames between two checkpoints.
const INTERVAL: u32 = 30;

fn seeds() -> u64 {
    std::env::var("FLIP_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(2)
}

/// Turns a bit over in every field, each at a frame and in a race of its own.
fn every_field(window_frames: u8) {
    let (mut fields_seen, mut healed) = (0, 0);
    for seed in 0..seeds() {
        let seats = [4, 8, 5, 2, 6, 3, 7][seed as usize % 7];
        let mut rng = SimRng::new(seed, window_frames.into());
        let races = mid_race(seats, seed, 8);
        for field in fields(&races[0]) {
            let path = &field.path;
            fields_seen += 1;
            let race = &races[rng.below(races.len() as u32) as usize];
            let table = Table { race, players: 2, window_frames };
            let mut flip = Flip::in_field(&table, &field, rng.below(2 * INTERVAL), &mut rng);
            let mut seated = table.seated(Some(flip));
            if seated.run_until_found(flip.frame + 2 * INTERVAL + 1) == Verdict::Agreed {
                // The difference was gone before anybody compared: nothing has gone wrong. In a
                // frame that is compared it cannot hide.
                healed += 1;
                flip = in_compared_frame(&table, &field, &mut rng);
                seated = table.seated(Some(flip));
                assert_eq!(seated.run_until_found(flip.frame + INTERVAL), Verdict::Found, "{path}");
            }
            seated.assert_everybody_found(path, &format!("{path}, seed {seed}, {flip:?}"));
        }
    }
    assert!(healed * 2 < fields_seen, "most are found at once");
}

fn in_compared_frame(table: &Table<'_>, field: &Field, rng: &mut SimRng) -> Flip {
    let compared = (1..30).map(|count| count * INTERVAL - 1);
    let mut flips = compared.map(|frame| Flip::in_field(table, field, frame, rng));
    flips.find(|flip| (flip.frame + 1) % INTERVAL == 0).expect("a frame that is compared")
}

#[test]
fn a_bit_flipped_in_any_field_is_found_in_lockstep() {
    every_field(0);
}

#[test]
fn a_bit_flipped_in_any_field_is_found_in_rollback() {
    every_field(8);
}
