//! The kinds of session that a game can run in.

use crate::net::NetView;
use crate::plan::Netcode;
use games::Game;
use games::pack::Pack;
use netplay::ids::{Frame, PlayerId, Seat};
use netplay::limits::{EVIDENCE_BYTES, TICK_HZ};
use netplay::session::clock::StepClock;
use netplay::session::{RollbackConfig, RollbackSession, SealedConfig, SealedSession};
use netplay::time::Instant;
use netplay::track::Evidence;
use netplay::wire::{Controller, SeatController, SessionModel, Start};

/// A closed set, so an enum. Lockstep is rollback that guesses nothing.
#[derive(Debug)]
pub(crate) enum Engine {
    /// The session, and how many frames it may guess.
    Guessing(Box<RollbackSession<Game>>, u8),
    /// The relay keeps the clock.
    Sealed(Box<SealedSession<Game>>),
}

/// The same call on whichever session it is.
macro_rules! on {
    ($engine:expr, $session:ident => $call:expr) => {
        match $engine {
            $crate::engine::Engine::Guessing($session, _) => $call,
            $crate::engine::Engine::Sealed($session) => $call,
        }
    };
}
pub(crate) use on;

impl Engine {
    /// The session of a start order; `None` when this page does not have it.
    pub(crate) fn of_start(start: &Start, me: PlayerId, pack: &Pack) -> Option<Self> {
        let game = Game::from_start(start, pack).ok()?;
        match start.model {
            SessionModel::Lockstep | SessionModel::Rollback => {
                Self::guessing(game, RollbackConfig::from_start(start, me))
            }
            SessionModel::Sealed => {
                let mut config = SealedConfig::from_start(start, me);
                config.tells_confirmed = true;
                config.evidence_bytes = EVIDENCE_BYTES;
                Some(Self::Sealed(Box::new(SealedSession::new(game, config).ok()?)))
            }
            _ => None,
        }
    }

    /// A session in which nobody is waited for longer than the configured window.
    pub(crate) fn guessing(game: Game, mut config: RollbackConfig) -> Option<Self> {
        config.session.tells_confirmed = true; // for the recording
        config.session.evidence_bytes = EVIDENCE_BYTES;
        let window_frames = config.window_frames;
        let session = RollbackSession::new(game, config).ok()?;
        Some(Self::Guessing(Box::new(session), window_frames))
    }

    /// Tells the clock how this peer stands to the others, and what it owes. `trip_ms` is a
    /// player's one-way trip to here, and for the player itself the round trip to the relay.
    pub(crate) fn run(
        &mut self,
        clock: &mut StepClock,
        now: Instant,
        trip_ms: &dyn Fn(PlayerId) -> u32,
    ) -> u32 {
        match self {
            Self::Guessing(session, _) => clock.steer(session.lead_256(trip_ms)),
            Self::Sealed(session) => {
                let trip_ms = trip_ms(session.config().me);
                session.set_trip_ms(u16::try_from(trip_ms).unwrap_or(u16::MAX));
                clock.pace(session.pace_256());
            }
        }
        clock.due(now, on!(self, session => session.behind_frames()))
    }

    /// A step that was due has to wait.
    pub(crate) fn stalled(&self, clock: &mut StepClock) {
        match self {
            Self::Guessing(..) => clock.stalled(),
            Self::Sealed(_) => clock.held(), // the relay's clock runs on
        }
    }

    /// The session is over for everybody, and the simulation rolls on here alone.
    pub(crate) fn release(&mut self) {
        match self {
            Self::Guessing(session, _) => {
                let from = session.confirmed_frame();
                for seat in (0..session.config().seats).map(Seat) {
                    let change = SeatController { seat, controller: Controller::Ai, from };
                    // Only a seat that keeps changing hands refuses; then the picture stands still.
                    let _ = session.handle(&change.into());
                }
            }
            Self::Sealed(session) => session.release(),
        }
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
            Self::Sealed(session) => {
                let stats = session.stats();
                NetView {
                    netcode: Netcode::Sealed,
                    rollbacks: stats.rollbacks,
                    deepest: stats.deepest,
                    guessed: stats.guessed,
                    mispredicted: stats.mispredicted,
                    snaps: stats.snaps,
                    ..NetView::default()
                }
            }
        }
    }

    /// The first tick that the relay has not sealed; none where nobody seals.
    pub(crate) fn sealed_frame(&self) -> Option<Frame> {
        match self {
            Self::Guessing(..) => None,
            Self::Sealed(session) => Some(session.sealed_frame()),
        }
    }

    /// Whether there is a present that is a guess.
    pub(crate) fn guesses(&self) -> bool {
        !matches!(self, Self::Guessing(_, 0))
    }

    /// Frames between a press and its effect here.
    pub(crate) fn own_delay(&self) -> u8 {
        match self {
            Self::Guessing(session, _) => session.own_delay_frames(),
            Self::Sealed(session) => session.config().input_delay_frames,
        }
    }

    /// Steps a second.
    pub(crate) fn tick_hz(&self) -> u32 {
        match self {
            Self::Guessing(..) => TICK_HZ,
            Self::Sealed(session) => session.config().tick_hz.into(),
        }
    }

    /// What is remembered of the last frames.
    pub(crate) fn evidence(&self) -> &Evidence {
        on!(self, session => session.evidence())
    }

    pub(crate) fn game(&self) -> &Game {
        on!(self, session => session.simulation())
    }
}
