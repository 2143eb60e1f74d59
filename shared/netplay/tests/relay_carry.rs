//! What the relay carries for the host and between two members.
#![cfg(not(target_arch = "wasm32"))]

use netplay::ids::{ConnId, Frame, PlayerId, Round, Seq, StateHash};
use netplay::wire::{
    Action, Answer, Blob, Candidate, DesyncReport, Event, Message, Offer, PublicAddress,
    SessionModel, Snapshot, StateBlob, StateRequest, Text, TransferAck,
};
use testkit::model::{Gathering, start_order};

fn three() -> (Gathering, [ConnId; 3]) {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 4);
    let vahn = g.join("Vahn", noa);
    let gala = g.join("Gala", noa);
    g.forget_all();
    (g, [noa, vahn, gala])
}

fn action(player: PlayerId) -> Action {
    Action { player, payload: Blob::new([1, 2]).unwrap() }
}

fn event() -> Event {
    Event { seq: Seq(1), hash_after: StateHash(2), payload: Blob::default() }
}

fn snapshot() -> Snapshot {
    Snapshot { frame: Frame(3), payload: Blob::default() }
}

fn blob(player: PlayerId) -> StateBlob {
    StateBlob { player, seq: Seq(1), payload: Blob::default() }
}

fn is_silent(g: &mut Gathering, conns: &[ConnId]) -> bool {
    conns.iter().all(|conn| g.heard(*conn).is_empty())
}

#[test]
fn in_the_lobby_actions_go_to_the_host_and_the_hosts_news_to_everybody() {
    let (mut g, [noa, vahn, gala]) = three();
    let vahn_id = g.id(vahn);
    g.say(vahn, action(g.id(gala)));
    assert_eq!(g.heard(noa), [Message::from(action(vahn_id))]);
    g.say(noa, event());
    g.say(noa, snapshot());
    for conn in [vahn, gala] {
        assert_eq!(g.heard(conn), [Message::from(event()), Message::from(snapshot())]);
    }
    g.say(vahn, StateRequest { player: PlayerId(0) });
    assert_eq!(g.heard(noa), [Message::from(StateRequest { player: vahn_id })]);
    g.say(noa, blob(vahn_id));
    assert_eq!(g.heard(vahn), [Message::from(blob(vahn_id))]);
    assert!(is_silent(&mut g, &[gala]));
}

#[test]
fn only_the_host_speaks_for_the_state() {
    let (mut g, conns @ [_, vahn, gala]) = three();
    g.say(vahn, event());
    g.say(vahn, snapshot());
    g.say(vahn, blob(g.id(gala)));
    assert!(is_silent(&mut g, &conns));
    assert_eq!(g.core.counters().undeliverable, 3);
    assert_eq!(g.closed(vahn), None);
}

#[test]
fn a_session_on_its_host_takes_actions_of_members_who_have_loaded_it() {
    let (mut g, [noa, vahn, gala]) = three();
    for conn in [vahn, gala] {
        g.say(conn, netplay::wire::SetReady { ready: true });
    }
    g.say(noa, start_order(SessionModel::HostAuthority));
    g.forget_all();
    g.say(vahn, action(PlayerId(0)));
    assert!(is_silent(&mut g, &[noa]));
    g.load(vahn, Round(1));
    g.forget_all();
    g.say(vahn, action(PlayerId(0)));
    assert_eq!(g.heard(noa), [Message::from(action(g.id(vahn)))]);
}

#[test]
fn a_lockstep_session_has_no_authority() {
    let (mut g, [noa, vahn, _]) = three();
    g.play(noa, SessionModel::Lockstep);
    g.forget_all();
    g.say(vahn, action(PlayerId(0)));
    g.say(noa, snapshot());
    assert!(is_silent(&mut g, &[noa, vahn]));
    assert_eq!(g.core.counters().stale, 2);
}

#[test]
fn signals_are_routed_to_the_peer_under_the_senders_name() {
    let (mut g, [noa, vahn, gala]) = three();
    let (vahn_id, gala_id) = (g.id(vahn), g.id(gala));
    let text = || Text::truncated("v=0");
    let messages = |peer| {
        [
            Message::from(Offer { peer, sdp: text() }),
            Message::from(Answer { peer, sdp: text() }),
            Message::from(Candidate { peer, candidate: text() }),
            Message::from(PublicAddress { peer, address: Text::truncated("192.0.2.1:9") }),
        ]
    };
    for message in messages(gala_id) {
        g.say(vahn, message);
    }
    assert_eq!(g.heard(gala), messages(vahn_id));
    assert!(is_silent(&mut g, &[noa]));
    for peer in [vahn_id, PlayerId(99)] {
        g.say(vahn, Offer { peer, sdp: text() });
    }
    assert!(is_silent(&mut g, &[noa, vahn, gala]));
}

#[test]
fn members_of_one_room_reach_nobody_in_another() {
    let (mut g, [_, vahn, _]) = three();
    let stranger = g.create("Songi", 2);
    g.forget_all();
    // Ids are numbered a room: the stranger is player 1 there, Noa is player 1 here.
    g.say(vahn, Offer { peer: g.id(stranger), sdp: Text::default() });
    assert!(is_silent(&mut g, &[stranger]));
}

#[test]
fn transfers_need_a_running_session() {
    let (mut g, conns @ [_, vahn, gala]) = three();
    g.say(vahn, TransferAck { peer: g.id(gala), id: 1, received_bytes: 0 });
    assert!(is_silent(&mut g, &conns));
    assert_eq!(g.core.counters().stale, 1);
}

#[test]
fn a_desync_report_carries_its_real_reporter() {
    let (mut g, [noa, vahn, gala]) = three();
    g.play(noa, SessionModel::Lockstep);
    g.forget_all();
    let report = |player| DesyncReport {
        player,
        other: PlayerId(3),
        frame: Frame(60),
        ours: StateHash(1),
        theirs: StateHash(2),
        path: Text::truncated("cars[1].speed"),
        our_value: Text::truncated("7"),
        their_value: Text::truncated("8"),
    };
    g.say(vahn, report(g.id(noa)));
    let expected = [Message::from(report(g.id(vahn)))];
    assert_eq!(g.heard(noa), expected);
    assert_eq!(g.heard(gala), expected);
}
