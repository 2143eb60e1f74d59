//! One connection, as the server knows it.

use super::config::ServerConfig;
use super::history::History;
use super::layout::Layouts;
use super::output::GuestStats;
use super::queue::InputQueue;
use super::snapshots::Arrived;
use super::writer::{SnapshotWriter, Written};
use crate::ids::ConnId;
use crate::limits::{NAME_BYTES, SERVER_ACTIONS_BURST, SERVER_ACTIONS_PER_SECOND};
use crate::sim::WorldState;
use crate::time::Instant;
use crate::wire::{Packet, Text};

/// Whether a connection has said who it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// It has said nothing yet.
    Stranger,
    /// It has a slot.
    Player(u8),
    /// It only watches.
    Observer,
}

/// One connection, as the server knows it.
#[derive(Clone, Debug)]
pub(super) struct Guest {
    pub(super) conn: ConnId,
    /// The slot that a room's seat gives it.
    pub(super) wish: Option<u8>,
    pub(super) role: Role,
    pub(super) name: Text<NAME_BYTES>,
    pub(super) ready: bool,
    pub(super) since: Instant,
    pub(super) heard: Instant,
    pub(super) queue: InputQueue,
    pub(super) snapshots: SnapshotWriter,
    pub(super) stats: GuestStats,
    pub(super) budget: Budget,
}

/// How much more a connection may ask for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    tokens_us: u64,
    refilled: Instant,
}

/// What one request costs, in microseconds of time that has passed.
const REQUEST_US: u64 = 1_000_000 / SERVER_ACTIONS_PER_SECOND as u64;

impl Budget {
    fn full(now: Instant) -> Self {
        Self { tokens_us: REQUEST_US * u64::from(SERVER_ACTIONS_BURST), refilled: now }
    }

    /// Whether it may ask for something more already.
    pub(super) fn may_ask(&mut self, now: Instant) -> bool {
        let passed = u64::try_from(now.since(self.refilled).as_micros()).unwrap_or(u64::MAX);
        let full = REQUEST_US * u64::from(SERVER_ACTIONS_BURST);
        self.tokens_us = self.tokens_us.saturating_add(passed).min(full);
        self.refilled = now;
        let left = self.tokens_us.checked_sub(REQUEST_US);
        self.tokens_us = left.unwrap_or(self.tokens_us);
        left.is_some()
    }
}

impl Guest {
    pub(super) fn new(
        conn: ConnId,
        wish: Option<u8>,
        config: &ServerConfig,
        tick: u32,
        now: Instant,
    ) -> Self {
        Self {
            conn,
            wish,
            role: Role::Stranger,
            name: Text::default(),
            ready: false,
            since: now,
            heard: now,
            queue: InputQueue::new(config.input_buffer_target, config.input_queue_cap, tick),
            snapshots: SnapshotWriter::default(),
            stats: GuestStats::default(),
            budget: Budget::full(now),
        }
    }

    pub(super) const fn slot(&self) -> Option<u8> {
        if let Role::Player(slot) = self.role { Some(slot) } else { None }
    }

    /// Whether it was let in.
    pub(super) fn is_in(&self) -> bool {
        self.role != Role::Stranger
    }

    /// The snapshot that it is told after a tick.
    pub(super) fn tell(
        &mut self,
        head: Arrived,
        world: &WorldState,
        history: &History,
        layouts: &Layouts,
    ) -> Option<Packet> {
        let Written { packet, is_whole } = self.snapshots.write(head, world, history, layouts)?;
        let bytes = packet.len() as u64;
        self.stats.snapshots += 1;
        self.stats.snapshot_bytes += bytes;
        if is_whole {
            self.stats.whole_snapshots += 1;
        } else {
            self.stats.largest_delta_bytes = self.stats.largest_delta_bytes.max(bytes);
        }
        Some(packet)
    }

    /// Everything that is counted of it.
    pub(super) fn counted(&self) -> GuestStats {
        GuestStats {
            starved: self.queue.stats.starved,
            dropped_inputs: self.queue.stats.dropped,
            refused_inputs: self.queue.stats.refused,
            clamped_inputs: self.queue.stats.clamped,
            ..self.stats
        }
    }
}
