//! One game as this member sees it: the session, and a donor's state on its way.

use crate::engine::{Engine, on};
use crate::pace::Pace;
use crate::script::Script;
use crate::world::World;
use netplay::ids::{Frame, PadWord, PlayerId, Seat, StateHash};
use netplay::session::transfer::Receiver;
use netplay::session::{Confirmed, PeerFault, SealedStats, SessionEvent};
use netplay::time::Instant;
use netplay::wire::{Controller, Message, Start};
use std::collections::VecDeque;

/// Checkpoints that can still be asked for.
const CHECKPOINTS_KEPT: usize = 16;

#[derive(Debug)]
pub(crate) struct Running {
    start: Start,
    engine: Engine,
    /// The clock of who drives; who watches simulates what is confirmed, when it is.
    pace: Option<Pace>,
    receiver: Option<Receiver>,
    /// A state to go on from has not been looked at yet.
    is_fresh: bool,
    /// The others have been told that we have the state.
    is_loaded: bool,
    checkpoints: VecDeque<(Frame, StateHash)>,
    /// The first frame after which somebody's state differs from ours.
    desync: Option<Frame>,
    /// Our state is nobody else's any more; another donor must help.
    is_lost: bool,
}

impl Running {
    /// The game of a start order, to watch.
    ///
    /// # Errors
    /// A sentence, when this program does not have the game.
    pub(crate) fn watching(start: &Start, me: PlayerId) -> Result<Self, String> {
        Ok(Self::new(start, Engine::watching(start, me)?, None))
    }

    /// The game of a start order, driven by a script. `nearest` is
    /// [`SealedConfig::nearest`](netplay::session::SealedConfig::nearest).
    ///
    /// # Errors
    /// A sentence, when this program does not have the game, or its ticks are not sealed.
    pub(crate) fn driving(
        start: &Start,
        me: PlayerId,
        script: Script,
        nearest: Option<u16>,
    ) -> Result<Self, String> {
        let pace = Pace::new(start.terms.tick_hz, script);
        Ok(Self::new(start, Engine::playing(start, me, nearest)?, Some(pace)))
    }

    fn new(start: &Start, engine: Engine, pace: Option<Pace>) -> Self {
        Self {
            start: start.clone(),
            engine,
            pace,
            receiver: None,
            is_fresh: true,
            is_loaded: false,
            checkpoints: VecDeque::new(),
            desync: None,
            is_lost: false,
        }
    }

    // --- the state ------------------------------------------------------------------------------

    /// The game runs, and a donor will send its state.
    pub(crate) fn await_state(&mut self, now: Instant) {
        on!(&mut self.engine, it => it.await_state());
        self.receiver = Some(Receiver::new(now));
        (self.is_fresh, self.is_loaded, self.is_lost) = (false, false, false);
    }

    /// Takes a donor's message and returns the answers.
    pub(crate) fn handle_transfer(&mut self, message: &Message, now: Instant) -> Vec<Message> {
        let Some(receiver) = &mut self.receiver else { return Vec::new() };
        receiver.handle(message, now);
        let mut answers: Vec<Message> = std::iter::from_fn(|| receiver.poll_message()).collect();
        match receiver.received().map(|state| on!(&mut self.engine, it => it.adopt(state))) {
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
        on!(&self.engine, it => it.donate(out))
    }

    /// Whether there is a state to send to somebody else.
    pub(crate) fn can_donate(&self) -> bool {
        self.is_loaded && !on!(&self.engine, it => it.awaits_state())
    }

    /// Whether it has caught up just now, and the others should be told.
    pub(crate) fn settles(&mut self) -> bool {
        let is_there = on!(&self.engine, it => !it.awaits_state() && it.behind_frames() == 0);
        let settles = is_there && !self.is_loaded;
        self.is_loaded |= is_there;
        settles
    }

    // --- the session ----------------------------------------------------------------------------

    pub(crate) fn handle(&mut self, message: &Message) -> Result<(), PeerFault> {
        on!(&mut self.engine, it => it.handle(message))?;
        self.look();
        Ok(())
    }

    pub(crate) fn poll_message(&mut self) -> Option<Message> {
        on!(&mut self.engine, it => it.poll_message())
    }

    /// Time has moved to `now`. `rtt_ms` is the round trip to the relay.
    pub(crate) fn run(&mut self, rtt_ms: u16, now: Instant) {
        if let Some(pace) = &mut self.pace {
            pace.run(&mut self.engine, rtt_ms, now);
        }
    }

    /// Whether a state to go on from has come since the last call.
    pub(crate) fn begins(&mut self) -> bool {
        std::mem::take(&mut self.is_fresh)
    }

    /// The next confirmed tick: steps until there is one, or no step is due or can be taken.
    pub(crate) fn step(&mut self) -> Option<Confirmed<PadWord>> {
        loop {
            if let Some(confirmed) = on!(&mut self.engine, it => it.poll_confirmed()) {
                return Some(confirmed);
            }
            let stepped = match &mut self.pace {
                Some(pace) => pace.step(&mut self.engine),
                None => self.engine.step(),
            };
            self.look();
            if !stepped {
                return None;
            }
        }
    }

    /// Takes in what the session tells.
    fn look(&mut self) {
        let newest = self.engine.last_checkpoint();
        if newest.is_some() && newest != self.checkpoints.back().copied() {
            self.checkpoints.extend(newest);
            if self.checkpoints.len() > CHECKPOINTS_KEPT {
                self.checkpoints.pop_front();
            }
        }
        while let Some(event) = on!(&mut self.engine, it => it.poll_event()) {
            match event {
                SessionEvent::Desync { frame, .. } => {
                    self.desync.get_or_insert(frame);
                }
                SessionEvent::Overtaken { .. } => self.is_lost = true,
                _ => {}
            }
        }
    }

    /// Whether the state is nobody else's any more, and a donor's is needed.
    pub(crate) fn is_lost(&self) -> bool {
        self.is_lost
    }

    // --- looking --------------------------------------------------------------------------------

    pub(crate) fn start(&self) -> &Start {
        &self.start
    }

    /// The state after the last tick: for who watches, the last confirmed one.
    pub(crate) fn world(&self) -> &World {
        on!(&self.engine, it => it.simulation())
    }

    /// How many ticks are simulated: for who watches, all of them are confirmed.
    pub(crate) fn tick(&self) -> u32 {
        self.engine.frame().0
    }

    /// Our own seat in it.
    pub(crate) fn seat(&self) -> Option<Seat> {
        match &self.engine {
            Engine::Lockstep(session) => session.config().local,
            Engine::Sealed(session) => session.seat(),
        }
    }

    /// Who drives a seat in the tick simulated last.
    pub(crate) fn controller(&self, seat: Seat) -> Controller {
        self.engine.controller(seat)
    }

    /// The last checkpoints, oldest first.
    pub(crate) fn checkpoints(&self) -> impl DoubleEndedIterator<Item = (Frame, StateHash)> {
        self.checkpoints.iter().copied()
    }

    pub(crate) fn desync(&self) -> Option<Frame> {
        self.desync
    }

    /// What guessing and keeping time came to, for who drives.
    pub(crate) fn stats(&self) -> SealedStats {
        match &self.engine {
            Engine::Lockstep(_) => SealedStats::default(),
            Engine::Sealed(session) => session.stats(),
        }
    }
}
