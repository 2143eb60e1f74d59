//! A pretend relay with members who play sealed ticks: a room's, or an arena's.

use crate::SealedMember;
use netplay::ids::{Frame, PlayerId, Round, StateHash};
use netplay::link::{LinkProfile, Loopback};
use netplay::relay::{ClientAddress, LocalRelay};
use netplay::time::Instant;
use netplay::wire::{Blob, Entry, SessionModel, SetReady, Start, Terms, Text};
use std::collections::BTreeMap;
use std::time::Duration;

/// Members, the relay between them, and the time.
pub struct SealedRoom {
    /// In the order they came.
    pub members: Vec<SealedMember>,
    /// The virtual clock.
    pub now: Instant,
    /// The grain of the virtual clock.
    pub grain_us: u64,
    /// The relay.
    pub relay: LocalRelay<Loopback>,
    profile: LinkProfile,
    seed: u64,
    links: u64,
}

impl SealedRoom {
    /// A relay, and nobody yet.
    #[must_use]
    pub fn new(relay: LocalRelay<Loopback>, profile: LinkProfile, seed: u64) -> Self {
        let (members, now) = (Vec::new(), Instant::ZERO);
        Self { members, now, grain_us: 4_000, relay, profile, seed, links: 0 }
    }

    /// A room of a host and guests who are ready.
    ///
    /// # Panics
    /// When they do not come in.
    #[must_use]
    pub fn gathered(
        relay: LocalRelay<Loopback>,
        seats: u8,
        players: u16,
        profile: LinkProfile,
        seed: u64,
    ) -> Self {
        let mut room = Self::new(relay, profile, seed);
        room.enter(Entry::Create { seats });
        let code = room.members[0].client.code().expect("the host has a code");
        for _ in 1..players {
            room.enter(Entry::Join { code, watch: false });
        }
        room.members[1..].iter_mut().for_each(|member| {
            member.client.say(SetReady { ready: true });
        });
        room
    }

    /// The host starts a sealed session, and everybody begins it.
    ///
    /// # Panics
    /// When somebody does not begin.
    pub fn start(&mut self) {
        let order = Start {
            round: Round(0),
            seed: self.seed,
            mode: Text::truncated("toy"),
            config: Blob::default(),
            model: SessionModel::Sealed,
            input_delay: 0,
            seats: Vec::new(),
            terms: Terms::default(),
        };
        self.run_for(1_000);
        self.members[0].client.say(order);
        let started =
            self.run_until(10_000, |room| room.members.iter().all(|it| it.peer.is_some()));
        assert!(started, "everybody begins: {:?}", self.members[0].told.last());
    }

    /// Lets one more member in, as far as the relay does; says at which place of `members`.
    pub fn enter(&mut self, entry: Entry) -> usize {
        let index = self.knock(SealedMember::new(&format!("P{}", self.members.len()), entry));
        self.run_until(10_000, |room| room.members[index].client.lobby().is_some());
        index
    }

    /// One more member says hello.
    pub fn knock(&mut self, mut member: SealedMember) -> usize {
        member.connect(self.link(), self.now);
        self.members.push(member);
        self.members.len() - 1
    }

    /// Gives a member a new link.
    pub fn reconnect(&mut self, index: usize) {
        let link = self.link();
        self.members[index].connect(link, self.now);
    }

    /// One grain of time for everybody.
    pub fn tick(&mut self) {
        self.members.iter_mut().for_each(|member| member.turn(self.now));
        self.relay.pump(self.now);
        self.now = self.now + Duration::from_micros(self.grain_us);
    }

    /// Lets time pass.
    pub fn run_for(&mut self, ms: u64) {
        (0..ms * 1_000 / self.grain_us).for_each(|_| self.tick());
    }

    /// Lets time pass until something is so, for at most `limit_ms`. Says whether it is.
    pub fn run_until(&mut self, limit_ms: u64, is_so: impl Fn(&Self) -> bool) -> bool {
        for _ in 0..limit_ms * 1_000 / self.grain_us {
            if is_so(self) {
                return true;
            }
            self.tick();
        }
        is_so(self)
    }

    /// Every checkpoint that anybody told, after comparing those told by more than one.
    ///
    /// # Panics
    /// When two differ.
    pub fn agreed(&self) -> BTreeMap<Frame, (StateHash, usize)> {
        let mut agreed: BTreeMap<Frame, (StateHash, usize)> = BTreeMap::new();
        for peer in self.members.iter().filter_map(|member| member.peer.as_ref()) {
            for (frame, hash) in &peer.checkpoints {
                let (known, count) = agreed.entry(*frame).or_insert((*hash, 0));
                assert_eq!(known, hash, "{:?} after {frame:?}", peer.session.config().me);
                *count += 1;
            }
        }
        agreed
    }

    /// The place in `members` of a player.
    #[must_use]
    pub fn index_of(&self, player: PlayerId) -> Option<usize> {
        self.members.iter().position(|member| member.client.me() == Some(player))
    }

    fn link(&mut self) -> Loopback {
        self.links += 1;
        let seed = self.seed.wrapping_mul(31).wrapping_add(self.links);
        let (here, there) = Loopback::pair(self.profile, self.profile, seed);
        // A relay that is full closes its end, and the member learns of it.
        let _ = self.relay.attach(there, ClientAddress::Local, self.now);
        here
    }
}
