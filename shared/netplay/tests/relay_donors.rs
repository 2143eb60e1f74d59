//! Coming back to, or late into, a running session: who sends the state.
#![cfg(not(target_arch = "wasm32"))]

use netplay::ids::{ConnId, Frame, PlayerId, Seat, StateHash};
use netplay::limits;
use netplay::wire::{
    Blob, Controller, EndSession, Message, Presence, PresenceNotice, Refusal, SeatController,
    SessionModel, Start, StateRequest, TransferAbort, TransferAck, TransferBegin, TransferChunk,
};
use testkit::model::{Gathering, pads};

fn race() -> (Gathering, [ConnId; 3], Start) {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 4);
    let vahn = g.join("Vahn", noa);
    let gala = g.join("Gala", noa);
    let start = g.play(noa, SessionModel::Lockstep);
    g.forget_all();
    (g, [noa, vahn, gala], start)
}

fn asked(g: &mut Gathering, conn: ConnId) -> Vec<PlayerId> {
    g.heard_of(conn, |message| match message {
        Message::StateRequest(request) => Some(request.player),
        _ => None,
    })
}

fn begin(peer: PlayerId) -> TransferBegin {
    TransferBegin { peer, id: 1, frame: Frame(20), total_bytes: 4, hash: StateHash(9) }
}

fn chunk(peer: PlayerId) -> TransferChunk {
    TransferChunk { peer, id: 1, offset: 0, bytes: Blob::new([1, 2, 3, 4]).unwrap() }
}

fn names(messages: &[Message]) -> Vec<u8> {
    messages.iter().map(Message::tag).collect()
}

#[test]
fn a_returned_member_hears_welcome_lobby_start_and_hands_in_this_order() {
    let (mut g, [noa, vahn, gala], start) = race();
    g.lose(vahn);
    g.lose(gala);
    g.forget_all();
    let back = g.resume(vahn);
    let heard = g.heard(back);
    assert_eq!(names(&heard), [0x02, 0x10, 0x20, 0x23, 0x23, 0x04]);
    assert_eq!(heard[2], Message::Start(start));
    assert_eq!(asked(&mut g, noa), [g.id(vahn)]);
}

#[test]
fn a_state_travels_from_the_donor_to_the_asker_under_their_names() {
    let (mut g, [noa, vahn, _], start) = race();
    g.lose(vahn);
    let back = g.resume(vahn);
    g.forget_all();
    let (noa_id, vahn_id) = (g.id(noa), g.id(vahn));
    g.say(noa, begin(vahn_id));
    g.say(noa, chunk(vahn_id));
    let expected = [Message::from(begin(noa_id)), Message::from(chunk(noa_id))];
    assert_eq!(g.heard(back), expected);
    g.say(back, TransferAck { peer: noa_id, id: 1, received_bytes: 4 });
    let ack = Message::from(TransferAck { peer: vahn_id, id: 1, received_bytes: 4 });
    assert_eq!(g.heard(noa), [ack]);
    g.load(back, start.round);
    g.forget_all();
    g.pass_ms(60_000);
    assert!(asked(&mut g, noa).is_empty(), "a loaded member asks no more");
}

#[test]
fn new_words_reach_a_member_who_is_still_loading() {
    let (mut g, [noa, vahn, _], _) = race();
    g.lose(vahn);
    let back = g.resume(vahn);
    g.forget_all();
    g.say(noa, pads(0, 2, 9));
    assert_eq!(g.heard(back), [Message::Input(pads(0, 2, 9))]);
}

#[test]
fn a_late_comer_watches_and_gets_a_seat_for_the_next_round() {
    let (mut g, [noa, ..], start) = race();
    let late = g.join("Songi", noa);
    assert_eq!(g.seat(late), None);
    assert_eq!(asked(&mut g, noa), [g.id(late)]);
    let watcher = g.watch("Terra", noa);
    g.say(noa, EndSession { player: PlayerId(0), round: start.round });
    assert_eq!(g.seat(late), Some(netplay::ids::Seat(3)));
    assert_eq!(g.seat(watcher), None, "who came to watch goes on watching");
}

#[test]
fn drivers_who_look_at_the_page_are_asked_first() {
    let (mut g, [noa, vahn, gala], start) = race();
    let watcher = g.watch("Terra", noa);
    g.load(watcher, start.round);
    for conn in [noa, vahn] {
        g.say(conn, PresenceNotice { player: PlayerId(0), presence: Presence::Hidden });
    }
    g.pass_ms(limits::HIDDEN_SEAT_MS);
    g.forget_all();
    let late = g.watch("Songi", noa);
    assert_eq!(asked(&mut g, gala), [g.id(late)]);
    g.say(gala, TransferAbort { peer: g.id(late), id: 1 });
    assert_eq!(asked(&mut g, watcher), [g.id(late)], "then a spectator who looks");
    g.say(watcher, TransferAbort { peer: g.id(late), id: 1 });
    assert_eq!(asked(&mut g, noa), [g.id(late)], "a hidden page still holds the state");
}

#[test]
fn fault_40_a_donor_who_leaves_in_the_middle_is_replaced_and_the_asker_told() {
    let (mut g, [noa, vahn, gala], _) = race();
    let late = g.watch("Songi", noa);
    g.say(noa, begin(g.id(late)));
    g.forget_all();
    g.lose(noa);
    let abort = Message::from(TransferAbort { peer: g.id(noa), id: 1 });
    assert!(g.heard(late).contains(&abort));
    assert_eq!(asked(&mut g, vahn), [g.id(late)]);
    assert!(asked(&mut g, gala).is_empty());
}

#[test]
fn a_donor_who_gives_up_or_does_nothing_is_replaced() {
    let (mut g, [noa, vahn, gala], _) = race();
    let late = g.watch("Songi", noa);
    let late_id = g.id(late);
    g.forget_all();
    g.say(noa, TransferAbort { peer: late_id, id: 1 });
    assert_eq!(asked(&mut g, vahn), [late_id]);
    g.pass_ms(limits::DONOR_MS - 1);
    g.say(vahn, begin(late_id));
    g.pass_ms(limits::DONOR_MS - 1);
    g.say(vahn, chunk(late_id));
    g.pass_ms(limits::DONOR_MS - 1);
    assert!(asked(&mut g, gala).is_empty(), "it is slow, but it works");
    g.pass_ms(1);
    assert_eq!(asked(&mut g, gala), [late_id]);
}

#[test]
fn fault_39_a_state_that_fails_three_times_is_not_asked_for_again() {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 2);
    g.play(noa, SessionModel::Lockstep);
    let late = g.join("Songi", noa);
    for _ in 0..3 {
        assert_eq!(asked(&mut g, noa), [g.id(late)]);
        g.say(late, TransferAbort { peer: g.id(noa), id: 1 });
    }
    assert!(asked(&mut g, noa).is_empty());
    assert_eq!(g.refusals(late), [Refusal::AlreadyStarted]);
    assert_eq!(g.closed(late), None, "it waits in the room for the next round");
    assert!(g.lobby(noa).session.is_some(), "and the race goes on");
}

#[test]
fn while_everybody_loads_a_late_comer_waits_for_the_first_who_has() {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 2);
    g.say(noa, testkit::model::start_order(SessionModel::Lockstep));
    let late = g.watch("Songi", noa);
    assert!(asked(&mut g, noa).is_empty());
    g.load(noa, netplay::ids::Round(1));
    assert_eq!(asked(&mut g, noa), [g.id(late)]);
}

#[test]
fn a_newcomer_waits_for_those_who_may_have_kept_the_state() {
    let (mut g, [noa, vahn, gala], start) = race();
    for conn in [noa, vahn, gala] {
        g.lose(conn);
    }
    let late = g.join("Songi", noa);
    assert_eq!(g.refusals(late), []);
    let back = g.resume(gala);
    g.say(back, own(g.id(back), 2));
    g.load(back, start.round);
    assert_eq!(asked(&mut g, back), [g.id(gala), g.id(late)]);
}

fn ends(g: &mut Gathering, conn: ConnId) -> Vec<EndSession> {
    g.heard_of(conn, |message| match message {
        Message::EndSession(end) => Some(end),
        _ => None,
    })
}

fn changes(g: &mut Gathering, conn: ConnId) -> Vec<SeatController> {
    g.heard_of(conn, |message| match message {
        Message::SeatController(change) => Some(change),
        _ => None,
    })
}

/// Who is asked for their own state answers that they have kept it.
fn own(me: PlayerId, frame: u32) -> TransferBegin {
    let frame = Frame(frame);
    TransferBegin { peer: me, id: 0, frame, total_bytes: 0, hash: StateHash::default() }
}

#[test]
fn a_session_that_nobody_holds_any_more_ends_after_a_while() {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 2);
    let start = g.play(noa, SessionModel::Lockstep);
    g.lose(noa);
    let back = g.resume(noa);
    g.pass_ms(limits::DONOR_MS - 1);
    assert_eq!(ends(&mut g, back), []);
    g.pass_ms(1);
    assert_eq!(ends(&mut g, back), [EndSession { player: g.id(noa), round: start.round }]);
    assert!(g.lobby(back).session.is_none());
}

#[test]
fn a_lone_player_who_has_kept_the_state_goes_on_where_the_words_were_lost() {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 2);
    let start = g.play(noa, SessionModel::Lockstep);
    let delay = u32::from(start.input_delay);
    g.say(noa, pads(0, delay, delay + 4));
    g.lose(noa);
    let back = g.resume(noa);
    let me = g.id(back);
    assert_eq!(asked(&mut g, back), [me], "for her own");
    g.say(back, own(me, delay + 400));
    let from = Frame(delay + 400);
    let to_ai = |seat| SeatController { seat, controller: Controller::Ai, from };
    assert_eq!(changes(&mut g, back), [to_ai(Seat(0)), to_ai(Seat(1))]);
    g.load(back, start.round);
    let [SeatController { seat: Seat(0), controller: Controller::Human { player }, from: hers }] =
        changes(&mut g, back)[..]
    else {
        panic!("the seat comes back")
    };
    assert!(player == me && hers > from);
    g.pass_ms(limits::DONOR_MS);
    assert_eq!(ends(&mut g, back), []);
    let late = g.watch("Songi", back);
    g.say(back, pads(0, hers.0, hers.0 + 2));
    let firsts = g.heard_of(late, |message| match message {
        Message::Input(input) => Some(input.first),
        _ => None,
    });
    assert_eq!(firsts, [hers]);
}

#[test]
fn who_held_the_state_last_is_waited_for_a_while_and_then_it_is_the_next_ones_turn() {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 2);
    let vahn = g.join("Vahn", noa);
    g.play(noa, SessionModel::Lockstep);
    g.lose(noa);
    g.lose(vahn);
    let back = g.resume(noa);
    g.pass_ms(limits::DONOR_MS - 1);
    assert_eq!(asked(&mut g, back), [], "Vahn has played on without her");
    let late = g.watch("Songi", back);
    assert_eq!(g.refusals(late), [], "somebody may have it yet");
    g.pass_ms(1);
    let me = g.id(back);
    assert_eq!(asked(&mut g, back), [me]);
    g.say(back, TransferAbort { peer: me, id: 0 });
    assert_eq!(ends(&mut g, late).len(), 1, "nobody who is here has kept it");
}

#[test]
fn a_state_beyond_all_words_was_kept_by_nobody() {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 2);
    g.play(noa, SessionModel::Lockstep);
    g.lose(noa);
    let back = g.resume(noa);
    g.say(back, own(g.id(back), u32::MAX));
    assert_eq!(ends(&mut g, back).len(), 1);
    assert!(g.lobby(back).session.is_none());
}

#[test]
fn a_session_on_its_host_is_shown_by_the_host() {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 2);
    let vahn = g.join("Vahn", noa);
    g.play(noa, SessionModel::HostAuthority);
    g.lose(vahn);
    let back = g.resume(vahn);
    g.forget_all();
    g.say(back, StateRequest { player: PlayerId(0) });
    assert_eq!(asked(&mut g, noa), [g.id(vahn)]);
    g.lose(noa);
    let late = g.join_refused("Songi", noa);
    assert_eq!(g.refusals(late), [Refusal::AlreadyStarted]);
}
