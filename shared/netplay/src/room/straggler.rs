//! A driver who holds a rollback session up gets out of its way, and may come back.

use super::presence::Missing;
use super::roster::Roster;
use super::{Room, Session};
use crate::ids::PlayerId;
use crate::limits::{PACE_SPAN_MS, PACE_SPANS, STRAGGLER_MS};
use crate::time::Instant;
use crate::wire::{Stall, StallCause};
use alloc::collections::BTreeMap;
use core::time::Duration;

/// Who was too slow in this session, and when they may drive again.
#[derive(Debug, Default)]
pub(super) struct Stragglers {
    all: BTreeMap<PlayerId, Straggler>,
}

#[derive(Debug)]
struct Straggler {
    times: u32,
    /// Not before.
    until: Instant,
    /// Whether the AI has the seat, so that the player has to prove to have caught up.
    is_away: bool,
    /// Said so before the AI had it.
    has_said: bool,
}

impl Stragglers {
    /// When somebody may drive again.
    pub(super) fn next_timeout(&self, roster: &Roster) -> Option<Instant> {
        let away = self.all.iter().filter(|(player, it)| it.is_away && is_slow(roster, **player));
        away.map(|(_, straggler)| straggler.until).min()
    }

    /// A driver says to have caught up: whether that is for later.
    pub(super) fn hear(&mut self, roster: &Roster, player: PlayerId) -> bool {
        let leaving = |it: &&mut Straggler| !it.is_away && is_slow(roster, player);
        let straggler = self.all.get_mut(&player).filter(leaving);
        straggler.map(|it| it.has_said = true).is_some()
    }
}

fn is_slow(roster: &Roster, player: PlayerId) -> bool {
    roster.get(player).is_some_and(|one| one.attendance.missing() == Some(Missing::Slow))
}

impl Room {
    /// Some words have come: if somebody holds everybody up all the time, the room is told, and
    /// the AI takes the seat.
    pub(super) fn watch_the_pace(&mut self, now: Instant) {
        let Some(Session { play, pace, stragglers, .. }) = &mut self.session else { return };
        if !play.is_rollback() || play.paused_by().is_some() {
            pace.forgive();
            return;
        }
        let Some(seat) = pace.sample(play.lines(), play.start().terms.tick_hz, now) else { return };
        let driver = play.lines().get(seat.index()).and_then(|line| line.driver());
        let is_paced = play.is_paced_beside(&self.roster, seat);
        let Some(player) = driver.filter(|_| is_paced) else { return };
        let Some(member) = self.roster.get_mut(player) else { return };
        member.attendance.fall_behind();
        let straggler = stragglers.all.entry(player).or_insert(Straggler {
            times: 0,
            until: now,
            is_away: false,
            has_said: false,
        });
        straggler.until = now + Duration::from_millis(STRAGGLER_MS << straggler.times.min(6));
        straggler.times += 1;
        (straggler.is_away, straggler.has_said) = (false, false);
        let waited_ms = PACE_SPAN_MS as u32 * PACE_SPANS;
        let stall = Stall { seat, cause: StallCause::Slow, waited_ms };
        self.watch.share(&mut self.effects, &self.roster, None, stall, now);
    }

    /// Whoever has been waved aside comes back when they say that they have caught up, some time
    /// has passed, and their line can carry words in time.
    pub(super) fn settle_stragglers(&mut self, now: Instant) {
        let Some(Session { play, stragglers, .. }) = &mut self.session else { return };
        for (player, straggler) in &mut stragglers.all {
            if !is_slow(&self.roster, *player) {
                continue;
            }
            if !straggler.is_away {
                if !play.awaits(*player) {
                    straggler.is_away = true;
                    if !core::mem::take(&mut straggler.has_said) {
                        play.unload(*player);
                    }
                }
            } else if straggler.until <= now {
                if play.has_loaded(*player) && play.can_be_in_time(&self.roster, *player) {
                    if let Some(member) = self.roster.get_mut(*player) {
                        member.attendance.catch_up();
                    }
                } else {
                    straggler.until = now + Duration::from_millis(STRAGGLER_MS);
                }
            }
        }
    }
}
