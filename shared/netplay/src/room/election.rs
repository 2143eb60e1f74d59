//! Who hosts: migration, hand-over, and the rescue of a room from an idle host.

use super::RoomConfig;
use super::roster::Roster;
use crate::ids::PlayerId;
use crate::time::Instant;
use core::time::Duration;

/// The host and when they last did something.
#[derive(Debug)]
pub(super) struct Election {
    host: PlayerId,
    active_at: Instant,
}

impl Election {
    pub(super) fn new(host: PlayerId, now: Instant) -> Self {
        Self { host, active_at: now }
    }

    pub(super) fn host(&self) -> PlayerId {
        self.host
    }

    /// The host has done something, or begins anew with a clean slate.
    pub(super) fn refresh(&mut self, now: Instant) {
        self.active_at = now;
    }

    pub(super) fn pass_to(&mut self, player: PlayerId, now: Instant) {
        *self = Self::new(player, now);
    }

    pub(super) fn is_idle(&self, config: &RoomConfig, now: Instant) -> bool {
        self.active_at + Duration::from_millis(config.host_idle_ms) <= now
    }

    /// Who must host now in the host's place, if anybody: the host is gone, or has been lost for
    /// the grace time, and the earliest connected member takes over. With nobody connected the
    /// earliest member of all takes over a vacant place, so that a room always has a host.
    pub(super) fn successor(
        &self,
        roster: &Roster,
        config: &RoomConfig,
        now: Instant,
    ) -> Option<PlayerId> {
        let earliest = roster.connected().next().map(|member| member.id);
        match roster.get(self.host) {
            None => earliest.or_else(|| roster.iter().next().map(|member| member.id)),
            Some(host) => {
                let since = host.lost_since()?;
                let over = since + Duration::from_millis(config.host_grace_ms) <= now;
                if over { earliest } else { None }
            }
        }
    }

    /// When the host's role passes on, if the host stays lost.
    pub(super) fn next_timeout(&self, roster: &Roster, config: &RoomConfig) -> Option<Instant> {
        let since = roster.get(self.host)?.lost_since()?;
        let due = since + Duration::from_millis(config.host_grace_ms);
        roster.connected().next().map(|_| due)
    }

    /// The earliest guest who wants the idle host replaced, once a majority of the ready seated
    /// guests wants it.
    pub(super) fn rescuer(
        &self,
        roster: &Roster,
        config: &RoomConfig,
        now: Instant,
    ) -> Option<PlayerId> {
        if !self.is_idle(config, now) {
            return None;
        }
        let voters = || {
            roster
                .connected()
                .filter(|guest| guest.id != self.host && guest.seat.is_some() && guest.ready)
        };
        let wanting = voters().filter(|guest| guest.rescue).count();
        let majority = wanting * 2 > voters().count();
        majority.then(|| voters().find(|guest| guest.rescue).map(|guest| guest.id)).flatten()
    }
}
