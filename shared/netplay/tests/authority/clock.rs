//! The clock of the turns.

use netplay::ids::{PlayerId, Seat, SeatSet};
use netplay::session::turns::{TimeLeft, Turn, TurnClock, TurnConfig, TurnConfigError, TurnEvent};
use netplay::session::views::ViewHost;
use netplay::time::Instant;
use netplay::wire::Controller;
use testkit::toy_cards::ToyCards;

const ANN: Seat = Seat(0);
const BEN: Seat = Seat(1);

fn at(seconds: u64) -> Instant {
    Instant::from_millis(seconds * 1_000)
}

fn turn(number: u32, seats: &[Seat]) -> Turn {
    Turn { number, seats: seats.iter().copied().collect::<SeatSet>() }
}

fn clock(config: TurnConfig) -> TurnClock {
    TurnClock::new(config, 2).unwrap()
}

/// What happens in each second up to `end`, with the second.
fn events(clock: &mut TurnClock, from: u64, end: u64) -> Vec<(u64, TurnEvent)> {
    let mut told = Vec::new();
    for second in from..=end {
        clock.handle_timeout(at(second));
        told.extend(std::iter::from_fn(|| clock.poll_event()).map(|event| (second, event)));
    }
    told
}

#[test]
fn warned_at_twenty_seconds_banking_at_thirty_and_acted_for_when_the_bank_is_empty() {
    let mut clock = clock(TurnConfig::default());
    clock.set_turn(turn(1, &[ANN]), at(0));
    let told = events(&mut clock, 0, 90);
    let banking = TurnEvent::Banking { seat: ANN, left_ms: 60_000 };
    let expected = [(20, TurnEvent::Warned(ANN)), (30, banking), (90, TurnEvent::Act(ANN))];
    assert_eq!(told, expected);
    clock.set_turn(turn(2, &[ANN]), at(90));
    let told = events(&mut clock, 90, 120);
    assert_eq!(told, [(110, TurnEvent::Warned(ANN)), (120, TurnEvent::Act(ANN))], "no bank left");
}

#[test]
fn a_bank_pays_for_what_it_was_used_and_is_refilled_by_quick_turns() {
    let mut clock = clock(TurnConfig::default());
    clock.set_turn(turn(1, &[ANN]), at(0));
    events(&mut clock, 0, 50);
    assert_eq!(clock.left(ANN, at(50)), Some(TimeLeft { turn_ms: 0, bank_ms: 40_000 }));
    clock.pressed(ANN, at(50));
    clock.set_turn(turn(2, &[BEN]), at(50));
    assert_eq!(clock.left(ANN, at(51)), None, "nobody waits for her");
    for number in 3..6 {
        clock.set_turn(turn(number, &[ANN]), at(60));
        clock.pressed(ANN, at(61));
        clock.set_turn(turn(number + 10, &[BEN]), at(61));
    }
    clock.set_turn(turn(99, &[ANN]), at(70));
    assert_eq!(clock.left(ANN, at(70)), Some(TimeLeft { turn_ms: 30_000, bank_ms: 55_000 }));
}

#[test]
fn who_plays_on_the_same_seat_twice_in_a_row_has_a_turn_of_their_own_each_time() {
    let mut clock = clock(TurnConfig::default());
    clock.set_turn(turn(1, &[ANN]), at(0));
    events(&mut clock, 0, 19);
    clock.set_turn(turn(2, &[ANN]), at(19));
    assert_eq!(events(&mut clock, 19, 39), [(39, TurnEvent::Warned(ANN))]);
}

#[test]
fn a_press_alone_wins_no_time_but_it_is_no_absence() {
    let mut clock = clock(TurnConfig { bank_ms: 0, ..TurnConfig::default() });
    for number in 0..10 {
        let start = u64::from(number) * 100;
        clock.set_turn(turn(number + 1, &[ANN]), at(start));
        clock.pressed(ANN, at(start + 25));
        let told = events(&mut clock, start, start + 30);
        assert_eq!(told.last(), Some(&(start + 30, TurnEvent::Act(ANN))));
    }
    assert!(!clock.is_away(ANN));
}

#[test]
fn three_misses_in_a_row_sit_a_seat_out_and_a_press_brings_it_back() {
    let mut clock = clock(TurnConfig { bank_ms: 0, ..TurnConfig::default() });
    for number in 1..=3 {
        clock.set_turn(turn(number, &[ANN]), at(u64::from(number) * 100));
        let told = events(&mut clock, u64::from(number) * 100, u64::from(number) * 100 + 30);
        let sits_out = told.iter().any(|(_, event)| *event == TurnEvent::SitsOut(ANN));
        assert_eq!(sits_out, number == 3);
    }
    clock.set_turn(turn(4, &[ANN]), at(400));
    assert_eq!(events(&mut clock, 400, 401), [(401, TurnEvent::Act(ANN))], "nobody waits");
    clock.set_turn(turn(5, &[ANN]), at(500));
    clock.pressed(ANN, at(500));
    assert_eq!(events(&mut clock, 500, 519), [(500, TurnEvent::Back(ANN))]);
    assert!(!clock.is_away(ANN), "and the whole turn is theirs");
    assert_eq!(events(&mut clock, 520, 520), [(520, TurnEvent::Warned(ANN))]);
}

#[test]
fn whom_somebody_knows_to_be_absent_nobody_waits_for() {
    let mut clock = clock(TurnConfig::default());
    clock.set_away(BEN, true, at(0));
    clock.set_turn(turn(1, &[ANN, BEN]), at(0));
    assert_eq!(events(&mut clock, 0, 1), [(1, TurnEvent::Act(BEN))]);
    clock.set_turn(turn(1, &[ANN]), at(1));
    assert_eq!(events(&mut clock, 2, 10), []);
    clock.set_away(BEN, false, at(11));
    assert_eq!(
        events(&mut clock, 11, 20),
        [(11, TurnEvent::Back(BEN)), (20, TurnEvent::Warned(ANN))]
    );
}

#[test]
fn those_who_pick_at_the_same_time_have_a_time_each() {
    let mut clock = clock(TurnConfig { bank_ms: 0, ..TurnConfig::default() });
    clock.set_turn(turn(1, &[ANN, BEN]), at(0));
    events(&mut clock, 0, 5);
    clock.set_turn(turn(1, &[BEN]), at(5)); // Ann has picked
    let told = events(&mut clock, 5, 30);
    assert_eq!(told, [(20, TurnEvent::Warned(BEN)), (30, TurnEvent::Act(BEN))]);
}

#[test]
fn a_pause_stops_the_clock() {
    let mut clock = clock(TurnConfig::default());
    clock.set_turn(turn(1, &[ANN]), at(0));
    clock.handle_timeout(at(19));
    clock.pause(at(19));
    assert_eq!(clock.poll_timeout(), None);
    assert_eq!(events(&mut clock, 19, 500), []);
    clock.resume(at(500));
    assert_eq!(clock.poll_timeout(), Some(at(501)));
    assert_eq!(events(&mut clock, 500, 501), [(501, TurnEvent::Warned(ANN))]);
}

#[test]
fn who_needs_more_time_gets_it_and_a_late_caller_misses_nothing() {
    let slow = TurnConfig { multiplier_percent: 200, ..TurnConfig::default() };
    let mut clock = clock(slow);
    clock.set_turn(turn(1, &[ANN]), at(0));
    assert_eq!(events(&mut clock, 0, 40), [(40, TurnEvent::Warned(ANN))]);
    clock.handle_timeout(at(10_000));
    let told: Vec<_> = std::iter::from_fn(|| clock.poll_event()).collect();
    assert!(matches!(told[..], [TurnEvent::Banking { left_ms: 120_000, .. }, TurnEvent::Act(ANN)]));
}

#[test]
fn a_table_that_does_not_move_on_is_told_again_and_again() {
    let mut clock = clock(TurnConfig { bank_ms: 0, ..TurnConfig::default() });
    clock.set_turn(turn(1, &[ANN]), at(0));
    let acts = events(&mut clock, 0, 60).into_iter().filter(|it| it.1 == TurnEvent::Act(ANN));
    assert_eq!(acts.count(), 31, "once a second from the thirtieth on");
    assert!(!clock.is_away(ANN), "which is one miss");
}

#[test]
fn a_clock_that_contradicts_itself_is_refused() {
    let with = |change: fn(&mut TurnConfig)| {
        let mut config = TurnConfig::default();
        change(&mut config);
        TurnClock::new(config, 2).err()
    };
    assert_eq!(with(|config| config.act_ms = 10), Some(TurnConfigError::Act));
    assert_eq!(with(|config| config.bank_ms = u32::MAX), Some(TurnConfigError::Act));
    assert_eq!(with(|config| config.warn_ms = 31_000), Some(TurnConfigError::Warn));
    assert_eq!(with(|config| config.multiplier_percent = 49), Some(TurnConfigError::Multiplier));
    assert_eq!(with(|_| {}), None);
}

#[test]
fn nobody_at_a_table_waits_for_ever_for_people_who_are_not_there() {
    let turns = TurnConfig::default();
    let mut host = ViewHost::new(ToyCards::new(2, 3, 1), PlayerId(1), turns, [3; 32]).unwrap();
    for seat in [ANN, BEN] {
        let player = PlayerId(u32::from(seat.0) + 1);
        host.set_seat_controller(seat, Controller::Human { player });
    }
    let (mut now, mut log) = (0, Vec::new());
    while !host.table().is_settled() || host.table().hand() < 3 {
        host.tick(Instant::from_millis(now));
        log.extend(host.own_lines().iter().map(|line| line.to_string()));
        now += 100;
        assert!(now < 1_000_000, "stuck in hand {}", host.table().hand());
    }
    assert!(log.iter().any(|line| line == "You: 10 s left"), "{log:?}");
    assert!(log.iter().any(|line| line == "Seat 1: away"), "{log:?}");
}
