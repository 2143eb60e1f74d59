//! The packets of the state lane: how a client reads them, and what it keeps of them.

use super::delta::{code, code_applied, code_head};
use super::inputs::nearest;
use super::layout::Layouts;
use crate::limits::{SNAPSHOT_BASE_TICKS, SNAPSHOT_BYTES};
use crate::sim::{Schema, WorldState};
use crate::wire::{DecodeError, RangeCoder};
use alloc::collections::VecDeque;

/// What a snapshot says besides the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrived {
    /// The server's tick after which the world was so.
    pub tick: u32,
    /// The newest of this client's input frames that the server has applied; 0 is none.
    pub applied: u32,
    /// How many of its input frames wait at the server: a client whose frames pile up there
    /// lets its clock go slower, one that runs dry faster.
    pub waiting: u8,
}

/// A client's memory of what the server said: snapshots are told against what it has read.
#[derive(Clone, Debug)]
pub struct SnapshotReader {
    schema: Schema,
    layouts: Layouts,
    near: u32,
    kept: VecDeque<(Arrived, WorldState)>,
}

impl SnapshotReader {
    /// For a world of this schema, from the tick that the welcome names.
    #[must_use]
    pub fn new(schema: Schema, tick: u32) -> Self {
        Self { layouts: Layouts::new(&schema), schema, near: tick, kept: VecDeque::new() }
    }

    /// Reads one packet of the state lane. `None`: it is no newer than what was read, or told
    /// against something that is not here; neither is anybody's fault.
    ///
    /// # Errors
    /// When the bytes are no snapshot of this schema.
    pub fn read(&mut self, bytes: &[u8]) -> Result<Option<Arrived>, DecodeError> {
        if bytes.len() > SNAPSHOT_BYTES {
            return Err(DecodeError::Oversized(bytes.len()));
        }
        let (low, rest) = bytes.split_first_chunk().ok_or(DecodeError::Truncated("Snapshot"))?;
        let tick = nearest(u16::from_le_bytes(*low), self.near);
        if self.newest().is_some_and(|(newest, _)| newest.tick >= tick) {
            return Ok(None);
        }
        let mut coder = RangeCoder::reader(rest);
        let head = Arrived { tick, applied: 0, waiting: 0 };
        let (head, ticks) =
            code_head(&mut coder, head, [None; 3]).ok_or(DecodeError::BadValue("Snapshot.head"))?;
        let [base, middle, oldest] = ticks.map(|tick| tick.map(|tick| self.kept_at(tick)));
        if [base, middle, oldest].contains(&Some(None)) {
            return Ok(None);
        }
        let known = [base, middle, oldest].map(Option::flatten);
        let applied = code_applied(&mut coder, head, known[0].map(|(arrived, _)| *arrived));
        let known = known.map(|known| known.map(|(arrived, world)| (arrived.tick, world)));
        let world = code(&mut coder, &self.layouts, tick, known, None)?;
        coder.finish_reading()?;
        world.check(&self.schema).map_err(|_| DecodeError::BadValue("Snapshot"))?;
        let arrived = Arrived { applied, ..head };
        self.near = tick;
        self.kept.push_back((arrived, world));
        let oldest = tick.saturating_sub(2 * SNAPSHOT_BASE_TICKS);
        self.kept.retain(|(kept, _)| kept.tick >= oldest);
        Ok(Some(arrived))
    }

    /// The newest that was read.
    #[must_use]
    pub fn newest(&self) -> Option<(Arrived, &WorldState)> {
        self.kept.back().map(|(arrived, world)| (*arrived, world))
    }

    fn kept_at(&self, tick: u32) -> Option<&(Arrived, WorldState)> {
        self.kept.iter().find(|(arrived, _)| arrived.tick == tick)
    }

    /// What was read of this tick, as far as it is kept.
    #[must_use]
    pub fn at(&self, tick: u32) -> Option<&WorldState> {
        self.kept_at(tick).map(|(_, world)| world)
    }

    /// Everything that is kept, oldest first.
    pub fn kept(&self) -> impl DoubleEndedIterator<Item = (Arrived, &WorldState)> {
        self.kept.iter().map(|(arrived, world)| (*arrived, world))
    }

    /// The schema of the world.
    #[must_use]
    pub fn schema(&self) -> &Schema {
        &self.schema
    }
}
