//! One player's frames on their way into the world.

use super::inputs::InputPacket;
use crate::sim::{InputFrame, Schema};
use alloc::collections::VecDeque;

/// What a queue refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct QueueStats {
    pub(super) starved: u64,
    pub(super) dropped: u64,
    pub(super) refused: u64,
    pub(super) clamped: u64,
}

/// Takes frames as they come, in any order and several times each, and gives one a tick.
#[derive(Clone, Debug)]
pub(super) struct InputQueue {
    target: usize,
    cap: usize,
    waiting: VecDeque<(u32, InputFrame)>,
    flowing: bool,
    /// The newest number that was heard, the tick it was heard in.
    heard: (u32, u32),
    applied: u32,
    last: InputFrame,
    pub(super) stats: QueueStats,
}

impl InputQueue {
    pub(super) fn new(target: usize, cap: usize, tick: u32) -> Self {
        Self {
            target,
            cap,
            waiting: VecDeque::new(),
            flowing: false,
            heard: (0, tick),
            applied: 0,
            last: InputFrame::default(),
            stats: QueueStats::default(),
        }
    }

    pub(super) const fn heard(&self) -> u32 {
        self.heard.0
    }

    pub(super) const fn applied(&self) -> u32 {
        self.applied
    }

    pub(super) fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Takes a packet's frames in. Nobody can have made more frames than there were ticks: a
    /// number further ahead is a lie or a mishap, and becomes right as time goes on.
    pub(super) fn take(&mut self, packet: &InputPacket, tick: u32, schema: &Schema) {
        let ahead = tick.saturating_sub(self.heard.1).saturating_mul(2).saturating_add(64);
        if packet.newest > self.heard.0.saturating_add(ahead) {
            self.stats.refused += 1;
            return;
        }
        if packet.newest > self.heard.0 {
            self.heard = (packet.newest, tick);
        }
        for (back, &frame) in packet.frames.iter().rev().enumerate() {
            let Some(number) = packet.newest.checked_sub(back as u32).filter(|&it| it > 0) else {
                self.stats.refused += 1;
                continue;
            };
            if number > self.applied {
                self.put(number, frame, schema);
            }
        }
        while self.waiting.len() > self.cap {
            self.waiting.pop_front();
            self.stats.dropped += 1;
        }
    }

    fn put(&mut self, number: u32, frame: InputFrame, schema: &Schema) {
        if let Err(place) = self.waiting.binary_search_by_key(&number, |(number, _)| *number) {
            let allowed = frame.clamped(schema);
            self.stats.clamped += u64::from(allowed != frame);
            self.waiting.insert(place, (number, allowed));
        }
    }

    /// The world stands: what was wanted is forgotten.
    pub(super) fn rest(&mut self) {
        self.waiting.clear();
        self.flowing = false;
        self.applied = self.heard.0;
        self.last = InputFrame::default();
    }

    /// The frame of the next tick: the oldest that waits; the last one again when none does.
    pub(super) fn next(&mut self) -> InputFrame {
        self.flowing |= self.waiting.len() >= self.target;
        if !self.flowing {
            self.stats.starved += 1;
        } else if let Some((number, frame)) = self.waiting.pop_front() {
            self.applied = number;
            self.last = frame;
        } else {
            self.stats.starved += 1;
        }
        self.last
    }
}
