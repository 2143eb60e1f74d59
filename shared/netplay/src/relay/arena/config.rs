//! What an arena is told at its start.

use super::super::ConfigError;
use crate::ids::{PlayerId, Round};
use crate::limits;
use crate::wire::{Blob, SessionModel, Start, Terms, Text};
use alloc::vec::Vec;

/// An arena's session, bounds and times. Start from [`new`](Self::new) and change what you must.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArenaConfig {
    /// Seats, 1 to 1024.
    pub seats: u16,
    /// Members beyond those on seats.
    pub observers: usize,
    /// Ticks a second, 1 to 240.
    pub tick_hz: u8,
    /// Ticks between a tick's time and its seal.
    pub grace_ticks: u8,
    /// From the first player to the start, however many seats are taken; none waits for all.
    pub start_after_ms: Option<u64>,
    /// Feeds every generator of the session.
    pub seed: u64,
    /// The game, in the players' own words.
    pub mode: Text<{ limits::LABEL_BYTES }>,
    /// Its rules, in its own encoding.
    pub config: Blob<{ limits::CONFIG_BYTES }>,
    /// Connections of one client address.
    pub connections_per_address: usize,
    /// Messages a second that one connection may keep up; twice as many at once.
    pub messages_per_second: u32,
    /// From the connection to its `Hello`.
    pub hello_ms: u64,
    /// Between two pings to a member.
    pub ping_interval_ms: u64,
    /// Silence after which a connection is closed.
    pub silent_close_ms: u64,
    /// How long the seat of a lost member is kept.
    pub resume_grace_ms: u64,
    /// How long a donor may do nothing before the next one is asked.
    pub donor_ms: u64,
    /// How long the whole state may take.
    pub donor_total_ms: u64,
}

impl ArenaConfig {
    /// An arena of this many seats that starts when all of them are taken.
    #[must_use]
    pub fn new(seats: u16) -> Self {
        Self {
            seats,
            observers: limits::ARENA_OBSERVERS,
            tick_hz: limits::TICK_HZ as u8,
            grace_ticks: limits::SEALED_GRACE_TICKS,
            start_after_ms: None,
            seed: 0,
            mode: Text::default(),
            config: Blob::default(),
            connections_per_address: usize::from(seats) + limits::ARENA_OBSERVERS,
            messages_per_second: limits::MESSAGES_PER_SECOND + u32::from(limits::TICK_HZ_CAP),
            hello_ms: limits::HELLO_MS,
            ping_interval_ms: limits::PING_INTERVAL_MS,
            silent_close_ms: limits::SILENT_CLOSE_MS,
            resume_grace_ms: limits::RESUME_GRACE_MS,
            donor_ms: limits::DONOR_MS,
            donor_total_ms: limits::DONOR_TOTAL_MS,
        }
    }

    /// This configuration, if an arena can work with it.
    ///
    /// # Errors
    /// Names the first setting that is wrong.
    pub fn checked(self) -> Result<Self, ConfigError> {
        let bounds = [
            ("seats", u64::from(self.seats)),
            ("tick_hz", self.tick_hz.into()),
            ("connections_per_address", self.connections_per_address as u64),
            ("messages_per_second", self.messages_per_second.into()),
            ("hello_ms", self.hello_ms),
            ("ping_interval_ms", self.ping_interval_ms),
            ("donor_ms", self.donor_ms),
            ("donor_total_ms", self.donor_total_ms),
        ];
        if let Some((name, _)) = bounds.iter().find(|(_, value)| *value == 0) {
            return Err(ConfigError::Zero(name));
        }
        if usize::from(self.seats) > limits::SEALED_SEATS {
            return Err(ConfigError::BeyondWire("seats"));
        }
        if self.tick_hz > limits::TICK_HZ_CAP {
            return Err(ConfigError::BeyondWire("tick_hz"));
        }
        if self.ping_interval_ms >= self.silent_close_ms {
            return Err(ConfigError::Order("ping_interval_ms", "silent_close_ms"));
        }
        Ok(self)
    }

    /// The connections that there can be: a place each, and a few that are on their way.
    #[must_use]
    pub fn connections(&self) -> usize {
        self.members() + limits::ARENA_OBSERVERS
    }

    pub(super) fn members(&self) -> usize {
        usize::from(self.seats) + self.observers
    }

    /// The start order of a session with these people on its seats.
    pub(super) fn start(&self, round: Round, seats: Vec<Option<PlayerId>>) -> Start {
        Start {
            round,
            seed: self.seed,
            mode: self.mode.clone(),
            config: self.config.clone(),
            model: SessionModel::Sealed,
            input_delay: 0,
            seats,
            terms: Terms {
                tick_hz: self.tick_hz,
                grace_ticks: self.grace_ticks,
                ..Terms::default()
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::RoomCode;

    #[test]
    fn an_arenas_code_is_a_word_that_can_be_typed() {
        assert_eq!(RoomCode::parse("arenas"), Ok(RoomCode::ARENA));
    }

    #[test]
    fn a_wrong_setting_is_named() {
        assert!(ArenaConfig::new(1024).checked().is_ok());
        assert_eq!(ArenaConfig::new(0).checked(), Err(ConfigError::Zero("seats")));
        assert_eq!(ArenaConfig::new(1025).checked(), Err(ConfigError::BeyondWire("seats")));
        let hasty = ArenaConfig { tick_hz: 241, ..ArenaConfig::new(2) };
        assert_eq!(hasty.checked(), Err(ConfigError::BeyondWire("tick_hz")));
    }
}
