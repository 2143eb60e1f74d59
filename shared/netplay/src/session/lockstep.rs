//! Lockstep: every peer simulates the same frames from everybody's inputs.

use super::config::{ConfigError, LockstepConfig};
use super::exchange::Exchange;
use super::exchange::verbs::exchange_verbs;
use super::fault::PeerFault;
use super::{Confirmed, SessionEvent, Step};
use crate::ids::{Frame, PlayerId, Seat, StateHash};
use crate::sim::{BadState, Rewind, Simulation};
use crate::track::Evidence;
use crate::wire::{Controller, Message};
use alloc::vec::Vec;

/// Who holds the others' words for this many frames ahead has no reason to slow down.
const COMFORT_FRAMES: i64 = 2;
/// What a peer's newest packet has aged on average, in 1/256 frames.
const AGE_256: i64 = 128;

/// One peer's side of a lockstep session: a player's, or a spectator's.
///
/// A frame is simulated once every human seat's word for it is known. Frames before the input
/// delay run on neutral inputs everywhere, so that nobody waits at the start.
#[derive(Debug)]
pub struct LockstepSession<S: Simulation> {
    simulation: S,
    exchange: Exchange<S::Input>,
}

impl<S: Simulation> LockstepSession<S> {
    /// A session before its first frame. The simulation is told who drives each seat.
    ///
    /// # Errors
    /// Says what is wrong with the configuration.
    pub fn new(mut simulation: S, config: LockstepConfig) -> Result<Self, ConfigError> {
        let exchange = Exchange::new(config)?;
        for (seat, controller) in (0..).map(Seat).zip(&exchange.config.controllers) {
            simulation.set_seat_controller(seat, *controller);
        }
        Ok(Self { simulation, exchange })
    }

    /// The local pad's word for the next frame that wants one; ignored when none does.
    pub fn push_local(&mut self, input: S::Input) {
        self.exchange.push_local(input);
    }

    /// Simulates one frame if everything it needs is known.
    pub fn advance(&mut self) -> Step {
        if let Some(step) = self.exchange.at_rest() {
            return step;
        }
        let frame = self.exchange.present;
        self.change_hands(frame);
        let humans = self.exchange.timeline.humans();
        let waiting_on = humans.without(self.exchange.log.known(frame));
        if self.exchange.is_paused() && (humans.is_empty() || !waiting_on.is_empty()) {
            self.exchange.idle();
            return Step::Paused;
        }
        if !waiting_on.is_empty() {
            self.exchange.idle();
            return Step::Stalled { waiting_on };
        }
        self.simulation.tick(self.exchange.step(humans));
        if self.exchange.wants_checkpoint(frame) {
            self.exchange.checkpoint(frame, self.simulation.state_hash());
        }
        Step::Advanced(frame)
    }

    /// Takes what a peer, or the relay, says: words, digests, changes of hands, pause and resume.
    /// Whatever is old, early beyond the window, or said twice is ignored, as is every message
    /// that is none of a session's.
    ///
    /// # Errors
    /// When the peer is wrong; close its link.
    pub fn handle(&mut self, message: &Message) -> Result<(), PeerFault> {
        self.exchange.handle(message).map(drop)
    }

    /// The next message for the other peers: words on any lane, all else on an ordered one.
    pub fn poll_message(&mut self) -> Option<Message> {
        self.exchange.poll_message()
    }

    /// The state after the last simulated frame.
    #[must_use]
    pub fn simulation(&self) -> &S {
        &self.simulation
    }

    /// Who drives the seat in the frame simulated last.
    #[must_use]
    pub fn controller(&self, seat: Seat) -> Option<Controller> {
        self.exchange.timeline.now(seat)
    }

    /// How much of its lead this peer should give up, in 1/256 frames, given each player's one-way
    /// trip to here in milliseconds: what [`StepClock::steer`](super::clock::StepClock::steer)
    /// wants. 0 unless it runs ahead of the slowest and is about to wait for them.
    pub fn lead_256(&self, trip_ms: impl Fn(PlayerId) -> u32) -> u32 {
        waiting_lead_256(self.exchange.lead_and_slack(trip_ms))
    }

    fn change_hands(&mut self, frame: Frame) {
        while let Some((seat, controller)) = self.exchange.timeline.change_at(frame) {
            self.simulation.set_seat_controller(seat, controller);
            self.exchange.tell_change(seat, controller, frame);
        }
    }
}

impl<S: Rewind> LockstepSession<S> {
    /// Remembers the frame simulated last, if the configuration asks for it: to be called after
    /// every step, since not every simulation can be saved.
    pub fn remember(&mut self) {
        if let Some(last) = self.exchange.present.0.checked_sub(1) {
            self.exchange.remember(Frame(last), &self.simulation);
        }
    }

    /// Appends what a peer needs to go on from here. Returns the next frame to simulate.
    pub fn donate(&self, out: &mut Vec<u8>) -> Frame {
        let mut state = Vec::new();
        self.simulation.save(&mut state);
        self.exchange.donate(&state, out)
    }

    /// Replaces the session's state by a donated one, and takes everything held since
    /// [`await_state`](Self::await_state). Returns the next frame to simulate.
    ///
    /// # Errors
    /// When the bytes are no donation to this session; nothing has changed then.
    pub fn adopt(&mut self, donated: &[u8]) -> Result<Frame, BadState> {
        self.exchange.adopt(donated, |state| self.simulation.load(state))
    }
}

/// The lead to give up by who waits for every word.
pub(super) fn waiting_lead_256((ahead, slack): (i64, i64)) -> u32 {
    let too_little = COMFORT_FRAMES.saturating_sub(slack).max(0) * 256;
    u32::try_from((ahead - AGE_256).min(too_little)).unwrap_or(0)
}

exchange_verbs!(LockstepSession, Simulation);
