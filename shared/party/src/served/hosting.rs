//! This member's machine decides: the server, and who is connected to it by way of the room.

use crate::cast::Cast;
use games::served::ServedRace;
use netplay::ids::{ConnId, PlayerId, Seq};
use netplay::session::server::{
    ClientMessage, GameServer, IdleBots, NetError, ServerConfig, ServerLane, ServerMessage,
    ServerOutput, StartMode,
};
use netplay::sim::{Replicated, WorldState};
use netplay::time::Instant;
use netplay::wire::{Controller, Packet, SeatController};
use std::collections::{BTreeSet, VecDeque};
use std::time::Duration;

/// The race stands for those who are still loading, but not longer.
const LOADING: Duration = Duration::from_secs(3);
/// How often the relay is given the newest state, for whoever follows and knows none.
const DEPOSIT_EVERY: Duration = Duration::from_secs(1);
/// The ticks of another server are others: nobody may take two states for the same one. It is more
/// than a client takes for a mere hitch of the clock.
const TICKS_APART: u32 = 128;
/// The slot of who has no seat: none. A client that asks for one is refused.
const NO_SLOT: u8 = u8::MAX;

#[derive(Debug)]
pub(super) struct Hosting {
    server: GameServer<ServedRace>,
    /// Who has said hello here.
    guests: BTreeSet<PlayerId>,
    /// Strangers and the like, to be told something that the server does not know.
    told: VecDeque<(PlayerId, ServerLane, Packet)>,
    since: Instant,
    /// The race runs, or ran on another machine.
    has_begun: bool,
    said: u32,
    deposited_at: Instant,
}

impl Hosting {
    /// A server of the race, at its start or from a state after a tick on.
    pub(super) fn new(
        grid: &ServedRace,
        from: Option<(u32, WorldState)>,
        now: Instant,
    ) -> Option<Self> {
        let config = ServerConfig {
            start: StartMode::Now,
            min_players: 0,
            fill_bots: false, // the race drives the cars of nobody itself
            ..ServerConfig::default()
        };
        let mut server = GameServer::new(grid.clone(), IdleBots, config, now).ok()?;
        let has_begun = from.is_some();
        if let Some((tick, world)) = from {
            let world = without_people(grid, &world)?;
            server.resume(&world, tick.saturating_add(TICKS_APART)).ok()?;
        }
        Some(Self {
            server,
            guests: BTreeSet::new(),
            told: VecDeque::new(),
            since: now,
            has_begun,
            said: 0,
            deposited_at: now,
        })
    }

    /// A member says something. A hello begins anew, in the seat that the room gives.
    pub(super) fn handle(
        &mut self,
        player: PlayerId,
        lane: ServerLane,
        bytes: &[u8],
        cast: &Cast,
        now: Instant,
    ) {
        let is_hello = lane == ServerLane::Control
            && matches!(ClientMessage::decode(lane, bytes), Ok(ClientMessage::Hello { .. }));
        if is_hello {
            self.left(player);
            let seat = cast.of_player(player).filter(|seat| !seat.ai);
            let slot = seat.map_or(NO_SLOT, |seat| seat.seat.0 as u8);
            self.guests.insert(player);
            self.server.connected(conn(player), Some(slot), now);
        } else if !self.guests.contains(&player) {
            // They take this for a server that they have greeted already.
            let closed = ServerMessage::Closed { code: Some(NetError::Timeout) };
            return self.told.push_back((player, closed.lane(), closed.encode()));
        }
        self.server.handle(conn(player), lane, bytes, now);
    }

    /// A seat has another driver: who had it drives no more.
    pub(super) fn changed_hands(&mut self, change: &SeatController) {
        let had = self.guests.iter().find(|player| {
            let slot = self.server.slot_of(conn(**player));
            slot.is_some_and(|slot| u16::from(slot) == change.seat.0)
        });
        let had = had.filter(|had| change.controller != Controller::Human { player: **had });
        if let Some(had) = had.copied() {
            self.left(had);
        }
    }

    pub(super) fn left(&mut self, player: PlayerId) {
        if self.guests.remove(&player) {
            self.server.disconnected(conn(player), None);
        }
    }

    /// Does what is due, once everybody who should drive is here.
    pub(super) fn update(&mut self, cast: &Cast, now: Instant) {
        let mut drivers = cast.seats().iter().filter(|seat| !seat.ai);
        let is_in = |player| self.server.slot_of(conn(player)).is_some();
        self.has_begun |=
            now.since(self.since) >= LOADING || drivers.all(|seat| seat.player.is_some_and(is_in));
        if self.has_begun {
            self.server.update(now);
        }
        while self.server.poll_event().is_some() {}
    }

    /// What is to be said next, to whom.
    pub(super) fn poll_said(&mut self) -> Option<(PlayerId, ServerLane, Packet)> {
        if let Some(told) = self.told.pop_front() {
            return Some(told);
        }
        loop {
            match self.server.poll_output()? {
                ServerOutput::Send { to, lane, packet } => {
                    return Some((PlayerId(to.0 as u32), lane, packet));
                }
                ServerOutput::Close { conn, .. } => {
                    self.guests.remove(&PlayerId(conn.0 as u32));
                }
            }
        }
    }

    pub(super) fn next_seq(&mut self) -> Seq {
        self.said = self.said.wrapping_add(1);
        Seq(self.said)
    }

    /// The newest state and its tick, when it is time to leave it with the relay.
    pub(super) fn poll_deposit(&mut self, now: Instant) -> Option<(u32, &WorldState)> {
        if !self.has_begun || now.since(self.deposited_at) < DEPOSIT_EVERY {
            return None;
        }
        self.deposited_at = now;
        Some((self.server.tick(), self.server.world()))
    }
}

/// A member as the server knows it.
fn conn(player: PlayerId) -> ConnId {
    ConnId(player.0.into())
}

/// The state with the AI at every wheel: who is here says so.
fn without_people(grid: &ServedRace, world: &WorldState) -> Option<WorldState> {
    let mut race = grid.clone();
    race.write(world).ok()?;
    for slot in 0..race.slots() {
        race.player_left(slot);
    }
    let mut world = WorldState::default();
    race.read(&mut world);
    Some(world)
}
