//! Lockstep through the relay's core, over links as bad as they come.

use netplay::client::ClientEvent;
use netplay::ids::{Frame, Seat};
use netplay::link::LinkProfile;
use netplay::session::{SessionEvent, Step};
use netplay::wire::{Controller, Presence};
use testkit::Online;

const CABLE: LinkProfile = LinkProfile { latency_ms: 20, ..LinkProfile::PERFECT };

fn agree_after_10_000_frames(players: u16) {
    let mut room = Online::new(players, 0, LinkProfile::HOME, u64::from(players));
    room.start(0);
    assert!(room.run_to(Frame(10_000), 400_000), "stuck at {:?}", frames(&room));
    room.assert_all_agree(10_000);
}

fn frames(room: &Online) -> Vec<Frame> {
    room.peers().map(|peer| peer.session.frame()).collect()
}

#[test]
fn two_agree_after_10_000_frames() {
    agree_after_10_000_frames(2);
}

#[test]
fn three_agree_after_10_000_frames() {
    agree_after_10_000_frames(3);
}

#[test]
fn four_agree_after_10_000_frames() {
    agree_after_10_000_frames(4);
}

#[test]
fn eight_agree_after_10_000_frames() {
    agree_after_10_000_frames(8);
}

#[test]
fn three_on_a_train_agree_after_10_000_frames() {
    let mut room = Online::new(3, 0, LinkProfile::TRAIN, 5);
    room.start(8);
    assert!(room.run_to(Frame(10_000), 3_000_000), "stuck at {:?}", frames(&room));
    room.assert_all_agree(10_000);
}

#[test]
fn the_delay_is_chosen_from_the_round_trips_when_nobody_chooses() {
    let mut room = Online::new(2, 0, CABLE, 1);
    room.run_for(5_000);
    room.start(0);
    // 40 ms from member to member are 2.4 frames, and one to spare.
    assert_eq!(room.members[0].peer().session.config().input_delay_frames, 4);
}

#[test]
fn a_crashed_player_is_driven_on_by_the_ai_and_comes_back_to_the_seat() {
    (40..60).for_each(a_crash);
}

fn a_crash(seed: u64) {
    let mut room = Online::new(3, 1, LinkProfile::HOME, seed);
    room.start(0);
    room.run_for(5_000);
    room.members[1].crash();
    room.run_for(3_000);
    let from = room.changes()[0].2;
    assert_eq!(room.changes(), [(Seat(1), Controller::Ai, from)]);

    room.reconnect(1);
    let player = room.members[1].id();
    let back = room.run_until(10_000, |room| room.changes().len() == 2);
    assert!(back, "the seat is given back: {:?}", room.members[1]);
    assert_eq!(room.changes()[1].1, Controller::Human { player });
    room.run_for(5_000);
    let reached = frames(&room).iter().min().unwrap().0;
    assert!(reached > room.changes()[1].2.0 + 200, "the game goes on");
    room.assert_all_agree(reached);
    for peer in room.peers() {
        let ai = peer
            .events
            .iter()
            .filter(|event| matches!(event, SessionEvent::SeatChanged { seat: Seat(1), .. }));
        assert!(ai.count() >= 1);
    }
}

#[test]
fn a_hidden_tab_gives_its_seat_away_and_takes_it_back() {
    (40..60).for_each(a_hidden_tab);
}

fn a_hidden_tab(seed: u64) {
    let mut room = Online::new(3, 0, LinkProfile::HOME, seed);
    room.start(0);
    room.run_for(3_000);
    room.members[2].show(Presence::Hidden);
    room.run_for(4_000);
    assert!(!room.changes().is_empty());
    room.members[2].show(Presence::Active);
    room.run_for(4_000);
    assert!(room.changes().len() >= 2);
    let reached = frames(&room).iter().min().unwrap().0;
    assert!(reached > room.changes()[1].2.0 + 60);
    room.assert_all_agree(reached);
}

#[test]
fn a_machine_that_sleeps_loses_its_seat_and_nobody_else_stops() {
    let mut room = Online::new(3, 0, LinkProfile::HOME, 42);
    room.start(0);
    room.run_for(3_000);
    room.members[2].asleep = true;
    room.run_for(1_000);
    for member in &room.members[..2] {
        assert_eq!(member.peer().waiting_on.iter().collect::<Vec<_>>(), [Seat(2)]);
    }
    room.run_for(6_000);
    assert_eq!(room.changes().len(), 1);
    let at = frames(&room)[0].0;
    room.run_for(2_000);
    assert!(frames(&room)[0].0 > at + 100);
    room.assert_all_agree(at);
}

#[test]
fn a_late_spectator_verifies() {
    let mut room = Online::new(2, 0, LinkProfile::HOME, 43);
    room.start(0);
    room.run_for(4_000);
    let code = room.members[0].client.code().unwrap();
    let late = room.enter(netplay::wire::Entry::Join { code, watch: true });
    room.run_for(6_000);
    let peer = room.members[late].peer();
    assert!(peer.first > Frame(200));
    let confirmed = |event: &&SessionEvent| matches!(event, SessionEvent::Confirmed(..));
    assert!(peer.events.iter().filter(confirmed).count() > 5);
    let reached = frames(&room).iter().min().unwrap().0;
    room.assert_all_agree(reached);
}

#[test]
fn fault_38_a_flipped_bit_stops_its_own_machine_and_is_named_to_everybody_in_the_room() {
    let mut room = Online::new(4, 1, LinkProfile::HOME, 44);
    room.members[2].flip_at = Some(200);
    room.start(0);
    room.run_for(8_000);
    let culprit = room.members[2].id();
    for member in &room.members {
        let named = member.told.iter().find_map(|event| match event {
            ClientEvent::Diverged(diverged) => Some((diverged.frame, diverged.players.clone())),
            _ => None,
        });
        assert_eq!(named, Some((Frame(209), vec![culprit])));
        let is_culprit = member.id() == culprit;
        assert_eq!(member.peer().desync().is_some(), is_culprit);
        assert_eq!(member.peer().last_step == Some(Step::Halted), is_culprit);
    }
    assert_eq!(room.changes().len(), 1, "the AI drives the seat: {:?}", room.changes());
    assert!(room.members[0].peer().session.frame() > Frame(400), "and the others drive on");
}

#[test]
fn a_pause_stops_the_room_on_one_frame_and_a_resume_lets_it_go_on() {
    (40..60).for_each(a_pause);
}

fn a_pause(seed: u64) {
    let mut room = Online::new(3, 1, LinkProfile::HOME, seed);
    room.start(0);
    room.run_for(2_000);
    room.members[1].peer.as_mut().unwrap().session.pause();
    room.run_for(3_000);
    let stopped = frames(&room);
    assert!(stopped.iter().all(|frame| *frame == stopped[0]), "{stopped:?}");
    assert!(room.peers().all(|peer| peer.last_step == Some(Step::Paused)));
    room.members[2].peer.as_mut().unwrap().session.resume();
    room.run_for(2_000);
    let reached = frames(&room).iter().min().unwrap().0;
    assert!(reached > stopped[0].0 + 60);
    room.assert_all_agree(reached);
}

#[test]
fn a_fast_clock_in_the_room_waits_for_nobody_all_the_time() {
    let mut room = Online::new(3, 0, LinkProfile { jitter_ms: 5, ..CABLE }, 46);
    room.members[2].skew_permille = 20;
    room.run_for(5_000);
    room.start(0);
    room.run_for(10_000);
    let before: Vec<u32> = room.peers().map(|peer| peer.stalls).collect();
    room.run_for(60_000);
    let stalls: Vec<u32> = room.peers().zip(before).map(|(peer, n)| peer.stalls - n).collect();
    assert!(stalls.iter().all(|stalls| *stalls <= 20), "{stalls:?} stalls in a minute");
}

#[test]
fn a_donor_who_leaves_midway_is_followed_by_the_next_and_nobody_waits() {
    let mut room = Online::new(4, 0, CABLE, 47);
    room.members.iter_mut().for_each(|member| member.ballast_bytes = 400_000);
    room.start(0);
    room.run_for(2_000);
    room.members[3].crash();
    room.run_for(500);
    room.reconnect(3);
    let asked = |room: &Online| room.members[..3].iter().position(|it| it.is_donating());
    assert!(room.run_until(2_000, |room| asked(room).is_some()));
    room.run_for(200); // some chunks are on their way
    assert!(room.members[3].peer().session.awaits_state());
    let donor = asked(&room).expect("the state is large");
    room.members[donor].crash();
    let stayers: Vec<usize> = (0..3).filter(|index| *index != donor).collect();
    let before = room.members[stayers[0]].peer().session.frame();
    let back = room.run_until(8_000, |room| !room.members[3].peer().session.awaits_state());
    assert!(back, "the next donor's state arrives");
    room.run_for(2_000);
    for index in &stayers {
        let peer = room.members[*index].peer();
        assert!(peer.session.frame() > before.plus(120), "nobody waits");
    }
    let joiner = room.members[3].peer();
    let reached = joiner.session.frame();
    for frame in (joiner.first.0..reached.0).map(Frame) {
        assert_eq!(joiner.hash_after(frame), room.members[stayers[0]].peer().hash_after(frame));
    }
}

#[test]
fn empty_seats_are_the_ais_from_the_first_frame() {
    let mut room = Online::with_seats(5, 2, 0, LinkProfile::HOME, 48);
    room.start(0);
    assert!(room.run_to(Frame(600), 20_000));
    assert_eq!(room.members[0].peer().session.controller(Seat(4)), Some(Controller::Ai));
    room.assert_all_agree(600);
}
