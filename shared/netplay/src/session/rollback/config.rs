//! What a rollback session is told, and what it tells of its guesses.

use crate::ids::PlayerId;
use crate::limits::{ROLLBACK_WINDOW_CAP_FRAMES, ROLLBACK_WINDOW_FRAMES};
use crate::session::{ConfigError, LockstepConfig};
use crate::wire::Start;

/// What a rollback session is told at its start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RollbackConfig {
    /// All that a lockstep session would be told.
    pub session: LockstepConfig,
    /// How many frames may be simulated on guesses; each peer may choose. 0 is lockstep, and so is
    /// a spectator's session whatever is said here: who watches need not guess.
    pub window_frames: u8,
    /// When states are saved.
    pub saving: Saving,
    /// How long our own words wait.
    pub own_delay: OwnDelay,
}

/// When a rollback session saves its state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Saving {
    /// Before every frame that is simulated on a guess: a correction simulates no frame twice
    /// that was right. For states that are cheap to save.
    #[default]
    EveryFrame,
    /// Once in a while: a correction simulates a few frames more. For states that are dear to
    /// save and cheap to simulate.
    Sparse,
}

/// How long a peer's own words wait before they take effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OwnDelay {
    /// As long as everybody's.
    #[default]
    Fixed,
    /// Longer where the way to the others is so long, or our machine so seldom awake, that the
    /// others would have to wait for us. Nobody needs to be told: words carry their frames.
    Automatic,
}

/// What guessing came to so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RollbackStats {
    /// Frames that were simulated before every word for them was known.
    pub guessed: u32,
    /// How often a word came that was not what had been guessed, and no correction that would have
    /// guessed anew was due already.
    pub mispredicted: u32,
    /// How often an earlier state was brought back.
    pub rollbacks: u32,
    /// Frames that were simulated again.
    pub replayed: u32,
    /// The most frames that one rollback went back.
    pub deepest: u32,
    /// Calls of `advance` that would have guessed too far.
    pub stalls: u32,
}

impl RollbackConfig {
    /// The defaults around a session's configuration.
    #[must_use]
    pub fn new(session: LockstepConfig) -> Self {
        Self {
            session,
            window_frames: ROLLBACK_WINDOW_FRAMES,
            saving: Saving::default(),
            own_delay: OwnDelay::default(),
        }
    }

    /// The session that a start order announces, seen by `me`.
    #[must_use]
    pub fn from_start(start: &Start, me: PlayerId) -> Self {
        let session = LockstepConfig::from_start(start, me);
        let own_delay =
            if start.terms.window_frames > 0 { OwnDelay::Automatic } else { OwnDelay::Fixed };
        Self { window_frames: start.terms.window_frames, own_delay, ..Self::new(session) }
    }

    pub(super) fn check(&self) -> Result<(), ConfigError> {
        if self.window_frames > ROLLBACK_WINDOW_CAP_FRAMES {
            return Err(ConfigError::Window(self.window_frames));
        }
        Ok(())
    }
}
