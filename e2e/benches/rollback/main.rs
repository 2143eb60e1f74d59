//! What rollback costs a rendered frame, ours beside `ggrs`: the same toy, pads and wires in one run.
//!
//! Both predict up to eight frames, with no input delay, and compare digests every thirty frames.
//! `session` is what is left of a frame when the ticks that the game itself took (those taken again
//! included) are taken away: keeping and bringing back states, inputs, messages.
#![allow(clippy::print_stdout)]

mod ours;
mod theirs;
mod toy;
mod wires;

use e2e::measure::nanoseconds;
use ours::Ours;
use std::hint::black_box;
use theirs::Theirs;
use toy::{Toy, pad};

/// Rounds over which ticks and frames are counted.
const COUNTED: u64 = 2_000;

/// Players around one pair of wires, whoever carries them.
trait Table {
    /// A rendered frame for everybody.
    fn round(&mut self);
    /// Ticks of all simulations so far.
    fn ticks(&self) -> u64;
    /// The frame that everybody has reached.
    fn frame(&self) -> u32;
}

struct Cost {
    /// Nanoseconds of a rendered frame and peer, beside the ticks.
    session: f64,
    /// Ticks of a rendered frame and peer.
    ticks: f64,
}

fn main() {
    println!(
        "nanoseconds a rendered frame and peer beside the game's ticks; in brackets the ticks"
    );
    println!(
        "{:5} {:>6} {:>6}  {:>19} {:>19} {:>6}  {:>19} {:>19} {:>6}",
        "peers",
        "one-way",
        "state",
        "ggrs, every frame",
        "ours",
        "ratio",
        "ggrs, sparse",
        "ours",
        "ratio"
    );
    for players in [2, 4] {
        for delay in [1, 3, 6] {
            for (state_bytes, label) in [(1 << 10, "1 KiB"), (64 << 10, "64 KiB")] {
                let bare = bare(players, state_bytes);
                print!("{players:<5} {delay:>7} {label:>6}  ");
                for sparse in [false, true] {
                    let mut theirs = Theirs::new(players, delay, state_bytes, sparse);
                    let theirs = cost(&mut theirs, players, bare);
                    let mut ours = Ours::new(players, delay, state_bytes, sparse);
                    let ours = cost(&mut ours, players, bare);
                    let shown = |cost: &Cost| format!("{:.0} ({:.2})", cost.session, cost.ticks);
                    let ratio = ours.session / theirs.session;
                    print!("{:>19} {:>19} {ratio:>6.2}  ", shown(&theirs), shown(&ours));
                }
                println!();
            }
        }
    }
}

fn cost(table: &mut impl Table, players: usize, bare: f64) -> Cost {
    (0..COUNTED).for_each(|_| table.round());
    let (ticks, frame) = (table.ticks(), table.frame());
    (0..COUNTED).for_each(|_| table.round());
    let frames = f64::from(table.frame() - frame);
    assert!(frames >= COUNTED as f64 * 0.99, "{frames} frames in {COUNTED} rounds");
    let ticks = (table.ticks() - ticks) as f64 / COUNTED as f64 / players as f64;
    let whole = nanoseconds(|rounds| (0..rounds).for_each(|_| table.round())) / players as f64;
    Cost { session: whole - ticks * bare, ticks }
}

/// The game's own tick.
fn bare(players: usize, state_bytes: usize) -> f64 {
    let mut toy = Toy::new(state_bytes);
    let cost = nanoseconds(|ticks| {
        for tick in 0..ticks {
            toy.step((0..players).map(|player| pad(player, black_box(tick as u32))));
        }
    });
    black_box(toy.digest());
    cost
}
