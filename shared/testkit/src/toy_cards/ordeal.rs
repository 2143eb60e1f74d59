//! Many hands in one room, with people who come and go, hosts among them.

use super::{CardPlayer, CardRoom, Seen, ToyCards};
use netplay::link::LinkProfile;
use netplay::rng::SimRng;
use netplay::session::views::Table;
use netplay::wire::{AssignSeat, Entry, Leave, TakeSeat};

/// The cards of every ordeal.
const CARDS_SEED: u64 = 0x5EC4E7;

/// So many hands, everything about which follows from the seed.
#[derive(Clone, Debug)]
pub struct CardOrdeal {
    /// How many.
    pub hands: u32,
    /// After how many hands the host's page crashes; 0: never.
    pub crash_every: u32,
    /// Over which links.
    pub profile: LinkProfile,
    /// The dice's.
    pub seed: u64,
}

/// What came of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CardStats {
    /// Hands that were begun.
    pub hands: u32,
    /// Bytes that reached somebody.
    pub bytes: u64,
    /// Cards that were found where they may be.
    pub rightly: u64,
    /// Hands that were laid open.
    pub showdowns: u64,
    /// Changes of the host.
    pub hosts: u32,
    /// Members who stood up or were moved to the spectators in the middle of a game …
    pub stood_up: u32,
    /// … and who sat down where the AI drove.
    pub sat_down: u32,
    /// Places where a secret was found: none, one hopes.
    pub leaks: usize,
}

impl CardOrdeal {
    /// Plays the toy game.
    ///
    /// # Panics
    /// When the room is stuck, or chips are made or lost.
    #[must_use]
    pub fn run(&self) -> CardStats {
        // Games end when somebody has all chips; then the next begins in the same room.
        self.run_with(|| ToyCards::new(4, 1_000, CARDS_SEED))
    }

    /// The same at another table of the same game.
    ///
    /// # Panics
    /// When the room is stuck.
    #[must_use]
    pub fn run_with<T: Table>(&self, new_table: fn() -> T) -> CardStats {
        let mut room = CardRoom::new([4, 3, 1], new_table, CARDS_SEED, self.profile, self.seed);
        let mut stats = CardStats::default();
        let mut dice = SimRng::new(self.seed, 0x0D);
        while stats.hands < self.hands {
            room.start();
            self.play(&mut room, &mut dice, &mut stats);
            room.end();
        }
        stats.bytes = room.spy.bytes;
        stats.rightly = room.spy.rightly;
        stats.showdowns = room.spy.showdowns;
        stats.leaks = room.spy.leaks.len();
        stats
    }

    /// One game, to its end or to the last hand.
    fn play<T: Table>(&self, room: &mut CardRoom<T>, dice: &mut SimRng, stats: &mut CardStats) {
        let before = stats.hands;
        // A spectator sees the public table, whose first bytes are the hand's number.
        let mut crash_at = self.crash_at(before, dice);
        let mut patience = 0;
        while !room.players.iter().all(|player| player.is_over) {
            room.tick();
            patience += 1;
            let hand =
                room.players.iter().rev().find_map(|it| it.table_bytes()?.first_chunk().copied());
            let begun = before + hand.map_or(0, u32::from_le_bytes);
            if begun > stats.hands {
                (stats.hands, patience) = (begun, 0);
            }
            assert!(patience < 60 * 60, "SEED {}: stuck in hand {begun}", self.seed);
            if stats.hands >= self.hands {
                return;
            }
            if let Some((at, ticks)) = &mut crash_at
                && begun >= *at
            {
                *ticks -= 1;
                if *ticks == 0 {
                    change_host(room, self.seed);
                    stir(room, dice, self.seed);
                    change_seats(room, dice, stats);
                    stats.hosts += 1;
                    crash_at = self.crash_at(begun, dice);
                }
            }
        }
        let seen: Vec<_> = room.players.iter().filter_map(|player| player.seen()).collect();
        let public = |seen: &Seen| (seen.hand, seen.phase, seen.seats.clone());
        let is_one = seen.iter().all(|one| public(one) == public(&seen[0]));
        assert!(is_one, "SEED {}: everybody sees one result", self.seed);
    }

    /// The hand of the next crash, and the tick of it.
    fn crash_at(&self, hand: u32, dice: &mut SimRng) -> Option<(u32, u32)> {
        (self.crash_every > 0).then(|| (hand + self.crash_every, 1 + dice.below(20)))
    }
}

/// The host's page crashes; another member goes on with the game, and the page comes back.
fn change_host<T: Table>(room: &mut CardRoom<T>, seed: u64) {
    let Some(host) = room.host() else { return };
    room.players[host].crash();
    let goes_on = |room: &CardRoom<T>| room.host().is_some();
    assert!(room.run_until(5_000, goes_on), "SEED {seed}: nobody hosts within five seconds");
    room.reconnect(host);
    let is_back = |room: &CardRoom<T>| room.players[host].seen().is_some();
    assert!(room.run_until(5_000, is_back), "SEED {seed}: the page is not back");
}

/// Somebody stands up, or is moved to the spectators, while others play; or sits down among them.
fn change_seats<T: Table>(room: &mut CardRoom<T>, dice: &mut SimRng, stats: &mut CardStats) {
    let Some(host) = room.host() else { return };
    let sits = |it: &CardPlayer<T>| it.seat().is_some();
    let guests: Vec<_> = (0..room.players.len()).filter(|at| *at != host).collect();
    let (seated, watching): (Vec<_>, Vec<_>) =
        guests.into_iter().partition(|at| sits(&room.players[*at]));
    if seated.len() >= 2 || watching.is_empty() {
        let Some(at) = seated.first().copied() else { return };
        let order = AssignSeat { player: room.players[at].id(), seat: None };
        let by = if dice.below(3) == 0 { host } else { at };
        room.players[by].client.say(order);
        stats.stood_up += u32::from(room.run_until(2_000, |room| !sits(&room.players[at])));
    } else {
        let at = watching[dice.below(watching.len() as u32) as usize];
        room.players[at].client.say(TakeSeat { seat: None });
        stats.sat_down += u32::from(room.run_until(2_000, |room| sits(&room.players[at])));
    }
}

/// Somebody comes to watch, leaves for good, or loads the page again.
fn stir<T: Table>(room: &mut CardRoom<T>, dice: &mut SimRng, seed: u64) {
    let is_watcher = |it: &CardPlayer<T>| it.seat().is_none() && !it.client.am_host();
    let watcher = room.players.iter().position(is_watcher);
    match (dice.below(3), watcher) {
        (0, _) if room.players.len() < 8 => {
            let code = room.players[0].client.code().expect("in a room");
            room.enter(Entry::Join { code, watch: true });
        }
        (1, Some(watcher)) => {
            room.players[watcher].client.say(Leave {});
            room.run_for(500);
            room.players.remove(watcher);
        }
        _ => {
            let host = room.host();
            let guest = (0..room.players.len()).find(|at| Some(*at) != host).expect("a guest");
            room.players[guest].crash();
            room.run_for(300);
            room.reconnect(guest);
        }
    }
    let sees = |room: &CardRoom<T>| room.players.iter().all(|it| it.seen().is_some());
    assert!(room.run_until(10_000, sees), "SEED {seed}: somebody does not see the table");
}
