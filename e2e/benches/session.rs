//! What lockstep costs: everybody's session for a tick, over the bare simulation's tick.
//!
//! `handed` passes messages from session to session, `wire` encodes each once and decodes it at
//! every other peer, as a relay and its members do.
#![allow(clippy::print_stdout)]

use e2e::measure::nanoseconds;
use netplay::hash::StateHasher;
use netplay::ids::{PadWord, PlayerId, Seat, StateHash};
use netplay::session::{LockstepConfig, LockstepSession, Step};
use netplay::sim::Simulation;
use netplay::wire::{Controller, Message, WordSize};
use std::hint::black_box;

/// A toy with a few bodies: as much as a very small game does in a tick.
#[derive(Clone)]
struct Toy {
    bodies: Vec<[i32; 4]>,
}

impl Toy {
    fn new(seats: u16) -> Self {
        Self { bodies: (0..i32::from(seats) * 16).map(|n| [n, -n, 3 * n, 7]).collect() }
    }
}

impl Simulation for Toy {
    type Input = PadWord;

    fn tick(&mut self, inputs: &[PadWord]) {
        for (index, [x, y, vx, vy]) in self.bodies.iter_mut().enumerate() {
            let push = i32::from(inputs[index % inputs.len()].0);
            *vx = vx.wrapping_add(push - (*x >> 6)).wrapping_sub(*vx >> 5);
            *vy = vy.wrapping_add((*vx >> 3) - (*y >> 6)).wrapping_sub(*vy >> 5);
            *x = x.wrapping_add(*vx);
            *y = y.wrapping_add(*vy);
        }
    }

    fn state_hash(&self) -> StateHash {
        let mut hasher = StateHasher::new();
        self.bodies.iter().flatten().for_each(|word| {
            hasher.i32(*word);
        });
        hasher.finish()
    }
}

/// Peers that hand each other what they say.
struct Table {
    peers: Vec<LockstepSession<Toy>>,
    encoded: bool,
    pad: u16,
}

impl Table {
    fn new(peers: u16, encoded: bool) -> Self {
        let player = |seat: u16| PlayerId(u32::from(seat) + 1);
        let humans: Vec<_> =
            (0..peers).map(|seat| Controller::Human { player: player(seat) }).collect();
        let peer = |seat| {
            let mut config = LockstepConfig::new(player(seat), Some(Seat(seat)), humans.clone());
            config.redundancy_words = 1;
            LockstepSession::new(Toy::new(peers), config).expect("a good configuration")
        };
        Self { peers: (0..peers).map(peer).collect(), encoded, pad: 0 }
    }

    fn tick(&mut self) {
        for from in 0..self.peers.len() {
            self.pad = self.pad.wrapping_mul(25_173).wrapping_add(13_849);
            self.peers[from].push_local(PadWord(self.pad & 3));
            while let Some(message) = self.peers[from].poll_message() {
                self.deliver(from, &message);
            }
        }
        for peer in &mut self.peers {
            assert!(matches!(peer.advance(), Step::Advanced(_)));
            while let Some(event) = peer.poll_event() {
                black_box(event);
            }
        }
    }

    fn deliver(&mut self, from: usize, message: &Message) {
        let packet = self.encoded.then(|| message.encode());
        for (to, peer) in self.peers.iter_mut().enumerate().filter(|(to, _)| *to != from) {
            let heard = match &packet {
                Some(packet) => {
                    let decoded = Message::decode(packet, WordSize::PAD).expect("just encoded");
                    peer.handle(&decoded)
                }
                None => peer.handle(message),
            };
            heard.unwrap_or_else(|fault| panic!("peer {to}: {fault}"));
        }
    }
}

fn main() {
    println!("nanoseconds a tick and peer: what the session adds, and all over the bare tick");
    println!("{:6} {:>10} {:>20} {:>20}", "peers", "bare tick", "handed", "wire");
    for peers in [2, 3, 4, 8] {
        let bare = bare(peers);
        let [handed, wire] = [false, true].map(|encoded| {
            let mut table = Table::new(peers, encoded);
            let ticks = nanoseconds(|ticks| (0..ticks).for_each(|_| table.tick()));
            ticks / f64::from(peers)
        });
        let shown = |all: f64| format!("+{:.0} (x{:.2})", all - bare, all / bare);
        println!("{peers:<6} {bare:10.0} {:>20} {:>20}", shown(handed), shown(wire));
    }
}

fn bare(seats: u16) -> f64 {
    let mut toy = Toy::new(seats);
    let mut inputs = vec![PadWord(0); usize::from(seats)];
    nanoseconds(|ticks| {
        for tick in 0..ticks {
            inputs[0] = PadWord((tick & 3) as u16);
            toy.tick(black_box(&inputs));
        }
        black_box(toy.state_hash());
    })
}
