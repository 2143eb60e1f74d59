//! Lockstep sessions over faulty wires, each to each.

use netplay::ids::{Frame, PlayerId, Seat};
use netplay::link::LinkProfile;
use netplay::session::{SessionEvent, Step};
use netplay::sim::Simulation;
use testkit::{Mesh, Plan, ToyGame, reference};

#[test]
fn peers_play_what_one_machine_would() {
    let plan = Plan::players(3);
    let mut mesh = Mesh::new(&plan, LinkProfile::HOME, 11);
    assert!(mesh.run_to(Frame(1_000), 60_000));
    mesh.assert_all_agree(1_000);
    let expected = reference(ToyGame::new(3, 11), 11, plan.delay, &plan.controllers, &[], 1_000);
    assert_eq!(mesh.peers[0].hashes[..1_000], expected);
}

#[test]
fn a_train_ride_changes_nothing_but_the_pace() {
    let mut mesh = Mesh::new(&Plan::players(3).delayed_by(8), LinkProfile::TRAIN, 5);
    assert!(mesh.run_to(Frame(2_000), 600_000));
    mesh.assert_all_agree(2_000);
}

#[test]
fn a_spectator_changes_nothing_and_sees_everything() {
    let alone = {
        let mut mesh = Mesh::new(&Plan::players(2), LinkProfile::PERFECT, 3);
        assert!(mesh.run_to(Frame(600), 20_000));
        mesh.peers[0].hashes[..600].to_vec()
    };
    let mut mesh = Mesh::new(&Plan::players(2).watched_by(1), LinkProfile::PERFECT, 3);
    assert!(mesh.run_to(Frame(600), 20_000));
    mesh.assert_all_agree(600);
    assert_eq!(mesh.peers[0].hashes[..600], alone);
    let confirmed = |event: &&SessionEvent| matches!(event, SessionEvent::Confirmed(..));
    assert!(mesh.peers[2].events.iter().filter(confirmed).count() >= 18);
    assert!(mesh.peers[2].session.poll_message().is_none());
}

#[test]
fn a_stall_names_exactly_the_seat() {
    let mut mesh = Mesh::new(&Plan::players(4), LinkProfile::HOME, 8);
    mesh.run_for(2_000);
    mesh.asleep = vec![PlayerId(3)];
    mesh.run_for(2_000);
    for peer in mesh.peers.iter().filter(|peer| peer.id != PlayerId(3)) {
        assert_eq!(peer.waiting_on.iter().collect::<Vec<_>>(), [Seat(2)]);
    }
    mesh.asleep.clear();
    assert!(mesh.run_to(Frame(600), 20_000));
    mesh.assert_all_agree(600);
}

#[test]
fn a_flipped_bit_is_named_by_everybody_at_the_next_checkpoint() {
    let plan = Plan::players(4).watched_by(1);
    let mut mesh = Mesh::with_games(&plan, LinkProfile::HOME, 21, |id| {
        let game = ToyGame::new(4, 21);
        if id == PlayerId(2) { game.flipping_at(100) } else { game }
    });
    mesh.run_for(4_000);
    for peer in &mesh.peers {
        let (frame, named) = peer.desync().expect("everybody notices");
        assert_eq!(frame, Frame(119), "checkpoints are every 30 frames");
        assert_eq!(named == PlayerId(2), peer.id != PlayerId(2));
        let told = |event: &&SessionEvent| matches!(event, SessionEvent::Desync { .. });
        assert_eq!(peer.events.iter().filter(told).count(), 1);
        assert_eq!(peer.last_step, Some(Step::Halted));
    }
}

#[test]
fn a_session_that_does_not_halt_tells_of_a_difference_once() {
    let mut plan = Plan::players(2);
    plan.halt_on_desync = false;
    let mut mesh = Mesh::with_games(&plan, LinkProfile::PERFECT, 21, |id| {
        let game = ToyGame::new(2, 21);
        if id == PlayerId(2) { game.flipping_at(10) } else { game }
    });
    assert!(mesh.run_to(Frame(300), 10_000));
    for peer in &mesh.peers {
        let told = |event: &&SessionEvent| matches!(event, SessionEvent::Desync { .. });
        assert_eq!(peer.events.iter().filter(told).count(), 1);
    }
}

#[test]
fn a_pause_stops_everybody_on_the_same_frame() {
    let mut mesh = Mesh::new(&Plan::players(4).watched_by(1), LinkProfile::HOME, 13);
    for round in 0..5 {
        mesh.run_for(1_500 + round * 37);
        let pausing = (round % 4) as usize;
        mesh.peers[pausing].session.pause();
        mesh.run_for(3_000);
        let frames: Vec<Frame> = mesh.peers.iter().map(|peer| peer.session.frame()).collect();
        assert!(frames.iter().all(|frame| *frame == frames[0]), "{frames:?}");
        let state = |index: usize| mesh.peers[index].session.simulation().state_hash();
        assert!((0..5).all(|index| state(index) == state(0)));
        assert!(mesh.peers.iter().all(|peer| peer.last_step == Some(Step::Paused)));
        mesh.peers[(pausing + 1) % 4].session.resume();
        mesh.run_for(1_000);
        assert!(mesh.peers.iter().all(|peer| peer.session.frame() > frames[0]));
    }
    let reached = mesh.peers.iter().map(|peer| peer.session.frame().0).min().unwrap();
    mesh.assert_all_agree(reached);
}

#[test]
fn a_clock_two_percent_fast_causes_no_storm_of_stalls() {
    for skew_permille in [20, -20] {
        let profile = LinkProfile { latency_ms: 50, jitter_ms: 10, ..LinkProfile::PERFECT };
        let mut mesh = Mesh::new(&Plan::players(2).delayed_by(5), profile, 2);
        for peer in &mut mesh.peers {
            peer.trips_ms = [(PlayerId(1), 55), (PlayerId(2), 55)].into();
        }
        mesh.peers[1].skew_permille = skew_permille;
        mesh.run_for(10_000);
        mesh.peers.iter_mut().for_each(|peer| peer.stalls = 0);
        let before = mesh.peers[0].session.frame().0;
        mesh.run_for(60_000);
        let stalls: Vec<u32> = mesh.peers.iter().map(|peer| peer.stalls).collect();
        assert!(stalls.iter().all(|stalls| *stalls <= 20), "{stalls:?} stalls in a minute");
        let frames = mesh.peers[0].session.frame().0 - before;
        assert!((3_500..=3_610).contains(&frames), "{frames} frames in a minute");
    }
}
