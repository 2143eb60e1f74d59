//! The states that a server keeps: to tell what changed, and to judge what somebody saw.

use super::fields;
use crate::ids::StateHash;
use crate::limits::{REWIND_TICKS, SERVER_HASHES, SERVER_STATES};
use crate::sim::{Schema, WorldState};
use alloc::collections::VecDeque;
use alloc::vec::Vec;

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
        if self.hashes.len() == SERVER_HASHES {
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

    /// From this tick on it is another server's world: none of its moments is one of these.
    pub(super) fn begin_anew(&mut self, tick: u32) {
        *self = Self { began: tick, ..Self::default() };
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

/// The world a part of the way from one tick to the next, blended as a client's picture is: what
/// a player was shown is what an action is judged by.
fn between(from: &WorldState, to: &WorldState, part_256: u8, schema: &Schema) -> WorldState {
    let (mut world, mut blended) = (from.clone(), Vec::new());
    for entity in &mut world.entities {
        let Some(next) = to.get(entity.id).filter(|next| next.kind == entity.kind) else {
            continue;
        };
        let defs = schema.fields_of(entity.kind);
        fields::blend(defs, &entity.values, &next.values, part_256.into(), &mut blended);
        for (value, value_256) in entity.values.iter_mut().zip(&blended) {
            *value = (value_256 >> 8) as i32;
        }
    }
    world
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::{ComponentDef, EntityKind, EntityState, FieldDef, FieldKind, NetId};
    use alloc::vec;

    /// A circle of 4096 and a rotation, in a world of one thing.
    fn schema() -> Schema {
        let mut fields = vec![FieldDef::new("heading", FieldKind::Angle { turn: 4_096 })];
        fields.extend(["x", "y", "z", "w"].map(|it| FieldDef::new(it, FieldKind::Quaternion)));
        Schema {
            tick_hz: 30,
            steps_per_tick: 1,
            components: vec![ComponentDef { name: "pose".into(), fields }],
            kinds: vec![EntityKind::new("thing", [0])],
            inputs: vec![],
        }
    }

    fn world(values: [i32; 5]) -> WorldState {
        let (id, values) = (NetId(0), values.to_vec());
        WorldState { entities: vec![EntityState { id, kind: 0, owner: None, values }] }
    }

    #[test]
    fn an_angle_and_a_rotation_are_judged_as_they_were_shown() {
        let mut history = History::default();
        let (one, quarter) = (1 << 30, 759_250_125);
        history.keep(1, &world([4_090, 0, 0, 0, one]));
        history.keep(2, &world([10, 0, 0, -quarter, -quarter]));
        let seen = history.rewound(256 + 128, &schema()).unwrap();
        let [heading, _, _, z, w] = seen.entities[0].values[..] else { panic!() };
        assert_eq!(heading, 2, "in its circle");
        // An eighth of a turn, as long as a rotation is: sin and cos of 22.5 degrees.
        assert!((z - 410_903_207).abs() < 4_000 && (w - 992_008_094).abs() < 4_000, "{z} {w}");
    }
}
