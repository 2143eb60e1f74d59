//! Guessing and correcting allocate nothing but the packets that are sent.
#![cfg(not(target_arch = "wasm32"))]

use allocation_counter::measure;
use netplay::hash::StateHasher;
use netplay::ids::{PadWord, PlayerId, Seat, StateHash};
use netplay::session::{LockstepConfig, RollbackConfig, RollbackSession, Saving, Step};
use netplay::sim::{BadState, Rewind, Simulation};
use netplay::wire::{Controller, Message};
use std::collections::VecDeque;

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

impl Rewind for Sum {
    fn save(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.0.to_le_bytes());
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), BadState> {
        self.0 = u64::from_le_bytes(bytes.try_into().map_err(|_| BadState)?);
        Ok(())
    }
}

fn peer(id: u32, seat: u16, saving: Saving) -> RollbackSession<Sum> {
    let human = |id| Controller::Human { player: PlayerId(id) };
    let mut session =
        LockstepConfig::new(PlayerId(id), Some(Seat(seat)), (1..=2).map(human).collect());
    session.checkpoint_interval_frames = 1_000_000;
    RollbackSession::new(Sum(0), RollbackConfig { saving, ..RollbackConfig::new(session) }).unwrap()
}

/// Steps until the present has moved.
fn forward(session: &mut RollbackSession<Sum>, pad: u16) {
    session.push_local(PadWord(pad));
    while let Step::Replayed(_) = session.advance() {}
}

fn frames_without_allocation(saving: Saving) {
    let (mut here, mut there) = (peer(1, 0, saving), peer(2, 1, saving));
    // Words come six frames late and differ each time: every frame is guessed, wrongly.
    let mut to_here: VecDeque<Message> = VecDeque::new();
    let mut to_there: VecDeque<Message> = VecDeque::new();
    let mut sent = Vec::with_capacity(4_000);
    for at in 0..2_000_u16 {
        forward(&mut there, at);
        to_here.push_back(there.poll_message().expect("a word a frame"));
        let arrived = if to_here.len() > 8 { to_here.pop_front() } else { None };
        let frame = measure(|| {
            if let Some(message) = &arrived {
                here.handle(message).unwrap();
            }
            forward(&mut here, !at);
        });
        assert!(at < 1_000 || frame.count_total == 0, "in frame {at}: {frame:?}");
        sent.extend(arrived);
        to_there.push_back(here.poll_message().expect("a word a frame"));
        if to_there.len() > 8 {
            there.handle(&to_there.pop_front().unwrap()).unwrap();
        }
    }
    let stats = here.stats();
    assert!(stats.rollbacks > 1_900 && stats.replayed > 8_000, "{stats:?}");
}

#[test]
fn a_frame_that_is_guessed_and_corrected_allocates_nothing() {
    frames_without_allocation(Saving::EveryFrame);
}

#[test]
fn nor_where_states_are_saved_now_and_then() {
    frames_without_allocation(Saving::Sparse);
}
