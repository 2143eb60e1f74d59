//! Whatever the wire does to words and whenever seats change hands, what is final is what one
//! machine that knew everything would have played.
#![cfg(not(target_arch = "wasm32"))]

use netplay::ids::{Frame, PlayerId, Seat};
use netplay::limits::ROLLBACK_WINDOW_CAP_FRAMES;
use netplay::session::{RollbackConfig, Saving, SessionEvent, Step};
use netplay::wire::{Controller, Input, Message, SeatController, Words};
use proptest::collection::vec;
use proptest::prelude::*;
use testkit::{Peer, Plan, ToyGame, reference};

const SEED: u64 = 78;
const FRAMES: u32 = 60;

/// One thing that happens: a peer steps, a message reaches a peer, or a seat changes hands.
#[derive(Clone, Copy, Debug)]
enum Happening {
    Step(usize),
    /// The message at this place of the pool arrives, and stays there to arrive again.
    Arrive(usize),
    /// It is lost.
    Lose(usize),
    /// The seat goes to the AI, or back, a few frames after what anybody may hold for final.
    Change(u16, u32),
}

fn happening() -> impl Strategy<Value = Happening> {
    prop_oneof![
        40 => (0..4_usize).prop_map(Happening::Step),
        50 => any::<usize>().prop_map(Happening::Arrive),
        12 => any::<usize>().prop_map(Happening::Lose),
        1 => (0..4_u16, 0..12_u32).prop_map(|(seat, lead)| Happening::Change(seat, lead)),
    ]
}

struct Table {
    peers: Vec<Peer>,
    /// What was said and may yet arrive, and where.
    pool: Vec<(usize, Message)>,
    seats: u16,
    /// Whether words are lost; if not, seats change hands. Both at once need a relay: words are
    /// said again only to those who are waited for.
    lossy: bool,
    /// The first frame about which nothing was announced yet.
    announced: Frame,
}

impl Table {
    fn new(plan: &Plan, windows: &[u8], lossy: bool) -> Self {
        let peer = |id: u32| {
            let mut session = plan.config(PlayerId(id));
            session.resend_after_stalls = 2;
            session.checkpoint_interval_frames = 1;
            let window_frames = windows[id as usize - 1];
            let (saving, own_delay) = (plan.saving, plan.own_delay);
            let config = RollbackConfig { session, window_frames, saving, own_delay };
            Peer::guessing(config, ToyGame::new(plan.seats(), SEED), SEED)
        };
        let peers = (1..=u32::from(plan.seats())).map(peer).collect();
        Self { peers, pool: Vec::new(), seats: plan.seats(), lossy, announced: Frame(0) }
    }

    fn happen(&mut self, happening: Happening) {
        match happening {
            Happening::Step(peer) => self.step(peer % self.peers.len()),
            Happening::Arrive(at) if !self.pool.is_empty() => {
                let (to, message) = self.pool[at % self.pool.len()].clone();
                self.peers[to].session.handle(&message).unwrap();
            }
            Happening::Lose(at) if self.lossy && !self.pool.is_empty() => {
                let at = at % self.pool.len();
                if matches!(self.pool[at].1, Message::Input(_)) {
                    self.pool.swap_remove(at);
                }
            }
            Happening::Change(seat, lead) if !self.lossy => {
                self.change(Seat(seat % self.seats), lead);
            }
            _ => {}
        }
    }

    /// Seat 0 stays with its player, so that somebody paces the session.
    fn change(&mut self, seat: Seat, lead: u32) {
        let safe = self.peers.iter().map(|peer| peer.session.confirmed_frame()).max().unwrap();
        let from = safe.plus(lead).max(self.announced);
        // Whoever has played enough has paused, and would say no more words for a seat given back.
        let everybody_plays = from < Frame(FRAMES - u32::from(ROLLBACK_WINDOW_CAP_FRAMES) - 1);
        if seat == Seat(0) || !everybody_plays {
            return;
        }
        self.announced = from.plus(1);
        let now = self.peers[0].session.controller(seat);
        let human = Controller::Human { player: PlayerId(u32::from(seat.0) + 1) };
        let controller = if now == Some(human) { Controller::Ai } else { human };
        let change = Message::from(SeatController { seat, controller, from });
        for peer in &mut self.peers {
            peer.session.handle(&change).unwrap();
        }
        // What its driver said beyond, a relay would not have let through.
        self.pool.retain_mut(|(_, message)| match message {
            Message::Input(input) if input.seat == seat => cut(input, from),
            _ => true,
        });
    }

    fn step(&mut self, index: usize) {
        let peer = &mut self.peers[index];
        if peer.session.frame() < Frame(FRAMES) {
            assert_ne!(peer.step(), Step::Halted, "{:?}", peer.events);
        } else {
            // It has played enough, but others may still miss its words.
            for _ in 0..2 {
                peer.session.pause();
                assert_ne!(peer.step(), Step::Halted);
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
            if self.peers.iter().all(|peer| peer.session.confirmed_frame() >= Frame(FRAMES)) {
                return;
            }
        }
        let frames = self.peers.iter().map(|peer| peer.session.confirmed_frame());
        panic!("somebody waits for ever: {:?}", frames.collect::<Vec<_>>());
    }
}

/// Leaves the words before `from`; says whether there are any.
fn cut(input: &mut Input, from: Frame) -> bool {
    let kept = from.since(input.first) as usize;
    let bytes = input.words.iter().take(kept).flatten().copied().collect();
    Words::new(input.words.size(), bytes).is_some_and(|words| {
        input.words = words;
        true
    })
}

fn changes(peer: &Peer) -> Vec<(Seat, Controller, Frame)> {
    let seen = |event: &SessionEvent| match *event {
        SessionEvent::SeatChanged { seat, controller, from } => Some((seat, controller, from)),
        _ => None,
    };
    peer.events.iter().filter_map(seen).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn what_is_final_is_what_one_machine_would_have_played(
        players in 1_u16..=4,
        windows in vec(0_u8..=12, 4),
        delay in 0_u8..=4,
        redundancy in 1_usize..=8,
        sparse in any::<bool>(),
        lossy in any::<bool>(),
        happenings in vec(happening(), 0..1_500),
    ) {
        let mut plan = Plan::players(players).delayed_by(delay);
        plan.redundancy = redundancy;
        plan.saving = if sparse { Saving::Sparse } else { Saving::EveryFrame };
        let mut table = Table::new(&plan, &windows, lossy);
        happenings.into_iter().for_each(|happening| table.happen(happening));
        table.settle();
        let game = ToyGame::new(players, SEED);
        let changes_of_all = changes(&table.peers[0]);
        let expected = reference(game, SEED, delay, &plan.controllers, &changes_of_all, FRAMES);
        for peer in &table.peers {
            prop_assert_eq!(peer.desync(), None);
            prop_assert_eq!(&changes(peer), &changes_of_all);
            prop_assert_eq!(&peer.hashes[..FRAMES as usize], &expected[..]);
        }
    }
}
