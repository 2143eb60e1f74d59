//! What a fuzzer feeds beyond the codec: what a peer can make a session do. The fuzzer's own crate
//! exports them.
#![allow(unreachable_pub)]

use netplay::hash::StateHasher;
use netplay::ids::{PadWord, PlayerId, StateHash};
use netplay::limits::EVENTS_KEPT;
use netplay::session::{LockstepSession, RollbackConfig, RollbackSession, Saving};
use netplay::sim::{BadState, Rewind, Simulation};
use netplay::wire::{Message, WordSize};
use testkit::Plan;

/// What a session may have to say at once, whatever it was told.
const MOST_MESSAGES: usize = 100_000;

/// A game that takes any eight bytes for a state: what is refused here the session refuses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum(u64);

impl Simulation for Sum {
    type Input = PadWord;

    fn tick(&mut self, inputs: &[PadWord]) {
        for pad in inputs {
            self.0 = self.0.rotate_left(7).wrapping_add(pad.0.into());
        }
    }

    fn state_hash(&self) -> StateHash {
        StateHasher::new().u64(self.0).finish()
    }
}

impl Rewind for Sum {
    fn save(&self, out: &mut Vec<u8>) {
        out.extend(self.0.to_le_bytes());
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), BadState> {
        self.0 = u64::from_le_bytes(bytes.try_into().map_err(|_| BadState)?);
        Ok(())
    }
}

/// The session of the first of two players.
pub fn fresh() -> LockstepSession<Sum> {
    let config = Plan::players(2).delayed_by(2).config(PlayerId(1));
    LockstepSession::new(Sum(1), config).expect("the plan is sound")
}

/// Any bytes as a donated state: refused, or a state that can be played on and donated again.
pub fn donation(bytes: &[u8]) {
    let mut session = fresh();
    session.await_state();
    let Ok(frame) = session.adopt(bytes) else { return };
    assert_eq!(session.frame(), frame);
    let mut again = Vec::new();
    assert_eq!(session.donate(&mut again), frame);
    let mut other = fresh();
    assert_eq!(other.adopt(&again), Ok(frame));
    assert_eq!(other.simulation(), session.simulation());
    play(&mut session);
}

/// The same player's session where everybody guesses.
fn guessing(saving: Saving) -> RollbackSession<Sum> {
    let config = RollbackConfig::new(Plan::players(2).delayed_by(2).config(PlayerId(1)));
    RollbackSession::new(Sum(1), RollbackConfig { saving, ..config }).expect("the plan is sound")
}

/// A peer's whole conversation: a kind, a length, that many bytes, and so on. The session stays
/// usable and its queues stay short, whether it waits for words or guesses them.
pub fn session(bytes: &[u8]) {
    conversation(&mut fresh(), bytes);
    conversation(&mut guessing(Saving::EveryFrame), bytes);
    conversation(&mut guessing(Saving::Sparse), bytes);
}

/// What a conversation needs of a session.
trait Talks {
    fn pause(&mut self);
    fn resume(&mut self);
    fn await_state(&mut self);
    fn adopt(&mut self, donated: &[u8]);
    fn donate(&self) -> Vec<u8>;
    fn hear(&mut self, message: &Message);
    fn step(&mut self, pad: PadWord);
    fn said(&mut self) -> usize;
    fn news(&mut self) -> usize;
}

macro_rules! talks {
    ($session:ty) => {
        impl Talks for $session {
            fn pause(&mut self) {
                self.pause();
            }
            fn resume(&mut self) {
                self.resume();
            }
            fn await_state(&mut self) {
                self.await_state();
            }
            fn adopt(&mut self, donated: &[u8]) {
                let _ = self.adopt(donated); // refused or not, the session goes on
            }
            fn donate(&self) -> Vec<u8> {
                let mut state = Vec::new();
                self.donate(&mut state);
                state
            }
            fn hear(&mut self, message: &Message) {
                let _ = self.handle(message); // a fault of the peer, or none: it goes on
            }
            fn step(&mut self, pad: PadWord) {
                self.push_local(pad);
                self.advance();
            }
            fn said(&mut self) -> usize {
                std::iter::from_fn(|| self.poll_message()).count()
            }
            fn news(&mut self) -> usize {
                std::iter::from_fn(|| self.poll_event()).count()
            }
        }
    };
}

talks!(LockstepSession<Sum>);
talks!(RollbackSession<Sum>);

fn conversation(session: &mut impl Talks, mut bytes: &[u8]) {
    while let [kind, low, high, rest @ ..] = bytes {
        let length = usize::from(u16::from_le_bytes([*low, *high])).min(rest.len());
        let (body, tail) = rest.split_at(length);
        bytes = tail;
        match kind % 8 {
            0 => play(session),
            1 => session.pause(),
            2 => session.resume(),
            3 => session.await_state(),
            4 => {
                hear(session);
                session.adopt(body);
            }
            _ => {
                if let Ok(message) = Message::decode(body, WordSize::PAD) {
                    session.hear(&message);
                }
            }
        }
    }
    play(session);
    assert!(!session.donate().is_empty());
}

/// A few frames, and everything that is said in them.
fn play(session: &mut impl Talks) {
    for word in 0..4 {
        session.step(PadWord(word));
        assert!(session.said() < MOST_MESSAGES);
    }
    hear(session);
}

/// All news: those that nobody asked for in time are not kept, but the ends of the session are.
fn hear(session: &mut impl Talks) {
    let news = session.news();
    assert!(news <= EVENTS_KEPT + 2, "{news} events");
}
