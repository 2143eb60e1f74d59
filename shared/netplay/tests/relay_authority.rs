//! Sessions that live on their host: who drives, who watches, and how much the host may say.
#![cfg(not(target_arch = "wasm32"))]

use netplay::ids::{ConnId, Frame, PlayerId, Round, Seat, Seq};
use netplay::limits;
use netplay::link::Lane;
use netplay::wire::{
    Action, AssignSeat, Blob, CloseReason, Controller, Deposit, Leave, Loaded, Message, Presence,
    PresenceNotice, SeatController, SessionModel, StateBlob, TakeSeat,
};
use testkit::model::Gathering;

const LIVES_ON_HOST: [SessionModel; 3] =
    [SessionModel::HostAuthority, SessionModel::Server, SessionModel::Views];

/// Noa hosts a session in four seats; Vahn and Gala play along.
fn game(model: SessionModel) -> (Gathering, [ConnId; 3]) {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 4);
    let vahn = g.join("Vahn", noa);
    let gala = g.join("Gala", noa);
    g.play(noa, model);
    g.forget_all();
    (g, [noa, vahn, gala])
}

fn hands(g: &mut Gathering, conn: ConnId) -> Vec<(u16, Option<PlayerId>)> {
    g.heard_of(conn, |message| match message {
        Message::SeatController(SeatController { seat, controller, from }) => {
            assert_eq!(from, Frame(0), "the host applies it as it comes");
            Some(match controller {
                Controller::Ai => (seat.0, None),
                Controller::Human { player } => (seat.0, Some(player)),
            })
        }
        _ => None,
    })
}

fn loaded(g: &mut Gathering, conn: ConnId) -> Vec<PlayerId> {
    g.heard_of(conn, |message| match message {
        Message::Loaded(loaded) => Some(loaded.player),
        _ => None,
    })
}

fn show(g: &mut Gathering, conn: ConnId, presence: Presence) {
    g.say(conn, PresenceNotice { player: PlayerId(0), presence });
}

#[test]
fn a_seat_goes_to_the_ai_when_its_player_is_lost_and_back_when_the_game_is_loaded_again() {
    for model in LIVES_ON_HOST {
        let (mut g, [noa, vahn, gala]) = game(model);
        let vahn_id = g.id(vahn);
        g.lose(vahn);
        assert_eq!(hands(&mut g, noa), [(1, None)]);
        assert_eq!(hands(&mut g, gala), [(1, None)], "everybody is told");
        let back = g.resume(vahn);
        assert_eq!(hands(&mut g, noa), [], "a page that loads drives nothing yet");
        g.pass_ms(limits::SEAT_REST_MS);
        g.load(back, Round(1));
        assert_eq!(hands(&mut g, noa), [(1, Some(vahn_id))]);
        assert_eq!(hands(&mut g, back), [(1, None), (1, Some(vahn_id))]);
    }
}

#[test]
fn a_hidden_page_gives_its_seat_away_where_time_goes_on_without_it() {
    for (model, told) in LIVES_ON_HOST.into_iter().zip([vec![], vec![(1, None)], vec![(1, None)]]) {
        let (mut g, [noa, vahn, _]) = game(model);
        let vahn_id = g.id(vahn);
        show(&mut g, vahn, Presence::Hidden);
        g.pass_ms(limits::HIDDEN_SEAT_MS);
        assert_eq!(hands(&mut g, noa), told, "{model:?}");
        show(&mut g, vahn, Presence::Active);
        let back = told.into_iter().map(|(seat, _)| (seat, Some(vahn_id)));
        assert_eq!(hands(&mut g, noa), Vec::from_iter(back), "{model:?}");
    }
}

#[test]
fn a_seat_whose_player_is_silent_benched_or_gone_is_the_ais() {
    let (mut g, [noa, vahn, gala]) = game(SessionModel::Server);
    g.mute(vahn);
    g.pass_ms(limits::SILENT_SEAT_MS);
    assert_eq!(hands(&mut g, noa), [(1, None)]);
    g.say(noa, AssignSeat { player: g.id(gala), seat: None });
    assert_eq!(hands(&mut g, noa), [(2, None)]);
    let late = g.watch("Songi", noa);
    g.load(late, Round(1));
    g.say(late, TakeSeat { seat: Some(Seat(2)) });
    assert_eq!(hands(&mut g, noa), [(2, Some(g.id(late)))]);
    g.say(late, Leave {});
    assert_eq!(hands(&mut g, noa), [(2, None)]);
}

#[test]
fn a_late_comer_watches_at_once_and_takes_a_seat_of_the_ai() {
    for model in LIVES_ON_HOST {
        let (mut g, [noa, vahn, _]) = game(model);
        let songi = g.join("Songi", noa);
        let songi_id = g.id(songi);
        g.forget_all();
        g.load(songi, Round(1));
        assert_eq!(loaded(&mut g, noa), [songi_id], "the host has somebody to show it to");
        assert_eq!(loaded(&mut g, vahn), [], "nobody else has");
        g.say(songi, TakeSeat { seat: None });
        assert_eq!(g.seat(songi), Some(Seat(3)));
        assert_eq!(hands(&mut g, noa), [(3, Some(songi_id))], "there is nothing to catch up with");
        g.say(songi, Action { player: PlayerId(0), payload: Blob::default() });
        assert_eq!(g.heard(noa).len(), 1);
    }
}

#[test]
fn a_lost_place_is_kept_for_longer_in_a_game_of_turns() {
    let kept_ms = [limits::RESUME_GRACE_TURNS_MS, limits::RESUME_GRACE_MS];
    for (model, kept_ms) in LIVES_ON_HOST.into_iter().zip(kept_ms) {
        let (mut g, [noa, vahn, _]) = game(model);
        let vahn_id = g.id(vahn);
        g.lose(vahn);
        g.pass_ms(kept_ms - 1);
        assert!(g.row(noa, vahn_id).is_some(), "{model:?}");
        g.pass_ms(1);
        assert!(g.row(noa, vahn_id).is_none(), "{model:?}");
    }
}

#[test]
fn a_host_who_watches_keeps_the_session_while_sitting_down() {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 3);
    let vahn = g.join("Vahn", noa);
    g.say(noa, AssignSeat { player: g.id(noa), seat: None });
    g.play(noa, SessionModel::Server);
    g.say(noa, TakeSeat { seat: None });
    g.forget_all();
    let payload = Blob::new([2]).unwrap();
    g.say(noa, StateBlob { player: g.id(vahn), seq: Seq(1), payload });
    assert_eq!(g.heard(vahn).len(), 1, "no state is lost");
}

#[test]
fn nobody_but_the_host_of_a_session_on_its_host_deposits() {
    let deposit = || Deposit { seq: Seq(1), payload: Blob::default() };
    let (mut g, [noa, vahn, _]) = game(SessionModel::Lockstep);
    g.say(noa, deposit());
    assert_eq!(g.core.counters().stale, 1, "peers hold that one");
    g.say(noa, netplay::wire::EndSession { player: PlayerId(0), round: Round(1) });
    g.say(noa, deposit());
    assert_eq!(g.core.counters().stale, 2, "nothing runs");
    g.play(noa, SessionModel::HostAuthority);
    g.say(vahn, deposit());
    assert_eq!(g.core.counters().undeliverable, 1);
    g.forget_all();
    g.say(noa, deposit());
    assert_eq!(g.heard(vahn), [], "nobody needs it yet");
}

/// Says it so often a second, for ten seconds; whether the link is still there.
fn says(g: &mut Gathering, conn: ConnId, rate: u64, message: &Message) -> bool {
    for n in 0..rate * 10 {
        if g.closed(conn).is_some() {
            return false;
        }
        g.say(conn, message.clone());
        let due_ms = (n + 1) * 1_000 / rate - n * 1_000 / rate;
        g.pass_ms(due_ms);
        g.forget_all();
    }
    g.closed(conn).is_none()
}

#[test]
fn a_server_tells_fifteen_guests_thirty_states_a_second_and_nobody_else_may_say_as_much() {
    let state = |to| {
        let payload = Blob::new([2; 800]).unwrap();
        Message::from(StateBlob { player: to, seq: Seq(1), payload })
    };
    let rate = 15 * 30;
    let (mut g, [noa, vahn, _]) = game(SessionModel::Server);
    let to = g.id(vahn);
    assert!(says(&mut g, noa, rate, &state(to)), "the host has a bound of its own");
    let (mut g, [noa, vahn, _]) = game(SessionModel::Server);
    let to = g.id(noa);
    assert!(!says(&mut g, vahn, rate, &state(to)), "a guest has not");
    let (mut g, [noa, vahn, _]) = game(SessionModel::Lockstep);
    let to = g.id(vahn);
    assert!(!says(&mut g, noa, rate, &state(to)), "nor has the host of another session");
    let (mut g, [noa, vahn, _]) = game(SessionModel::Server);
    let to = g.id(vahn);
    assert!(!says(&mut g, noa, 1_500, &state(to)), "and it is a bound");
    assert_eq!(g.closed(noa), Some(CloseReason::RateLimited));
}

#[test]
fn a_servers_input_and_states_may_be_lost_on_the_way_and_nothing_else_of_it() {
    for model in LIVES_ON_HOST {
        let (mut g, [noa, vahn, _]) = game(model);
        let to = g.id(vahn);
        let is_served = model == SessionModel::Server;
        for first in 0..=4 {
            let payload = || Blob::new([first, 0, 0]).unwrap();
            g.say(vahn, Action { player: PlayerId(0), payload: payload() });
            g.say(noa, StateBlob { player: to, seq: Seq(1), payload: payload() });
            let may_be_lost = is_served && matches!(first, 1 | 2);
            let lane = if may_be_lost { Lane::Unreliable } else { Lane::Ordered };
            assert_eq!((g.heard_lanes(noa), g.heard_lanes(vahn)), (vec![lane], vec![lane]));
        }
    }
}

#[test]
fn a_host_is_told_of_everybody_who_loads_but_itself() {
    let (mut g, [noa, vahn, gala]) = game(SessionModel::Server);
    let back = g.resume(noa);
    assert_eq!(loaded(&mut g, back), [g.id(vahn), g.id(gala)], "it may have forgotten");
    g.load(back, Round(1));
    assert_eq!(loaded(&mut g, vahn), [g.id(noa)]);
    let told = g.last(back, |message| match message {
        Message::Loaded(Loaded { player, .. }) => Some(*player),
        _ => None,
    });
    assert_eq!(told, None);
}
