//! Watching later than the players: nothing leaves before its time, and nothing is lost.
#![cfg(not(target_arch = "wasm32"))]

use netplay::ids::{ConnId, Frame, PlayerId, Round, Seat, StateHash};
use netplay::limits;
use netplay::relay::RelayConfig;
use netplay::wire::{
    AssignSeat, Blob, Chat, ChatKind, CloseReason, EndSession, Input, Leave, Message, Pause,
    Refusal, SessionModel, SetReady, Start, TakeSeat, Terms, Text, TransferAbort, TransferAck,
    TransferBegin, TransferChunk,
};
use testkit::model::{Gathering, pads, start_order};

const DELAY_MS: u64 = 10_000;
const ROUND: Round = Round(1);

fn order(watch_delay_ticks: u16) -> Start {
    let terms = Terms { watch_delay_ticks, ..Terms::default() };
    Start { terms, ..start_order(SessionModel::Lockstep) }
}

/// A race of two on three seats, watched by Gala ten seconds later.
fn race() -> (Gathering, [ConnId; 2], ConnId) {
    race_at(Gathering::default())
}

fn race_at(mut g: Gathering) -> (Gathering, [ConnId; 2], ConnId) {
    let noa = g.create("Noa", 3);
    let vahn = g.join("Vahn", noa);
    let gala = g.watch("Gala", noa);
    g.say(vahn, SetReady { ready: true });
    g.forget_all();
    g.say(noa, order(600));
    for conn in [noa, vahn] {
        g.load(conn, ROUND);
    }
    (g, [noa, vahn], gala)
}

/// What was said of the session, and how it travelled.
fn of_session(g: &mut Gathering, conn: ConnId) -> Vec<Message> {
    let is_of_session = |message: &Message| matches!(message.tag(), 0x20..=0x2F | 0x40..=0x4F);
    g.heard_of(conn, |message| is_of_session(&message).then_some(message))
}

fn words(g: &mut Gathering, conn: ConnId) -> Vec<(u16, u32)> {
    g.heard_of(conn, |message| match message {
        Message::Input(Input { seat, first, .. }) => Some((seat.0, first.0)),
        _ => None,
    })
}

#[test]
fn nothing_of_the_race_leaves_before_its_time_and_all_of_it_does_then() {
    let (mut g, [noa, vahn], gala) = race();
    g.pass_ms(1_000);
    g.say(noa, pads(0, 2, 4));
    g.pass_ms(16);
    g.say(vahn, pads(1, 2, 4));
    g.say(noa, Pause { player: PlayerId(0) });
    g.pass_ms(DELAY_MS - 1_017);
    assert_eq!(of_session(&mut g, gala), []);
    g.pass_ms(1);
    let start = of_session(&mut g, gala);
    assert_eq!(start.iter().map(Message::tag).collect::<Vec<_>>(), [0x20, 0x27, 0x27]);
    g.load(gala, ROUND);
    g.pass_ms(999);
    assert_eq!(of_session(&mut g, gala), []);
    g.pass_ms(1);
    assert_eq!(of_session(&mut g, gala), [Message::from(pads(0, 2, 4))]);
    g.pass_ms(16);
    let pause = Pause { player: g.id(noa) };
    assert_eq!(of_session(&mut g, gala), [pads(1, 2, 4).into(), pause.into()]);
}

#[test]
fn chat_and_lobby_are_not_later() {
    let (mut g, [noa, _], gala) = race();
    g.forget_all();
    let text = Text::truncated("hi");
    g.say(noa, Chat { player: PlayerId(0), kind: ChatKind::Line, text });
    assert!(matches!(g.heard(gala)[..], [Message::Chat(_)]));
    assert_eq!(g.lobby(gala).session, Some(ROUND));
}

#[test]
fn a_watcher_sees_the_end_after_the_players_are_back_in_the_lobby() {
    let (mut g, [noa, _], gala) = race();
    g.pass_ms(5_000);
    g.say(noa, EndSession { player: PlayerId(0), round: ROUND });
    assert_eq!(g.lobby(gala).session, None);
    g.pass_ms(DELAY_MS - 1);
    let has_end = |messages: &[Message]| messages.iter().any(|it| it.tag() == 0x26);
    let heard = of_session(&mut g, gala);
    assert!(heard[0].tag() == 0x20 && !has_end(&heard));
    g.pass_ms(1);
    assert!(has_end(&of_session(&mut g, gala)));
    assert!(g.until_timeout_ms().unwrap() > 100, "then there is nothing left to do");
}

#[test]
fn who_plays_in_the_next_race_hears_only_that_this_one_is_over() {
    let (mut g, [noa, vahn], gala) = race();
    let late = g.join("Songi", noa);
    g.pass_ms(DELAY_MS);
    g.load(gala, ROUND);
    g.say(noa, pads(0, 2, 4));
    g.say(noa, EndSession { player: PlayerId(0), round: ROUND });
    assert_eq!(g.seat(late), Some(Seat(2)), "as promised to late comers");
    g.forget_all();
    for conn in [vahn, late] {
        g.say(conn, SetReady { ready: true });
    }
    g.say(noa, order(600));
    let told = of_session(&mut g, late);
    assert_eq!(told.iter().map(Message::tag).collect::<Vec<_>>(), [0x26, 0x20]);
    assert_eq!(of_session(&mut g, gala), [], "who goes on watching sees all of it");
    g.pass_ms(DELAY_MS);
    let told = of_session(&mut g, gala);
    assert_eq!(told.iter().map(Message::tag).collect::<Vec<_>>(), [0x21, 0x26, 0x20]);
}

#[test]
fn a_race_without_a_delay_after_one_with_it_is_told_at_once() {
    let (mut g, [noa, vahn], gala) = race();
    g.say(noa, EndSession { player: PlayerId(0), round: ROUND });
    g.say(vahn, SetReady { ready: true });
    g.forget_all();
    g.say(noa, order(0));
    let told = of_session(&mut g, gala);
    assert_eq!(told.iter().map(Message::tag).collect::<Vec<_>>(), [0x26, 0x20]);
}

#[test]
fn a_watcher_who_leaves_is_forgotten_with_all_that_was_held() {
    let (mut g, [noa, _], gala) = race();
    g.say(noa, pads(0, 2, 4));
    g.say(gala, Leave {});
    g.forget_guest(gala);
    g.pass_ms(2 * DELAY_MS); // a packet to nobody would panic
}

// --- states ----------------------------------------------------------------------------------

fn begin(peer: PlayerId, total_bytes: u32) -> TransferBegin {
    TransferBegin { peer, id: 1, frame: Frame(20), total_bytes, hash: StateHash(9) }
}

fn chunk(peer: PlayerId, offset: u32, bytes: usize) -> TransferChunk {
    TransferChunk { peer, id: 1, offset, bytes: Blob::new(vec![7; bytes]).unwrap() }
}

fn asked(g: &mut Gathering, conn: ConnId) -> Vec<PlayerId> {
    g.heard_of(conn, |message| match message {
        Message::StateRequest(request) => Some(request.player),
        _ => None,
    })
}

/// Gala's late friend, whose state Noa has just sent: three times the window.
fn late_comer(g: &mut Gathering, noa: ConnId) -> (ConnId, u32) {
    let late = g.watch("Songi", noa);
    let (late_id, step) = (g.id(late), limits::PAYLOAD_BYTES as u32);
    let total = 3 * limits::TRANSFER_WINDOW_BYTES;
    assert_eq!(asked(g, noa), [late_id]);
    g.say(noa, begin(late_id, total));
    for offset in (0..total).step_by(step as usize) {
        g.say(noa, chunk(late_id, offset, step as usize));
    }
    (late, total)
}

#[test]
fn the_relay_answers_the_donor_and_passes_the_state_on_later_as_the_watcher_takes_it() {
    let (mut g, [noa, vahn], _) = race();
    let (late, total) = late_comer(&mut g, noa);
    let acks = g.heard_of(noa, |message| match message {
        Message::TransferAck(ack) => Some(ack),
        _ => None,
    });
    let late_id = g.id(late);
    assert_eq!(acks.last(), Some(&TransferAck { peer: late_id, id: 1, received_bytes: total }));
    g.pass_ms(DELAY_MS - 1);
    assert_eq!(of_session(&mut g, late), []);
    assert!(asked(&mut g, vahn).is_empty(), "the donor has done its part");
    g.pass_ms(1);
    let (noa_id, mut held) = (g.id(noa), 0);
    let heard = of_session(&mut g, late);
    assert_eq!(heard[0].tag(), 0x20, "the start order goes first");
    assert_eq!(heard.iter().find(|it| it.tag() == 0x40), Some(&begin(noa_id, total).into()));
    let mut take = |heard: Vec<Message>| {
        for message in heard {
            if let Message::TransferChunk(chunk) = message {
                assert_eq!(chunk.offset, held, "once and in order");
                held += chunk.bytes.len() as u32;
            }
        }
        held
    };
    assert_eq!(take(heard), limits::TRANSFER_WINDOW_BYTES);
    g.pass_ms(5_000);
    for part in 1..=3 {
        let received_bytes = part * limits::TRANSFER_WINDOW_BYTES;
        g.say(late, TransferAck { peer: noa_id, id: 1, received_bytes });
        let expected = total.min(received_bytes + limits::TRANSFER_WINDOW_BYTES);
        assert_eq!(take(of_session(&mut g, late)), expected);
    }
    assert_eq!(of_session(&mut g, noa), [], "the donor hears nothing of it");
    g.load(late, ROUND);
    g.pass_ms(120_000);
    assert!(asked(&mut g, vahn).is_empty());
}

#[test]
fn fault_40_a_donor_who_leaves_after_its_part_takes_nothing_away() {
    let (mut g, [noa, vahn], _) = race();
    let (late, _) = late_comer(&mut g, noa);
    g.lose(noa);
    g.pass_ms(DELAY_MS);
    let heard = of_session(&mut g, late);
    assert!(heard.iter().any(|it| it.tag() == 0x41) && !heard.iter().any(|it| it.tag() == 0x43));
    assert!(asked(&mut g, vahn).is_empty());
}

#[test]
fn fault_40_a_donor_who_leaves_in_the_middle_is_replaced_before_the_watcher_hears_of_it() {
    let (mut g, [noa, vahn], _) = race();
    let late = g.watch("Songi", noa);
    let late_id = g.id(late);
    g.say(noa, begin(late_id, 9_000));
    g.say(noa, chunk(late_id, 0, 8_000));
    g.lose(noa);
    assert_eq!(asked(&mut g, vahn), [late_id]);
    g.say(vahn, begin(late_id, 4));
    g.say(vahn, chunk(late_id, 0, 4));
    g.pass_ms(DELAY_MS);
    let states = g.heard_of(late, |message| match message {
        Message::TransferBegin(begin) => Some((begin.peer, begin.total_bytes)),
        Message::TransferAbort(_) => Some((PlayerId(0), 0)),
        _ => None,
    });
    assert_eq!(states, [(g.id(vahn), 4)]);
}

#[test]
fn fault_39_a_state_that_turns_out_to_be_none_is_asked_for_again() {
    let (mut g, [noa, vahn], _) = race();
    let (late, _) = late_comer(&mut g, noa);
    g.pass_ms(DELAY_MS);
    g.forget_all();
    g.say(late, TransferAbort { peer: g.id(noa), id: 1 });
    assert_eq!(asked(&mut g, vahn), [g.id(late)]);
}

#[test]
fn fault_39_more_than_was_announced_is_not_kept() {
    let (mut g, [noa, _], _) = race();
    let late = g.watch("Songi", noa);
    let late_id = g.id(late);
    g.say(noa, begin(late_id, 10));
    g.forget_all();
    let before = g.core.counters().undeliverable;
    g.say(noa, chunk(late_id, 0, 11));
    g.say(noa, chunk(late_id, 0, 0));
    assert_eq!(g.core.counters().undeliverable, before + 2);
    assert_eq!(of_session(&mut g, noa), [], "and not acknowledged");
}

#[test]
fn who_sees_the_past_gives_nobody_the_present() {
    let (mut g, [noa, vahn], gala) = race();
    g.pass_ms(DELAY_MS);
    g.load(gala, ROUND);
    g.forget_all();
    g.lose(vahn);
    let back = g.resume(vahn);
    assert_eq!(asked(&mut g, noa), [g.id(back)]);
    g.say(noa, TransferAbort { peer: g.id(back), id: 0 });
    assert!(asked(&mut g, gala).is_empty());
}

// --- from there to a seat --------------------------------------------------------------------

#[test]
fn a_watcher_who_takes_a_seat_gets_what_was_held_once_and_is_live_then() {
    let (mut g, [noa, vahn], gala) = race();
    g.pass_ms(DELAY_MS);
    g.load(gala, ROUND);
    for frame in 2..300 {
        g.say(noa, pads(0, frame, frame + 1));
        g.say(vahn, pads(1, frame, frame + 1));
        g.pass_ms(20);
    }
    g.forget_all();
    g.say(gala, TakeSeat { seat: None });
    assert_eq!(g.seat(gala), Some(Seat(2)));
    g.load(gala, ROUND); // before all of it has come
    let hands = |message: &Message| matches!(message, Message::SeatController(_)).then_some(());
    assert_eq!(g.last(noa, hands), None);
    g.pass_ms(2_000);
    assert_eq!(g.last(noa, hands), Some(()));
    let expected: Vec<_> = (2..300).flat_map(|frame| [(0, frame), (1, frame)]).collect();
    assert_eq!(words(&mut g, gala), expected);
    g.say(noa, pads(0, 300, 301));
    assert_eq!(words(&mut g, gala), [(0, 300)]);
}

#[test]
fn a_late_comer_who_takes_a_seat_gets_the_state_at_once() {
    let (mut g, [noa, _], _) = race();
    let (late, _) = late_comer(&mut g, noa);
    g.say(late, TakeSeat { seat: None });
    g.pass_ms(100);
    let tags: Vec<_> = of_session(&mut g, late).iter().map(Message::tag).collect();
    assert_eq!(tags[0], 0x20);
    assert!(tags.contains(&0x40) && tags.contains(&0x41));
}

#[test]
fn nobody_sits_down_for_a_look_at_the_present() {
    for is_there in [true, false] {
        let (mut g, [noa, vahn], gala) = race();
        g.pass_ms(DELAY_MS);
        g.load(gala, ROUND);
        g.say(gala, TakeSeat { seat: None });
        if !is_there {
            g.lose(gala);
        }
        g.pass_ms(limits::TAKEN_SEAT_MS - 1);
        let seat = |g: &Gathering| g.row(noa, g.id(gala)).unwrap().seat;
        assert!(seat(&g).is_some());
        g.pass_ms(1);
        assert_eq!(seat(&g), None, "and never drove");
        let gala = if is_there { gala } else { g.resume(gala) };
        g.say(gala, TakeSeat { seat: None });
        assert_eq!(g.refusals(gala), [Refusal::NotHost], "one look is all");
        g.say(noa, pads(0, 2, 3));
        g.say(vahn, pads(1, 2, 3));
        g.pass_ms(DELAY_MS - 1);
        assert_eq!(words(&mut g, gala), [], "the present is over");
        g.say(noa, EndSession { player: PlayerId(0), round: ROUND });
        assert!(seat(&g).is_some(), "there is a seat in the next one");
    }
}

#[test]
fn who_drives_in_time_keeps_the_seat_and_who_stands_up_watches_later_again() {
    let (mut g, [noa, _], gala) = race();
    g.pass_ms(DELAY_MS);
    g.load(gala, ROUND);
    g.say(gala, TakeSeat { seat: None });
    g.pass_ms(1_000);
    g.load(gala, ROUND);
    g.pass_ms(2 * limits::TAKEN_SEAT_MS);
    assert!(g.seat(gala).is_some());
    g.say(gala, AssignSeat { player: g.id(gala), seat: None });
    g.pass_ms(limits::LAST_WORDS_MS);
    g.forget_all();
    g.say(gala, TakeSeat { seat: None });
    assert_eq!(g.refusals(gala), [Refusal::NotHost]);
    g.say(noa, EndSession { player: PlayerId(0), round: ROUND });
    assert_eq!(of_session(&mut g, gala), [], "not even the end of it");
}

#[test]
fn whom_the_host_moves_to_the_spectators_falls_back_to_their_time() {
    let (mut g, [noa, vahn], _) = race();
    g.say(noa, pads(0, 2, 4));
    g.say(noa, netplay::wire::AssignSeat { player: g.id(vahn), seat: None });
    g.pass_ms(limits::LAST_WORDS_MS);
    g.forget_all();
    g.say(noa, pads(0, 4, 5));
    g.pass_ms(DELAY_MS - 1);
    assert_eq!(words(&mut g, vahn), []);
    g.pass_ms(1);
    assert_eq!(words(&mut g, vahn), [(0, 4)]);
}

// --- bounds ----------------------------------------------------------------------------------

#[test]
fn fault_50_more_than_may_be_held_cuts_the_watchers_and_nobody_else() {
    let config = RelayConfig {
        messages_per_second: 1_000_000,
        messages_burst: 1_000_000,
        ..RelayConfig::default()
    };
    let (mut g, [noa, vahn], gala) = race_at(Gathering::new(config));
    let packet_bytes = 32 * 2 + 64; // with what it costs to keep it
    let enough = (limits::WATCH_HELD_BYTES / packet_bytes) as u32;
    let mut frame = 34;
    for seat in 0..2 {
        g.say([noa, vahn][seat as usize], pads(seat, 2, 34));
    }
    while g.closed(gala).is_none() {
        frame += 1;
        g.say(noa, pads(0, frame - 32, frame));
        g.say(vahn, pads(1, frame - 32, frame));
        g.forget_all();
        assert!(2 * frame < enough + 1_000, "the bound does not hold");
    }
    assert!(2 * frame > enough / 2, "cut too early: {frame}");
    assert_eq!(g.closed(gala), Some(CloseReason::TooSlow));
    assert_eq!([noa, vahn].map(|conn| g.closed(conn)), [None; 2]);
    let back = g.resume(gala);
    assert!(g.is_welcome(back), "it may begin anew");
}

#[test]
fn fault_50_who_comes_back_again_and_again_takes_nothing_from_the_others_who_watch() {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 3);
    let gala = g.watch("Gala", noa);
    let config = Blob::new(vec![7; limits::PAYLOAD_BYTES / 2]).unwrap();
    g.say(noa, Start { config, ..order(600) });
    g.load(noa, ROUND);
    g.say(noa, pads(0, 2, 4));
    let mut restless = g.watch("Songi", noa);
    let start_bytes = limits::PAYLOAD_BYTES / 2;
    for _ in 0..2 * limits::WATCH_HELD_BYTES / start_bytes {
        g.say(noa, pads(0, 3, 4));
        let back = g.resume(restless);
        assert!(g.is_welcome(back));
        g.forget_guest(std::mem::replace(&mut restless, back));
        g.forget_all();
    }
    assert_eq!([gala, restless].map(|conn| g.closed(conn)), [None; 2]);
    g.pass_ms(DELAY_MS);
    assert_eq!(words(&mut g, gala)[0], (0, 2), "and all of it is told in its turn");
}
