//! The kinds of session that a game can run in.

use crate::net::NetView;
use crate::plan::Netcode;
use games::Game;
use netplay::ids::PlayerId;
use netplay::session::{RollbackConfig, RollbackSession};
use netplay::wire::{SessionModel, Start};

/// A closed set, so an enum. Lockstep is rollback that guesses nothing.
#[derive(Debug)]
pub(crate) enum Engine {
    /// The session, and how many frames it may guess.
    Guessing(RollbackSession<Game>, u8),
}

/// The same call on whichever session it is.
macro_rules! on {
    ($engine:expr, $session:ident => $call:expr) => {
        match $engine {
            $crate::engine::Engine::Guessing($session, _) => $call,
        }
    };
}
pub(crate) use on;

impl Engine {
    /// The session of a start order; `None` when this page does not have it.
    pub(crate) fn of_start(start: &Start, me: PlayerId) -> Option<Self> {
        let game = Game::from_start(start).ok()?;
        match start.model {
            SessionModel::Lockstep | SessionModel::Rollback => {
                Self::guessing(game, RollbackConfig::from_start(start, me))
            }
            _ => None,
        }
    }

    /// A session in which nobody is waited for longer than the configured window.
    pub(crate) fn guessing(game: Game, config: RollbackConfig) -> Option<Self> {
        let window_frames = config.window_frames;
        Some(Self::Guessing(RollbackSession::new(game, config).ok()?, window_frames))
    }

    /// What guessing and waiting came to.
    pub(crate) fn net(&self) -> NetView {
        match self {
            Self::Guessing(session, window_frames) => {
                let stats = session.stats();
                let netcode =
                    if *window_frames == 0 { Netcode::Lockstep } else { Netcode::Rollback };
                NetView {
                    netcode,
                    window_frames: *window_frames,
                    rollbacks: stats.rollbacks,
                    deepest: stats.deepest,
                    guessed: stats.guessed,
                    mispredicted: stats.mispredicted,
                    ..NetView::default()
                }
            }
        }
    }

    pub(crate) fn game(&self) -> &Game {
        on!(self, session => session.simulation())
    }
}
