//! Whatever a peer sends, a session neither panics nor grows nor believes it.

use netplay::ids::{Frame, PadWord, PlayerId, Seat, StateHash};
use netplay::limits::{INPUT_WINDOW_FRAMES, SEAT_CHANGES_AHEAD};
use netplay::session::{ConfigError, LockstepConfig, LockstepSession, PeerFault, Step};
use netplay::sim::Simulation;
use netplay::wire::{
    Checkpoint, Controller, Input, Message, Pause, Resume, SeatController, WordSize, Words,
};
use testkit::{Plan, ToyGame};

const ANN: PlayerId = PlayerId(1);
const BEN: PlayerId = PlayerId(2);
const HERS: Seat = Seat(0);
const HIS: Seat = Seat(1);

fn ann() -> LockstepSession<ToyGame> {
    let plan = Plan::players(2).delayed_by(2);
    LockstepSession::new(ToyGame::new(2, 1), plan.config(ANN)).unwrap()
}

fn input(seat: Seat, first: u32, words: &[u16]) -> Message {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let words = Words::new(WordSize::PAD, bytes).unwrap();
    Input { seat, first: Frame(first), words }.into()
}

fn change(seat: Seat, controller: Controller, from: u32) -> Message {
    SeatController { seat, controller, from: Frame(from) }.into()
}

/// Advances as far as the inputs allow; the frame reached.
fn run(session: &mut LockstepSession<ToyGame>) -> Frame {
    loop {
        session.push_local(PadWord(9));
        if !matches!(session.advance(), Step::Advanced(_)) {
            return session.frame();
        }
    }
}

#[test]
fn wild_frames_are_ignored() {
    let (mut wild, mut calm) = (ann(), ann());
    for frame in [0, 1, 10 * 60, i32::MAX as u32, u32::MAX - 1, u32::MAX] {
        wild.handle(&input(HIS, frame, &[0xFFFF; 32])).unwrap();
    }
    // Frames 0 and 1 run on neutral inputs, whatever is said; 2 to 31 came with the first packet.
    assert_eq!(run(&mut wild), Frame(33));
    calm.handle(&input(HIS, 2, &[0xFFFF; 31])).unwrap();
    assert_eq!(run(&mut calm), Frame(33));
    assert_eq!(wild.simulation(), calm.simulation());
    assert!(wild.end(HIS) <= Frame(33));
}

#[test]
fn a_seat_gets_no_further_ahead_than_the_window() {
    let mut session = ann();
    for frame in 2..100_000 {
        session.handle(&input(HIS, frame, &[1])).unwrap();
    }
    assert_eq!(session.end(HIS), Frame(2 + INPUT_WINDOW_FRAMES));
}

#[test]
fn a_second_word_for_a_frame_changes_nothing() {
    let (mut once, mut twice) = (ann(), ann());
    once.handle(&input(HIS, 2, &[5; 8])).unwrap();
    twice.handle(&input(HIS, 2, &[5; 8])).unwrap();
    twice.handle(&input(HIS, 2, &[6; 8])).unwrap();
    assert_eq!(run(&mut once), run(&mut twice));
    twice.handle(&input(HIS, 0, &[7; 32])).unwrap();
    once.handle(&input(HIS, 10, &[7; 22])).unwrap();
    assert_eq!(run(&mut once), run(&mut twice));
    assert_eq!(once.simulation().state_hash(), twice.simulation().state_hash());
}

#[test]
fn nobody_speaks_for_our_own_seat_or_for_the_ai() {
    let (mut told, mut calm) = (ann(), ann());
    told.handle(&input(HERS, 2, &[0xFFFF; 8])).unwrap();
    for session in [&mut told, &mut calm] {
        session.handle(&input(HIS, 2, &[1; 4])).unwrap();
        session.handle(&change(HIS, Controller::Ai, 6)).unwrap();
    }
    told.handle(&input(HIS, 6, &[0xFFFF; 8])).unwrap();
    for session in [&mut told, &mut calm] {
        for _ in 0..20 {
            session.push_local(PadWord(9));
            assert!(matches!(session.advance(), Step::Advanced(_)));
        }
    }
    assert_eq!(told.simulation(), calm.simulation());
}

#[test]
fn what_no_honest_peer_sends_is_a_fault() {
    let mut session = ann();
    let words = Words::new(WordSize::new(4).unwrap(), vec![0; 8]).unwrap();
    let fault = session.handle(&Input { seat: HIS, first: Frame(2), words }.into());
    assert_eq!(fault, Err(PeerFault::WordSize { ours: 2, theirs: 4 }));
    assert_eq!(session.handle(&input(Seat(2), 2, &[1])), Err(PeerFault::NoSuchSeat(Seat(2))));
    let nowhere = change(Seat(900), Controller::Ai, 50);
    assert_eq!(session.handle(&nowhere), Err(PeerFault::NoSuchSeat(Seat(900))));
    let turns = |turn: u32| {
        let ben = Controller::Human { player: BEN };
        change(HIS, if turn.is_multiple_of(2) { Controller::Ai } else { ben }, 50 + turn)
    };
    let taken = (0..1_000).take_while(|turn| session.handle(&turns(*turn)).is_ok()).count();
    assert_eq!(taken, SEAT_CHANGES_AHEAD);
}

#[test]
fn a_flood_of_anything_leaves_a_bounded_session() {
    let mut session = ann();
    for at in 0..50_000_u32 {
        let (frame, hash) = (Frame(at * 37), StateHash(u64::from(at)));
        session.handle(&Checkpoint { player: PlayerId(at % 50), frame, hash }.into()).unwrap();
        session.handle(&Checkpoint { player: BEN, frame, hash }.into()).unwrap();
        session.handle(&Pause { player: BEN }.into()).unwrap();
        session.handle(&Resume { player: BEN }.into()).unwrap();
    }
    let events = core::iter::from_fn(|| session.poll_event()).count();
    assert!(events <= netplay::limits::EVENTS_KEPT, "{events} events kept");
    assert!(core::iter::from_fn(|| session.poll_message()).count() == 0);
}

#[test]
fn a_digest_of_somebody_who_plays_no_seat_counts_for_nothing() {
    let mut session = ann();
    session.handle(&input(HIS, 2, &[1; 31])).unwrap();
    let lie = |player| Checkpoint { player, frame: Frame(29), hash: StateHash(1) };
    session.handle(&lie(PlayerId(3)).into()).unwrap();
    assert_eq!(run(&mut session), Frame(33));
    session.handle(&lie(PlayerId(3)).into()).unwrap();
    assert_eq!(session.poll_event(), None);
    session.handle(&lie(BEN).into()).unwrap();
    assert_eq!(session.advance(), Step::Halted);
}

#[test]
fn a_configuration_is_checked_once() {
    let refused = |alter: fn(&mut LockstepConfig)| {
        let mut config = Plan::players(2).config(ANN);
        alter(&mut config);
        LockstepSession::new(ToyGame::new(2, 1), config).err()
    };
    assert_eq!(refused(|_| {}), None);
    assert_eq!(refused(|it| it.seats = 0), Some(ConfigError::Seats(0)));
    assert_eq!(refused(|it| it.seats = 65), Some(ConfigError::Seats(65)));
    assert_eq!(refused(|it| it.seats = 3), Some(ConfigError::Controllers(2)));
    assert_eq!(refused(|it| it.local = Some(Seat(2))), Some(ConfigError::LocalSeat(Seat(2))));
    assert_eq!(refused(|it| it.input_delay_frames = 16), Some(ConfigError::InputDelay(16)));
    assert_eq!(refused(|it| it.redundancy_words = 0), Some(ConfigError::Redundancy(0)));
    assert_eq!(refused(|it| it.redundancy_words = 33), Some(ConfigError::Redundancy(33)));
    let interval = refused(|it| it.checkpoint_interval_frames = 0);
    assert_eq!(interval, Some(ConfigError::CheckpointInterval));
    let resend = refused(|it| it.resend_after_stalls = 0);
    assert_eq!(resend, Some(ConfigError::ResendAfterStalls));
}
