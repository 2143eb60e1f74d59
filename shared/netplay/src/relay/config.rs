//! What an operator may set.

use crate::limits;
use crate::room::RoomConfig;
use core::fmt;

/// The relay's bounds and times. Start from the default and change what you must.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelayConfig {
    /// Connections of everybody together.
    pub connections: usize,
    /// Connections of one client address.
    pub connections_per_address: usize,
    /// Rooms that may exist at once.
    pub rooms: usize,
    /// Messages a second that one connection may keep up.
    pub messages_per_second: u32,
    /// Messages that one connection may send at once.
    pub messages_burst: u32,
    /// The same of the host of a session that lives on it.
    pub hosted_messages_per_second: u32,
    /// The same at once.
    pub hosted_messages_burst: u32,
    /// Wrong codes on one connection before it is closed.
    pub wrong_codes_per_connection: u32,
    /// Wrong codes of one address in a minute.
    pub wrong_codes_per_address_minute: u32,
    /// Wrong codes of everybody in a second.
    pub wrong_codes_per_second: u32,
    /// From the connection to its `Hello`.
    pub hello_ms: u64,
    /// From a refused `Hello` to the next try.
    pub hello_retry_ms: u64,
    /// The rooms' own times and bounds.
    pub room: RoomConfig,
}

impl Default for RelayConfig {
    fn default() -> Self {
        Self {
            connections: limits::CONNECTIONS,
            connections_per_address: limits::CONNECTIONS_PER_ADDRESS,
            rooms: limits::ROOMS,
            messages_per_second: limits::MESSAGES_PER_SECOND,
            messages_burst: limits::MESSAGES_BURST,
            hosted_messages_per_second: limits::HOSTED_MESSAGES_PER_SECOND,
            hosted_messages_burst: limits::HOSTED_MESSAGES_BURST,
            wrong_codes_per_connection: limits::WRONG_CODES_PER_CONNECTION,
            wrong_codes_per_address_minute: limits::WRONG_CODES_PER_ADDRESS_MINUTE,
            wrong_codes_per_second: limits::WRONG_CODES_PER_SECOND,
            hello_ms: limits::HELLO_MS,
            hello_retry_ms: limits::HELLO_RETRY_MS,
            room: RoomConfig::default(),
        }
    }
}

/// A setting that no relay can work with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConfigError {
    /// The named bound is 0.
    Zero(&'static str),
    /// The named bound is larger than the wire allows.
    BeyondWire(&'static str),
    /// The first setting must be smaller than the second.
    Order(&'static str, &'static str),
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Zero(name) => write!(f, "{name} must not be 0"),
            Self::BeyondWire(name) => write!(f, "{name} is more than a lobby message can hold"),
            Self::Order(small, large) => write!(f, "{small} must be smaller than {large}"),
        }
    }
}

impl core::error::Error for ConfigError {}

impl RelayConfig {
    /// This configuration, if a relay can work with it.
    ///
    /// # Errors
    /// Names the first setting that is wrong.
    pub fn checked(self) -> Result<Self, ConfigError> {
        let room = &self.room;
        let bounds = [
            ("connections", self.connections as u64),
            ("connections_per_address", self.connections_per_address as u64),
            ("rooms", self.rooms as u64),
            ("messages_per_second", self.messages_per_second.into()),
            ("messages_burst", self.messages_burst.into()),
            ("hosted_messages_per_second", self.hosted_messages_per_second.into()),
            ("hosted_messages_burst", self.hosted_messages_burst.into()),
            ("wrong_codes_per_connection", self.wrong_codes_per_connection.into()),
            ("wrong_codes_per_address_minute", self.wrong_codes_per_address_minute.into()),
            ("wrong_codes_per_second", self.wrong_codes_per_second.into()),
            ("hello_ms", self.hello_ms),
            ("hello_retry_ms", self.hello_retry_ms),
            ("members", room.members as u64),
            ("chat_lines", room.chat_lines.into()),
            ("chat_window_ms", room.chat_window_ms),
            ("carried_bytes_per_second", room.carried_bytes_per_second.into()),
            ("carried_bytes_burst", room.carried_bytes_burst.into()),
            ("hosted_bytes_per_second", room.hosted_bytes_per_second.into()),
            ("hosted_bytes_burst", room.hosted_bytes_burst.into()),
            ("lobbies_per_second", room.lobbies_per_second.into()),
            ("ping_interval_ms", room.ping_interval_ms),
            ("stall_notice_ms", room.stall_notice_ms),
            ("stall_repeat_ms", room.stall_repeat_ms),
            ("stuck_seat_ms", room.stuck_seat_ms),
            ("loading_ms", room.loading_ms),
            ("donor_ms", room.donor_ms),
            ("donor_total_ms", room.donor_total_ms),
        ];
        if let Some((name, _)) = bounds.iter().find(|(_, value)| *value == 0) {
            return Err(ConfigError::Zero(name));
        }
        if room.members > limits::ROOM_MEMBERS {
            return Err(ConfigError::BeyondWire("members"));
        }
        let orders = [
            ("ping_interval_ms", room.ping_interval_ms, "silent_seat_ms", room.silent_seat_ms),
            ("silent_seat_ms", room.silent_seat_ms, "silent_close_ms", room.silent_close_ms),
            ("host_grace_ms", room.host_grace_ms, "resume_grace_ms", room.resume_grace_ms),
        ];
        match orders.iter().find(|(_, small, _, large)| small >= large) {
            Some((small, _, large, _)) => Err(ConfigError::Order(small, large)),
            None => Ok(self),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_is_a_configuration_a_relay_can_work_with() {
        assert_eq!(RelayConfig::default().checked(), Ok(RelayConfig::default()));
    }

    #[test]
    fn a_wrong_setting_is_named() {
        let nobody = RelayConfig { connections: 0, ..RelayConfig::default() };
        assert_eq!(nobody.checked(), Err(ConfigError::Zero("connections")));
        let room = RoomConfig { silent_seat_ms: 1, ..RoomConfig::default() };
        let hasty = RelayConfig { room, ..RelayConfig::default() };
        assert_eq!(hasty.checked(), Err(ConfigError::Order("ping_interval_ms", "silent_seat_ms")));
    }
}
