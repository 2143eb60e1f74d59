//! A session's start, the words of its players, and its end.

use super::effect::Ignored;
use super::member::Member;
use super::play::Play;
use super::sealed::Clock;
use super::{Room, Session, start};
use crate::ids::{PlayerId, Round};
use crate::link::Lane;
use crate::time::Instant;
use crate::wire::{
    Checkpoint, DesyncReport, EndSession, Input, Loaded, Message, Packet, Pause, Refusal, Resume,
    Start,
};
use core::time::Duration;

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
                member.attendance.catch_up();
                member.attendance.handle_timeout(&self.config, now);
            }
        }
        let play = Play::new(start);
        self.watch.begin(play.watch_delay(), &self.roster, &mut self.effects);
        let Self { watch, effects, roster, .. } = self;
        watch.share_packet(effects, roster, None, play.packet(), now, |_| Lane::Ordered);
        let clock = Clock::of(play.start(), self.identity.word_size);
        let patience = Duration::from_millis(self.config.loading_ms);
        self.session = Some(Session::new(play, clock, now + patience));
        self.is_news = true;
        Ok(())
    }

    /// Back to the lobby, in everybody's name or in that of whoever ended it.
    pub(super) fn end_session(&mut self, player: PlayerId, now: Instant) {
        let Some(session) = self.session.take() else { return };
        let round = session.play.start().round;
        let end = EndSession { player, round };
        self.watch.share(&mut self.effects, &self.roster, None, end, now);
        for member in self.roster.iter_mut() {
            (member.ready, member.is_benched, member.drives_by) = (false, false, None);
            if member.is_connected() {
                member.attendance.settle();
                member.attendance.catch_up();
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
        let play = &self.session.as_ref().ok_or(Ignored::Stale)?.play;
        match message {
            Message::Loaded(loaded) => return self.loaded(player, loaded, now),
            Message::EndSession(end) => {
                if end.round != play.start().round {
                    return Err(Ignored::Stale);
                }
                if !self.is_hosted_by(player) {
                    self.drivers_only(player)?;
                    // Whose game is nobody else's ends nobody else's.
                    if self.is_astray(player) {
                        return Err(Ignored::Undeliverable);
                    }
                }
                self.end_session(player, now);
                return Ok(());
            }
            _ if play.has_loaded(player) => {}
            Message::DesyncReport(_) if self.is_astray(player) => {}
            _ => return Err(Ignored::Stale),
        }
        match message {
            Message::Input(input) => self.input(player, input, packet, now),
            Message::DesyncReport(report) => {
                self.forward(player, DesyncReport { player, ..report.clone() }, now);
                Ok(())
            }
            Message::Checkpoint(digest) => {
                let vouches = |session: &Session| {
                    let next_tick = session.clock.as_ref().map(Clock::next_tick);
                    session.play.vouches(player, digest.frame, next_tick)
                };
                if !self.session.as_ref().is_some_and(vouches) {
                    return Err(Ignored::Stale);
                }
                self.judge(&Checkpoint { player, ..digest.clone() }, now);
                Ok(())
            }
            Message::Pause(_) => self.pause(player, true, now),
            Message::Resume(_) => self.pause(player, false, now),
            _ => Err(Ignored::Undeliverable),
        }
    }

    fn loaded(&mut self, player: PlayerId, loaded: &Loaded, now: Instant) -> Result<(), Ignored> {
        let session = self.session.as_mut().ok_or(Ignored::Stale)?;
        let Session { play, astray, stragglers, .. } = session;
        let is_out = astray.get(&player).is_some_and(|it| it.is_out);
        let is_running = loaded.round == play.start().round;
        if is_running && stragglers.hear(&self.roster, player) {
            return Ok(());
        }
        if !is_running || is_out || play.has_loaded(player) {
            return Err(Ignored::Stale);
        }
        // Who has not been told everything yet cannot have loaded it all.
        if !self.watch.loads_later(player) {
            self.has_loaded(player, now);
        }
        Ok(())
    }

    /// A member holds the state of the running session and has caught up. The others hear of a
    /// player; a spectator is nobody's business.
    pub(super) fn has_loaded(&mut self, player: PlayerId, now: Instant) {
        let Some(session) = &mut self.session else { return };
        session.play.load(player);
        session.donors.forget(player);
        if let Some(astray) = session.astray.get_mut(&player) {
            astray.is_right_again();
        }
        self.watch.drop_state(player);
        let round = session.play.start().round;
        let Some(member) = self.roster.get_mut(player) else { return };
        member.attendance.settle();
        if member.seat.is_some() {
            self.forward(player, Loaded { player, round }, now);
        } else if self.lives_on_host() {
            // Who has to be told what happens is the host's business.
            let _ = self.tell_host(player, Loaded { player, round });
        }
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
        // Words are said again for whoever is waited for. Whoever watches or catches up has nobody
        // to miss them, so they get every word.
        let lane = |to: &Member| if play.is_driving(to) { lane } else { Lane::Ordered };
        let Self { watch, effects, roster, .. } = self;
        watch.share_packet(effects, roster, Some(player), &forward, now, lane);
        self.watch_the_pace(now);
        Ok(())
    }

    fn pause(&mut self, player: PlayerId, paused: bool, now: Instant) -> Result<(), Ignored> {
        self.drivers_only(player)?;
        let play = &mut self.session.as_mut().ok_or(Ignored::Stale)?.play;
        if play.paused_by().is_some() == paused {
            return Err(Ignored::Stale);
        }
        play.set_paused(paused.then_some(player));
        if paused {
            self.forward(player, Pause { player }, now);
        } else {
            self.forward(player, Resume { player }, now);
        }
        Ok(())
    }

    /// Spectators watch: they neither pause nor end a game, nor vouch for a state.
    fn drivers_only(&self, player: PlayerId) -> Result<(), Ignored> {
        let seat = self.roster.get(player).and_then(|member| member.seat);
        seat.map(|_| ()).ok_or(Ignored::Undeliverable)
    }

    /// Tells everybody but the player something of the session.
    pub(super) fn forward(&mut self, player: PlayerId, message: impl Into<Message>, now: Instant) {
        self.watch.share(&mut self.effects, &self.roster, Some(player), message, now);
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
