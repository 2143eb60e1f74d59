//! One game as a watcher sees it: the session, and a donor's state on its way.

use crate::engine::Engine;
use games::Game;
use netplay::ids::{Frame, PadWord, PlayerId, Seat, StateHash};
use netplay::session::transfer::Receiver;
use netplay::session::{Confirmed, PeerFault, SessionEvent};
use netplay::time::Instant;
use netplay::wire::{Controller, Message, Start};

pub(crate) struct Watched {
    start: Start,
    engine: Engine,
    receiver: Option<Receiver>,
    /// A state to go on from has not been looked at yet.
    is_fresh: bool,
    /// The others have been told that we have the state.
    is_loaded: bool,
    /// The first frame after which somebody's state differs from ours.
    desync: Option<Frame>,
    /// Our state is nobody else's any more; another donor must help.
    is_lost: bool,
}

impl Watched {
    /// The game of a start order.
    ///
    /// # Errors
    /// A sentence, when this program does not have the game.
    pub(crate) fn new(start: &Start, me: PlayerId) -> Result<Self, String> {
        let engine = Engine::watching(start, me)?;
        Ok(Self {
            start: start.clone(),
            engine,
            receiver: None,
            is_fresh: true,
            is_loaded: false,
            desync: None,
            is_lost: false,
        })
    }

    // --- the state ------------------------------------------------------------------------------

    /// The game runs, and a donor will send its state.
    pub(crate) fn await_state(&mut self, now: Instant) {
        self.engine.await_state();
        self.receiver = Some(Receiver::new(now));
        (self.is_fresh, self.is_loaded, self.is_lost) = (false, false, false);
    }

    /// Takes a donor's message and returns the answers.
    pub(crate) fn handle_transfer(&mut self, message: &Message, now: Instant) -> Vec<Message> {
        let Some(receiver) = &mut self.receiver else { return Vec::new() };
        receiver.handle(message, now);
        let mut answers: Vec<Message> = std::iter::from_fn(|| receiver.poll_message()).collect();
        match receiver.received().map(|state| self.engine.adopt(state)) {
            None => {}
            Some(Ok(_)) => (self.receiver, self.is_fresh) = (None, true),
            Some(Err(_)) => {
                // Whoever sent this does not play what is played; the relay asks another.
                receiver.abort();
                answers.extend(receiver.poll_message());
            }
        }
        answers
    }

    pub(crate) fn donate(&self, out: &mut Vec<u8>) -> Frame {
        self.engine.donate(out)
    }

    /// Whether there is a state to send to somebody else.
    pub(crate) fn can_donate(&self) -> bool {
        self.is_loaded && !self.engine.awaits_state()
    }

    /// Whether it has caught up just now, and the others should be told.
    pub(crate) fn settles(&mut self) -> bool {
        let settled =
            !self.is_loaded && !self.engine.awaits_state() && self.engine.behind_frames() == 0;
        self.is_loaded |= settled;
        settled
    }

    // --- the session ----------------------------------------------------------------------------

    pub(crate) fn handle(&mut self, message: &Message) -> Result<(), PeerFault> {
        self.engine.handle(message)
    }

    pub(crate) fn poll_message(&mut self) -> Option<Message> {
        self.engine.poll_message()
    }

    /// Whether a state to go on from has come since the last call.
    pub(crate) fn begins(&mut self) -> bool {
        std::mem::take(&mut self.is_fresh)
    }

    /// Simulates the next tick if everybody's words for it are here.
    pub(crate) fn step(&mut self) -> Option<Confirmed<PadWord>> {
        let stepped = self.engine.step();
        while let Some(event) = self.engine.poll_event() {
            match event {
                SessionEvent::Desync { frame, .. } => {
                    self.desync.get_or_insert(frame);
                }
                SessionEvent::Overtaken { .. } => self.is_lost = true,
                _ => {}
            }
        }
        stepped
    }

    /// Whether the state is nobody else's any more, and a donor's is needed.
    pub(crate) fn is_lost(&self) -> bool {
        self.is_lost
    }

    // --- looking --------------------------------------------------------------------------------

    pub(crate) fn start(&self) -> &Start {
        &self.start
    }

    /// The state after the last confirmed tick.
    pub(crate) fn game(&self) -> &Game {
        self.engine.game()
    }

    /// How many ticks are confirmed.
    pub(crate) fn tick(&self) -> u32 {
        self.engine.frame().0
    }

    /// Who drives a seat in the tick simulated last.
    pub(crate) fn controller(&self, seat: Seat) -> Controller {
        self.engine.controller(seat)
    }

    pub(crate) fn last_checkpoint(&self) -> Option<(Frame, StateHash)> {
        self.engine.last_checkpoint()
    }

    pub(crate) fn desync(&self) -> Option<Frame> {
        self.desync
    }
}
