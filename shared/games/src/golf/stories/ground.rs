//! What is under a ball: sand, ice, slopes, belts, water, tunnels, the cup.

use super::*;

/// How far a stroke to the right runs from (2, 8).
fn run(more: &str, power: u8) -> Fix {
    let mut golf = round(1, plain(), &hole(more));
    golf.place(0, at(2, 8));
    golf.putt(0, power);
    golf.balls[0].pos.x - Fix::int(2)
}

#[test]
fn sand_brakes_four_times_as_much_and_ice_hardly() {
    let all = "1 6 11 6 11 10 1 10";
    let green = run("", 8);
    let sand = run(&format!("sand {all}"), 8);
    let ice = run(&format!("ice {all}"), 4);
    assert!((sand * Fix::int(4) - green).abs() < Fix::ratio(1, 10), "{green:?} {sand:?}");
    assert!(ice > run("", 4) * Fix::int(4), "{ice:?}");
}

#[test]
fn a_slope_pulls_always_the_same_and_a_gentle_one_lets_a_ball_lie() {
    let all = "1 6 11 6 11 10 1 10";
    assert!(run(&format!("slope right 1.5 {all}"), 6) > run("", 6) * Fix::int(2));
    assert!(run(&format!("slope left 1.5 {all}"), 6) < run("", 6));
    let mut golf = round(1, plain(), &hole(&format!("slope down 1.5 {all}")));
    golf.place(0, at(4, 8));
    golf.putt(0, 5);
    let lies = golf.balls[0].pos;
    (0..120).for_each(|_| drop(golf.wish(&[])));
    assert_eq!(golf.balls[0].pos, lies);
}

#[test]
fn a_steep_slope_lets_nothing_lie_until_it_ends() {
    let mut golf = round(1, plain(), &hole("slope down 4 1 6 11 6 11 10 1 10"));
    golf.place(0, at(4, 8));
    golf.putt(UP, 3);
    assert!(golf.balls[0].pos.y > Fix::int(10), "{:?}", golf.balls[0].pos);
}

#[test]
fn a_belt_carries_a_ball_and_it_does_not_rest_on_it() {
    let mut golf = round(1, plain(), &hole("conveyor right 2 1 7 9 7 9 9 1 9"));
    golf.place(0, at(2, 8));
    golf.wish(&[(0, strike(0, 0))]);
    (0..120).for_each(|_| drop(golf.wish(&[])));
    assert!(golf.balls[0].moving);
    let pace = golf.balls[0].vel.x;
    assert!((pace - Fix::int(2)).abs() < Fix::ratio(1, 20), "{pace:?}");
    golf.settle();
    assert!(golf.balls[0].pos.x > Fix::int(9), "it is set down at the end");
}

#[test]
fn whatever_never_ends_is_stopped_after_twelve_seconds() {
    // A belt into a corner, and a belt back: a ball that goes round for ever.
    let belts = "conveyor right 2 1 1 6 1 6 15 1 15\nconveyor left 2 6 1 11 1 11 15 6 15";
    let mut golf = round(1, plain(), &hole(belts));
    golf.place(0, at(4, 8));
    golf.wish(&[(0, strike(UP, 3))]);
    let mut ticks = 1;
    while golf.balls[0].moving {
        golf.wish(&[]);
        ticks += 1;
    }
    assert_eq!(ticks, u32::from(tune::ROLL_TICKS));
    assert!(golf.view().balls[0].may_strike);
    let lies = golf.balls[0].pos;
    (0..300).for_each(|_| drop(golf.wish(&[])));
    assert_eq!(golf.balls[0].pos, lies, "and it stays there until it is struck");
}

#[test]
fn water_costs_a_stroke_and_the_ball_lies_where_it_was_played_from() {
    let mut golf = round(1, plain(), &hole("water 1 6 11 6 11 9 1 9"));
    let lie = golf.balls[0].pos;
    let events = golf.putt(UP, 14);
    assert!(events.iter().any(|event| matches!(event, GolfEvent::Lost { water: true, .. })));
    assert!(events.contains(&GolfEvent::Back(Seat(0))));
    assert_eq!((golf.balls[0].pos, golf.balls[0].strokes), (lie, 2));
}

#[test]
fn out_of_bounds_is_the_same_without_water() {
    let mut golf = round(1, plain(), &hole("out 1 6 11 6 11 9 1 9"));
    let lie = golf.balls[0].pos;
    let events = golf.putt(UP, 14);
    assert!(events.iter().any(|event| matches!(event, GolfEvent::Lost { water: false, .. })));
    assert_eq!((golf.balls[0].pos, golf.balls[0].strokes), (lie, 2));
}

#[test]
fn with_the_option_it_is_dropped_dry_at_the_edge_where_it_went_in() {
    let rules = GolfRules { water_drop: true, ..plain() };
    let hole = hole("water 1 6 11 6 11 9 1 9");
    for angle in [UP, UP - 60, UP + 45] {
        let mut golf = round(1, rules, &hole);
        golf.putt(angle, 14);
        let dropped = golf.balls[0].pos;
        assert!(hole.is_lie(dropped), "never in a hazard");
        assert!(dropped.y > Fix::int(9) && dropped.y < Fix::ratio(97, 10), "{dropped:?}");
        assert_eq!(golf.balls[0].strokes, 2);
    }
}

#[test]
fn the_last_stroke_may_go_into_the_water_and_the_limit_holds() {
    let mut golf = round(1, plain(), &hole("water 1 6 11 6 11 9 1 9"));
    golf.balls[0].strokes = 9;
    golf.putt(UP, 14);
    assert_eq!((golf.ending(0), golf.balls[0].strokes), (Ending::StrokeLimit, 10));
}

#[test]
fn a_tunnel_swallows_a_ball_and_spits_it_out_over_there() {
    let mut golf = round(1, plain(), &hole("tunnel 6 9 to 3 4 heading right"));
    let events = golf.putt(UP, 12);
    let (seat, tunnel) = (Seat(0), 0);
    assert!(events.contains(&GolfEvent::TunnelIn { seat, tunnel }));
    assert!(events.contains(&GolfEvent::TunnelOut { seat, tunnel }));
    let pos = golf.balls[0].pos;
    assert!(pos.x > Fix::int(4) && (pos.y - Fix::int(4)).abs() < Fix::ratio(1, 50), "{pos:?}");
}

#[test]
fn a_fast_ball_over_the_rim_curls_and_a_slow_one_falls() {
    let pass = |offset: i32, power: u8| {
        let mut golf = round(1, plain(), &hole(""));
        golf.place(0, Vec2::new(Fix::int(6) + Fix(offset * 655), Fix::int(7)));
        let events = golf.wish(&[(0, strike(UP, power))]);
        let mut events = events;
        while golf.balls[0].pos.y > Fix::ratio(22, 10) && !golf.balls[0].is_done() {
            events.append(&mut golf.wish(&[]));
        }
        (events.contains(&GolfEvent::LipOut(Seat(0))), golf.balls[0].vel.x, golf.ending(0))
    };
    let (lipped, right, _) = pass(-20, 20);
    assert!(lipped && right > Fix::ONE, "drawn to the cup's side: {right:?}");
    let (lipped, left, _) = pass(20, 20);
    assert!(lipped && left == -right, "and mirrored");
    let (lipped, straight, ending) = pass(0, 31);
    assert!(lipped && straight == Fix::ZERO && ending == Ending::Open);
    let (_, gentle, _) = pass(-5, 20);
    assert!(gentle > Fix::ZERO && gentle < right, "less offset, less curl");
    assert_eq!(pass(-20, 10).2, Ending::Holed);
}
