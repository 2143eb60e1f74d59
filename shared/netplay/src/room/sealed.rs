//! A sealed session in a room: words go to the sealer and to nobody else, and every tick it closes
//! goes to everybody.
//!
//! Nobody waits for anybody here, so a seat changes hands with the next open tick: told before
//! that tick is, which is before any peer can hold it for true. The clock stands while nobody who
//! is connected holds the state: there would be nobody to give it to those who come back.

use super::effect::Ignored;
use super::play::Play;
use super::roster::Roster;
use super::sealer::{Sealer, SealerConfig};
use super::{Room, RoomConfig, Session};
use crate::ids::{Frame, PlayerId, Seat};
use crate::link::Lane;
use crate::time::Instant;
use crate::wire::{Controller, Input, Packet, SeatController, SessionModel, Start, WordSize};
use alloc::vec::Vec;
use core::time::Duration;

/// The clock of a room's session.
#[derive(Debug)]
pub(super) struct Clock {
    sealer: Sealer,
    /// When tick 0 comes even if somebody has not loaded yet.
    starts_at: Option<Instant>,
}

impl Clock {
    /// The clock that a start order asks for, if it asks for one.
    pub(super) fn of(start: &Start, word_size: WordSize) -> Option<Self> {
        let is_sealed = start.model == SessionModel::Sealed;
        let seats = u16::try_from(start.seats.len()).unwrap_or(u16::MAX);
        let (tick_hz, grace_ticks) = (start.terms.tick_hz, start.terms.grace_ticks);
        let config = SealerConfig { seats, word_size, tick_hz, grace_ticks };
        is_sealed.then(|| Self { sealer: Sealer::new(config), starts_at: None })
    }

    pub(super) fn next_timeout(&self) -> Option<Instant> {
        let start = self.starts_at.filter(|_| !self.sealer.is_started());
        self.sealer.next_timeout().or(start)
    }

    /// Takes a driver's words.
    pub(super) fn take_input(
        &mut self,
        play: &Play,
        player: PlayerId,
        seat: Option<Seat>,
        input: &Input,
    ) -> Result<(), Ignored> {
        let line = play.lines().get(input.seat.index()).ok_or(Ignored::ForeignSeat)?;
        match line.driver() {
            Some(driver) if driver == player => {}
            None if seat == Some(input.seat) => return Err(Ignored::Stale),
            _ => return Err(Ignored::ForeignSeat),
        }
        self.sealer.say(input).map_err(|_| Ignored::BadFrames)
    }

    /// The next tick to close.
    pub(super) fn next_tick(&self) -> Frame {
        self.sealer.next_tick()
    }

    /// Whether every tick from `from` on is kept.
    pub(super) fn reaches(&self, from: Frame) -> bool {
        self.sealer.history(from).is_some()
    }

    fn tell_history(&self, from: Frame, tell: impl FnMut(&Packet)) {
        self.sealer.history(from).into_iter().flatten().for_each(tell);
    }

    /// Starts the clock once every driver has loaded, or has been waited for; stops it while
    /// nobody holds the state, and in a pause.
    fn settle(&mut self, play: &Play, roster: &Roster, config: &RoomConfig, now: Instant) {
        let is_held = roster.connected().any(|member| play.has_loaded(member.id));
        if !is_held {
            self.starts_at = None; // whoever loads it next has the others waited for anew
        }
        if !self.sealer.is_started() && is_held {
            let patience = Duration::from_millis(config.stuck_seat_ms);
            let starts_at = *self.starts_at.get_or_insert(now + patience);
            let is_loading = |player| {
                let is_here = roster.get(player).is_some_and(|member| member.is_connected());
                is_here && !play.has_loaded(player)
            };
            let drivers = || play.lines().iter().filter_map(|line| line.driver());
            if starts_at <= now || !drivers().any(is_loading) {
                self.sealer.start(now);
            }
        }
        self.sealer.set_paused(!is_held || play.paused_by().is_some(), now);
    }

    /// Gives seats to whoever can drive them, and to the AI those of whoever cannot.
    fn hand_over(
        &mut self,
        play: &mut Play,
        roster: &Roster,
        config: &RoomConfig,
        now: Instant,
    ) -> Vec<SeatController> {
        let mut changes = Vec::new();
        if !self.sealer.is_started() || self.sealer.next_timeout().is_none() {
            return changes;
        }
        for seat in (0..).map(Seat).take(play.lines().len()) {
            let drives = |player: PlayerId| {
                let member = roster.get(player).filter(|member| member.seat == Some(seat));
                member.is_some_and(|it| it.is_connected() && it.attendance.missing().is_none())
            };
            let sitting = roster.sitting_on(seat).map(|member| member.id);
            let able = sitting.filter(|player| drives(*player) && play.has_loaded(*player));
            let driver = play.lines().get(seat.index()).and_then(|line| line.driver());
            let next = match (driver, able) {
                (Some(old), able) if able != Some(old) && !drives(old) => Controller::Ai,
                (None, Some(player)) if !play.rests(seat) => Controller::Human { player },
                _ => continue,
            };
            let change = SeatController { seat, controller: next, from: self.sealer.next_tick() };
            play.hand_directly(&change);
            if next != Controller::Ai {
                play.rest(seat, config, now);
            }
            self.sealer.silence(seat);
            self.sealer.note(&change);
            changes.push(change);
        }
        changes
    }
}

impl Room {
    /// A donor's state is on its way to a member, or their own is good: the ticks since then go
    /// with it.
    pub(super) fn tell_ticks_from(&mut self, frame: Frame, member: PlayerId, now: Instant) {
        let conn = self.roster.get(member).and_then(|member| member.conn());
        let clock = self.session.as_ref().and_then(|session| session.clock.as_ref());
        if let (Some(conn), Some(clock)) = (conn, clock) {
            let (watch, effects) = (&mut self.watch, &mut self.effects);
            clock.tell_history(frame, |packet| watch.tell(effects, member, conn, packet, now));
        }
    }

    /// What follows for a sealed session; ticks whose time has come are closed and told.
    pub(super) fn settle_sealed(&mut self, now: Instant) {
        let Some(Session { play, clock: Some(clock), .. }) = &mut self.session else { return };
        clock.settle(play, &self.roster, &self.config, now);
        for change in clock.hand_over(play, &self.roster, &self.config, now) {
            self.watch.share(&mut self.effects, &self.roster, None, change, now);
        }
        while let Some(bundle) = clock.sealer.seal(now) {
            for packet in &bundle.seals {
                let (watch, effects) = (&mut self.watch, &mut self.effects);
                watch.share_packet(effects, &self.roster, None, packet, now, |_| Lane::Ordered);
            }
        }
    }
}
