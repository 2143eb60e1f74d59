//! `cargo xtask arena`: a tournament of the AI against itself, in every game.

use crate::workshop::{Outcome, Workshop};

pub(crate) fn arena(shop: &Workshop, options: &[String]) -> Outcome {
    let run = ["cargo", "run", "--quiet", "--release", "--package", "games", "--example", "arena"];
    let words: Vec<&str> =
        run.into_iter().chain(["--"]).chain(options.iter().map(String::as_str)).collect();
    shop.run(&words)
}
