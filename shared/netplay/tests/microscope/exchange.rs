//! Two peers find the same frame and the same field, from either side.

use crate::pair::{ANN, BEN, Pair, game, remembered, remembered_with};
use netplay::ids::{Frame, PadWord, Seat};
use netplay::session::bundle::Case;
use netplay::session::microscope::Microscope;
use netplay::time::Instant;
use std::time::Duration;
use testkit::pad;

const BUDGET: usize = 64 * 1024;

fn both(cases: [Option<Case>; 2]) -> [Case; 2] {
    cases.map(|case| case.expect("everybody has a case"))
}

#[test]
fn both_find_the_flipped_field_and_the_inputs_before_it() {
    let flipped = remembered(game().flipping_at(77), 100, BUDGET);
    let mut pair = Pair::new(remembered(game(), 100, BUDGET), flipped);
    pair.both_suspect(89);
    let [ann, ben] = both(pair.run());
    for (case, other) in [(&ann, BEN), (&ben, ANN)] {
        let finding = case.finding(&game()).expect("they differ");
        assert_eq!((finding.frame, finding.is_first, finding.other), (Frame(77), true, other));
        assert_eq!(finding.heard_otherwise, None);
        let last = finding.inputs_before.last().expect("the words of the frame itself");
        let word = pad(crate::pair::SEED, Seat(0), Frame(77)).0.to_le_bytes();
        assert_eq!((last.0, &last.1[..2]), (Frame(77), &word[..]));
        assert_eq!(case.noticed, Frame(89));
        let path = finding.difference.as_ref().map(|found| found.path.as_str());
        assert_eq!(path, Some("seats[0].mixed"));
    }
    let of = |case: &Case| case.finding(&game()).unwrap().difference.unwrap();
    assert_eq!((of(&ann).ours, of(&ann).theirs), (of(&ben).theirs, of(&ben).ours));
    assert_eq!(pair.now, Instant::ZERO, "it takes no more than the way there and back");
}

#[test]
fn who_did_not_notice_answers_and_has_no_case() {
    let flipped = remembered(game().flipping_at(50), 100, BUDGET);
    let mut pair = Pair::new(remembered(game(), 100, BUDGET), flipped);
    pair.scopes[0].suspect(BEN, Frame(59), &pair.evidence[0], pair.now);
    let [ann, ben] = pair.run();
    let finding = ann.and_then(|case| case.finding(&game())).expect("Ann has");
    assert_eq!(finding.difference.unwrap().path, "seats[0].mixed");
    assert_eq!(ben, None);
}

#[test]
fn who_is_asked_before_noticing_has_the_answer_already() {
    let flipped = remembered(game().flipping_at(50), 100, BUDGET);
    let mut pair = Pair::new(remembered(game(), 100, BUDGET), flipped);
    pair.scopes[0].suspect(BEN, Frame(59), &pair.evidence[0], pair.now);
    while let Some(message) = pair.scopes[0].poll_message() {
        let arrived = crate::pair::through_a_relay(&message, ANN);
        pair.scopes[1].handle(&arrived, &pair.evidence[1], pair.now);
    }
    pair.scopes[1].suspect(ANN, Frame(59), &pair.evidence[1], pair.now);
    let [ann, ben] = both(pair.run());
    assert_eq!(ann.finding(&game()).unwrap().frame, Frame(50));
    assert_eq!(ben.finding(&game()).unwrap().frame, Frame(50));
}

#[test]
fn other_words_are_told_from_a_broken_machine() {
    let deaf = |_: &_, seat: Seat, frame: Frame| {
        if (seat, frame) == (Seat(1), Frame(64)) {
            PadWord(0)
        } else {
            pad(crate::pair::SEED, seat, frame)
        }
    };
    let other = remembered_with(game(), 100, BUDGET, deaf);
    let mut pair = Pair::new(remembered(game(), 100, BUDGET), other);
    pair.both_suspect(89);
    for case in both(pair.run()) {
        let finding = case.finding(&game()).unwrap();
        assert_eq!(finding.heard_otherwise, Some((Frame(64), Seat(1))));
        assert_eq!(finding.frame, Frame(64));
    }
}

#[test]
fn a_difference_older_than_the_memory_is_told_as_such() {
    let flipped = remembered(game().flipping_at(10), 600, BUDGET);
    let mut pair = Pair::new(remembered(game(), 600, BUDGET), flipped);
    pair.both_suspect(599);
    for case in both(pair.run()) {
        let finding = case.finding(&game()).unwrap();
        assert!(!finding.is_first && finding.frame > Frame(300));
        assert!(finding.difference.is_some(), "what differs now is known all the same");
    }
}

#[test]
fn a_state_that_is_kept_no_more_leaves_the_frame() {
    let flipped = remembered(game().flipping_at(400), 600, BUDGET);
    let mut pair = Pair::new(remembered(game(), 600, 1_000), flipped);
    pair.both_suspect(599);
    let [ann, ben] = both(pair.run());
    for case in [ann, ben] {
        let finding = case.finding(&game()).unwrap();
        assert_eq!((finding.frame, finding.is_first), (Frame(400), true));
        assert_eq!(finding.difference, None);
    }
}

#[test]
fn a_large_state_is_shown_in_portions_beside_play() {
    let big = || game().weighing(600_000);
    let flipped = remembered(big().flipping_at(20), 30, 100_000_000);
    let mut pair = Pair::new(remembered(big(), 30, 100_000_000), flipped);
    pair.both_suspect(29);
    let [ann, _] = both(pair.run());
    assert_eq!(ann.finding(&big()).unwrap().difference.unwrap().path, "seats[0].mixed");
    let portions = 600_000_u64 / 32_768;
    assert!(pair.now >= Instant::ZERO + Duration::from_millis(portions * 250), "{:?}", pair.now);
    assert!(pair.now < Instant::ZERO + Duration::from_millis((portions + 2) * 250));
}

#[test]
fn who_does_not_answer_is_given_up_and_our_side_is_kept() {
    let mut scope = Microscope::new(ANN);
    let evidence = remembered(game(), 100, BUDGET);
    scope.suspect(BEN, Frame(89), &evidence, Instant::ZERO);
    let mut now = Instant::ZERO;
    let mut case = None;
    while case.is_none() && now < Instant::from_millis(30_000) {
        now = scope.poll_timeout().expect("a date");
        scope.handle_timeout(now);
        case = scope.poll_case();
    }
    assert_eq!(now, Instant::from_millis(5_000));
    let case = case.unwrap();
    assert_eq!(case.finding(&game()), None);
    assert!(case.theirs.kept.is_empty());
    assert!(case.ours.kept.iter().filter(|kept| !kept.state.is_empty()).count() > 60);
}

#[test]
fn the_next_difference_is_looked_into_after_a_pause() {
    let flipped = remembered(game().flipping_at(50), 100, BUDGET);
    let mut pair = Pair::new(remembered(game(), 100, BUDGET), flipped);
    pair.both_suspect(59);
    assert!(pair.run().iter().all(Option::is_some));
    pair.both_suspect(89);
    assert_eq!(pair.run(), [None, None], "asked just now");
    pair.now = pair.now + Duration::from_secs(60);
    pair.scopes.iter_mut().for_each(|scope| scope.handle_timeout(pair.now));
    pair.both_suspect(89);
    assert!(pair.run().iter().all(Option::is_some));
}

#[test]
fn who_is_mended_meanwhile_still_shows_what_was_wrong() {
    let flipped = remembered(game().flipping_at(50), 100, BUDGET);
    let mut pair = Pair::new(remembered(game(), 100, BUDGET), flipped);
    let cara = netplay::ids::PlayerId(3);
    pair.scopes[1].suspect(cara, Frame(59), &pair.evidence[1], pair.now);
    pair.evidence[1].forget(); // a donor's state is taken
    pair.scopes[0].suspect(BEN, Frame(59), &pair.evidence[0], pair.now);
    while let Some(message) = pair.scopes[1].poll_message() {
        assert!(matches!(&message, netplay::wire::Message::Digests(to) if to.peer == cara));
    }
    let [ann, _] = pair.run();
    let finding = ann.and_then(|case| case.finding(&game())).expect("Ann learns it");
    assert_eq!((finding.frame, finding.difference.is_some()), (Frame(50), true));
}
