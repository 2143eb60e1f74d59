//! What the relay tells, and what it comes to.

use super::Online;
use super::differing::Differing;
use super::viewing::settings;
use crate::active::Active;
use crate::hosted::Hosted;
use crate::rows;
use crate::scene::Cue;
use crate::words;
use netplay::client::{ClientEvent, pack_part};
use netplay::ids::{PlayerId, Round};
use netplay::session::transfer::Donations;
use netplay::session::{PeerFault, SessionEvent};
use netplay::time::Instant;
use netplay::wire::{
    AssignSeat, CloseReason, Controller, Entry, MemberRow, Message, Presence, PresenceNotice,
    Refusal, Start,
};

impl Online {
    pub(super) fn told(&mut self, event: ClientEvent, now: Instant) {
        match event {
            ClientEvent::Welcomed { resumed } => self.welcomed(resumed),
            ClientEvent::Refused(refusal) => self.refused(&refusal, now),
            ClientEvent::LobbyChanged => self.lobby_changed(now),
            ClientEvent::Chatted(chat) => {
                if self.client.me() == Some(chat.player) {
                    self.saying.heard();
                }
                let row = self.client.member(chat.player);
                self.chat.said(&chat, row, self.client.me());
                let entries = self.chat.entries();
                self.cues.extend(entries.back().map(Cue::of_line));
            }
            ClientEvent::Started { start, late } => self.started(&start, late, now),
            ClientEvent::Ended { round, by } => self.ended(round, by, now),
            ClientEvent::Loaded { player } => {
                // Whoever comes back holds the state: nothing is owed to them any more.
                self.donations.forget(player);
                self.hosted.iter_mut().for_each(|hosted| hosted.loaded(player));
            }
            ClientEvent::SeatChanged(change) => {
                self.hosted_by_hands(&change, now);
                let mine = self.client.my_row().and_then(|row| row.seat) == Some(change.seat);
                let gone = mine && change.controller == Controller::Ai;
                self.play(&change.into());
                if let Some(active) = self.active.as_mut().filter(|_| gone)
                    && self.presence == Presence::Active
                {
                    active.prove_anew();
                }
            }
            ClientEvent::Play(message) => self.play(&message),
            ClientEvent::Stalled(stall) => {
                if let Some(active) = &mut self.active {
                    active.told_of_stall(&stall, now);
                }
            }
            ClientEvent::HostChanged(player) => {
                let text = if self.client.me() == Some(player) {
                    "You are the host now.".into()
                } else {
                    format!("{} is the host now.", self.name(player))
                };
                self.notices.tell(text);
                if self.hosted.as_ref().is_some_and(Hosted::begins_anew) {
                    self.notices.tell("Only the last host knew, so the round begins anew.");
                }
                self.hosted.iter_mut().for_each(|hosted| hosted.host_changed(player, now));
            }
            ClientEvent::Left { player, name, reason } => {
                if !name.is_empty() {
                    self.notices.tell(format!("{name} {}", words::left(reason)));
                    self.cues.push(Cue::Left);
                }
                self.known.retain(|row| row.player != player);
                self.donations.forget(player);
                self.hosted.iter_mut().for_each(|hosted| hosted.left(player));
            }
            ClientEvent::StateAsked { player } if self.client.me() == Some(player) => {
                let kept = self.active.as_mut().and_then(Active::keep_on);
                self.say(Donations::own(player, kept));
            }
            ClientEvent::StateAsked { player } => {
                if let Some(active) = self.active.as_ref().filter(|active| active.can_donate()) {
                    self.donations.begin(player, |out| active.donate(out), now);
                }
            }
            ClientEvent::PackAsked(ask) => {
                if let Some(part) = pack_part(self.pack.text().as_bytes(), &ask) {
                    self.say(part);
                }
            }
            ClientEvent::PackPart(part) => self.pack_part_came(&part, now),
            ClientEvent::Transfer(message) => self.transferred(&message, now),
            ClientEvent::Diverged(diverged) => self.diverged(&diverged, now),
            ClientEvent::Authority(message) => {
                let rows = rows::members(&self.client);
                self.hosted.iter_mut().for_each(|hosted| hosted.handle(&message, rows, now));
            }
            ClientEvent::Other(message) => self.shown(&message, now),
            ClientEvent::Closed(reason) => {
                if self.leaving.is_some() || !words::worth_retrying(reason) {
                    let reason = if self.leaving.is_some() { CloseReason::Left } else { reason };
                    self.end(words::closed(reason));
                }
            }
        }
    }

    fn welcomed(&mut self, resumed: bool) {
        if resumed && self.reconnect.losses() > 0 {
            self.notices.alarm("Back online.");
        }
        self.reconnect.welcomed();
        self.refusal = None;
        if self.presence != Presence::Active {
            let player = self.client.me().unwrap_or_default();
            self.say(PresenceNotice { player, presence: self.presence });
        }
    }

    fn refused(&mut self, refusal: &Refusal, now: Instant) {
        if self.client.in_room() {
            if *refusal == Refusal::AlreadyStarted {
                self.forget_game(); // nobody could send the running game's state
            }
            self.ordered = None;
            if self.countdown.is_over() {
                self.order_countdown(false); // the start was refused, for good reason
            }
            if matches!(refusal, Refusal::ChatTooFast { .. }) {
                self.saying.refused();
            }
            let why = words::refusal(refusal);
            if self.on_show().is_some() {
                self.notices.alarm(why.what); // whoever drives has no hand free to dismiss it
            } else {
                self.refusal = Some(why);
            }
            return;
        }
        let resumed = match self.client.entry() {
            Entry::Resume { code, .. } => Some(code),
            Entry::Create { .. } | Entry::Join { .. } => None,
        };
        match (resumed, refusal) {
            (Some(code), Refusal::BadToken) => {
                self.forget_game();
                self.notices.alarm("Your old place was gone, so you came in anew.");
                self.client.enter(Entry::Join { code, watch: false });
            }
            (_, Refusal::PackMismatch { room, .. }) => {
                self.lacks(room, words::refusal(refusal), resumed.is_some(), now);
            }
            (_, Refusal::PackBusy) => {} // the next question is due anyway
            (Some(_), Refusal::NoSuchRoom) => self.end(words::room_gone()),
            _ => self.end(words::refusal(refusal)),
        }
    }

    fn lobby_changed(&mut self, now: Instant) {
        let Some(lobby) = self.client.lobby() else { return };
        self.ordered.take_if(|room| *room == settings(lobby));
        self.countdown.follow(lobby.starting && lobby.session.is_none(), now);
        if !self.known.is_empty() {
            let news = rows::news(&self.known, &lobby.members, self.client.me());
            if lobby.members.len() > self.known.len() {
                self.cues.push(Cue::Joined);
            }
            news.into_iter().for_each(|text| self.notices.tell(text));
        }
        let seat_of = |rows: &[MemberRow]| {
            let mine = rows.iter().find(|row| self.client.me() == Some(row.player));
            mine.and_then(|row| row.seat)
        };
        let sits_down = seat_of(&self.known).is_none() && seat_of(&lobby.members).is_some();
        self.known.clone_from(&lobby.members);
        self.hosted.iter_mut().for_each(|hosted| hosted.seat_people(&self.known));
        if let Some(active) = self.active.as_mut().filter(|_| sits_down) {
            active.sit_down();
        }
    }

    fn started(&mut self, start: &Start, late: bool, now: Instant) {
        if start.model.lives_on_host() {
            return self.hosted_by_start(start, late, now);
        }
        self.hosted = None;
        let me = self.client.me().unwrap_or_default();
        let kept = self.active.take_if(|active| active.round() == start.round);
        if kept.is_none() {
            (self.differing, self.finding) = (Differing::new(me), None);
        }
        self.active =
            kept.or_else(|| Active::new(start, rows::members(&self.client), me, &self.pack));
        self.countdown.follow(false, now);
        match &mut self.active {
            Some(active) if late => active.await_state(now),
            Some(_) => {}
            None => self.does_not_know(me),
        }
    }

    /// Nobody shall wait for a page that has not the game.
    pub(super) fn does_not_know(&mut self, me: PlayerId) {
        self.notices.alarm("This page does not know the game that was started.");
        self.say(AssignSeat { player: me, seat: None });
    }

    fn ended(&mut self, round: Round, by: Option<PlayerId>, now: Instant) {
        if self.hosted.as_ref().is_some_and(|hosted| hosted.round() == round) {
            return self.hosted_to_its_end(by, now);
        }
        let parted = self.is_parted(round, now);
        let Some(mut active) = self.active.take_if(|active| active.round() == round) else {
            return;
        };
        if by.is_some() {
            // Whoever ended it had everybody's words, and they have all come here before the end.
            active.run_out(now);
            active.record(&mut self.recording);
        }
        if active.results().is_some() {
            active.go_on_alone();
            self.active = Some(active); // to be read until they are left
            return;
        }
        if parted {
            return;
        }
        if by.is_some() && active.is_lost() {
            let why = "Nobody was left who held the running game, so it was ended.";
            return self.notices.alarm(why);
        }
        self.say_who_ended(by);
    }

    /// A game is over before its time.
    pub(super) fn say_who_ended(&mut self, by: Option<PlayerId>) {
        match by {
            Some(player) if Some(player) == self.client.me() => {}
            Some(player) => self.notices.alarm(format!("{} ended the game.", self.name(player))),
            None => self.notices.alarm("The game ended while you were away."),
        }
    }

    pub(super) fn play(&mut self, message: &Message) {
        let Some(active) = &mut self.active else { return };
        match active.handle(message) {
            Ok(()) => {}
            // No donor came to an end while the others played on: the next link finds another. Seats
            // that changed hands faster than this page looks are told anew with it, too.
            Err(PeerFault::TooMuchHeld | PeerFault::TooManyChanges(_)) => self.state_is_lost = true,
            Err(_) => self.end(words::closed(CloseReason::Malformed)),
        }
    }

    fn transferred(&mut self, message: &Message, now: Instant) {
        self.donations.handle(message, now);
        let Some(active) = &mut self.active else { return };
        let answers = active.handle_transfer(message, now);
        answers.into_iter().for_each(|answer| self.say(answer));
    }

    /// What the session itself has to tell.
    pub(super) fn session_news(&mut self, now: Instant) {
        while let Some(event) = self.active.as_mut().and_then(Active::poll_event) {
            match event {
                SessionEvent::Desync { frame, ours, theirs, player } => {
                    self.differs(player, frame, ours, theirs, now);
                }
                // The seat went to the AI while our own words for it were still on their way.
                SessionEvent::Overtaken { .. } => self.state_is_lost = true,
                // Who drives is looked at by itself: a guess may take it back.
                SessionEvent::SeatChanged { .. }
                | SessionEvent::Paused(_)
                | SessionEvent::Resumed(_)
                | SessionEvent::Confirmed(..) => {}
            }
        }
    }

    pub(super) fn name(&self, player: PlayerId) -> String {
        let row = self.client.member(player).map(|row| row.name.to_string());
        let cast = || Some(self.on_show()?.cast().of_player(player)?.name.clone());
        row.or_else(cast).unwrap_or_else(|| "Somebody".into())
    }
}
