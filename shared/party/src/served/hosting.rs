//! This member's machine decides: the server, and who is connected to it by way of the room.

use crate::cast::Cast;
use games::served::ServedRace;
use netplay::ids::PlayerId;
use netplay::limits::RESUME_COUNT;
use netplay::session::server::{GameServer, IdleBots, RoomDoor, ServerConfig, ServerLane};
use netplay::sim::{Replicated, WorldState};
use netplay::time::Instant;
use netplay::wire::{Packet, SeatController, StateBlob};
use std::time::Duration;

/// The race stands for those who are still loading, but not longer.
const LOADING: Duration = Duration::from_secs(3);
/// How often the relay is given the newest state, for whoever follows and knows none.
const DEPOSIT_EVERY: Duration = Duration::from_secs(1);
/// Ticks that one server counts at most before another's begin: eighteen minutes.
const REIGN_TICKS: u32 = 1 << 15;
/// Members who may take themselves for the next server at the same time.
const RIVALS: u32 = 16;

#[derive(Debug)]
pub(super) struct Hosting {
    server: GameServer<ServedRace>,
    door: RoomDoor,
    since: Instant,
    /// The race runs, or ran on another machine.
    has_begun: bool,
    deposited_at: Option<Instant>,
}

impl Hosting {
    /// A server of the race from the first of these states that one can go on from; at its start when none
    /// is, be it that the last server talked nonsense.
    pub(super) fn following(
        grid: &ServedRace,
        cast: &Cast,
        me: PlayerId,
        known: impl IntoIterator<Item = (u32, WorldState)>,
        now: Instant,
    ) -> Option<Self> {
        let followed =
            known.into_iter().find_map(|from| Self::new(grid, cast, me, Some(from), now));
        followed.or_else(|| Self::new(grid, cast, me, None, now))
    }

    /// A server of the race, at its start or from a state after a tick on.
    fn new(
        grid: &ServedRace,
        cast: &Cast,
        me: PlayerId,
        from: Option<(u32, WorldState)>,
        now: Instant,
    ) -> Option<Self> {
        let config = ServerConfig {
            fill_bots: false, // the race drives the cars of nobody itself
            ..ServerConfig::in_room()
        };
        let mut server = GameServer::new(grid.clone(), IdleBots, config, now).ok()?;
        let has_begun = from.is_some();
        if let Some((tick, world)) = from {
            let world = without_people(grid, &world)?;
            server.resume(&world, next_reign(tick, me)).ok()?;
        }
        Some(Self {
            server,
            door: RoomDoor::new(drivers(cast)),
            since: now,
            has_begun,
            deposited_at: None,
        })
    }

    /// A member says something.
    pub(super) fn handle(
        &mut self,
        player: PlayerId,
        lane: ServerLane,
        bytes: &[u8],
        now: Instant,
    ) {
        self.door.handle(&mut self.server, player, lane, bytes, now);
    }

    pub(super) fn changed_hands(&mut self, change: &SeatController) {
        self.door.changed_hands(&mut self.server, change);
    }

    pub(super) fn left(&mut self, player: PlayerId) {
        self.door.left(&mut self.server, player);
    }

    /// Does what is due, once everybody who should drive is here.
    pub(super) fn update(&mut self, now: Instant) {
        self.door.greet(&mut self.server, now);
        self.has_begun |= now.since(self.since) >= LOADING || self.door.all_in();
        if self.has_begun {
            self.server.update(now);
        }
        while self.server.poll_event().is_some() {}
    }

    /// What is to be said next, to whom.
    pub(super) fn poll_said(&mut self) -> Option<(PlayerId, ServerLane, Packet)> {
        self.door.poll_said(&mut self.server)
    }

    /// It as the room carries it.
    pub(super) fn blob(
        &mut self,
        to: PlayerId,
        lane: ServerLane,
        packet: &[u8],
    ) -> Option<StateBlob> {
        self.door.blob(to, lane, packet)
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

/// Who drives which seat.
fn drivers(cast: &Cast) -> Vec<Option<PlayerId>> {
    cast.seats().iter().map(|seat| seat.player.filter(|_| !seat.ai)).collect()
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
        let cast = Cast::of_practice("Noa", 0, me, 2);
        let follow = |known: &[(u32, &WorldState)]| {
            let known = known.iter().map(|(tick, world)| (*tick, (*world).clone()));
            let mut hosting = Hosting::following(&grid, &cast, me, known, Instant::ZERO).unwrap();
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
