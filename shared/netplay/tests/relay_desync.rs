//! States that differ: most drivers' state is the right one, and only the others are affected.
#![cfg(not(target_arch = "wasm32"))]

use netplay::ids::{ConnId, Frame, PlayerId, Round, Seat, StateHash};
use netplay::limits;
use netplay::wire::{
    Checkpoint, Controller, DesyncPolicy, Diverged, EndSession, Message, SeatController,
    SessionModel, SetReady, Start, Terms,
};
use testkit::model::{Gathering, pads, start_order};

const ROUND: Round = Round(1);
const RIGHT: u64 = 7;
const WRONG: u64 = 8;

/// A race of so many under a policy, all of whose words have come up to frame 400.
fn race(players: usize, desync: DesyncPolicy) -> (Gathering, Vec<ConnId>) {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 4);
    let names = ["Vahn", "Gala", "Songi"];
    let guests: Vec<ConnId> = names.iter().take(players - 1).map(|who| g.join(who, noa)).collect();
    guests.iter().for_each(|conn| g.say(*conn, SetReady { ready: true }));
    let terms = Terms { desync, ..Terms::default() };
    g.say(noa, Start { terms, ..start_order(SessionModel::Lockstep) });
    let all: Vec<ConnId> = [vec![noa], guests].concat();
    for conn in &all {
        g.load(*conn, ROUND);
    }
    for frame in (2..400).step_by(16) {
        for (seat, conn) in all.iter().enumerate() {
            g.say(*conn, pads(seat as u16, frame, frame + 16));
        }
        g.pass_ms(200);
    }
    g.forget_all();
    (g, all)
}

fn vote(g: &mut Gathering, conn: ConnId, frame: u32, hash: u64) {
    let (frame, hash) = (Frame(frame), StateHash(hash));
    g.say(conn, Checkpoint { player: PlayerId(0), frame, hash });
}

/// What a guest was told of states and hands, in short.
fn told(g: &mut Gathering, conn: ConnId) -> Vec<String> {
    g.heard_of(conn, |message| match message {
        Message::Checkpoint(it) => Some(format!("{} has {}", it.player.0, it.hash.0)),
        Message::Diverged(Diverged { players, .. }) => {
            let players: Vec<u32> = players.iter().map(|player| player.0).collect();
            Some(format!("{players:?} differ"))
        }
        Message::SeatController(SeatController { seat: Seat(seat), controller, .. }) => {
            let driver = match controller {
                Controller::Ai => "the AI".into(),
                Controller::Human { player } => player.0.to_string(),
            };
            Some(format!("{driver} drives {seat}"))
        }
        Message::EndSession(_) => Some("over".into()),
        Message::StateRequest(request) => Some(format!("give {} the state", request.player.0)),
        _ => None,
    })
}

#[test]
fn what_most_agree_on_is_told_and_nothing_else() {
    let (mut g, all) = race(3, DesyncPolicy::Halt);
    vote(&mut g, all[0], 29, RIGHT);
    assert_eq!(told(&mut g, all[1]), [""; 0], "one of three is not most of them");
    vote(&mut g, all[1], 29, RIGHT);
    assert_eq!(told(&mut g, all[0]), ["2 has 7"]);
    assert_eq!(told(&mut g, all[2]), ["1 has 7", "2 has 7"]);
    vote(&mut g, all[2], 29, RIGHT);
    assert_eq!(told(&mut g, all[1]), ["1 has 7", "3 has 7"]);
    assert_eq!(told(&mut g, all[0]), ["3 has 7"]);
}

#[test]
fn a_liar_ends_nobodys_race_under_any_policy() {
    for desync in [DesyncPolicy::Halt, DesyncPolicy::Void, DesyncPolicy::Repair] {
        let (mut g, all) = race(3, desync);
        for frame in [29, 59, 89, 119, 149] {
            vote(&mut g, all[2], frame, WRONG);
            vote(&mut g, all[0], frame, RIGHT);
            vote(&mut g, all[1], frame, RIGHT);
            g.say(all[2], EndSession { player: PlayerId(0), round: ROUND });
            // Repaired, it says; and lies again.
            g.load(all[2], ROUND);
            g.pass_ms(limits::SEAT_REST_MS);
            if let Some(from) = last_hands(&g, all[2]) {
                g.say(all[2], pads(2, from, from + 20));
            }
        }
        for (at, other) in [(0, 2), (1, 1)] {
            let told = told(&mut g, all[at]);
            assert!(!told.contains(&"3 has 8".into()), "{desync:?}: {told:?}");
            assert!(!told.contains(&"over".into()), "{desync:?}: {told:?}");
            assert!(
                told.contains(&"[3] differ".into()) && told.contains(&"the AI drives 2".into())
            );
            assert!(told.contains(&format!("{other} has 7")));
        }
        assert!(g.lobby(all[0]).session.is_some());
        assert!(all.iter().all(|conn| g.closed(*conn).is_none()));
    }
}

/// From when the guest's own seat is theirs again, if it is.
fn last_hands(g: &Gathering, conn: ConnId) -> Option<u32> {
    let player = g.id(conn);
    let change = g.last(conn, |message| match message {
        Message::SeatController(change) => Some(change.clone()),
        _ => None,
    })?;
    (change.controller == Controller::Human { player }).then_some(change.from.0)
}

#[test]
fn fault_38_whoever_differs_is_out_for_this_race_but_on_a_new_link() {
    let (mut g, all) = race(3, DesyncPolicy::Halt);
    for (at, hash) in [(0, RIGHT), (1, RIGHT), (2, WRONG)] {
        vote(&mut g, all[at], 29, hash);
    }
    assert_eq!(told(&mut g, all[2]), ["1 has 7", "2 has 7", "[3] differ", "the AI drives 2"]);
    g.load(all[2], ROUND);
    g.pass_ms(1_000);
    assert_eq!(told(&mut g, all[2]), [""; 0], "the old state counts for nothing");
    let back = g.resume(all[2]);
    g.load(back, ROUND);
    assert!(told(&mut g, back).contains(&"3 drives 2".into()));
}

#[test]
fn fault_38_a_repair_brings_the_state_of_the_majority_three_times_a_race() {
    let (mut g, all) = race(3, DesyncPolicy::Repair);
    for (time, frame) in [29, 59, 89, 119].into_iter().enumerate() {
        g.forget_all();
        for (at, hash) in [(0, RIGHT), (1, RIGHT), (2, WRONG)] {
            vote(&mut g, all[at], frame, hash);
        }
        let asked = told(&mut g, all[0]).contains(&"give 3 the state".into());
        assert_eq!(asked, time < limits::REPAIRS as usize, "time {time}");
        g.load(all[2], ROUND);
        g.pass_ms(limits::SEAT_REST_MS);
        let from = last_hands(&g, all[2]);
        assert_eq!(from.is_some(), asked, "the seat is theirs again once they have it");
        if let Some(from) = from {
            g.say(all[2], pads(2, from, from + 1));
        }
    }
    assert!(g.lobby(all[0]).session.is_some());
}

#[test]
fn one_against_one_sees_for_itself_or_is_void() {
    for desync in [DesyncPolicy::Halt, DesyncPolicy::Void, DesyncPolicy::Repair] {
        let (mut g, all) = race(2, desync);
        vote(&mut g, all[0], 29, RIGHT);
        vote(&mut g, all[1], 29, WRONG);
        let mut expected = vec!["2 has 8", "[] differ"];
        if desync != DesyncPolicy::Halt {
            expected.push("over");
        }
        assert_eq!(told(&mut g, all[0]), expected, "{desync:?}");
        vote(&mut g, all[0], 59, RIGHT);
        vote(&mut g, all[1], 59, WRONG);
        assert!(!told(&mut g, all[0]).contains(&"[] differ".into()), "said once");
    }
}

#[test]
fn who_is_gone_is_not_waited_for() {
    let (mut g, all) = race(3, DesyncPolicy::Halt);
    vote(&mut g, all[0], 29, RIGHT);
    g.lose(all[1]);
    g.lose(all[2]);
    g.forget_all();
    let watcher = g.watch("Terra", all[0]);
    vote(&mut g, all[0], 59, RIGHT);
    assert_eq!(told(&mut g, watcher).last().map(|it| &**it), Some("1 has 7"));
}

#[test]
fn fault_39_a_repair_that_never_comes_to_an_end_bothers_nobody() {
    let (mut g, all) = race(3, DesyncPolicy::Repair);
    for (at, hash) in [(0, RIGHT), (1, RIGHT), (2, WRONG)] {
        vote(&mut g, all[at], 29, hash);
    }
    g.forget_all();
    g.pass_ms(10 * limits::DONOR_MS);
    assert!(g.lobby(all[0]).session.is_some());
    assert_eq!(g.closed(all[2]), None);
}

#[test]
fn who_has_loaded_before_the_others_does_not_rule_alone_in_any_netcode() {
    for model in [SessionModel::Lockstep, SessionModel::Rollback, SessionModel::Sealed] {
        let mut g = Gathering::default();
        let noa = g.create("Noa", 4);
        let (vahn, liar) = (g.join("Vahn", noa), g.join("Gala", noa));
        [vahn, liar].iter().for_each(|conn| g.say(*conn, SetReady { ready: true }));
        g.say(noa, start_order(model));
        g.load(liar, ROUND);
        (2..162).step_by(16).for_each(|frame| g.say(liar, pads(2, frame, frame + 16)));
        if model == SessionModel::Sealed {
            g.pass_ms(limits::STUCK_SEAT_MS + 3_000); // its clock does not wait for the others for ever
        }
        for frame in [1, 29, 59, 89] {
            vote(&mut g, liar, frame, WRONG);
        }
        for (seat, conn) in [(0, noa), (1, vahn)] {
            g.load(conn, ROUND);
            for frame in (2..162).step_by(16) {
                g.say(conn, pads(seat, frame, frame + 16));
            }
        }
        g.forget_all();
        for conn in [noa, vahn] {
            vote(&mut g, conn, 29, RIGHT);
            vote(&mut g, conn, 89, RIGHT);
        }
        let heard = told(&mut g, noa);
        let named = |who: &str| heard.iter().any(|it| it.ends_with("differ") && it.contains(who));
        assert!(!named("1") && !named("2") && !named("[]"), "{model:?}: {heard:?}");
        assert!(heard.contains(&"2 has 7".into()), "{model:?}: {heard:?}");
    }
}
