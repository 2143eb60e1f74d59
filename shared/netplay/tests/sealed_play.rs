//! Sealed ticks on faulty lines: one state for everybody, and a present that neither jumps nor
//! waits.

use netplay::ids::{Frame, PlayerId, Seat};
use netplay::link::LinkProfile;
use netplay::session::SealedConfig;
use netplay::wire::Controller;
use testkit::SealedTable;

const JITTER: LinkProfile = LinkProfile {
    latency_ms: 12,
    jitter_ms: 25,
    loss_permille: 0,
    duplicate_permille: 0,
    reorder_permille: 0,
    bandwidth_bytes_per_s: 0,
};

#[test]
fn half_a_minute_on_a_line_with_jitter_is_one_jump_and_no_wait() {
    let mut table = SealedTable::new(4, 1, JITTER, 7);
    table.run_for(30_000);
    assert!(table.assert_all_agree() >= 58);
    for peer in &table.peers {
        let stats = peer.session.stats();
        assert_eq!((stats.snaps, stats.stalls), (1, 0), "{stats:?}");
    }
}

#[test]
fn a_player_who_turns_every_quarter_second_is_guessed_wrong_once_a_turn() {
    let near = LinkProfile { latency_ms: 2, jitter_ms: 4, ..LinkProfile::PERFECT };
    let mut table = SealedTable::new(2, 0, near, 3);
    table.run_for(500);
    let before: Vec<_> = table.peers.iter().map(|peer| peer.session.stats()).collect();
    table.run_for(2_500); // 150 ticks, ten turns
    for (peer, before) in table.peers.iter().zip(before) {
        let stats = peer.session.stats();
        let guessed = stats.guessed - before.guessed;
        let wrong = stats.mispredicted - before.mispredicted;
        assert!((148..=152).contains(&guessed) && (9..=11).contains(&wrong), "{stats:?}");
        assert!(stats.deepest <= peer.session.lead_ticks() + 3, "{stats:?}");
        assert_eq!((stats.late_inputs, stats.stalls), (0, 0), "{stats:?}");
    }
}

#[test]
fn a_peer_far_away_takes_a_longer_lead_and_its_words_are_in_time() {
    let far = LinkProfile { latency_ms: 75, jitter_ms: 8, ..LinkProfile::PERFECT };
    let late = |trip_ms| {
        let mut table = SealedTable::new(2, 0, far, 9);
        table.peers.iter_mut().for_each(|peer| peer.session.set_trip_ms(trip_ms));
        table.run_for(10_000);
        assert!(table.assert_all_agree() >= 18);
        table.peers[0].session.stats().late_inputs
    };
    assert!(late(0) >= 30, "a lead of five ticks is not enough for 150 ms");
    assert!(late(160) <= 2);
}

#[test]
fn on_a_bad_line_everybody_comes_to_the_same_state() {
    for seed in 0..8 {
        let mut table = SealedTable::new(3, 1, LinkProfile::TRAIN, seed);
        table.peers[1].skew_permille = 20;
        table.peers[2].skew_permille = -20;
        table.run_for(12_000);
        assert!(table.assert_all_agree() >= 20, "seed {seed}");
    }
}

#[test]
fn who_drops_is_driven_on_by_the_ai_and_comes_back() {
    let mut table = SealedTable::new(3, 0, LinkProfile::HOME, 5);
    table.run_for(2_000);
    table.peers[2].asleep = true;
    table.hand_over(Seat(2), Controller::Ai);
    table.run_for(2_000);
    assert!(table.peers[0].session.simulation().is_ai(Seat(2)));
    table.hand_over(Seat(2), Controller::Human { player: PlayerId(3) });
    table.peers[2].asleep = false;
    table.run_for(3_000);
    assert!(!table.peers[0].session.simulation().is_ai(Seat(2)));
    assert!(table.assert_all_agree() >= 13);
    let lead = table.peers[2].session.lead_ticks();
    let ahead = table.peers[2].session.frame().since(table.peers[2].session.sealed_frame());
    assert!(ahead.abs_diff(lead) <= 2, "back at the lead of {lead}: {ahead}");
    assert!(table.peers[2].session.stats().snaps >= 2, "who slept jumps");
}

#[test]
fn a_late_comer_adopts_a_state_and_every_tick_since() {
    let mut table = SealedTable::new(2, 0, LinkProfile::HOME, 11);
    table.run_for(3_000);
    let mut state = Vec::new();
    let from = table.peers[0].session.donate(&mut state);
    let drivers = table.peers[0].session.config().controllers.clone();
    table.enter(SealedConfig::new(PlayerId(77), None, drivers));
    let late = table.peers.len() - 1;
    table.peers[late].session.await_state();
    table.run_for(500);
    table.tell_history(late, from);
    table.run_for(500);
    assert_eq!(table.peers[late].session.adopt(&state), Ok(from));
    table.hand_over(Seat(1), Controller::Human { player: PlayerId(77) });
    table.run_for(3_000);
    table.assert_all_agree();
    let late = &table.peers[late];
    assert_eq!(late.session.seat(), Some(Seat(1)));
    assert!(late.checkpoints.len() >= 4 && late.session.confirmed_frame() > Frame(380));
    assert_eq!(table.peers[1].session.seat(), None, "who lost the seat observes");
}
