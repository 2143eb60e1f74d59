//! `cargo xtask long`: what an ordinary test run tries a little of, as long as you like.

use crate::workshop::{Outcome, Workshop, run};

/// What is tried when no number is given.
const SEEDS: u64 = 1_000;

struct Trial {
    package: &'static str,
    test: &'static str,
    what: &'static str,
    /// What the test reads, and how much of it one seed is worth.
    variable: &'static str,
    worth: u64,
    divisor: u64,
}

const TRIALS: [Trial; 7] = [
    Trial {
        package: "party",
        test: "swarm",
        what: "evenings of bad luck, in every netcode, held against one plain machine",
        variable: "SWARM",
        worth: 1,
        divisor: 1,
    },
    Trial {
        package: "netplay",
        test: "rollback_ordeal",
        what: "rollback on bad lines ends as lockstep does on good ones, 10 000 frames a seed",
        variable: "SEEDS",
        worth: 1,
        divisor: 50,
    },
    Trial {
        package: "games",
        test: "flips",
        what: "a bit turned over in every field of the race is found",
        variable: "FLIP_SEEDS",
        worth: 1,
        divisor: 20,
    },
    Trial {
        package: "netplay",
        test: "rollback_checkpoints",
        what: "comparing every frame suspects nobody, in frames",
        variable: "FRAMES",
        worth: 1_000,
        divisor: 1,
    },
    Trial {
        package: "netplay",
        test: "authority",
        what: "hands of cards in which nobody is told a secret",
        variable: "HANDS",
        worth: 1_000,
        divisor: 1,
    },
    Trial {
        package: "netplay",
        test: "authority",
        what: "hosts that die at every word, and members who come and go in any order",
        variable: "SEEDS",
        worth: 1,
        divisor: 1,
    },
    Trial {
        package: "netplay",
        test: "microscope",
        what: "the same with the microscope listening",
        variable: "QUIET_FRAMES",
        worth: 1_000,
        divisor: 1,
    },
];

/// Runs all of them with so many seeds, or a part of them where a seed takes long.
pub(crate) fn long(shop: &Workshop, arguments: &[String]) -> Outcome {
    let seeds = match arguments {
        [] => SEEDS,
        [number] => number.parse().map_err(|_| format!("{number} is no number of seeds"))?,
        _ => return Err("usage: cargo xtask long [SEEDS]".into()),
    };
    for trial in &TRIALS {
        let amount = (seeds * trial.worth).div_ceil(trial.divisor);
        println!("\n━━ {} ({}={amount})", trial.what, trial.variable);
        let words = ["cargo", "test", "--package", trial.package, "--test", trial.test];
        let mut command = shop.command(&words);
        command.env(trial.variable, amount.to_string());
        run(&mut command)?;
    }
    Ok(())
}
