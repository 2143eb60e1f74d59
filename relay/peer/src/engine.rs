//! The session behind a watched game, for the two ways in which inputs come together. Rollback
//! has lockstep's wire, and who shows confirmed ticks only never guesses: it is the same engine.

use games::Game;
use netplay::ids::{Frame, PadWord, PlayerId, Seat, StateHash};
use netplay::session::{Confirmed, LockstepConfig, LockstepSession, PeerFault, SessionEvent, Step};
use netplay::session::{SealedConfig, SealedSession};
use netplay::sim::BadState;
use netplay::wire::{Controller, Message, SessionModel, Start};

pub(crate) enum Engine {
    Lockstep(Box<LockstepSession<Game>>),
    Sealed(Box<SealedSession<Game>>),
}

impl Engine {
    /// The session of a start order, without a seat in it.
    ///
    /// # Errors
    /// A sentence, when this program does not have the game or its way.
    pub(crate) fn watching(start: &Start, me: PlayerId) -> Result<Self, String> {
        let game = Game::from_start(start).map_err(|error| error.to_string())?;
        match start.model {
            SessionModel::Lockstep | SessionModel::Rollback => {
                let mut config = LockstepConfig::from_start(start, me);
                config.local = None;
                (config.tells_confirmed, config.halt_on_desync) = (true, false);
                let session = LockstepSession::new(game, config);
                session.map(Box::new).map(Self::Lockstep).map_err(|error| error.to_string())
            }
            SessionModel::Sealed => {
                let mut config = SealedConfig::from_start(start, me);
                config.local = None;
                (config.tells_confirmed, config.halt_on_desync) = (true, false);
                let session = SealedSession::new(game, config);
                session.map(Box::new).map(Self::Sealed).map_err(|error| error.to_string())
            }
            SessionModel::HostAuthority => {
                Err("the host alone computes it, which this program does not know".to_owned())
            }
        }
    }

    /// Simulates the next tick whose words are all known.
    pub(crate) fn step(&mut self) -> Option<Confirmed<PadWord>> {
        match self {
            Self::Lockstep(session) => match session.advance() {
                Step::Advanced(_) => session.poll_confirmed(),
                _ => None,
            },
            Self::Sealed(session) => match session.advance() {
                Step::Advanced(_) | Step::Replayed(_) => session.poll_confirmed(),
                _ => None,
            },
        }
    }

    pub(crate) fn handle(&mut self, message: &Message) -> Result<(), PeerFault> {
        match self {
            Self::Lockstep(session) => session.handle(message),
            Self::Sealed(session) => session.handle(message),
        }
    }

    pub(crate) fn poll_message(&mut self) -> Option<Message> {
        match self {
            Self::Lockstep(session) => session.poll_message(),
            Self::Sealed(session) => session.poll_message(),
        }
    }

    pub(crate) fn poll_event(&mut self) -> Option<SessionEvent> {
        match self {
            Self::Lockstep(session) => session.poll_event(),
            Self::Sealed(session) => session.poll_event(),
        }
    }

    // --- coming late ----------------------------------------------------------------------------

    pub(crate) fn await_state(&mut self) {
        match self {
            Self::Lockstep(session) => session.await_state(),
            Self::Sealed(session) => session.await_state(),
        }
    }

    pub(crate) fn awaits_state(&self) -> bool {
        match self {
            Self::Lockstep(session) => session.awaits_state(),
            Self::Sealed(session) => session.awaits_state(),
        }
    }

    pub(crate) fn adopt(&mut self, state: &[u8]) -> Result<Frame, BadState> {
        match self {
            Self::Lockstep(session) => session.adopt(state),
            Self::Sealed(session) => session.adopt(state),
        }
    }

    pub(crate) fn donate(&self, out: &mut Vec<u8>) -> Frame {
        match self {
            Self::Lockstep(session) => session.donate(out),
            Self::Sealed(session) => session.donate(out),
        }
    }

    pub(crate) fn behind_frames(&self) -> u32 {
        match self {
            Self::Lockstep(session) => session.behind_frames(),
            Self::Sealed(session) => session.behind_frames(),
        }
    }

    // --- looking --------------------------------------------------------------------------------

    /// The next tick to simulate.
    pub(crate) fn frame(&self) -> Frame {
        match self {
            Self::Lockstep(session) => session.frame(),
            Self::Sealed(session) => session.frame(),
        }
    }

    /// The state before it.
    pub(crate) fn game(&self) -> &Game {
        match self {
            Self::Lockstep(session) => session.simulation(),
            Self::Sealed(session) => session.simulation(),
        }
    }

    /// Who drives a seat in the tick simulated last.
    pub(crate) fn controller(&self, seat: Seat) -> Controller {
        let controller = match self {
            Self::Lockstep(session) => session.controller(seat),
            Self::Sealed(session) => session.controller(seat),
        };
        controller.unwrap_or(Controller::Ai)
    }

    pub(crate) fn last_checkpoint(&self) -> Option<(Frame, StateHash)> {
        match self {
            Self::Lockstep(session) => session.last_checkpoint(),
            Self::Sealed(session) => session.last_checkpoint(),
        }
    }
}
