//! A server that decides, on the document's own scenarios: what a client costs on the wire, and
//! how often its predictions are wrong. The same link (80 ms there and back, 4 ms more or less, one
//! in fifty lost each way), the same ticks; beside ours, the figures of the document that asked
//! for it. Everything is on a virtual clock and the same in every run, so each figure is held to
//! be the better one; `e2e/tests/served.rs` does the same on shorter games.
#![allow(clippy::print_stdout)]

mod crowd;
mod drift;
mod report;
mod scenes;

fn main() {
    println!(
        "20 entities: 4 players, 16 props, all moving, 30 Hz; 3 games of 20 s, 2 clients each"
    );
    let games: Vec<_> = (1..=3).flat_map(|seed| scenes::toy(seed, 20)).collect();
    report::hold(&scenes::THEIR_TOY, &games);
    println!(
        "\n8 cars, of which 2 people's, and 4 barrels, 30 Hz; 5 races of 40 s, 2 clients each"
    );
    let races: Vec<_> = (1..=5).flat_map(|seed| scenes::race(seed, 40)).collect();
    report::hold(&scenes::THEIR_RACE, &races);
    println!("\ndrift within 1.5 s of a correction: the hidden state restored, and not");
    drift::hold(40);
}
