//! A session that lives on its host: the relay tells the host who drives which seat, and who is
//! there to be told, and keeps what the next host needs. What happens is the host's alone.

use super::play::{Handover, Play};
use super::presence::Missing;
use super::roster::Roster;
use super::{Room, RoomConfig, Session};
use crate::ids::{Frame, PlayerId, Seat};
use crate::link::Lane;
use crate::time::Instant;
use crate::wire::{Controller, Loaded, SeatController};
use alloc::vec::Vec;

impl Play {
    /// Seats follow their players: nobody has to agree on a frame, so a change is told as soon as it
    /// is known. In a game of turns a hidden page is no reason: its player hears when it is their
    /// turn, and has a clock of their own.
    pub(super) fn hand_over_hosted(
        &mut self,
        roster: &Roster,
        config: &RoomConfig,
        now: Instant,
    ) -> Vec<Handover> {
        let mut handovers = Vec::new();
        for seat in (0..).map(Seat).take(self.lines().len()) {
            let driver = self.lines().get(seat.index()).and_then(|line| line.driver());
            let sitting = roster.sitting_on(seat).filter(|member| {
                let can_wait = self.plays_turns();
                let is_missing = match member.attendance.missing() {
                    None => false,
                    Some(Missing::Hidden) => !can_wait,
                    Some(_) => true,
                };
                member.is_connected() && !is_missing
            });
            let sitting = sitting.map(|member| member.id);
            if driver.is_some() && driver != sitting {
                handovers.push(self.tell_hands(seat, Controller::Ai));
            } else if let Some(player) = sitting
                && driver.is_none()
                && self.has_loaded(player)
                && !self.rests(seat)
            {
                handovers.push(self.tell_hands(seat, Controller::Human { player }));
                self.rest(seat, config, now);
            }
        }
        handovers
    }

    fn tell_hands(&mut self, seat: Seat, controller: Controller) -> Handover {
        let change = SeatController { seat, controller, from: Frame(0) };
        self.hand_directly(&change);
        Handover { last_words: None, change }
    }
}

impl Room {
    /// Tells who now hosts, or hosts again, from where to go on, and who has loaded the session.
    pub(super) fn brief_host(&mut self) {
        let host = self.election.host();
        let Some(to) = self.roster.get(host).and_then(|member| member.conn()) else { return };
        let Some(Session { play, deposit, .. }) = &self.session else { return };
        if let Some(deposit) = deposit {
            self.effects.send(to, deposit, Lane::Ordered);
        }
        let round = play.start().round;
        let others = self.roster.connected().filter(|member| member.id != host);
        let loaded = others.filter(|member| play.has_loaded(member.id)).map(|member| member.id);
        for player in loaded.collect::<Vec<PlayerId>>() {
            self.effects.tell(to, Loaded { player, round });
        }
    }
}
