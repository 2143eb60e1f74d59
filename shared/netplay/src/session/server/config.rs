//! What a server is told at its start.

use crate::limits::{NAME_BYTES, PAYLOAD_BYTES, SERVER_SLOTS, SNAPSHOT_BYTES};
use alloc::string::String;

/// When the world begins to run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StartMode {
    /// When the host says so.
    Lobby,
    /// When enough people are here and everybody is ready, or when the host says so.
    #[default]
    Auto,
    /// At once, and for ever: people take over from bots as they come.
    Now,
}

/// What a server is told at its start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerConfig {
    /// What it is called.
    pub name: String,
    /// Slots in use, of those that the world has.
    pub max_players: usize,
    /// People without whom no game begins.
    pub min_players: usize,
    /// When the world begins to run.
    pub start: StartMode,
    /// Whether bots drive the slots of a running game that nobody has.
    pub fill_bots: bool,
    /// A player's frames are taken from when this many wait: what a line with jitter needs.
    pub input_buffer_target: usize,
    /// Of a player's frames that wait, the oldest are dropped beyond this many.
    pub input_queue_cap: usize,
    /// Connections that have a slot, watch, or have not said yet which.
    pub max_connections: usize,
    /// What the links carry in one message; who would have to be told more is let go. A room
    /// carries [`PAYLOAD_BYTES`](crate::limits::PAYLOAD_BYTES), less the byte that names the lane.
    pub snapshot_bytes_cap: usize,
    /// Who says nothing for this long is gone.
    pub silence_ms: u64,
    /// From the connection to its hello.
    pub hello_ms: u64,
}

impl Default for ServerConfig {
    fn default() -> Self {
        Self {
            name: String::from("server"),
            max_players: SERVER_SLOTS,
            min_players: 1,
            start: StartMode::Auto,
            fill_bots: true,
            input_buffer_target: 2,
            input_queue_cap: 6,
            max_connections: 64,
            snapshot_bytes_cap: SNAPSHOT_BYTES,
            silence_ms: 5_000,
            hello_ms: 5_000,
        }
    }
}

/// Why a server cannot be started: the first rule that is broken, in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadServerConfig(pub &'static str);

impl core::fmt::Display for BadServerConfig {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.0)
    }
}

impl core::error::Error for BadServerConfig {}

impl ServerConfig {
    /// A server whose players come by way of a room, which has its own lobby: the world runs at
    /// once, and nothing longer is said than the room carries. What a stream holds up comes all
    /// at once: twice as many frames may wait, or a player's would be thrown away.
    #[must_use]
    pub fn in_room() -> Self {
        Self {
            start: StartMode::Now,
            min_players: 0,
            input_queue_cap: 12,
            snapshot_bytes_cap: PAYLOAD_BYTES - 1,
            ..Self::default()
        }
    }

    /// Whether a server of a world with this many slots can be started with it.
    ///
    /// # Errors
    /// Says which rule it breaks.
    pub fn check(&self, slots: usize) -> Result<(), BadServerConfig> {
        let bad = |rule| Err(BadServerConfig(rule));
        if slots == 0 || slots > SERVER_SLOTS {
            return bad("a world has 1 to 64 slots");
        }
        if self.name.len() > NAME_BYTES {
            return bad("a server's name has at most 24 bytes");
        }
        if self.max_players == 0 || self.min_players > self.max_players.min(slots) {
            return bad("there is a slot at least, and no more people are needed than have one");
        }
        if self.input_buffer_target == 0 || self.input_queue_cap < self.input_buffer_target {
            return bad("a queue holds as many frames as it waits for, and one at least");
        }
        if self.input_queue_cap > 64 {
            return bad("a queue holds at most 64 frames: nobody drives two seconds late");
        }
        if self.max_connections == 0 || self.silence_ms == 0 || self.hello_ms == 0 {
            return bad("there is a connection at least, and a time to say something");
        }
        Ok(())
    }
}
