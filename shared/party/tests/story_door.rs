//! Coming in and going out: every closed door says why and what to do next.

mod table;

use games::GameSetup;
use games::hunt::HuntRules;
use games::pack::Pack;
use netplay::code::RoomCode;
use netplay::link::LinkProfile;
use netplay::wire::CloseReason;
use party::{Ask, EntryWish, Next, Phase, words};
use table::Table;

/// Why this person is out.
fn closed(table: &Table, who: usize) -> &party::Sentence {
    match &table.view(who).phase {
        Phase::Closed(why) => why,
        phase => panic!("not closed but {phase:?}"),
    }
}

fn join(code: RoomCode) -> EntryWish {
    EntryWish::Join { code, watch: false }
}

#[test]
fn a_wrong_code_says_so_and_offers_to_change_it() {
    let mut table = Table::new();
    let lost = table.arrive("Noa", join(RoomCode::parse("K7QF2M").unwrap()));
    table.until("the refusal", |table| matches!(table.view(lost).phase, Phase::Closed(_)));
    assert_eq!(closed(&table, lost).title, "No room has this code");
    assert_eq!(closed(&table, lost).next, Next::EditCode);
    table.run_ms(30_000);
    assert_eq!(table.people[lost].dials.len(), 1, "a refusal is not tried again by itself");
}

#[test]
fn a_ticket_into_a_room_that_is_gone_says_so_and_is_kept_no_longer() {
    let mut table = Table::new();
    table.gather(&[]);
    table.run_ms(100);
    table.restart_relay();
    table.reload(0);
    assert!(table.people[0].room.ticket().is_some(), "another reload would try again");
    table.until("the refusal", |table| matches!(table.view(0).phase, Phase::Closed(_)));
    assert_eq!(*closed(&table, 0), words::room_gone());
    assert_eq!(table.people[0].room.ticket(), None, "and the next reload begins at the start");
}

#[test]
fn a_relay_that_dies_and_comes_back_without_the_room_says_so() {
    let mut table = Table::new();
    table.gather(&["Noa"]);
    table.race();
    table.restart_relay();
    (0..2).for_each(|who| table.cut(who));
    table.until("the end", |table| {
        table.all(|person| matches!(person.view.phase, Phase::Closed(_)))
    });
    assert_eq!(*closed(&table, 1), words::room_gone());
}

#[test]
fn a_locked_room_says_so() {
    let mut table = Table::new();
    let code = table.gather(&[]);
    table.ask(0, Ask::Lock(true));
    table.until("the lock", |table| table.view(0).locked);
    let late = table.arrive("Noa", join(code));
    table.until("the refusal", |table| matches!(table.view(late).phase, Phase::Closed(_)));
    assert_eq!(closed(&table, late).title, "The room is locked");
}

#[test]
fn who_is_kicked_reads_why_and_may_come_back() {
    let mut table = Table::new();
    let code = table.gather(&["Noa"]);
    let noa = table.view(1).me.unwrap();
    table.ask(0, Ask::Kick(noa));
    table.until("the kick", |table| matches!(table.view(1).phase, Phase::Closed(_)));
    assert_eq!(*closed(&table, 1), words::closed(CloseReason::Kicked));
    assert_eq!(table.people[1].room.ticket(), None, "the place is gone");
    table.until("the notice", |table| table.people[0].was_told("Noa was removed by the host."));
    let again = table.arrive("Noa", join(code));
    table.until("the return", |table| table.view(again).phase == Phase::Lobby);
}

#[test]
fn who_is_banned_reads_why_and_the_old_place_stays_shut() {
    let mut table = Table::new();
    table.gather(&["Noa"]);
    let ticket = table.people[1].room.ticket().unwrap();
    let noa = table.view(1).me.unwrap();
    table.ask(0, Ask::Ban(noa));
    table.until("the ban", |table| matches!(table.view(1).phase, Phase::Closed(_)));
    assert_eq!(*closed(&table, 1), words::closed(CloseReason::Banned));
    let again = table.arrive("Noa", EntryWish::Resume(ticket));
    table.until("the refusal", |table| matches!(table.view(again).phase, Phase::Closed(_)));
    assert_eq!(closed(&table, again).title, "You cannot join this room");
}

#[test]
fn a_second_tab_takes_the_place_over_and_the_first_is_told() {
    let mut table = Table::new();
    table.gather(&["Noa"]);
    let ticket = table.people[1].room.ticket().unwrap();
    let tab = table.arrive("Noa", EntryWish::Resume(ticket));
    table.until("the new tab", |table| table.view(tab).phase == Phase::Lobby);
    table.until("the old tab's end", |table| matches!(table.view(1).phase, Phase::Closed(_)));
    assert_eq!(*closed(&table, 1), words::closed(CloseReason::Replaced));
    table.run_ms(5_000);
    assert_eq!(table.view(tab).phase, Phase::Lobby, "two tabs do not fight over the place");
    assert_eq!(table.view(0).rows.len(), 2);
}

#[test]
fn who_was_away_for_too_long_comes_in_anew_and_is_told() {
    let mut table = Table::new();
    table.gather(&["Noa"]);
    table.people[1].has_network = false;
    table.cut(1);
    table.run_ms(61_000);
    assert_eq!(table.view(0).rows.len(), 1);
    table.people[1].has_network = true;
    table.until("the new place", |table| table.view(1).phase == Phase::Lobby);
    assert!(table.people[1].was_told("Your old place was gone, so you came in anew."));
    assert_eq!(table.view(0).rows.len(), 2);
}

#[test]
fn a_relay_that_stops_says_so_to_everybody() {
    let mut table = Table::new();
    table.gather(&["Noa"]);
    let now = table.now;
    table.relay.shutdown(now);
    table.until("the end", |table| {
        table.all(|person| matches!(person.view.phase, Phase::Closed(_)))
    });
    assert_eq!(*closed(&table, 1), words::closed(CloseReason::ServerShutdown));
}

#[test]
fn a_relay_that_cannot_be_reached_is_told_within_a_second_and_tried_again() {
    let mut table = Table::new();
    let lost = table.arrive("Noa", EntryWish::Create { seats: 4 });
    table.people[lost].has_network = false;
    table.until("the sentence", |table| table.view(lost).refusal.is_some());
    assert!(table.now.as_millis() < 2_000);
    assert_eq!(table.view(lost).refusal, Some(words::closed(CloseReason::LinkLost)));
    assert!(matches!(table.view(lost).phase, Phase::Reconnecting { attempt: 1, .. }));
    table.people[lost].has_network = true;
    table.until("the room", |table| table.view(lost).phase == Phase::Lobby);
    assert_eq!(table.view(lost).refusal, None);
}

#[test]
fn what_only_the_host_may_do_is_refused_in_words_until_dismissed() {
    let mut table = Table::new();
    table.gather(&["Noa"]);
    table.ask(1, Ask::Lock(true));
    table.until("the refusal", |table| table.view(1).refusal.is_some());
    assert_eq!(table.view(1).refusal.as_ref().unwrap().title, "Only the host can do that");
    table.ask(1, Ask::DismissRefusal);
    table.run_ms(100);
    assert_eq!(table.view(1).refusal, None);
}

#[test]
fn a_host_who_leaves_hands_over_every_tool() {
    let mut table = Table::new();
    table.gather(&["Noa", "Ben"]);
    table.ask(0, Ask::Leave);
    table.until("Noa's new role", |table| table.view(1).am_host);
    assert!(table.people[1].was_told("You are the host now."));
    assert!(table.people[2].was_told("Noa is the host now."));
    assert_eq!(*closed(&table, 0), words::closed(CloseReason::Left));
    table.ask(2, Ask::Ready(true));
    table.until("a ready guest", |table| table.view(1).can_start);
    table.ask(1, Ask::Countdown(true));
    table.until("the race", |table| {
        [1, 2].iter().all(|who| table.view(*who).phase == Phase::Playing)
    });
}

#[test]
fn a_link_that_never_opens_is_given_up_and_tried_again() {
    let now = netplay::time::Instant::from_millis;
    let me = party::Profile { name: "Ann".into(), colour: 0 };
    let mut room =
        party::Room::online(&me, EntryWish::Create { seats: 4 }, Pack::built_in(), 7, now(0));
    let mut dials = Vec::new();
    for millis in (0..20_000).step_by(10) {
        if room.wants_link(now(millis)) {
            dials.push(millis); // and the page finds that the address is none
        }
        room.frame(netplay::ids::PadWord(0), now(millis));
    }
    assert_eq!(dials.len(), 3, "{dials:?}");
    assert!((6_000..6_500).contains(&dials[1]), "{dials:?}");
    let view = room.view_if_changed().unwrap();
    assert_eq!(view.refusal, Some(words::closed(CloseReason::LinkLost)));
}

#[test]
fn who_chooses_quickly_loses_no_choice() {
    let far = LinkProfile { latency_ms: 200, ..LinkProfile::PERFECT };
    let mut table = Table::over(far);
    table.gather(&["Noa"]);
    let chosen = GameSetup::Hunt(HuntRules { hide_s: 10, ..HuntRules::default() });
    table.ask(0, Ask::PickGame(chosen));
    table.run_ms(50);
    assert_eq!(table.view(0).game, chosen, "the next choice is made in this form");
    table.until("the room's choice", |table| table.view(1).game == chosen);
    table.run_ms(1_000);
    assert_eq!(table.view(0).game, chosen);
}
