//! What one member, or one address, can do to the others: as little as possible.
#![cfg(not(target_arch = "wasm32"))]

use netplay::ids::{ConnId, Frame, PlayerId, Round, Seat, StateHash};
use netplay::limits;
use netplay::relay::ClientAddress;
use netplay::wire::{
    AssignSeat, Blob, CloseReason, Controller, EndSession, Entry, Leave, Message, Offer, Pause,
    Profile, Refusal, SessionModel, SetReady, Text, TransferAbort, TransferAck, TransferBegin,
    TransferChunk,
};
use testkit::model::{Gathering, hello, name, pads, start_order};

fn three() -> (Gathering, [ConnId; 3]) {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 4);
    let vahn = g.join("Vahn", noa);
    let gala = g.join("Gala", noa);
    g.forget_all();
    (g, [noa, vahn, gala])
}

fn race() -> (Gathering, [ConnId; 3]) {
    let (mut g, conns) = three();
    g.play(conns[0], SessionModel::Lockstep);
    g.forget_all();
    (g, conns)
}

fn lobbies(g: &mut Gathering, conn: ConnId) -> usize {
    let is_lobby = |message| matches!(message, Message::Lobby(_)).then_some(());
    g.heard_of(conn, is_lobby).len()
}

// --- flapping --------------------------------------------------------------------------------

#[test]
fn whoever_flips_a_switch_as_fast_as_they_may_is_told_of_a_few_times_a_second() {
    let (mut g, [noa, vahn, _]) = three();
    g.pass_ms(5_000);
    g.forget_all();
    for turn in 0..10 * limits::MESSAGES_PER_SECOND {
        g.say(vahn, SetReady { ready: turn % 2 == 0 });
        g.pass_ms(if turn % 6 == 5 { 5 } else { 4 });
    }
    assert_eq!(g.closed(vahn), None);
    let told = lobbies(&mut g, noa);
    let cap = 11 * limits::LOBBIES_PER_SECOND as usize + 1;
    assert!(told <= cap, "{told} lobbies in ten seconds");
}

#[test]
fn what_they_end_with_is_told_as_soon_as_the_next_lobby_is_due() {
    let (mut g, [noa, vahn, _]) = three();
    let vahn_id = g.id(vahn);
    for turn in 0..100 {
        g.say(vahn, SetReady { ready: turn % 2 == 0 });
    }
    g.say(vahn, Profile { name: name("Last"), colour: 7 });
    assert!(g.until_timeout_ms().unwrap() <= 1_000 / u64::from(limits::LOBBIES_PER_SECOND));
    g.pass_ms(1_000 / u64::from(limits::LOBBIES_PER_SECOND));
    assert_eq!(&*g.row(noa, vahn_id).unwrap().name, "Last");
    g.forget_all();
    g.pass_ms(1_000);
    assert_eq!(lobbies(&mut g, noa), 0, "once is enough");
}

#[test]
fn a_newcomer_sees_the_lobby_at_once_whatever_the_others_do() {
    let (mut g, [noa, vahn, _]) = three();
    for turn in 0..100 {
        g.say(vahn, SetReady { ready: turn % 2 == 0 });
    }
    let songi = g.join("Songi", noa);
    assert_eq!(g.lobby(songi).members.len(), 4);
    g.pass_ms(1_000 / u64::from(limits::LOBBIES_PER_SECOND));
    assert_eq!(g.lobby(noa).members.len(), 4);
}

// --- holding everybody up --------------------------------------------------------------------

#[test]
fn fault_35_who_answers_pings_but_never_loads_the_game_holds_nobody_up_for_long() {
    let (mut g, [noa, vahn, gala]) = three();
    for conn in [vahn, gala] {
        g.say(conn, SetReady { ready: true });
    }
    g.say(noa, start_order(SessionModel::Lockstep));
    g.load(noa, Round(1));
    g.load(gala, Round(1));
    for (conn, seat) in [(noa, 0), (gala, 2)] {
        g.say(conn, pads(seat, 2, 4));
    }
    g.pass_ms(limits::STUCK_SEAT_MS - 1);
    assert_eq!(g.closed(vahn), None);
    g.pass_ms(1);
    assert_eq!(g.closed(vahn), Some(CloseReason::TooSlow));
    let hands = g.last(gala, |message| match message {
        Message::SeatController(change) => Some(change.controller),
        _ => None,
    });
    assert_eq!(hands, Some(Controller::Ai));
    assert!(g.lobby(noa).session.is_some());
}

#[test]
fn who_only_says_that_the_game_is_loaded_comes_back_anew_too() {
    let (mut g, [noa, vahn, gala]) = race();
    for (conn, seat) in [(noa, 0), (gala, 2)] {
        g.say(conn, pads(seat, 2, 4));
    }
    g.pass_ms(limits::STUCK_SEAT_MS);
    assert_eq!(g.closed(vahn), Some(CloseReason::TooSlow));
    let back = g.resume(vahn);
    assert!(g.is_welcome(back), "the place was kept");
}

#[test]
fn nobody_is_sent_away_for_what_a_pause_holds_up() {
    let (mut g, [noa, vahn, gala]) = race();
    g.say(noa, Pause { player: PlayerId(0) });
    g.say(noa, pads(0, 2, 4));
    g.pass_ms(10 * limits::STUCK_SEAT_MS);
    assert_eq!([noa, vahn, gala].map(|conn| g.closed(conn)), [None; 3]);
}

#[test]
fn a_spectator_ends_nobodys_game() {
    let (mut g, [noa, vahn, _]) = race();
    let watcher = g.watch("Songi", noa);
    g.load(watcher, Round(1));
    g.say(watcher, EndSession { player: PlayerId(0), round: Round(1) });
    assert!(g.lobby(noa).session.is_some());
    g.say(vahn, EndSession { player: PlayerId(0), round: Round(1) });
    assert!(g.lobby(noa).session.is_none());
}

// --- states ----------------------------------------------------------------------------------

fn begin(peer: PlayerId) -> TransferBegin {
    TransferBegin { peer, id: 1, frame: Frame(20), total_bytes: 4, hash: StateHash(9) }
}

fn chunk(peer: PlayerId, bytes: &[u8]) -> TransferChunk {
    TransferChunk { peer, id: 1, offset: 0, bytes: Blob::new(bytes).unwrap() }
}

#[test]
fn nobody_but_the_donor_slips_a_newcomer_a_state() {
    let (mut g, [noa, vahn, _]) = race();
    let late = g.watch("Songi", noa);
    let late_id = g.id(late);
    g.forget_all();
    g.say(vahn, begin(late_id));
    g.say(vahn, chunk(late_id, &[1]));
    g.say(vahn, TransferAbort { peer: late_id, id: 1 });
    g.say(vahn, TransferAck { peer: g.id(noa), id: 1, received_bytes: 4 });
    assert!(g.heard(late).is_empty() && g.heard(noa).is_empty());
    assert_eq!(g.core.counters().undeliverable, 4);
    g.say(noa, begin(late_id));
    assert_eq!(g.heard(late), [Message::from(begin(g.id(noa)))]);
}

#[test]
fn a_donor_who_begins_again_and_again_says_nothing_new() {
    let (mut g, [noa, ..]) = race();
    let late = g.watch("Songi", noa);
    let begin = |id| TransferBegin { id, ..begin(g.id(late)) };
    let begins: Vec<TransferBegin> = [1, 1, 1, 2, 2, 3, 4, 5].map(begin).into();
    g.forget_all();
    begins.into_iter().for_each(|begin| g.say(noa, begin));
    let begun = g.heard_of(late, |message| match message {
        Message::TransferBegin(begin) => Some(begin.id),
        _ => None,
    });
    assert_eq!(begun, [1, 2, 3]);
}

#[test]
fn a_donor_who_never_comes_to_an_end_is_replaced() {
    let (mut g, [noa, vahn, _]) = race();
    let late = g.watch("Songi", noa);
    let late_id = g.id(late);
    g.say(noa, begin(late_id));
    for _ in 0..limits::DONOR_TOTAL_MS / 1_000 - 1 {
        g.pass_ms(1_000);
        g.say(noa, chunk(late_id, &[]));
    }
    g.forget_all();
    g.pass_ms(1_000);
    let asked = g.heard_of(vahn, |message| match message {
        Message::StateRequest(request) => Some(request.player),
        _ => None,
    });
    assert_eq!(asked, [late_id]);
}

// --- rooms -----------------------------------------------------------------------------------

#[test]
fn one_address_cannot_hold_every_room_of_the_relay() {
    let mut g = Gathering::default();
    let [flat, house] = [1, 2].map(|n| ClientAddress::V4([192, 0, 2, n]));
    let create = |g: &mut Gathering, from| {
        let conn = g.enter(from, hello("Noa", Entry::Create { seats: 4 }));
        (conn, g.is_welcome(conn))
    };
    for _ in 0..limits::CONNECTIONS_PER_ADDRESS {
        let (conn, welcome) = create(&mut g, flat);
        assert!(welcome);
        g.lose(conn);
    }
    let (turned_away, _) = create(&mut g, flat);
    assert_eq!(g.refusals(turned_away), [Refusal::TooManyRooms]);
    let (friend, welcome) = create(&mut g, house);
    assert!(welcome, "the others are none the worse for it");
    g.say(friend, Leave {});
    g.pass_ms(limits::EMPTY_ROOM_MS);
    assert_eq!(g.core.load().rooms, 0);
    assert!(create(&mut g, flat).1, "a room that is gone counts no more");
}

// --- making the relay carry things -----------------------------------------------------------

#[test]
fn fault_52_whoever_sends_too_many_bytes_is_dropped_and_nobody_else() {
    let (mut g, [noa, vahn, gala]) = three();
    let offer = |peer| Offer { peer, sdp: Text::truncated(&"x".repeat(limits::PAYLOAD_BYTES)) };
    let noa_id = g.id(noa);
    let mut sent = 0;
    while g.closed(vahn).is_none() {
        g.say(vahn, offer(noa_id));
        g.pass_ms(10); // far below the rate of messages
        g.forget_all();
        sent += limits::PAYLOAD_BYTES;
        assert!(sent < 2 * limits::CARRIED_BYTES_BURST as usize, "the bound does not hold");
    }
    assert!(sent >= limits::CARRIED_BYTES_BURST as usize);
    assert_eq!(g.closed(vahn), Some(CloseReason::RateLimited));
    assert_eq!(g.core.counters().rate_limited, 1);
    assert_eq!([noa, gala].map(|conn| g.closed(conn)), [None; 2]);
}

#[test]
fn who_keeps_to_the_rate_of_bytes_is_never_dropped() {
    let (mut g, [noa, vahn, _]) = three();
    let noa_id = g.id(noa);
    let sdp = Text::truncated(&"x".repeat(limits::PAYLOAD_BYTES - 64));
    let wait = 1_000 * limits::PAYLOAD_BYTES as u64 / u64::from(limits::CARRIED_BYTES_PER_SECOND);
    for _ in 0..1_000 {
        g.say(vahn, Offer { peer: noa_id, sdp: sdp.clone() });
        g.pass_ms(wait);
        g.forget_all();
    }
    assert_eq!(g.closed(vahn), None);
}

#[test]
fn a_megabyte_that_was_asked_for_comes_through_and_no_more_than_two() {
    let (mut g, [noa, ..]) = race();
    let late = g.watch("Songi", noa);
    let late_id = g.id(late);
    let total_bytes = limits::TRANSFER_BYTES as u32;
    let hash = StateHash(9);
    g.say(noa, TransferBegin { peer: late_id, id: 1, frame: Frame(20), total_bytes, hash });
    g.forget_all();
    let step = limits::PAYLOAD_BYTES as u32;
    let bytes = Blob::new(vec![7; limits::PAYLOAD_BYTES]).unwrap();
    for turn in 0..4 {
        for offset in (0..total_bytes).step_by(step as usize) {
            g.say(noa, TransferChunk { peer: late_id, id: 1, offset, bytes: bytes.clone() });
            g.pass_ms(5);
        }
        let came = g.heard_of(late, |it| matches!(it, Message::TransferChunk(_)).then_some(()));
        let whole = (total_bytes / step) as usize;
        assert_eq!(came.len(), if turn < 2 { whole } else { 0 }, "turn {turn}");
    }
    assert_eq!(g.closed(noa), None);
}

// --- a game that cannot be played ------------------------------------------------------------

#[test]
fn whoever_cannot_play_a_game_watches_and_sits_down_again_after_it() {
    let (mut g, [noa, vahn, _]) = race();
    let vahn_id = g.id(vahn);
    g.say(vahn, AssignSeat { player: vahn_id, seat: None });
    assert_eq!((g.seat(vahn), g.refusals(vahn)), (None, vec![]));
    g.pass_ms(limits::LAST_WORDS_MS);
    let hands = g.last(noa, |message| match message {
        Message::SeatController(change) => Some(change.controller),
        _ => None,
    });
    assert_eq!(hands, Some(Controller::Ai), "nobody waits");
    g.say(noa, EndSession { player: PlayerId(0), round: Round(1) });
    assert_eq!(g.seat(vahn), Some(Seat(1)));
    g.say(vahn, AssignSeat { player: g.id(noa), seat: None });
    assert_eq!(g.refusals(vahn), [Refusal::NotHost], "nobody moves others");
}

#[test]
fn a_game_that_nobody_can_play_is_over_after_a_while() {
    let (mut g, [noa, vahn, gala]) = three();
    for conn in [vahn, gala] {
        g.say(conn, SetReady { ready: true });
    }
    g.say(noa, start_order(SessionModel::Lockstep));
    g.pass_ms(limits::LOADING_MS - 1);
    assert!(g.lobby(noa).session.is_some());
    g.pass_ms(1);
    assert!(g.lobby(noa).session.is_none());
}

#[test]
fn a_game_that_all_guests_decline_goes_on_for_the_host_alone() {
    let (mut g, [noa, vahn, gala]) = race();
    for conn in [vahn, gala] {
        g.say(conn, AssignSeat { player: g.id(conn), seat: None });
    }
    g.pass_ms(limits::LAST_WORDS_MS);
    assert!(g.lobby(noa).session.is_some());
    g.say(noa, AssignSeat { player: g.id(noa), seat: None });
    g.pass_ms(limits::LAST_WORDS_MS);
    assert!(g.lobby(noa).session.is_none(), "without any driver it is over");
}
