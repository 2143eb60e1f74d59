//! A server that decides, on the document's own scenarios: what a client costs on the wire, and
//! how often its predictions are wrong. The same link (80 ms there and back, 4 ms more or less, one
//! in fifty lost each way), the same ticks; beside ours, the figures of the document that asked
//! for it. Everything is on a virtual clock and the same in every run.
#![allow(clippy::print_stdout)]

mod crowd;
mod drift;
mod report;

use crowd::{Barrels, Drivers};
use games::served::RaceBots;
use netplay::link::LinkProfile;
use netplay::rng::SimRng;
use netplay::session::server::{Bots, ServerConfig};
use netplay::sim::{InputFrame, Replicated};
use report::{Row, measure};
use testkit::harness::{Harness, Whose, player};
use testkit::toy_world::ToyWorld;

/// 80 ms there and back, 4 ms more or less, one in fifty lost each way.
const LINK: LinkProfile =
    LinkProfile { latency_ms: 38, jitter_ms: 4, loss_permille: 20, ..LinkProfile::PERFECT };

fn main() {
    println!(
        "20 entities: 4 players, 16 props, all moving, 30 Hz; 3 games of 20 s, 2 clients each"
    );
    let games: Vec<_> = (1..=3).flat_map(toy).collect();
    report::print([118.0, 41.0, 19.0, 3.0], None, &games);
    println!(
        "\n8 cars, of which 2 people's, and 4 barrels, 30 Hz; 5 races of 40 s, 2 clients each"
    );
    let races: Vec<_> = (1..=5).flat_map(race).collect();
    report::print([203.0, 64.0, 16.0, 3.0], Some((13, 469)), &races);
    println!("\ndrift within 1.5 s of a correction: the hidden state restored, and not");
    drift::print();
}

/// What a bot of the toy's does: it never stands still.
struct Wanderers(SimRng);

impl Bots<ToyWorld> for Wanderers {
    fn think(&mut self, _: &ToyWorld, _: usize, tick: u32) -> InputFrame {
        let mut frame = InputFrame::default();
        frame.set(0, 100);
        frame
            .set(1, if (tick / 20).is_multiple_of(2) { 50 } else { -35 } + self.0.below(20) as i16);
        frame
    }
}

fn toy(seed: u64) -> [Row; 2] {
    let mut harness = Harness::new(seed);
    let bots = Wanderers(SimRng::new(seed, 3));
    let names = ["ann", "ben"];
    begin(&mut harness, ToyWorld::default(), bots, &names);
    let mut rng = SimRng::new(seed, 9);
    measure(&mut harness, names, 20, |harness| {
        for name in names {
            let turn = rng.below(140) as i16 - 70;
            harness.input(name, &[100, turn]).expect("a client");
        }
    })
}

fn race(seed: u64) -> [Row; 2] {
    let mut harness = Harness::new(seed);
    let world = Barrels::new(seed);
    let names = ["ann", "ben"];
    begin(&mut harness, world, Drivers(RaceBots::new()), &names);
    // A person's hands: what the own world shows decides, as in the page.
    let mut hands = names.map(|_| RaceBots::new());
    measure(&mut harness, names, 40, |harness| {
        for (slot, name) in names.iter().enumerate() {
            let client = harness.client(name).expect("a client");
            let world = client.simulation().expect("it predicts");
            let frame = hands[slot].think(&world.race, slot, 0);
            harness.input(name, &frame.values).expect("a client");
        }
    })
}

fn begin<S: Replicated + Clone, B: Bots<S>>(
    harness: &mut Harness<S, B>,
    world: S,
    bots: B,
    names: &[&str],
) {
    harness.host(world.clone(), bots, ServerConfig::default()).expect("a good configuration");
    harness.simulate_link(Whose::Everybody, LINK).expect("everybody is there");
    for name in names {
        harness.join(name, Some(world.clone()), player(name)).expect("a free slot");
    }
    for name in names {
        harness.ready(name, true).expect("in");
    }
    harness.pump(1_500);
}
