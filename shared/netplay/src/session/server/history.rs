//! The states that a server keeps: to tell what changed, and to judge what somebody saw.

use crate::ids::StateHash;
use crate::limits::{REWIND_TICKS, SERVER_STATES};
use crate::sim::{FieldKind, Schema, WorldState};
use alloc::collections::VecDeque;

/// Digests of past states that are kept for comparing: two minutes at 30 Hz.
const HASHES_KEPT: usize = 4096;

#[derive(Clone, Debug, Default)]
pub(super) struct History {
    states: VecDeque<(u32, WorldState)>,
    hashes: VecDeque<(u32, StateHash)>,
    /// Nobody's view of an earlier game is judged in this one.
    began: u32,
}

impl History {
    /// Keeps the state after a tick. The one that is forgotten for it gives its memory.
    pub(super) fn keep(&mut self, tick: u32, world: &WorldState) {
        let mut kept = if self.states.len() < SERVER_STATES {
            WorldState::default()
        } else {
            self.states.pop_front().map_or_else(WorldState::default, |(_, oldest)| oldest)
        };
        kept.clone_from(world);
        self.states.push_back((tick, kept));
        if self.hashes.len() == HASHES_KEPT {
            self.hashes.pop_front();
        }
        self.hashes.push_back((tick, world.hash()));
    }

    pub(super) fn hashes(&self) -> impl DoubleEndedIterator<Item = (u32, StateHash)> {
        self.hashes.iter().copied()
    }

    pub(super) fn at(&self, tick: u32) -> Option<&WorldState> {
        let at = self.states.binary_search_by_key(&tick, |(tick, _)| *tick).ok()?;
        self.states.get(at).map(|(_, world)| world)
    }

    pub(super) fn newest(&self) -> Option<(u32, &WorldState)> {
        self.states.back().map(|(tick, world)| (*tick, world))
    }

    /// From this tick on it is another game.
    pub(super) fn begin(&mut self, tick: u32) {
        self.began = tick;
    }

    /// The world as somebody saw it who was shown this moment: no later than now, and no further
    /// back than is judged.
    pub(super) fn rewound(&self, tick_256: u64, schema: &Schema) -> Option<WorldState> {
        let (newest, world) = self.newest()?;
        let oldest = newest.saturating_sub(REWIND_TICKS).max(self.began);
        if oldest > newest {
            return None;
        }
        let tick_256 = tick_256.clamp(u64::from(oldest) << 8, u64::from(newest) << 8);
        let tick = (tick_256 >> 8) as u32;
        if tick >= newest {
            return Some(world.clone());
        }
        let (from, to) = (self.at(tick)?, self.at(tick + 1)?);
        Some(between(from, to, (tick_256 & 0xff) as u8, schema))
    }
}

/// The world a part of the way from one tick to the next: numbers in a line, angles the short
/// way, quaternions on the chord, everything else as it was.
fn between(from: &WorldState, to: &WorldState, part_256: u8, schema: &Schema) -> WorldState {
    let mut world = from.clone();
    if part_256 == 0 {
        return world;
    }
    for entity in &mut world.entities {
        let Some(next) = to.get(entity.id).filter(|next| next.kind == entity.kind) else {
            continue;
        };
        let mut run = 0;
        let mut flipped = false;
        for (place, field) in schema.fields_of(entity.kind).enumerate() {
            let Some(&to) = next.values.get(place) else { break };
            if field.kind == FieldKind::Quaternion {
                if run % 4 == 0 {
                    flipped = is_flipped(entity.values.get(place..), next.values.get(place..));
                }
                run += 1;
            }
            let to = if flipped && field.kind == FieldKind::Quaternion {
                -i64::from(to) as i32
            } else {
                to
            };
            if let Some(value) =
                entity.values.get_mut(place).filter(|_| field.kind != FieldKind::Step)
            {
                let way = (field.kind.way(*value, to) * i64::from(part_256)) >> 8;
                *value = value.wrapping_add(way as i32);
            }
        }
    }
    world
}

/// Whether the quaternions that begin two runs of values name near rotations by far numbers.
fn is_flipped(from: Option<&[i32]>, to: Option<&[i32]>) -> bool {
    let pairs = from.unwrap_or_default().iter().zip(to.unwrap_or_default()).take(4);
    pairs.map(|(&from, &to)| i128::from(from) * i128::from(to)).sum::<i128>() < 0
}
