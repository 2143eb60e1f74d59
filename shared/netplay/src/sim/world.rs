//! The quantised world: what the server says, what is hashed, and what a client is shown.

use super::BadState;
use super::schema::{NetId, Owner, Schema};
use crate::hash::StateHasher;
use crate::ids::StateHash;
use crate::limits::{INPUTS_CAP, WORLD_ENTITIES, WORLD_VALUES};
use alloc::vec::Vec;

/// One entity, in quanta.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntityState {
    /// Its name.
    pub id: NetId,
    /// Which of the schema's kinds it is.
    pub kind: u8,
    /// Whose it is.
    pub owner: Owner,
    /// A number a field of its kind.
    pub values: Vec<i32>,
}

/// A world after a tick, in quanta.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WorldState {
    /// Everything replicated, by id, each id once.
    pub entities: Vec<EntityState>,
}

impl WorldState {
    /// The entity of this name.
    #[must_use]
    pub fn get(&self, id: NetId) -> Option<&EntityState> {
        let at = self.entities.binary_search_by_key(&id, |entity| entity.id).ok()?;
        self.entities.get(at)
    }

    /// The entity of this name, to be changed.
    pub fn get_mut(&mut self, id: NetId) -> Option<&mut EntityState> {
        let at = self.entities.binary_search_by_key(&id, |entity| entity.id).ok()?;
        self.entities.get_mut(at)
    }

    /// The digest of everything in it.
    #[must_use]
    pub fn hash(&self) -> StateHash {
        let mut hasher = StateHasher::new();
        for entity in &self.entities {
            hasher.u32(entity.id.0).u8(entity.kind);
            hasher.u16(entity.owner.map_or(u16::MAX, u16::from));
            for &value in &entity.values {
                hasher.i32(value);
            }
        }
        hasher.finish()
    }

    /// Whether it is a world of this schema: ordered ids, known kinds, a value a field, and no
    /// more of either than a world may have.
    ///
    /// # Errors
    /// When it is not.
    pub fn check(&self, schema: &Schema) -> Result<(), BadState> {
        let ordered = self.entities.is_sorted_by(|one, next| one.id < next.id);
        let fits =
            |entity: &EntityState| schema.values_of(entity.kind) == Some(entity.values.len());
        let values: usize = self.entities.iter().map(|entity| entity.values.len()).sum();
        let bounded = self.entities.len() <= WORLD_ENTITIES && values <= WORLD_VALUES;
        if ordered && bounded && self.entities.iter().all(fits) { Ok(()) } else { Err(BadState) }
    }
}

/// What one player wants in one network tick: a number an input of the schema, in its order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InputFrame {
    /// The numbers; those beyond the schema's inputs are 0.
    pub values: [i16; INPUTS_CAP],
}

impl InputFrame {
    /// The value of the input at this place; 0 beyond the last.
    #[must_use]
    pub fn get(&self, input: usize) -> i16 {
        self.values.get(input).copied().unwrap_or(0)
    }

    /// Sets the value of the input at this place.
    pub fn set(&mut self, input: usize, value: i16) {
        if let Some(place) = self.values.get_mut(input) {
            *place = value;
        }
    }

    /// The frame that the schema allows: every number within its scale, nothing beyond.
    #[must_use]
    pub fn clamped(mut self, schema: &Schema) -> Self {
        for (at, value) in self.values.iter_mut().enumerate() {
            let scale = schema.inputs.get(at).map_or(0, |input| input.scale);
            *value = (*value).clamp(-scale, scale);
        }
        self
    }
}

/// Something that happened in the game and that everybody is told, once and in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameEvent {
    /// What, in the game's own numbering.
    pub kind: u16,
    /// About it, at most [`GAME_EVENT_BYTES`](crate::limits::GAME_EVENT_BYTES); longer ones are
    /// not told.
    pub payload: Vec<u8>,
}

/// A world as a client shows it at one moment: its own entities predicted, all others blended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// The server's tick that is shown, in 1/256 ticks.
    pub tick_256: u64,
    /// Everything shown, by id.
    pub entities: Vec<EntityView>,
}

impl View {
    /// The entity of this name.
    #[must_use]
    pub fn get(&self, id: NetId) -> Option<&EntityView> {
        let at = self.entities.binary_search_by_key(&id, |entity| entity.id).ok()?;
        self.entities.get(at)
    }
}

/// One entity as it is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntityView {
    /// Its name.
    pub id: NetId,
    /// Which of the schema's kinds it is.
    pub kind: u8,
    /// Whose it is.
    pub owner: Owner,
    /// Whether it is this client's own, and therefore predicted.
    pub local: bool,
    /// A number a field of its kind, in 1/256 of a quantum.
    pub values_256: Vec<i64>,
}
