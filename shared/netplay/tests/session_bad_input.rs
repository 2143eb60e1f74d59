//! Whatever a peer sends, no session panics, grows or believes it, whether it waits or guesses.

use netplay::ids::{Frame, PadWord, PlayerId, Seat, StateHash};
use netplay::limits::{INPUT_WINDOW_FRAMES, SEAT_CHANGES_AHEAD};
use netplay::session::{LockstepSession, PeerFault, RollbackConfig, RollbackSession, Step};
use netplay::wire::{
    Checkpoint, Controller, Input, Message, Pause, Resume, SeatController, WordSize, Words,
};
use testkit::{Plan, Session, ToyGame};

const ANN: PlayerId = PlayerId(1);
const BEN: PlayerId = PlayerId(2);
const HERS: Seat = Seat(0);
const HIS: Seat = Seat(1);

/// Every story as a test of lockstep and of rollback.
macro_rules! in_both_sessions {
    ($($story:ident)*) => {
        mod lockstep {
            $(#[test] fn $story() { super::$story(super::waiting) })*
        }
        mod rollback {
            $(#[test] fn $story() { super::$story(super::guessing) })*
        }
    };
}

in_both_sessions! {
    a_seat_gets_no_further_ahead_than_the_window
    nobody_speaks_for_our_own_seat_or_for_the_ai
    what_no_honest_peer_sends_is_a_fault
    a_flood_of_anything_leaves_a_bounded_session
}

fn waiting() -> Session {
    let config = Plan::players(2).delayed_by(2).config(ANN);
    Session::Lockstep(Box::new(LockstepSession::new(ToyGame::new(2, 1), config).unwrap()))
}

fn guessing() -> Session {
    let config = RollbackConfig::new(Plan::players(2).delayed_by(2).config(ANN));
    Session::Rollback(Box::new(RollbackSession::new(ToyGame::new(2, 1), config).unwrap()))
}

fn input(seat: Seat, first: u32, words: &[u16]) -> Message {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let words = Words::new(WordSize::PAD, bytes).unwrap();
    Input { seat, first: Frame(first), words }.into()
}

fn change(seat: Seat, controller: Controller, from: u32) -> Message {
    SeatController { seat, controller, from: Frame(from) }.into()
}

fn a_seat_gets_no_further_ahead_than_the_window(ann: fn() -> Session) {
    let mut session = ann();
    for frame in 2..100_000 {
        session.handle(&input(HIS, frame, &[1])).unwrap();
    }
    assert_eq!(session.end(HIS), Frame(2 + INPUT_WINDOW_FRAMES));
}

fn nobody_speaks_for_our_own_seat_or_for_the_ai(ann: fn() -> Session) {
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
            assert!(matches!(session.advance(), Step::Advanced(_)), "nothing is corrected");
        }
    }
    told.handle(&input(HIS, 6, &[0xFFFF; 30])).unwrap();
    assert_eq!(told.simulation(), calm.simulation());
    for session in [&mut told, &mut calm] {
        session.push_local(PadWord(9));
        assert!(matches!(session.advance(), Step::Advanced(_)), "nor is it later");
    }
    assert_eq!(told.simulation(), calm.simulation());
}

fn what_no_honest_peer_sends_is_a_fault(ann: fn() -> Session) {
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

fn a_flood_of_anything_leaves_a_bounded_session(ann: fn() -> Session) {
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
