//! Everything of a replica that is no game: what is next, what is held, when to ask.

use super::note::Note;
use super::replica::AuthorityEvent;
use crate::ids::{PlayerId, Seq};
use crate::limits::{
    EVENTS_HELD, EVENTS_HELD_BYTES, EVENTS_KEPT, STATE_AGREED_EVENTS, STATE_ASK_MS, STATE_ASKS,
};
use crate::sim::EventSim;
use crate::time::Instant;
use crate::wire::{Event, Message, StateBlob, StateRequest};
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::fmt;
use core::time::Duration;

/// Why a replica follows no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The host does not answer.
    Unanswered,
    /// What the host sends does not agree with itself, or with this machine.
    Disagrees,
    /// The game's state cannot be sent.
    NoState,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unanswered => "the host does not answer",
            Self::Disagrees => "the host's events and states do not agree",
            Self::NoState => "the game cannot be joined late or mended",
        })
    }
}

impl core::error::Error for Failure {}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    Following,
    /// An event is missing; if it does not come until then, the state is asked for.
    Gap {
        until: Instant,
    },
    /// The state is asked for; one that contains less than `floor` events would not help.
    Waiting {
        floor: u32,
        until: Instant,
    },
    Failed(Failure),
}

#[derive(Debug)]
pub(super) struct Follower {
    me: PlayerId,
    pub(super) stage: Stage,
    /// How many events the state contains.
    pub(super) applied: u32,
    /// Events that come too early, in their order.
    held: Vec<Event>,
    held_bytes: usize,
    asks: u32,
    agreed: u32,
    pub(super) outgoing: VecDeque<Message>,
    pub(super) events: VecDeque<AuthorityEvent>,
}

impl Follower {
    pub(super) fn new(me: PlayerId) -> Self {
        Self {
            me,
            stage: Stage::Following,
            applied: 0,
            held: Vec::new(),
            held_bytes: 0,
            asks: 0,
            agreed: 0,
            outgoing: VecDeque::new(),
            events: VecDeque::new(),
        }
    }

    pub(super) fn handle(&mut self, game: &mut dyn EventSim, message: &Message, now: Instant) {
        match message {
            Message::Event(event) => self.event(game, event, now),
            Message::StateBlob(blob) if blob.player == self.me => self.blob(game, blob, now),
            _ => {} // of another session
        }
    }

    pub(super) fn handle_timeout(&mut self, now: Instant) {
        match self.stage {
            Stage::Gap { until } if until <= now => self.ask(self.applied, Failure::Disagrees, now),
            Stage::Waiting { floor, until } if until <= now => {
                self.ask(floor, Failure::Unanswered, now);
            }
            _ => {}
        }
    }

    pub(super) fn poll_timeout(&self) -> Option<Instant> {
        match self.stage {
            Stage::Gap { until } | Stage::Waiting { until, .. } => Some(until),
            Stage::Following | Stage::Failed(_) => None,
        }
    }

    /// Everything that is known is another host's.
    pub(super) fn begin_anew(&mut self, now: Instant) {
        self.drop_held();
        self.outgoing.clear();
        self.asks = 0;
        self.ask(0, Failure::Unanswered, now);
    }

    fn event(&mut self, game: &mut dyn EventSim, event: &Event, now: Instant) {
        let Some(ahead) = event.seq.0.checked_sub(self.applied) else { return };
        match self.stage {
            _ if ahead == 0 => {} // the same again
            Stage::Failed(_) => {}
            Stage::Following | Stage::Gap { .. } if ahead == 1 => {
                if self.apply(game, event, now) {
                    self.release(game, now);
                }
            }
            Stage::Following => {
                self.stage = Stage::Gap { until: now + Duration::from_millis(STATE_ASK_MS) };
                self.hold(event, now);
            }
            Stage::Gap { .. } | Stage::Waiting { .. } => self.hold(event, now),
        }
    }

    /// Applies the next event; says whether the state is now what the host's is.
    fn apply(&mut self, game: &mut dyn EventSim, event: &Event, now: Instant) -> bool {
        let is_right =
            game.apply_event(&event.payload).is_ok() && game.state_hash() == event.hash_after;
        if !is_right {
            self.agreed = 0;
            self.ask(event.seq.0, Failure::Disagrees, now);
            return false;
        }
        self.applied = event.seq.0;
        self.agreed += 1;
        if self.agreed >= STATE_AGREED_EVENTS {
            (self.asks, self.agreed) = (0, 0);
        }
        self.tell(AuthorityEvent::Applied { seq: event.seq, event: event.payload.to_vec() });
        true
    }

    /// Applies what has been held, as far as it goes on without a gap.
    fn release(&mut self, game: &mut dyn EventSim, now: Instant) {
        let held = core::mem::take(&mut self.held);
        self.held_bytes = 0;
        self.stage = Stage::Following;
        for event in held {
            self.event(game, &event, now);
        }
    }

    fn hold(&mut self, event: &Event, now: Instant) {
        let Err(at) = self.held.binary_search_by_key(&event.seq, |held| held.seq) else { return };
        self.held_bytes += event.payload.len();
        if self.held.len() >= EVENTS_HELD || self.held_bytes > EVENTS_HELD_BYTES {
            // Only a state that contains all of this helps now.
            self.drop_held();
            if let Stage::Gap { .. } = self.stage {
                self.ask(event.seq.0, Failure::Disagrees, now);
            }
            return;
        }
        self.held.insert(at, event.clone());
    }

    fn drop_held(&mut self) {
        self.held.clear();
        self.held_bytes = 0;
    }

    fn blob(&mut self, game: &mut dyn EventSim, blob: &StateBlob, now: Instant) {
        match Note::decode(&blob.payload) {
            Some(Note::Refused { reason, action }) => {
                self.tell(AuthorityEvent::Refused { reason, action: action.into() });
            }
            note => {
                let Stage::Waiting { floor, .. } = self.stage else { return };
                match note {
                    Some(Note::NoState) => self.fail(Failure::NoState),
                    Some(Note::State { hash, state }) if blob.seq.0 >= floor => {
                        if game.load_state(state).is_ok() && game.state_hash() == hash {
                            self.adopt(game, blob.seq, now);
                        } else {
                            self.ask(floor, Failure::Disagrees, now);
                        }
                    }
                    _ => self.ask(floor, Failure::Disagrees, now),
                }
            }
        }
    }

    fn adopt(&mut self, game: &mut dyn EventSim, seq: Seq, now: Instant) {
        self.applied = seq.0;
        self.tell(AuthorityEvent::Recovered { seq });
        self.release(game, now);
    }

    fn ask(&mut self, floor: u32, failure: Failure, now: Instant) {
        if self.asks >= STATE_ASKS {
            return self.fail(failure);
        }
        self.asks += 1;
        self.stage = Stage::Waiting { floor, until: now + Duration::from_millis(STATE_ASK_MS) };
        self.outgoing.push_back(StateRequest { player: self.me }.into());
    }

    fn fail(&mut self, failure: Failure) {
        self.drop_held();
        self.stage = Stage::Failed(failure);
        self.tell(AuthorityEvent::Failed(failure));
    }

    fn tell(&mut self, event: AuthorityEvent) {
        if self.events.len() >= EVENTS_KEPT {
            self.events.pop_front();
        }
        self.events.push_back(event);
    }
}
