//! This member's machine decides: the server, and who is connected to it by way of the room.

use crate::cast::Cast;
use games::served::ServedRace;
use netplay::ids::{ConnId, PlayerId, Seq};
use netplay::limits::RESUME_COUNT;
use netplay::session::server::{
    ClientMessage, GameServer, IdleBots, NetError, ServerConfig, ServerLane, ServerMessage,
    ServerOutput, StartMode,
};
use netplay::sim::{Replicated, WorldState};
use netplay::time::Instant;
use netplay::wire::{Controller, Packet, SeatController};
use std::collections::VecDeque;
use std::time::Duration;

/// The race stands for those who are still loading, but not longer.
const LOADING: Duration = Duration::from_secs(3);
/// Who has not said hello for so long will not: they are told that nobody knows them.
const STRANGER: Duration = Duration::from_millis(750);
/// How often the relay is given the newest state, for whoever follows and knows none.
const DEPOSIT_EVERY: Duration = Duration::from_secs(1);
/// Ticks that one server counts at most before another's begin: eighteen minutes.
const REIGN_TICKS: u32 = 1 << 15;
/// Members who may take themselves for the next server at the same time.
const RIVALS: u32 = 16;
/// A link in order holds everything up when something is lost, and then brings it all at once: what
/// the player did meanwhile is not thrown away.
const LATE_INPUTS: usize = 12;
/// The slot of who has no seat: none. A client that asks for one is refused.
const NO_SLOT: u8 = u8::MAX;

#[derive(Debug)]
pub(super) struct Hosting {
    server: GameServer<ServedRace>,
    /// Who has said hello here.
    guests: Vec<PlayerId>,
    /// Who speaks without having said it, and since when.
    strangers: Vec<(PlayerId, Instant)>,
    /// What strangers are told, of whom the server does not know.
    told: VecDeque<(PlayerId, ServerLane, Packet)>,
    since: Instant,
    /// The race runs, or ran on another machine.
    has_begun: bool,
    said: u32,
    deposited_at: Option<Instant>,
}

impl Hosting {
    /// A server of the race from the first of these states that one can go on from; at its start when none
    /// is, be it that the last server talked nonsense.
    pub(super) fn following(
        grid: &ServedRace,
        me: PlayerId,
        known: impl IntoIterator<Item = (u32, WorldState)>,
        now: Instant,
    ) -> Option<Self> {
        let followed = known.into_iter().find_map(|from| Self::new(grid, me, Some(from), now));
        followed.or_else(|| Self::new(grid, me, None, now))
    }

    /// A server of the race, at its start or from a state after a tick on.
    fn new(
        grid: &ServedRace,
        me: PlayerId,
        from: Option<(u32, WorldState)>,
        now: Instant,
    ) -> Option<Self> {
        let config = ServerConfig {
            start: StartMode::Now,
            min_players: 0,
            input_queue_cap: LATE_INPUTS,
            fill_bots: false, // the race drives the cars of nobody itself
            ..ServerConfig::default()
        };
        let mut server = GameServer::new(grid.clone(), IdleBots, config, now).ok()?;
        let has_begun = from.is_some();
        if let Some((tick, world)) = from {
            let world = without_people(grid, &world)?;
            server.resume(&world, next_reign(tick, me)).ok()?;
        }
        Some(Self {
            server,
            guests: Vec::new(),
            strangers: Vec::new(),
            told: VecDeque::new(),
            since: now,
            has_begun,
            said: 0,
            deposited_at: None,
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
            self.guests.push(player);
            self.server.connected(conn(player), Some(slot), now);
        } else if !self.guests.contains(&player) {
            // The hello is still on its way, or they take this for a server that knows them.
            match self.strangers.iter().position(|(stranger, _)| *stranger == player) {
                None => return self.strangers.push((player, now)),
                Some(at) if now.since(self.strangers[at].1) < STRANGER => return,
                Some(at) => drop(self.strangers.swap_remove(at)),
            }
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
        self.strangers.retain(|(stranger, _)| *stranger != player);
        if self.forget(player) {
            self.server.disconnected(conn(player), None);
        }
    }

    /// Says whether they were known.
    fn forget(&mut self, player: PlayerId) -> bool {
        let known = self.guests.iter().position(|guest| *guest == player);
        known.map(|at| self.guests.swap_remove(at)).is_some()
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
                    self.forget(PlayerId(conn.0 as u32));
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
        let waits = self.deposited_at.is_some_and(|at| now.since(at) < DEPOSIT_EVERY);
        if waits || !self.has_begun {
            return None;
        }
        self.deposited_at = Some(now);
        Some((self.server.tick(), self.server.world()))
    }
}

/// A member as the server knows it.
fn conn(player: PlayerId) -> ConnId {
    ConnId(player.0.into())
}

/// Where the count of the next server begins, after a state of this tick. No number may ever mean two
/// states: not to those who heard more of the last server, nor of a rival who is cut off from all.
fn next_reign(tick: u32, me: PlayerId) -> u32 {
    // No honest server comes so far: the count begins anew, before there is none left.
    let tick = if tick > RESUME_COUNT / 2 { 0 } else { tick };
    let reign = tick / REIGN_TICKS;
    (reign - reign % RIVALS + RIVALS + me.0 % RIVALS) * REIGN_TICKS
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

#[cfg(test)]
mod tests {
    use super::*;
    use games::racing::{RaceRules, RaceSetup, Track};
    use games::served::Empty;
    use std::sync::Arc;

    #[test]
    fn fault_98_whatever_the_last_server_said_the_next_one_serves() {
        let setup = RaceSetup { seed: 1, seats: 2, rules: RaceRules::default() };
        let track = Arc::new(Track::heron_lake());
        let grid = ServedRace::new(setup, track, Empty::Driven).unwrap();
        let mut honest = WorldState::default();
        grid.read(&mut honest);
        let mut nonsense = honest.clone();
        nonsense.entities.pop();
        let me = PlayerId(u32::MAX);
        let follow = |known: &[(u32, &WorldState)]| {
            let known = known.iter().map(|(tick, world)| (*tick, (*world).clone()));
            let mut hosting = Hosting::following(&grid, me, known, Instant::ZERO).unwrap();
            let began = hosting.server.tick();
            (0..9).for_each(|n| hosting.server.update(Instant::from_millis(n * 50)));
            assert!(hosting.server.tick() > began + 9);
            (hosting.has_begun, began)
        };
        assert_eq!(follow(&[(400, &nonsense)]), (false, 0), "the race begins again");
        assert_eq!(follow(&[(400, &nonsense), (390, &honest)]), (true, next_reign(390, me)));
        let (has_begun, began) = follow(&[(u32::MAX, &honest)]);
        assert!(has_begun && began < RESUME_COUNT, "{began}");
    }

    #[test]
    fn no_two_servers_count_alike() {
        let (ann, ben) = (PlayerId(1), PlayerId(2));
        let first = next_reign(400, ann);
        let rival = next_reign(380, ben);
        let second = next_reign(first + 9_000, ben);
        let mut begins = [0, first, rival, second];
        begins.sort_unstable();
        assert!(begins.windows(2).all(|pair| pair[1] - pair[0] >= REIGN_TICKS), "{begins:?}");
    }
}
