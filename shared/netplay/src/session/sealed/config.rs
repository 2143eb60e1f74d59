//! What a sealed session is told at its start.

use crate::ids::{PlayerId, Seat};
use crate::limits::{
    CHECKPOINT_INTERVAL_FRAMES, INPUT_DELAY_CAP_FRAMES, SEALED_GRACE_TICKS, SEALED_SEATS, TICK_HZ,
    TICK_HZ_CAP,
};
use crate::wire::{Controller, Start, WordSize, Words};
use alloc::vec::Vec;
use core::fmt;

/// Packets that carry a new word, unless told otherwise: three of four may be lost.
const REDUNDANCY_WORDS: usize = 4;

/// What every peer of a sealed session must be told alike, and what it is told for itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealedConfig {
    /// How many seats the simulation has.
    pub seats: u16,
    /// Who we are.
    pub me: PlayerId,
    /// The seat our pad drives; none for an observer, who simulates confirmed ticks only. A seat
    /// may be given later.
    pub local: Option<Seat>,
    /// Ticks a second. The same for every peer.
    pub tick_hz: u8,
    /// Ticks between the time of a tick and its seal. The same for every peer.
    pub grace_ticks: u8,
    /// Frames between a press and its effect: 0, because the relay's grace does that work.
    pub input_delay_frames: u8,
    /// Packets that carry a new word: 1 on a reliable stream.
    pub redundancy_words: usize,
    /// Frames between two checkpoints. The same for every peer.
    pub checkpoint_interval_frames: u32,
    /// When only wrong guesses about our own seat and this many seats nearest to it are corrected
    /// at once; the rest is corrected with them, or a few ticks later. None corrects all at once.
    pub nearest: Option<u16>,
    /// Whether the session stops for good when its state is not that of the others.
    pub halt_on_desync: bool,
    /// Whether [`poll_confirmed`](super::SealedSession::poll_confirmed) has something to tell.
    pub tells_confirmed: bool,
    /// How much is remembered of the last frames, to look into a difference: about so many bytes,
    /// or nothing for 0. See [`Evidence`](crate::track::Evidence).
    pub evidence_bytes: usize,
    /// Who drives each seat at frame 0. The same for every peer.
    pub controllers: Vec<Controller>,
}

/// What is wrong with a [`SealedConfig`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SealedConfigError {
    /// A session has 1 to [`SEALED_SEATS`] seats.
    Seats(u16),
    /// There must be one controller a seat.
    Controllers(usize),
    /// The local seat is not one of the session's.
    LocalSeat(Seat),
    /// There are 1 to [`TICK_HZ_CAP`] ticks a second.
    TickHz(u8),
    /// The delay is longer than [`INPUT_DELAY_CAP_FRAMES`].
    InputDelay(u8),
    /// A word is said at least once, and no more often than its packet has room.
    Redundancy(usize),
    /// Checkpoints need an interval.
    CheckpointInterval,
}

impl SealedConfig {
    /// A session with one seat for each of `controllers` and the defaults for all else.
    #[must_use]
    pub fn new(me: PlayerId, local: Option<Seat>, controllers: Vec<Controller>) -> Self {
        Self {
            seats: u16::try_from(controllers.len()).unwrap_or(u16::MAX),
            me,
            local,
            tick_hz: TICK_HZ as u8,
            grace_ticks: SEALED_GRACE_TICKS,
            input_delay_frames: 0,
            redundancy_words: REDUNDANCY_WORDS,
            checkpoint_interval_frames: CHECKPOINT_INTERVAL_FRAMES,
            nearest: None,
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
        config.tick_hz = start.terms.tick_hz;
        config.grace_ticks = start.terms.grace_ticks;
        config
    }

    pub(super) fn check(&self, word_size: WordSize) -> Result<(), SealedConfigError> {
        if self.seats == 0 || usize::from(self.seats) > SEALED_SEATS {
            return Err(SealedConfigError::Seats(self.seats));
        }
        if self.controllers.len() != usize::from(self.seats) {
            return Err(SealedConfigError::Controllers(self.controllers.len()));
        }
        if let Some(seat) = self.local.filter(|seat| seat.0 >= self.seats) {
            return Err(SealedConfigError::LocalSeat(seat));
        }
        if self.tick_hz == 0 || self.tick_hz > TICK_HZ_CAP {
            return Err(SealedConfigError::TickHz(self.tick_hz));
        }
        if self.input_delay_frames > INPUT_DELAY_CAP_FRAMES {
            return Err(SealedConfigError::InputDelay(self.input_delay_frames));
        }
        if self.redundancy_words == 0 || self.redundancy_words > Words::cap(word_size) {
            return Err(SealedConfigError::Redundancy(self.redundancy_words));
        }
        if self.checkpoint_interval_frames == 0 {
            return Err(SealedConfigError::CheckpointInterval);
        }
        Ok(())
    }
}

impl fmt::Display for SealedConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seats(seats) => {
                write!(f, "a sealed session has 1 to {SEALED_SEATS} seats, not {seats}")
            }
            Self::Controllers(count) => write!(f, "{count} controllers are not one a seat"),
            Self::LocalSeat(seat) => write!(f, "the session has no seat {}", seat.0),
            Self::TickHz(hz) => write!(f, "{hz} ticks a second are not 1 to {TICK_HZ_CAP}"),
            Self::InputDelay(frames) => {
                write!(f, "{frames} frames of delay are more than {INPUT_DELAY_CAP_FRAMES}")
            }
            Self::Redundancy(words) => write!(f, "a packet cannot carry {words} words"),
            Self::CheckpointInterval => f.write_str("checkpoints need an interval"),
        }
    }
}

impl core::error::Error for SealedConfigError {}
