//! A game alone: no relay, no transport, and the same speed on every display.

use games::pack::Pack;
use games::racing::{RaceEvent, RaceRules, pad};
use games::{Event, GameSetup};
use netplay::ids::{PadWord, Round};
use netplay::time::Instant;
use party::{Ask, Cue, Phase, Practice, Profile, Room, Scene, Shown};

fn setup() -> Practice {
    let rules = RaceRules { laps: 1, cap_seconds: 90, ..RaceRules::default() };
    Practice { game: GameSetup::Racing(rules), seats: 8 }
}

fn room() -> Room {
    let me = Profile { name: "Ann".into(), colour: 5 };
    Room::practice(me, setup(), Pack::built_in(), 7, Instant::ZERO)
}

/// The moment of the `call`th call of a page that calls `rate` times a second.
fn at(call: u64, rate: u64) -> Instant {
    Instant::from_micros(call * 1_000_000 / rate)
}

fn frames(room: &Room) -> u32 {
    room.progress().unwrap().0.0
}

#[test]
fn a_race_against_seven_drivers_ends_with_eight_results() {
    let mut room = room();
    let mut calls = 0;
    let mut over = 0;
    let view = loop {
        calls += 1;
        assert!(calls < 60 * 120, "the race does not end");
        room.frame(PadWord(pad::THROTTLE), at(calls, 60));
        over += room.cues().filter(|cue| *cue == Cue::Game(Event::Race(RaceEvent::Over))).count();
        match room.view_if_changed() {
            Some(view) if view.phase == Phase::Results => break view,
            _ => {}
        }
    };
    let results = view.results.as_ref().unwrap();
    assert_eq!((over, results.rows.len(), results.rows[0].place), (1, 8, 1));
    assert!(results.rows[0].finished, "the best AI driver comes home");
    assert_eq!(results.rows.iter().filter(|row| row.is_me && row.name == "Ann").count(), 1);
    assert!(results.rows.iter().all(|row| row.why.ends_with('.')));
    room.ask(Ask::Countdown(true), at(calls, 60));
    let again = room.view_if_changed().unwrap();
    assert_eq!((&again.phase, again.round), (&Phase::Playing, Some(Round(2))));
}

#[test]
fn every_display_rate_gives_the_same_number_of_frames() {
    for rate in [24, 30, 50, 60, 75, 90, 120, 144, 165, 240, 360] {
        let mut room = room();
        (0..=5 * rate).for_each(|call| room.frame(PadWord::default(), at(call, rate)));
        assert_eq!(frames(&room), 300, "at {rate} Hz");
    }
}

#[test]
fn the_picture_lies_between_two_states_that_follow_each_other() {
    let mut room = room();
    (0..=144).for_each(|call| room.frame(PadWord::default(), at(call, 144)));
    let Scene::Race(Shown { before, after, alpha_256, me, .. }) = room.scene() else {
        panic!("a race")
    };
    assert_eq!(before.tick_count() + 1, after.tick_count());
    assert!(alpha_256 <= 256 && me.is_some());
}

#[test]
fn a_pause_stops_the_race_until_it_is_lifted() {
    let mut room = room();
    (0..=60).for_each(|call| room.frame(PadWord::default(), at(call, 60)));
    room.ask(Ask::Pause, at(60, 60));
    (61..=120).for_each(|call| room.frame(PadWord::default(), at(call, 60)));
    assert_eq!(frames(&room), 60);
    assert_eq!(room.view_if_changed().unwrap().paused_by.as_deref(), Some("Ann"));
    room.ask(Ask::Unpause, at(120, 60));
    (121..=180).for_each(|call| room.frame(PadWord::default(), at(call, 60)));
    assert!((119..=121).contains(&frames(&room)), "{}", frames(&room));
}

#[test]
fn the_page_is_told_only_what_differs() {
    let mut room = room();
    assert!(room.view_if_changed().is_some());
    for call in 0..600 {
        room.frame(PadWord::default(), at(call, 60));
        assert_eq!(room.view_if_changed(), None, "driving redraws no list");
    }
}

#[test]
fn leaving_ends_it() {
    let mut room = room();
    room.ask(Ask::LeaveGame, Instant::ZERO);
    assert!(matches!(room.view_if_changed().unwrap().phase, Phase::Closed(_)));
    assert!(matches!(room.scene(), Scene::None));
    assert_eq!(room.ticket(), None);
}

#[test]
fn rules_that_are_no_game_are_refused_in_words() {
    let me = Profile { name: "Ann".into(), colour: 5 };
    let mut room =
        Room::practice(me, Practice { seats: 1, ..setup() }, Pack::built_in(), 7, Instant::ZERO);
    let Phase::Closed(why) = &room.view_if_changed().unwrap().phase else { panic!("closed") };
    assert_eq!(why.title, "This cannot be played");
}
