//! Saying goodbye where nothing is acknowledged any more: three times, a little apart.

use super::Ended;
use super::handshake::Handshake;
use crate::limits::{LEAVE_NOTICE_MS, LEAVE_NOTICES};
use crate::time::Instant;
use crate::wire::Packet;
use core::time::Duration;

/// The notices of one channel that is over.
#[derive(Debug)]
pub(super) struct Notices {
    notice: Packet,
    left: u8,
    due: Instant,
}

impl Notices {
    /// Of the channel with this id. Who is silent or was replaced is told nothing.
    pub(super) fn of(id: u64, reason: Ended, now: Instant) -> Option<Self> {
        let is_told = !matches!(reason, Ended::Timeout | Ended::Replaced);
        let notice = Handshake::Leave { id, code: reason.code() }.encode();
        is_told.then_some(Self { notice, left: LEAVE_NOTICES, due: now })
    }

    /// The next one, if it is time.
    pub(super) fn poll(&mut self, now: Instant) -> Option<Packet> {
        if self.left == 0 || self.due > now {
            return None;
        }
        self.left -= 1;
        self.due = now + Duration::from_millis(LEAVE_NOTICE_MS);
        Some(self.notice.clone())
    }

    /// When the next one goes; `None` after the last.
    pub(super) fn due(&self) -> Option<Instant> {
        (self.left > 0).then_some(self.due)
    }
}

/// The reason that a notice of leaving carries. What only greetings are answered with counts as
/// leaving, and so does what only a host may say when a client says it.
pub(super) fn reason_of(code: u8, from_host: bool) -> Ended {
    match Ended::from_code(code, 0, 0) {
        Some(reason @ (Ended::Backlog | Ended::Protocol)) => reason,
        Some(reason @ (Ended::Kicked | Ended::Shutdown)) if from_host => reason,
        _ => Ended::Left,
    }
}
