//! A kind of entity as the codec of snapshots walks it.

use crate::sim::{FieldKind, Rate, Schema};
use alloc::vec::Vec;

/// One value of a kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) at: usize,
    pub(super) kind: FieldKind,
    /// What moves it.
    pub(super) rate: Option<Rate>,
    /// Of a quaternion's four, which one it is; they are told one after the other.
    pub(super) corner: Option<u8>,
}

/// The values of each kind, in the order in which they are told: what moves others comes first.
#[derive(Clone, Debug)]
pub(super) struct Layouts {
    kinds: Vec<Vec<Place>>,
    steps: u8,
}

impl Layouts {
    pub(super) fn new(schema: &Schema) -> Self {
        let layout = |kind: &crate::sim::EntityKind| {
            let mut corners = 0_u8;
            let places = schema.fields(kind).enumerate().map(|(at, field)| {
                let is_corner = field.kind == FieldKind::Quaternion;
                let corner = is_corner.then_some(corners % 4);
                corners += u8::from(is_corner);
                let moves = |rate: &&Rate| usize::from(rate.of) == at && !is_corner;
                let rate = kind.rates.iter().find(moves).copied();
                Place { at, kind: field.kind, rate, corner }
            });
            let places: Vec<_> = places.collect();
            let movers = places.iter().filter(|place| place.rate.is_none());
            let moved = places.iter().filter(|place| place.rate.is_some());
            movers.chain(moved).copied().collect()
        };
        Self { kinds: schema.kinds.iter().map(layout).collect(), steps: schema.steps_per_tick }
    }

    /// Steps of the simulation in a tick.
    pub(super) fn steps(&self) -> i64 {
        self.steps.into()
    }

    pub(super) fn of(&self, kind: u8) -> Option<&[Place]> {
        self.kinds.get(usize::from(kind)).map(Vec::as_slice)
    }
}
