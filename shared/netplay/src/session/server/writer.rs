//! The packets of the state lane: how a server tells a client what changed.

use super::delta::{code, code_applied, code_head};
use super::history::History;
use super::layout::Layouts;
use super::snapshots::Arrived;
use crate::limits::{SNAPSHOT_BASE_TICKS, SNAPSHOT_WHOLE_TICKS};
use crate::sim::WorldState;
use crate::wire::{Packet, RangeCoder};
use alloc::collections::VecDeque;

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
        layouts: &Layouts,
    ) -> Option<Written> {
        let known = self.known(head.tick);
        let known = known.map(|known| Some((known?, history.at(known?.tick)?)));
        let is_whole = known[0].is_none();
        let too_soon = |at: u32| head.tick < at.saturating_add(SNAPSHOT_WHOLE_TICKS);
        if is_whole && self.whole_at.is_some_and(too_soon) {
            return None;
        }
        if is_whole {
            self.whole_at = Some(head.tick);
        }
        let mut coder = RangeCoder::writer((head.tick as u16).to_le_bytes().into());
        let moments = known.map(|known| known.map(|(moment, _)| moment));
        code_head(&mut coder, head, moments)?;
        code_applied(&mut coder, head, moments[0]);
        let worlds = known.map(|known| known.map(|(moment, world)| (moment.tick, world)));
        code(&mut coder, layouts, head.tick, worlds, Some(world)).ok()?;
        if self.sent.len() > SNAPSHOT_BASE_TICKS as usize {
            self.sent.pop_front();
        }
        self.sent.push_back(head);
        Some(Written { packet: coder.finish_writing().into(), is_whole })
    }

    /// Three moments that the client holds: the newest, one about as far from it as it is from
    /// now, and one as far again.
    fn known(&self, tick: u32) -> [Option<Arrived>; 3] {
        let mut known = [None; 3];
        let Some(&newest) = self.acked.back() else { return known };
        let span = tick - newest.tick;
        if span > SNAPSHOT_BASE_TICKS {
            return known;
        }
        known[0] = Some(newest);
        let mut later = newest.tick;
        for moment in &mut known[1..] {
            let aim = later.saturating_sub(span);
            let before = self.acked.iter().filter(|acked| acked.tick < later);
            let near = before.min_by_key(|acked| acked.tick.abs_diff(aim));
            let held = |it: &&Arrived| newest.tick - it.tick <= SNAPSHOT_BASE_TICKS;
            *moment = near.filter(held).copied();
            let Some(moment) = moment else { break };
            later = moment.tick;
        }
        known
    }
}
