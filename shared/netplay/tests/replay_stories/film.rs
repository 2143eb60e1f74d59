//! Games of scripted people, filmed without a session.

use netplay::ids::{Frame, PadWord, PlayerId, Round, Seat, StateHash};
use netplay::limits::REPLAY_BYTES;
use netplay::session::Confirmed;
use netplay::session::replay::{Header, Look, Origin, Recorder, Replay};
use netplay::sim::Simulation;
use netplay::wire::{Blob, Controller, Pack, SessionModel, Start, Terms, Text, WordSize};
use testkit::{ToyGame, pad};

/// What the rules of these games are called.
pub(crate) const RULES: StateHash = StateHash(0x7075);

/// What they are played on.
pub(crate) fn pack() -> Pack {
    Pack { id: Text::truncated("toys"), sha256: [3; 32] }
}

/// A session of so many people and as many seats for the AI, as its recording describes it.
pub(crate) fn header(people: u32, ai: usize, seed: u64) -> Header {
    let seats: Vec<_> = (1..=people).map(|id| Some(PlayerId(id))).chain(vec![None; ai]).collect();
    let look = |seat: usize| Look { name: Text::truncated(&format!("P{seat}")), colour: 3 };
    Header {
        simulation: RULES,
        pack: pack(),
        build: Text::truncated("0.1.0"),
        word_size: WordSize::PAD,
        looks: (0..seats.len()).map(look).collect(),
        start: Start {
            round: Round(1),
            seed,
            mode: Text::truncated("toy"),
            config: Blob::default(),
            model: SessionModel::Rollback,
            input_delay: 2,
            seats,
            terms: Terms::default(),
        },
        origin: Origin::Start,
    }
}

/// The game that a start order begins.
pub(crate) fn game(header: &Header) -> ToyGame {
    ToyGame::new(header.start.seats.len() as u16, header.start.seed)
}

/// A recording, and the digest after every frame.
pub(crate) struct Film {
    pub(crate) recorder: Recorder,
    pub(crate) hashes: Vec<StateHash>,
}

/// Films so many frames. Every 400 frames the first seat changes between its player and the AI.
pub(crate) fn film(header: &Header, frames: u32) -> Film {
    let (mut recorder, mut game) = (Recorder::new(header, REPLAY_BYTES), game(header));
    let mut hands = header.hands();
    for (seat, hand) in (0..).map(Seat).zip(&hands) {
        game.set_seat_controller(seat, *hand);
    }
    let mut hashes = Vec::new();
    for frame in (0..frames).map(Frame) {
        let mut changes = Vec::new();
        if frame.0 > 0 && frame.0.is_multiple_of(400) {
            let new = match hands[0] {
                Controller::Ai => Controller::Human { player: PlayerId(1) },
                Controller::Human { .. } => Controller::Ai,
            };
            hands[0] = new;
            changes.push((Seat(0), new));
            game.set_seat_controller(Seat(0), new);
        }
        let word = |(seat, hand): (Seat, &Controller)| match hand {
            Controller::Ai => PadWord(0),
            Controller::Human { .. } => pad(header.start.seed, seat, frame),
        };
        let inputs: Vec<PadWord> = (0..).map(Seat).zip(&hands).map(word).collect();
        game.tick(&inputs);
        hashes.push(game.state_hash());
        recorder.frame(&Confirmed { frame, inputs, changes });
        if frame.0 % 30 == 29 {
            recorder.checkpoint(frame, game.state_hash());
        }
    }
    Film { recorder, hashes }
}

/// A short film as a file.
pub(crate) fn file(people: u32, ai: usize, seed: u64, frames: u32) -> Vec<u8> {
    film(&header(people, ai, seed), frames).recorder.finish()
}

pub(crate) fn decoded(file: Vec<u8>) -> Replay {
    Replay::decode(file, REPLAY_BYTES).expect("it was just recorded")
}

/// The same recorded again, from what a replay says.
pub(crate) fn filmed_again(replay: &Replay) -> Vec<u8> {
    let mut recorder = Recorder::new(replay.header(), usize::MAX);
    for (confirmed, checkpoint) in replay.read_out::<PadWord>() {
        recorder.frame(&confirmed);
        if let Some(hash) = checkpoint {
            recorder.checkpoint(confirmed.frame, hash);
        }
    }
    recorder.finish()
}
