//! Whatever the relay seals, whenever it arrives, and whatever is asked in between: what a session
//! holds for true is what a machine comes to that was told every tick in order.

use netplay::ids::{Frame, PadWord, PlayerId, Seat, StateHash};
use netplay::session::{SealedConfig, SealedSession, Step};
use netplay::sim::Simulation;
use netplay::wire::{Changes, Controller, Message, Seal, SeatController, WordSize};
use proptest::prelude::*;
use testkit::ToyGame;

const SEATS: u16 = 3;
const ME: PlayerId = PlayerId(1);

fn human(id: u32) -> Controller {
    Controller::Human { player: PlayerId(id) }
}

fn session(nearest: Option<u16>, local: bool) -> SealedSession<ToyGame> {
    let drivers = (1..=u32::from(SEATS)).map(human).collect();
    let mut config = SealedConfig::new(ME, local.then_some(Seat(0)), drivers);
    config.nearest = nearest;
    SealedSession::new(ToyGame::new(SEATS, 5), config).unwrap()
}

/// The plain machine, and what it was told.
struct Plain {
    game: ToyGame,
    row: [PadWord; 3],
    is_ai: [bool; 3],
    /// The digest before each tick.
    hashes: Vec<StateHash>,
}

impl Plain {
    fn new() -> Self {
        let mut game = ToyGame::new(SEATS, 5);
        (0..SEATS).map(Seat).for_each(|seat| game.set_seat_controller(seat, human(1)));
        let hashes = vec![game.state_hash()];
        Self { game, row: [PadWord(0); 3], is_ai: [false; 3], hashes }
    }

    /// Seals a tick with these changes, and a change of hands before it: the relay's messages.
    fn seal(&mut self, words: [Option<u16>; 3], hands: Option<u16>) -> Vec<Message> {
        let tick = Frame(self.hashes.len() as u32 - 1);
        let mut told = Vec::new();
        let mut changes = Changes::new(WordSize::PAD);
        if let Some(seat) = hands {
            let is_ai = &mut self.is_ai[usize::from(seat)];
            *is_ai = !*is_ai;
            let controller = if *is_ai { Controller::Ai } else { human(u32::from(seat) + 1) };
            self.game.set_seat_controller(Seat(seat), controller);
            told.push(SeatController { seat: Seat(seat), controller, from: tick }.into());
        }
        for seat in 0..SEATS {
            let index = usize::from(seat);
            let silenced = self.is_ai[index] && self.row[index] != PadWord(0);
            let word = match words[index] {
                _ if silenced => Some(0),
                Some(word) if !self.is_ai[index] && self.row[index] != PadWord(word) => Some(word),
                _ => None,
            };
            if let Some(word) = word {
                self.row[index] = PadWord(word);
                changes.push(Seat(seat), &word.to_le_bytes());
            }
        }
        self.game.tick(&self.row);
        self.hashes.push(self.game.state_hash());
        told.push(Seal { tick, last: true, changes }.into());
        told
    }
}

#[derive(Clone, Debug)]
enum Op {
    /// The relay seals a tick.
    Seal([Option<u16>; 3], Option<u16>),
    /// What is on its way arrives, so many messages of it.
    Arrive(usize),
    Advance(usize),
    Press(u16),
    /// Another machine takes the state from here and goes on with it.
    Donate,
    Look,
}

fn op() -> impl Strategy<Value = Op> {
    let word = prop::option::weighted(0.3, 0_u16..4);
    prop_oneof![
        6 => (prop::array::uniform3(word), prop::option::weighted(0.05, 0..SEATS))
            .prop_map(|(words, hands)| Op::Seal(words, hands)),
        5 => (1_usize..6).prop_map(Op::Arrive),
        8 => (1_usize..9).prop_map(Op::Advance),
        3 => (0_u16..4).prop_map(Op::Press),
        1 => Just(Op::Donate),
        1 => Just(Op::Look),
    ]
}

fn is_true(session: &SealedSession<ToyGame>, plain: &Plain) -> Result<(), TestCaseError> {
    let mut settled = ToyGame::new(SEATS, 5);
    let frame = session.load_confirmed(&mut settled).expect("its own kind of state");
    prop_assert!(frame <= session.confirmed_frame());
    prop_assert_eq!(settled.state_hash(), plain.hashes[frame.0 as usize], "before {:?}", frame);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn what_is_held_for_true_is_true(
        nearest in prop::option::of(0_u16..3),
        local in any::<bool>(),
        ops in prop::collection::vec(op(), 1..150),
    ) {
        let mut plain = Plain::new();
        let mut session = session(nearest, local);
        let mut told: Vec<Message> = Vec::new();
        let mut heard = 0;
        for op in ops {
            match op {
                Op::Seal(words, hands) => told.extend(plain.seal(words, hands)),
                Op::Arrive(count) => for message in told[heard..].iter().take(count) {
                    session.handle(message).unwrap();
                    heard += 1;
                },
                Op::Advance(count) => for _ in 0..count {
                    session.advance();
                },
                Op::Press(word) => session.push_local(PadWord(word)),
                Op::Donate => {
                    let mut state = Vec::new();
                    let next = session.donate(&mut state);
                    let mut other = self::session(nearest, local);
                    other.await_state();
                    // The relay adds what was told from that tick on, some of it twice.
                    let since = told[..heard].iter().filter(|message| match message {
                        Message::Seal(seal) => seal.tick.plus(2) >= next,
                        _ => true,
                    });
                    since.for_each(|message| other.handle(message).unwrap());
                    prop_assert_eq!(other.adopt(&state), Ok(next));
                    session = other;
                }
                Op::Look => is_true(&session, &plain)?,
            }
        }
        told[heard..].iter().for_each(|message| session.handle(message).unwrap());
        for _ in 0..2_000 {
            let step = session.advance();
            is_true(&session, &plain)?;
            if matches!(step, Step::Stalled { .. }) {
                break;
            }
        }
        let end = Frame(plain.hashes.len() as u32 - 1);
        prop_assert_eq!(session.confirmed_frame(), end);
        prop_assert_eq!(session.load_confirmed(&mut ToyGame::new(SEATS, 5)), Some(end));
    }
}
