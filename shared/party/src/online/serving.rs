//! A race that one machine decides, in this room.

use super::Online;
use crate::rows;
use crate::scene::Cue;
use crate::served::Served;
use crate::view::StallView;
use crate::words;
use netplay::ids::{PadWord, PlayerId};
use netplay::time::Instant;
use netplay::wire::{SeatController, Start};

impl Online {
    pub(super) fn served_by_start(&mut self, start: &Start, late: bool, now: Instant) {
        let me = self.client.me().unwrap_or_default();
        (self.active, self.finding) = (None, None);
        self.countdown.follow(false, now);
        let kept = self.served.take_if(|served| served.round() == start.round);
        let rows = rows::members(&self.client);
        self.served = match kept {
            Some(mut served) => {
                served.come_back(now);
                Some(served)
            }
            None => Served::new(start, &self.pack, rows, me, late, now).map(Box::new),
        };
        if self.served.is_none() {
            self.does_not_know(me);
        }
    }

    /// The session is over for everybody.
    pub(super) fn served_to_its_end(&mut self, by: Option<PlayerId>, now: Instant) {
        let Some(served) = &mut self.served else { return };
        if served.results().is_some() {
            return served.go_on_alone(now); // to be read until they are left
        }
        self.served = None;
        self.say_who_ended(by);
    }

    pub(super) fn served_by_hands(&mut self, change: &SeatController, now: Instant) {
        let (rows, me) = (rows::members(&self.client), self.client.me());
        let Some(served) = &mut self.served else { return };
        let Some(before) = served.changed_hands(change, rows, now) else { return };
        let Some(seat) = served.cast().seat(before.seat) else { return };
        if me.is_some() && seat.is_me {
            self.cues.push(Cue::MySeat { ai: seat.ai });
        }
        self.notices.tell(words::hands(&before, seat));
    }

    /// Lets the race run, and says what it has to say.
    pub(super) fn serve(&mut self, pad: PadWord, now: Instant) {
        let Some(served) = &mut self.served else { return };
        let runs = self.client.round() == Some(served.round());
        if runs && !self.client.in_session() {
            return; // the link is away
        }
        served.frame(pad, runs && self.client.am_host(), now, &mut self.cues);
        if !runs {
            return; // the cars roll on behind the results, on this page alone
        }
        while let Some(message) = self.served.as_mut().and_then(|served| served.poll_message()) {
            self.say(message);
        }
        self.end_after_results(now);
    }

    /// Who is waited for when the server says nothing.
    pub(super) fn quiet_server(&self, served: &Served, now: Instant) -> Option<StallView> {
        let quiet = served.quiet_for(now)?;
        let host = self.client.lobby()?.host;
        let waited_ms = u32::try_from(quiet.as_millis()).unwrap_or(u32::MAX) / 100 * 100;
        Some(StallView { names: vec![self.name(host)], cause: self.row_cause(host), waited_ms })
    }
}
