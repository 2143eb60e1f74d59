//! A tick allocates nothing but the packet it sends.
#![cfg(not(target_arch = "wasm32"))]

use allocation_counter::measure;
use netplay::hash::StateHasher;
use netplay::ids::{PadWord, PlayerId, Seat, StateHash};
use netplay::session::{LockstepConfig, LockstepSession, Step};
use netplay::sim::Simulation;
use netplay::wire::{Controller, Message};

/// A game that allocates nothing itself.
struct Sum(u64);

impl Simulation for Sum {
    type Input = PadWord;

    fn tick(&mut self, inputs: &[PadWord]) {
        inputs.iter().for_each(|pad| self.0 = self.0.rotate_left(7) ^ u64::from(pad.0));
    }

    fn state_hash(&self) -> StateHash {
        StateHasher::new().u64(self.0).finish()
    }
}

#[test]
fn a_tick_allocates_the_words_it_sends_and_nothing_else() {
    let human = |id| Controller::Human { player: PlayerId(id) };
    let peer = |id, seat| {
        let mut config =
            LockstepConfig::new(PlayerId(id), Some(Seat(seat)), (1..=2).map(human).collect());
        config.checkpoint_interval_frames = 1_000_000;
        LockstepSession::new(Sum(0), config).unwrap()
    };
    let (mut here, mut there) = (peer(1, 0), peer(2, 1));
    let heard: Vec<Message> = (0..2_000)
        .map(|at| {
            there.push_local(PadWord(at));
            let word = there.poll_message().expect("a word a frame");
            here.push_local(PadWord(at));
            let answer = here.poll_message().expect("a word a frame");
            there.handle(&answer).unwrap();
            there.advance();
            here.handle(&word).unwrap();
            assert!(matches!(here.advance(), Step::Advanced(_)));
            word
        })
        .collect();
    drop(heard);

    let mut sent = Vec::with_capacity(1_000);
    let mut words = Vec::with_capacity(1_000);
    for at in 0..1_000 {
        there.push_local(PadWord(at));
        let word = there.poll_message().expect("a word a frame");
        let tick = measure(|| {
            here.push_local(PadWord(at));
            here.handle(&word).unwrap();
            assert!(matches!(here.advance(), Step::Advanced(_)));
        });
        assert_eq!(tick.count_total, 0, "in tick {at}");
        let packet = measure(|| sent.push(here.poll_message().expect("a word a frame")));
        assert_eq!(packet.count_total, 1, "the packet's words");
        there.handle(sent.last().unwrap()).unwrap();
        there.advance();
        words.push(word);
    }
}
