//! From watching to a seat of the running session.

use super::{Room, Session};
use crate::ids::{PlayerId, Seat};
use crate::time::Instant;
use crate::wire::Refusal;
use alloc::vec::Vec;
use core::time::Duration;

impl Room {
    /// A spectator sits down where the AI drives and nobody may come back to. The seat is theirs at
    /// once; its words are once they say that they have caught up, as for anybody who comes back.
    pub(super) fn take_seat(
        &mut self,
        player: PlayerId,
        wish: Option<Seat>,
        now: Instant,
    ) -> Result<(), Refusal> {
        let Some(Session { play, .. }) = &mut self.session else {
            return Err(Refusal::NotStarted);
        };
        let sits_on = self.roster.get(player).and_then(|member| member.seat);
        if sits_on.is_some() {
            let is_content = wish.is_none() || wish == sits_on;
            return if is_content { Ok(()) } else { Err(Refusal::SeatTaken) };
        }
        let seats = u16::from(self.roster.seats());
        if wish.is_some_and(|seat| seat.0 >= seats) {
            return Err(Refusal::NoSuchSeat);
        }
        // Whoever was moved to the spectators is not driven on from there by their own wish.
        if self.roster.get(player).is_some_and(|member| member.is_benched) {
            return Err(Refusal::NotHost);
        }
        let is_open = |seat: &Seat| play.is_ai(*seat) && self.roster.sitting_on(*seat).is_none();
        let mut wished = (0..seats).map(Seat).filter(|seat| wish.is_none_or(|it| it == *seat));
        let seat = wished.find(is_open).ok_or(Refusal::SeatTaken)?;
        // Who decides is the host, and nobody has to catch up with it.
        if play.lives_on_peers() {
            play.unload(player);
        }
        self.roster.place(player, Some(seat));
        if !self.watch.delay().is_zero()
            && let Some(member) = self.roster.get_mut(player)
        {
            member.drives_by = Some(now + Duration::from_millis(self.config.taken_seat_ms));
        }
        self.is_news = true;
        Ok(())
    }

    /// Who sits down where others watch later sees the present to drive, and not to look: without a
    /// hand on the wheel in time they are spectators again, for the rest of the session.
    pub(super) fn settle_takers(&mut self, now: Instant) {
        let Some(Session { play, .. }) = &self.session else { return };
        let drives = |player| play.lines().iter().any(|line| line.driver() == Some(player));
        let mut idle = Vec::new();
        for member in self.roster.iter_mut() {
            if drives(member.id) {
                member.drives_by = None;
            } else if member.drives_by.is_some_and(|until| until <= now) {
                idle.push(member.id);
            }
        }
        for player in idle {
            self.roster.place(player, None);
            if let Some(member) = self.roster.get_mut(player) {
                (member.is_benched, member.wants_seat) = (true, true);
            }
            self.is_news = true;
        }
    }
}
