//! What members and the host may ask for.

use super::Room;
use super::bucket::Rate;
use super::effect::Ignored;
use super::start::is_everybody_ready;
use crate::ids::PlayerId;
use crate::time::Instant;
use crate::wire::{
    AssignSeat, Chat, CloseReason, HandHost, HostChanged, Message, Moderate, Moderation,
    PresenceNotice, Profile, Refusal, Rescue, SetRoom, clean_line, clean_name,
};
use core::time::Duration;

impl Room {
    /// Carries a request out.
    pub(super) fn request(
        &mut self,
        player: PlayerId,
        message: &Message,
        now: Instant,
    ) -> Result<(), Refusal> {
        match message {
            Message::SetReady(wish) => self.set_ready(player, wish.ready),
            Message::Profile(wish) => self.set_profile(player, wish),
            Message::Vote(vote) => {
                self.edit_seated(player, |member| member.vote.clone_from(&vote.game));
                Ok(())
            }
            Message::Rescue(wish) => self.set_rescue(player, wish, now),
            Message::Presence(notice) => {
                self.show_presence(player, notice, now);
                Ok(())
            }
            Message::Chat(chat) => self.say(player, chat, now),
            Message::Start(order) => self.start(player, order, now),
            Message::AssignSeat(order) => self.assign_seat(player, order),
            Message::SetRoom(order) => self.set_room(player, order),
            Message::HandHost(order) => self.hand_host(player, order, now),
            Message::Moderate(order) => self.moderate(player, order, now),
            Message::TakeSeat(wish) => self.take_seat(player, wish.seat, now),
            _ => Ok(()),
        }
    }

    pub(super) fn host_only(&self, player: PlayerId) -> Result<(), Refusal> {
        if self.is_hosted_by(player) { Ok(()) } else { Err(Refusal::NotHost) }
    }

    pub(super) fn lobby_only(&self) -> Result<(), Refusal> {
        if self.session.is_none() { Ok(()) } else { Err(Refusal::WrongPhase) }
    }

    /// Makes somebody else the host, and tells everybody.
    pub(super) fn pass_host(&mut self, player: PlayerId, now: Instant) {
        self.election.pass_to(player, now);
        self.roster.iter_mut().for_each(|member| member.rescue = false);
        self.settings.starting = false;
        self.effects.tell_all(self.roster.conns(), HostChanged { player });
        self.is_news = true;
    }

    /// The host is at work: wishes for another host are void.
    pub(super) fn note_host_activity(&mut self, player: PlayerId, message: &Message, now: Instant) {
        let is_reflex =
            matches!(message, Message::Ping(_) | Message::Pong(_) | Message::Presence(_));
        if self.is_hosted_by(player) && !is_reflex {
            self.election.refresh(now);
            for member in self.roster.iter_mut() {
                self.is_news |= core::mem::take(&mut member.rescue);
            }
        }
    }

    /// Spectators are ready for anything: what they say about it is not kept.
    fn set_ready(&mut self, player: PlayerId, ready: bool) -> Result<(), Refusal> {
        self.lobby_only()?;
        self.edit_seated(player, |member| member.ready = ready);
        Ok(())
    }

    fn set_profile(&mut self, player: PlayerId, wish: &Profile) -> Result<(), Refusal> {
        self.lobby_only()?;
        let name = clean_name(&wish.name).ok_or(Refusal::BadName)?;
        self.roster.rename(player, &name, wish.colour);
        self.is_news = true;
        Ok(())
    }

    fn set_rescue(&mut self, player: PlayerId, wish: &Rescue, now: Instant) -> Result<(), Refusal> {
        self.lobby_only()?;
        if self.is_hosted_by(player) {
            return Ok(());
        }
        if wish.wanted && !self.election.is_idle(&self.config, now) {
            return Err(Refusal::HostNotIdle);
        }
        self.edit_seated(player, |member| member.rescue = wish.wanted);
        Ok(())
    }

    /// Everybody is told by a notice alone: somebody who types would otherwise cost a whole lobby.
    fn show_presence(&mut self, player: PlayerId, notice: &PresenceNotice, now: Instant) {
        let Some(member) = self.roster.get_mut(player) else { return };
        if member.attendance.show(notice.presence, now) {
            let stamped = PresenceNotice { player, presence: notice.presence };
            self.effects.tell_all(self.roster.conns(), stamped);
        }
    }

    /// Everybody gets the line, the sender too: all read the same lines in the same order.
    fn say(&mut self, player: PlayerId, chat: &Chat, now: Instant) -> Result<(), Refusal> {
        let window = Duration::from_millis(self.config.chat_window_ms);
        let rate = Rate::new(self.config.chat_lines, window);
        let Some(member) = self.roster.get_mut(player) else { return Ok(()) };
        let Some(text) = clean_line(&chat.text) else {
            self.effects.ignore(Ignored::Undeliverable);
            return Ok(());
        };
        if let Err(wait) = member.chat.take(rate, now) {
            let retry_ms = u32::try_from(wait.as_millis()).unwrap_or(u32::MAX).saturating_add(1);
            return Err(Refusal::ChatTooFast { retry_ms });
        }
        self.effects.tell_all(self.roster.conns(), Chat { player, kind: chat.kind, text });
        Ok(())
    }

    /// During a session a driver may be moved to the spectators, whereupon the AI drives on; a
    /// seat is given between sessions only.
    fn assign_seat(&mut self, player: PlayerId, order: &AssignSeat) -> Result<(), Refusal> {
        // Anybody may rather watch.
        let is_own = order.player == player && order.seat.is_none();
        if !is_own {
            self.host_only(player)?;
        }
        let whom = self.roster.get(order.player).ok_or(Refusal::NoSuchPlayer)?;
        if whom.seat == order.seat {
            return Ok(());
        }
        if let Some(seat) = order.seat {
            self.lobby_only()?;
            if seat.0 >= u16::from(self.roster.seats()) {
                return Err(Refusal::NoSuchSeat);
            }
            if self.roster.sitting_on(seat).is_some() {
                return Err(Refusal::SeatTaken);
            }
        }
        self.roster.place(order.player, order.seat);
        // Who has seen the present and watches again does not come back for another look.
        let is_for_good = !is_own || !self.watch.delay().is_zero();
        if let Some(member) = self.roster.get_mut(order.player) {
            let plays = self.session.is_some();
            (member.is_benched, member.wants_seat) = (plays && is_for_good, plays && is_own);
        }
        self.settings.starting = false;
        self.is_news = true;
        Ok(())
    }

    fn set_room(&mut self, player: PlayerId, order: &SetRoom) -> Result<(), Refusal> {
        self.host_only(player)?;
        self.settings.locked = order.locked;
        self.settings.game.clone_from(&order.game);
        self.settings.starting = false;
        self.is_news = true;
        if order.starting {
            self.lobby_only()?;
            if !is_everybody_ready(&self.roster, player) {
                return Err(Refusal::NotReady);
            }
            if !self.roster.connected().any(|member| member.seat.is_some()) {
                return Err(Refusal::NobodySeated);
            }
            self.settings.starting = true;
        }
        Ok(())
    }

    fn hand_host(
        &mut self,
        player: PlayerId,
        order: &HandHost,
        now: Instant,
    ) -> Result<(), Refusal> {
        self.host_only(player)?;
        if self.lives_on_host() {
            return Err(Refusal::WrongPhase);
        }
        let heir = self.roster.get(order.player).filter(|member| member.is_connected());
        let heir = heir.ok_or(Refusal::NoSuchPlayer)?.id;
        if heir != player {
            self.pass_host(heir, now);
        }
        Ok(())
    }

    fn moderate(
        &mut self,
        player: PlayerId,
        order: &Moderate,
        now: Instant,
    ) -> Result<(), Refusal> {
        self.host_only(player)?;
        let whom = self.roster.get(order.player).filter(|member| member.id != player);
        let whom = whom.ok_or(Refusal::NoSuchPlayer)?;
        let reason = match order.act {
            Moderation::Kick => CloseReason::Kicked,
            Moderation::Ban => {
                self.bans.add(whom.token, whom.address);
                CloseReason::Banned
            }
        };
        self.remove(order.player, reason, now);
        Ok(())
    }

    /// Changes something that only a seated member has.
    fn edit_seated(&mut self, player: PlayerId, edit: impl FnOnce(&mut super::member::Member)) {
        if let Some(member) = self.roster.get_mut(player).filter(|member| member.seat.is_some()) {
            edit(member);
            self.is_news = true;
        }
    }
}
