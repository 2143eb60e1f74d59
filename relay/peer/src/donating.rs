//! The state on its way to members who come late or come back: a watcher may be asked
//! for it like anybody else, and whoever asks should not wait for the next one.

use crate::running::Running;
use netplay::ids::PlayerId;
use netplay::session::transfer::{Progress, Sender};
use netplay::time::Instant;
use netplay::wire::Message;

/// One transfer a member.
#[derive(Debug, Default)]
pub(crate) struct Donations {
    senders: Vec<Sender>,
    next_id: u32,
}

impl Donations {
    /// A member needs the state. An earlier transfer to the same member is void.
    pub(crate) fn begin(&mut self, to: PlayerId, running: &Running, now: Instant) {
        self.forget(to);
        let mut state = Vec::new();
        let frame = running.donate(&mut state);
        self.next_id += 1;
        // A state beyond what a transfer carries goes to nobody.
        self.senders.extend(Sender::new(to, self.next_id, frame, state, now));
    }

    /// The member is gone, or holds the state.
    pub(crate) fn forget(&mut self, to: PlayerId) {
        self.senders.retain(|sender| sender.peer() != to);
    }

    /// Takes a receiver's answer.
    pub(crate) fn handle(&mut self, message: &Message, now: Instant) {
        self.senders.iter_mut().for_each(|sender| sender.handle(message, now));
    }

    /// What is due to be sent.
    pub(crate) fn poll(&mut self, now: Instant) -> Vec<Message> {
        let mut due = Vec::new();
        for sender in &mut self.senders {
            sender.handle_timeout(now);
            due.extend(std::iter::from_fn(|| sender.poll_message()));
        }
        self.senders.retain(|sender| matches!(sender.progress(), Progress::Moving { .. }));
        due
    }
}
