//! What is counted: strokes, holes, being first.

use super::*;

/// Ends the hole for every seat with so many strokes; 0 picks up. Seats are home in order.
fn play_hole(golf: &mut Golf, strokes: &[u8]) {
    for (seat, strokes) in strokes.iter().enumerate() {
        golf.wish(&[]);
        if *strokes == 0 {
            golf.wish(&[(seat as u16, Wish::PickUp)]);
            continue;
        }
        golf.balls[seat].strokes = *strokes;
        golf.balls[seat].pos = golf.hole().cup;
    }
    golf.wait_for(Phase::Card);
    golf.head.clock = tune::CARD_TICKS;
    golf.wish(&[]);
}

fn places(golf: &Golf) -> Vec<(u16, u8)> {
    golf.results().expect("over").iter().map(|row| (row.seat.0, row.place)).collect()
}

#[test]
fn the_lowest_total_wins_and_the_results_say_why() {
    let mut golf = rounds(3, plain(), vec![hole(""), hole("")]);
    play_hole(&mut golf, &[3, 1, 0]);
    play_hole(&mut golf, &[2, 5, 2]);
    assert_eq!(places(&golf), [(0, 1), (1, 2), (2, 3)]);
    let rows = golf.results().expect("over");
    assert_eq!((rows[0].total.strokes, rows[0].total.to_par), (5, 1));
    assert_eq!((rows[1].why.behind, rows[1].why.aces, rows[1].why.best), (1, 1, 0));
    assert_eq!((rows[1].why.worst, rows[2].why.not_holed), (1, 1));
}

#[test]
fn match_play_counts_holes_and_a_shared_hole_is_nobodys() {
    let rules = GolfRules { mode: Mode::Match, ..plain() };
    let mut golf = rounds(3, rules, vec![hole(""), hole(""), hole("")]);
    play_hole(&mut golf, &[2, 2, 3]);
    play_hole(&mut golf, &[9, 2, 3]);
    play_hole(&mut golf, &[0, 9, 0]);
    let points: Vec<u16> = golf.view().totals.iter().map(|total| total.points).collect();
    assert_eq!(points, [0, 2, 0]);
    assert_eq!(places(&golf)[0], (1, 1));
}

#[test]
fn in_a_race_the_first_home_has_the_most_and_strokes_do_not_count() {
    let rules = GolfRules { mode: Mode::Race, ..plain() };
    let mut golf = rounds(3, rules, vec![hole("")]);
    play_hole(&mut golf, &[30, 2, 0]);
    let points: Vec<u16> = golf.view().totals.iter().map(|total| total.points).collect();
    assert_eq!(points, [3, 2, 0]);
    assert_eq!(places(&golf), [(0, 1), (1, 2), (2, 3)]);
}

#[test]
fn two_that_are_home_in_the_same_tick_share_the_place() {
    let rules = GolfRules { mode: Mode::Race, ..plain() };
    let mut golf = rounds(3, rules, vec![hole("")]);
    golf.balls[0].pos = golf.hole().cup;
    golf.balls[2].pos = golf.hole().cup;
    let events = golf.wish(&[]);
    let place = |seat: u16| {
        events.iter().find_map(|event| match event {
            GolfEvent::Holed { seat: whose, place, .. } if whose.0 == seat => Some(*place),
            _ => None,
        })
    };
    assert_eq!((place(0), place(2)), (Some(1), Some(1)));
    golf.wish(&[(1, Wish::PickUp)]);
    golf.wait_for(Phase::Card);
    let points: Vec<u16> = golf.view().totals.iter().map(|total| total.points).collect();
    assert_eq!(points, [3, 0, 3]);
}

#[test]
fn a_race_waits_twenty_seconds_for_the_others() {
    let rules = GolfRules { mode: Mode::Race, ..plain() };
    let mut golf = rounds(2, rules, vec![hole("")]);
    golf.balls[0].pos = golf.hole().cup;
    (0..20 * 60).for_each(|_| drop(golf.wish(&[])));
    assert_eq!(golf.ending(1), Ending::Open);
    (0..2).for_each(|_| drop(golf.wish(&[])));
    assert_eq!(golf.ending(1), Ending::TimeUp);
}
