//! A donor's state, kept by the relay until a guest may see it.
//!
//! The donor is answered at once, so that it is done as soon as with anybody else. The guest gets
//! the state later, no more of it at a time than it acknowledges.

use crate::ids::PlayerId;
use crate::limits::TRANSFER_WINDOW_BYTES;
use crate::time::Instant;
use crate::wire::{Message, TransferBegin, TransferChunk};
use alloc::collections::VecDeque;

/// One state on its way.
#[derive(Debug)]
pub(super) struct Escrow {
    /// As the guest is told.
    begin: TransferBegin,
    begin_at: Instant,
    has_begun: bool,
    chunks: VecDeque<(Instant, TransferChunk)>,
    /// Taken from the donor without a gap.
    taken_bytes: u32,
    /// Acknowledged by the guest.
    acked_bytes: u32,
}

impl Escrow {
    pub(super) fn new(begin: TransferBegin, begin_at: Instant) -> Self {
        let chunks = VecDeque::new();
        Self { begin, begin_at, has_begun: false, chunks, taken_bytes: 0, acked_bytes: 0 }
    }

    pub(super) fn donor(&self) -> PlayerId {
        self.begin.peer
    }

    /// Whether the guest knows of it.
    pub(super) fn has_begun(&self) -> bool {
        self.has_begun
    }

    /// Whether the guest holds all of it.
    pub(super) fn is_over(&self) -> bool {
        self.acked_bytes >= self.begin.total_bytes
    }

    /// Keeps the next part until `at`. What the donor is answered, and whether that was the last
    /// part; nothing if it is a part of another state, or of more than was announced.
    pub(super) fn take(&mut self, chunk: TransferChunk, at: Instant) -> Option<(u32, bool)> {
        let bytes = u32::try_from(chunk.bytes.len()).ok()?;
        let room = self.begin.total_bytes - self.taken_bytes;
        if chunk.id != self.begin.id || bytes == 0 || bytes > room {
            return None;
        }
        if chunk.offset == self.taken_bytes {
            self.taken_bytes += bytes;
            self.chunks.push_back((at, chunk));
        }
        Some((self.taken_bytes, self.taken_bytes == self.begin.total_bytes))
    }

    /// The guest holds this much without a gap.
    pub(super) fn ack(&mut self, received_bytes: u32) {
        let sent = self.taken_bytes - self.kept_bytes();
        self.acked_bytes = self.acked_bytes.max(received_bytes.min(sent));
    }

    /// The next message that may leave.
    pub(super) fn poll(&mut self, now: Instant, at_once: bool) -> Option<Message> {
        if !self.has_begun {
            if self.begin_at > now && !at_once {
                return None;
            }
            self.has_begun = true;
            return Some(self.begin.clone().into());
        }
        let (at, chunk) = self.chunks.front()?;
        if (*at > now && !at_once) || !self.fits(chunk) {
            return None;
        }
        self.chunks.pop_front().map(|(_, chunk)| chunk.into())
    }

    /// When something may leave, if it is not an answer of the guest that it waits for.
    pub(super) fn next_timeout(&self) -> Option<Instant> {
        if !self.has_begun {
            return Some(self.begin_at);
        }
        self.chunks.front().filter(|(_, chunk)| self.fits(chunk)).map(|(at, _)| *at)
    }

    fn fits(&self, chunk: &TransferChunk) -> bool {
        let end = chunk.offset.saturating_add(chunk.bytes.len() as u32);
        end.saturating_sub(self.acked_bytes) <= TRANSFER_WINDOW_BYTES
    }

    fn kept_bytes(&self) -> u32 {
        self.chunks.iter().map(|(_, chunk)| chunk.bytes.len() as u32).sum()
    }
}
