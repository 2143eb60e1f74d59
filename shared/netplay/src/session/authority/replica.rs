//! The side that follows.

use super::follower::{Failure, Follower, Stage};
use crate::ids::{PlayerId, Seq};
use crate::limits::PAYLOAD_BYTES;
use crate::sim::EventSim;
use crate::time::Instant;
use crate::wire::{Action, Blob, Message, ROAMING};
use alloc::vec::Vec;

/// What a replica has to tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AuthorityEvent {
    /// This has happened, and the state agrees with the host's.
    Applied {
        /// Its place in the host's stream; the first is 1.
        seq: Seq,
        /// What the host said.
        event: Vec<u8>,
    },
    /// The host refused what this player wanted.
    Refused {
        /// The game's own number for why.
        reason: u8,
        /// What it was, or how it begins.
        action: Vec<u8>,
    },
    /// The state was replaced by the host's: show it anew.
    Recovered {
        /// How many events it contains.
        seq: Seq,
    },
    /// This replica follows no more.
    Failed(Failure),
}

/// Follows a host's events.
#[derive(Debug)]
pub struct AuthorityReplica<S> {
    game: S,
    follower: Follower,
    me: PlayerId,
}

impl<S: EventSim> AuthorityReplica<S> {
    /// Follows from the start: `game` is what the host's was before the first event.
    #[must_use]
    pub fn new(game: S, me: PlayerId) -> Self {
        Self { game, follower: Follower::new(me), me }
    }

    /// Follows a game that is under way: asks for its state at once.
    #[must_use]
    pub fn late(game: S, me: PlayerId, now: Instant) -> Self {
        let mut replica = Self::new(game, me);
        replica.follower.begin_anew(now);
        replica
    }

    /// This player wants something. Whether it happens is the host's decision. `false`, and nothing is
    /// said, when it begins as a roaming avatar's report does: [`ROAMING`] and two bytes more.
    pub fn act(&mut self, action: Blob<PAYLOAD_BYTES>) -> bool {
        if let [ROAMING, _, _, ..] = &*action {
            return false;
        }
        let action = Action { player: self.me, payload: action };
        self.follower.outgoing.push_back(action.into());
        true
    }

    /// Something has arrived.
    pub fn handle(&mut self, message: &Message, now: Instant) {
        self.follower.handle(&mut self.game, message, now);
    }

    /// Somebody else hosts, or the host's link or ours was lost and is back: asks for the state,
    /// whatever is known here.
    pub fn host_changed(&mut self, now: Instant) {
        self.follower.begin_anew(now);
    }

    /// Time has passed.
    pub fn handle_timeout(&mut self, now: Instant) {
        self.follower.handle_timeout(now);
    }

    /// When to call [`handle_timeout`](Self::handle_timeout) next.
    #[must_use]
    pub fn poll_timeout(&self) -> Option<Instant> {
        self.follower.poll_timeout()
    }

    /// What shall be sent next.
    pub fn poll_message(&mut self) -> Option<Message> {
        self.follower.outgoing.pop_front()
    }

    /// What has happened next.
    pub fn poll_event(&mut self) -> Option<AuthorityEvent> {
        self.follower.events.pop_front()
    }

    /// The game. While the replica does not [follow](Self::is_following) it may be wrong.
    #[must_use]
    pub fn game(&self) -> &S {
        &self.game
    }

    /// How many events the game contains.
    #[must_use]
    pub fn applied(&self) -> Seq {
        Seq(self.follower.applied)
    }

    /// Whether the game is the host's, as far as it has been heard.
    #[must_use]
    pub fn is_following(&self) -> bool {
        matches!(self.follower.stage, Stage::Following | Stage::Gap { .. })
    }

    /// Why it follows no more.
    #[must_use]
    pub fn failure(&self) -> Option<Failure> {
        match self.follower.stage {
            Stage::Failed(failure) => Some(failure),
            _ => None,
        }
    }

    /// The game and how many events it contains, if it is the host's.
    pub(super) fn into_state(self) -> Option<(S, Seq)> {
        let seq = self.applied();
        self.is_following().then_some((self.game, seq))
    }
}
