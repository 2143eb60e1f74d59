//! What has arrived and nobody has read: a store with a bound.

use super::MessageEvent;
use crate::limits::{CHANNEL_MESSAGE_BYTES, MESSAGES_INBOX_BYTES, MESSAGES_INBOX_EVENTS};
use alloc::collections::VecDeque;

/// Events in the order in which they happened. It takes the next one as long as any would fit.
#[derive(Debug, Default)]
pub(super) struct Inbox {
    events: VecDeque<MessageEvent>,
    bytes: usize,
    /// It was full and has not been read to the end since.
    blocked: bool,
}

impl Inbox {
    /// Whether nothing may come in until everything is read.
    pub(super) fn is_blocked(&self) -> bool {
        self.blocked
    }

    pub(super) fn push(&mut self, event: MessageEvent) {
        self.bytes += event.bytes();
        self.events.push_back(event);
        self.blocked |= self.events.len() >= MESSAGES_INBOX_EVENTS
            || self.bytes + CHANNEL_MESSAGE_BYTES > MESSAGES_INBOX_BYTES;
    }

    pub(super) fn pop(&mut self) -> Option<MessageEvent> {
        let event = self.events.pop_front()?;
        self.bytes -= event.bytes();
        self.blocked &= !self.events.is_empty();
        Some(event)
    }
}
