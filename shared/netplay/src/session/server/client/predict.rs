//! The own entity, where the own inputs take it: predicted, compared, set right.

use super::config::Refresh;
use super::event::{ClientEvent, Miss};
use super::fade::Fade;
use super::machine::Machine;
use crate::limits::{CLIENT_AHEAD, INPUT_REPEATS};
use crate::session::server::fields::{self, Apart};
use crate::session::server::{NetError, SnapshotReader};
use crate::sim::{InputFrame, NetId, Replicated, WorldState};
use crate::time::Instant;
use alloc::collections::VecDeque;
use alloc::vec::Vec;

/// What was predicted, and how it is shown.
#[derive(Clone, Debug, Default)]
pub(super) struct Prediction {
    /// Own ticks that the server has not confirmed, oldest first; the one before them, too, when
    /// it is still here.
    ticks: VecDeque<Tick>,
    /// The number of the newest input.
    newest: u32,
    /// Whether anything was predicted since the world stood at its start.
    pub begun: bool,
    /// Which entity.
    pub id: Option<NetId>,
    pub kind: u8,
    /// It after the last two own ticks: what is shown lies between them.
    pub before: Vec<i32>,
    pub after: Vec<i32>,
    /// Its correction, as far as it has not faded.
    pub fade: Fade,
    world: WorldState,
}

/// One own tick.
#[derive(Clone, Debug)]
struct Tick {
    number: u32,
    input: InputFrame,
    /// The own entity after it.
    values: Vec<i32>,
}

impl Prediction {
    /// The world stands at its start again; inputs go on being counted.
    pub(super) fn after(old: &Self) -> Self {
        Self { newest: old.newest, ..Self::default() }
    }

    /// Whether the server has left so much unconfirmed that nothing more is predicted.
    pub(super) fn is_far_ahead(&self) -> bool {
        self.ticks.len() >= CLIENT_AHEAD
    }

    /// The number of the newest input, and the last few, oldest first.
    pub(super) fn newest_inputs(&self) -> (u32, Vec<InputFrame>) {
        let skipped = self.ticks.len().saturating_sub(INPUT_REPEATS);
        (self.newest, self.ticks.iter().skip(skipped).map(|tick| tick.input).collect())
    }

    /// A new own tick with this input. Nothing is predicted yet.
    pub(super) fn push(&mut self, input: InputFrame) {
        self.newest += 1;
        self.ticks.push_back(Tick { number: self.newest, input, values: Vec::new() });
    }

    /// Forgets the ticks that the server has applied, but for the last of them and those whose
    /// inputs are said again. Returns what was predicted for that last one.
    fn applied(&mut self, number: u32) -> Option<Vec<i32>> {
        while self.ticks.len() > INPUT_REPEATS
            && self.ticks.get(INPUT_REPEATS).is_some_and(|tick| tick.number <= number)
        {
            self.ticks.pop_front();
        }
        let tick = self.ticks.iter().find(|tick| tick.number == number)?;
        (!tick.values.is_empty()).then(|| tick.values.clone())
    }

    /// The own entity as the simulation has it now.
    fn look(&mut self, sim: &dyn Replicated, slot: u8) {
        sim.read(&mut self.world);
        self.id = sim.entity_of_slot(slot.into());
        let own = self.id.and_then(|id| self.world.get(id));
        let changed = own.is_none_or(|own| own.kind != self.kind);
        if changed || self.after.is_empty() {
            self.fade.clear();
            self.before.clear();
        }
        let Some(own) = own else { return self.after.clear() };
        self.kind = own.kind;
        if !self.after.is_empty() && !changed {
            core::mem::swap(&mut self.before, &mut self.after);
        } else {
            self.before.clone_from(&own.values);
        }
        self.after.clone_from(&own.values);
    }

    /// The own entity goes on as it was predicted, whatever the simulation has made of it since.
    /// `false`: the simulation takes no world in which it does.
    fn keep(&mut self, sim: &mut dyn Replicated) -> bool {
        sim.read(&mut self.world);
        if let Some(own) = self.id.and_then(|id| self.world.get_mut(id)) {
            own.values.clone_from(&self.after);
        }
        sim.write(&self.world).is_ok()
    }

    /// What is shown `fraction_256` after the last own tick but one, without its fading correction.
    pub(super) fn between(&self, reader: &SnapshotReader, fraction_256: i64, out: &mut Vec<i64>) {
        let defs = reader.schema().fields_of(self.kind);
        fields::blend(defs, &self.before, &self.after, fraction_256, out);
    }
}

/// One own tick: the newest input is kept, and the simulation runs along.
pub(super) fn tick(machine: &mut Machine, sim: Option<&mut dyn Replicated>) {
    let Some(slot) = machine.slot else { return };
    if machine.prediction.is_far_ahead() {
        machine.stats.skipped += 1;
        return;
    }
    let Some(schema) = machine.reader.as_ref().map(SnapshotReader::schema) else { return };
    let input = machine.input.clamped(schema);
    machine.prediction.push(input);
    let Some(sim) = sim.filter(|_| machine.config.predict && machine.prediction.begun) else {
        return;
    };
    run(sim, slot, input);
    machine.stats.predicted += 1;
    machine.prediction.look(sim, slot);
    let values = machine.prediction.after.clone();
    if let Some(tick) = machine.prediction.ticks.back_mut() {
        tick.values = values;
    }
}

/// There is a newer state: what was predicted for it is compared, and predicted again from it.
pub(super) fn reconcile(
    machine: &mut Machine,
    sim: &mut dyn Replicated,
    now: Instant,
) -> Result<(), NetError> {
    let (Some(slot), true) = (machine.slot, machine.config.predict) else { return Ok(()) };
    let fraction_256 = machine.fraction_256(now);
    let Machine { reader: Some(reader), prediction, config, stats, .. } = machine else {
        return Ok(());
    };
    let Some((arrived, world)) = reader.newest() else { return Ok(()) };
    let guess = prediction.applied(arrived.applied);
    let own = sim.entity_of_slot(slot.into()).and_then(|id| world.get(id));
    let begun = core::mem::replace(&mut prediction.begun, true);
    let mut apart = None;
    if let (Some(guess), Some(own)) = (&guess, own) {
        stats.checked += 1;
        apart = fields::furthest_apart(reader.schema().fields_of(own.kind), guess, &own.values);
    }
    let is_right = begun && guess.is_some() && apart.is_none();
    if is_right && config.refresh == Refresh::Nobody {
        return Ok(());
    }
    let first = prediction.ticks.partition_point(|tick| tick.number <= arrived.applied);
    let is_exact = guess.as_deref().zip(own).is_some_and(|(guess, own)| *guess == own.values);
    if begun && is_exact && config.refresh == Refresh::Others {
        sim.write(world).map_err(|_| NetError::Protocol)?;
        for tick in prediction.ticks.iter().skip(first) {
            run(sim, slot, tick.input);
            stats.replayed += 1;
        }
        if prediction.keep(sim) {
            return Ok(());
        }
    }
    let (mut shown, mut real) = (Vec::new(), Vec::new());
    prediction.between(reader, fraction_256, &mut shown);
    let (old, old_kind) = (prediction.after.clone(), prediction.kind);

    sim.write(world).map_err(|_| NetError::Protocol)?;
    prediction.look(sim, slot);
    prediction.before.clone_from(&prediction.after);
    for index in first..prediction.ticks.len() {
        run(sim, slot, prediction.ticks[index].input);
        stats.replayed += 1;
        prediction.look(sim, slot);
        prediction.ticks[index].values.clone_from(&prediction.after);
    }

    if prediction.kind == old_kind && !old.is_empty() && !prediction.after.is_empty() {
        let fields = || reader.schema().fields_of(old_kind);
        // Right until now, and yet something lies ahead that was not foreseen.
        apart = apart.or_else(|| fields::furthest_apart(fields(), &old, &prediction.after));
        prediction.between(reader, fraction_256, &mut real);
        prediction.fade.corrected(fields(), &shown, &real, config.smooth_ms, now);
    }
    if let (Some(Apart { field, by }), true) = (apart, guess.is_some()) {
        let miss = Miss { kind: old_kind, field, error: by };
        stats.mispredictions += 1;
        if by > stats.max_error {
            stats.max_error = by;
            stats.worst = Some(miss);
        }
        machine.event(ClientEvent::Misprediction { tick: arrived.tick, miss });
    }
    Ok(())
}

/// One network tick with only the own input.
fn run(sim: &mut dyn Replicated, slot: u8, input: InputFrame) {
    let mut inputs = alloc::vec![None; sim.slots()];
    if let Some(own) = inputs.get_mut(usize::from(slot)) {
        *own = Some(input);
    }
    sim.tick(&inputs);
}
