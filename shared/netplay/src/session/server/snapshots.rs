//! The packets of the state lane: how a client reads them, and what it keeps of them.

use super::inputs::nearest;
use crate::limits::{SNAPSHOT_BASE_TICKS, SNAPSHOT_BYTES};
use crate::sim::{Schema, WorldState};
use crate::wire::DecodeError;
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
    near: u32,
    kept: VecDeque<(Arrived, WorldState)>,
}

impl SnapshotReader {
    /// For a world of this schema, from the tick that the welcome names.
    #[must_use]
    pub fn new(schema: Schema, tick: u32) -> Self {
        Self { schema, near: tick, kept: VecDeque::new() }
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
        let mut input = crate::wire::Reader::new(bytes, crate::wire::WordSize::PAD);
        let tick = nearest(u16::from_le_bytes(input.array("Snapshot.tick")?), self.near);
        if self.newest().is_some_and(|(newest, _)| newest.tick >= tick) {
            return Ok(None);
        }
        let (applied, waiting, world) = super::plain::read(&mut input, &self.schema)?;
        input.finish()?;
        let arrived = Arrived { tick, applied, waiting };
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

    /// What was read of this tick, as far as it is kept.
    #[must_use]
    pub fn at(&self, tick: u32) -> Option<&WorldState> {
        self.kept.iter().find(|(arrived, _)| arrived.tick == tick).map(|(_, world)| world)
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
