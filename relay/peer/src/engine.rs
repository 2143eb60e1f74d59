//! The session behind a game, for the two ways in which inputs come together. Rollback has
//! lockstep's wire, and who shows confirmed ticks only never guesses: it is the same engine.

use crate::world::World;
use netplay::ids::{Frame, PlayerId, Seat, StateHash};
use netplay::session::{LockstepConfig, LockstepSession, SealedConfig, SealedSession, Step};
use netplay::wire::{Controller, SessionModel, Start};

#[derive(Debug)]
pub(crate) enum Engine {
    Lockstep(Box<LockstepSession<World>>),
    Sealed(Box<SealedSession<World>>),
}

/// The same call on whichever session it is.
macro_rules! on {
    ($engine:expr, $session:ident => $call:expr) => {
        match $engine {
            $crate::engine::Engine::Lockstep($session) => $call,
            $crate::engine::Engine::Sealed($session) => $call,
        }
    };
}
pub(crate) use on;

impl Engine {
    /// The session of a start order, without a seat in it.
    ///
    /// # Errors
    /// A sentence, when this program does not have the game or its way.
    pub(crate) fn watching(start: &Start, me: PlayerId) -> Result<Self, String> {
        if start.model == SessionModel::Sealed {
            return Self::sealed(start, SealedConfig { local: None, ..sealed_config(start, me) });
        }
        if start.model.lives_on_host() {
            return Err("its host alone computes it".to_owned());
        }
        let mut config = LockstepConfig::from_start(start, me);
        config.local = None;
        (config.tells_confirmed, config.halt_on_desync) = (true, false);
        let session = LockstepSession::new(World::of_start(start)?, config);
        session.map(Box::new).map(Self::Lockstep).map_err(|error| error.to_string())
    }

    /// The session of a start order, on our seat in it.
    ///
    /// # Errors
    /// A sentence, when this program does not have the game, or its ticks are not sealed.
    pub(crate) fn playing(
        start: &Start,
        me: PlayerId,
        nearest: Option<u16>,
    ) -> Result<Self, String> {
        match start.model {
            SessionModel::Sealed => {
                Self::sealed(start, SealedConfig { nearest, ..sealed_config(start, me) })
            }
            _ => Err("its ticks are not sealed".to_owned()),
        }
    }

    fn sealed(start: &Start, config: SealedConfig) -> Result<Self, String> {
        let session = SealedSession::new(World::of_start(start)?, config);
        session.map(Box::new).map(Self::Sealed).map_err(|error| error.to_string())
    }

    /// Simulates the next tick whose words are all known; says whether there was one.
    pub(crate) fn step(&mut self) -> bool {
        let step = on!(self, it => it.advance());
        matches!(step, Step::Advanced(_) | Step::Replayed(_))
    }

    /// Who drives a seat in the tick simulated last.
    pub(crate) fn controller(&self, seat: Seat) -> Controller {
        on!(self, it => it.controller(seat)).unwrap_or(Controller::Ai)
    }

    pub(crate) fn frame(&self) -> Frame {
        on!(self, it => it.frame())
    }

    pub(crate) fn last_checkpoint(&self) -> Option<(Frame, StateHash)> {
        on!(self, it => it.last_checkpoint())
    }
}

fn sealed_config(start: &Start, me: PlayerId) -> SealedConfig {
    let config = SealedConfig::from_start(start, me);
    SealedConfig { tells_confirmed: true, halt_on_desync: false, ..config }
}
