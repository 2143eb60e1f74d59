//! The states on their way from here to members who come late or come back.

use super::{Progress, Sender};
use crate::ids::{Frame, PlayerId, StateHash};
use crate::time::Instant;
use crate::wire::{Message, TransferAbort, TransferBegin};
use alloc::vec::Vec;

/// One transfer a member. A window of chunks at a time is on its way, so that play never waits.
#[derive(Debug, Default)]
pub struct Donations {
    senders: Vec<Sender>,
    next_id: u32,
}

impl Donations {
    /// A member needs the state: `donate` appends it, and says its next frame. An earlier transfer
    /// to the same member is void.
    pub fn begin(
        &mut self,
        to: PlayerId,
        donate: impl FnOnce(&mut Vec<u8>) -> Frame,
        now: Instant,
    ) {
        self.forget(to);
        let mut state = Vec::new();
        let frame = donate(&mut state);
        self.next_id = self.next_id.wrapping_add(1);
        // A state beyond what a transfer carries goes to nobody; the relay asks the next donor.
        self.senders.extend(Sender::new(to, self.next_id, frame, state, now));
    }

    /// The answer of who is asked for their own state, as nobody else has it: the next frame of
    /// what they have kept, if they have.
    #[must_use]
    pub fn own(me: PlayerId, kept: Option<Frame>) -> Message {
        match kept {
            Some(frame) => {
                let hash = StateHash::default(); // of no bytes
                TransferBegin { peer: me, id: 0, frame, total_bytes: 0, hash }.into()
            }
            None => TransferAbort { peer: me, id: 0 }.into(),
        }
    }

    /// The member is gone, or holds the state.
    pub fn forget(&mut self, to: PlayerId) {
        self.senders.retain(|sender| sender.peer() != to);
    }

    /// Whether no state is on its way.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.senders.is_empty()
    }

    /// Takes a receiver's answer.
    pub fn handle(&mut self, message: &Message, now: Instant) {
        self.senders.iter_mut().for_each(|sender| sender.handle(message, now));
    }

    /// What is due to be sent.
    pub fn poll(&mut self, now: Instant) -> Vec<Message> {
        let mut due = Vec::new();
        for sender in &mut self.senders {
            sender.handle_timeout(now);
            due.extend(core::iter::from_fn(|| sender.poll_message()));
        }
        self.senders.retain(|sender| matches!(sender.progress(), Progress::Moving { .. }));
        due
    }
}
