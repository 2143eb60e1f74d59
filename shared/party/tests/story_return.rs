//! Reloads, lost links, hidden tabs and silent friends: everybody keeps their seat, and every
//! peer keeps the same state.

mod table;

use netplay::link::LinkProfile;
use netplay::wire::{Presence, StallCause};
use party::{Ask, Netcode, Phase};
use table::{Line, Table, in_every_netcode};

in_every_netcode! {
    a_reload_in_the_middle_of_a_race_keeps_the_seat_and_the_state
    a_reload_on_a_slow_line_catches_up_too
    the_host_may_reload_too_and_stays_the_host
    a_killed_socket_comes_back_by_itself_into_the_same_state
    a_hidden_tab_gives_its_seat_to_the_ai_and_takes_it_back
    a_hidden_tab_on_a_long_line_comes_back_to_the_same_state
    a_dead_line_blames_the_relay_and_nobody_else_and_is_opened_anew
    a_race_of_one_survives_a_killed_socket
    a_race_of_one_does_not_survive_a_reload_and_says_so
    everybody_s_network_may_fail_at_once
    who_comes_back_to_a_lone_player_gets_the_state_from_them
}

/// Runs on for some seconds and holds that these two are in the same race at the same place.
fn assert_in_the_same_race(table: &mut Table, one: usize, other: usize) {
    table.people[other].hashes.clear();
    table.run_ms(4_000);
    let shared = table.assert_equal_states(one, other);
    assert!(shared >= 4, "{shared} checkpoints in common:\n{}", table.summary());
    let frames = [table.people[one].frame(), table.people[other].frame()];
    assert!(frames[0].abs_diff(frames[1]) < 20, "{frames:?}");
}

fn a_reload_in_the_middle_of_a_race_keeps_the_seat_and_the_state(netcode: Netcode) {
    let mut table = Table::new().playing(netcode);
    table.gather(&["Noa"]);
    table.race();
    table.run_ms(5_000);
    let seat = table.view(1).my_seat;
    let left = table.now;
    table.reload(1);
    table.until("Noa's return", |table| {
        table.view(1).phase == Phase::Playing && !table.view(1).seat_with_ai
    });
    let away_ms = table.now.since(left).as_millis();
    assert!(away_ms < 1_000, "{away_ms} ms");
    assert_eq!((table.view(1).my_seat, table.view(1).rows.len()), (seat, 2));
    assert_eq!(table.view(1).rows[1].name, "Noa");
    assert_in_the_same_race(&mut table, 0, 1);
    assert!(table.people[0].was_told("Noa plays again."));
}

fn a_reload_on_a_slow_line_catches_up_too(netcode: Netcode) {
    let mut table =
        Table::over(LinkProfile { latency_ms: 120, jitter_ms: 40, ..LinkProfile::PERFECT })
            .playing(netcode);
    table.gather(&["Noa", "Ben"]);
    table.race();
    table.run_ms(3_000);
    for round in 0..3 {
        table.reload(1);
        table.until("Noa's return", |table| {
            table.view(1).phase == Phase::Playing && !table.view(1).seat_with_ai
        });
        assert_in_the_same_race(&mut table, 0, 1);
        assert_in_the_same_race(&mut table, 2, 1);
        assert!(table.people[0].frame() > 300, "round {round}");
    }
}

fn the_host_may_reload_too_and_stays_the_host(netcode: Netcode) {
    let mut table = Table::new().playing(netcode);
    table.gather(&["Noa"]);
    table.race();
    table.run_ms(2_000);
    table.reload(0);
    table.until("Ann's return", |table| {
        table.view(0).phase == Phase::Playing && !table.view(0).seat_with_ai
    });
    assert!(table.view(0).am_host);
    assert_in_the_same_race(&mut table, 1, 0);
}

fn a_killed_socket_comes_back_by_itself_into_the_same_state(netcode: Netcode) {
    let mut table = Table::new().playing(netcode);
    table.gather(&["Noa"]);
    table.race();
    table.run_ms(2_000);
    table.cut(1);
    table.until("the loss", |table| {
        matches!(table.view(1).phase, Phase::Reconnecting { attempt: 1, .. })
    });
    assert!(table.view(1).cast.len() == 4, "what is known stays on screen");
    table.until("the return", |table| {
        table.view(1).phase == Phase::Playing && !table.view(1).seat_with_ai
    });
    assert!(table.people[1].was_told("Back online."));
    assert_in_the_same_race(&mut table, 0, 1);
}

#[test]
fn without_a_network_it_waits_longer_each_time_and_a_look_at_the_page_hurries_it() {
    let mut table = Table::new();
    table.gather(&["Noa"]);
    table.people[1].has_network = false;
    table.people[1].dials.clear();
    let lost = table.now;
    table.cut(1);
    table.run_ms(40_000);
    let seconds = |at: &netplay::time::Instant| at.since(lost).as_secs();
    let dials: Vec<u64> = table.people[1].dials.iter().map(seconds).collect();
    let bounds = [(1, 1), (3, 3), (7, 8), (15, 19), (31, 39)];
    assert_eq!(dials.len(), bounds.len(), "{dials:?}");
    for (dial, (first, last)) in dials.iter().zip(bounds) {
        assert!((first..=last).contains(dial), "{dials:?}");
    }
    table.people[1].has_network = true;
    let now = table.now;
    table.people[1].room.hurry(now);
    table.until("the return", |table| table.view(1).phase == Phase::Lobby);
    assert!(table.now.since(now).as_millis() < 200);
    assert_eq!(table.view(1).rows.len(), 2);
}

fn a_hidden_tab_gives_its_seat_to_the_ai_and_takes_it_back(netcode: Netcode) {
    let mut table = Table::new().playing(netcode);
    table.gather(&["Noa"]);
    table.race();
    table.ask(1, Ask::Presence(Presence::Hidden));
    table.people[1].draws_every = 50; // a worker's heartbeat, five times a second
    table.until("the AI", |table| table.view(0).cast[1].ai);
    assert!(table.people[0].was_told("The AI plays for Noa."));
    let (frame, since) = (table.people[0].frame(), table.now);
    table.run_ms(20_000);
    let played = table.people[0].frame() - frame;
    let due = table.now.since(since).as_millis() as u32 * 60 / 1_000;
    assert!(played * 100 > due * 95, "a hidden tab held the others up: {played} of {due}");
    table.people[1].draws_every = 4;
    table.ask(1, Ask::Presence(Presence::Active));
    table.until("the seat back", |table| !table.view(0).cast[1].ai && !table.view(1).seat_with_ai);
    assert_in_the_same_race(&mut table, 0, 1);
}

fn a_hidden_tab_on_a_long_line_comes_back_to_the_same_state(netcode: Netcode) {
    let mut table = Table::new().playing(netcode);
    table.gather(&["Noa"]);
    table.race();
    table.set_wire(1, LinkProfile { latency_ms: 180, ..LinkProfile::PERFECT });
    table.run_ms(2_000);
    table.ask(1, Ask::Presence(Presence::Hidden));
    table.until("the AI", |table| table.view(0).cast[1].ai);
    table.run_ms(3_000);
    table.ask(1, Ask::Presence(Presence::Active));
    table.until("the seat back", |table| {
        !table.view(0).cast[1].ai
            && table.view(1).phase == Phase::Playing
            && !table.view(1).seat_with_ai
    });
    assert_in_the_same_race(&mut table, 0, 1);
}

#[test]
fn a_silent_friend_is_named_within_a_quarter_of_a_second_and_the_ai_takes_over() {
    a_silent_friend_is_named(Netcode::Lockstep, 8);
    a_silent_friend_is_named(Netcode::Rollback, 3 + 8);
}

/// Up to `frames` are played without her.
fn a_silent_friend_is_named(netcode: Netcode, frames: u128) {
    let mut table = Table::new().playing(netcode);
    table.gather(&["Noa"]);
    table.race();
    table.run_ms(1_000);
    table.people[1].draws_every = u64::MAX; // her page has frozen
    let frozen = table.now;
    table.until("the overlay", |table| table.view(0).stall.is_some());
    let after_ms = table.now.since(frozen).as_millis();
    // Her words for the input delay were already on the way.
    assert!(after_ms < 250 + frames * 17 + 50, "{after_ms} ms");
    assert_eq!(table.view(0).stall.as_ref().unwrap().names, ["Noa"]);
    table.run_ms(1_200);
    let stall = table.view(0).stall.clone().unwrap();
    assert!(stall.sentence().starts_with("Waiting for Noa (1."), "{}", stall.sentence());
    table.until("the cause", |table| {
        table.view(0).stall.as_ref().is_some_and(|stall| stall.cause == Some(StallCause::Silent))
    });
    table.until("the AI", |table| table.view(0).cast[1].ai);
    assert!((4_900..6_000).contains(&table.now.since(frozen).as_millis()));
    table.run_ms(500);
    assert_eq!(table.view(0).stall, None);
}

#[test]
fn a_silent_friend_holds_up_nobody_where_the_relay_keeps_the_beat() {
    let mut table = Table::new().playing(Netcode::Sealed);
    table.gather(&["Noa"]);
    table.race();
    table.run_ms(1_000);
    table.people[1].draws_every = u64::MAX; // her page has frozen
    let (frozen, frame) = (table.now, table.people[0].frame());
    table.until("the AI", |table| table.view(0).cast[1].ai);
    assert!(table.people[0].was_told("The AI plays for Noa."));
    let played = u128::from(table.people[0].frame() - frame);
    let due = table.now.since(frozen).as_millis() * 60 / 1_000;
    assert!(played * 100 > due * 95, "{played} of {due}");
    table.people[1].draws_every = 4;
    table.until("Noa's return", |table| !table.view(0).cast[1].ai && !table.view(1).seat_with_ai);
    table.people[1].hashes.clear();
    table.run_ms(4_000); // her lead is a long one until her round trip is measured anew
    assert!(table.assert_equal_states(0, 1) >= 4, "{}", table.summary());
}

fn a_dead_line_blames_the_relay_and_nobody_else_and_is_opened_anew(netcode: Netcode) {
    let mut table = Table::new().playing(netcode);
    table.gather(&["Noa"]);
    table.race();
    table.run_ms(1_000);
    table.people[1].line = Line::Dead;
    table.people[1].dials.clear();
    let dead = table.now;
    table.until("the relay's name", |table| {
        table.view(1).stall.as_ref().is_some_and(|stall| stall.names.is_empty())
    });
    assert!(table.now.since(dead).as_millis() < 3_000);
    table.until("a new link", |table| !table.people[1].dials.is_empty());
    assert!(table.now.since(dead).as_secs() < 10);
    table.mend(1);
    table.until("the return", |table| {
        table.view(1).phase == Phase::Playing && !table.view(1).seat_with_ai
    });
    assert_in_the_same_race(&mut table, 0, 1);
}

fn a_race_of_one_survives_a_killed_socket(netcode: Netcode) {
    let mut table = Table::new().playing(netcode);
    table.gather(&[]);
    table.race();
    table.run_ms(2_000);
    let frame = table.people[0].frame();
    table.cut(0);
    table.until("the loss", |table| matches!(table.view(0).phase, Phase::Reconnecting { .. }));
    table.until("the return", |table| table.view(0).phase == Phase::Playing);
    table.run_ms(1_000);
    assert!(table.people[0].frame() > frame + 50);
    table.until("results", |table| table.view(0).phase == Phase::Results);
}

fn a_race_of_one_does_not_survive_a_reload_and_says_so(netcode: Netcode) {
    let mut table = Table::new().playing(netcode);
    table.gather(&[]);
    table.race();
    table.run_ms(2_000);
    table.reload(0);
    table.until("the lobby", |table| table.view(0).phase == Phase::Lobby);
    assert!(table.people[0].was_told("Nobody was left who held the running game"));
    table.race();
}

fn everybody_s_network_may_fail_at_once(netcode: Netcode) {
    let mut table = Table::new().playing(netcode);
    table.gather(&["Noa", "Ben"]);
    table.race();
    table.run_ms(3_000);
    (0..3).for_each(|who| table.cut(who));
    table.until("the losses", |table| {
        table.all(|person| matches!(person.view.phase, Phase::Reconnecting { .. }))
    });
    table.until("the returns", |table| {
        table.all(|person| person.view.phase == Phase::Playing && !person.view.seat_with_ai)
    });
    assert_in_the_same_race(&mut table, 0, 1);
    assert_in_the_same_race(&mut table, 0, 2);
}

fn who_comes_back_to_a_lone_player_gets_the_state_from_them(netcode: Netcode) {
    let mut table = Table::new().playing(netcode);
    table.gather(&["Noa"]);
    table.race();
    table.people[1].has_network = false;
    table.cut(1);
    table.run_ms(4_000);
    table.cut(0);
    table.until("Ann's return", |table| {
        table.view(0).phase == Phase::Playing && table.people[0].was_told("Back online.")
    });
    table.run_ms(1_000);
    table.people[1].has_network = true;
    let now = table.now;
    table.people[1].room.hurry(now);
    table.until("Noa's return", |table| {
        table.view(1).phase == Phase::Playing && !table.view(1).seat_with_ai
    });
    assert_in_the_same_race(&mut table, 0, 1);
}

#[test]
fn a_race_that_nobody_can_drive_stands_still_until_somebody_looks_again() {
    for netcode in [Netcode::Lockstep, Netcode::Rollback] {
        let mut table = Table::new().playing(netcode);
        table.gather(&["Noa"]);
        table.race();
        table.run_ms(2_000);
        table.people[0].has_network = false;
        table.ask(1, Ask::Presence(Presence::Hidden));
        (0..2).for_each(|who| table.cut(who));
        table.until("Noa's return", |table| table.view(1).phase == Phase::Playing);
        table.run_ms(3_000); // the relay has asked whose game it is
        let stood = table.people[1].frame();
        table.run_ms(2_000);
        assert_eq!(table.people[1].frame(), stood, "{netcode:?}: nobody paces it");
        table.ask(1, Ask::Presence(Presence::Active));
        table.run_ms(3_000);
        assert!(!table.view(1).seat_with_ai, "{netcode:?}: {}", table.summary());
        assert!(table.people[1].frame() > stood + 60, "{netcode:?}: {}", table.summary());
    }
}
