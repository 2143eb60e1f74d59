//! From watching to driving: a spectator takes a seat of the running race.
#![cfg(not(target_arch = "wasm32"))]

use netplay::ids::{ConnId, Frame, PlayerId, Round, Seat};
use netplay::limits;
use netplay::session::{PeerFault, RollbackConfig, RollbackSession, SealedConfig, SealedSession};
use netplay::wire::{
    AssignSeat, Controller, EndSession, Input, Leave, Message, Refusal, SeatController,
    SessionModel, TakeSeat,
};
use testkit::ToyGame;
use testkit::model::{Gathering, pads};

const ROUND: Round = Round(1);

/// A race of two on four seats, and somebody who watches it.
fn race() -> (Gathering, ConnId, ConnId, ConnId) {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 4);
    let vahn = g.join("Vahn", noa);
    g.play(noa, SessionModel::Rollback);
    let gala = g.watch("Gala", noa);
    g.load(gala, ROUND);
    g.forget_all();
    (g, noa, vahn, gala)
}

fn hands(g: &mut Gathering, conn: ConnId) -> Vec<SeatController> {
    g.heard_of(conn, |message| match message {
        Message::SeatController(change) => Some(change),
        _ => None,
    })
}

fn wish(seat: Option<u16>) -> TakeSeat {
    TakeSeat { seat: seat.map(Seat) }
}

#[test]
fn a_watcher_sits_down_at_once_and_drives_once_it_has_caught_up() {
    let (mut g, noa, _, gala) = race();
    let delay = 2;
    g.say(noa, pads(0, delay, delay + 4));
    g.say(gala, wish(Some(3)));
    assert_eq!(g.seat(gala), Some(Seat(3)));
    assert_eq!(hands(&mut g, noa), [], "it has yet to say that it can");
    g.load(gala, ROUND);
    let heard = hands(&mut g, gala);
    let player = g.id(gala);
    let [SeatController { seat: Seat(3), controller, from }] = heard[..] else {
        panic!("one change of hands: {heard:?}");
    };
    assert_eq!(controller, Controller::Human { player });
    assert!(from > Frame(delay + 4), "nobody can have simulated it");
    g.say(gala, pads(3, from.0, from.0 + 1));
    let words = g.heard_of(noa, |message| match message {
        Message::Input(Input { seat, first, .. }) => Some((seat, first)),
        _ => None,
    });
    assert_eq!(words, [(Seat(3), from)], "and its words are heard");
}

#[test]
fn without_a_wish_it_is_the_lowest_open_seat() {
    let (mut g, _, _, gala) = race();
    g.say(gala, wish(None));
    assert_eq!(g.seat(gala), Some(Seat(2)));
}

#[test]
fn a_late_comer_takes_a_seat_before_the_state_has_come() {
    let (mut g, noa, ..) = race();
    let late = g.join("Songi", noa);
    g.say(late, wish(Some(2)));
    assert_eq!(g.seat(late), Some(Seat(2)));
    assert_eq!(hands(&mut g, late), []);
    g.load(late, ROUND);
    assert_eq!(hands(&mut g, late).len(), 1);
}

#[test]
fn a_seat_waits_for_its_lost_player_and_is_open_once_they_are_gone_for_good() {
    let (mut g, _, vahn, gala) = race();
    g.lose(vahn);
    g.say(gala, wish(Some(1)));
    assert_eq!(g.refusals(gala), [Refusal::SeatTaken], "Vahn may come back to it");
    g.pass_ms(limits::RESUME_GRACE_MS);
    g.forget_all();
    g.say(gala, wish(Some(1)));
    g.load(gala, ROUND);
    let player = g.id(gala);
    assert_eq!(hands(&mut g, gala)[0].controller, Controller::Human { player });
}

#[test]
fn what_cannot_be_taken_is_refused_in_words() {
    let (mut g, noa, vahn, gala) = race();
    g.say(gala, wish(Some(0)));
    g.say(gala, wish(Some(4)));
    g.say(gala, wish(Some(u16::MAX)));
    let refusals = [Refusal::SeatTaken, Refusal::NoSuchSeat, Refusal::NoSuchSeat];
    assert_eq!(g.refusals(gala), refusals);
    g.say(vahn, wish(Some(1)));
    g.say(vahn, wish(None));
    assert_eq!(g.refusals(vahn), [], "who sits there already has it");
    g.say(vahn, wish(Some(2)));
    assert_eq!(g.refusals(vahn), [Refusal::SeatTaken], "nobody drives two cars");
    for who in ["Songi", "Terra"] {
        let late = g.watch(who, noa);
        g.say(late, wish(None));
    }
    g.say(gala, wish(None));
    assert_eq!(g.refusals(gala), [Refusal::SeatTaken], "none is open any more");
    g.say(noa, EndSession { player: PlayerId(0), round: ROUND });
    g.forget_all();
    g.say(gala, wish(None));
    assert_eq!(g.refusals(gala), [Refusal::NotStarted]);
}

#[test]
fn whom_the_host_has_benched_stays_there_for_this_race() {
    let (mut g, noa, vahn, _) = race();
    g.say(noa, AssignSeat { player: g.id(vahn), seat: None });
    g.pass_ms(limits::LAST_WORDS_MS);
    g.forget_all();
    g.say(vahn, wish(None));
    assert_eq!(g.refusals(vahn), [Refusal::NotHost]);
}

#[test]
fn two_who_reach_for_one_seat_do_not_both_sit() {
    let (mut g, noa, _, gala) = race();
    let late = g.watch("Songi", noa);
    g.forget_all();
    g.say(gala, wish(Some(2)));
    g.say(late, wish(Some(2)));
    assert_eq!(g.refusals(late), [Refusal::SeatTaken]);
    assert_eq!(g.seat(late), None);
}

#[test]
fn who_takes_a_seat_and_loses_the_link_comes_back_to_that_seat() {
    let (mut g, noa, _, gala) = race();
    g.say(gala, wish(Some(2)));
    g.load(gala, ROUND);
    g.lose(gala);
    g.forget_all();
    let back = g.resume(gala);
    assert_eq!(g.seat(back), Some(Seat(2)));
    g.load(back, ROUND);
    g.pass_ms(limits::SEAT_REST_MS);
    let player = g.id(gala);
    assert_eq!(
        hands(&mut g, noa).last().map(|change| (change.seat, change.controller)),
        Some((Seat(2), Controller::Human { player }))
    );
}

#[test]
fn the_race_goes_on_with_the_newcomer_when_everybody_else_has_left() {
    let (mut g, noa, vahn, gala) = race();
    g.say(gala, wish(None));
    g.load(gala, ROUND);
    for conn in [noa, vahn] {
        g.say(conn, Leave {});
    }
    assert!(g.lobby(gala).session.is_some());
    assert_eq!(g.lobby(gala).host, g.id(gala));
}

/// What Noa's page makes of what she was told while Vahn came and went as fast as he could, and how
/// often he was given a seat.
fn after_coming_and_going(model: SessionModel, seconds: usize) -> (Result<(), PeerFault>, usize) {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 4);
    let vahn = g.join("Vahn", noa);
    g.play(noa, model);
    let mut told = g.heard(noa);
    let mut first = 2;
    for _ in 0..20 * seconds {
        g.say(vahn, pads(1, first, first + 1));
        g.say(vahn, AssignSeat { player: g.id(vahn), seat: None });
        g.say(vahn, wish(Some(1)));
        g.load(vahn, ROUND);
        g.pass_ms(50);
        told.extend(g.heard(noa));
        let from = told.iter().rev().find_map(|message| match message {
            Message::SeatController(change) => Some(change.from.0),
            _ => None,
        });
        first = from.unwrap_or(first).max(first + 1);
    }
    let given = told.iter().filter(|message| match message {
        Message::SeatController(change) => change.controller != Controller::Ai,
        _ => false,
    });
    let given = given.count();
    let start = told.iter().find_map(|message| match message {
        Message::Start(start) => Some(start.clone()),
        _ => None,
    });
    let (start, me) = (start.unwrap(), g.id(noa));
    let game = ToyGame::new(4, 1);
    let mut ours = told.iter().filter(|message| matches!(message.tag(), 0x21..=0x2F));
    let heard = if model == SessionModel::Sealed {
        let mut session = SealedSession::new(game, SealedConfig::from_start(&start, me)).unwrap();
        ours.try_for_each(|message| session.handle(message))
    } else {
        let config = RollbackConfig::from_start(&start, me);
        let mut session = RollbackSession::new(game, config).unwrap();
        ours.try_for_each(|message| session.handle(message))
    };
    (heard, given)
}

#[test]
fn whoever_comes_and_goes_as_fast_as_they_can_throws_nobody_out() {
    for model in [SessionModel::Lockstep, SessionModel::Rollback, SessionModel::Sealed] {
        let (heard, given) = after_coming_and_going(model, 5);
        assert_eq!(heard, Ok(()), "{model:?}");
        assert!((4..=6).contains(&given), "{model:?}: a seat was given {given} times in 5 s");
    }
}
