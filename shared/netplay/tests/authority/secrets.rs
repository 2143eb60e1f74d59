//! Every byte that reaches anybody is looked at: nobody is told what is not theirs to know before
//! it is everybody's.

use crate::number;
use netplay::ids::{PadWord, PlayerId, Seat};
use netplay::link::LinkProfile;
use netplay::session::turns::TurnConfig;
use netplay::session::views::ViewHost;
use netplay::time::Instant;
use netplay::wire::{Action, Blob, Controller, Message};
use std::collections::BTreeSet;
use testkit::toy_cards::{CALL, CardOrdeal, FOLD, Leak, Leaky, Phase, RAISE, Seen, ToyCards};

fn ordeal(hands: u32) -> CardOrdeal {
    CardOrdeal { hands, crash_every: 0, profile: LinkProfile::PERFECT, seed: 1 }
}

#[test]
fn fault_47_ten_thousand_hands_tell_nobody_a_secret() {
    let hands = number("HANDS", 10_000);
    let stats = CardOrdeal { crash_every: 250, ..ordeal(hands) }.run();
    assert_eq!(stats.leaks, 0);
    let right = u64::from(hands);
    assert!(stats.hosts >= hands / 500, "hosts come and go: {stats:?}");
    assert!(stats.stood_up.min(stats.sat_down) >= hands / 2_000, "and change seats: {stats:?}");
    assert!(stats.rightly > 10 * right && stats.showdowns > right, "the spy is awake: {stats:?}");
}

#[test]
fn fault_47_on_a_train_nobody_is_told_a_secret_either() {
    let stats = CardOrdeal { profile: LinkProfile::TRAIN, ..ordeal(200) }.run();
    assert_eq!(stats.leaks, 0);
    assert!(stats.rightly > 2_000, "{stats:?}");
}

#[test]
fn fault_47_a_table_that_tells_is_found_out() {
    fn run<const LEAK: usize>() -> usize {
        let new_table = || Leaky::new(ToyCards::new(4, 1_000, 0x5EC4E7), Leak::ALL[LEAK]);
        ordeal(40).run_with(new_table).leaks
    }
    let leaks = [run::<0>(), run::<1>(), run::<2>(), run::<3>(), run::<4>(), run::<5>()];
    for (leak, found) in Leak::ALL.iter().zip(leaks) {
        assert!(found >= 20, "{leak:?}: {found}");
    }
}

/// What a spectator is told of the first hand while bets are made, byte by byte, and the first seat's
/// cards, when the deck lies as this entropy has it.
fn bets(entropy: [u8; 32]) -> (Vec<Vec<u8>>, Option<[u64; 2]>) {
    let (first, spectator) = (PlayerId(1), PlayerId(9));
    let table = ToyCards::new(3, 1, 7);
    let mut host = ViewHost::new(table, PlayerId(10), TurnConfig::default(), entropy).unwrap();
    for seat in 0..3 {
        let player = PlayerId(u32::from(seat) + 1);
        host.set_seat_controller(Seat(seat), Controller::Human { player });
    }
    [spectator, first].into_iter().for_each(|player| host.admit(player));
    let (mut told, mut own) = (Vec::new(), None);
    for pad in [RAISE, CALL, RAISE, FOLD, CALL, CALL].map(|pad| [pad, PadWord(0)]).as_flattened() {
        for player in [1, 2, 3].map(PlayerId) {
            let payload = Blob::new(pad.0.to_le_bytes()).unwrap();
            host.handle(&Action { player, payload }.into(), Instant::ZERO);
        }
        host.tick(Instant::ZERO);
        while let Some(message) = host.poll_message() {
            let Message::StateBlob(blob) = message else { continue };
            let (_, _, seen) = Seen::of_payload(&blob.payload).expect("a view");
            if blob.player == first {
                own = own.or(seen.own);
            } else if seen.phase == Phase::Betting {
                told.push(blob.payload.to_vec());
            }
        }
    }
    (told, own)
}

#[test]
fn what_a_spectator_sees_of_the_bets_is_the_same_whatever_the_cards_are() {
    let (told, own) = bets([0; 32]);
    assert!(told.len() >= 4, "there is something to see: {}", told.len());
    let mut hands = BTreeSet::from([own]);
    for entropy in 1..50 {
        let (other, hand) = bets([entropy; 32]);
        assert_eq!(other, told);
        hands.insert(hand);
    }
    assert!(hands.len() > 30, "though the cards differ");
}
