//! Strokes, limits, turns, phases.

use super::*;

#[test]
fn everybody_putts_at_once() {
    let mut golf = round(3, plain(), &hole(""));
    let events = golf.wish(&[(0, strike(UP, 9)), (1, strike(0, 9)), (2, strike(512, 9))]);
    let strokes = events.iter().filter(|event| matches!(event, GolfEvent::Stroke { .. })).count();
    assert_eq!(strokes, 3);
    assert!(golf.balls.iter().all(|ball| ball.moving));
}

#[test]
fn a_ball_that_rolls_is_not_struck() {
    let mut golf = round(1, plain(), &hole(""));
    golf.wish(&[(0, strike(0, 9))]);
    golf.wish(&[]);
    let events = golf.wish(&[(0, strike(UP, 31))]);
    assert!(!events.iter().any(|event| matches!(event, GolfEvent::Stroke { .. })));
    assert_eq!(golf.balls[0].strokes, 1);
}

#[test]
fn a_held_word_is_one_stroke_and_the_same_again_needs_another_word_between() {
    let mut golf = round(1, plain(), &hole(""));
    for _ in 0..400 {
        golf.wish(&[(0, strike(0, 4))]);
    }
    assert_eq!(golf.balls[0].strokes, 1, "held for seven seconds");
    golf.wish(&[]);
    golf.wish(&[(0, strike(0, 4))]);
    assert_eq!(golf.balls[0].strokes, 2);
}

#[test]
fn an_aim_is_shown_to_the_others_and_does_nothing() {
    let mut golf = round(2, plain(), &hole(""));
    let stroke = Stroke { angle: 100, power: 7 };
    golf.wish(&[(1, Wish::Aim(stroke))]);
    assert_eq!(golf.view().balls[1].aim, Some(stroke));
    assert_eq!((golf.balls[1].strokes, golf.balls[1].moving), (0, false));
}

#[test]
fn the_ball_falls_into_the_cup_and_the_score_has_a_name() {
    let mut golf = round(1, plain(), &hole(""));
    golf.place(0, at(6, 5));
    let events = golf.putt(UP, 8);
    let holed = GolfEvent::Holed { seat: Seat(0), strokes: 1, name: ScoreName::Ace, place: 1 };
    assert!(events.contains(&holed), "{events:?}");
    assert_eq!(golf.ending(0), Ending::Holed);
    let names = [(2, 2), (3, 2), (4, 2), (5, 2), (6, 2), (3, 4), (2, 4), (2, 5)];
    let names = names.map(|(strokes, par)| ScoreName::of(strokes, par));
    use ScoreName::*;
    let said = [Par, Bogey, DoubleBogey, TripleBogey, Over(4), Birdie, Eagle, Albatross];
    assert_eq!(names, said);
}

#[test]
fn ten_strokes_and_the_ball_is_picked_up_with_ten_or_twelve() {
    for (penalty, counts) in [(0, 10), (2, 12)] {
        let rules = GolfRules { penalty_over_limit: penalty, ..plain() };
        let mut golf = round(1, rules, &hole(""));
        let mut events = Vec::new();
        for _ in 0..10 {
            assert_eq!(golf.ending(0), Ending::Open);
            events = golf.putt(0, 0);
        }
        let why = Ending::StrokeLimit;
        assert!(events.contains(&GolfEvent::PickedUp { seat: Seat(0), why }));
        golf.wait_for(Phase::Card);
        assert_eq!(golf.view().cards[0][0], HoleScore { strokes: counts, ending: why, points: 0 });
    }
}

#[test]
fn after_ninety_seconds_everybody_picks_up_and_the_last_ten_are_counted() {
    let mut golf = round(2, plain(), &hole(""));
    let mut low = Vec::new();
    for _ in 0..90 * 60 {
        let events = golf.wish(&[]);
        low.extend(events.into_iter().filter_map(|event| match event {
            GolfEvent::TimeLow(seconds) => Some(seconds),
            _ => None,
        }));
    }
    assert_eq!(low, [10, 5, 4, 3, 2, 1]);
    assert_eq!([golf.ending(0), golf.ending(1)], [Ending::TimeUp; 2]);
}

#[test]
fn whoever_had_enough_picks_up_and_moves_on() {
    let mut golf = round(2, plain(), &hole(""));
    golf.wish(&[(0, Wish::PickUp)]);
    assert_eq!(golf.ending(0), Ending::PickedUp);
    assert_eq!(golf.balls[0].strokes, 10);
    assert_eq!(golf.ending(1), Ending::Open);
}

#[test]
fn in_turns_the_farthest_from_the_cup_plays_and_only_that_one() {
    let mut golf = round(3, GolfRules { turns: true, ..plain() }, &hole(""));
    golf.place(0, at(6, 6));
    golf.place(1, at(6, 12));
    golf.place(2, at(6, 9));
    let events = golf.wish(&[]);
    assert!(events.contains(&GolfEvent::Turn(Seat(1))), "{events:?}");
    golf.wish(&[(0, strike(0, 3)), (2, strike(0, 3))]);
    assert_eq!((golf.balls[0].strokes, golf.balls[2].strokes), (0, 0));
    golf.wish(&[(1, strike(UP, 6))]);
    assert_eq!(golf.balls[1].strokes, 1);
    golf.settle();
    golf.wish(&[]);
    let (turn, _) = golf.view().turn.expect("somebody's");
    let far = |seat: usize| (golf.balls[seat].pos - at(6, 3)).square();
    assert!((0..3).all(|seat| far(turn.index()) >= far(seat)));
}

#[test]
fn a_turn_that_nobody_takes_costs_a_stroke_and_the_round_goes_on() {
    let mut golf = round(2, GolfRules { turns: true, ..plain() }, &hole(""));
    golf.wish(&[]);
    let (first, _) = golf.view().turn.expect("somebody's");
    (0..20 * 60 + 2).for_each(|_| drop(golf.wish(&[])));
    assert_eq!(golf.balls[first.index()].strokes, 1);
}

#[test]
fn equal_balls_tee_off_in_an_order_drawn_by_lot_not_by_seat() {
    let mut first = [0; 4];
    for seed in 0..40 {
        let rules = GolfRules { turns: true, ..plain() };
        let setup = GolfSetup { seed, seats: 4, rules };
        let mut golf = Golf::new(setup, vec![hole("")]).expect("a round");
        golf.wish(&[]);
        first[golf.view().turn.expect("somebody's").0.index()] += 1;
    }
    assert!(first.iter().all(|times| *times > 3), "{first:?}");
}

#[test]
fn the_flight_is_skipped_when_every_person_is_ready_and_not_before() {
    let rules = GolfRules { preview: true, ..plain() };
    let mut golf = round(2, rules, &hole(""));
    assert_eq!(golf.phase(), Phase::FlyOver);
    golf.wish(&[(0, Wish::Ready)]);
    golf.wish(&[]);
    assert_eq!(golf.phase(), Phase::FlyOver);
    assert!(golf.view().balls[0].ready && !golf.view().balls[1].ready);
    golf.wish(&[(1, Wish::Ready)]);
    assert_eq!(golf.phase(), Phase::Play);
    // Nobody need be ready for it to end.
    let mut golf = round(2, rules, &hole(""));
    (0..5 * 60).for_each(|_| drop(golf.wish(&[])));
    assert_eq!(golf.phase(), Phase::Play);
}

#[test]
fn a_card_after_every_hole_then_the_next_and_at_last_the_results() {
    let mut golf = rounds(2, plain(), vec![hole(""), hole("")]);
    for index in 0..2 {
        assert_eq!(golf.view().hole, index);
        golf.wish(&[(0, Wish::PickUp), (1, Wish::PickUp)]);
        golf.wait_for(Phase::Card);
        assert!(golf.results().is_none());
        golf.wish(&[(0, Wish::Ready)]);
        golf.wish(&[(1, Wish::Ready)]);
    }
    assert!(golf.is_over());
    let rows = golf.results().expect("results");
    assert_eq!((rows[0].place, rows[1].place), (1, 1), "equals share a place");
    assert_eq!(rows[0].total.strokes, 20);
    assert_eq!(rows[0].why.not_holed, 2);
}

#[test]
fn practice_takes_strokes_back_and_plays_a_hole_again_without_the_flight() {
    let rules = GolfRules { mode: Mode::Practice, preview: true, ..plain() };
    let mut golf = round(1, rules, &hole(""));
    golf.wait_for(Phase::Play);
    let start = golf.balls[0].pos;
    golf.putt(0, 4);
    let second = golf.balls[0].pos;
    golf.putt(UP, 4);
    golf.wish(&[(0, Wish::Undo)]);
    assert_eq!((golf.balls[0].pos, golf.balls[0].strokes), (second, 1));
    golf.wish(&[]);
    golf.wish(&[(0, Wish::Undo)]);
    assert_eq!((golf.balls[0].pos, golf.balls[0].strokes), (start, 0));
    golf.wish(&[]);
    assert!(golf.wish(&[(0, Wish::Undo)]).is_empty(), "there is nothing more");
    golf.putt(0, 4);
    assert!(golf.wish(&[(0, Wish::Retry)]).contains(&GolfEvent::Retried(Seat(0))));
    assert_eq!((golf.phase(), golf.balls[0].pos), (Phase::Play, start));
    // No limits: neither strokes nor time.
    for _ in 0..12 {
        golf.putt(0, 0);
    }
    (0..100 * 60).for_each(|_| drop(golf.wish(&[])));
    assert_eq!((golf.ending(0), golf.balls[0].strokes), (Ending::Open, 12));
    golf.wish(&[(0, Wish::PickUp)]);
    golf.wait_for(Phase::Card);
    golf.wish(&[(0, Wish::Retry)]);
    assert_eq!(golf.phase(), Phase::Play);
}

#[test]
fn nobody_takes_strokes_back_in_earnest() {
    let mut golf = round(1, plain(), &hole(""));
    golf.putt(0, 4);
    golf.wish(&[(0, Wish::Undo)]);
    golf.wish(&[(0, Wish::Retry)]);
    assert_eq!(golf.balls[0].strokes, 1);
    assert_ne!(golf.balls[0].pos, golf.hole().tee);
}

#[test]
fn a_party_round_ends_in_time_when_nobody_does_anything() {
    let mut golf = rounds(8, GolfRules::party(), vec![hole(""), hole("")]);
    let mut ticks = 0;
    while !golf.is_over() {
        golf.wish(&[]);
        ticks += 1;
    }
    assert!(ticks <= 150 * 60, "{} seconds", ticks / 60);
}

#[test]
fn the_longest_hole_that_the_rules_allow_is_told_to_its_end() {
    let rules = GolfRules { turns: true, hole_seconds: 300, ..plain() };
    let mut golf = round(8, rules, &hole(""));
    let end = golf.deadline().expect("a limit");
    assert!(end > 80_000, "{end}");
    for (clock, progress) in [(end / 2, 32_767), (end - 1, 65_534), (u32::MAX, 65_535)] {
        golf.head.clock = clock;
        assert_eq!(golf.view().progress, progress);
    }
}

#[test]
fn who_came_home_at_the_end_of_time_ends_no_page() {
    let mut golf = round(2, GolfRules { mode: Mode::Race, ..plain() }, &hole(""));
    (golf.balls[0].ending, golf.balls[0].home) = (Ending::Holed as u8, u32::MAX);
    assert_eq!(golf.deadline(), Some(golf.setup.rules.hole_ticks(2)));
}
