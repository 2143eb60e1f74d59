//! Rings of interest: what is near is sent, nothing flickers, and a plain reading of the rules agrees.
#![cfg(not(target_arch = "wasm32"))]

use netplay::ids::PlayerId;
use netplay::present::interest::{
    Interest, InterestChangeKind, InterestConfig, InterestConfigError, InterestEntity,
    InterestTier, InterestViewer,
};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

const ANN: PlayerId = PlayerId(1);
const BEN: PlayerId = PlayerId(2);

fn default_interest() -> Interest<PlayerId> {
    Interest::new(InterestConfig::default()).expect("sound rings")
}

fn viewer(peer: PlayerId, x: i32) -> InterestViewer<PlayerId> {
    InterestViewer { peer, position: [x, 0, 0] }
}

fn entity(id: u64, x: i32) -> InterestEntity {
    InterestEntity { id, position: [x, 0, 0] }
}

/// The ring that one entity is in after each of these distances.
fn rings_at(distances: impl IntoIterator<Item = i32>) -> Vec<Option<u8>> {
    let mut interest = default_interest();
    let look = |(tick, x)| {
        interest.update(tick as u64, &[viewer(ANN, 0)], &[entity(1, x)]);
        interest.entries(ANN).first().map(|entry| entry.tier)
    };
    distances.into_iter().enumerate().map(look).collect()
}

// --- rings ------------------------------------------------------------------------------------

#[test]
fn an_entity_changes_its_ring_only_well_beyond_the_border() {
    assert_eq!(rings_at([40, 45, 46]), [Some(0), Some(0), Some(1)]);
    assert_eq!(rings_at([41, 36, 35]), [Some(1), Some(1), Some(0)]);
    assert_eq!(rings_at([120, 125, 126, 121, 120]), [Some(1), Some(1), None, None, Some(1)]);
    assert_eq!(rings_at([10, 126, 10]), [Some(0), None, Some(0)]);
}

#[test]
fn one_on_a_border_costs_no_spawn_and_no_despawn() {
    let mut interest = default_interest();
    let mut changes = 0;
    for tick in 0..1_000 {
        let x = if tick % 2 == 0 { 119 } else { 121 };
        interest.update(tick, &[viewer(ANN, 0)], &[entity(1, x)]);
        changes += interest.changes().len();
    }
    assert_eq!(changes, 1);
}

#[test]
fn the_nearest_of_a_peers_viewers_counts() {
    let mut interest = default_interest();
    let viewers = [viewer(ANN, 0), viewer(BEN, 90), viewer(ANN, 300)];
    interest.update(0, &viewers, &[entity(1, 310), entity(2, 100), entity(3, 200)]);
    let seen = |peer| -> Vec<_> {
        let entries = interest.entries(peer).iter();
        entries.map(|entry| (entry.entity, entry.tier, entry.distance())).collect()
    };
    assert_eq!(seen(ANN), [(1, 0, 10), (2, 1, 100), (3, 1, 100)]);
    assert_eq!(seen(BEN), [(2, 0, 10), (3, 1, 110)]);
}

#[test]
fn the_ends_of_the_world_are_places_like_any_other() {
    let mut interest = default_interest();
    let corner = |at: i32, id| InterestEntity { id, position: [at; 3] };
    let world = [corner(i32::MAX, 1), corner(i32::MIN, 2), corner(i32::MIN + 9, 3)];
    let viewers = [
        InterestViewer { peer: ANN, position: [i32::MIN; 3] },
        InterestViewer { peer: BEN, position: [i32::MAX; 3] },
    ];
    interest.update(u64::MAX, &viewers, &world);
    let seen = |peer| -> Vec<_> { interest.entries(peer).iter().map(|e| e.entity).collect() };
    assert_eq!((seen(ANN), seen(BEN)), (vec![2, 3], vec![1]));
}

// --- ticks ------------------------------------------------------------------------------------

#[test]
fn a_slow_ring_is_spread_over_its_ticks() {
    // Ids in steps of four, which would all take the same tick if the id itself were taken.
    let world: Vec<_> = (0..1_000).map(|n| entity(4 * n, 100)).collect();
    let mut interest = default_interest();
    let mut times = BTreeMap::<u64, u32>::new();
    for tick in 0..9 {
        interest.update(tick, &[viewer(ANN, 0)], &world);
        let due: Vec<_> = interest.due(ANN).map(|entry| entry.entity).collect();
        if tick == 0 {
            assert_eq!(due.len(), 1_000, "what has entered is sent at once");
        } else {
            assert!((200..300).contains(&due.len()), "{} at once", due.len());
            due.into_iter().for_each(|id| *times.entry(id).or_default() += 1);
        }
    }
    assert!(times.len() == 1_000 && times.values().all(|times| *times == 2));
}

#[test]
fn without_staggering_a_ring_goes_out_together() {
    let config = InterestConfig { stagger: false, ..InterestConfig::default() };
    let mut interest = Interest::new(config).unwrap();
    let world = [entity(1, 100), entity(2, 100)];
    let due: Vec<_> = (1..=8)
        .map(|tick| {
            interest.update(tick, &[viewer(ANN, 0)], &world);
            interest.due(ANN).count()
        })
        .collect();
    assert_eq!(due, [2, 0, 0, 2, 0, 0, 0, 2]);
}

#[test]
fn who_counts_every_second_tick_leaves_nobody_out() {
    let world: Vec<_> = (0..100).map(|id| entity(id, 100)).collect();
    let mut interest = default_interest();
    interest.update(0, &[viewer(ANN, 0)], &world);
    let mut due = BTreeSet::new();
    for tick in [2, 4] {
        interest.update(tick, &[viewer(ANN, 0)], &world);
        due.extend(interest.due(ANN).map(|entry| entry.entity));
    }
    assert_eq!(due.len(), 100);
}

// --- coming and going -------------------------------------------------------------------------

#[test]
fn an_entity_that_is_gone_has_left() {
    let mut interest = default_interest();
    interest.update(0, &[viewer(ANN, 0)], &[entity(1, 0), entity(2, 0)]);
    interest.update(1, &[viewer(ANN, 0)], &[entity(2, 0)]);
    let changes: Vec<_> = interest.changes().iter().map(|c| (c.peer, c.entity, c.kind)).collect();
    assert_eq!(changes, [(ANN, 1, InterestChangeKind::Left)]);
}

#[test]
fn a_peer_without_a_viewer_is_forgotten_and_what_it_saw_has_left() {
    let mut interest = default_interest();
    let world = [entity(1, 0), entity(2, 0)];
    interest.update(0, &[viewer(ANN, 0), viewer(BEN, 0)], &world);
    interest.update(1, &[viewer(BEN, 0)], &world);
    let left: Vec<_> = interest.changes().iter().map(|c| (c.peer, c.entity, c.kind)).collect();
    assert_eq!(left, [(ANN, 1, InterestChangeKind::Left), (ANN, 2, InterestChangeKind::Left)]);
    assert!(interest.entries(ANN).is_empty());
    interest.update(2, &[viewer(ANN, 0), viewer(BEN, 0)], &world);
    assert_eq!(interest.changes().len(), 2, "and enters again");
}

#[test]
fn a_peer_that_is_removed_is_told_nothing() {
    let mut interest = default_interest();
    interest.update(0, &[viewer(ANN, 0), viewer(BEN, 0)], &[entity(1, 0)]);
    interest.remove_peer(ANN);
    assert!(interest.entries(ANN).is_empty());
    assert!(interest.changes().iter().all(|change| change.peer == BEN));
    interest.update(1, &[viewer(BEN, 0)], &[entity(1, 0)]);
    assert!(interest.changes().is_empty());
}

#[test]
fn rings_that_are_not_sound_are_refused() {
    let tiers = |tiers: &[(i32, u16)], hysteresis| {
        let tier = |(radius, every_ticks): &(i32, u16)| InterestTier {
            radius: *radius,
            every_ticks: *every_ticks,
        };
        let tiers = tiers.iter().map(tier).collect();
        Interest::<PlayerId>::new(InterestConfig { tiers, hysteresis, stagger: true }).err()
    };
    assert_eq!(tiers(&[(1, 1), (2, 2)], 0), None);
    assert_eq!(tiers(&[], 0), Some(InterestConfigError::Tiers));
    assert_eq!(tiers(&[(9, 1); 9], 0), Some(InterestConfigError::Tiers));
    assert_eq!(tiers(&[(9, 1), (9, 1)], 0), Some(InterestConfigError::Radius));
    assert_eq!(tiers(&[(0, 1)], 0), Some(InterestConfigError::Radius));
    assert_eq!(tiers(&[(9, 1)], 9), Some(InterestConfigError::Hysteresis));
    assert_eq!(tiers(&[(9, 1)], -1), Some(InterestConfigError::Hysteresis));
    assert_eq!(tiers(&[(i32::MAX, 1)], 5), Some(InterestConfigError::Reach));
    assert_eq!(tiers(&[(9, 0)], 1), Some(InterestConfigError::Ticks));
}

#[test]
fn nothing_is_allocated_from_tick_to_tick() {
    let world: Vec<_> = (0..500).map(|id| entity(id, id as i32)).collect();
    let viewers = [viewer(ANN, 0), viewer(BEN, 100), viewer(ANN, 200)];
    let mut interest = default_interest();
    (0..2).for_each(|tick| interest.update(tick, &viewers, &world));
    let measured = allocation_counter::measure(|| {
        (2..50).for_each(|tick| interest.update(tick, &viewers, &world));
    });
    assert_eq!(measured.count_total, 0);
}

// --- a plain reading of the rules -------------------------------------------------------------

/// Every pair, a map, and the rules word by word.
#[derive(Default)]
struct Plain {
    rings: BTreeMap<(PlayerId, u64), u8>,
}

type Seen = BTreeMap<(PlayerId, u64), (u8, i64)>;
type Changes = Vec<(PlayerId, u64, bool)>;

impl Plain {
    fn update(
        &mut self,
        config: &InterestConfig,
        viewers: &[InterestViewer<PlayerId>],
        world: &[InterestEntity],
    ) -> (Seen, Changes) {
        let mut nearest = BTreeMap::<(PlayerId, u64), i128>::new();
        for viewer in viewers {
            for entity in world {
                let way = |axis: usize| {
                    i128::from(viewer.position[axis]) - i128::from(entity.position[axis])
                };
                let square = (0..3).map(|axis| way(axis).pow(2)).sum();
                let best = nearest.entry((viewer.peer, entity.id)).or_insert(square);
                *best = square.min(*best);
            }
        }
        let within = |square: i128, radius: i32| square <= i128::from(radius).pow(2);
        let mut seen = Seen::new();
        for (pair, square) in nearest {
            let mut ring = match self.rings.get(&pair) {
                None => config.tiers.iter().position(|tier| within(square, tier.radius)),
                Some(was) => Some(usize::from(*was)),
            };
            // Out, border by border, and then in, border by border.
            while let Some(at) = ring.filter(|_| self.rings.contains_key(&pair)) {
                if within(square, config.tiers[at].radius + config.hysteresis) {
                    break;
                }
                ring = (at + 1 < config.tiers.len()).then_some(at + 1);
            }
            while let Some(at) = ring.filter(|at| *at > 0 && self.rings.contains_key(&pair)) {
                if !within(square, config.tiers[at - 1].radius - config.hysteresis) {
                    break;
                }
                ring = Some(at - 1);
            }
            if let Some(ring) = ring {
                seen.insert(pair, (ring as u8, square as i64));
            }
        }
        let was: BTreeSet<_> = self.rings.keys().copied().collect();
        let is: BTreeSet<_> = seen.keys().copied().collect();
        let changes = was.symmetric_difference(&is);
        let changes = changes.map(|pair| (pair.0, pair.1, is.contains(pair))).collect();
        self.rings = seen.iter().map(|(pair, (ring, _))| (*pair, *ring)).collect();
        (seen, changes)
    }
}

fn rings() -> impl Strategy<Value = InterestConfig> {
    let tiers = proptest::collection::vec((1..60_i32, 1..6_u16), 1..5);
    (tiers, 0..20_i32).prop_map(|(steps, hysteresis)| {
        let mut radius = hysteresis;
        let tiers = steps.into_iter().map(|(wider, every_ticks)| {
            radius += wider;
            InterestTier { radius, every_ticks }
        });
        InterestConfig { tiers: tiers.collect(), hysteresis, stagger: true }
    })
}

fn place() -> impl Strategy<Value = [i32; 3]> {
    (-150..150_i32, -30..30_i32, -150..150_i32).prop_map(|(x, y, z)| [x, y, z])
}

/// A tick: who looks from where, and what is where, ids in no order and sometimes twice.
type Tick = (Vec<(u32, [i32; 3])>, Vec<(u64, [i32; 3])>);

fn ticks() -> impl Strategy<Value = Vec<Tick>> {
    let viewers = proptest::collection::vec((0..4_u32, place()), 0..6);
    let world = proptest::collection::vec((0..40_u64, place()), 0..40);
    proptest::collection::vec((viewers, world), 1..12)
}

proptest! {
    #[test]
    fn a_plain_reading_of_the_rules_sees_the_same(config in rings(), ticks in ticks(), drift in 1..5_i32) {
        let mut interest = Interest::new(config.clone()).unwrap();
        let mut plain = Plain::default();
        for (tick, (viewers, world)) in ticks.into_iter().enumerate() {
            // Each world is seen a few times, with everything a little elsewhere: borders are crossed both ways.
            for step in 0..4 {
                let moved = |[x, y, z]: [i32; 3]| [x + drift * [0, 9, -3, 4][step], y, z - drift];
                let viewers: Vec<_> = viewers
                    .iter()
                    .map(|(peer, at)| InterestViewer { peer: PlayerId(*peer), position: *at })
                    .collect();
                let world: Vec<_> = world
                    .iter()
                    .map(|(id, at)| InterestEntity { id: *id, position: moved(*at) })
                    .collect();
                interest.update((4 * tick + step) as u64, &viewers, &world);
                let (seen, changes) = plain.update(&config, &viewers, &world);
                let found: Seen = (0..4).map(PlayerId).flat_map(|peer| {
                    let entries = interest.entries(peer).iter();
                    entries.map(move |e| ((peer, e.entity), (e.tier, e.distance_squared)))
                }).collect();
                prop_assert_eq!(&found, &seen);
                let told: Changes = interest.changes().iter()
                    .map(|c| (c.peer, c.entity, c.kind == InterestChangeKind::Entered))
                    .collect();
                prop_assert_eq!(&told, &changes);
                for (peer, entity, _) in changes.iter().filter(|(_, _, entered)| *entered) {
                    prop_assert!(interest.due(*peer).any(|entry| entry.entity == *entity));
                }
            }
        }
    }
}
