//! State from a donor: to a peer that comes late, comes back, or was overtaken.

use netplay::ids::{Frame, PadWord, PlayerId, Seat};
use netplay::link::LinkProfile;
use netplay::session::{LockstepSession, SessionEvent, Step};
use netplay::sim::BadState;
use netplay::wire::{Controller, Input, Message, SeatController, WordSize, Words};
use testkit::{Mesh, Peer, Plan, ToyGame, reference};

const ANN: PlayerId = PlayerId(1);
const BEN: PlayerId = PlayerId(2);
const BENS: Seat = Seat(1);

fn to_ai(from: Frame) -> SeatController {
    SeatController { seat: BENS, controller: Controller::Ai, from }
}

fn to_ben(from: Frame) -> SeatController {
    SeatController { seat: BENS, controller: Controller::Human { player: BEN }, from }
}

/// The frame after Ben's last word that reached everybody.
fn end_of_ben(mesh: &Mesh) -> Frame {
    mesh.peers
        .iter()
        .filter(|peer| peer.id != BEN)
        .map(|peer| peer.session.end(BENS))
        .min()
        .unwrap()
}

/// Ben's machine is gone; the seat is the AI's. Returns from when.
fn ben_drops(mesh: &mut Mesh) -> Frame {
    mesh.asleep.push(BEN);
    mesh.run_for(1_000); // what Ben sent arrives
    let from = end_of_ben(mesh);
    mesh.announce(&to_ai(from));
    from
}

/// Ben is back with an empty session that waits for Ann's state.
fn ben_returns(mesh: &mut Mesh, plan: &Plan, seed: u64, announced: &[SeatController]) {
    let mut peer = Peer::new(plan.config(BEN), ToyGame::new(plan.seats(), 0), seed);
    peer.session.await_state();
    for change in announced {
        peer.session.handle(&Message::SeatController(change.clone())).unwrap();
    }
    mesh.peers[1] = peer;
    mesh.asleep.clear();
}

#[test]
fn a_change_of_hands_at_the_end_of_time_makes_no_donation_long() {
    let plan = Plan::players(2);
    let mut ann = Peer::new(plan.config(ANN), ToyGame::new(plan.seats(), 0), 7).session;
    ann.handle(&to_ai(Frame(2)).into()).unwrap();
    ann.handle(&to_ben(Frame(u32::MAX - 1)).into()).unwrap();
    let mut donated = Vec::new();
    ann.donate(&mut donated);
    assert!(donated.len() < 1_000, "{} bytes", donated.len());
}

#[test]
fn a_dropped_seat_is_driven_on_and_given_back_on_the_same_frames_everywhere() {
    let (plan, seed) = (Plan::players(3), 31);
    let mut mesh = Mesh::new(&plan, LinkProfile::HOME, seed);
    mesh.run_for(5_000);
    let dropped = ben_drops(&mut mesh);
    mesh.run_for(5_000);

    ben_returns(&mut mesh, &plan, seed, &[to_ai(dropped)]);
    let mut donated = Vec::new();
    let frame = mesh.peers[0].session.donate(&mut donated);
    mesh.run_for(1_000); // the state is on its way, the inputs go on
    assert_eq!(mesh.peers[1].last_step, Some(Step::Joining));
    assert_eq!(mesh.peers[1].session.adopt(&donated), Ok(frame));
    mesh.run_for(1_000);
    let distance = mesh.peers[0].session.frame().since(mesh.peers[1].session.frame());
    assert!(distance < 12, "Ben has caught up, all but {distance} frames");

    let back = mesh.peers.iter().map(|peer| peer.session.frame().0).max().unwrap() + 20;
    mesh.announce(&to_ben(Frame(back)));
    assert!(!mesh.peers[1].session.wants_local_input(), "not before the frame is near");
    assert!(mesh.run_to(Frame(1_500), 60_000));
    mesh.assert_all_agree(1_500);

    let changes =
        [(BENS, Controller::Ai, dropped), (BENS, Controller::Human { player: BEN }, Frame(back))];
    let game = ToyGame::new(3, seed);
    let expected = reference(game, seed, plan.delay, &plan.controllers, &changes, 1_500);
    assert_eq!(mesh.peers[0].hashes[..1_500], expected);
    for peer in &mesh.peers {
        let told = |from| {
            peer.events.iter().any(
                |event| matches!(event, SessionEvent::SeatChanged { from: at, .. } if *at == from),
            )
        };
        assert!(told(Frame(back)) && (peer.id == BEN || told(dropped)));
    }
}

#[test]
fn a_late_spectator_verifies_from_where_it_joined() {
    let (plan, seed) = (Plan::players(2).watched_by(1), 17);
    let mut mesh = Mesh::new(&plan, LinkProfile::HOME, seed);
    mesh.peers[2].session.await_state();
    mesh.run_for(8_000);
    let mut donated = Vec::new();
    let frame = mesh.peers[1].session.donate(&mut donated);
    mesh.peers[2].session.adopt(&donated).unwrap();
    assert!(mesh.run_to(Frame(900), 30_000));
    assert_eq!(mesh.peers[2].first, frame);
    mesh.assert_all_agree(900);
    let confirmed = |event: &&SessionEvent| matches!(event, SessionEvent::Confirmed(..));
    assert!(mesh.peers[2].events.iter().filter(confirmed).count() > 10);
}

#[test]
fn a_peer_told_of_a_change_in_its_past_stops_and_is_healed_by_a_state() {
    let (plan, seed) = (Plan::players(3), 6);
    let mut mesh = Mesh::new(&plan, LinkProfile::PERFECT, seed);
    mesh.run_for(3_000);
    let past = mesh.peers[1].session.frame().minus(3);
    // Only Ben was too fast: the others had not simulated the frame.
    mesh.peers[1].session.handle(&Message::SeatController(to_ai(past))).unwrap();
    assert_eq!(mesh.peers[1].step(), Step::Halted);
    assert!(mesh.peers[1].events.contains(&SessionEvent::Overtaken { seat: BENS, from: past }));

    mesh.asleep.push(BEN);
    mesh.run_for(500);
    let from = end_of_ben(&mesh);
    mesh.announce_to_others(BEN, &to_ai(from));
    mesh.run_for(500);
    mesh.asleep.clear();
    mesh.peers[1].session.await_state();
    let mut donated = Vec::new();
    mesh.peers[0].session.donate(&mut donated);
    let frame = mesh.peers[1].session.adopt(&donated).unwrap();
    mesh.peers[1].first = frame;
    mesh.peers[1].hashes.clear();
    assert!(mesh.run_to(frame.plus(300), 30_000));
    mesh.assert_all_agree(frame.0 + 300);
}

#[test]
fn a_paused_session_is_donated_paused() {
    let plan = Plan::players(2).watched_by(1);
    let mut mesh = Mesh::new(&plan, LinkProfile::HOME, 4);
    mesh.peers[2].session.await_state();
    mesh.run_for(1_000);
    mesh.peers[0].session.pause();
    mesh.run_for(1_000);
    let mut donated = Vec::new();
    let frame = mesh.peers[1].session.donate(&mut donated);
    mesh.peers[2].session.adopt(&donated).unwrap();
    mesh.run_for(1_000);
    assert_eq!(mesh.peers[2].last_step, Some(Step::Paused));
    assert_eq!(mesh.peers[2].session.frame(), frame);
    mesh.peers[1].session.resume();
    assert!(mesh.run_to(frame.plus(120), 10_000));
    mesh.assert_all_agree(frame.0 + 120);
}

#[test]
fn a_damaged_donation_is_refused_and_changes_nothing() {
    let plan = Plan::players(2);
    let mut mesh = Mesh::new(&plan, LinkProfile::HOME, 9);
    mesh.run_for(1_000);
    let mut donated = Vec::new();
    mesh.peers[0].session.donate(&mut donated);
    let fresh = || LockstepSession::new(ToyGame::new(2, 5), plan.config(BEN)).unwrap();
    let mut session = fresh();
    session.await_state();
    for length in 0..donated.len() {
        assert_eq!(session.adopt(&donated[..length]), Err(BadState), "prefix of {length}");
    }
    donated.push(0);
    assert_eq!(session.adopt(&donated), Err(BadState));
    donated.pop();
    for (at, bit) in (0..donated.len()).flat_map(|at| (0..8).map(move |bit| (at, bit))) {
        let mut damaged = donated.clone();
        damaged[at] ^= 1 << bit;
        let mut session = fresh();
        session.await_state();
        // What a flipped bit changes is the transfer's digest to notice; here, nothing panics.
        if session.adopt(&damaged).is_ok() {
            session.push_local(PadWord(1));
            session.poll_message();
        }
    }
    assert!(session.awaits_state());
    assert_eq!(session.simulation(), &fresh().simulation().clone());
    let other = Plan::players(3);
    let mut three = LockstepSession::new(ToyGame::new(3, 5), other.config(ANN)).unwrap();
    assert_eq!(three.adopt(&donated), Err(BadState), "another session's");
}

#[test]
fn a_state_that_never_comes_costs_a_bounded_wait() {
    let plan = Plan::players(2);
    let mut session = LockstepSession::new(ToyGame::new(2, 1), plan.config(BEN)).unwrap();
    session.await_state();
    let words = Words::new(WordSize::PAD, vec![0; 64]).unwrap();
    let input = |frame| Input { seat: Seat(0), first: Frame(frame), words: words.clone() };
    let taken = (0..100_000).take_while(|at| session.handle(&input(*at).into()).is_ok()).count();
    assert_eq!(taken, netplay::limits::HELD_MESSAGES);
    session.push_local(PadWord(1));
    assert!(session.poll_message().is_none());
    assert_eq!(session.advance(), Step::Joining);
}

#[test]
fn who_could_not_keep_up_with_the_hands_while_waiting_for_a_state_asks_for_a_newer_one() {
    let plan = Plan::players(2);
    let [ann, ben] = [ANN, BEN].map(|id| Peer::new(plan.config(id), ToyGame::new(2, 0), 7));
    let (ann, mut ben) = (ann.session, ben.session);
    ben.await_state();
    for turn in 0..=netplay::limits::SEAT_CHANGES_AHEAD as u32 {
        let from = Frame(1_000 + turn);
        let change = if turn % 2 == 0 { to_ai(from) } else { to_ben(from) };
        ben.handle(&change.into()).expect("held, whatever it is");
    }
    let mut donated = Vec::new();
    ann.donate(&mut donated);
    ben.adopt(&donated).expect("a donation");
    assert_eq!(ben.advance(), Step::Halted);
    let overtaken = |event| matches!(event, SessionEvent::Overtaken { seat: BENS, .. });
    assert!(std::iter::from_fn(|| ben.poll_event()).any(overtaken));
}
