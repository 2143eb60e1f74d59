//! Who everybody waits for, told to the room.

use super::RoomConfig;
use super::play::Play;
use super::presence::Missing;
use super::roster::Roster;
use crate::ids::Seat;
use crate::time::Instant;
use crate::wire::{Stall, StallCause};
use alloc::vec::Vec;
use core::time::Duration;

/// When the room was last told.
#[derive(Debug, Default)]
pub(super) struct Stalls {
    told: Option<Instant>,
}

impl Stalls {
    /// The stalls to tell the room now: the seats whose words are fewest, if their next word has
    /// been overdue for long enough. A seat that only waits for these is not accused.
    pub(super) fn due(
        &mut self,
        play: &Play,
        roster: &Roster,
        config: &RoomConfig,
        now: Instant,
    ) -> Vec<Stall> {
        if self.next_timeout(play, config).is_none_or(|due| due > now) {
            return Vec::new();
        }
        self.told = Some(now);
        let long_enough = Duration::from_millis(config.stall_notice_ms);
        late_seats(play)
            .filter(|(_, since)| *since + long_enough <= now)
            .map(|(seat, since)| Stall {
                seat,
                cause: cause(play, roster, config, seat, now),
                waited_ms: u32::try_from(now.since(since).as_millis()).unwrap_or(u32::MAX),
            })
            .collect()
    }

    pub(super) fn next_timeout(&self, play: &Play, config: &RoomConfig) -> Option<Instant> {
        let since = late_seats(play).map(|(_, since)| since).min()?;
        let first = since + Duration::from_millis(config.stall_notice_ms);
        let repeat = self.told.map(|told| told + Duration::from_millis(config.stall_repeat_ms));
        Some(repeat.map_or(first, |repeat| repeat.max(first)))
    }
}

fn late_seats(play: &Play) -> impl Iterator<Item = (Seat, Instant)> {
    let slowest = play.slowest().filter(|_| play.paused_by().is_none());
    (0..)
        .map(Seat)
        .zip(play.lines())
        .filter(move |(_, line)| Some(line.end()) == slowest)
        .filter_map(|(seat, line)| line.behind_since().map(|since| (seat, since)))
}

fn cause(
    play: &Play,
    roster: &Roster,
    config: &RoomConfig,
    seat: Seat,
    now: Instant,
) -> StallCause {
    let driver = play.lines().get(seat.index()).and_then(|line| line.awaited());
    let Some(member) = driver.and_then(|player| roster.get(player)) else {
        return StallCause::Lost;
    };
    let quiet = now.since(member.attendance.heard_at());
    if !member.is_connected() {
        StallCause::Lost
    } else if member.attendance.is_hidden() {
        StallCause::Hidden
    } else if member.attendance.missing() == Some(Missing::Silent) {
        StallCause::Silent
    } else if !play.has_loaded(member.id) {
        StallCause::Loading
    } else if quiet >= Duration::from_millis(config.stall_notice_ms) {
        // A player whose words are due has something to say every frame.
        StallCause::Silent
    } else {
        StallCause::Slow
    }
}
