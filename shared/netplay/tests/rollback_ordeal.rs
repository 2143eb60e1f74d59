//! Rollback on bad links ends, frame by frame, in the states of lockstep on a good one.
//!
//! Even seeds save before every guess, odd ones now and then.
//! `SEEDS=n` plays n seeds of each game; one that fails is printed, and `SEED=s` plays it alone.
#![cfg(not(target_arch = "wasm32"))]

use netplay::session::Saving;
use testkit::Ordeal;

fn seeds() -> std::ops::Range<u64> {
    let number = |name| std::env::var(name).ok().and_then(|value| value.parse::<u64>().ok());
    match (number("SEED"), number("SEEDS")) {
        (Some(seed), _) => seed..seed + 1,
        (None, Some(seeds)) => 0..seeds,
        (None, None) => 0..2,
    }
}

fn ordeals_of(players: u16) {
    for seed in seeds() {
        let mut ordeal = Ordeal::new(players, 10_000, seed);
        ordeal.plan.saving =
            if seed.is_multiple_of(2) { Saving::EveryFrame } else { Saving::Sparse };
        let stats = ordeal.run();
        assert!(stats.mispredicted > 100, "SEED {seed}: it was no ordeal: {stats:?}");
    }
}

#[test]
fn two_end_where_lockstep_ends() {
    ordeals_of(2);
}

#[test]
fn three_end_where_lockstep_ends() {
    ordeals_of(3);
}

#[test]
fn four_end_where_lockstep_ends() {
    ordeals_of(4);
}

#[test]
fn eight_end_where_lockstep_ends() {
    ordeals_of(8);
}
