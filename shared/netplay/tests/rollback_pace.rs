//! Who is ahead gives its lead up, and who is far away or seldom awake drags nobody.

use netplay::ids::{Frame, PlayerId};
use netplay::link::LinkProfile;
use netplay::session::OwnDelay;
use testkit::{Mesh, Plan};

const LAGGARD: PlayerId = PlayerId(1);

fn cable(latency_ms: u32) -> LinkProfile {
    LinkProfile { latency_ms, jitter_ms: 8, ..LinkProfile::PERFECT }
}

fn frames(mesh: &Mesh) -> Vec<u32> {
    mesh.peers.iter().map(|peer| peer.session.frame().0).collect()
}

fn spread(mesh: &Mesh) -> u32 {
    let frames = frames(mesh);
    frames.iter().max().unwrap() - frames.iter().min().unwrap()
}

/// Two peers on a fair cable that know how far they are apart.
fn pair(players: u16, seed: u64) -> Mesh {
    let plan = Plan::players(players).guessing(&[8]).delayed_by(2);
    let mut mesh = Mesh::new(&plan, cable(40), seed);
    mesh.tell_trips(|_, _| 44);
    mesh
}

#[test]
fn peers_that_start_six_frames_apart_meet() {
    for seed in 0..5 {
        let mut mesh = pair(2, seed);
        mesh.asleep = vec![PlayerId(2)];
        mesh.run_for(100);
        mesh.asleep.clear();
        mesh.run_for(500);
        assert!(spread(&mesh) > 2, "seed {seed}: they did not start apart: {:?}", frames(&mesh));
        mesh.run_for(4_000);
        for _ in 0..200 {
            mesh.run_for(52);
            assert!(spread(&mesh) <= 1, "seed {seed}: {:?}", frames(&mesh));
        }
        let before = frames(&mesh)[0];
        mesh.run_for(10_000);
        let played = frames(&mesh)[0] - before;
        assert!((597..=601).contains(&played), "nobody is slow any more: {played} frames in 10 s");
    }
}

#[test]
fn fault_36_a_clock_two_percent_fast_leads_by_a_frame_and_no_more() {
    for skew_permille in [20, -20] {
        let mut mesh = pair(3, 4);
        mesh.peers[2].skew_permille = skew_permille;
        mesh.run_for(8_000);
        let (before, at) = (frames(&mesh)[0], mesh.now);
        let mut spreads = 0;
        for _ in 0..500 {
            mesh.run_for(120);
            spreads += spread(&mesh);
            assert!(spread(&mesh) <= 2, "{skew_permille}: {:?}", frames(&mesh));
        }
        // Whole frames are counted, of three peers that step at different moments of a frame.
        assert!(spreads <= 700, "{skew_permille}: {spreads} frames in 500 looks");
        let seconds = (mesh.now.since(at)).as_secs() as u32;
        let rate = (frames(&mesh)[0] - before) / seconds;
        assert!((58..=60).contains(&rate), "{rate} frames a second");
        assert!(mesh.peers.iter().all(|peer| peer.session.stats().stalls == 0));
    }
}

/// Frames a second of every peer but the laggard, once the policy has acted, and the laggard's
/// own delay.
fn beside(laggard: impl Fn(&mut Mesh), trip_ms: u32, delay: u8) -> (Vec<u32>, u8) {
    let mut plan = Plan::players(4).guessing(&[8]).delayed_by(delay);
    plan.own_delay = OwnDelay::Automatic;
    let mut mesh = Mesh::new(&plan, cable(20), 6);
    laggard(&mut mesh);
    let is_far = |id| id == LAGGARD;
    mesh.tell_trips(|there, here| if is_far(there) || is_far(here) { trip_ms } else { 24 });
    mesh.run_for(4_000);
    let before = frames(&mesh);
    mesh.run_for(30_000);
    let rates = frames(&mesh).iter().zip(before).map(|(now, then)| (now - then) / 30).collect();
    let reached = mesh.peers.iter().map(|peer| peer.session.confirmed_frame().0).min().unwrap();
    mesh.assert_all_agree(reached);
    assert!(reached > 1_800, "{:?}", frames(&mesh));
    (rates, mesh.peers[0].session.own_delay_frames())
}

#[test]
fn a_peer_at_300_ms_round_trip_drags_nobody() {
    for delay in [2, 5] {
        let (rates, own) = beside(|mesh| mesh.set_profile_of(0, cable(150)), 154, delay);
        assert!(rates[1..].iter().all(|rate| *rate >= 57), "{rates:?}, own delay {own}");
        assert!(own > delay, "the laggard feels its own distance: {own}");
    }
}

#[test]
fn a_peer_at_300_ms_one_way_drags_nobody() {
    for delay in [2, 5] {
        let (rates, own) = beside(|mesh| mesh.set_profile_of(0, cable(300)), 304, delay);
        assert!(rates[1..].iter().all(|rate| *rate >= 57), "{rates:?}, own delay {own}");
    }
}

#[test]
fn a_peer_that_is_awake_ten_times_a_second_drags_nobody() {
    for delay in [2, 5] {
        let (rates, own) = beside(|mesh| mesh.peers[0].call_ms = 100, 24, delay);
        assert!(rates[1..].iter().all(|rate| *rate >= 57), "{rates:?}, own delay {own}");
    }
}

#[test]
fn both_at_once_drag_nobody() {
    let (rates, own) = beside(
        |mesh| {
            mesh.set_profile_of(0, cable(150));
            mesh.peers[0].call_ms = 100;
        },
        154,
        3,
    );
    assert!(rates[1..].iter().all(|rate| *rate >= 57), "{rates:?}, own delay {own}");
}

#[test]
fn without_the_policy_a_laggard_does_drag() {
    let plan = Plan::players(2).guessing(&[8]).delayed_by(2);
    let mut mesh = Mesh::new(&plan, cable(300), 6);
    mesh.tell_trips(|_, _| 304);
    mesh.run_for(4_000);
    let before = frames(&mesh)[1];
    mesh.run_for(10_000);
    assert!(frames(&mesh)[1] - before < 570, "what the stories above are about");
}

#[test]
fn who_was_far_and_is_near_again_feels_it() {
    let mut plan = Plan::players(2).guessing(&[8]).delayed_by(3);
    plan.own_delay = OwnDelay::Automatic;
    let mut mesh = Mesh::new(&plan, cable(200), 6);
    mesh.tell_trips(|_, _| 204);
    mesh.run_for(5_000);
    let far = mesh.peers[0].session.own_delay_frames();
    mesh.set_profile_of(0, cable(20));
    mesh.tell_trips(|_, _| 24);
    mesh.run_for(30_000);
    let near = mesh.peers[0].session.own_delay_frames();
    assert!(far > 6 && near == 3, "{far} frames far away, {near} near");
    assert!(mesh.run_to(Frame(2_000), 10_000));
    mesh.assert_all_agree(2_000);
}
