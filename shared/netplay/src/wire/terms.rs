//! The terms of a session: what its netcode is told, the same for every peer.

use super::macros::{wire_enum, wire_struct};
use crate::limits::{SEALED_GRACE_TICKS, TICK_HZ, TICK_HZ_CAP, WATCH_DELAY_TICKS};

wire_enum! {
    /// What follows when checkpoints differ.
    #[derive(Copy)]
    pub enum DesyncPolicy {
        /// Whoever differs from everybody else stops; the others play on.
        0x00 => Halt,
        /// The session ends for everybody: no result is better than a doubtful one.
        0x01 => Void,
        /// Whoever differs takes the state of the majority and plays on.
        0x02 => Repair,
    }
}

wire_struct! {
    /// Part of [`Start`](super::Start). The host proposes, the relay brings it within bounds.
    #[derive(Copy)]
    pub struct Terms {
        /// How far a peer may run ahead of the words it has: 0 in lockstep, and everywhere but in
        /// rollback.
        pub window_frames: u8,
        /// Steps of the simulation a second.
        pub tick_hz: u8 where 1..=TICK_HZ_CAP,
        /// Sealed sessions: how many ticks a word may be late before the tick goes without it.
        pub grace_ticks: u8,
        /// How much later than the players whoever has no seat sees the session.
        pub watch_delay_ticks: u16 where 0..=WATCH_DELAY_TICKS,
        /// What follows when checkpoints differ.
        pub desync: DesyncPolicy,
    }
}

impl Default for Terms {
    /// Lockstep, watched live; whoever differs stops.
    fn default() -> Self {
        Self {
            window_frames: 0,
            tick_hz: TICK_HZ as u8,
            grace_ticks: SEALED_GRACE_TICKS,
            watch_delay_ticks: 0,
            desync: DesyncPolicy::Halt,
        }
    }
}
