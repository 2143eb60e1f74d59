//! A pretend room: members on faulty links, a real relay core, and the time.

use crate::{Member, Peer, ToyGame, reference};
use netplay::ids::{Frame, PlayerId, Round, Seat};
use netplay::link::{LinkProfile, Loopback};
use netplay::relay::{ClientAddress, LocalRelay, RelayConfig, RelayCore};
use netplay::session::SessionEvent;
use netplay::time::Instant;
use netplay::wire::{Blob, Controller, Entry, SessionModel, SetReady, Start, Terms, Text};
use std::time::Duration;

/// The grain of the virtual clock.
const GRAIN_MS: u64 = 4;
/// How long a room may take to come together.
const GATHER_MS: u64 = 10_000;

/// Members, the relay between them, and the time.
pub struct Online {
    /// In the order they came: players by their seats, then spectators.
    pub members: Vec<Member>,
    /// The virtual clock.
    pub now: Instant,
    /// The prediction window of the next session; 0 for lockstep.
    pub window_frames: u8,
    relay: LocalRelay<Loopback>,
    profile: LinkProfile,
    seed: u64,
    links: u64,
}

impl Online {
    /// A room whose members are in and, if they play, ready. The links of all have this profile
    /// both ways.
    ///
    /// # Panics
    /// When they do not come in.
    #[must_use]
    pub fn new(players: u16, spectators: u16, profile: LinkProfile, seed: u64) -> Self {
        Self::with_seats(players, players, spectators, profile, seed)
    }

    /// The same with more seats than players: the rest are the AI's.
    ///
    /// # Panics
    /// When the members do not come in.
    #[must_use]
    pub fn with_seats(
        seats: u16,
        players: u16,
        spectators: u16,
        profile: LinkProfile,
        seed: u64,
    ) -> Self {
        let core = RelayCore::new(RelayConfig::default(), [seed as u8; 32]);
        let mut online = Self {
            members: Vec::new(),
            now: Instant::ZERO,
            window_frames: 0,
            relay: LocalRelay::new(core),
            profile,
            seed,
            links: 0,
        };
        online.enter(Entry::Create { seats: seats as u8 });
        let code = online.members[0].client.code().expect("the host has a code");
        for index in 1..players + spectators {
            online.enter(Entry::Join { code, watch: index >= players });
        }
        for member in &mut online.members[1..usize::from(players)] {
            member.client.say(SetReady { ready: true });
        }
        online
    }

    /// Starts a session and waits until everybody has begun it.
    ///
    /// # Panics
    /// When somebody does not begin.
    pub fn start(&mut self, input_delay: u8) {
        let order = Start {
            round: Round(0),
            seed: self.seed,
            mode: Text::truncated("toy"),
            config: Blob::default(),
            model: match self.window_frames {
                0 => SessionModel::Lockstep,
                _ => SessionModel::Rollback,
            },
            input_delay,
            seats: Vec::new(),
            terms: Terms { window_frames: self.window_frames, ..Terms::default() },
        };
        self.run_for(1_000);
        self.members[0].client.say(order);
        let begun = |member: &Member| member.client.start().is_some();
        let started = self.run_until(GATHER_MS, |room| room.members.iter().all(begun));
        assert!(started, "everybody begins: {:?}", self.members[0].told.last());
    }

    /// Lets one more member in; says at which place of `members`.
    ///
    /// # Panics
    /// When the relay does not.
    pub fn enter(&mut self, entry: Entry) -> usize {
        let index = self.members.len();
        let mut member = Member::new(&format!("P{index}"), entry, self.seed);
        member.connect(self.link(), self.now);
        self.members.push(member);
        let welcomed =
            self.run_until(GATHER_MS, |room| room.members[index].client.lobby().is_some());
        assert!(welcomed, "member {index} is let in: {:?}", self.members[index].told);
        index
    }

    /// Gives a member a new link.
    pub fn reconnect(&mut self, index: usize) {
        let link = self.link();
        self.members[index].connect(link, self.now);
    }

    /// One grain of time for everybody.
    pub fn tick(&mut self) {
        self.members.iter_mut().for_each(|member| member.turn(self.now));
        for index in 0..self.members.len() {
            if self.members[index].wants_link {
                self.reconnect(index);
            }
        }
        self.relay.pump(self.now);
        self.now = self.now + Duration::from_millis(GRAIN_MS);
    }

    /// Lets time pass.
    pub fn run_for(&mut self, ms: u64) {
        (0..ms / GRAIN_MS).for_each(|_| self.tick());
    }

    /// Lets time pass until something is so, for at most `limit_ms`. Says whether it is.
    pub fn run_until(&mut self, limit_ms: u64, is_so: impl Fn(&Self) -> bool) -> bool {
        for _ in 0..limit_ms / GRAIN_MS {
            if is_so(self) {
                return true;
            }
            self.tick();
        }
        is_so(self)
    }

    /// Lets time pass until up to `frame` all is final in every session.
    pub fn run_to(&mut self, frame: Frame, limit_ms: u64) -> bool {
        self.run_until(limit_ms, |room| {
            room.peers().all(|peer| peer.session.confirmed_frame() >= frame)
        })
    }

    /// The peers of all who are in the session and awake.
    pub fn peers(&self) -> impl Iterator<Item = &Peer> {
        self.members.iter().filter(|member| !member.asleep).filter_map(|it| it.peer.as_ref())
    }

    /// Every change of hands that took place, as the first member saw it.
    #[must_use]
    pub fn changes(&self) -> Vec<(Seat, Controller, Frame)> {
        let seen = |event: &SessionEvent| match *event {
            SessionEvent::SeatChanged { seat, controller, from } => Some((seat, controller, from)),
            _ => None,
        };
        self.members[0].peer().events.iter().filter_map(seen).collect()
    }

    /// Everybody's digests up to `frames`, compared with those of one machine that knew all.
    ///
    /// # Panics
    /// When somebody's differ, or somebody found a difference.
    pub fn assert_all_agree(&self, frames: u32) {
        let config = self.members[0].peer().session.config();
        let expected = reference(
            ToyGame::new(config.seats, self.seed),
            self.seed,
            config.input_delay_frames,
            &config.controllers,
            &self.changes(),
            frames,
        );
        for peer in self.peers() {
            assert_eq!(peer.desync(), None, "player {:?} found a difference", peer.id);
            for frame in (peer.first.0..frames).map(Frame) {
                let ours = peer.hash_after(frame);
                let right = Some(expected[frame.0 as usize]);
                assert_eq!(ours, right, "player {:?} after {frame:?}", peer.id);
            }
        }
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
        let taken = self.relay.attach(there, ClientAddress::Local, self.now);
        assert!(taken.is_ok(), "the relay has room");
        here
    }
}
