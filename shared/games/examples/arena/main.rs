//! A tournament of the AI against itself: `cargo xtask arena [--rounds N] [racing|golf|hunt]`.
//!
//! Every round seats all three levels against each other, on every track, course and arena in
//! turn, and is drawn from a seed, so that the table can be made again. Whoever changes a level
//! looks here whether it still beats the one below it, and still loses sometimes.

#![allow(clippy::print_stdout)]

mod golf;
mod hunt;
mod racing;
mod table;

use games::pack::Pack;
use std::sync::Arc;
use table::{Round, Table};

/// One round of a game by its seed.
type Play = fn(seed: u64, pack: &Arc<Pack>) -> Round;

/// Every game: its name, what a lower or higher score means, and how a round is played.
const GAMES: [(&str, &str, Play); 3] = [
    ("racing", "seconds behind the winner, fewer are better", racing::play),
    ("golf", "strokes against par on three holes, fewer are better", golf::play),
    ("hunt", "points of a hunt", hunt::play),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut rounds, mut wanted) = (200, None);
    let mut arguments = std::env::args().skip(1).filter(|word| word != "--");
    while let Some(word) = arguments.next() {
        match word.as_str() {
            "--rounds" => rounds = arguments.next().unwrap_or_default().parse()?,
            game if GAMES.iter().any(|(name, ..)| *name == game) => wanted = Some(word),
            other => return Err(format!("--rounds N or a game, not {other}").into()),
        }
    }
    let pack = Pack::built_in();
    for (name, score, play) in GAMES {
        if wanted.as_deref().is_none_or(|wanted| wanted == name) {
            let mut table = Table::default();
            (0..rounds).for_each(|seed| table.add(&play(seed, &pack)));
            println!("{}", table.text(name, score));
        }
    }
    Ok(())
}
