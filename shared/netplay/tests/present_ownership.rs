//! Which update counts: numbers that wrap, and hands that change while updates are under way.
#![cfg(not(target_arch = "wasm32"))]

use netplay::present::latest::{LatestWins, UpdateStamp, seq_newer};
use netplay::present::ownership::{Authority, AuthorityCheck};
use proptest::prelude::*;

const CAR: u64 = 7;

const fn stamp(epoch: u16, seq: u16) -> UpdateStamp {
    UpdateStamp { epoch, seq }
}

// --- numbers ----------------------------------------------------------------------------------

#[test]
fn numbers_wrap_and_half_the_range_apart_neither_is_newer() {
    for b in [0, 1, 32_767, 32_768, 65_535_u16] {
        assert!(seq_newer(b.wrapping_add(1), b) && !seq_newer(b, b.wrapping_add(1)));
        assert!(seq_newer(b.wrapping_add(32_767), b) && !seq_newer(b, b.wrapping_add(32_767)));
        assert!(!seq_newer(b.wrapping_add(32_768), b) && !seq_newer(b, b.wrapping_add(32_768)));
        assert!(!seq_newer(b, b));
    }
}

#[test]
fn a_hundred_thousand_updates_go_round_and_round() {
    let mut newest = LatestWins::new();
    assert!((0..100_000_u32).all(|n| newest.accept(CAR, stamp(0, n as u16))));
    assert_eq!(newest.newest(CAR), Some(stamp(0, 99_999_u32 as u16)));
}

#[test]
fn entities_do_not_mind_each_other() {
    let mut newest = LatestWins::new();
    assert!(newest.accept(1, stamp(0, 9)) && newest.accept(2, stamp(0, 1)));
    assert!(!newest.accept(1, stamp(0, 5)) && newest.accept(2, stamp(0, 5)));
}

#[test]
fn of_a_forgotten_entity_everything_is_news() {
    let mut newest = LatestWins::new();
    newest.accept(CAR, stamp(3, 40_000));
    newest.forget(CAR);
    assert!(newest.is_empty() && newest.accept(CAR, stamp(3, 0)));
}

#[test]
fn a_flood_of_entities_costs_a_bounded_store_and_not_the_one_that_is_heard_of() {
    let mut newest = LatestWins::with_entities(100);
    assert!(newest.accept(CAR, stamp(0, 0)));
    for flood in 1_000..100_000 {
        newest.accept(flood, stamp(0, 0));
        if flood % 40 == 0 {
            assert!(!newest.accept(CAR, stamp(0, 0)), "still known");
        }
        assert!(newest.len() <= 100);
    }
}

proptest! {
    /// In whatever order, and however often: what is accepted only ever grows, and the newest gets through.
    #[test]
    fn what_is_accepted_only_grows(
        start: u16,
        mut sent in proptest::collection::vec(0..300_u16, 1..200),
        capacity in 2..9_usize,
    ) {
        let mut newest = LatestWins::with_entities(capacity);
        let mut best = None;
        for seq in sent.drain(..) {
            let is_news = best.is_none_or(|best| seq > best);
            prop_assert_eq!(newest.accept(CAR, stamp(0, start.wrapping_add(seq))), is_news);
            best = best.max(Some(seq));
        }
    }
}

// --- hands ------------------------------------------------------------------------------------

const HOST: u32 = 0;

#[test]
fn a_late_word_of_the_last_owner_does_not_yank_the_car_back() {
    let mut car = Authority::new(HOST);
    let epoch = car.handoff(1);
    assert_eq!(car.check(HOST, 0), AuthorityCheck::Stale);
    assert_eq!(car.check(1, epoch), AuthorityCheck::Accept);
    assert_eq!(car.check(2, epoch), AuthorityCheck::Stale, "who never owned it");
    // Back to the host: the same peer's words of before are still too old.
    let epoch = car.handoff(HOST);
    assert_eq!(car.check(HOST, 0), AuthorityCheck::Stale);
    assert_eq!(car.check(HOST, epoch), AuthorityCheck::Accept);
}

#[test]
fn a_word_that_overtakes_the_news_is_ahead() {
    let mut here = Authority::new(HOST);
    let mut there = here;
    let epoch = there.handoff(1);
    assert_eq!(here.check(1, epoch), AuthorityCheck::Ahead);
    assert!(here.adopt(1, epoch) && !here.adopt(1, epoch));
    assert_eq!(here.check(1, epoch), AuthorityCheck::Accept);
    assert_eq!(here, there);
}

#[test]
fn epochs_wrap() {
    let mut car = Authority::since(HOST, 65_535);
    assert_eq!(car.handoff(1), 0);
    assert_eq!(car.check(HOST, 65_535), AuthorityCheck::Stale);
    assert!(!car.adopt(HOST, 65_535));
    assert!(Authority::since(HOST, 65_535).adopt(1, 0));
}

#[test]
fn two_handoffs_at_once_end_with_the_lower_owner_everywhere() {
    let before = Authority::new(HOST);
    let (mut ann, mut ben) = (before, before);
    let (by_ann, by_ben) = (ann.handoff(2), ben.handoff(1));
    // Until the news comes, each takes its own for the owner; the winner's words are ahead, not stale.
    assert_eq!(ann.check(1, by_ben), AuthorityCheck::Ahead);
    assert_eq!(ben.check(2, by_ann), AuthorityCheck::Stale);
    assert!(ann.adopt(1, by_ben) && !ben.adopt(2, by_ann));
    assert_eq!(ann, ben);
}

proptest! {
    /// Several peers hand an entity on as they like, and the news reaches everybody in any order: all agree.
    #[test]
    fn everybody_ends_with_the_same_owner(
        start: u16,
        handoffs in proptest::collection::vec((0..4_usize, 0..4_u32, any::<bool>()), 1..30),
        seed: u64,
    ) {
        let mut peers = [Authority::since(HOST, start); 4];
        let mut news = Vec::new();
        for (by, to, is_heard) in handoffs {
            let epoch = peers[by].handoff(to);
            news.push((to, epoch));
            if is_heard {
                peers.iter_mut().for_each(|peer| { peer.adopt(to, epoch); });
            }
        }
        let mut rng = netplay::rng::SimRng::new(seed, 0);
        for peer in &mut peers {
            for left in (1..=news.len()).rev() {
                news.swap(left - 1, rng.below(left as u32) as usize);
            }
            news.iter().for_each(|(owner, epoch)| { peer.adopt(*owner, *epoch); });
        }
        prop_assert!(peers.iter().all(|peer| *peer == peers[0]));
    }
}
