//! What a client has to tell, and what it counts.

use crate::ids::StateHash;
use crate::session::server::{NetError, Phase};
use crate::sim::GameEvent;

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClientEvent {
    /// The server let us in.
    Welcome {
        /// Our slot; `None` watches.
        slot: Option<u8>,
    },
    /// The game began or ended.
    PhaseChanged(Phase),
    /// Somebody came, left, is ready, or may start the game: look at the players again.
    LobbyChanged,
    /// Something happened in the game.
    Game {
        /// In which of the server's ticks.
        tick: u32,
        /// What.
        event: GameEvent,
    },
    /// The own entity was set right.
    Misprediction {
        /// By the state after which of the server's ticks.
        tick: u32,
        /// What was furthest off.
        miss: Miss,
    },
    /// A request was wrong; the connection stays.
    Notice(NetError),
    /// It is over. Nothing follows until [`reconnect`](super::GameClient::reconnect).
    Closed {
        /// Why; `None` in good order.
        code: Option<NetError>,
        /// The version that the server speaks, when that is why.
        version: Option<u16>,
    },
}

/// A field that was predicted wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Miss {
    /// The entity's kind.
    pub kind: u8,
    /// Which of its fields; [`field_name`](super::GameClient::field_name) says what people call it.
    pub field: usize,
    /// By how many quanta.
    pub error: u32,
}

/// What a client counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClientStats {
    /// Snapshots that were understood.
    pub snapshots: u64,
    /// Their bytes.
    pub snapshot_bytes: u64,
    /// Packets of the state lane that were older than what was here, or built on what was not.
    pub snapshots_skipped: u64,
    /// Bytes of all messages that came.
    pub bytes_received: u64,
    /// Bytes of all messages that went.
    pub bytes_sent: u64,
    /// Predictions compared with what the server said.
    pub checked: u64,
    /// Those that were wrong beyond a tolerance, or that foresaw something else once they started
    /// out from what the server said.
    pub mispredictions: u64,
    /// The worst of them: quanta of [`worst`](Self::worst)'s field.
    pub max_error: u32,
    /// Its field.
    pub worst: Option<Miss>,
    /// Ticks simulated again.
    pub replayed: u64,
    /// Ticks simulated for the first time.
    pub predicted: u64,
    /// Own ticks left out because the caller was away too long, or the server did not answer.
    pub skipped: u64,
    /// How often the server's clock was set anew.
    pub clock_jumps: u32,
}

/// The digest of a state that the server said, and its tick.
pub type SeenHash = (u32, StateHash);
