//! Friends meet, talk, race to the end and race again.

mod table;

use games::racing::{RaceEvent, RaceRules};
use games::{Event, GameSetup};
use netplay::ids::Round;
use netplay::link::LinkProfile;
use netplay::session::bundle::Bundle;
use party::{Ask, Cue, EntryWish, LineKind, Netcode, Phase};
use table::{Line, Table, in_every_netcode};

in_every_netcode! {
    two_friends_meet_talk_and_race_to_equal_results
    the_lobby_opens_behind_the_results_and_they_are_read_until_they_are_left
    who_talks_too_fast_in_a_race_is_told_when_to_go_on
    three_races_in_the_same_room
    a_race_that_one_leaves_by_the_menu_is_over_for_everybody_and_says_who
    a_race_whose_player_leaves_the_room_goes_on_with_the_ai
    a_pause_stops_everybody_and_says_who_asked_for_it
    a_late_comer_watches_the_running_race
    states_that_differ_end_the_race_for_everybody_in_plain_words
    a_race_over_home_connections_runs_at_nearly_full_speed
}

/// Those of them in which nobody pauses and no states are compared.
mod server {
    macro_rules! under_a_server {
        ($($story:ident)*) => { $(#[test] fn $story() { super::$story(party::Netcode::Server) })* };
    }
    under_a_server! {
        two_friends_meet_talk_and_race_to_equal_results
        the_lobby_opens_behind_the_results_and_they_are_read_until_they_are_left
        who_talks_too_fast_in_a_race_is_told_when_to_go_on
        three_races_in_the_same_room
        a_race_that_one_leaves_by_the_menu_is_over_for_everybody_and_says_who
        a_race_whose_player_leaves_the_room_goes_on_with_the_ai
        a_late_comer_watches_the_running_race
    }
}

fn two_friends_meet_talk_and_race_to_equal_results(netcode: Netcode) {
    let mut table = Table::new().playing(netcode);
    table.gather(&["Noa"]);
    table.ask(1, Ask::Chat("hello".into()));
    table.ask(0, Ask::Emote(0));
    table.until("the chat", |table| table.all(|person| person.view.chat.len() == 2));
    let line = table.view(0).chat.iter().find(|line| line.text == "hello").unwrap();
    assert_eq!((line.name.as_str(), line.is_me, line.kind), ("Noa", false, LineKind::Text));
    assert!(table.people[1].cues.iter().any(|cue| matches!(cue, Cue::Emote { emote: 0, .. })));
    assert_eq!(table.view(0).not_ready, ["Noa"]);

    table.race();
    assert!(table.all(|person| person.cues.contains(&Cue::Countdown(3))));
    let delays = match netcode {
        Netcode::Lockstep => 2..=8,
        Netcode::Rollback => 0..=3,
        Netcode::Sealed => 0..=0, // the relay's grace does that work
        Netcode::Server | Netcode::Hidden => 0..=0, // no race has secrets; a served car is predicted
    };
    let delay = table.view(1).input_delay;
    assert!(delay.is_some_and(|delay| delays.contains(&delay)), "{delay:?}");
    table.until("results", |table| table.all(|person| person.view.results.is_some()));
    let results = |who: usize| table.view(who).results.clone().unwrap();
    let order = |who: usize| results(who).rows.iter().map(|row| row.seat).collect::<Vec<_>>();
    assert_eq!(order(0), order(1));
    assert_eq!(results(0).rows.len(), 4);
    assert!(table.assert_equal_states(0, 1) > 30);
}

fn the_lobby_opens_behind_the_results_and_they_are_read_until_they_are_left(netcode: Netcode) {
    let mut table = Table::new().playing(netcode);
    table.gather(&["Noa"]);
    table.race();
    table.until("results", |table| table.all(|person| person.view.phase == Phase::Results));
    table.run_ms(6_000);
    assert!(table.all(|person| person.view.phase == Phase::Results));
    table.ask(1, Ask::LeaveGame);
    table.ask(1, Ask::Ready(true));
    table.until("Noa's lobby", |table| table.view(1).phase == Phase::Lobby && table.view(1).ready);
    assert_eq!(table.view(0).phase, Phase::Results);
}

#[test]
fn everybody_reads_the_rules_and_they_outlive_the_hosts_page_and_the_hosts_role() {
    let mut table = Table::new();
    table.gather(&["Noa"]);
    assert_eq!(table.view(1).game, GameSetup::default());
    let rules = GameSetup::Racing(RaceRules { laps: 1, catch_up: true, ..RaceRules::default() });
    // In one breath: neither order may undo the other.
    table.ask(0, Ask::PickGame(rules));
    table.ask(0, Ask::Lock(true));
    table.until("the rules", |table| table.all(|it| it.view.game == rules && it.view.locked));

    table.reload(0);
    table.until("Ann's room", |table| table.view(0).phase == Phase::Lobby);
    assert_eq!(table.view(0).game, rules);
    let noa = table.view(1).me.unwrap();
    table.ask(0, Ask::HandHost(noa));
    table.until("another host", |table| table.view(1).am_host);
    table.ask(0, Ask::Ready(true));
    table.until("ready guests", |table| table.view(1).can_start);
    table.ask(1, Ask::Countdown(true));
    table.until("a race of one lap", |table| {
        table.people[1]
            .cues
            .iter()
            .any(|cue| matches!(cue, Cue::Game(Event::Race(RaceEvent::Finish { .. }))))
    });
    assert!(
        !table.people[1]
            .cues
            .iter()
            .any(|cue| { matches!(cue, Cue::Game(Event::Race(RaceEvent::Lap { done: 2.., .. }))) })
    );
}

fn who_talks_too_fast_in_a_race_is_told_when_to_go_on(netcode: Netcode) {
    let mut table = Table::new().playing(netcode);
    table.gather(&["Noa"]);
    table.race();
    (0..6).for_each(|_| table.ask(1, Ask::Emote(1)));
    table.until("the refusal", |table| table.people[1].was_told("You can write again in"));
    assert_eq!(table.view(1).refusal, None);
}

#[test]
fn a_line_that_came_too_fast_is_kept_until_the_next_is_said() {
    let mut table = Table::new();
    table.gather(&["Noa"]);
    (0..6).for_each(|count| table.ask(1, Ask::Chat(format!("line {count}"))));
    table.until("the refusal", |table| table.view(1).refusal.is_some());
    assert_eq!(table.view(1).unsaid.as_deref(), Some("line 5"));
    assert!(table.view(0).chat.iter().all(|line| line.text != "line 5"));
    table.run_ms(10_000);
    table.ask(1, Ask::Chat("line 5".into()));
    table.until("the line", |table| {
        table.view(0).chat.back().is_some_and(|line| line.text == "line 5")
    });
    assert_eq!(table.view(1).unsaid, None);
}

fn three_races_in_the_same_room(netcode: Netcode) {
    let mut table = Table::new().playing(netcode);
    let code = table.gather(&["Noa"]);
    for round in 1..=3 {
        table.race();
        assert!(table.all(|person| person.view.round == Some(Round(round))));
        table.until("results", |table| table.all(|person| person.view.phase == Phase::Results));
        table.until("the lobby", |table| table.all(|person| !person.view.can_start));
        table.run_ms(2_000);
    }
    assert!(table.all(|person| person.view.code == Some(code)));
    assert!(table.assert_equal_states(0, 1) > 30);
}

#[test]
fn somebody_who_unreadies_stops_the_countdown() {
    let mut table = Table::new();
    table.gather(&["Noa"]);
    table.ask(1, Ask::Ready(true));
    table.until("a ready guest", |table| table.view(0).can_start);
    table.ask(0, Ask::Countdown(true));
    table.until("two", |table| {
        table.all(|person| person.view.phase == Phase::Countdown { seconds: 2 })
    });
    table.ask(1, Ask::Ready(false));
    table.until("the lobby", |table| table.all(|person| person.view.phase == Phase::Lobby));
    table.run_ms(4_000);
    assert!(table.all(|person| person.view.phase == Phase::Lobby));
}

fn a_race_that_one_leaves_by_the_menu_is_over_for_everybody_and_says_who(netcode: Netcode) {
    let mut table = Table::new().playing(netcode);
    table.gather(&["Noa"]);
    table.race();
    table.ask(1, Ask::LeaveGame);
    table.until("the lobby", |table| table.all(|person| person.view.phase == Phase::Lobby));
    assert!(table.people[0].was_told("Noa ended the game."));
}

fn a_race_whose_player_leaves_the_room_goes_on_with_the_ai(netcode: Netcode) {
    let mut table = Table::new().playing(netcode);
    table.gather(&["Noa", "Ben"]);
    table.race();
    table.ask(1, Ask::Leave);
    table.until("Noa's goodbye", |table| matches!(table.view(1).phase, Phase::Closed(_)));
    table.until("the AI", |table| {
        [0, 2]
            .iter()
            .all(|who| table.view(*who).cast.iter().any(|seat| seat.name == "Noa" && seat.ai))
    });
    assert!(table.people[0].was_told("Noa has left."), "{:?}", table.view(0).notices);
    table.until("results", |table| [0, 2].iter().all(|who| table.view(*who).results.is_some()));
    assert!(table.assert_equal_states(0, 2) > 30);
    let row = table.view(0).results.as_ref().unwrap().rows.iter().find(|row| row.name == "Noa");
    assert!(row.is_some_and(|row| row.ai), "who left is still named, as driven by the AI");
}

fn a_pause_stops_everybody_and_says_who_asked_for_it(netcode: Netcode) {
    let mut table = Table::new().playing(netcode);
    table.gather(&["Noa"]);
    table.race();
    table.ask(1, Ask::Pause);
    table.until("the pause", |table| {
        table.all(|person| person.view.paused_by.as_deref() == Some("Noa"))
    });
    table.run_ms(500);
    let frames = [table.people[0].frame(), table.people[1].frame()];
    table.run_ms(2_000);
    assert_eq!(frames, [table.people[0].frame(), table.people[1].frame()]);
    assert!(table.all(|person| person.view.stall.is_none()), "a pause is no stall");
    table.ask(0, Ask::Unpause);
    table.until("going on", |table| table.all(|person| person.frame() > frames[0] + 60));
    table.assert_equal_states(0, 1);
}

fn a_late_comer_watches_the_running_race(netcode: Netcode) {
    let mut table = Table::new().playing(netcode);
    let code = table.gather(&["Noa"]);
    table.race();
    table.run_ms(3_000);
    let late = table.arrive("Ben", EntryWish::Join { code, watch: false });
    table.until("the late view", |table| table.view(late).phase == Phase::Playing);
    table.run_ms(3_000);
    let frames: Vec<u32> = table.people.iter().map(table::Person::frame).collect();
    assert!(frames[0].abs_diff(frames[2]) < 30, "{frames:?}");
    assert!(table.assert_equal_states(0, late) >= 3);
    assert_eq!(table.view(late).my_seat, None);
}

fn states_that_differ_end_the_race_for_everybody_in_plain_words(netcode: Netcode) {
    let mut table = Table::new().playing(netcode);
    table.gather(&["Noa"]);
    table.race();
    table.run_ms(4_000);
    table.people[1].line = Line::Lying;
    table.until("the lobby", |table| table.all(|person| person.view.phase == Phase::Lobby));
    table.people[1].line = Line::Good;
    for (who, other) in [(0, "Noa on seat 2"), (1, "Ann on seat 1")] {
        let told =
            table.people[who].was_told(&format!("Your game and that of {other} differ since"));
        assert!(told, "{:?}", table.view(who).notices);
        let finding = table.view(who).finding.as_ref().expect("something was found out");
        let words = "were told different things about seat ";
        assert!(finding.sentence.contains(words), "{}", finding.sentence);
        let bundle = Bundle::decode(&finding.bundle).expect("a bundle");
        assert!(bundle.case.theirs.kept.len() > 30, "the other has shown what it remembers");
    }
    table.race();
    table.run_ms(2_000);
    assert!(table.assert_equal_states(0, 1) >= 3, "the next race is a clean one");
    assert!(table.all(|person| person.view.finding.is_none()));
}

fn a_race_over_home_connections_runs_at_nearly_full_speed(netcode: Netcode) {
    let mut table = Table::over_datagrams(LinkProfile::HOME).playing(netcode);
    table.gather(&["Noa", "Ben"]);
    table.race();
    let (frame, since) = (table.people[0].frame(), table.now);
    table.run_ms(20_000);
    let played = table.people[0].frame() - frame;
    let due = table.now.since(since).as_millis() as u32 * 60 / 1_000;
    assert!(played * 100 > due * 90, "{played} of {due} frames, {}", table.summary());
    assert!(table.assert_equal_states(0, 1) > 30 && table.assert_equal_states(0, 2) > 30);
}
