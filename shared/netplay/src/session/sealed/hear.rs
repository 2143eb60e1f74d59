//! What the relay says beside the ticks: changes of hands, digests, pauses.

use super::SealedSession;
use crate::ids::{Frame, PlayerId, Seat, StateHash};
use crate::limits::{EVENTS_KEPT, LOCKSTEP_SEATS};
use crate::session::{PeerFault, SessionEvent};
use crate::sim::Rewind;
use crate::track::Verdict;
use crate::wire::{Checkpoint, Controller, Diverged, SeatController};
use alloc::vec::Vec;

impl<S: Rewind> SealedSession<S> {
    pub(super) fn hear_change(&mut self, change: &SeatController) -> Result<(), PeerFault> {
        let SeatController { seat, controller, from } = *change;
        if seat.0 >= self.config.seats {
            return Err(PeerFault::NoSuchSeat(seat));
        }
        if let Some(held) = &mut self.held {
            if held.len() >= usize::from(self.config.seats).max(64) * 8 {
                return Err(PeerFault::TooMuchHeld);
            }
            held.push(change.clone());
            return Ok(());
        }
        if from < self.reel.first() {
            return Ok(()); // the state knows it already
        }
        if let Some(news) = self.hands.announce(seat, controller, from)? {
            self.own(seat, controller);
            if news < self.frame() {
                for frame in (news.0..self.checked.0).map(Frame) {
                    self.correct_row(frame);
                }
                self.guess_again();
                self.mark_wrong(news, true);
            }
        }
        Ok(())
    }

    /// The row of a checked frame once more, after a change of hands: nobody speaks for the AI.
    pub(super) fn correct_row(&mut self, frame: Frame) {
        if let Some(moment) = self.reel.moment(frame) {
            self.hands.silence_ai(frame, &mut moment.row);
        }
    }

    /// Whether this makes the seat ours, or somebody else's.
    pub(super) fn own(&mut self, seat: Seat, controller: Controller) {
        let me = Controller::Human { player: self.config.me };
        if controller == me {
            self.seat = Some(seat);
            self.pad.restart();
        } else if controller != Controller::Ai && self.seat == Some(seat) {
            self.seat = None;
            self.pad.restart();
        }
    }

    pub(super) fn hear_checkpoint(&mut self, checkpoint: &Checkpoint) {
        let Checkpoint { player, frame, hash } = *checkpoint;
        let drives = |it: &&Controller| **it == Controller::Human { player };
        if player != self.config.me && self.hands.base().iter().find(drives).is_some() {
            let verdict = self.ledger.theirs(player, frame, hash);
            verdict.into_iter().for_each(|verdict| self.judge(verdict));
        }
    }

    /// The relay says who differs. If it is us, we differ from whoever drives and is not named.
    pub(super) fn hear_diverged(&mut self, diverged: &Diverged) {
        let Diverged { frame, majority, players } = diverged;
        let me = self.config.me;
        if !players.contains(&me) {
            return;
        }
        let drivers = self.hands.base().iter().filter_map(|hands| match *hands {
            Controller::Human { player } => Some(player),
            Controller::Ai => None,
        });
        let mut others = drivers.filter(|player| *player != me);
        let first = others.clone().next();
        let other = others.find(|player| !players.contains(player)).or(first);
        self.desync(*frame, *majority, other.unwrap_or(me));
    }

    pub(super) fn checkpoint(&mut self, frame: Frame, hash: StateHash) {
        let me = self.config.me;
        // Beyond a room's size the relay alone compares.
        let is_crowd = self.config.seats > LOCKSTEP_SEATS;
        let mut awaited: Vec<PlayerId> = Vec::new();
        for controller in self.hands.base().iter().filter(|_| !is_crowd) {
            if let Controller::Human { player } = *controller
                && player != me
                && !awaited.contains(&player)
            {
                awaited.push(player);
            }
        }
        self.outbox.push_back(Checkpoint { player: me, frame, hash }.into());
        let verdicts: Vec<Verdict> = self.ledger.ours(frame, hash, awaited).collect();
        verdicts.into_iter().filter(|_| !is_crowd).for_each(|verdict| self.judge(verdict));
    }

    pub(super) fn judge(&mut self, verdict: Verdict) {
        match verdict {
            _ if self.is_halted => {}
            Verdict::Confirmed(frame, hash) => self.tell(SessionEvent::Confirmed(frame, hash)),
            Verdict::Differs { frame, theirs, player, .. } => self.desync(frame, theirs, player),
        }
    }

    pub(super) fn desync(&mut self, frame: Frame, theirs: StateHash, player: PlayerId) {
        if !self.desync_told {
            self.desync_told = true;
            let ours = self.ledger.ours_after(frame).unwrap_or_default();
            self.tell(SessionEvent::Desync { frame, ours, theirs, player });
        }
        self.is_halted |= self.config.halt_on_desync;
    }

    /// Our own word comes back from a relay that echoes; it is done already.
    pub(super) fn hear_pause(&mut self, player: PlayerId, pause: bool) {
        if player == self.config.me || pause == self.paused_by.is_some() {
            return;
        }
        self.paused_by = pause.then_some(player);
        let event = if pause { SessionEvent::Paused } else { SessionEvent::Resumed };
        self.tell(event(player));
    }

    /// Queues an event; what a peer could cause without end is dropped when nobody listens.
    pub(super) fn tell(&mut self, event: SessionEvent) {
        let is_rare = matches!(event, SessionEvent::Desync { .. });
        if is_rare || self.events.len() < EVENTS_KEPT {
            self.events.push_back(event);
        }
    }
}
