//! The document's two scenarios, on its link: 80 ms there and back, 4 ms more or less, one in fifty lost each way.

use crate::crowd::{Barrels, Drivers};
use crate::report::{Row, Theirs, measure};
use games::served::RaceBots;
use netplay::link::LinkProfile;
use netplay::rng::SimRng;
use netplay::session::server::{Bots, ServerConfig};
use netplay::sim::{InputFrame, Replicated};
use testkit::harness::{Harness, Whose, player};
use testkit::toy_world::ToyWorld;

const LINK: LinkProfile =
    LinkProfile { latency_ms: 38, jitter_ms: 4, loss_permille: 20, ..LinkProfile::PERFECT };

/// What the document says of its own toy.
pub(crate) const THEIR_TOY: Theirs =
    Theirs { snapshot_bytes: 118.0, down_kbit: 41.0, up_kbit: 19.0, rtt_off_ms: 3.0, wrong: None };

/// And of its eight cars, with four barrels.
pub(crate) const THEIR_RACE: Theirs = Theirs {
    snapshot_bytes: 203.0,
    down_kbit: 64.0,
    up_kbit: 16.0,
    rtt_off_ms: 3.0,
    wrong: Some((13, 469)),
};

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

/// 20 entities, of which 2 people's and 2 bots': everything moves.
pub(crate) fn toy(seed: u64, seconds: u32) -> [Row; 2] {
    let mut harness = Harness::new(seed);
    let bots = Wanderers(SimRng::new(seed, 3));
    let names = ["ann", "ben"];
    begin(&mut harness, ToyWorld::default(), bots, &names);
    let mut rng = SimRng::new(seed, 9);
    measure(&mut harness, names, seconds, |harness| {
        for name in names {
            let turn = rng.below(140) as i16 - 70;
            harness.input(name, &[100, turn]).expect("a client");
        }
    })
}

/// 8 cars, of which 2 people's, and 4 barrels.
pub(crate) fn race(seed: u64, seconds: u32) -> [Row; 2] {
    let mut harness = Harness::new(seed);
    let world = Barrels::new(seed);
    let names = ["ann", "ben"];
    begin(&mut harness, world, Drivers(RaceBots::new()), &names);
    // A person's hands: what the own world shows decides, as in the page.
    let mut hands = names.map(|_| RaceBots::new());
    measure(&mut harness, names, seconds, |harness| {
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
