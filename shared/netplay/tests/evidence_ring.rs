//! A peer remembers its last frames, within its budget and without touching the heap.
#![cfg(not(target_arch = "wasm32"))]

use allocation_counter::measure;
use netplay::hash::StateHasher;
use netplay::ids::{Frame, PadWord, PlayerId, Seat, StateHash};
use netplay::limits::{CHECKPOINT_INTERVAL_FRAMES, EVIDENCE_BYTES, EVIDENCE_FRAMES};
use netplay::session::{LockstepConfig, LockstepSession, Step};
use netplay::sim::{BadState, Rewind, Simulation};
use netplay::track::Evidence;
use netplay::wire::{Controller, Input, SeatController, WordSize, Words};

/// A counter whose saved state has some weight.
struct Heavy {
    count: u32,
    bytes: usize,
}

impl Simulation for Heavy {
    type Input = PadWord;

    fn tick(&mut self, pads: &[PadWord]) {
        self.count += u32::from(pads[0].0);
    }

    fn state_hash(&self) -> StateHash {
        StateHasher::new().u32(self.count).finish()
    }
}

impl Rewind for Heavy {
    fn save(&self, out: &mut Vec<u8>) {
        let end = out.len() + self.bytes;
        out.extend_from_slice(&self.count.to_le_bytes());
        out.resize(end, 0);
    }

    fn load(&mut self, _: &[u8]) -> Result<(), BadState> {
        Err(BadState)
    }
}

fn filled(budget_bytes: usize, state_bytes: usize, frames: u32) -> Evidence {
    let mut evidence = Evidence::new(budget_bytes);
    let mut game = Heavy { count: 0, bytes: state_bytes };
    for frame in 0..frames {
        game.count += 1;
        evidence.keep(Frame(frame), [PadWord(1); 8], &game);
    }
    evidence
}

fn states(evidence: &Evidence) -> usize {
    evidence.iter().filter(|kept| !kept.state.is_empty()).count()
}

#[test]
fn a_race_of_eight_is_remembered_for_several_checkpoints() {
    let evidence = filled(EVIDENCE_BYTES, 1_400, 1_000);
    assert!(states(&evidence) >= 2 * CHECKPOINT_INTERVAL_FRAMES as usize);
    assert_eq!(evidence.iter().len(), EVIDENCE_FRAMES);
    assert_eq!(evidence.newest(), Some(Frame(999)));
    let frames: Vec<u32> = evidence.iter().map(|kept| kept.frame.0).collect();
    assert!(frames.iter().copied().eq(744..1_000), "consecutive, the newest last");
}

#[test]
fn states_go_first_and_the_budget_holds() {
    let weight = |evidence: &Evidence| -> usize {
        evidence.iter().map(|kept| kept.state.len() + kept.words.len()).sum()
    };
    for (budget, state, frames) in [(10_000, 1_000, 500), (4_000, 4, 3_000), (100, 40, 7)] {
        let evidence = filled(budget, state, frames);
        assert!(weight(&evidence) <= budget, "{budget} {state}");
        assert!(states(&evidence) > 0, "{budget} {state}");
    }
    let evidence = filled(10, 5_000, 30);
    assert_eq!(
        (evidence.iter().len(), states(&evidence)),
        (1, 1),
        "the newest, whatever it weighs"
    );
    assert_eq!(filled(0, 100, 30).iter().len(), 0, "off is off");
}

#[test]
fn once_full_a_frame_allocates_nothing() {
    for (budget, state) in [(EVIDENCE_BYTES, 1_400), (1_000_000, 100), (3_000, 20), (40, 40)] {
        let mut evidence = filled(budget, state, 600);
        let mut game = Heavy { count: 7, bytes: state };
        for frame in (600..900).map(Frame) {
            let kept = measure(|| evidence.keep(frame, [PadWord(3); 8], &game));
            assert_eq!(kept.count_total, 0, "{frame:?} of {budget} bytes");
            game.count += 1;
        }
    }
}

#[test]
fn a_gap_begins_anew_and_a_frame_again_changes_nothing() {
    let mut evidence = filled(10_000, 10, 20);
    evidence.keep(Frame(19), [PadWord(9)], &Heavy { count: 99, bytes: 10 });
    assert_eq!(evidence.iter().len(), 20);
    evidence.keep(Frame(40), [PadWord(1)], &Heavy { count: 5, bytes: 10 });
    let frames: Vec<Frame> = evidence.iter().map(|kept| kept.frame).collect();
    assert_eq!(frames, [Frame(40)]);
    assert!(evidence.at(Frame(19)).is_none() && evidence.at(Frame(u32::MAX)).is_none());
}

#[test]
fn a_session_remembers_words_hands_and_states() {
    let player = PlayerId(1);
    let mut config = LockstepConfig::new(
        player,
        Some(Seat(0)),
        vec![Controller::Human { player }, Controller::Ai],
    );
    config.evidence_bytes = 10_000;
    let mut session = LockstepSession::new(Heavy { count: 0, bytes: 4 }, config).unwrap();
    let human = Controller::Human { player: PlayerId(2) };
    let change = SeatController { seat: Seat(1), controller: human, from: Frame(5) };
    session.handle(&change.into()).unwrap();
    for _ in 0..5 {
        session.push_local(PadWord(3));
        assert!(matches!(session.advance(), Step::Advanced(_)));
        session.remember();
    }
    session.push_local(PadWord(3));
    assert!(matches!(session.advance(), Step::Stalled { .. }), "the new driver said nothing yet");
    session.remember();
    let evidence = session.evidence();
    assert_eq!(evidence.iter().len(), 5);
    let kept = evidence.at(Frame(4)).unwrap();
    assert_eq!(kept.words, [3, 0, 0, 0], "a word a seat; the AI's is neutral");
    assert_eq!(kept.state, 9_u32.to_le_bytes(), "three frames after the delay of two");
    assert_eq!(kept.digest, session.simulation().state_hash());
    assert!(evidence.iter().all(|kept| kept.changes.is_empty()), "frame 5 is not simulated");
    let words = Words::new(WordSize::PAD, vec![7, 0]).unwrap();
    session.handle(&Input { seat: Seat(1), first: Frame(5), words }.into()).unwrap();
    assert!(matches!(session.advance(), Step::Advanced(_)));
    session.remember();
    let kept = session.evidence().at(Frame(5)).unwrap();
    assert_eq!((&kept.words[..], &kept.changes[..]), (&[3, 0, 7, 0][..], &[(Seat(1), human)][..]));
}
