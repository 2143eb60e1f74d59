//! A state too large for one message, in chunks from one member to another.
//!
//! ```text
//! sender   TransferBegin{total, hash}  TransferChunk{0}  TransferChunk{8K} …      (window full)
//! receiver                             TransferAck{8K}   TransferAck{16K} …
//! ```
//!
//! At most [`TRANSFER_WINDOW_BYTES`] are on the way, so that play beside it never waits. Both
//! sides give up after [`TRANSFER_SILENCE_MS`] without progress.

mod donations;

pub use donations::Donations;

use crate::hash::digest;
use crate::ids::{Frame, PlayerId};
use crate::limits::{
    PAYLOAD_BYTES, TRANSFER_BYTES, TRANSFER_RETRY_MS, TRANSFER_SILENCE_MS, TRANSFER_WINDOW_BYTES,
};
use crate::time::Instant;
use crate::wire::{Blob, Message, TransferAbort, TransferAck, TransferBegin, TransferChunk};
use alloc::vec::Vec;
use core::time::Duration;

/// How a transfer stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// It has not begun.
    Waiting,
    /// This much has arrived for certain.
    Moving {
        /// In bytes.
        done_bytes: u32,
        /// Of how many.
        total_bytes: u32,
    },
    /// All of it has arrived and is what was sent.
    Done,
    /// It is over, unfinished.
    Failed(Failure),
}

/// Why a transfer is over, unfinished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// More than [`TRANSFER_BYTES`], or nothing at all.
    Size,
    /// The bytes are not those whose digest was announced.
    WrongHash,
    /// No progress for too long.
    Silent,
    /// The other side gave up.
    Aborted,
}

/// The donor's side.
#[derive(Debug)]
pub struct Sender {
    begin: TransferBegin,
    bytes: Vec<u8>,
    begun: bool,
    sent: u32,
    acked: u32,
    progress_at: Instant,
    retry_at: Instant,
    failure: Option<Failure>,
    abort_due: bool,
}

impl Sender {
    /// A transfer of `bytes`, the state whose next frame is `frame`, to `peer`. `id` tells it
    /// from earlier ones to the same peer.
    ///
    /// # Errors
    /// When a transfer cannot have this size.
    pub fn new(
        peer: PlayerId,
        id: u32,
        frame: Frame,
        bytes: Vec<u8>,
        now: Instant,
    ) -> Result<Self, Failure> {
        if bytes.is_empty() || bytes.len() > TRANSFER_BYTES {
            return Err(Failure::Size);
        }
        let total_bytes = bytes.len() as u32;
        Ok(Self {
            begin: TransferBegin { peer, id, frame, total_bytes, hash: digest(&bytes) },
            bytes,
            begun: false,
            sent: 0,
            acked: 0,
            progress_at: now,
            retry_at: now + Duration::from_millis(TRANSFER_RETRY_MS),
            failure: None,
            abort_due: false,
        })
    }

    /// To whom.
    #[must_use]
    pub fn peer(&self) -> PlayerId {
        self.begin.peer
    }

    /// Takes what the receiver says; anything else is ignored.
    pub fn handle(&mut self, message: &Message, now: Instant) {
        let (peer, id) = (self.begin.peer, self.begin.id);
        match message {
            Message::TransferAck(ack) if (ack.peer, ack.id) == (peer, id) => {
                self.take_ack(ack.received_bytes, now);
            }
            Message::TransferAbort(abort) if (abort.peer, abort.id) == (peer, id) => {
                self.failure.get_or_insert(Failure::Aborted);
            }
            _ => {}
        }
    }

    /// The next message to the receiver.
    pub fn poll_message(&mut self) -> Option<Message> {
        let (peer, id) = (self.begin.peer, self.begin.id);
        if self.abort_due {
            self.abort_due = false;
            return Some(TransferAbort { peer, id }.into());
        }
        if self.failure.is_some() {
            return None;
        }
        if !self.begun {
            self.begun = true;
            return Some(self.begin.clone().into());
        }
        let window_end = self.acked.saturating_add(TRANSFER_WINDOW_BYTES);
        let end = self.begin.total_bytes.min(self.sent.saturating_add(PAYLOAD_BYTES as u32));
        if self.sent >= self.begin.total_bytes || end > window_end {
            return None;
        }
        let offset = self.sent;
        let bytes = Blob::new(&self.bytes[offset as usize..end as usize]).ok()?;
        self.sent = end;
        Some(TransferChunk { peer, id, offset, bytes }.into())
    }

    /// When [`handle_timeout`](Self::handle_timeout) has something to do.
    #[must_use]
    pub fn poll_timeout(&self) -> Option<Instant> {
        matches!(self.progress(), Progress::Moving { .. }).then_some(self.retry_at)
    }

    /// Sends again, or gives up.
    pub fn handle_timeout(&mut self, now: Instant) {
        if self.poll_timeout().is_none_or(|at| now < at) {
            return;
        }
        if now.since(self.progress_at) >= Duration::from_millis(TRANSFER_SILENCE_MS) {
            self.give_up(Failure::Silent);
        } else {
            self.retry_at = now + Duration::from_millis(TRANSFER_RETRY_MS);
            self.begun = self.acked > 0;
            self.sent = self.acked;
        }
    }

    /// Gives the transfer up and says so.
    pub fn abort(&mut self) {
        if matches!(self.progress(), Progress::Moving { .. }) {
            self.give_up(Failure::Aborted);
        }
    }

    /// How it stands.
    #[must_use]
    pub fn progress(&self) -> Progress {
        match self.failure {
            Some(failure) => Progress::Failed(failure),
            None if self.acked == self.begin.total_bytes => Progress::Done,
            None => {
                let total_bytes = self.begin.total_bytes;
                Progress::Moving { done_bytes: self.acked, total_bytes }
            }
        }
    }

    fn take_ack(&mut self, received_bytes: u32, now: Instant) {
        if received_bytes > self.acked && received_bytes <= self.sent {
            self.acked = received_bytes;
            self.progress_at = now;
            self.retry_at = now + Duration::from_millis(TRANSFER_RETRY_MS);
        }
    }

    fn give_up(&mut self, failure: Failure) {
        self.failure = Some(failure);
        self.abort_due = true;
    }
}

/// The side of the peer that comes late or comes back.
///
/// A new [`TransferBegin`] starts it over, whoever sends it: a donor may leave, and the next one
/// begins anew.
#[derive(Debug)]
pub struct Receiver {
    begin: Option<TransferBegin>,
    bytes: Vec<u8>,
    progress_at: Instant,
    failure: Option<Failure>,
    ack_due: bool,
    abort_due: bool,
}

impl Receiver {
    /// Waits for a donor to begin.
    #[must_use]
    pub fn new(now: Instant) -> Self {
        Self {
            begin: None,
            bytes: Vec::new(),
            progress_at: now,
            failure: None,
            ack_due: false,
            abort_due: false,
        }
    }

    /// Takes what a donor says; anything else is ignored.
    pub fn handle(&mut self, message: &Message, now: Instant) {
        match message {
            Message::TransferBegin(begin) => {
                *self = Self { begin: Some(begin.clone()), ..Self::new(now) };
                if begin.total_bytes == 0 || begin.total_bytes as usize > TRANSFER_BYTES {
                    self.give_up(Failure::Size);
                }
            }
            Message::TransferChunk(chunk) if self.is_from(chunk.peer, chunk.id) => {
                self.take_chunk(chunk, now);
            }
            Message::TransferAbort(abort)
                if self.is_from(abort.peer, abort.id) && self.progress() != Progress::Done =>
            {
                self.failure.get_or_insert(Failure::Aborted);
            }
            _ => {}
        }
    }

    /// The next message to the donor.
    pub fn poll_message(&mut self) -> Option<Message> {
        let TransferBegin { peer, id, .. } = *self.begin.as_ref()?;
        if self.abort_due {
            self.abort_due = false;
            return Some(TransferAbort { peer, id }.into());
        }
        if self.ack_due {
            self.ack_due = false;
            let received_bytes = self.bytes.len() as u32;
            return Some(TransferAck { peer, id, received_bytes }.into());
        }
        None
    }

    /// When [`handle_timeout`](Self::handle_timeout) has something to do.
    #[must_use]
    pub fn poll_timeout(&self) -> Option<Instant> {
        let silent_at = self.progress_at + Duration::from_millis(TRANSFER_SILENCE_MS);
        matches!(self.progress(), Progress::Waiting | Progress::Moving { .. }).then_some(silent_at)
    }

    /// Gives up when nothing has come for too long.
    pub fn handle_timeout(&mut self, now: Instant) {
        if self.poll_timeout().is_some_and(|at| now >= at) {
            self.give_up(Failure::Silent);
        }
    }

    /// How it stands.
    #[must_use]
    pub fn progress(&self) -> Progress {
        match (self.failure, &self.begin) {
            (Some(failure), _) => Progress::Failed(failure),
            (None, None) => Progress::Waiting,
            (None, Some(begin)) => {
                let (done_bytes, total_bytes) = (self.bytes.len() as u32, begin.total_bytes);
                if done_bytes == total_bytes {
                    Progress::Done
                } else {
                    Progress::Moving { done_bytes, total_bytes }
                }
            }
        }
    }

    /// The whole state, once it is [`Done`](Progress::Done).
    #[must_use]
    pub fn received(&self) -> Option<&[u8]> {
        (self.progress() == Progress::Done).then_some(self.bytes.as_slice())
    }

    /// Gives up what came, and says so: another donor may do better.
    pub fn abort(&mut self) {
        if self.begin.is_some() && self.failure.is_none() {
            self.give_up(Failure::Aborted);
        }
    }

    fn is_from(&self, peer: PlayerId, id: u32) -> bool {
        self.begin.as_ref().is_some_and(|begin| (begin.peer, begin.id) == (peer, id))
    }

    fn take_chunk(&mut self, chunk: &TransferChunk, now: Instant) {
        let Progress::Moving { done_bytes, total_bytes } = self.progress() else { return };
        self.ack_due = true; // a repeated chunk says that an answer was lost
        if chunk.offset != done_bytes || chunk.bytes.is_empty() {
            return;
        }
        if chunk.bytes.len() > (total_bytes - done_bytes) as usize {
            self.give_up(Failure::Size);
            return;
        }
        self.bytes.extend_from_slice(&chunk.bytes);
        self.progress_at = now;
        let announced = self.begin.as_ref().map(|begin| begin.hash);
        if self.bytes.len() == total_bytes as usize && announced != Some(digest(&self.bytes)) {
            self.give_up(Failure::WrongHash);
        }
    }

    /// Nothing of a failed transfer is kept.
    fn give_up(&mut self, failure: Failure) {
        self.failure = Some(failure);
        self.bytes = Vec::new();
        self.ack_due = false;
        self.abort_due = self.begin.is_some();
    }
}
