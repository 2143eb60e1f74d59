//! What a fuzzer feeds beyond the codec: what a peer can make a session do. The fuzzer's own crate
//! exports them.
#![allow(unreachable_pub)]

use netplay::hash::StateHasher;
use netplay::ids::{PadWord, PlayerId, StateHash};
use netplay::limits::EVENTS_KEPT;
use netplay::session::LockstepSession;
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

/// A peer's whole conversation: a kind, a length, that many bytes, and so on. The session stays
/// usable and its queues stay short.
pub fn session(mut bytes: &[u8]) {
    let mut session = fresh();
    while let [kind, low, high, rest @ ..] = bytes {
        let length = usize::from(u16::from_le_bytes([*low, *high])).min(rest.len());
        let (body, tail) = rest.split_at(length);
        bytes = tail;
        match kind % 8 {
            0 => play(&mut session),
            1 => session.pause(),
            2 => session.resume(),
            3 => session.await_state(),
            4 => {
                hear(&mut session);
                let _ = session.adopt(body);
            }
            _ => {
                if let Ok(message) = Message::decode(body, WordSize::PAD) {
                    // A fault of the peer, or no fault: either way the session goes on.
                    let _ = session.handle(&message);
                }
            }
        }
    }
    play(&mut session);
}

/// A few frames, and everything that is said in them.
fn play(session: &mut LockstepSession<Sum>) {
    for word in 0..4 {
        session.push_local(PadWord(word));
        session.advance();
        let said = std::iter::from_fn(|| session.poll_message()).count();
        assert!(said < MOST_MESSAGES);
    }
    hear(session);
}

/// All news: those that nobody asked for in time are not kept, but the ends of the session are.
fn hear(session: &mut LockstepSession<Sum>) {
    let news = std::iter::from_fn(|| session.poll_event()).count();
    assert!(news <= EVENTS_KEPT + 2, "{news} events");
}
