//! Seats that change hands: lost, hidden, silent and returned players.

use super::*;

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
    // 200 ms are 12 frames, half as many for a loss on the way, one more for the frame a word
    // waits in.
    assert_eq!(changes(&mut g, gala).pop(), Some(hands(1, human(g.id(vahn)), 2 + 18 + 1)));
}

#[test]
fn the_lead_of_a_return_is_the_slowest_drivers() {
    let (mut g, [noa, vahn, gala], start) = race();
    g.lose(vahn);
    let back = g.resume(vahn);
    g.set_trip_ms(noa, 200);
    g.pass_ms(60_000);
    g.load(back, start.round);
    // Noa hears of it 100 ms later, and may have gone on for as long as that, and longer.
    assert_eq!(changes(&mut g, gala).pop(), Some(hands(1, human(g.id(vahn)), 2 + 18 + 1)));
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
