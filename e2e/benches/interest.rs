//! Who needs to hear of what: an update of `Interest` beside a plain scan of every pair, in the same run.
//!
//! In a flat world, as dense as makes 44 entities of interest to each peer; everybody walks. `theirs` are the times of
//! a helper with the same rings on a laptop, `scaled` what they would be where a plain scan takes as long as here. Of that
//! laptop it is only assumed that it looks at a pair in 1 ns. `of scan` needs no such assumption: both were measured here, in
//! this run, and from 20 000 entities on, spread out, an update has to be the faster one.
#![allow(clippy::print_stdout)]

use e2e::measure::nanoseconds;
use netplay::ids::PlayerId;
use netplay::present::interest::{Interest, InterestConfig, InterestEntity, InterestViewer};
use netplay::rng::SimRng;
use std::hint::black_box;

const METRE: i32 = 1 << 16;
/// Square metres for each entity, so that 44 stand within 120 m.
const ROOM: f64 = 1_028.0;
const THEIR_NS_A_PAIR: f64 = 1.0;
/// Ticks after which everybody walks back.
const STEPS: usize = 4;

struct Case {
    entities: u32,
    peers: u32,
    /// Metres from end to end.
    side: u32,
    /// Whether the entities come in the order of their ids.
    sorted: bool,
    theirs_us: Option<f64>,
}

fn main() {
    println!(
        "{:>8} {:>5} {:>8} {:>10} {:>10} {:>9} {:>9} {:>10} {:>10}",
        "entities",
        "peers",
        "entries",
        "update µs",
        "scan µs",
        "of scan",
        "ns/entity",
        "theirs µs",
        "scaled µs"
    );
    let spread = |entities: u32, peers, theirs_us| Case {
        entities,
        peers,
        side: (f64::from(entities) * ROOM).sqrt() as u32,
        sorted: true,
        theirs_us,
    };
    let crowd = |sorted, theirs_us| Case { entities: 5_000, peers: 8, side: 80, sorted, theirs_us };
    println!("the same crowd, spread out:");
    for case in [
        spread(1_000, 4, Some(28.0)),
        spread(5_000, 8, Some(65.0)),
        spread(20_000, 8, Some(272.0)),
        Case { sorted: false, ..spread(20_000, 8, None) },
    ] {
        measure(&case);
    }
    println!(
        "`scaled` assumes that their machine looks at a pair in {THEIR_NS_A_PAIR} ns; `of scan` assumes nothing"
    );
    println!("everything in range of everybody (theirs: 29 000 entries), then in no order:");
    measure(&crowd(true, Some(1_400.0)));
    measure(&crowd(false, None));
    println!("the curve:");
    for entities in [1_000, 2_500, 5_000, 10_000, 20_000, 40_000, 80_000] {
        measure(&spread(entities, 8, None));
    }
}

fn measure(case: &Case) {
    let (viewers, worlds) = populate(case);
    let config = InterestConfig::in_units(METRE);
    let mut interest = Interest::new(config).expect("sound rings");
    let mut tick = 0;
    let update_ns = nanoseconds(|repetitions| {
        for _ in 0..repetitions {
            interest.update(tick, black_box(&viewers), black_box(&worlds[step(tick)]));
            tick += 1;
        }
    });
    let peers = (0..case.peers).map(PlayerId);
    let entries: usize = peers.map(|peer| interest.entries(peer).len()).sum();
    let mut found = Vec::new();
    let scan_ns = nanoseconds(|repetitions| {
        for _ in 0..repetitions {
            scan(black_box(&viewers), black_box(&worlds[step(tick)]), &mut found);
            tick += 1;
        }
    });
    let is_large = case.entities >= 20_000
        && f64::from(case.side).powi(2) > f64::from(case.entities) * ROOM / 2.0;
    assert!(!is_large || update_ns < scan_ns, "{update_ns} ns, and a plain scan takes {scan_ns}");
    let pairs = f64::from(case.entities) * f64::from(case.peers);
    let scale = scan_ns / pairs / THEIR_NS_A_PAIR;
    let us = |value: Option<f64>| value.map_or(String::new(), |us| format!("{us:.0}"));
    println!(
        "{:>8} {:>5} {entries:>8} {:>10.1} {:>10.1} {:>9.3} {:>9.2} {:>10} {:>10}",
        case.entities,
        case.peers,
        update_ns / 1e3,
        scan_ns / 1e3,
        update_ns / scan_ns,
        update_ns / f64::from(case.entities),
        us(case.theirs_us),
        us(case.theirs_us.map(|theirs| theirs * scale)),
    );
}

fn step(tick: u64) -> usize {
    let at = tick as usize % (2 * STEPS);
    at.min(2 * STEPS - 1 - at)
}

/// The worlds of a few ticks. Everybody's viewer stands where an entity does.
fn populate(case: &Case) -> (Vec<InterestViewer<PlayerId>>, Vec<Vec<InterestEntity>>) {
    let mut rng = SimRng::new(1, 7);
    let mut anywhere = || (rng.below(case.side * 256) * 256) as i32;
    let mut world: Vec<_> = (0..case.entities.into())
        .map(|id| InterestEntity { id, position: [anywhere(), 2 * METRE, anywhere()] })
        .collect();
    let viewer =
        |peer| InterestViewer { peer: PlayerId(peer), position: world[peer as usize].position };
    let viewers = (0..case.peers).map(viewer).collect();
    if !case.sorted {
        world.sort_by_key(|entity| entity.id.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    }
    let mut worlds = vec![world];
    for _ in 1..STEPS {
        let mut next = worlds[worlds.len() - 1].clone();
        let mut sway = || rng.below(METRE as u32 / 5) as i32 - METRE / 10;
        next.iter_mut().for_each(|entity| {
            entity.position[0] += sway();
            entity.position[2] += sway();
        });
        worlds.push(next);
    }
    (viewers, worlds)
}

/// All that a helper has to beat: who is in reach, without rings, memory and changes.
fn scan(
    viewers: &[InterestViewer<PlayerId>],
    world: &[InterestEntity],
    found: &mut Vec<(PlayerId, u64, i64)>,
) {
    let reach = i64::from(120 * METRE);
    found.clear();
    for viewer in viewers {
        for entity in world {
            let [x, y, z] = [0, 1, 2]
                .map(|axis| i64::from(viewer.position[axis]) - i64::from(entity.position[axis]));
            let square = x * x + y * y + z * z;
            if square <= reach * reach {
                found.push((viewer.peer, entity.id, square));
            }
        }
    }
}
