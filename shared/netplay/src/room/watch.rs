//! Those who watch, and what they are told later than the players.
//!
//! ```text
//! play message ─► to players now ─► queue, with the date at which it may leave ─► to guests
//!                                   one queue for all guests; each begins at its own place in it
//! guest sits down ─► catching up: what is left of the queue goes to it in sips, then it is live
//! donor's state ─► escrow: the relay answers the donor for the guest, and sends it on later
//! ```
//!
//! Nothing leaves before its date, but to somebody who is not a guest any more. A guest for whom
//! more is held than [`WATCH_HELD_BYTES`] is cut; it may come back and begin anew.

use super::effect::Effects;
use super::escrow::Escrow;
use super::roster::Roster;
use crate::ids::{ConnId, PlayerId};
use crate::limits::{CATCH_UP_BYTES, CATCH_UP_MS, CATCH_UP_PACKETS, WATCH_HELD_BYTES};
use crate::link::Lane;
use crate::time::Instant;
use crate::wire::{Message, Packet, TransferBegin, TransferChunk};
use alloc::collections::{BTreeMap, VecDeque};
use alloc::vec::Vec;
use core::time::Duration;

/// What a held packet costs beside its bytes.
const HELD_OVERHEAD: usize = 64;

/// The guests of a room, and what is held for them.
#[derive(Debug, Default)]
pub(super) struct Watch {
    delay: Duration,
    queue: VecDeque<Held>,
    /// The number of the queue's first entry, counted from the room's beginning.
    first: u64,
    bytes: usize,
    guests: BTreeMap<PlayerId, Guest>,
}

/// A packet and when it may leave.
#[derive(Debug)]
struct Held {
    at: Instant,
    to: To,
    packet: Packet,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum To {
    Everybody,
    EverybodyBut(PlayerId),
    Only(PlayerId),
}

/// Somebody who is not told everything at once.
#[derive(Debug)]
struct Guest {
    conn: ConnId,
    /// The first entry of the queue that is for this guest.
    since: u64,
    pace: Pace,
    /// Said that the game is loaded before all of it was told.
    loaded: bool,
    escrow: Option<Escrow>,
    /// More was held than may be.
    cut: bool,
}

#[derive(Debug)]
enum Pace {
    /// Everything at its date.
    Later,
    /// What was held goes out in sips, the next one then.
    CatchingUp { backlog: VecDeque<Packet>, bytes: usize, next: Instant },
    /// Everything at once; only a state is still on its way.
    Live,
}

impl Watch {
    /// A session begins. Guests of the last one who play in this one, or everybody if nothing is
    /// delayed in it, hear only that the last one has ended.
    pub(super) fn begin(&mut self, delay: Duration, roster: &Roster, effects: &mut Effects) {
        self.delay = delay;
        let sits = |player| roster.get(player).is_some_and(|member| member.seat.is_some());
        let guests: Vec<PlayerId> = self.guests.keys().copied().collect();
        for player in guests.into_iter().filter(|player| delay.is_zero() || sits(*player)) {
            let Some(guest) = self.guests.remove(&player) else { continue };
            let ends = |packet: &&Packet| packet.first() == Some(&END_SESSION);
            let mut held = self.held_for(player, &guest);
            let backlog = match &guest.pace {
                Pace::CatchingUp { backlog, .. } => backlog.iter().rfind(ends),
                Pace::Later | Pace::Live => held.rfind(ends),
            };
            if let Some(end) = backlog {
                effects.send(guest.conn, end, Lane::Ordered);
            }
        }
        if !delay.is_zero() {
            for member in roster.connected().filter(|member| member.seat.is_none()) {
                self.invite(member.id, member.conn());
            }
        }
        self.tidy();
    }

    /// Whether what happens now reaches this member later.
    pub(super) fn delays(&self, player: PlayerId) -> bool {
        self.guests.get(&player).is_some_and(|guest| !matches!(guest.pace, Pace::Live))
    }

    /// The delay of the present session.
    pub(super) fn delay(&self) -> Duration {
        self.delay
    }

    /// From now on the member is told everything later.
    pub(super) fn invite(&mut self, player: PlayerId, conn: Option<ConnId>) {
        let Some(conn) = conn.filter(|_| !self.delay.is_zero()) else { return };
        let known = self.guests.get(&player).is_some_and(|guest| guest.conn == conn);
        if !known {
            self.drop_told_only(player);
            let since = self.first + self.queue.len() as u64;
            let guest =
                Guest { conn, since, pace: Pace::Later, loaded: false, escrow: None, cut: false };
            self.guests.insert(player, guest);
        }
    }

    /// The member is gone, and nothing is kept for it.
    pub(super) fn forget(&mut self, player: PlayerId) {
        self.guests.remove(&player);
        self.drop_told_only(player);
        self.tidy();
    }

    /// The guest sits down: what is held goes out as fast as a line can take it.
    pub(super) fn release(&mut self, player: PlayerId, now: Instant) {
        let Some(guest) = self.guests.get(&player) else { return };
        if !matches!(guest.pace, Pace::Later) {
            return;
        }
        let backlog: VecDeque<Packet> = self.held_for(player, guest).cloned().collect();
        let bytes = backlog.iter().map(cost).sum();
        if let Some(guest) = self.guests.get_mut(&player) {
            guest.pace = Pace::CatchingUp { backlog, bytes, next: now };
            guest.loaded = false;
        }
        self.drop_told_only(player);
        self.tidy();
    }

    // --- telling -----------------------------------------------------------------------------

    /// Tells the room something of the session: players now, guests later.
    pub(super) fn share(
        &mut self,
        effects: &mut Effects,
        roster: &Roster,
        but: Option<PlayerId>,
        message: impl Into<Message>,
        now: Instant,
    ) {
        let message: Message = message.into();
        self.share_packet(effects, roster, but, &message.encode(), now, |_| Lane::Ordered);
    }

    /// The same with a packet as it came, each to its lane. Guests get every word in order.
    pub(super) fn share_packet(
        &mut self,
        effects: &mut Effects,
        roster: &Roster,
        but: Option<PlayerId>,
        packet: &Packet,
        now: Instant,
        lane: impl Fn(&super::member::Member) -> Lane,
    ) {
        for member in roster.connected().filter(|member| Some(member.id) != but) {
            let Some(conn) = member.conn() else { continue };
            match self.guests.get_mut(&member.id).map(|guest| &mut guest.pace) {
                Some(Pace::Later) => {}
                Some(Pace::CatchingUp { backlog, bytes, .. }) => {
                    *bytes += cost(packet);
                    backlog.push_back(packet.clone());
                }
                Some(Pace::Live) | None => effects.send(conn, packet, lane(member)),
            }
        }
        if self.guests.values().any(|guest| matches!(guest.pace, Pace::Later)) {
            self.hold(but.map_or(To::Everybody, To::EverybodyBut), packet, now);
        }
    }

    /// Tells one member something of the session.
    pub(super) fn tell(
        &mut self,
        effects: &mut Effects,
        player: PlayerId,
        conn: ConnId,
        packet: &Packet,
        now: Instant,
    ) {
        match self.guests.get_mut(&player).map(|guest| &mut guest.pace) {
            Some(Pace::Later) => self.hold(To::Only(player), packet, now),
            Some(Pace::CatchingUp { backlog, bytes, .. }) => {
                *bytes += cost(packet);
                backlog.push_back(packet.clone());
            }
            Some(Pace::Live) | None => effects.send(conn, packet, Lane::Ordered),
        }
    }

    fn hold(&mut self, to: To, packet: &Packet, now: Instant) {
        let at = self.date(now);
        self.bytes += cost(packet);
        self.queue.push_back(Held { at, to, packet: packet.clone() });
    }

    /// Remembers that a guest who is not told everything yet has loaded the game; `false` when
    /// there is nothing to wait for.
    pub(super) fn loads_later(&mut self, player: PlayerId) -> bool {
        let catching_up = |guest: &&mut Guest| matches!(guest.pace, Pace::CatchingUp { .. });
        match self.guests.get_mut(&player).filter(catching_up) {
            Some(guest) => {
                guest.loaded = true;
                true
            }
            None => false,
        }
    }

    // --- time --------------------------------------------------------------------------------

    /// When something may leave next.
    pub(super) fn next_timeout(&self) -> Option<Instant> {
        let held = self.queue.front().map(|held| held.at);
        let guests = self.guests.values().filter_map(|guest| {
            let escrow = || guest.escrow.as_ref().and_then(Escrow::next_timeout);
            match &guest.pace {
                Pace::Later => escrow(),
                Pace::CatchingUp { next, .. } => Some(*next),
                Pace::Live => None,
            }
        });
        guests.chain(held).min()
    }

    /// Lets out what is due. Returns who has now been told all, and had loaded the game.
    pub(super) fn handle_timeout(&mut self, effects: &mut Effects, now: Instant) -> Vec<PlayerId> {
        while self.queue.front().is_some_and(|held| held.at <= now) {
            let Some(held) = self.queue.pop_front() else { break };
            self.bytes -= cost(&held.packet);
            for (player, guest) in &self.guests {
                let is_theirs = matches!(guest.pace, Pace::Later) && guest.since <= self.first;
                if is_theirs && held.to.includes(*player) {
                    effects.send(guest.conn, &held.packet, Lane::Ordered);
                }
            }
            self.first += 1;
        }
        let mut there = Vec::new();
        for (player, guest) in &mut self.guests {
            let done = guest.sip(effects, now);
            if done && core::mem::take(&mut guest.loaded) {
                there.push(*player);
            }
            guest.pour(effects, now);
        }
        self.tidy();
        there
    }

    /// The guests for whom too much is held, whatever the reason.
    pub(super) fn overfull(&mut self) -> Vec<(PlayerId, ConnId)> {
        let is_full = self.bytes > WATCH_HELD_BYTES;
        for guest in self.guests.values_mut() {
            guest.cut |= match &guest.pace {
                Pace::Later => is_full,
                Pace::CatchingUp { bytes, .. } => *bytes > WATCH_HELD_BYTES,
                Pace::Live => false,
            };
        }
        let cut = self.guests.iter().filter(|(_, guest)| guest.cut);
        cut.map(|(player, guest)| (*player, guest.conn)).collect()
    }

    // --- states ------------------------------------------------------------------------------

    /// Whether a state for this member is kept here until it may leave.
    pub(super) fn keeps_states_for(&self, player: PlayerId) -> bool {
        self.guests.get(&player).is_some_and(|guest| guest.escrow.is_some() || !guest.is_live())
    }

    /// A donor begins a state for a guest.
    pub(super) fn begin_state(
        &mut self,
        effects: &mut Effects,
        begin: &TransferBegin,
        guest: PlayerId,
        now: Instant,
    ) {
        let date = self.date(now);
        let Some(guest) = self.guests.get_mut(&guest) else { return };
        guest.escrow = Some(Escrow::new(begin.clone(), date));
        guest.pour(effects, now);
    }

    /// A part of it. Says up to where the guest's donor needs not send it again, and whether that
    /// is all; none if there is nothing to answer.
    pub(super) fn take_chunk(
        &mut self,
        effects: &mut Effects,
        chunk: TransferChunk,
        guest: PlayerId,
        now: Instant,
    ) -> Option<(u32, bool)> {
        let date = self.date(now);
        let guest = self.guests.get_mut(&guest)?;
        let answer = guest.escrow.as_mut()?.take(chunk, date);
        guest.pour(effects, now);
        answer
    }

    /// The guest holds this much of it; `false` when no state is kept here for it.
    pub(super) fn take_ack(
        &mut self,
        effects: &mut Effects,
        guest: PlayerId,
        donor: PlayerId,
        received_bytes: u32,
        now: Instant,
    ) -> bool {
        let Some(guest) = self.guests.get_mut(&guest) else { return false };
        let Some(escrow) = guest.escrow.as_mut().filter(|escrow| escrow.donor() == donor) else {
            return false;
        };
        escrow.ack(received_bytes);
        guest.pour(effects, now);
        self.tidy();
        true
    }

    /// What is kept of a state is worth nothing any more. Whether the guest has heard of it.
    pub(super) fn drop_state(&mut self, guest: PlayerId) -> bool {
        let escrow = self.guests.get_mut(&guest).and_then(|guest| guest.escrow.take());
        self.tidy();
        escrow.is_none_or(|escrow| escrow.has_begun())
    }

    // --- inside ------------------------------------------------------------------------------

    /// When what comes now may leave. A delay shorter than the last session's overtakes nothing.
    fn date(&self, now: Instant) -> Instant {
        self.queue.back().map_or(now, |last| last.at).max(now + self.delay)
    }

    fn held_for<'a>(
        &'a self,
        player: PlayerId,
        guest: &'a Guest,
    ) -> impl DoubleEndedIterator<Item = &'a Packet> {
        let skip = guest.since.saturating_sub(self.first) as usize;
        let theirs = self.queue.iter().skip(skip).filter(move |held| held.to.includes(player));
        theirs.map(|held| &held.packet)
    }

    /// What is held for this member alone is for nobody any more: who comes and goes would fill
    /// the queue of all.
    fn drop_told_only(&mut self, player: PlayerId) {
        let Self { queue, first, bytes, guests, .. } = self;
        let mut number = *first;
        queue.retain(|held| {
            if held.to != To::Only(player) {
                number += 1;
                return true;
            }
            *bytes -= cost(&held.packet);
            guests.values_mut().filter(|it| it.since > number).for_each(|it| it.since -= 1);
            false
        });
    }

    /// Nothing is kept for nobody.
    fn tidy(&mut self) {
        self.guests.retain(|_, guest| !guest.is_live() || guest.escrow.is_some());
        if !self.guests.values().any(|guest| matches!(guest.pace, Pace::Later)) {
            self.first += self.queue.len() as u64;
            self.queue.clear();
            self.bytes = 0;
        }
    }
}

/// The tag of [`EndSession`](crate::wire::EndSession).
const END_SESSION: u8 = 0x26;

impl To {
    fn includes(self, player: PlayerId) -> bool {
        match self {
            Self::Everybody => true,
            Self::EverybodyBut(other) => other != player,
            Self::Only(one) => one == player,
        }
    }
}

impl Guest {
    fn is_live(&self) -> bool {
        matches!(self.pace, Pace::Live)
    }

    /// Sends a sip of the backlog, if one is due; says whether that was the last of it.
    fn sip(&mut self, effects: &mut Effects, now: Instant) -> bool {
        let Pace::CatchingUp { backlog, bytes, next } = &mut self.pace else { return false };
        if *next > now {
            return false;
        }
        let (mut sent_packets, mut sent_bytes) = (0, 0);
        while sent_packets < CATCH_UP_PACKETS && sent_bytes < CATCH_UP_BYTES {
            let Some(packet) = backlog.pop_front() else { break };
            (sent_packets, sent_bytes) = (sent_packets + 1, sent_bytes + packet.len());
            *bytes -= cost(&packet);
            effects.send(self.conn, &packet, Lane::Ordered);
        }
        *next = now + Duration::from_millis(CATCH_UP_MS);
        let is_there = backlog.is_empty();
        if is_there {
            self.pace = Pace::Live;
        }
        is_there
    }

    /// Sends what may leave of a state.
    fn pour(&mut self, effects: &mut Effects, now: Instant) {
        let Some(escrow) = &mut self.escrow else { return };
        let at_once = match self.pace {
            Pace::Later => false,
            // The start order goes first.
            Pace::CatchingUp { .. } => return,
            Pace::Live => true,
        };
        while let Some(message) = escrow.poll(now, at_once) {
            effects.tell(self.conn, message);
        }
        if escrow.is_over() {
            self.escrow = None;
        }
    }
}

fn cost(packet: &Packet) -> usize {
    packet.len() + HELD_OVERHEAD
}
