//! What only a session that waits does with a peer's nonsense.

use netplay::ids::{Frame, PadWord, PlayerId, Seat, StateHash};
use netplay::session::{ConfigError, LockstepConfig, LockstepSession, Step};
use netplay::sim::Simulation;
use netplay::wire::{Checkpoint, Input, Message, WordSize, Words};
use testkit::{Plan, ToyGame};

const ANN: PlayerId = PlayerId(1);
const BEN: PlayerId = PlayerId(2);
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
