//! Coming and going while everybody guesses: drops, returns, late spectators.

use netplay::ids::{Frame, PlayerId, Seat};
use netplay::link::LinkProfile;
use netplay::session::{Saving, SessionEvent, Step};
use netplay::sim::Simulation;
use netplay::wire::{Controller, Message, SeatController};
use testkit::{Mesh, Plan, ToyGame, reference};

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
    let others = mesh.peers.iter().filter(|peer| peer.id != BEN);
    others.map(|peer| peer.session.end(BENS)).min().unwrap()
}

/// The last words of who falls silent reach everybody, or a relay would say where they end.
const FAIR: LinkProfile = LinkProfile { loss_permille: 0, ..LinkProfile::HOME };

fn plan(saving: Saving) -> Plan {
    Plan { saving, ..Plan::players(3).guessing(&[8]).delayed_by(2) }
}

fn drop_and_return(saving: Saving, seed: u64) {
    let plan = plan(saving);
    let mut mesh = Mesh::new(&plan, FAIR, seed);
    mesh.run_for(3_000);
    mesh.asleep.push(BEN);
    mesh.run_for(1_000); // everybody guesses Ben as far as the window reaches
    let dropped = end_of_ben(&mesh);
    assert!(mesh.peers[0].session.frame() > dropped, "the change lies in what is shown already");
    mesh.announce(&to_ai(dropped));
    mesh.run_for(3_000);

    let mut peer = plan.peer(BEN, ToyGame::new(plan.seats(), 0), seed);
    peer.session.await_state();
    peer.session.handle(&Message::SeatController(to_ai(dropped))).unwrap();
    mesh.peers[1] = peer;
    mesh.asleep.clear();
    let mut donated = Vec::new();
    let donor = &mesh.peers[0].session;
    let frame = donor.donate(&mut donated);
    assert!(frame <= donor.confirmed_frame(), "nothing guessed is given away");
    mesh.run_for(1_000); // the state is on its way, the inputs go on
    assert_eq!(mesh.peers[1].last_step, Some(Step::Joining));
    assert_eq!(mesh.peers[1].session.adopt(&donated), Ok(frame));
    mesh.run_for(1_000);
    let distance = mesh.peers[0].session.frame().since(mesh.peers[1].session.frame());
    assert!(distance < 12, "Ben has caught up, all but {distance} frames");

    // Some of the others are beyond the frame when they hear of it, if only by guessing.
    let back = mesh.peers.iter().map(|it| it.session.confirmed_frame()).max().unwrap().plus(6);
    mesh.announce(&to_ben(back));
    let got_there = mesh.run_to(Frame(1_200), 60_000);
    assert!(got_there, "seed {seed}: {:?}", mesh.peers[0].last_step);
    mesh.assert_all_agree(1_200);
    let human = Controller::Human { player: BEN };
    let changes = [(BENS, Controller::Ai, dropped), (BENS, human, back)];
    let game = ToyGame::new(3, seed);
    let expected = reference(game, seed, plan.delay, &plan.controllers, &changes, 1_200);
    assert_eq!(mesh.peers[0].hashes[..1_200], expected);
    for peer in &mesh.peers {
        let told = |from| {
            let is_it = |event: &&SessionEvent| matches!(event, SessionEvent::SeatChanged { from: at, .. } if *at == from);
            peer.events.iter().filter(is_it).count()
        };
        assert_eq!(told(back), 1);
        assert_eq!(told(dropped), usize::from(peer.id != BEN));
    }
}

#[test]
fn a_dropped_seat_is_driven_on_and_given_back_on_the_same_frames_everywhere() {
    (0..10).for_each(|seed| drop_and_return(Saving::EveryFrame, seed));
}

#[test]
fn and_so_it_is_where_states_are_saved_now_and_then() {
    (10..20).for_each(|seed| drop_and_return(Saving::Sparse, seed));
}

#[test]
fn a_late_spectator_verifies_from_a_state_that_nobody_guessed() {
    for saving in [Saving::EveryFrame, Saving::Sparse] {
        let mut mesh = Mesh::new(&plan(saving).watched_by(1), FAIR, 17);
        mesh.peers[3].session.await_state();
        mesh.run_for(8_000);
        let mut donated = Vec::new();
        let frame = mesh.peers[1].session.donate(&mut donated);
        mesh.peers[3].session.adopt(&donated).unwrap();
        assert!(mesh.run_to(Frame(900), 30_000));
        assert_eq!(mesh.peers[3].first, frame);
        mesh.assert_all_agree(900);
        let confirmed = |event: &&SessionEvent| matches!(event, SessionEvent::Confirmed(..));
        let checked = mesh.peers[3].events.iter().filter(confirmed).count();
        assert!(checked > 10, "{checked} of {} frames", mesh.peers[3].hashes.len());
    }
}

#[test]
fn a_donation_of_those_who_guess_is_one_that_lockstep_takes() {
    let plan = Plan::players(2).guessing(&[8]).delayed_by(2);
    let mut mesh = Mesh::new(&plan, FAIR, 5);
    mesh.run_for(4_000);
    let mut donated = Vec::new();
    let frame = mesh.peers[0].session.donate(&mut donated);
    let lockstep = Plan { windows: Vec::new(), ..plan.clone() };
    let mut watcher = lockstep.peer(PlayerId(9), ToyGame::new(2, 0), 5);
    watcher.session.await_state();
    assert_eq!(watcher.session.adopt(&donated), Ok(frame));
    let last = frame.0.checked_sub(1).map(Frame).expect("seconds have passed");
    mesh.run_for(1_000);
    let adopted = watcher.session.simulation().state_hash();
    assert_eq!(mesh.peers[1].hash_after(last), Some(adopted));
}
