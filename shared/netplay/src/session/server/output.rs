//! What a server wants done, what it tells its owner, and what it counts.

use super::error::NetError;
use super::message::{Phase, ServerLane};
use crate::ids::ConnId;
use crate::sim::GameEvent;
use crate::wire::Packet;
use alloc::string::String;

/// What is to be done with a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServerOutput {
    /// Send this.
    Send {
        /// To whom.
        to: ConnId,
        /// On which lane.
        lane: ServerLane,
        /// What.
        packet: Packet,
    },
    /// Close it, once everything before has gone out.
    Close {
        /// Whom.
        conn: ConnId,
        /// Why; `None` in good order: the player left, or the server stops.
        code: Option<NetError>,
    },
}

/// What happened, for whoever runs the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServerEvent {
    /// Somebody plays, or watches.
    Joined {
        /// On which connection.
        conn: ConnId,
        /// In which slot; `None` watches.
        slot: Option<u8>,
        /// What everybody calls them.
        name: String,
    },
    /// Somebody who played or watched is gone.
    Left {
        /// On which connection.
        conn: ConnId,
        /// Which slot they had.
        slot: Option<u8>,
        /// Why; `None` in good order.
        code: Option<NetError>,
    },
    /// Somebody was not let in.
    Refused {
        /// On which connection.
        conn: ConnId,
        /// Why.
        code: NetError,
    },
    /// The world begins to run, or stands again.
    Phase(Phase),
    /// Something happened in the game.
    Game {
        /// In which tick.
        tick: u32,
        /// What.
        event: GameEvent,
    },
}

/// What a server counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ServerStats {
    /// Ticks of its clock.
    pub ticks: u64,
    /// Ticks that were due and were never made up for.
    pub late_ticks_skipped: u64,
    /// Connections that were not let in.
    pub refused: u64,
    /// Events of the game that were too long to be told.
    pub events_too_long: u64,
}

/// What a server counts of one connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GuestStats {
    /// Snapshots sent.
    pub snapshots: u64,
    /// Those among them that told the whole world.
    pub whole_snapshots: u64,
    /// Bytes of all snapshots.
    pub snapshot_bytes: u64,
    /// Bytes of the largest one that did not tell the whole world.
    pub largest_delta_bytes: u64,
    /// Messages' bytes sent, snapshots among them.
    pub bytes_sent: u64,
    /// Messages' bytes received.
    pub bytes_received: u64,
    /// Ticks in which no new frame was there.
    pub starved: u64,
    /// Frames dropped because too many waited.
    pub dropped_inputs: u64,
    /// Frames with a number that is impossible.
    pub refused_inputs: u64,
    /// Numbers beyond their input's scale.
    pub clamped_inputs: u64,
    /// Actions and requests that came too fast, or at the wrong time, or from the wrong one.
    pub refused_requests: u64,
}
