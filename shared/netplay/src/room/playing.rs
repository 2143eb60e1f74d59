//! A session's start, the words of its players, and its end.

use super::effect::Ignored;
use super::play::Play;
use super::sealed::Clock;
use super::{Donors, Room, Session, Stalls, start};
use crate::ids::{PlayerId, Round};
use crate::link::Lane;
use crate::time::Instant;
use crate::wire::{
    Checkpoint, DesyncReport, EndSession, Input, Loaded, Message, Packet, Pause, Refusal, Resume,
    Start,
};

impl Room {
    /// The host's start order.
    pub(super) fn start(
        &mut self,
        player: PlayerId,
        order: &Start,
        now: Instant,
    ) -> Result<(), Refusal> {
        self.host_only(player)?;
        self.lobby_only()?;
        let round = Round(self.round.0.saturating_add(1));
        let start = start::fill(order.clone(), round, &self.roster, player)?;
        self.round = round;
        self.settings.starting = false;
        for member in self.roster.iter_mut() {
            member.vote = None;
            member.rescue = false;
            if member.is_connected() {
                member.attendance.settle();
                member.attendance.handle_timeout(&self.config, now);
            }
        }
        let play = Play::new(start);
        self.effects.send_all(self.roster.conns(), play.packet(), Lane::Ordered);
        let (stalls, donors) = (Stalls::default(), Donors::default());
        let clock = Clock::of(play.start(), self.identity.word_size);
        self.session = Some(Session { play, stalls, donors, clock });
        self.is_news = true;
        Ok(())
    }

    /// Back to the lobby, in everybody's name or in that of whoever ended it.
    pub(super) fn end_session(&mut self, player: PlayerId, now: Instant) {
        let Some(session) = self.session.take() else { return };
        let round = session.play.start().round;
        self.effects.tell_all(self.roster.conns(), EndSession { player, round });
        for member in self.roster.iter_mut() {
            member.ready = false;
            if member.is_connected() {
                member.attendance.settle();
                member.attendance.handle_timeout(&self.config, now);
            }
        }
        self.seat_latecomers();
        self.election.refresh(now);
        self.is_news = true;
    }

    /// Something a player says about the running session.
    pub(super) fn play_message(
        &mut self,
        player: PlayerId,
        message: &Message,
        packet: &Packet,
        now: Instant,
    ) -> Result<(), Ignored> {
        let play = &mut self.session.as_mut().ok_or(Ignored::Stale)?.play;
        match message {
            Message::Loaded(loaded) => return self.loaded(player, loaded),
            Message::EndSession(end) => {
                if end.round != play.start().round {
                    return Err(Ignored::Stale);
                }
                if !self.is_hosted_by(player) {
                    self.drivers_only(player)?;
                }
                self.end_session(player, now);
                return Ok(());
            }
            _ if !play.has_loaded(player) => return Err(Ignored::Stale),
            _ => {}
        }
        match message {
            Message::Input(input) => self.input(player, input, packet, now),
            Message::DesyncReport(report) => {
                self.forward(player, DesyncReport { player, ..report.clone() });
                Ok(())
            }
            Message::Checkpoint(digest) => {
                if !play.vouches(player, digest.frame) {
                    return Err(Ignored::Stale);
                }
                self.forward(player, Checkpoint { player, ..digest.clone() });
                Ok(())
            }
            Message::Pause(_) => self.pause(player, true),
            Message::Resume(_) => self.pause(player, false),
            _ => Err(Ignored::Undeliverable),
        }
    }

    fn loaded(&mut self, player: PlayerId, loaded: &Loaded) -> Result<(), Ignored> {
        let session = self.session.as_mut().ok_or(Ignored::Stale)?;
        let is_running = loaded.round == session.play.start().round;
        if !is_running || session.play.has_loaded(player) {
            return Err(Ignored::Stale);
        }
        session.play.load(player);
        session.donors.forget(player);
        if let Some(member) = self.roster.get_mut(player) {
            member.attendance.settle();
        }
        self.forward(player, Loaded { player, round: loaded.round });
        Ok(())
    }

    /// The path of nearly every message: check, remember where the words end, share the packet.
    fn input(
        &mut self,
        player: PlayerId,
        input: &Input,
        packet: &Packet,
        now: Instant,
    ) -> Result<(), Ignored> {
        let Session { play, clock, .. } = self.session.as_mut().ok_or(Ignored::Stale)?;
        let seat = self.roster.get(player).and_then(|member| member.seat);
        if let Some(clock) = clock {
            return clock.take_input(play, player, seat, input);
        }
        if !play.is_lockstep() {
            return Err(Ignored::Undeliverable);
        }
        let (forward, lane) = play.take_input(player, seat, input, packet, now)?;
        for member in self.roster.connected().filter(|member| member.id != player) {
            let Some(conn) = member.conn() else { continue };
            // Words are said again for whoever is waited for. Whoever watches or catches up has
            // nobody to miss them, so they get every word.
            let lane = if play.is_driving(member) { lane } else { Lane::Ordered };
            self.effects.send(conn, &forward, lane);
        }
        Ok(())
    }

    fn pause(&mut self, player: PlayerId, paused: bool) -> Result<(), Ignored> {
        self.drivers_only(player)?;
        let play = &mut self.session.as_mut().ok_or(Ignored::Stale)?.play;
        if play.paused_by().is_some() == paused {
            return Err(Ignored::Stale);
        }
        play.set_paused(paused.then_some(player));
        if paused {
            self.forward(player, Pause { player });
        } else {
            self.forward(player, Resume { player });
        }
        Ok(())
    }

    /// Spectators watch: they neither pause nor end a game, nor vouch for a state.
    fn drivers_only(&self, player: PlayerId) -> Result<(), Ignored> {
        let seat = self.roster.get(player).and_then(|member| member.seat);
        seat.map(|_| ()).ok_or(Ignored::Undeliverable)
    }

    pub(super) fn forward(&mut self, player: PlayerId, message: impl Into<Message>) {
        self.effects.tell_all(self.roster.conns_but(player), message);
    }

    /// Those who came during the session sit down, in the order they came.
    fn seat_latecomers(&mut self) {
        while let Some(seat) = self.roster.lowest_free_seat() {
            let first = self.roster.iter().find(|member| member.wants_seat);
            let Some(player) = first.map(|member| member.id) else { break };
            self.roster.place(player, Some(seat));
        }
        self.roster.iter_mut().for_each(|member| member.wants_seat = false);
    }
}
