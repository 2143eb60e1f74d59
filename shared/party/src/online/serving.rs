//! A game that lives on its host's machine, in this room.

use super::Online;
use crate::hosted::Hosted;
use crate::rows;
use crate::scene::Cue;
use crate::served::Served;
use crate::view::StallView;
use crate::viewed::Viewed;
use crate::words;
use netplay::ids::{PadWord, PlayerId};
use netplay::session::views::Dealer;
use netplay::time::Instant;
use netplay::wire::{SeatController, SessionModel, Start};

impl Online {
    pub(super) fn hosted_by_start(&mut self, start: &Start, late: bool, now: Instant) {
        let me = self.client.me().unwrap_or_default();
        (self.active, self.finding) = (None, None);
        self.countdown.follow(false, now);
        let kept = self.hosted.take_if(|hosted| hosted.round() == start.round);
        let (rows, pack) = (rows::members(&self.client), &self.pack);
        self.hosted = match kept {
            Some(mut hosted) => {
                hosted.come_back(self.client.am_host(), now);
                Some(hosted)
            }
            None if start.model == SessionModel::Server => {
                Served::new(start, pack, rows, me, late, now).map(Box::new).map(Hosted::Served)
            }
            None => {
                let hosts = (self.client.am_host(), late);
                let secrets = Dealer::new(std::array::from_fn(|_| self.secrets.below(256) as u8));
                let viewed = Viewed::new(start, pack, rows, me, hosts, secrets, now);
                viewed.map(Box::new).map(Hosted::Viewed)
            }
        };
        if self.hosted.is_none() {
            self.does_not_know(me);
        }
    }

    /// The session is over for everybody.
    pub(super) fn hosted_to_its_end(&mut self, by: Option<PlayerId>, now: Instant) {
        let Some(hosted) = &mut self.hosted else { return };
        if hosted.results().is_some() {
            return hosted.go_on_alone(now); // to be read until they are left
        }
        self.hosted = None;
        self.say_who_ended(by);
    }

    pub(super) fn hosted_by_hands(&mut self, change: &SeatController, now: Instant) {
        let (rows, me) = (rows::members(&self.client), self.client.me());
        let Some(hosted) = &mut self.hosted else { return };
        let Some(before) = hosted.changed_hands(change, rows, now) else { return };
        let Some(seat) = hosted.cast().seat(before.seat) else { return };
        if me.is_some() && seat.is_me {
            self.cues.push(Cue::MySeat { ai: seat.ai });
        }
        self.notices.tell(words::hands(&before, seat));
    }

    /// Lets the game run, and says what it has to say.
    pub(super) fn host(&mut self, pad: PadWord, now: Instant) {
        let rows = rows::members(&self.client);
        let Some(hosted) = &mut self.hosted else { return };
        let runs = self.client.round() == Some(hosted.round());
        if runs && !self.client.in_session() {
            return; // the link is away
        }
        match hosted {
            Hosted::Served(game) => {
                game.frame(pad, runs && self.client.am_host(), now, &mut self.cues);
            }
            Hosted::Viewed(game) => game.frame(pad, rows, now, &mut self.cues),
        }
        if !runs {
            return; // the picture goes on behind the results, on this page alone
        }
        while let Some(message) = self.hosted.as_mut().and_then(Hosted::poll_message) {
            self.say(message);
        }
        self.end_after_results(now);
    }

    /// Who is waited for when the host says nothing.
    pub(super) fn quiet_host(&self, hosted: &Hosted, now: Instant) -> Option<StallView> {
        let quiet = hosted.quiet_for(now)?;
        let host = self.client.lobby()?.host;
        let waited_ms = u32::try_from(quiet.as_millis()).unwrap_or(u32::MAX) / 100 * 100;
        Some(StallView { names: vec![self.name(host)], cause: self.row_cause(host), waited_ms })
    }
}
