//! Time passing, and what follows from every change.

use super::bucket::Rate;
use super::donors::Errand;
use super::effect::Effects;
use super::play::Handover;
use super::start::is_everybody_ready;
use super::{Room, Session};
use crate::ids::PlayerId;
use crate::link::Lane;
use crate::time::Instant;
use crate::wire::{
    CloseReason, Latencies, Latency, Lobby, Message, Pong, Refusal, StateRequest, TransferAbort,
};
use core::time::Duration;

impl Room {
    /// When [`handle_timeout`](Self::handle_timeout) has something to do next.
    #[must_use]
    pub fn next_timeout(&self) -> Option<Instant> {
        if self.over.is_some() {
            return None;
        }
        let members = self.roster.iter().flat_map(|member| {
            let here = member.is_connected().then(|| {
                let missing = member.attendance.next_timeout(&self.config);
                let close = member.attendance.close_deadline(&self.config);
                missing.map_or(close, |missing| missing.min(close))
            });
            let grace = member.lost_since().map(|since| since + self.grace());
            [here, grace, member.drives_by]
        });
        let session = self.session.as_ref().map(|session| {
            let Session { play, stalls, donors, clock, stragglers, .. } = session;
            let stuck = play.overdue(&self.roster).map(|(_, since)| since).min();
            let stuck = stuck.map(|since| since + Duration::from_millis(self.config.stuck_seat_ms));
            let stall = stalls.next_timeout(play, &self.config);
            let tick = clock.as_ref().and_then(super::sealed::Clock::next_timeout);
            let straggler = stragglers.next_timeout(&self.roster);
            let loading = session.loading_until();
            [stall, donors.next_timeout(), play.next_timeout(), stuck, tick, straggler, loading]
        });
        let watch = self.watch.next_timeout();
        let host = match &self.session {
            Some(session) if session.play.lives_on_host() => session.succession.next_timeout(),
            _ => self.election.next_timeout(&self.roster, &self.config),
        };
        let lobby = self.is_news.then(|| self.lobbies.next_at(self.lobby_rate()));
        let ping = self.roster.connected().next().map(|_| self.pulse.next_timeout());
        let session = session.into_iter().flatten();
        let others = [self.empty_deadline(), host, ping, lobby, watch];
        members.chain(session).chain(others).flatten().min()
    }

    /// Time has passed.
    pub fn handle_timeout(&mut self, now: Instant) {
        for member in self.roster.iter_mut().filter(|member| member.is_connected()) {
            member.attendance.handle_timeout(&self.config, now);
        }
        self.close_silent(now);
        self.close_stuck(now);
        // First of all: how long lost places are kept depends on it.
        let loading = self.session.as_ref().and_then(super::Session::loading_until);
        if loading.is_some_and(|until| until <= now) {
            self.end_session(self.election.host(), now);
        }
        self.remove_lost(now);
        if self.empty_deadline().is_some_and(|due| due <= now) {
            self.close(CloseReason::RoomEmpty);
        }
        if self.over.is_some() {
            return;
        }
        if self.pulse.next_timeout() <= now && self.roster.connected().next().is_some() {
            self.ping_everybody(now);
        }
        if let Some(Session { play, stalls, .. }) = &mut self.session {
            for stall in stalls.due(play, &self.roster, &self.config, now) {
                self.watch.share(&mut self.effects, &self.roster, None, stall, now);
            }
        }
        for player in self.watch.handle_timeout(&mut self.effects, now) {
            self.has_loaded(player, now);
        }
        self.settle(now);
    }

    /// Draws every consequence of what has just happened.
    pub(super) fn settle(&mut self, now: Instant) {
        if self.over.is_some() {
            return;
        }
        if self.roster.len() == 0 {
            self.close(CloseReason::RoomEmpty);
            return;
        }
        self.settle_session(now);
        self.settle_takers(now);
        self.settle_watchers(now);
        self.settle_host(now);
        if self.settings.starting && !is_everybody_ready(&self.roster, self.election.host()) {
            self.settings.starting = false;
            self.is_news = true;
        }
        if self.is_news {
            self.tell_lobby(now);
        }
        match self.roster.connected().next() {
            Some(_) => self.empty_since = None,
            None => {
                self.empty_since.get_or_insert(now);
            }
        }
    }

    /// Sends everybody the whole lobby, unless they know it already: who asks for what is so
    /// anyway cannot make the room talk. Who keeps changing it is told of a few times a second;
    /// `false` when the lobby stays news until then.
    pub(super) fn tell_lobby(&mut self, now: Instant) -> bool {
        let packet = self.lobby().encode();
        let is_known = self.known_lobby.as_ref() == Some(&packet);
        if !is_known && self.lobbies.take(self.lobby_rate(), now).is_err() {
            return false;
        }
        self.is_news = false;
        if !is_known {
            self.effects.send_all(self.roster.conns(), &packet, Lane::Ordered);
            self.known_lobby = Some(packet);
        }
        true
    }

    pub(super) fn lobby(&self) -> Message {
        Message::from(Lobby {
            host: self.election.host(),
            seats: self.roster.seats(),
            locked: self.settings.locked,
            starting: self.settings.starting,
            session: self.session.as_ref().map(|session| session.play.start().round),
            game: self.settings.game.clone(),
            members: self.roster.iter().map(|member| member.row()).collect(),
        })
    }

    fn lobby_rate(&self) -> Rate {
        Rate::new(self.config.lobbies_per_second, Duration::from_secs(1))
    }

    /// A ping is answered, an answer is measured, and the last answer of a round ends it.
    pub(super) fn answer(&mut self, player: PlayerId, message: &Message, now: Instant) {
        let Some(member) = self.roster.get_mut(player) else { return };
        match (message, member.conn()) {
            (Message::Ping(ping), Some(conn)) => {
                self.effects.tell(conn, Pong { nonce: ping.nonce });
            }
            (Message::Pong(pong), _) if self.pulse.answer(&mut member.trip, pong.nonce, now) => {
                let anybody_waiting = self.roster.connected().any(|other| other.trip.is_waiting());
                if self.pulse.end(anybody_waiting) {
                    tell_latencies(&mut self.effects, &self.roster);
                }
            }
            _ => {}
        }
    }

    fn ping_everybody(&mut self, now: Instant) {
        let next = now + Duration::from_millis(self.config.ping_interval_ms);
        if self.pulse.begin(next) {
            tell_latencies(&mut self.effects, &self.roster);
        }
        for member in self.roster.iter_mut() {
            if let Some(conn) = member.conn() {
                self.effects.tell(conn, self.pulse.probe(&mut member.trip, now));
            }
        }
    }

    fn close_silent(&mut self, now: Instant) {
        let silent = |room: &Self| {
            let mut members = room.roster.connected();
            let silent = members.find(|one| one.attendance.close_deadline(&room.config) <= now)?;
            Some((silent.id, silent.conn()?))
        };
        while let Some((player, conn)) = silent(self) {
            self.effects.close(conn, CloseReason::Silent);
            self.lose(player, CloseReason::Silent, now);
        }
    }

    /// Whoever answers pings and says no words holds everybody up for ever: they come back from a
    /// donor's state, and the AI drives meanwhile.
    fn close_stuck(&mut self, now: Instant) {
        let patience = Duration::from_millis(self.config.stuck_seat_ms);
        let stuck = |room: &Self| {
            let play = &room.session.as_ref()?.play;
            let is_due = |since: Instant| since + patience <= now;
            play.overdue(&room.roster).find(|(_, since)| is_due(*since)).map(|(player, _)| player)
        };
        while let Some(player) = stuck(self) {
            if let Some(conn) = self.roster.get(player).and_then(|member| member.conn()) {
                self.effects.close(conn, CloseReason::TooSlow);
            }
            self.lose(player, CloseReason::TooSlow, now);
        }
    }

    fn remove_lost(&mut self, now: Instant) {
        let expired = |room: &Self| {
            let is_due = |since: Instant| since + room.grace() <= now;
            let mut members = room.roster.iter();
            members.find(|one| one.lost_since().is_some_and(is_due)).map(|one| one.id)
        };
        while let Some(player) = expired(self) {
            self.remove(player, CloseReason::GraceOver, now);
            if self.over.is_some() {
                return;
            }
        }
    }

    fn empty_deadline(&self) -> Option<Instant> {
        self.empty_since.map(|since| since + Duration::from_millis(self.config.empty_room_ms))
    }

    /// Whoever only watches is told everything later, whoever sits is not, and nobody costs the
    /// relay more than their bound.
    fn settle_watchers(&mut self, now: Instant) {
        if let Some(Session { play, .. }) = &self.session {
            for member in self.roster.connected() {
                match member.seat {
                    Some(_) => self.watch.release(member.id, now),
                    None if play.awaits(member.id) => {}
                    None => self.watch.invite(member.id, member.conn()),
                }
            }
        }
        for (player, conn) in self.watch.overfull() {
            self.effects.close(conn, CloseReason::TooSlow);
            self.lose(player, CloseReason::TooSlow, now);
        }
    }

    fn settle_session(&mut self, now: Instant) {
        let Some(session) = &mut self.session else { return };
        if session.play.is_deserted(&self.roster) {
            self.end_session(self.election.host(), now);
            return;
        }
        session.play.wake(now);
        self.settle_stragglers(now);
        self.settle_sealed(now);
        let Some(Session { play, donors, .. }) = &mut self.session else { return };
        for Handover { last_words, change } in play.hand_over(&self.roster, &self.config, now) {
            let (watch, effects, roster) = (&mut self.watch, &mut self.effects, &self.roster);
            if let Some(packet) = last_words {
                watch.share_packet(effects, roster, None, &packet, now, |_| Lane::Ordered);
            }
            watch.share(effects, roster, None, change, now);
        }
        for errand in donors.settle(&self.roster, play, &self.watch, &self.config, now) {
            let conn = |player| self.roster.get(player).and_then(|member| member.conn());
            match errand {
                Errand::Ask { donor, asker } => {
                    if let Some(to) = conn(donor) {
                        self.effects.tell(to, StateRequest { player: asker });
                    }
                }
                Errand::Abort { asker, donor, transfer } => {
                    if self.watch.drop_state(asker)
                        && let Some(to) = conn(asker)
                    {
                        self.effects.tell(to, TransferAbort { peer: donor, id: transfer });
                    }
                }
                Errand::Dry { asker, state_exists } => {
                    let waits_for_asker = play.is_lockstep()
                        && play.lines().iter().any(|line| line.driver() == Some(asker));
                    let is_driver = self.roster.get(asker).is_some_and(|one| one.seat.is_some());
                    if waits_for_asker || (is_driver && !state_exists) {
                        // Nobody could ever go on.
                        self.end_session(self.election.host(), now);
                        return;
                    }
                    if let Some(to) = conn(asker) {
                        self.effects.refuse(asker, to, Refusal::AlreadyStarted);
                    }
                }
            }
        }
    }

    fn settle_host(&mut self, now: Instant) {
        if self.lives_on_host() {
            self.settle_succession(now);
        }
        if self.lives_on_host() {
            return;
        }
        if let Some(heir) = self.election.successor(&self.roster, &self.config, now) {
            self.pass_host(heir, now);
        }
        if self.session.is_none()
            && let Some(heir) = self.election.rescuer(&self.roster, &self.config, now)
        {
            self.pass_host(heir, now);
        }
    }
}

fn tell_latencies(effects: &mut Effects, roster: &super::roster::Roster) {
    let rows = roster.connected();
    let rows = rows.map(|one| Latency { player: one.id, rtt_ms: one.trip.millis() }).collect();
    effects.tell_all(roster.conns(), Latencies { rows });
}
