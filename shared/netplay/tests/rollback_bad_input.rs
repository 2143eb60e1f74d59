//! What only a session that guesses does with a peer's nonsense.

use netplay::ids::{Frame, PadWord, PlayerId, Seat};
use netplay::limits::ROLLBACK_WINDOW_CAP_FRAMES;
use netplay::session::{ConfigError, RollbackConfig, RollbackSession, SessionEvent, Step};
use netplay::sim::Simulation;
use netplay::wire::{Controller, Input, Message, SeatController, WordSize, Words};
use testkit::{Plan, ToyGame};

const ANN: PlayerId = PlayerId(1);
const BEN: PlayerId = PlayerId(2);
const HIS: Seat = Seat(1);

fn ann() -> RollbackSession<ToyGame> {
    let config = RollbackConfig::new(Plan::players(2).delayed_by(2).config(ANN));
    RollbackSession::new(ToyGame::new(2, 1), config).unwrap()
}

fn input(seat: Seat, first: u32, words: &[u16]) -> Message {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let words = Words::new(WordSize::PAD, bytes).unwrap();
    Input { seat, first: Frame(first), words }.into()
}

fn change(seat: Seat, controller: Controller, from: u32) -> Message {
    SeatController { seat, controller, from: Frame(from) }.into()
}

/// Advances as far as the words and the window allow; the present.
fn run(session: &mut RollbackSession<ToyGame>) -> Frame {
    loop {
        while session.wants_local_input() {
            session.push_local(PadWord(9));
        }
        if !matches!(session.advance(), Step::Advanced(_) | Step::Replayed(_)) {
            return session.frame();
        }
    }
}

#[test]
fn fault_32_words_of_no_frame_that_is_near_correct_nothing() {
    let (mut wild, mut calm) = (ann(), ann());
    for session in [&mut wild, &mut calm] {
        session.handle(&input(HIS, 2, &[5; 20])).unwrap();
        assert_eq!(run(session), Frame(30));
    }
    for frame in [0, 1, 2, 21, 10 * 60, i32::MAX as u32, u32::MAX - 1, u32::MAX] {
        wild.handle(&input(HIS, frame, &[0xFFFF; 1])).unwrap();
    }
    assert_eq!(run(&mut wild), Frame(30));
    assert_eq!(wild.simulation(), calm.simulation());
    assert_eq!((wild.stats().rollbacks, wild.stats().mispredicted), (0, 0));
}

#[test]
fn a_second_word_for_a_frame_changes_nothing_before_or_after_it_is_confirmed() {
    let (mut once, mut twice) = (ann(), ann());
    for session in [&mut once, &mut twice] {
        run(session);
        session.handle(&input(HIS, 2, &[5; 4])).unwrap();
    }
    twice.handle(&input(HIS, 2, &[6; 4])).unwrap();
    assert_eq!(run(&mut once), run(&mut twice));
    twice.handle(&input(HIS, 2, &[7; 4])).unwrap();
    once.handle(&input(HIS, 6, &[7; 10])).unwrap();
    twice.handle(&input(HIS, 6, &[7; 10])).unwrap();
    assert_eq!(run(&mut once), run(&mut twice));
    assert_eq!(once.simulation().state_hash(), twice.simulation().state_hash());
}

#[test]
fn a_change_of_hands_in_what_is_guessed_is_a_correction_and_in_what_is_final_the_end() {
    let mut session = ann();
    session.handle(&input(HIS, 2, &[5; 10])).unwrap();
    assert_eq!(run(&mut session), Frame(20));
    assert_eq!(session.confirmed_frame(), Frame(12));
    session.handle(&change(HIS, Controller::Ai, 12)).unwrap();
    assert_eq!(session.advance(), Step::Replayed(Frame(12)));
    while session.frame() < Frame(60) {
        session.push_local(PadWord(9));
        session.advance();
    }
    let mut expected = ToyGame::new(2, 1);
    for frame in 0..60 {
        if frame == 12 {
            expected.set_seat_controller(HIS, Controller::Ai);
        }
        let hers = PadWord(if frame < 2 { 0 } else { 9 });
        let his = PadWord(if (2..12).contains(&frame) { 5 } else { 0 });
        expected.tick(&[hers, his]);
    }
    assert_eq!(session.simulation(), &expected);
    let told = core::iter::from_fn(|| session.poll_event()).collect::<Vec<_>>();
    let changed =
        SessionEvent::SeatChanged { seat: HIS, controller: Controller::Ai, from: Frame(12) };
    assert_eq!(told.iter().filter(|event| **event == changed).count(), 1, "{told:?}");

    let past = session.confirmed_frame().minus(1);
    let ben = Controller::Human { player: BEN };
    session.handle(&SeatController { seat: HIS, controller: ben, from: past }.into()).unwrap();
    assert_eq!(session.advance(), Step::Halted);
    assert_eq!(session.poll_event(), Some(SessionEvent::Overtaken { seat: HIS, from: past }));
}

#[test]
fn a_digest_of_a_guess_is_told_to_nobody() {
    let mut session = ann();
    session.handle(&input(HIS, 2, &[1; 26])).unwrap();
    assert_eq!(run(&mut session), Frame(36), "beyond the checkpoint, on guesses");
    let is_digest = |message: &Message| matches!(message, Message::Checkpoint(_));
    assert!(!core::iter::from_fn(|| session.poll_message()).any(|it| is_digest(&it)));
    assert_eq!(session.last_checkpoint(), None);
    session.handle(&input(HIS, 28, &[0x55; 4])).unwrap();
    run(&mut session);
    assert!(core::iter::from_fn(|| session.poll_message()).any(|it| is_digest(&it)));
    let mut game = ToyGame::new(2, 1);
    for frame in 0..30 {
        let his = if frame < 2 {
            0
        } else if frame < 28 {
            1
        } else {
            0x55
        };
        game.tick(&[PadWord(if frame < 2 { 0 } else { 9 }), PadWord(his)]);
    }
    assert_eq!(session.last_checkpoint(), Some((Frame(29), game.state_hash())));
}

#[test]
fn a_window_beyond_the_cap_is_refused() {
    let window_frames = ROLLBACK_WINDOW_CAP_FRAMES + 1;
    let config =
        RollbackConfig { window_frames, ..RollbackConfig::new(Plan::players(2).config(ANN)) };
    let refused = RollbackSession::new(ToyGame::new(2, 1), config).err();
    assert_eq!(refused, Some(ConfigError::Window(window_frames)));
}
