//! A lockstep session at the relay: the start order, everybody's words, seats that change hands.
#![cfg(not(target_arch = "wasm32"))]

mod hands;
mod words;

use netplay::ids::{ConnId, Frame, PlayerId, Round, Seat, StateHash};
use netplay::limits;
use netplay::wire::{
    AssignSeat, Checkpoint, CloseReason, Controller, EndSession, Input, Leave, Message, Moderate,
    Moderation, Pause, Presence, PresenceNotice, Resume, SeatController, SessionModel, SetReady,
    Stall, StallCause, Start,
};
use testkit::model::{Gathering, pads, start_order};

const AI: Controller = Controller::Ai;

fn human(player: PlayerId) -> Controller {
    Controller::Human { player }
}

fn hands(seat: u16, controller: Controller, from: u32) -> SeatController {
    SeatController { seat: Seat(seat), controller, from: Frame(from) }
}

fn presence(presence: Presence) -> PresenceNotice {
    PresenceNotice { player: PlayerId(0), presence }
}

fn changes(g: &mut Gathering, conn: ConnId) -> Vec<SeatController> {
    g.heard_of(conn, |message| match message {
        Message::SeatController(change) => Some(change),
        _ => None,
    })
}

fn inputs(g: &mut Gathering, conn: ConnId) -> Vec<Input> {
    g.heard_of(conn, |message| match message {
        Message::Input(input) => Some(input),
        _ => None,
    })
}

fn stalls(g: &mut Gathering, conn: ConnId) -> Vec<Stall> {
    g.heard_of(conn, |message| match message {
        Message::Stall(stall) => Some(stall),
        _ => None,
    })
}

fn ends(g: &mut Gathering, conn: ConnId) -> Vec<EndSession> {
    g.heard_of(conn, |message| match message {
        Message::EndSession(end) => Some(end),
        _ => None,
    })
}

/// Noa, Vahn and Gala race on seats 0 to 2 with an input delay of 2; seat 3 is the AI's.
fn race() -> (Gathering, [ConnId; 3], Start) {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 4);
    let vahn = g.join("Vahn", noa);
    let gala = g.join("Gala", noa);
    let start = g.play(noa, SessionModel::Lockstep);
    g.forget_all();
    (g, [noa, vahn, gala], start)
}

// --- the start order -------------------------------------------------------------------------

#[test]
fn the_relay_fills_in_round_seats_and_delay_for_everybody_alike() {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 3);
    let vahn = g.join("Vahn", noa);
    let watcher = g.watch("Songi", noa);
    let start = g.play(noa, SessionModel::Lockstep);
    assert_eq!(start.round, Round(1));
    assert_eq!(start.seats, [Some(g.id(noa)), Some(g.id(vahn)), None]);
    assert_eq!((start.input_delay, start.seed), (2, 42));
    for conn in [noa, vahn, watcher] {
        let heard = g.heard_of(conn, |message| match message {
            Message::Start(start) => Some(start),
            _ => None,
        });
        assert_eq!(heard, std::slice::from_ref(&start));
    }
}

#[test]
fn the_delay_covers_the_worst_pair_of_ways() {
    for (trips, frames) in [([0, 0, 0], 2), ([20, 60, 90], 6), ([10, 30, 40], 4), ([900; 3], 8)] {
        let mut g = Gathering::default();
        let noa = g.create("Noa", 4);
        let vahn = g.join("Vahn", noa);
        let gala = g.join("Gala", noa);
        for (conn, trip) in [noa, vahn, gala].into_iter().zip(trips) {
            g.set_trip_ms(conn, trip);
        }
        g.pass_ms(120_000);
        assert_eq!(g.play(noa, SessionModel::Lockstep).input_delay, frames, "{trips:?}");
    }
}

#[test]
fn a_delay_the_host_names_is_kept() {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 4);
    g.say(noa, Start { input_delay: 5, ..start_order(SessionModel::Lockstep) });
    let start = g.last(noa, |message| match message {
        Message::Start(start) => Some(start.clone()),
        _ => None,
    });
    assert_eq!(start.unwrap().input_delay, 5);
}

#[test]
fn rounds_are_numbered_and_an_old_end_ends_nothing() {
    let (mut g, [noa, vahn, _], _) = race();
    g.say(vahn, EndSession { player: g.id(noa), round: Round(1) });
    assert_eq!(ends(&mut g, noa), [EndSession { player: g.id(vahn), round: Round(1) }]);
    assert!(g.lobby(noa).session.is_none());
    assert!(g.lobby(noa).members.iter().all(|row| !row.ready));
    assert_eq!(g.play(noa, SessionModel::Lockstep).round, Round(2));
    g.say(vahn, EndSession { player: g.id(vahn), round: Round(1) });
    assert_eq!(g.lobby(noa).session, Some(Round(2)));
}
