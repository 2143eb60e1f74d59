//! The packets of the state lane: how a server tells a client what changed.

use super::history::History;
use super::snapshots::Arrived;
use crate::limits::SNAPSHOT_BASE_TICKS;
use crate::sim::{Schema, WorldState};
use crate::wire::{Packet, Writer};
use alloc::collections::VecDeque;

/// Without a state to tell the change against, the whole world is told only every so many ticks.
const WHOLE_EVERY_TICKS: u32 = 5;

/// What a client is known to hold.
#[derive(Clone, Debug, Default)]
pub(super) struct SnapshotWriter {
    sent: VecDeque<Arrived>,
    acked: VecDeque<Arrived>,
    whole_at: Option<u32>,
}

/// One snapshot on its way.
pub(super) struct Written {
    pub(super) packet: Packet,
    pub(super) is_whole: bool,
}

impl SnapshotWriter {
    /// The client says that it has read this tick's snapshot; what was never sent is ignored.
    pub(super) fn acknowledged(&mut self, tick: u32) {
        let Some(place) = self.sent.iter().position(|sent| sent.tick == tick) else { return };
        self.acked.extend(self.sent.drain(..=place).next_back());
        while self.acked.len() > SNAPSHOT_BASE_TICKS as usize {
            self.acked.pop_front();
        }
    }

    /// The snapshot of a tick; `None` when the whole world would have to be told again too soon.
    pub(super) fn write(
        &mut self,
        head: Arrived,
        world: &WorldState,
        history: &History,
        schema: &Schema,
    ) -> Option<Written> {
        let _ = (history, schema);
        if self.whole_at.is_some_and(|at| head.tick < at.saturating_add(WHOLE_EVERY_TICKS)) {
            return None;
        }
        self.whole_at = Some(head.tick);
        let mut out = Writer::default();
        out.raw(&(head.tick as u16).to_le_bytes());
        super::plain::write(head.applied, head.waiting, world, &mut out);
        if self.sent.len() > SNAPSHOT_BASE_TICKS as usize {
            self.sent.pop_front();
        }
        self.sent.push_back(head);
        Some(Written { packet: out.finish().into(), is_whole: true })
    }
}
