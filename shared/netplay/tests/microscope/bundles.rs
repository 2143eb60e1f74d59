//! A case in a file, and a file from a stranger.

use crate::pair::{ANN, BEN, Pair, SEED, game, remembered, saved};
use crate::target;
use netplay::ids::{Frame, PlayerId, Round, StateHash};
use netplay::rng::SimRng;
use netplay::session::bundle::{Bundle, BundleError, Case, Testimony};
use netplay::sim::Simulation;
use netplay::track::Evidence;
use netplay::wire::{Blob, SessionModel, Start, Terms, Text};
use testkit::pad;

const BUDGET: usize = 64 * 1024;

fn start() -> Start {
    Start {
        round: Round(1),
        seed: SEED,
        mode: Text::truncated("toy"),
        config: Blob::default(),
        model: SessionModel::Lockstep,
        input_delay: 2,
        seats: vec![Some(ANN), Some(BEN)],
        terms: Terms::default(),
    }
}

fn bundle(case: Case) -> Bundle {
    Bundle { simulation: StateHash(7), start: start(), case }
}

/// What Ann has in hand after Ben's machine broke in frame 77.
fn found() -> Bundle {
    let flipped = remembered(game().flipping_at(77), 100, BUDGET);
    let mut pair = Pair::new(remembered(game(), 100, BUDGET), flipped);
    pair.both_suspect(89);
    let [ann, _] = pair.run();
    bundle(ann.expect("a case"))
}

fn alone(player: PlayerId, evidence: &Evidence) -> Bundle {
    let ours = Testimony { player, kept: evidence.iter().cloned().collect() };
    bundle(Case { noticed: Frame(89), ours, theirs: Testimony::default() })
}

#[test]
fn a_bundle_survives_the_file_and_is_small() {
    let bundle = found();
    let bytes = bundle.encode();
    assert_eq!(&bytes[..5], b"PLDB\x01");
    assert_eq!(Bundle::decode(&bytes), Ok(bundle));
    assert!(bytes.len() < 16 * 1024, "{} bytes", bytes.len());
}

#[test]
fn running_it_again_tells_whose_machine_broke() {
    let rerun = found().rerun(&game()).expect("it runs");
    assert_eq!(rerun.frame, Frame(77));
    assert!(rerun.ours.agrees() && !rerun.theirs.agrees());
    assert_eq!((rerun.ours.player, rerun.theirs.player), (ANN, BEN));
    let field = |retrial: netplay::session::bundle::Retrial| retrial.difference.map(|it| it.path);
    assert_eq!(field(rerun.theirs), Some("seats[0].mixed".to_owned()));
    assert_eq!(field(rerun.ours), None);
}

#[test]
fn the_very_first_frame_is_run_from_the_start_order() {
    let flipped = remembered(game().flipping_at(0), 30, BUDGET);
    let mut pair = Pair::new(remembered(game(), 30, BUDGET), flipped);
    pair.both_suspect(29);
    let [ann, _] = pair.run();
    let rerun = bundle(ann.unwrap()).rerun(&game()).expect("it runs");
    assert!(rerun.frame == Frame(0) && rerun.ours.agrees() && !rerun.theirs.agrees());
}

#[test]
fn two_bundles_of_peers_who_could_not_talk_make_a_case() {
    let ann = alone(ANN, &remembered(game(), 100, BUDGET));
    let ben = alone(BEN, &remembered(game().flipping_at(60), 95, BUDGET));
    assert_eq!(ann.case.finding(&game()), None, "one side alone finds nothing");
    assert_eq!(ann.rerun(&game()), Err(BundleError::NoDifference));
    let case = ann.against(&ben);
    let finding = case.finding(&game()).expect("they differ");
    assert_eq!((finding.frame, finding.other), (Frame(60), BEN));
    assert_eq!(finding.difference.unwrap().path, "seats[0].mixed");
    assert!(bundle(case).rerun(&game()).unwrap().ours.agrees());
}

#[test]
fn without_the_state_before_nothing_is_run() {
    let mut bundle = found();
    for kept in bundle.case.ours.kept.iter_mut().filter(|kept| kept.frame < Frame(77)) {
        kept.state.clear();
    }
    assert_eq!(bundle.rerun(&game()), Err(BundleError::NoStateBefore));
    for kept in bundle.case.ours.kept.iter_mut().filter(|kept| kept.frame < Frame(77)) {
        kept.state = vec![1, 2, 3];
    }
    assert_eq!(bundle.rerun(&game()), Err(BundleError::BadState));
}

#[test]
fn an_impossible_number_of_words_is_refused() {
    for words in [0, 1, 3, 4_000] {
        let mut bundle = found();
        bundle.case.theirs.kept.iter_mut().for_each(|kept| kept.words = vec![0; words * 2]);
        assert!(matches!(bundle.rerun(&game()), Err(BundleError::Malformed(_))), "{words} words");
    }
}

#[test]
fn what_is_no_bundle_is_refused_with_a_reason() {
    let bytes = found().encode();
    assert_eq!(Bundle::decode(b"PLRP\x01"), Err(BundleError::NotABundle));
    assert_eq!(Bundle::decode(b"PLDB"), Err(BundleError::NotABundle));
    assert_eq!(Bundle::decode(b"PLDB\x09rest"), Err(BundleError::Version(9)));
    for end in 5..bytes.len() {
        assert!(matches!(Bundle::decode(&bytes[..end]), Err(BundleError::Malformed(_))), "{end}");
    }
    let long = [&bytes[..], &[0]].concat();
    assert!(matches!(Bundle::decode(&long), Err(BundleError::Malformed(_))));
    let huge = [&bytes[..], &vec![0; 5_000_000]].concat();
    assert!(matches!(Bundle::decode(&huge), Err(BundleError::Malformed(_))));
}

#[test]
fn a_damaged_bundle_does_no_harm() {
    let bytes = found().encode();
    let mut rng = SimRng::new(3, 3);
    let mut read = 0;
    for _ in 0..3_000 {
        let mut damaged = bytes.clone();
        for _ in 0..=rng.below(3) {
            let at = rng.below(damaged.len() as u32) as usize;
            damaged[at] = rng.next_u32() as u8;
        }
        target::bundle(&damaged);
        read += u32::from(Bundle::decode(&damaged).is_ok());
    }
    assert!(read > 100, "{read} were read");
}

#[test]
fn the_state_before_is_the_one_that_was_simulated() {
    let bundle = found();
    let mut clean = game();
    for frame in (0..77).map(Frame) {
        clean.tick(&[0, 1].map(|seat| pad(SEED, netplay::ids::Seat(seat), frame)));
    }
    let before = bundle.case.ours.kept.iter().find(|kept| kept.frame == Frame(76)).unwrap();
    assert_eq!(before.state, saved(&clean));
}
