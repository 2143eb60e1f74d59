//! A pretend relay with members who play cards.

use super::{CardPlayer, Spy};
use netplay::ids::Round;
use netplay::link::{LinkProfile, Loopback};
use netplay::relay::{ClientAddress, LocalRelay, RelayConfig, RelayCore};
use netplay::session::views::Table;
use netplay::time::Instant;
use netplay::wire::{Blob, EndSession, Entry, SessionModel, SetReady, Start, Terms, Text};
use std::time::Duration;

/// One tick of the table, and the grain of the virtual clock.
const TICK_US: u64 = 16_667;

/// Members, the relay between them, and the time.
pub struct CardRoom<T> {
    /// In the order they came: players by their seats, then spectators.
    pub players: Vec<CardPlayer<T>>,
    /// Sees all that reaches anybody.
    pub spy: Spy,
    /// The virtual clock.
    pub now: Instant,
    relay: LocalRelay<Loopback>,
    profile: LinkProfile,
    new_table: fn() -> T,
    seed: u64,
    links: u64,
}

impl<T: Table> CardRoom<T> {
    /// A room of so many seats, players who are ready, and spectators.
    ///
    /// # Panics
    /// When they do not come in.
    #[must_use]
    pub fn new(
        [seats, players, spectators]: [u8; 3],
        new_table: fn() -> T,
        cards: u64,
        profile: LinkProfile,
        seed: u64,
    ) -> Self {
        let core = RelayCore::new(RelayConfig::default(), [seed as u8; 32]);
        let mut room = Self {
            players: Vec::new(),
            spy: Spy::new(cards),
            now: Instant::ZERO,
            relay: LocalRelay::new(core),
            profile,
            new_table,
            seed,
            links: 0,
        };
        room.enter(Entry::Create { seats });
        let code = room.players[0].client.code().expect("the host has a code");
        for index in 1..players + spectators {
            room.enter(Entry::Join { code, watch: index >= players });
        }
        room
    }

    /// The host starts a game, and everybody begins it.
    ///
    /// # Panics
    /// When somebody does not begin.
    pub fn start(&mut self) {
        let order = Start {
            round: Round(0),
            seed: self.seed,
            mode: Text::truncated("toy-cards"),
            config: Blob::default(),
            model: SessionModel::HostAuthority,
            input_delay: 0,
            seats: Vec::new(),
            terms: Terms::default(),
        };
        self.spy.forget_hands();
        for player in &mut self.players {
            player.is_over = false;
            if player.seat().is_some() && !player.client.am_host() {
                player.client.say(SetReady { ready: true });
            }
        }
        let host = self.players.iter().position(|it| it.client.am_host()).expect("a host");
        let is_ready = |room: &Self| {
            let client = &room.players[host].client;
            client.lobby().is_some_and(|lobby| {
                let mut guests = lobby.members.iter().filter(|row| row.player != lobby.host);
                guests.all(|row| row.ready || row.seat.is_none())
            })
        };
        assert!(self.run_until(10_000, is_ready), "everybody is ready");
        self.players[host].client.say(order);
        let is_on = |room: &Self| room.players.iter().all(|it| it.seen().is_some());
        let sees = self.run_until(10_000, is_on);
        let seen: Vec<_> = self.players.iter().map(|it| (it.client.me(), it.seen())).collect();
        assert!(sees, "SEED {}: everybody sees the table: {seen:?}", self.seed);
    }

    /// Lets one more member in; says at which place of `players`.
    ///
    /// # Panics
    /// When the relay does not.
    pub fn enter(&mut self, entry: Entry) -> usize {
        let index = self.players.len();
        let seed = self.seed.wrapping_add(index as u64);
        self.players.push(CardPlayer::new(&format!("P{index}"), entry, self.new_table, seed));
        self.reconnect(index);
        let is_in = |room: &Self| room.players[index].client.lobby().is_some();
        assert!(self.run_until(10_000, is_in), "member {index} is let in");
        index
    }

    /// Gives a member a new link.
    pub fn reconnect(&mut self, index: usize) {
        self.links += 1;
        let seed = self.seed.wrapping_mul(31).wrapping_add(self.links);
        let (here, there) = Loopback::pair(self.profile, self.profile, seed);
        // A relay that is full closes its end, and the member learns of it.
        let _ = self.relay.attach(there, ClientAddress::Local, self.now);
        self.players[index].connect(here, self.now);
    }

    /// Who hosts now, if anybody runs the game.
    #[must_use]
    pub fn host(&self) -> Option<usize> {
        self.players.iter().position(|it| it.link.is_some() && it.host().is_some())
    }

    /// The host ends the game, and everybody is back in the lobby.
    ///
    /// # Panics
    /// When somebody is not.
    pub fn end(&mut self) {
        let host = self.players.iter().position(|it| it.client.am_host()).expect("a host");
        let (player, round) = (self.players[host].id(), self.players[host].client.round());
        self.players[host].client.say(EndSession { player, round: round.expect("a game") });
        let is_back = |room: &Self| room.players.iter().all(|it| it.client.start().is_none());
        assert!(self.run_until(10_000, is_back), "everybody is back in the lobby");
    }

    /// One tick for everybody.
    pub fn tick(&mut self) {
        for player in &mut self.players {
            player.turn(&mut self.spy, self.now);
        }
        self.relay.pump(self.now);
        self.now = self.now + Duration::from_micros(TICK_US);
    }

    /// Lets time pass.
    pub fn run_for(&mut self, ms: u64) {
        (0..ms * 1_000 / TICK_US).for_each(|_| self.tick());
    }

    /// Lets time pass until something is so, for at most `limit_ms`. Says whether it is.
    pub fn run_until(&mut self, limit_ms: u64, is_so: impl Fn(&Self) -> bool) -> bool {
        for _ in 0..limit_ms * 1_000 / TICK_US {
            if is_so(self) {
                return true;
            }
            self.tick();
        }
        is_so(self)
    }
}
