//! Coming in, coming back, and going.

use super::bucket::Bucket;
use super::effect::Note;
use super::fetch::Fetchers;
use super::member::Link;
use super::{AddressKey, Bans, Effects, Election, Newcomer, Pulse, Room, RoomConfig, Roster};
use super::{Session, Settings, Watch};
use crate::code::RoomCode;
use crate::ids::{ConnId, PlayerId, Round, Seat, Token};
use crate::link::Lane;
use crate::time::Instant;
use crate::wire::{CloseReason, Identity, Message, Pause, PlayerLeft, Refusal, Resume, Welcome};
use core::time::Duration;

impl Room {
    /// A new room with its first member, who hosts it from seat 0.
    #[must_use]
    pub fn create(
        code: RoomCode,
        identity: Identity,
        seats: u8,
        founder: Newcomer,
        config: RoomConfig,
        now: Instant,
    ) -> (Self, PlayerId) {
        let address = founder.address;
        let mut roster = Roster::new(seats);
        let host = roster.add(founder, Some(Seat(0)), now);
        let first_ping = now + Duration::from_millis(config.ping_interval_ms);
        let mut room = Self {
            code,
            founder: address,
            identity,
            config,
            roster,
            election: Election::new(host, now),
            settings: Settings::default(),
            bans: Bans::default(),
            pulse: Pulse::new(first_ping),
            round: Round(0),
            session: None,
            watch: Watch::default(),
            empty_since: None,
            over: None,
            is_news: false,
            known_lobby: None,
            lobbies: Bucket::default(),
            fetchers: Fetchers::default(),
            effects: Effects::default(),
        };
        room.welcome(host, false, now);
        (room, host)
    }

    /// Lets somebody in: on the lowest free seat, or as a spectator when they ask for it, no seat
    /// is free or a session runs.
    ///
    /// # Errors
    /// When they may not come in; nothing has changed then.
    pub fn join(
        &mut self,
        newcomer: Newcomer,
        identity: &Identity,
        watch: bool,
        now: Instant,
    ) -> Result<PlayerId, Refusal> {
        if self.bans.holds_address(newcomer.address) {
            return Err(Refusal::Banned);
        }
        self.identity.check(identity)?;
        if self.settings.locked {
            return Err(Refusal::RoomLocked);
        }
        if self.roster.len() >= self.config.members {
            return Err(Refusal::RoomFull);
        }
        if !self.can_be_watched() {
            return Err(Refusal::AlreadyStarted);
        }
        let wants_seat = !watch && self.session.is_some();
        let sits_down = !watch && self.session.is_none();
        let seat = if sits_down { self.roster.lowest_free_seat() } else { None };
        let player = self.roster.add(newcomer, seat, now);
        if let Some(member) = self.roster.get_mut(player) {
            member.wants_seat = wants_seat;
        }
        self.welcome(player, false, now);
        Ok(player)
    }

    /// Gives a place back to whoever holds its token, and takes it from an older connection.
    ///
    /// # Errors
    /// When the token opens nothing; nothing has changed then.
    pub fn resume(
        &mut self,
        token: &Token,
        conn: ConnId,
        address: Option<AddressKey>,
        identity: &Identity,
        now: Instant,
    ) -> Result<PlayerId, Refusal> {
        if self.bans.holds_token(token) {
            return Err(Refusal::Banned);
        }
        let player = self.roster.of_token(token).ok_or(Refusal::BadToken)?;
        self.identity.check(identity)?;
        if let Some(older) = self.roster.get(player).and_then(|member| member.conn()) {
            self.effects.close(older, CloseReason::Replaced);
            self.detach(player, now);
        }
        let loads = self.session.is_some();
        if let Some(member) = self.roster.get_mut(player) {
            member.link = Link::Up(conn);
            member.address = address;
            member.attendance.reconnect(now);
            if !loads {
                member.attendance.settle();
            }
        }
        self.welcome(player, true, now);
        Ok(player)
    }

    /// A member's connection is gone. The place waits for the grace time.
    pub fn lose(&mut self, player: PlayerId, reason: CloseReason, now: Instant) {
        if self.roster.get(player).is_some_and(|member| member.is_connected()) {
            self.detach(player, now);
            self.effects.note(Note::Lost { player, reason });
            self.membership_changed();
        }
        self.settle(now);
    }

    /// Takes a member out for good.
    pub(super) fn remove(&mut self, player: PlayerId, reason: CloseReason, now: Instant) {
        let Some(conn) = self.roster.get(player).map(|member| member.conn()) else { return };
        self.detach(player, now);
        self.roster.remove(player);
        if let Some(conn) = conn {
            self.effects.close(conn, reason);
        }
        self.effects.note(Note::Left { player, reason });
        self.effects.tell_all(self.roster.conns(), PlayerLeft { player, reason });
        self.membership_changed();
    }

    /// How long a lost place is kept now.
    pub(super) fn grace(&self) -> Duration {
        let plays_turns = |session: &Session| session.play.plays_turns();
        Duration::from_millis(if self.session.as_ref().is_some_and(plays_turns) {
            self.config.resume_grace_turns_ms
        } else {
            self.config.resume_grace_ms
        })
    }

    /// Whether somebody could show a newcomer what is going on.
    fn can_be_watched(&self) -> bool {
        match &self.session {
            None => true,
            Some(session) if session.play.lives_on_peers() => {
                session.donors.could_serve(&self.roster, &session.play, &self.watch)
            }
            // On its host, or on whoever follows.
            Some(session) => {
                self.roster.connected().any(|member| session.play.has_loaded(member.id))
            }
        }
    }

    /// Tells a member all they need, in the order they need it.
    fn welcome(&mut self, player: PlayerId, resumed: bool, now: Instant) {
        let grace_ms = u32::try_from(self.grace().as_millis()).unwrap_or(u32::MAX);
        self.empty_since = None;
        self.membership_changed();
        let Some(member) = self.roster.get(player) else { return };
        let Some(conn) = member.conn() else { return };
        let watches = member.seat.is_none();
        let (code, token) = (self.code, member.token);
        self.effects.note(Note::Joined { player, conn, resumed });
        self.effects.tell(conn, Welcome { code, player, token, resumed, grace_ms });
        self.known_lobby = None;
        if !self.tell_lobby(now) {
            // The others hear of it when the next lobby is due; a newcomer cannot wait.
            let lobby = self.lobby().encode();
            self.effects.send(conn, &lobby, Lane::Ordered);
        }
        if let Some(Session { play, donors, .. }) = &mut self.session {
            if watches {
                self.watch.invite(player, Some(conn));
            }
            let Self { watch, effects, .. } = self;
            watch.tell(effects, player, conn, play.packet(), now);
            let mut tell =
                |message: Message| watch.tell(effects, player, conn, &message.encode(), now);
            play.changes().for_each(|change| tell(change.clone().into()));
            if let Some(player) = play.paused_by() {
                tell(Pause { player }.into());
            }
            if play.lives_on_peers() {
                donors.request(player, &self.config, now);
            }
        }
        if self.is_served_by(player) {
            self.brief_host();
        }
        if let Some(member) = self.roster.get_mut(player) {
            self.effects.tell(conn, self.pulse.probe(&mut member.trip, now));
        }
        self.settle(now);
    }

    /// Cuts a member from the connection and from what only a connection holds.
    fn detach(&mut self, player: PlayerId, now: Instant) {
        if let Some(member) = self.roster.get_mut(player) {
            member.link = Link::Down(now);
            member.ready = false;
            member.rescue = false;
            member.attendance.lose();
            member.trip.forget_probe();
        }
        self.watch.forget(player);
        if let Some(Session { play, donors, jury, astray, .. }) = &mut self.session {
            play.unload(player);
            donors.forget(player);
            jury.dismiss(player);
            // A new link brings a new state.
            if let Some(astray) = astray.get_mut(&player) {
                astray.is_out = false;
            }
            // Whoever paused and is gone cannot let the game go on.
            if play.paused_by() == Some(player) {
                play.set_paused(None);
                self.watch.share(&mut self.effects, &self.roster, None, Resume { player }, now);
            }
        }
    }

    /// Somebody came or went: everybody is told, and a countdown that counted on them stops.
    fn membership_changed(&mut self) {
        self.settings.starting = false;
        self.is_news = true;
    }
}
