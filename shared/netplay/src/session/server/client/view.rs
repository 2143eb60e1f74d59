//! What is shown at a moment: the own entity predicted, all others a little in the past.

use super::machine::Machine;
use crate::session::server::fields;
use crate::session::server::{Phase, SnapshotReader};
use crate::sim::{EntityState, EntityView, Replicated, View, WorldState};
use crate::time::Instant;

/// What was shown last.
#[derive(Clone, Debug, Default)]
pub(super) struct Shown {
    pub view: View,
    /// Whether it is the world as new, which stands while nobody plays.
    at_start: bool,
    jumps: u32,
}

/// Shows the moment.
pub(super) fn show(machine: &mut Machine, now: Instant) {
    if machine.phase == Phase::Lobby && machine.shown.at_start {
        return;
    }
    machine.shown.at_start = false;
    let fraction_256 = machine.fraction_256(now);
    let Machine { reader: Some(reader), shown, prediction, config, .. } = machine else { return };
    if let Some(clock) = &machine.clock {
        let behind = i64::from(config.interp_delay_ticks) << 8;
        let tick_256 = u64::try_from(clock.tick_256(now) - behind).unwrap_or(0);
        // Time that is shown never runs backwards, but for another server's.
        let jumped = clock.jumps() != shown.jumps || shown.view.tick_256 > tick_256 + FAR_256;
        shown.jumps = clock.jumps();
        let last = if jumped { 0 } else { shown.view.tick_256 };
        shown.view.tick_256 = tick_256.max(last);
    }
    let own = prediction.id.filter(|_| !prediction.after.is_empty());
    let since = machine.since_tick;
    let Some((one, other, between_256)) = around(reader, since, shown.view.tick_256) else {
        return;
    };
    let entities = &mut shown.view.entities;
    let others = one.entities.iter().filter(|entity| Some(entity.id) != own);
    let mut count = 0;
    for entity in others {
        let next = other.get(entity.id).filter(|next| next.kind == entity.kind);
        let view = place(entities, &mut count, entity);
        let defs = reader.schema().fields_of(entity.kind);
        let to = next.map_or(&entity.values, |next| &next.values);
        fields::blend(defs, &entity.values, to, between_256, &mut view.values_256);
    }
    entities.truncate(count);
    let newest = reader.newest().and_then(|(_, world)| world.get(own?));
    if let Some(entity) = newest {
        let mut view = EntityView { local: true, ..blank(entity) };
        prediction.between(reader, fraction_256, &mut view.values_256);
        let defs = reader.schema().fields_of(prediction.kind);
        prediction.fade.apply(defs, &mut view.values_256, config.smooth_ms, now);
        let at = entities.partition_point(|other| other.id < view.id);
        entities.insert(at, view);
    }
}

/// Shows the world as it stands at its start: nothing else is known.
pub(super) fn show_start(machine: &mut Machine, sim: &dyn Replicated) {
    let Machine { reader: Some(reader), shown, .. } = machine else { return };
    let mut world = WorldState::default();
    sim.read(&mut world);
    shown.at_start = true;
    shown.view.entities.clear();
    for entity in &world.entities {
        let mut view = blank(entity);
        let defs = reader.schema().fields_of(entity.kind);
        fields::blend(defs, &entity.values, &entity.values, 0, &mut view.values_256);
        shown.view.entities.push(view);
    }
}

/// So far back only another server's time lies.
const FAR_256: u64 = 64 * 256;

/// The state shown at a tick, the next one, and how far between them it is, in 256ths. Before the
/// first and after the last nothing moves.
fn around(
    reader: &SnapshotReader,
    since_tick: u32,
    tick_256: u64,
) -> Option<(&WorldState, &WorldState, i64)> {
    let mut next = None;
    let of_this_game = reader.kept().rev().take_while(|(arrived, _)| arrived.tick >= since_tick);
    for (arrived, world) in of_this_game {
        let at_256 = u64::from(arrived.tick) << 8;
        if at_256 <= tick_256 {
            let Some((next_tick, other)) = next else { return Some((world, world, 0)) };
            let span = u64::from(next_tick - arrived.tick).max(1);
            return Some((world, other, ((tick_256 - at_256) / span) as i64));
        }
        next = Some((arrived.tick, world));
    }
    next.map(|(_, world)| (world, world, 0))
}

/// The next view in the list; its numbers are written over, not allocated again.
fn place<'a>(
    entities: &'a mut alloc::vec::Vec<EntityView>,
    count: &mut usize,
    entity: &EntityState,
) -> &'a mut EntityView {
    if *count == entities.len() {
        entities.push(EntityView::default());
    }
    let view = &mut entities[*count];
    *count += 1;
    let values_256 = core::mem::take(&mut view.values_256);
    *view = EntityView { values_256, ..blank(entity) };
    view
}

fn blank(entity: &EntityState) -> EntityView {
    let EntityState { id, kind, owner, .. } = *entity;
    EntityView { id, kind, owner, ..EntityView::default() }
}
