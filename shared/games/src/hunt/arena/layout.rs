//! What stands where in one round: drawn from the spots by the seed.

use super::super::view::PropView;
use super::{Arena, Spot};
use crate::fix::Fix;
use crate::order;
use alloc::vec::Vec;
use netplay::rng::SimRng;

/// The stream of a round's layout is this and the round.
const LAYOUT_STREAM: u64 = 3000;
/// A kind that stands less often would be a giveaway.
pub(crate) const KIND_LEAST: usize = 3;
/// More never stand, disguised people and all.
pub(crate) const PROPS_MOST: usize = 96;

/// A map prop or a disguised hider, as everybody meets it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing {
    pub(crate) prop: PropView,
    pub(crate) radius: Fix,
}

/// The props of one round, sorted as in a view.
#[derive(Debug)]
pub(crate) struct Layout {
    pub(crate) props: Vec<PropView>,
}

impl Layout {
    /// The layout of a round. Players make it larger: more kinds, and more of each.
    pub(crate) fn new(arena: &Arena, seed: u64, round: u8, seats: u8) -> Self {
        let mut rng = SimRng::new(seed, LAYOUT_STREAM + u64::from(round));
        let kinds = arena.props.props.len();
        let mut order: Vec<u8> = (0..kinds as u8).collect();
        shuffle(&mut order, &mut rng);
        let in_play =
            order.iter().take(kinds_of(kinds, seats)).fold(0, |bits, kind| bits | 1 << kind);
        let mut spots: Vec<&Spot> = arena.reachable_spots(seats);
        shuffle(&mut spots, &mut rng);
        let wanted = props_of(spots.len(), seats);
        let mut taken: Vec<(PropView, bool)> = Vec::with_capacity(wanted);
        // Twice around: the second time fills up what chance has left open.
        for sure in [false, true] {
            for spot in &spots {
                let stands = taken.iter().any(|(prop, _)| prop.pos == spot.pos);
                let drawn = rng.below(100) < u32::from(spot.chance);
                if taken.len() < wanted
                    && !stands
                    && (drawn || sure)
                    && let Some(kind) = pick(spot.kinds & in_play, &mut rng)
                {
                    taken.push((arena.stood(spot, kind, &mut rng), true));
                }
            }
        }
        arena.without_loners(&spots, &mut taken, &mut rng);
        let mut props: Vec<PropView> = taken.into_iter().map(|(prop, _)| prop).collect();
        order::by_key(&mut props, PropView::key);
        Self { props }
    }
}

/// So many kinds are in play.
fn kinds_of(kinds: usize, seats: u8) -> usize {
    kinds.min(4 + usize::from(seats))
}

/// So many props stand, if the arena has spots for them.
fn props_of(spots: usize, seats: u8) -> usize {
    spots.min(24 + 5 * usize::from(seats)).min(PROPS_MOST - 8)
}

/// One of the kinds in a set of bits.
fn pick(kinds: u32, rng: &mut SimRng) -> Option<u8> {
    let mut skip = rng.below(kinds.count_ones());
    (0..32).find(|kind| {
        let is_in = kinds & 1 << kind != 0;
        let found = is_in && skip == 0;
        skip = skip.wrapping_sub(u32::from(is_in));
        found
    })
}

pub(crate) fn shuffle<T>(list: &mut [T], rng: &mut SimRng) {
    for last in (1..list.len()).rev() {
        list.swap(last, rng.below(last as u32 + 1) as usize);
    }
}

impl Arena {
    fn stood(&self, spot: &Spot, kind: u8, rng: &mut SimRng) -> PropView {
        let turns = u32::from(self.props.props[usize::from(kind)].turns);
        let heading = (rng.below(turns) * 16 / turns) as u8;
        PropView { kind, heading, pos: spot.pos }
    }

    /// Puts others in the place of props whose kind stands alone or in a pair, or takes them out.
    fn without_loners(&self, spots: &[&Spot], taken: &mut Vec<(PropView, bool)>, rng: &mut SimRng) {
        for _ in 0..4 {
            let mut counts = [0_usize; 32];
            taken.iter().for_each(|(prop, _)| counts[usize::from(prop.kind)] += 1);
            let common = (0..32).filter(|kind| counts[*kind as usize] >= KIND_LEAST);
            let common = common.fold(0_u32, |bits, kind| bits | 1 << kind);
            if taken.iter().all(|(prop, _)| common & 1 << prop.kind != 0) {
                return;
            }
            for (prop, stays) in taken.iter_mut() {
                if common & 1 << prop.kind != 0 {
                    continue;
                }
                let spot = spots.iter().find(|spot| spot.pos == prop.pos);
                let other = spot.and_then(|spot| Some((spot, pick(spot.kinds & common, rng)?)));
                match other {
                    Some((spot, kind)) => *prop = self.stood(spot, kind, rng),
                    None => *stays = false,
                }
            }
            taken.retain(|(_, stays)| *stays);
        }
    }

    /// The spots that one can walk to with so many players.
    pub(crate) fn reachable_spots(&self, seats: u8) -> Vec<&Spot> {
        let nav = self.nav(seats);
        let reach = |spot: &&Spot| nav.cell(self, spot.pos, seats).is_some();
        self.spots.iter().filter(reach).collect()
    }

    /// What the largest kind of a spot takes up.
    pub(crate) fn spot_radius(&self, spot: &Spot) -> Fix {
        let kinds = self.props.props.iter().enumerate();
        let may = kinds.filter(|(kind, _)| spot.kinds & 1 << kind != 0);
        may.map(|(_, prop)| prop.radius).max().unwrap_or(Fix::ZERO)
    }
}
