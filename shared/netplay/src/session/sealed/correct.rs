//! Guessing, comparing with what the relay sealed, and correcting.

use super::SealedSession;
use super::reel::Reel;
use crate::ids::{Frame, Seat, StateHash};
use crate::limits::SEALED_CORRECT_TICKS;
use crate::session::{Confirmed, SessionEvent};
use crate::sim::{Input, Rewind};
use crate::wire::{Changes, Controller};
use alloc::vec::Vec;

impl<S: Rewind> SealedSession<S> {
    /// Compares what has been sealed with what was simulated.
    pub(super) fn look_at_ticks(&mut self) {
        if self.held.is_some() || self.is_released {
            return;
        }
        while self.checked < self.ticks.end() && self.checked < self.frame() {
            self.check(self.checked);
        }
        self.settle();
        let first = !self.has_begun && self.ticks.end() > Frame(0);
        if first || self.target().since(self.frame()) > self.slack() {
            self.stats.snaps += u32::from(!self.is_jumping);
            self.is_jumping = true;
        }
        self.has_begun |= first;
    }

    /// The relay has sealed a tick that was simulated on a guess.
    pub(super) fn check(&mut self, tick: Frame) {
        self.take_tick(tick);
        let mut truth = self.words.clone();
        self.hands.silence_ai(tick, &mut truth);
        if let Some(seat) = self.seat
            && let Some(ours) = self.pad.word(tick)
            && truth[seat.index()] != ours
        {
            self.stats.late_inputs += u32::from(self.pad.changes_at(tick));
            if tick >= self.say_again_after {
                self.say_again_after = self.frame().plus(self.slack());
                self.pad.say_again(self.config.redundancy_words);
            }
        }
        let Some(moment) = self.reel.moment(tick) else { return };
        if moment.row == truth {
            return;
        }
        let guess = core::mem::replace(&mut moment.row, truth);
        self.stats.mispredicted += 1;
        let is_urgent = self.concerns_us(tick, &guess);
        self.mark_wrong(tick, is_urgent);
        self.guess_again();
    }

    /// What has been learned is a better guess for the frames ahead, whenever they are simulated
    /// again.
    pub(super) fn guess_again(&mut self) {
        for frame in (self.checked.0..self.frame().0).map(Frame) {
            let row = self.guess(frame);
            if let Some(moment) = self.reel.moment(frame) {
                moment.row = row;
            }
        }
    }

    /// Brings the words up to the end of a sealed tick.
    pub(super) fn take_tick(&mut self, tick: Frame) {
        for part in self.ticks.take(tick) {
            self.apply(&part);
        }
        self.checked = tick.plus(1);
        self.pad.forget_before(self.checked);
    }

    pub(super) fn apply(&mut self, changes: &Changes) {
        for (seat, bytes) in changes.iter() {
            if let Some(word) = self.words.get_mut(seat.index()) {
                *word = S::Input::read(bytes);
            }
        }
    }

    /// Whether a wrong guess is about our seat or one that is near to it.
    pub(super) fn concerns_us(&mut self, tick: Frame, guess: &[S::Input]) -> bool {
        let (Some(nearest), Some(own)) = (self.config.nearest, self.seat) else { return true };
        let nearest = usize::from(nearest);
        let others = || (0..self.config.seats).map(Seat).filter(|seat| *seat != own);
        let away = |seat: Seat| (self.simulation.distance(own, seat), seat);
        let is_near = |seat: Seat| {
            let here = away(seat);
            others().filter(|other| away(*other) < here).take(nearest).count() < nearest
        };
        let Some(moment) = self.reel.moment(tick) else { return true };
        let differs = |seat: Seat| guess.get(seat.index()) != moment.row.get(seat.index());
        differs(own) || others().any(|seat| differs(seat) && is_near(seat))
    }

    pub(super) fn mark_wrong(&mut self, frame: Frame, is_urgent: bool) {
        if self.wrong.is_none_or(|wrong| frame < wrong) {
            self.wrong = Some(frame);
            self.is_replaying = false;
        }
        self.is_urgent |= is_urgent;
    }

    /// What need not be corrected at once waits for something that does, but not for long: the
    /// settled state stands still meanwhile.
    pub(super) fn must_correct(&self, wrong: Frame) -> bool {
        self.is_urgent
            || self.is_replaying
            || self.seat.is_none()
            || self.frame() >= self.reach()
            || self.checked.since(wrong) >= SEALED_CORRECT_TICKS
    }

    /// Simulates a past frame again.
    pub(super) fn replay(&mut self, frame: Frame) {
        if !self.is_replaying {
            self.is_replaying = true;
            self.stats.rollbacks += 1;
            self.stats.deepest = self.stats.deepest.max(self.frame().since(frame));
            if let Some(moment) = self.reel.moment(frame) {
                moment.load(&mut self.simulation);
            }
        } else if let Some(moment) = self.reel.moment(frame) {
            moment.save(&self.simulation);
        }
        self.stats.replayed += 1;
        self.simulate(frame);
        let next = frame.plus(1);
        self.wrong = (next < self.frame()).then_some(next);
        if self.wrong.is_none() {
            self.is_urgent = false;
            self.is_replaying = false;
        }
        self.settle();
    }

    /// Simulates the present frame for the first time.
    pub(super) fn step(&mut self, present: Frame, sealed: Frame) {
        let row = if present < sealed && present == self.checked {
            self.take_tick(present);
            let mut row = self.words.clone();
            self.hands.silence_ai(present, &mut row);
            row
        } else {
            self.stats.guessed += u32::from(!self.is_released);
            self.guess(present)
        };
        self.reel.begin(&self.simulation).row = row;
        self.simulate(present);
        if self.is_released {
            self.checked = self.frame();
        }
        self.settle();
    }

    /// The row of a tick that is not sealed: everybody goes on as the relay said last, and we do
    /// what our pad says.
    pub(super) fn guess(&self, frame: Frame) -> Vec<S::Input> {
        let mut row = self.words.clone();
        if let Some(seat) = self.seat
            && let Some(word) = self.pad.word(frame)
            && let Some(own) = row.get_mut(seat.index())
        {
            *own = word;
        }
        self.hands.silence_ai(frame, &mut row);
        row
    }

    pub(super) fn simulate(&mut self, frame: Frame) {
        let mut told = Vec::new();
        for change in self.hands.at(frame) {
            self.simulation.set_seat_controller(change.seat, change.controller);
            if !core::mem::replace(&mut change.told, true) {
                told.push((change.seat, change.controller));
            }
        }
        for (seat, controller) in told {
            self.tell(SessionEvent::SeatChanged { seat, controller, from: frame });
        }
        let is_wanted = self.is_checkpoint(frame) || self.evidence.is_on();
        let Some(moment) = self.reel.moment(frame) else { return };
        self.simulation.tick(&moment.row);
        moment.hash = is_wanted.then(|| self.simulation.state_hash());
    }

    /// Lets every frame go that ran on its sealed row.
    pub(super) fn settle(&mut self) {
        let end = self.checked.min(self.wrong.unwrap_or(self.checked));
        while self.reel.first() < end {
            let mut settled = None;
            self.reel.settle(|frame, moment| {
                settled = Some((frame, moment.hash, core::mem::take(&mut moment.row)));
            });
            let Some((frame, hash, inputs)) = settled else { return };
            self.settled_words.clone_from(&inputs);
            let changes = self.hands.settle(frame);
            if let Some(hash) = hash {
                self.remember(frame, &inputs, &changes, hash);
                if self.is_checkpoint(frame) {
                    self.checkpoint(frame, hash);
                }
            }
            if self.config.tells_confirmed {
                self.confirmed.push_back(Confirmed { frame, inputs, changes });
            }
        }
    }

    fn is_checkpoint(&self, frame: Frame) -> bool {
        frame.plus(1).0.is_multiple_of(self.config.checkpoint_interval_frames)
    }

    /// Keeps a settled frame as evidence.
    fn remember(
        &mut self,
        frame: Frame,
        inputs: &[S::Input],
        changes: &[(Seat, Controller)],
        hash: StateHash,
    ) {
        for (seat, controller) in changes {
            self.evidence.change(*seat, *controller);
        }
        let inputs = inputs.iter().copied();
        match settled_state(&self.reel, self.correcting()) {
            Some(state) => self.evidence.keep_saved(frame, inputs, hash, state),
            None => self.evidence.keep(frame, inputs, &self.simulation),
        }
    }

    pub(super) fn save_settled(&self, out: &mut Vec<u8>) {
        match settled_state(&self.reel, self.correcting()) {
            Some(state) => out.extend_from_slice(state),
            None => self.simulation.save(out),
        }
    }

    /// The frame that is corrected next, in the midst of a correction.
    fn correcting(&self) -> Option<Frame> {
        self.wrong.filter(|_| self.is_replaying)
    }
}

/// The state before the first frame that is not settled; none when it is the simulation's. In the
/// midst of a correction, what is kept before the next frame is still the wrong one.
fn settled_state<I: Copy>(reel: &Reel<I>, correcting: Option<Frame>) -> Option<&[u8]> {
    reel.settled_state().filter(|_| correcting != Some(reel.first()))
}
