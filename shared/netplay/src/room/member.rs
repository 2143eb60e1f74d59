//! One member of a room.

use super::AddressKey;
use super::RoomConfig;
use super::bucket::{Bucket, Rate};
use super::presence::Attendance;
use super::pulse::Trip;
use crate::ids::{ConnId, PlayerId, Seat, Token};
use crate::limits::{LABEL_BYTES, NAME_BYTES};
use crate::time::Instant;
use crate::wire::{MemberRow, Text};
use core::time::Duration;

/// What a bucket of bytes counts in.
const UNIT_BYTES: u32 = 64;

/// What carries a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Link {
    /// This connection.
    Up(ConnId),
    /// Nothing, since then.
    Down(Instant),
}

/// One member: what everybody sees, and what only the relay knows.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) id: PlayerId,
    pub(super) name: Text<NAME_BYTES>,
    pub(super) colour: u8,
    pub(super) token: Token,
    pub(super) address: Option<AddressKey>,
    pub(super) link: Link,
    pub(super) seat: Option<Seat>,
    pub(super) ready: bool,
    pub(super) vote: Option<Text<LABEL_BYTES>>,
    pub(super) rescue: bool,
    /// Came while a session ran and would like a seat in the next one.
    pub(super) wants_seat: bool,
    /// The host has moved them to the spectators of the running session.
    pub(super) is_benched: bool,
    /// Took a seat of a session that others watch later, and has to drive it by then.
    pub(super) drives_by: Option<Instant>,
    pub(super) attendance: Attendance,
    pub(super) trip: Trip,
    pub(super) chat: Bucket,
    pub(super) carried: Bucket,
}

impl Member {
    pub(super) fn conn(&self) -> Option<ConnId> {
        match self.link {
            Link::Up(conn) => Some(conn),
            Link::Down(_) => None,
        }
    }

    /// Whether the relay carries this much more for the member now.
    pub(super) fn can_carry(
        &mut self,
        bytes: usize,
        serves: bool,
        config: &RoomConfig,
        now: Instant,
    ) -> bool {
        let units = |bytes: u32| (bytes / UNIT_BYTES).max(1);
        let (bytes_per_second, burst) = if serves {
            (config.hosted_bytes_per_second, config.hosted_bytes_burst)
        } else {
            (config.carried_bytes_per_second, config.carried_bytes_burst)
        };
        let burst = units(burst);
        let rate = Rate::with_burst(units(bytes_per_second), Duration::from_secs(1), burst);
        let bytes = u32::try_from(bytes).unwrap_or(u32::MAX);
        self.carried.take_many(rate, bytes.div_ceil(UNIT_BYTES).min(burst), now).is_ok()
    }

    pub(super) fn is_connected(&self) -> bool {
        matches!(self.link, Link::Up(_))
    }

    pub(super) fn lost_since(&self) -> Option<Instant> {
        match self.link {
            Link::Up(_) => None,
            Link::Down(since) => Some(since),
        }
    }

    /// Whether the token is this member's. Looks at every byte whatever the first ones are, so
    /// that the time taken tells a guesser nothing.
    pub(super) fn holds(&self, token: &Token) -> bool {
        let differing = self.token.0.iter().zip(token.0).fold(0, |sum, (a, b)| sum | (a ^ b));
        core::hint::black_box(differing) == 0
    }

    pub(super) fn row(&self) -> MemberRow {
        MemberRow {
            player: self.id,
            name: self.name.clone(),
            colour: self.colour,
            seat: self.seat,
            ready: self.ready,
            presence: self.attendance.shown(),
            connected: self.is_connected(),
            rtt_ms: self.trip.millis(),
            vote: self.vote.clone(),
            rescue: self.rescue,
        }
    }
}
