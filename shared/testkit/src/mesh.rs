//! Peers with a wire from each to each: sessions without a relay between them.

use crate::{Peer, Plan, ToyGame};
use netplay::ids::{Frame, PlayerId};
use netplay::link::{Conditioner, Lane, LinkProfile};
use netplay::sim::Input;
use netplay::time::Instant;
use netplay::wire::{Message, SeatController};
use std::time::Duration;

/// The grain of the virtual clock.
const GRAIN_MS: u64 = 4;

/// Peers, the wires between them, and the time.
#[derive(Debug)]
pub struct Mesh {
    /// The players in the order of their seats, then the spectators.
    pub peers: Vec<Peer>,
    /// The virtual clock.
    pub now: Instant,
    /// Peers that do nothing at all.
    pub asleep: Vec<PlayerId>,
    /// `wires[from][to]`.
    wires: Vec<Vec<Conditioner>>,
}

impl Mesh {
    /// The peers of a plan. Inputs travel on the unreliable lane, all else on the ordered one.
    #[must_use]
    pub fn new(plan: &Plan, profile: LinkProfile, seed: u64) -> Self {
        Self::with_games(plan, profile, seed, |_| ToyGame::new(plan.seats(), seed))
    }

    /// The same, where each peer's game is given: one may be broken.
    pub fn with_games(
        plan: &Plan,
        profile: LinkProfile,
        seed: u64,
        game: impl Fn(PlayerId) -> ToyGame,
    ) -> Self {
        let count = u32::from(plan.seats() + plan.spectators);
        let wire = |from: u32, to: u32| {
            Conditioner::new(profile, seed ^ u64::from(from * count + to).wrapping_mul(0x9E37_79B9))
        };
        Self {
            peers: (1..=count).map(PlayerId).map(|id| plan.peer(id, game(id), seed)).collect(),
            now: Instant::ZERO,
            asleep: Vec::new(),
            wires: (0..count).map(|from| (0..count).map(|to| wire(from, to)).collect()).collect(),
        }
    }

    /// Lets everybody run until up to `frame` all is final for all who are awake, for at most
    /// `limit_ms` of virtual time. Says whether they got there.
    pub fn run_to(&mut self, frame: Frame, limit_ms: u64) -> bool {
        let end = self.now + Duration::from_millis(limit_ms);
        while self.now < end {
            if self
                .peers
                .iter()
                .all(|peer| self.sleeps(peer.id) || peer.session.confirmed_frame() >= frame)
            {
                return true;
            }
            self.tick();
        }
        false
    }

    /// Lets everybody run for some virtual time.
    pub fn run_for(&mut self, ms: u64) {
        for _ in 0..ms / GRAIN_MS {
            self.tick();
        }
    }

    /// One grain of time for everybody.
    pub fn tick(&mut self) {
        for index in 0..self.peers.len() {
            if self.sleeps(self.peers[index].id) {
                continue;
            }
            if !self.now.as_micros().is_multiple_of(self.peers[index].call_ms * 1_000) {
                continue;
            }
            self.receive(index);
            self.peers[index].run(self.now);
            self.transmit(index);
        }
        self.now = self.now + Duration::from_millis(GRAIN_MS);
    }

    /// Gives every wire to and from a peer another profile.
    pub fn set_profile_of(&mut self, index: usize, profile: LinkProfile) {
        for other in (0..self.peers.len()).filter(|other| *other != index) {
            self.wires[index][other].set_profile(profile);
            self.wires[other][index].set_profile(profile);
        }
    }

    /// Tells every peer how far every other is, as pings would.
    pub fn tell_trips(&mut self, trip_ms: impl Fn(PlayerId, PlayerId) -> u32) {
        let ids: Vec<PlayerId> = self.peers.iter().map(|peer| peer.id).collect();
        for peer in &mut self.peers {
            let here = peer.id;
            peer.trips_ms = ids.iter().map(|there| (*there, trip_ms(*there, here))).collect();
        }
    }

    /// What a relay would announce, heard by everybody at once.
    pub fn announce(&mut self, change: &SeatController) {
        for peer in &mut self.peers {
            peer.session.handle(&Message::SeatController(change.clone())).expect("no fault");
        }
    }

    /// The same, heard by everybody but one.
    pub fn announce_to_others(&mut self, not_to: PlayerId, change: &SeatController) {
        for peer in self.peers.iter_mut().filter(|peer| peer.id != not_to) {
            peer.session.handle(&Message::SeatController(change.clone())).expect("no fault");
        }
    }

    /// Everybody's digest after every frame from the peer's first up to `frames`, compared.
    ///
    /// # Panics
    /// When two peers differ, or one found a difference.
    pub fn assert_all_agree(&self, frames: u32) {
        let awake: Vec<&Peer> = self.peers.iter().filter(|peer| !self.sleeps(peer.id)).collect();
        for peer in &awake {
            assert_eq!(peer.desync(), None, "player {:?} found a difference", peer.id);
            for frame in (peer.first.0..frames).map(Frame) {
                let (ours, theirs) = (peer.hash_after(frame), awake[0].hash_after(frame));
                assert!(ours.is_some(), "player {:?} did not reach {frame:?}", peer.id);
                assert_eq!(ours, theirs, "player {:?} differs after {frame:?}", peer.id);
            }
        }
    }

    fn receive(&mut self, index: usize) {
        for from in 0..self.peers.len() {
            while let Some(packet) = self.wires[from][index].pop(self.now) {
                let size = netplay::ids::PadWord::SIZE;
                let message = Message::decode(&packet, size).expect("peers speak the protocol");
                self.peers[index].session.handle(&message).expect("no peer is at fault");
            }
        }
    }

    fn transmit(&mut self, index: usize) {
        while let Some(message) = self.peers[index].session.poll_message() {
            let lane = match message {
                Message::Input(_) => Lane::Unreliable,
                _ => Lane::Ordered,
            };
            let packet = message.encode();
            for (to, wire) in self.wires[index].iter_mut().enumerate() {
                if to != index {
                    wire.push(&packet, lane, self.now);
                }
            }
        }
    }

    fn sleeps(&self, id: PlayerId) -> bool {
        self.asleep.contains(&id)
    }
}
