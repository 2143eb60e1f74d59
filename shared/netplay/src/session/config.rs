//! What a lockstep session is told at its start.

use crate::ids::{PlayerId, Seat};
use crate::limits::{
    CHECKPOINT_INTERVAL_FRAMES, INPUT_DELAY_CAP_FRAMES, INPUT_DELAY_MIN_FRAMES, LOCKSTEP_SEATS,
    REDUNDANCY_WORDS, ROLLBACK_WINDOW_CAP_FRAMES,
};
use crate::wire::{Controller, Start, WordSize, Words};
use alloc::vec::Vec;
use core::fmt;

/// What every peer of a session must be told alike, and what it is told for itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LockstepConfig {
    /// How many seats the simulation has.
    pub seats: u16,
    /// Who we are.
    pub me: PlayerId,
    /// The seat our pad drives; none for a spectator, who verifies and sends nothing.
    pub local: Option<Seat>,
    /// Frames between a press and its effect. The same for every peer.
    pub input_delay_frames: u8,
    /// Words that every packet carries, the newest and those before it: 1 on a reliable stream.
    pub redundancy_words: usize,
    /// Frames between two checkpoints. The same for every peer.
    pub checkpoint_interval_frames: u32,
    /// Calls of `advance` that stall one after the other before words are sent again.
    pub resend_after_stalls: u32,
    /// Whether the session stops for good when states differ.
    pub halt_on_desync: bool,
    /// Whether every confirmed frame is told with its words, as a recorder needs it; see
    /// [`Confirmed`](super::Confirmed).
    pub tells_confirmed: bool,
    /// How much is remembered of the last frames, to look into a difference: about so many bytes,
    /// or nothing for 0. See [`Evidence`](crate::track::Evidence).
    pub evidence_bytes: usize,
    /// Who drives each seat at frame 0. The same for every peer.
    pub controllers: Vec<Controller>,
}

/// What is wrong with a [`LockstepConfig`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConfigError {
    /// A session has 1 to [`LOCKSTEP_SEATS`] seats.
    Seats(u16),
    /// There must be one controller a seat.
    Controllers(usize),
    /// The local seat is not one of the session's.
    LocalSeat(Seat),
    /// The delay is longer than [`INPUT_DELAY_CAP_FRAMES`].
    InputDelay(u8),
    /// More may be guessed than [`ROLLBACK_WINDOW_CAP_FRAMES`].
    Window(u8),
    /// A packet carries at least one word, and no more than fit.
    Redundancy(usize),
    /// Checkpoints need an interval.
    CheckpointInterval,
    /// Words cannot be sent again after no stall.
    ResendAfterStalls,
}

impl LockstepConfig {
    /// A session with one seat for each of `controllers` and the defaults for all else.
    #[must_use]
    pub fn new(me: PlayerId, local: Option<Seat>, controllers: Vec<Controller>) -> Self {
        Self {
            seats: u16::try_from(controllers.len()).unwrap_or(u16::MAX),
            me,
            local,
            input_delay_frames: INPUT_DELAY_MIN_FRAMES,
            redundancy_words: REDUNDANCY_WORDS,
            checkpoint_interval_frames: CHECKPOINT_INTERVAL_FRAMES,
            resend_after_stalls: 6,
            halt_on_desync: true,
            tells_confirmed: false,
            evidence_bytes: 0,
            controllers,
        }
    }

    /// The session that a start order announces, seen by `me`: whoever has no seat in it watches.
    #[must_use]
    pub fn from_start(start: &Start, me: PlayerId) -> Self {
        let mut config = Self::new(me, start.seat_of(me), start.controllers());
        config.input_delay_frames = start.input_delay;
        config
    }

    pub(super) fn check(&self, word_size: WordSize) -> Result<(), ConfigError> {
        if self.seats == 0 || self.seats > LOCKSTEP_SEATS {
            return Err(ConfigError::Seats(self.seats));
        }
        if self.controllers.len() != usize::from(self.seats) {
            return Err(ConfigError::Controllers(self.controllers.len()));
        }
        if let Some(seat) = self.local.filter(|seat| seat.0 >= self.seats) {
            return Err(ConfigError::LocalSeat(seat));
        }
        if self.input_delay_frames > INPUT_DELAY_CAP_FRAMES {
            return Err(ConfigError::InputDelay(self.input_delay_frames));
        }
        if self.redundancy_words == 0 || self.redundancy_words > Words::cap(word_size) {
            return Err(ConfigError::Redundancy(self.redundancy_words));
        }
        if self.checkpoint_interval_frames == 0 {
            return Err(ConfigError::CheckpointInterval);
        }
        if self.resend_after_stalls == 0 {
            return Err(ConfigError::ResendAfterStalls);
        }
        Ok(())
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seats(seats) => {
                write!(f, "a session has 1 to {LOCKSTEP_SEATS} seats, not {seats}")
            }
            Self::Controllers(count) => write!(f, "{count} controllers are not one a seat"),
            Self::LocalSeat(seat) => write!(f, "the session has no seat {}", seat.0),
            Self::InputDelay(frames) => {
                write!(f, "{frames} frames of delay are more than {INPUT_DELAY_CAP_FRAMES}")
            }
            Self::Window(frames) => {
                write!(f, "{frames} guessed frames are more than {ROLLBACK_WINDOW_CAP_FRAMES}")
            }
            Self::Redundancy(words) => write!(f, "a packet cannot carry {words} words"),
            Self::CheckpointInterval => f.write_str("checkpoints need an interval"),
            Self::ResendAfterStalls => f.write_str("words cannot be sent again after no stall"),
        }
    }
}

impl core::error::Error for ConfigError {}
