//! A lockstep session at the relay: the start order, everybody's words, seats that change hands.
#![cfg(not(target_arch = "wasm32"))]

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

// --- words -----------------------------------------------------------------------------------

#[test]
fn words_go_to_all_others_as_the_very_packet_that_came() {
    let (mut g, [noa, vahn, gala], _) = race();
    let watcher = g.watch("Songi", noa);
    g.forget_all();
    let packet = Message::from(pads(1, 2, 5)).encode();
    g.send(vahn, &packet);
    for conn in [noa, gala, watcher] {
        assert_eq!(g.heard_packets(conn), std::slice::from_ref(&packet));
    }
    assert!(g.heard_packets(vahn).is_empty());
}

#[test]
fn fault_31_words_for_another_seat_are_counted_and_go_nowhere() {
    let (mut g, [noa, vahn, gala], _) = race();
    g.say(vahn, pads(2, 2, 5));
    g.say(vahn, pads(3, 2, 5));
    g.say(vahn, pads(700, 2, 5));
    assert!(inputs(&mut g, noa).is_empty() && inputs(&mut g, gala).is_empty());
    assert_eq!(g.core.counters().foreign_seat, 3);
    assert_eq!(g.closed(vahn), None);
}

#[test]
fn fault_32_words_of_the_past_and_of_the_far_future_are_ignored() {
    let (mut g, [noa, vahn, _], _) = race();
    g.say(vahn, pads(1, 2, 5));
    g.say(vahn, pads(1, 0, 2));
    g.say(vahn, pads(1, 6, 7));
    g.say(vahn, pads(1, 600, 610));
    g.say(vahn, pads(1, u32::MAX - 10, u32::MAX));
    assert_eq!(inputs(&mut g, noa), [pads(1, 2, 5)]);
    assert_eq!(g.core.counters().bad_frames, 4);
    // Everybody else is at frame 2: nobody runs further ahead than the window.
    for first in (5..300).step_by(5) {
        g.say(vahn, pads(1, first, first + 5));
    }
    let last = inputs(&mut g, noa).pop().unwrap();
    assert!(last.end().0 <= 2 + limits::INPUT_WINDOW_FRAMES);
    assert_eq!(g.closed(vahn), None);
}

#[test]
fn repeated_words_reach_whoever_missed_them() {
    let (mut g, [noa, vahn, _], _) = race();
    g.say(vahn, pads(1, 2, 5));
    g.say(vahn, pads(1, 2, 5));
    assert_eq!(inputs(&mut g, noa), [pads(1, 2, 5), pads(1, 2, 5)]);
}

#[test]
fn what_is_said_before_loaded_belongs_to_an_earlier_session() {
    let (mut g, [noa, vahn, gala], _) = race();
    g.say(noa, EndSession { player: g.id(noa), round: Round(1) });
    for conn in [vahn, gala] {
        g.say(conn, SetReady { ready: true });
    }
    g.say(noa, start_order(SessionModel::Lockstep));
    g.load(noa, Round(2));
    g.load(vahn, Round(1));
    g.forget_all();
    g.say(vahn, pads(1, 2, 5));
    g.say(vahn, Pause { player: g.id(vahn) });
    assert!(!g.heard(noa).iter().any(|m| matches!(m, Message::Input(_) | Message::Pause(_))));
    g.load(vahn, Round(2));
    g.say(vahn, pads(1, 2, 5));
    assert_eq!(inputs(&mut g, noa).len(), 1);
}

#[test]
fn checkpoints_and_pauses_carry_their_real_sender() {
    let (mut g, [noa, vahn, gala], _) = race();
    let digest = |player| Checkpoint { player, frame: Frame(30), hash: StateHash(7) };
    g.say(vahn, digest(g.id(gala)));
    g.say(vahn, Pause { player: g.id(gala) });
    g.say(gala, Resume { player: g.id(noa) });
    let (vahn_id, gala_id) = (g.id(vahn), g.id(gala));
    let heard = g.heard(noa);
    let expected = [
        Message::Checkpoint(digest(vahn_id)),
        Message::Pause(Pause { player: vahn_id }),
        Message::Resume(Resume { player: gala_id }),
    ];
    assert_eq!(heard, expected);
}

#[test]
fn spectators_neither_pause_nor_vouch_for_a_state() {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 1);
    let watcher = g.watch("Songi", noa);
    g.play(noa, SessionModel::Lockstep);
    g.forget_all();
    g.say(watcher, Pause { player: g.id(watcher) });
    g.say(watcher, Checkpoint { player: g.id(watcher), frame: Frame(30), hash: StateHash(7) });
    g.say(watcher, pads(0, 2, 3));
    assert!(g.heard(noa).is_empty());
}

#[test]
fn a_pause_ends_when_whoever_paused_is_gone() {
    let (mut g, [noa, vahn, _], _) = race();
    g.say(vahn, Pause { player: g.id(vahn) });
    g.lose(vahn);
    let resume = Message::Resume(Resume { player: g.id(vahn) });
    assert!(g.heard(noa).contains(&resume));
}

// --- seats that change hands -----------------------------------------------------------------

#[test]
fn a_lost_players_seat_goes_to_the_ai_where_the_words_end() {
    let (mut g, [noa, vahn, gala], _) = race();
    g.say(vahn, pads(1, 2, 9));
    g.forget_all();
    g.lose(vahn);
    for conn in [noa, gala] {
        let heard = g.heard(conn);
        assert_eq!(heard[0], Message::Input(pads(1, 2, 9)), "the last words again, first");
        assert_eq!(heard[1], Message::SeatController(hands(1, AI, 9)));
    }
}

#[test]
fn leaving_and_being_kicked_give_the_seat_away_at_once() {
    let (mut g, [noa, vahn, gala], _) = race();
    g.say(vahn, Leave {});
    assert_eq!(changes(&mut g, noa), [hands(1, AI, 2)]);
    g.say(noa, Moderate { player: g.id(gala), act: Moderation::Kick });
    assert_eq!(g.closed(gala), Some(CloseReason::Kicked));
    assert_eq!(changes(&mut g, noa), [hands(2, AI, 2)]);
}

#[test]
fn a_returned_player_takes_the_seat_back_once_loaded_and_beyond_all_words() {
    let (mut g, [noa, vahn, gala], start) = race();
    g.say(noa, pads(0, 2, 20));
    g.say(gala, pads(2, 2, 22));
    g.lose(vahn);
    g.pass_ms(1_000);
    let back = g.resume(vahn);
    g.forget_all();
    g.pass_ms(1_000);
    assert!(changes(&mut g, noa).is_empty(), "not before it has loaded");
    g.load(back, start.round);
    // Everything forwarded ends at 22; the lead covers the delay of 2, and two more.
    let change = hands(1, human(g.id(vahn)), 26);
    for conn in [noa, gala, back] {
        assert_eq!(changes(&mut g, conn), std::slice::from_ref(&change));
    }
    g.say(back, pads(1, 22, 26));
    g.say(back, pads(1, 26, 27));
    assert_eq!(inputs(&mut g, noa), [pads(1, 26, 27)], "words begin at the named frame");
}

#[test]
fn the_lead_of_a_return_grows_with_the_round_trip() {
    let (mut g, [_, vahn, gala], start) = race();
    g.lose(vahn);
    let back = g.resume(vahn);
    g.set_trip_ms(back, 200);
    g.pass_ms(60_000);
    g.load(back, start.round);
    // 200 ms are 12 frames, one more for the frame a word waits in.
    assert_eq!(changes(&mut g, gala).pop(), Some(hands(1, human(g.id(vahn)), 2 + 12 + 1)));
}

#[test]
fn a_tab_hidden_for_two_seconds_gives_its_seat_away_and_takes_it_back() {
    let (mut g, [noa, vahn, gala], _) = race();
    for (seat, conn) in [(0, noa), (1, vahn), (2, gala)] {
        g.say(conn, pads(seat, 2, 12));
    }
    g.say(vahn, presence(Presence::Hidden));
    g.forget_all();
    g.pass_ms(limits::HIDDEN_SEAT_MS - 1);
    assert!(changes(&mut g, noa).is_empty());
    g.pass_ms(1);
    assert_eq!(changes(&mut g, noa), [hands(1, AI, 12)]);
    g.pass_ms(30_000);
    g.say(vahn, presence(Presence::Active));
    assert_eq!(changes(&mut g, noa), [hands(1, human(g.id(vahn)), 16)]);
}

#[test]
fn a_tab_hidden_for_a_moment_keeps_its_seat() {
    let (mut g, [noa, vahn, _], _) = race();
    g.say(vahn, presence(Presence::Hidden));
    g.pass_ms(limits::HIDDEN_SEAT_MS - 1);
    g.say(vahn, presence(Presence::Active));
    g.pass_ms(10_000);
    assert!(changes(&mut g, noa).is_empty());
}

#[test]
fn a_hidden_player_who_still_plays_owes_the_words_they_may_have_played_by() {
    let (mut g, [noa, vahn, gala], _) = race();
    g.say(vahn, presence(Presence::Hidden));
    g.pass_ms(limits::HIDDEN_SEAT_MS - 1);
    // The others are ahead: Vahn may have simulated up to frame 14 by words still on the way.
    g.say(vahn, pads(1, 2, 12));
    g.say(noa, pads(0, 2, 13));
    g.say(gala, pads(2, 2, 14));
    g.forget_all();
    g.pass_ms(1);
    assert_eq!(changes(&mut g, noa), [hands(1, AI, 14)]);
    g.say(vahn, pads(1, 12, 14));
    g.say(vahn, pads(1, 14, 15));
    assert_eq!(inputs(&mut g, noa), [pads(1, 12, 14)], "the owed words, and none after");
    g.pass_ms(limits::LAST_WORDS_MS);
    assert!(changes(&mut g, noa).is_empty());
}

#[test]
fn a_hidden_player_whose_last_words_do_not_come_is_cut_off_where_they_end() {
    let (mut g, [noa, vahn, gala], _) = race();
    g.say(vahn, presence(Presence::Hidden));
    g.pass_ms(limits::HIDDEN_SEAT_MS - 1);
    g.say(vahn, pads(1, 2, 12));
    g.say(noa, pads(0, 2, 14));
    g.say(gala, pads(2, 2, 14));
    g.pass_ms(1);
    g.forget_all();
    g.pass_ms(limits::LAST_WORDS_MS - 1);
    assert!(changes(&mut g, noa).is_empty());
    g.say(vahn, presence(Presence::Active));
    assert!(changes(&mut g, noa).is_empty(), "nor does it come back before its words have come");
    g.say(vahn, presence(Presence::Hidden));
    g.pass_ms(1);
    assert_eq!(changes(&mut g, noa), [hands(1, AI, 12)]);
}

#[test]
fn fault_35_a_silent_player_is_named_then_replaced_and_back_when_heard() {
    let (mut g, [noa, vahn, gala], _) = race();
    g.mute(vahn);
    g.say(vahn, pads(1, 2, 4));
    g.say(noa, pads(0, 2, 8));
    g.say(gala, pads(2, 2, 8));
    g.forget_all();
    g.pass_ms(limits::STALL_NOTICE_MS - 1);
    assert!(stalls(&mut g, noa).is_empty());
    g.pass_ms(1);
    let stall = |waited_ms| Stall { seat: Seat(1), cause: StallCause::Silent, waited_ms };
    assert_eq!(stalls(&mut g, noa), [stall(250)]);
    g.pass_ms(1_000);
    assert_eq!(stalls(&mut g, noa), [stall(750), stall(1_250)]);
    g.pass_ms(limits::SILENT_SEAT_MS - 1_250);
    assert_eq!(changes(&mut g, noa), [hands(1, AI, 4)]);
    g.pass_ms(3_000);
    assert!(stalls(&mut g, noa).is_empty(), "nobody waits any more");
    g.say(vahn, pads(1, 4, 6));
    assert_eq!(changes(&mut g, noa), [hands(1, human(g.id(vahn)), 12)]);
}

#[test]
fn the_stall_names_the_cause() {
    let (mut g, [noa, vahn, gala], _) = race();
    g.say(noa, pads(0, 2, 8));
    g.say(gala, pads(2, 2, 8));
    g.say(vahn, presence(Presence::Hidden));
    g.forget_all();
    g.pass_ms(300);
    assert_eq!(stalls(&mut g, gala)[0].cause, StallCause::Hidden);
    g.say(vahn, presence(Presence::Active));
    g.pass_ms(400);
    g.say(vahn, PresenceNotice { player: g.id(vahn), presence: Presence::Typing });
    g.pass_ms(100);
    assert_eq!(stalls(&mut g, gala)[0].cause, StallCause::Slow);
}

#[test]
fn whoever_has_not_loaded_is_named_as_loading() {
    let mut g = Gathering::default();
    let noa = g.create("Noa", 2);
    let vahn = g.join("Vahn", noa);
    g.say(vahn, SetReady { ready: true });
    g.say(noa, start_order(SessionModel::Lockstep));
    g.load(noa, Round(1));
    g.say(noa, pads(0, 2, 4));
    g.forget_all();
    g.pass_ms(300);
    let stall = Stall { seat: Seat(1), cause: StallCause::Loading, waited_ms: 250 };
    assert_eq!(stalls(&mut g, vahn), [stall]);
}

#[test]
fn nobody_is_accused_in_a_pause_or_for_waiting_for_somebody_else() {
    let (mut g, [noa, vahn, gala], _) = race();
    // Vahn is a frame behind Noa but only waits, like Noa, for Gala.
    g.say(noa, pads(0, 2, 5));
    g.say(vahn, pads(1, 2, 4));
    g.forget_all();
    g.pass_ms(300);
    let seats: Vec<Seat> = stalls(&mut g, noa).iter().map(|stall| stall.seat).collect();
    assert_eq!(seats, [Seat(2)]);
    g.say(noa, Pause { player: g.id(noa) });
    g.forget_all();
    g.pass_ms(4_000);
    assert!(stalls(&mut g, gala).is_empty());
}

#[test]
fn the_last_human_seat_waits_for_its_player() {
    let (mut g, [noa, vahn, gala], start) = race();
    let watcher = g.watch("Songi", noa);
    g.load(watcher, start.round);
    g.lose(vahn);
    g.lose(gala);
    g.forget_all();
    g.lose(noa);
    g.pass_ms(5_000);
    assert!(changes(&mut g, watcher).is_empty(), "nobody else paces the session");
    let back = g.resume(vahn);
    g.load(back, start.round);
    let expected = [hands(1, human(g.id(vahn)), 6), hands(0, AI, 2)];
    assert_eq!(changes(&mut g, watcher), expected);
}

#[test]
fn a_seat_left_for_good_is_not_waited_for_while_another_player_may_return() {
    let (mut g, [noa, vahn, gala], _) = race();
    let watcher = g.watch("Songi", noa);
    g.say(noa, Leave {});
    for conn in [vahn, gala] {
        g.say(conn, presence(Presence::Hidden));
    }
    g.forget_all();
    g.pass_ms(limits::HIDDEN_SEAT_MS);
    assert!(changes(&mut g, watcher).is_empty(), "both at once: neither paces the other");
    g.say(vahn, Leave {});
    assert_eq!(changes(&mut g, watcher), [hands(1, AI, 2)]);
    assert!(g.lobby(watcher).session.is_some(), "Gala may come back");
}

#[test]
fn a_session_ends_when_its_last_player_is_gone_for_good() {
    let (mut g, [noa, vahn, gala], start) = race();
    let watcher = g.watch("Songi", noa);
    g.load(watcher, start.round);
    for conn in [vahn, gala, noa] {
        g.lose(conn);
    }
    g.forget_all();
    g.pass_ms(limits::RESUME_GRACE_MS);
    let end = EndSession { player: g.id(watcher), round: start.round };
    assert_eq!(ends(&mut g, watcher), [end]);
    assert_eq!(g.lobby(watcher).host, g.id(watcher));
}

#[test]
fn a_driver_moved_to_the_spectators_watches_the_ai_drive_on() {
    let (mut g, [noa, vahn, gala], _) = race();
    g.say(noa, AssignSeat { player: g.id(vahn), seat: None });
    assert_eq!(changes(&mut g, gala), [hands(1, AI, 2)]);
    g.pass_ms(10_000);
    g.say(vahn, presence(Presence::Typing));
    assert!(changes(&mut g, gala).is_empty());
    assert_eq!(g.closed(vahn), None);
}

#[test]
fn fault_41_the_host_of_a_lockstep_session_leaves_and_the_race_goes_on() {
    let (mut g, [noa, vahn, gala], start) = race();
    g.say(noa, Leave {});
    assert_eq!(g.lobby(gala).host, g.id(vahn));
    assert_eq!(g.lobby(gala).session, Some(start.round));
    g.say(vahn, pads(1, 2, 5));
    assert_eq!(inputs(&mut g, gala), [pads(1, 2, 5)]);
}

#[test]
fn nobody_in_the_relay_grows_with_the_changes_of_a_seat() {
    let (mut g, [noa, vahn, gala], _) = race();
    for _ in 0..500 {
        g.say(vahn, presence(Presence::Hidden));
        g.pass_ms(limits::HIDDEN_SEAT_MS + limits::LAST_WORDS_MS);
        g.say(vahn, presence(Presence::Active));
        g.forget_all();
    }
    let late = g.watch("Songi", noa);
    assert!(changes(&mut g, late).len() <= limits::SEAT_CHANGES_KEPT);
    assert_eq!(g.closed(gala), None);
}
