//! A world in whole numbers, each as it is.

use crate::limits::WORLD_ENTITIES;
use crate::sim::{EntityState, NetId, Schema, WorldState};
use crate::wire::{DecodeError, Reader, Wire, Writer};

pub(super) fn write(applied: u32, waiting: u8, world: &WorldState, out: &mut Writer) {
    applied.write(out);
    out.u8(waiting);
    out.varint(world.entities.len() as u64);
    for entity in &world.entities {
        entity.id.0.write(out);
        out.u8(entity.kind);
        entity.owner.write(out);
        for value in &entity.values {
            out.raw(&value.to_le_bytes());
        }
    }
}

pub(super) fn read(
    input: &mut Reader<'_>,
    schema: &Schema,
) -> Result<(u32, u8, WorldState), DecodeError> {
    let applied = u32::read(input, "Snapshot.applied")?;
    let waiting = input.u8("Snapshot.waiting")?;
    let mut world = WorldState::default();
    for _ in 0..input.count(WORLD_ENTITIES, "Snapshot.entities")? {
        let id = NetId(u32::read(input, "Entity.id")?);
        let kind = input.u8("Entity.kind")?;
        let owner = Option::read(input, "Entity.owner")?;
        let count = schema.values_of(kind).ok_or(DecodeError::BadValue("Entity.kind"))?;
        let mut entity = EntityState { id, kind, owner, values: alloc::vec::Vec::new() };
        for _ in 0..count {
            entity.values.push(i32::from_le_bytes(input.array("Entity.value")?));
        }
        world.entities.push(entity);
    }
    world.check(schema).map_err(|_| DecodeError::BadValue("Snapshot"))?;
    Ok((applied, waiting, world))
}
