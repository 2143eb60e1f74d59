//! Whatever the wire does to inputs, the states are those of one machine that knew them all.
#![cfg(not(target_arch = "wasm32"))]

use netplay::ids::{Frame, PlayerId};
use netplay::session::Step;
use netplay::wire::Message;
use proptest::collection::vec;
use proptest::prelude::*;
use testkit::{Peer, Plan, ToyGame, reference};

const SEED: u64 = 77;
const FRAMES: u32 = 60;

/// One thing that happens: a peer steps, or a message reaches a peer.
#[derive(Clone, Copy, Debug)]
enum Happening {
    Step(usize),
    /// The message at this place of the pool arrives, and stays there to arrive again.
    Arrive(usize),
    /// It is lost.
    Lose(usize),
}

fn happening() -> impl Strategy<Value = Happening> {
    prop_oneof![
        3 => (0..4_usize).prop_map(Happening::Step),
        4 => any::<usize>().prop_map(Happening::Arrive),
        1 => any::<usize>().prop_map(Happening::Lose),
    ]
}

struct Table {
    peers: Vec<Peer>,
    /// What was said and may yet arrive, and where.
    pool: Vec<(usize, Message)>,
}

impl Table {
    fn new(plan: &Plan) -> Self {
        let ids = 1..=u32::from(plan.seats() + plan.spectators);
        let peer = |id| {
            let mut config = plan.config(PlayerId(id));
            config.resend_after_stalls = 2;
            Peer::new(config, ToyGame::new(plan.seats(), SEED), SEED)
        };
        Self { peers: ids.map(peer).collect(), pool: Vec::new() }
    }

    fn happen(&mut self, happening: Happening) {
        match happening {
            Happening::Step(peer) => self.step(peer % self.peers.len()),
            Happening::Arrive(at) if !self.pool.is_empty() => {
                let (to, message) = self.pool[at % self.pool.len()].clone();
                self.peers[to].session.handle(&message).unwrap();
            }
            // A spectator answers nobody, so nobody knows what it misses.
            Happening::Lose(at) if !self.pool.is_empty() => {
                let at = at % self.pool.len();
                let input = matches!(self.pool[at].1, Message::Input(_));
                if input && self.peers[self.pool[at].0].session.config().local.is_some() {
                    self.pool.swap_remove(at);
                }
            }
            _ => {}
        }
    }

    fn step(&mut self, index: usize) {
        if self.peers[index].session.frame() < Frame(FRAMES) {
            self.peers[index].step();
        } else {
            // It has played enough, but others may still miss its words.
            for _ in 0..2 {
                self.peers[index].session.pause();
                assert_ne!(self.peers[index].step(), Step::Halted);
            }
        }
        while let Some(message) = self.peers[index].session.poll_message() {
            if matches!(message, Message::Pause(_)) {
                continue;
            }
            let others = (0..self.peers.len()).filter(|to| *to != index);
            self.pool.extend(others.map(|to| (to, message.clone())));
        }
    }

    fn settle(&mut self) {
        for _ in 0..2_000 {
            (0..self.peers.len()).for_each(|peer| self.step(peer));
            for (to, message) in core::mem::take(&mut self.pool) {
                self.peers[to].session.handle(&message).unwrap();
            }
            if self.peers.iter().all(|peer| peer.session.frame() >= Frame(FRAMES)) {
                return;
            }
        }
        panic!("somebody waits for ever: {:?}", self.peers.iter().map(|p| p.session.frame()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn states_are_those_of_one_machine(
        players in 1_u16..=4,
        spectators in 0_u16..=1,
        delay in 0_u8..=8,
        redundancy in 1_usize..=8,
        happenings in vec(happening(), 0..1_500),
    ) {
        let mut plan = Plan::players(players).watched_by(spectators).delayed_by(delay);
        plan.redundancy = redundancy;
        let mut table = Table::new(&plan);
        happenings.into_iter().for_each(|happening| table.happen(happening));
        table.settle();
        let game = ToyGame::new(players, SEED);
        let expected = reference(game, SEED, delay, &plan.controllers, &[], FRAMES);
        for peer in &table.peers {
            prop_assert_eq!(peer.desync(), None);
            prop_assert_eq!(&peer.hashes[..FRAMES as usize], &expected[..]);
        }
    }
}
