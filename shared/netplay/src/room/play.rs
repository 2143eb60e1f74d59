//! The running session: whose seat is whose, whose words have come how far.
//!
//! **Why a `from` is safe.** No peer simulates a frame without every human seat's word for it.
//!
//! - A player who is *gone* hands over from the first frame whose word the relay has not forwarded:
//!   nobody can be past it.
//! - A player who is *still there* (a hidden tab, a driver moved to the spectators) knows words of
//!   their own that are still on the way, and may have simulated up to the end of the other human
//!   seats. So the seat is theirs until that frame; the relay forwards the words up to it. If they
//!   do not come, a second announcement cuts the seat off where the words end.
//! - A seat *comes back* at a frame beyond everything forwarded for any human seat, plus the longest
//!   round trip of all who drive, so that the words can be there in time, and so can the
//!   announcement be at whoever drove alone and was paced by nobody; and at least the input delay and
//!   two, because words of the time before may be on the way up to that far, and those must not be
//!   taken for words of the new time.
//!
//! **Why the last human seat stays.** The others' missing words are what holds the session
//! together while its only player reloads. An AI in the last seat would need no words, so nothing
//! would pace the peers: every machine would run on as fast as it can, to frames that nobody could
//! ever join. So everybody waits, and when that player is gone for good, the session ends.

use super::RoomConfig;
use super::effect::Ignored;
use super::line::Line;
use super::member::Member;
use super::presence::Missing;
use super::roster::Roster;
use crate::ids::{Frame, PlayerId, Seat};
use crate::limits::{
    INPUT_BACKLOG_FRAMES, INPUT_WINDOW_FRAMES, OWN_DELAY_CAP_FRAMES, ROOM_MEMBERS,
    SEAT_CHANGES_KEPT,
};
use crate::link::Lane;
use crate::time::Instant;
use crate::track::pacing::frames_in;
use crate::wire::{Controller, Input, Message, Packet, SeatController, SessionModel, Start};
use alloc::collections::{BTreeSet, VecDeque};
use alloc::vec::Vec;
use core::time::Duration;

/// The running session.
#[derive(Debug)]
pub(super) struct Play {
    start: Start,
    packet: Packet,
    lines: Vec<Line>,
    loaded: BTreeSet<PlayerId>,
    /// Who held the state before a link was lost, the last of them at the end.
    holders: Vec<PlayerId>,
    was_loaded: bool,
    changes: VecDeque<SeatController>,
    paused_by: Option<PlayerId>,
}

/// A seat that has just changed hands.
#[derive(Debug)]
pub(super) struct Handover {
    /// The seat's last words, for whoever missed them.
    pub(super) last_words: Option<Packet>,
    pub(super) change: SeatController,
}

impl Play {
    pub(super) fn new(start: Start) -> Self {
        let delay = Frame(start.input_delay.into());
        let lines = start.seats.iter().map(|player| Line::new(*player, delay)).collect();
        let packet = Message::from(start.clone()).encode();
        let (loaded, holders) = (BTreeSet::new(), Vec::new());
        let changes = VecDeque::new();
        Self { start, packet, lines, loaded, holders, was_loaded: false, changes, paused_by: None }
    }

    pub(super) fn start(&self) -> &Start {
        &self.start
    }

    /// The start order as everybody got it.
    pub(super) fn packet(&self) -> &Packet {
        &self.packet
    }

    /// Whether every peer simulates from every seat's words. Rollback is lockstep to the relay:
    /// the same words, and the same hands at the same frames.
    pub(super) fn is_lockstep(&self) -> bool {
        matches!(self.start.model, SessionModel::Lockstep | SessionModel::Rollback)
    }

    /// Whether peers hold the state, in whatever way they come to it.
    pub(super) fn lives_on_peers(&self) -> bool {
        !self.lives_on_host()
    }

    /// Whether the relay closes the ticks.
    pub(super) fn is_sealed(&self) -> bool {
        self.start.model == SessionModel::Sealed
    }

    /// Whether peers run ahead on guesses.
    pub(super) fn is_rollback(&self) -> bool {
        self.start.model == SessionModel::Rollback
    }

    /// Whether the session lives on its host.
    pub(super) fn lives_on_host(&self) -> bool {
        self.start.model.lives_on_host()
    }

    /// Whether nobody is in a hurry: players take turns, and who is away for long keeps the place.
    pub(super) fn plays_turns(&self) -> bool {
        self.start.model == SessionModel::HostAuthority
    }

    /// Whether nobody but the host could go on without what the host has deposited.
    pub(super) fn needs_deposit(&self) -> bool {
        matches!(self.start.model, SessionModel::HostAuthority | SessionModel::Views)
    }

    /// How much later than the players those see it who only watch.
    pub(super) fn watch_delay(&self) -> Duration {
        let terms = &self.start.terms;
        let micros = u64::from(terms.watch_delay_ticks) * 1_000_000 / u64::from(terms.tick_hz);
        Duration::from_micros(micros)
    }

    /// The seat changes so far that somebody who comes back may need.
    pub(super) fn changes(&self) -> impl Iterator<Item = &SeatController> {
        self.changes.iter()
    }

    pub(super) fn lines(&self) -> &[Line] {
        &self.lines
    }

    pub(super) fn has_loaded(&self, player: PlayerId) -> bool {
        self.loaded.contains(&player)
    }

    /// Whether anybody ever held the state.
    pub(super) fn was_loaded(&self) -> bool {
        self.was_loaded
    }

    /// The player holds the state.
    pub(super) fn load(&mut self, player: PlayerId) {
        self.holders.retain(|holder| *holder != player);
        self.loaded.insert(player);
        self.was_loaded = true;
    }

    /// The player's connection, and with it their copy of the state, is gone.
    pub(super) fn unload(&mut self, player: PlayerId) {
        if self.loaded.remove(&player) {
            self.holders.push(player);
        }
        if self.holders.len() > ROOM_MEMBERS {
            self.holders.remove(0);
        }
    }

    /// Who held the state before their link was lost, the last of them first.
    pub(super) fn holders(&self) -> impl Iterator<Item = PlayerId> {
        self.holders.iter().rev().copied()
    }

    /// Nobody holds the state but one who has kept it, and `frame` is the next for it: the AI
    /// drives every seat from there on, and whoever comes back sits down as ever. `None` when the
    /// session cannot have come that far.
    pub(super) fn restart(&mut self, frame: Frame) -> Option<Vec<SeatController>> {
        let end = self.lines.iter().map(Line::end).max()?;
        if frame > end.plus(INPUT_BACKLOG_FRAMES) {
            return None;
        }
        self.changes.clear();
        for line in &mut self.lines {
            *line = Line::new(None, frame);
        }
        let seats = (0..).map(Seat).take(self.lines.len());
        let to_ai = |seat| SeatController { seat, controller: Controller::Ai, from: frame };
        self.changes.extend(seats.map(to_ai));
        Some(self.changes.iter().cloned().collect())
    }

    pub(super) fn paused_by(&self) -> Option<PlayerId> {
        self.paused_by
    }

    pub(super) fn set_paused(&mut self, by: Option<PlayerId>) {
        self.paused_by = by;
        self.lines.iter_mut().for_each(Line::forgive);
    }

    /// Whether words of this player are still due.
    pub(super) fn awaits(&self, player: PlayerId) -> bool {
        self.lines.iter().any(|line| line.awaited() == Some(player))
    }

    /// Whether the AI drives the seat, and nobody's words are due for it.
    pub(super) fn is_ai(&self, seat: Seat) -> bool {
        self.lines.get(seat.index()).is_some_and(Line::is_ai)
    }

    /// Whether the player's digest of a frame is one of the state that everybody has: they drive a
    /// seat, and everybody can have simulated that frame, because every word of it has been
    /// forwarded, or its tick is closed. Whoever was cut off may have gone on with words that nobody
    /// else ever heard, and whoever is ahead of everybody may say anything unopposed.
    pub(super) fn vouches(&self, player: PlayerId, frame: Frame, next_tick: Option<Frame>) -> bool {
        let end = if self.is_sealed() { next_tick } else { self.slowest() };
        let is_common = end.is_some_and(|end| frame < end);
        let has_part = |line: &Line| {
            if self.is_sealed() {
                line.driver() == Some(player)
            } else {
                line.awaited() == Some(player) && line.said().is_some()
            }
        };
        is_common && self.lines.iter().any(has_part)
    }

    /// Everybody who drives and is here, be it that they have not loaded the state yet.
    pub(super) fn jurors(&self, roster: &Roster) -> impl Iterator<Item = PlayerId> {
        let drivers = self.lines.iter().filter_map(Line::driver);
        drivers.filter(|player| roster.get(*player).is_some_and(Member::is_connected))
    }

    /// The drivers who hold the state and go on driving.
    pub(super) fn drivers(&self, roster: &Roster) -> impl Iterator<Item = PlayerId> {
        let drivers = self.lines.iter().filter_map(Line::driver);
        drivers.filter(|player| {
            let is_here = roster.get(*player).is_some_and(Member::is_connected);
            is_here && self.has_loaded(*player)
        })
    }

    /// Whether the player's line is short enough for nobody to wait for their words, which may
    /// wait as long as a peer's own words do.
    pub(super) fn can_be_in_time(&self, roster: &Roster, player: PlayerId) -> bool {
        let trip = |player| roster.get(player).map_or(0, |one| u32::from(one.trip.millis()));
        let others = self.drivers(roster).filter(|other| *other != player);
        let one_way_ms = (trip(player) + others.map(trip).max().unwrap_or(0)) / 2;
        let window = u32::from(self.start.terms.window_frames);
        frames_in(one_way_ms) <= u32::from(OWN_DELAY_CAP_FRAMES) + window
    }

    /// The drivers who are here, but whose words another seat has passed, and since when.
    pub(super) fn overdue(&self, roster: &Roster) -> impl Iterator<Item = (PlayerId, Instant)> {
        let lines = self.lines.iter().filter(|_| self.paused_by.is_none());
        lines.filter_map(|line| {
            let member = roster.get(line.driver()?)?;
            let is_here = member.is_connected() && member.attendance.missing().is_none();
            Some((member.id, line.behind_since().filter(|_| is_here)?))
        })
    }

    /// How far the words of the slowest awaited seat have come.
    pub(super) fn slowest(&self) -> Option<Frame> {
        self.lines.iter().filter(|line| !line.is_ai()).map(Line::end).min()
    }

    /// When the wait for somebody's last words, or a seat's rest, ends.
    pub(super) fn next_timeout(&self) -> Option<Instant> {
        let ends = |line: &Line| [line.deadline(), line.rests_until()];
        self.lines.iter().flat_map(ends).flatten().min()
    }

    /// Whether the others wait for this member's words.
    pub(super) fn is_driving(&self, member: &Member) -> bool {
        let line = member.seat.and_then(|seat| self.lines.get(seat.index()));
        line.and_then(Line::driver) == Some(member.id) && self.has_loaded(member.id)
    }

    /// Takes a player's words; returns the packet to forward, and how.
    pub(super) fn take_input(
        &mut self,
        player: PlayerId,
        seat: Option<Seat>,
        input: &Input,
        packet: &Packet,
        now: Instant,
    ) -> Result<(Packet, Lane), Ignored> {
        let slowest = self.slowest().ok_or(Ignored::Stale)?;
        let line = self.lines.get_mut(input.seat.index()).ok_or(Ignored::ForeignSeat)?;
        match line.awaited() {
            Some(driver) if driver == player => {}
            // Words on the way while the seat was given away.
            None if seat == Some(input.seat) => return Err(Ignored::Stale),
            _ => return Err(Ignored::ForeignSeat),
        }
        let forward = line.take(input, packet, slowest, now)?;
        // A leaver's last words are not said again, so they must not be lost.
        let lane = if line.is_ai() { Lane::Ordered } else { Lane::Unreliable };
        self.compare(now);
        Ok((forward, lane))
    }

    fn compare(&mut self, now: Instant) {
        let fastest = self.lines.iter().filter_map(Line::said).max().unwrap_or_default();
        self.lines.iter_mut().for_each(|line| line.compare(fastest, now));
    }

    /// Gives seats back to players who can drive them again, and seats of players who cannot to
    /// the AI, as long as somebody else paces the session.
    pub(super) fn hand_over(
        &mut self,
        roster: &Roster,
        config: &RoomConfig,
        now: Instant,
    ) -> Vec<Handover> {
        if self.lives_on_host() {
            return self.hand_over_hosted(roster, config, now);
        }
        if !self.is_lockstep() {
            return Vec::new();
        }
        let mut handovers = Vec::new();
        for member in roster.connected() {
            let Some(seat) = member.seat else { continue };
            let is_back = self.has_loaded(member.id) && member.attendance.missing().is_none();
            if is_back && self.is_ai(seat) && !self.rests(seat) {
                let rtt_ms = self.slowest_trip(roster).max(member.trip.millis());
                handovers.extend(self.give_back(seat, member.id, rtt_ms));
                self.rest(seat, config, now);
            }
        }
        for seat in (0..).map(Seat).take(self.lines.len()) {
            let Some(line) = self.lines.get(seat.index()) else { break };
            if let Some(leaver) = line.leaver() {
                let is_over = line.deadline().is_some_and(|deadline| deadline <= now);
                if is_over || !self.sends_words(roster, leaver) {
                    handovers.extend(self.cut_off(seat));
                }
            } else if let Some(driver) = line.driver() {
                if self.is_pacing(roster, seat) || !self.is_paced_beside(roster, seat) {
                    continue;
                }
                let patience = Duration::from_millis(config.stall_notice_ms);
                let is_late = line.behind_since().is_some_and(|since| since + patience <= now);
                if is_late || !self.sends_words(roster, driver) {
                    handovers.extend(self.cut_off(seat));
                } else {
                    let deadline = now + Duration::from_millis(config.last_words_ms);
                    handovers.extend(self.let_go(seat, deadline));
                }
            }
        }
        handovers
    }

    /// Ends the rests that have lasted long enough.
    pub(super) fn wake(&mut self, now: Instant) {
        self.lines.iter_mut().for_each(|line| line.wake(now));
    }

    /// Whether the seat was given to somebody a moment ago. Whoever comes and goes as fast as they
    /// can would announce more to everybody than a peer keeps.
    pub(super) fn rests(&self, seat: Seat) -> bool {
        self.lines.get(seat.index()).is_some_and(|line| line.rests_until().is_some())
    }

    /// Somebody has just been given the seat.
    pub(super) fn rest(&mut self, seat: Seat, config: &RoomConfig, now: Instant) {
        let until = now + Duration::from_millis(config.seat_rest_ms);
        if let Some(line) = self.lines.get_mut(seat.index()) {
            line.rest(until);
        }
    }

    /// Whether nobody who drives a seat can ever drive it again.
    pub(super) fn is_deserted(&self, roster: &Roster) -> bool {
        if self.is_sealed() || (self.is_lockstep() && self.lines.iter().all(Line::is_ai)) {
            let mut seats = (0..).map(Seat).take(self.lines.len());
            return !seats.any(|seat| roster.sitting_on(seat).is_some());
        }
        self.is_lockstep()
            && !(0..).map(Seat).zip(&self.lines).any(|(seat, line)| {
                let driver = line.driver().and_then(|player| roster.get(player));
                driver.is_some_and(|member| member.seat == Some(seat))
            })
    }

    /// Whether the seat's driver can drive it now.
    fn is_pacing(&self, roster: &Roster, seat: Seat) -> bool {
        let driver = self.lines.get(seat.index()).and_then(Line::driver);
        driver.and_then(|player| roster.get(player)).is_some_and(|member| {
            member.seat == Some(seat) && member.attendance.missing().is_none()
        })
    }

    /// Whether the player is there, seated or not, and still sends what they owe.
    fn sends_words(&self, roster: &Roster, player: PlayerId) -> bool {
        roster.get(player).is_some_and(|member| {
            let is_there =
                matches!(member.attendance.missing(), None | Some(Missing::Hidden | Missing::Slow));
            is_there && member.is_connected() && self.has_loaded(player)
        })
    }

    /// Whether another human seat stays: one that can send words, or, for a player who is gone
    /// for good, one whose player may still come back.
    pub(super) fn is_paced_beside(&self, roster: &Roster, seat: Seat) -> bool {
        let driver_of = |line: &Line| line.driver().and_then(|player| roster.get(player));
        let is_gone = self
            .lines
            .get(seat.index())
            .and_then(driver_of)
            .is_none_or(|member| member.seat != Some(seat));
        (0..).map(Seat).zip(&self.lines).any(|(other, line)| {
            let returns = driver_of(line).is_some_and(|member| member.seat == Some(other));
            other != seat && (self.is_pacing(roster, other) || (is_gone && returns))
        })
    }

    /// The player is gone: the AI takes over where the words end.
    fn cut_off(&mut self, seat: Seat) -> Option<Handover> {
        let line = self.lines.get_mut(seat.index())?;
        let last_words = line.hand_to_ai();
        let from = line.end();
        Some(self.announce(last_words, seat, Controller::Ai, from))
    }

    /// The player is still there: the AI takes over beyond what they can have simulated.
    fn let_go(&mut self, seat: Seat, deadline: Instant) -> Option<Handover> {
        let until = self.lines.iter().filter(|line| !line.is_ai()).map(Line::end).max()?;
        let last_words = self.lines.get_mut(seat.index())?.hand_to_ai_at(until, deadline);
        Some(self.announce(last_words, seat, Controller::Ai, until))
    }

    /// The round trip of the driver who is the longest way from here. Nobody paces a driver who is
    /// alone, so until the announcement is there, they are as far beyond their forwarded words.
    fn slowest_trip(&self, roster: &Roster) -> u16 {
        let drivers = self.lines.iter().filter_map(Line::awaited);
        let trips = drivers.filter_map(|player| Some(roster.get(player)?.trip.millis()));
        trips.max().unwrap_or_default()
    }

    fn give_back(&mut self, seat: Seat, player: PlayerId, rtt_ms: u16) -> Option<Handover> {
        let awaited = self.lines.iter().filter(|line| !line.is_ai());
        let forwarded =
            awaited.map(Line::end).chain([self.lines.get(seat.index())?.end()]).max()?;
        // Half as much again: what a loss on the way costs is in no round trip measured before.
        let trip_frames = frames_in(u32::from(rtt_ms) * 3 / 2) + 1;
        let lead = trip_frames.max(u32::from(self.start.input_delay) + 2);
        let from = forwarded.plus(lead.min(INPUT_WINDOW_FRAMES / 2));
        self.lines.get_mut(seat.index())?.hand_to(player, from);
        Some(self.announce(None, seat, Controller::Human { player }, from))
    }

    fn announce(
        &mut self,
        last_words: Option<Packet>,
        seat: Seat,
        controller: Controller,
        from: Frame,
    ) -> Handover {
        let change = SeatController { seat, controller, from };
        self.remember(change.clone());
        Handover { last_words, change }
    }

    /// A seat changes hands where nobody has words on the way.
    pub(super) fn hand_directly(&mut self, change: &SeatController) {
        if let Some(line) = self.lines.get_mut(change.seat.index()) {
            match change.controller {
                Controller::Human { player } => line.hand_to(player, change.from),
                Controller::Ai => drop(line.hand_to_ai()),
            }
        }
        self.remember(change.clone());
    }

    fn remember(&mut self, change: SeatController) {
        if self.changes.len() == SEAT_CHANGES_KEPT {
            // Of the oldest seat changes those followed by another of their seat are the past.
            let is_past = |change: &SeatController| {
                self.changes.iter().filter(|other| other.seat == change.seat).count() > 1
            };
            let past = self.changes.iter().position(is_past).unwrap_or(0);
            self.changes.remove(past);
        }
        self.changes.push_back(change);
    }
}
