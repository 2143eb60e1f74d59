//! Who follows the host of a session that lives on it.
//!
//! ```text
//! leaves, is kicked, time is up ─► at once ─────────┐
//! the link is lost ─► 2 s of grace ─────────────────┼─► the best who holds the session: HostChanged,
//! nothing is heard ─► 4.5 s ────────────────────────┤   Deposit; or, where nothing was deposited and
//! came back without the session ─► 5 s from the loss┘   the host alone knew, the declared end
//!
//! nobody holds it ─► 3 s for whoever comes back ─► the end, and the earliest member hosts
//! ```
//!
//! A host who is back within the grace goes on with its own state: nobody was told anything. With
//! nobody connected nothing is due: whoever comes first finds the session as it was left, and the
//! room itself is kept for its own time only.

use super::play::Play;
use super::roster::Roster;
use super::{Room, RoomConfig, Session};
use crate::ids::PlayerId;
use crate::time::Instant;
use core::time::Duration;

/// What the relay remembers of the host's absence.
#[derive(Debug, Default)]
pub(super) struct Succession {
    /// Whether the present host has held the session.
    was_held: bool,
    /// Since when the host does not hold it any more.
    away_since: Option<Instant>,
    /// Since when somebody is here to whom it could go, but nobody holds it.
    vacant_since: Option<Instant>,
    /// When something has to be done, if nothing happens before.
    due: Option<Instant>,
}

impl Succession {
    pub(super) fn next_timeout(&self) -> Option<Instant> {
        self.due
    }

    /// When the host must be followed, as things are; `None` for a host who is gone.
    fn deadline(
        &mut self,
        play: &Play,
        roster: &Roster,
        host: PlayerId,
        loading_until: Instant,
        config: &RoomConfig,
        now: Instant,
    ) -> Option<Instant> {
        let millis = Duration::from_millis;
        let member = roster.get(host)?;
        if let Some(since) = member.lost_since() {
            self.away_since.get_or_insert(since);
            return Some(since + millis(config.authority_grace_ms));
        }
        let silent = member.attendance.heard_at() + millis(config.authority_silent_ms);
        if play.has_loaded(host) {
            self.was_held = true;
            self.away_since = None;
            return Some(silent);
        }
        let loads_until = if self.was_held {
            *self.away_since.get_or_insert(now) + millis(config.authority_vacant_ms)
        } else {
            loading_until
        };
        Some(silent.min(loads_until))
    }
}

/// The best of those who hold the session: here rather than missing, on a seat rather than beside
/// it, and of these the earliest.
fn heir(
    play: &Play,
    roster: &Roster,
    host: PlayerId,
    config: &RoomConfig,
    now: Instant,
) -> Option<PlayerId> {
    let silence = Duration::from_millis(config.authority_silent_ms);
    let holders = roster.connected().filter(|one| {
        // Whoever is as silent as the last host would only be followed in turn.
        let is_heard = one.attendance.heard_at() + silence > now;
        one.id != host && is_heard && play.has_loaded(one.id)
    });
    let best = holders.min_by_key(|one| (one.attendance.missing().is_some(), one.seat.is_none()));
    best.map(|member| member.id)
}

impl Room {
    /// Makes somebody else the host of a session that lives on its host, or ends it, if it is time.
    pub(super) fn settle_succession(&mut self, now: Instant) {
        let host = self.election.host();
        let Self { session, roster, config, .. } = self;
        let Some(Session { play, succession, loading_until, .. }) = session else { return };
        let deadline = succession.deadline(play, roster, host, *loading_until, config, now);
        if let Some(deadline) = deadline.filter(|deadline| *deadline > now) {
            (succession.vacant_since, succession.due) = (None, Some(deadline));
            return;
        }
        if let Some(heir) = heir(play, roster, host, config, now) {
            return self.succeed(heir, now);
        }
        let others = roster.connected().find(|member| member.id != host);
        let is_here = roster.get(host).is_some_and(|member| member.is_connected());
        let patience_ms = match others {
            _ if deadline.is_none() => 0,
            Some(_) => config.authority_vacant_ms.saturating_sub(config.authority_grace_ms),
            // A host alone is waited for as long as anybody who loads.
            None if is_here && !play.has_loaded(host) => config.loading_ms,
            None => {
                (succession.vacant_since, succession.due) = (None, None);
                return;
            }
        };
        let over = *succession.vacant_since.get_or_insert(now) + Duration::from_millis(patience_ms);
        succession.due = Some(over);
        if over <= now {
            let next = others.map_or(host, |member| member.id);
            if next != host {
                self.pass_host(next, now);
            }
            self.end_session(next, now);
        }
    }

    /// The session goes on with another host, or, if only the last one could have gone on, ends.
    fn succeed(&mut self, heir: PlayerId, now: Instant) {
        self.pass_host(heir, now);
        let Some(session) = &mut self.session else { return };
        session.succession = Succession { was_held: true, ..Succession::default() };
        if session.play.needs_deposit() && session.deposit.is_none() {
            return self.end_session(heir, now);
        }
        self.brief_host();
        // Whoever follows is looked at in the same way.
        self.settle_succession(now);
    }
}
