//! The side that decides.

use super::note::{Note, STATE_BYTES};
use super::replica::AuthorityReplica;
use crate::ids::{PlayerId, Seq};
use crate::limits::{
    ACTIONS_BURST, ACTIONS_PER_SECOND, DEPOSIT_EVENTS, PAYLOAD_BYTES, RESUME_COUNT, ROOM_MEMBERS,
    STATE_ANSWER_MS,
};
use crate::sim::{BadState, EventSim};
use crate::time::Instant;
use crate::wire::{Blob, Deposit, Event, Message, ROAMING, StateBlob};
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::time::Duration;

/// The game's own number for why something cannot be; 0 when what the referee said cannot happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused(pub u8);

/// Turns what a player wants into what happens. Any function of this shape is one.
pub trait Referee<S> {
    /// What happens because `player` wants `action`; its bytes come from a peer.
    ///
    /// # Errors
    /// When it may not be: the player is told so.
    fn judge(&mut self, game: &S, player: PlayerId, action: &[u8]) -> Result<Vec<u8>, Refused>;
}

impl<S, F: FnMut(&S, PlayerId, &[u8]) -> Result<Vec<u8>, Refused>> Referee<S> for F {
    fn judge(&mut self, game: &S, player: PlayerId, action: &[u8]) -> Result<Vec<u8>, Refused> {
        self(game, player, action)
    }
}

/// Decides for everybody.
#[derive(Debug)]
pub struct AuthorityHost<S> {
    game: S,
    me: PlayerId,
    applied: u32,
    /// Who was given the state, and until when they are not again.
    answered: Vec<(PlayerId, Instant)>,
    /// What each player may still do, and as of when.
    budgets: Vec<(PlayerId, u32, Instant)>,
    unheard: u64,
    outgoing: VecDeque<Message>,
}

impl<S: EventSim> AuthorityHost<S> {
    /// Hosts a new game.
    #[must_use]
    pub fn new(game: S, me: PlayerId) -> Self {
        Self::at(game, me, Seq(0))
    }

    /// Goes on where a replica stands. `None` when it does not follow: its game may be wrong. A count
    /// beyond [`RESUME_COUNT`] is not gone on from: everybody asks a new host for the state, whatever
    /// its number.
    #[must_use]
    pub fn take_over(replica: AuthorityReplica<S>, me: PlayerId) -> Option<Self> {
        let (game, seq) = replica.into_state()?;
        Some(Self::at(game, me, seq))
    }

    /// Goes on from what the last host has deposited; of its count, as [`take_over`](Self::take_over).
    ///
    /// # Errors
    /// When the deposit is no state of this game.
    pub fn resume(mut game: S, me: PlayerId, deposit: &Deposit) -> Result<Self, BadState> {
        let Some(Note::State { hash, state }) = Note::decode(&deposit.payload) else {
            return Err(BadState);
        };
        game.load_state(state)?;
        if game.state_hash() != hash {
            return Err(BadState);
        }
        Ok(Self::at(game, me, deposit.seq))
    }

    /// Something has arrived: an action is judged, and a replica that asks is answered.
    pub fn handle(&mut self, message: &Message, referee: &mut impl Referee<S>, now: Instant) {
        match message {
            Message::Action(action) if matches!(*action.payload, [ROAMING, _, _, ..]) => {}
            Message::Action(action) if action.player != self.me => {
                if !self.affords(action.player, now) {
                    self.unheard += 1;
                    return;
                }
                let judged = referee.judge(&self.game, action.player, &action.payload);
                let happened = judged.and_then(|event| self.happen(&event).ok_or(Refused(0)));
                if let Err(Refused(reason)) = happened {
                    self.tell(action.player, &Note::Refused { reason, action: &action.payload });
                }
            }
            Message::StateRequest(request) => self.answer(request.player, now),
            _ => {} // of another session
        }
    }

    /// The host's own player wants something.
    ///
    /// # Errors
    /// When it may not be.
    pub fn act(&mut self, action: &[u8], referee: &mut impl Referee<S>) -> Result<Seq, Refused> {
        let event = referee.judge(&self.game, self.me, action)?;
        self.happen(&event).ok_or(Refused(0))
    }

    /// Something happens that no player wanted: time is up, cards are dealt. `None` when the game
    /// says that it cannot happen, or it is larger than a message: then nothing has.
    pub fn happen(&mut self, event: &[u8]) -> Option<Seq> {
        let payload: Blob<PAYLOAD_BYTES> = Blob::new(event).ok()?;
        let applied = self.applied.checked_add(1)?;
        self.game.apply_event(event).ok()?;
        self.applied = applied;
        let seq = Seq(self.applied);
        let hash_after = self.game.state_hash();
        self.outgoing.push_back(Event { seq, hash_after, payload }.into());
        if self.applied.is_multiple_of(DEPOSIT_EVENTS) {
            self.deposit();
        }
        Some(seq)
    }

    /// What shall be sent next.
    pub fn poll_message(&mut self) -> Option<Message> {
        self.outgoing.pop_front()
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &S {
        &self.game
    }

    /// How many events it contains.
    #[must_use]
    pub fn applied(&self) -> Seq {
        Seq(self.applied)
    }

    /// Actions that were dropped, because their player wanted more than anybody can.
    #[must_use]
    pub fn unheard(&self) -> u64 {
        self.unheard
    }

    fn at(game: S, me: PlayerId, seq: Seq) -> Self {
        let (answered, budgets, outgoing) = (Vec::new(), Vec::new(), VecDeque::new());
        let applied = if seq.0 > RESUME_COUNT { 0 } else { seq.0 };
        let mut host = Self { game, me, applied, answered, budgets, unheard: 0, outgoing };
        host.deposit();
        host
    }

    fn saved(&self) -> Option<Vec<u8>> {
        let mut state = Vec::new();
        let is_whole = self.game.save_state(&mut state) && state.len() <= STATE_BYTES;
        is_whole.then_some(state)
    }

    fn deposit(&mut self) {
        if let Some(state) = self.saved() {
            let note = Note::State { hash: self.game.state_hash(), state: &state };
            let deposit = Deposit { seq: Seq(self.applied), payload: note.encode() };
            self.outgoing.push_back(deposit.into());
        }
    }

    /// Each action is answered to somebody, so nobody may act as fast as the relay allows: the host
    /// would say more than the relay takes of one member.
    fn affords(&mut self, player: PlayerId, now: Instant) -> bool {
        let at = self.budgets.iter().position(|(other, ..)| *other == player);
        let at = at.unwrap_or_else(|| {
            if self.budgets.len() >= 2 * ROOM_MEMBERS {
                self.budgets.remove(0);
            }
            self.budgets.push((player, ACTIONS_BURST, now));
            self.budgets.len() - 1
        });
        let Some((_, left, since)) = self.budgets.get_mut(at) else { return false };
        let earned = now.since(*since).as_millis() * u128::from(ACTIONS_PER_SECOND) / 1_000;
        if earned > 0 {
            *left = ACTIONS_BURST.min(left.saturating_add(earned.min(1_000) as u32));
            *since = now;
        }
        let affords = *left > 0;
        *left = left.saturating_sub(1);
        affords
    }

    /// Whoever asks gets the state, but not again and again: a host that says too much is closed.
    fn answer(&mut self, player: PlayerId, now: Instant) {
        self.answered.retain(|(_, until)| *until > now);
        let is_answered = self.answered.iter().any(|(other, _)| *other == player);
        if is_answered || self.answered.len() >= ROOM_MEMBERS {
            return;
        }
        self.answered.push((player, now + Duration::from_millis(STATE_ANSWER_MS)));
        match self.saved() {
            Some(state) => {
                let hash = self.game.state_hash();
                self.tell(player, &Note::State { hash, state: &state });
            }
            None => self.tell(player, &Note::NoState),
        }
    }

    fn tell(&mut self, player: PlayerId, note: &Note<'_>) {
        let blob = StateBlob { player, seq: Seq(self.applied), payload: note.encode() };
        self.outgoing.push_back(blob.into());
    }
}
