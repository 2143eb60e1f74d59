//! Any frame, whichever way one comes to it.

use crate::film::{Film, decoded, film, game, header};
use netplay::ids::{Frame, StateHash};
use netplay::session::replay::{Keeping, Played, Player};
use netplay::sim::Simulation;
use netplay::wire::Controller;
use netplay::{ids::Seat, rng::SimRng};
use testkit::ToyGame;

const FRAMES: u32 = 3_000;

fn player(keeping: Keeping) -> (Player<ToyGame>, Vec<StateHash>) {
    let header = header(2, 1, 7);
    let Film { recorder, hashes } = film(&header, FRAMES);
    let player = Player::new(decoded(recorder.finish()), game(&header), keeping).unwrap();
    (player, hashes)
}

fn arrive(player: &mut Player<ToyGame>) -> u32 {
    let mut slices = 0;
    while !player.go_on(100) {
        slices += 1;
    }
    slices
}

/// The state before `frame` is the state after the one before it.
fn assert_shows(player: &Player<ToyGame>, hashes: &[StateHash], frame: u32) {
    assert_eq!(player.frame(), Frame(frame));
    if let Some(before) = frame.checked_sub(1) {
        assert_eq!(player.simulation().state_hash(), hashes[before as usize], "before {frame}");
    }
}

#[test]
fn every_hundredth_frame_is_the_same_sought_and_played() {
    for looked_ahead in [0, FRAMES / 3, FRAMES] {
        let (mut player, hashes) = player(Keeping::default());
        player.look_ahead(looked_ahead);
        let mut stops: Vec<u32> = (0..=FRAMES).step_by(100).collect();
        let mut rng = SimRng::new(5, 0);
        for left in (1..stops.len()).rev() {
            stops.swap(left, rng.below(left as u32 + 1) as usize);
        }
        for stop in stops {
            player.seek(Frame(stop));
            arrive(&mut player);
            assert_shows(&player, &hashes, stop);
            for frame in stop..(stop + 35).min(FRAMES) {
                assert_eq!(player.advance(), Played::Advanced(Frame(frame)));
                assert_shows(&player, &hashes, frame + 1);
            }
        }
        assert_eq!(player.compared().0, None);
    }
}

#[test]
fn once_it_is_looked_through_every_frame_is_near() {
    let (mut player, hashes) = player(Keeping::default());
    let mut slices = 1;
    while !player.look_ahead(200) {
        slices += 1;
    }
    assert_eq!(slices, FRAMES / 200 + 1, "no slice is longer than was asked for");
    assert_eq!(player.compared(), (None, FRAMES / 30));
    for to in [2_999, 59, 1_501, 2_000] {
        player.seek(Frame(to));
        assert!(player.go_on(60), "a second at most, on the way to {to}");
        assert_shows(&player, &hashes, to);
    }
}

#[test]
fn a_long_way_is_gone_in_slices_and_a_new_wish_replaces_the_old() {
    let (mut player, hashes) = player(Keeping::default());
    player.seek(Frame(2_500));
    assert!(player.is_seeking() && !player.go_on(100) && player.due_frames(1) == 0);
    assert_eq!(player.frame(), Frame(100));
    player.seek(Frame(700));
    assert_eq!(arrive(&mut player), 5);
    assert_shows(&player, &hashes, 700);
    player.seek(Frame(u32::MAX));
    arrive(&mut player);
    assert_shows(&player, &hashes, FRAMES);
    assert_eq!(player.advance(), Played::Ended);
}

#[test]
fn what_is_kept_stays_within_its_bytes_however_long_it_is() {
    for cap_bytes in [0, 1_000, 4_000, 20_000] {
        let (mut player, hashes) = player(Keeping { every_frames: 1, cap_bytes });
        while !player.look_ahead(100) {
            let floor = 2_000; // the first state always stays
            assert!(player.kept_bytes() <= cap_bytes.max(floor), "{}", player.kept_bytes());
        }
        for to in [2_345, 12] {
            player.seek(Frame(to));
            arrive(&mut player);
            assert_shows(&player, &hashes, to);
        }
    }
}

#[test]
fn it_runs_stands_still_and_runs_faster() {
    let (mut player, _) = player(Keeping::default());
    assert_eq!(player.due_frames(2), 2);
    player.set_speed(8);
    assert_eq!(player.due_frames(2), 16);
    player.set_speed(200);
    assert_eq!(player.speed(), 8);
    player.play(false);
    assert_eq!(player.due_frames(2), 0);
    player.play(true);
    player.set_speed(0);
    assert_eq!(player.due_frames(2), 2);
}

#[test]
fn hands_are_those_of_the_frame_on_show() {
    let (mut player, _) = player(Keeping::default());
    let ai = |player: &Player<ToyGame>| player.controller(Seat(0)) == Some(Controller::Ai);
    for (to, by_the_ai) in [(300, false), (401, true), (801, false), (500, true), (400, false)] {
        player.seek(Frame(to));
        arrive(&mut player);
        assert_eq!(ai(&player), by_the_ai, "before {to}");
        assert_eq!(player.simulation().is_ai(Seat(0)), by_the_ai);
    }
}

#[test]
fn where_the_states_are_others_is_told_before_the_picture_gets_there() {
    let header = header(2, 0, 7);
    let replay = decoded(film(&header, FRAMES).recorder.finish());
    let broken = game(&header).flipping_at(1_000);
    let mut player = Player::new(replay, broken, Keeping::default()).unwrap();
    assert_eq!(player.compared().0, None);
    while !player.look_ahead(100) {}
    let differs = player.compared().0.unwrap();
    assert_eq!((differs.frame, player.frame()), (Frame(1_019), Frame(0)));
    assert_ne!(differs.recorded, differs.ours);
}
