//! A session without a network finds what cannot be rolled back.

use netplay::ids::{Frame, PadWord, PlayerId, Seat, StateHash};
use netplay::session::sync_test::{SyncFault, SyncTest};
use netplay::sim::{BadState, Inspect, Rewind, Simulation, Visitor};
use netplay::wire::Controller;
use testkit::{ToyGame, pad};

const SEATS: u16 = 4;

/// Four thousand frames of a game whose seats change hands.
fn run(game: ToyGame, depth: u8) -> Result<ToyGame, SyncFault> {
    let mut test = SyncTest::new(game, depth);
    let mut is_ai = [false; SEATS as usize];
    for frame in (0..4_000).map(Frame) {
        if frame.0 % 97 == 0 {
            let seat = Seat((frame.0 / 97) as u16 % SEATS);
            let ai = &mut is_ai[seat.index()];
            *ai = !*ai;
            let human = Controller::Human { player: PlayerId(1) };
            test.set_seat_controller(seat, if *ai { Controller::Ai } else { human });
        }
        let word = |seat: Seat| if is_ai[seat.index()] { PadWord(0) } else { pad(5, seat, frame) };
        let words: Vec<PadWord> = (0..SEATS).map(Seat).map(word).collect();
        assert_eq!(test.advance(&words)?, frame);
    }
    Ok(test.simulation().clone())
}

#[test]
fn the_toy_can_be_rolled_back_from_anywhere() {
    let ends: Vec<ToyGame> =
        [1, 2, 8, 30].map(|depth| run(ToyGame::new(SEATS, 9), depth).expect("sound")).into();
    assert!(ends.iter().all(|end| *end == ends[0]));
}

/// A toy with a fault.
#[derive(Clone)]
struct Faulty {
    game: ToyGame,
    /// Forgotten at every load: how many frames it was simulated, and whether that matters.
    ticks: u32,
    refuses: bool,
}

impl Simulation for Faulty {
    type Input = PadWord;

    fn tick(&mut self, inputs: &[PadWord]) {
        self.ticks += 1;
        let mut inputs = inputs.to_vec();
        inputs[0].0 |= u16::from(self.ticks == 103) << 9;
        self.game.tick(&inputs);
    }

    fn state_hash(&self) -> StateHash {
        self.game.state_hash()
    }
}

impl Rewind for Faulty {
    fn save(&self, out: &mut Vec<u8>) {
        self.game.save(out);
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), BadState> {
        if self.refuses { Err(BadState) } else { self.game.load(bytes) }
    }
}

impl Inspect for Faulty {
    fn inspect(&self, to: &mut dyn Visitor) {
        self.game.inspect(to);
    }
}

#[test]
fn a_fault_is_named_by_frame_digests_and_field() {
    let game = Faulty { game: ToyGame::new(SEATS, 9), ticks: 0, refuses: false };
    let mut test = SyncTest::new(game.clone(), 1);
    // Every frame is simulated twice, so the 103rd tick is frame 51, first time.
    let words = [PadWord(1); SEATS as usize];
    let fault = (0..100).find_map(|_| test.advance(&words).err()).expect("it forgets");
    let SyncFault::Differs(found) = fault else { panic!("{fault}") };
    assert_eq!(found.frame, Frame(51));
    assert_ne!(found.first, found.again);
    let field = found.difference(&game).expect("it is a field of the toy");
    assert!(field.path.starts_with("seats[0]."), "{}", field.path);
}

#[test]
fn a_game_that_refuses_its_own_state_is_told_so() {
    let game = Faulty { game: ToyGame::new(SEATS, 9), ticks: 0, refuses: true };
    let fault = SyncTest::new(game, 3).advance(&[PadWord(1); SEATS as usize]);
    assert_eq!(fault, Err(SyncFault::Refused(Frame(0))));
}
