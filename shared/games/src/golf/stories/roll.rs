//! Walls, corners, bumpers, movers, gates, and other balls.

use super::*;
use netplay::rng::SimRng;

#[test]
fn a_wall_gives_back_the_angle_and_a_part_of_the_speed() {
    let mut golf = round(1, plain(), &hole(""));
    golf.place(0, at(6, 8));
    golf.wish(&[(0, strike(0, 20))]);
    let bounce = (0..200).find_map(|_| {
        let events = golf.wish(&[]);
        events.into_iter().find(|event| matches!(event, GolfEvent::Bounce { .. }))
    });
    let Some(GolfEvent::Bounce { off: Hard::Wall, at, .. }) = bounce else { panic!("{bounce:?}") };
    assert!((at.x - Fix::int(11)).abs() < Fix::ratio(1, 20), "at the wall: {at:?}");
    assert!(golf.balls[0].vel.x < Fix::ZERO && golf.balls[0].vel.y == Fix::ZERO);
}

#[test]
fn a_bumper_gives_more_than_it_got_but_never_without_bound() {
    let mut golf = round(1, plain(), &hole("bumper 9 4 9 12\nbumper 3 4 3 12\nbouncer 6 3 0.5"));
    golf.place(0, at(6, 8));
    golf.wish(&[(0, strike(0, 12))]);
    let (mut fastest, mut gained) = (Fix::ZERO, false);
    let mut before = golf.balls[0].vel.length();
    for _ in 0..600 {
        let events = golf.wish(&[]);
        let speed = golf.balls[0].vel.length();
        let kicked =
            events.iter().any(|event| matches!(event, GolfEvent::Bounce { off: Hard::Bumper, .. }));
        gained |= kicked && speed > before;
        fastest = fastest.max(speed);
        before = speed;
    }
    assert!(gained && fastest <= tune::UNHEARD_OF);
    assert!(fastest < Fix::int(40), "{fastest:?}");
}

#[test]
fn nothing_tunnels_at_full_power() {
    // Thin walls, a post, a slanted one, an arc: from everywhere, in every direction.
    let walls =
        "wall 3 4 9 4\nwall 9 5 6 9\npost 3 8 0.3\narc 7 11 2 180 0\nblock 2 10 4 10 4 12 2 12";
    let hole = hole(walls);
    let mut rng = SimRng::new(1, 1);
    let mut touched = 0;
    for _ in 0..300 {
        let mut golf = round(1, plain(), &hole);
        let pos = loop {
            let pos = spot(120 + rng.below(960) as i32, 120 + rng.below(1360) as i32);
            if hole.is_inside(pos) && hole.has_room(pos) {
                break pos;
            }
        };
        golf.place(0, pos);
        golf.wish(&[(0, strike(rng.below(1024) as u16, 31))]);
        for _ in 0..60 {
            let events = golf.wish(&[]);
            touched += events.len();
            let pos = golf.balls[0].pos;
            assert!(hole.is_inside(pos), "{pos:?}");
            // The distance to each wall keeps its sign because it never comes near to 0.
            assert!(hole.solids.deepest(pos) > -Fix::ratio(1, 100), "{pos:?}");
        }
    }
    assert!(touched > 300, "{touched}");
}

#[test]
fn a_head_on_outside_corner_sends_a_ball_straight_back() {
    // Diagonally at the corner of a block: both edges and the corner are equally near.
    let mut golf = round(1, plain(), &hole("block 5 5 8 5 8 8 5 8"));
    golf.place(0, at(2, 2));
    golf.wish(&[(0, strike(128, 20))]);
    for _ in 0..200 {
        golf.wish(&[]);
        let ball = &golf.balls[0];
        assert_eq!(ball.pos.x, ball.pos.y, "off neither edge, off the corner");
    }
}

#[test]
fn an_inside_corner_is_two_bounces_in_one_tick_and_both_are_made() {
    let mut golf = round(1, plain(), &hole(""));
    golf.place(0, at(3, 3));
    golf.wish(&[(0, strike(512 + 128, 25))]);
    (0..60).for_each(|_| drop(golf.wish(&[])));
    let ball = &golf.balls[0];
    assert!(ball.vel.x > Fix::ZERO && ball.vel.x == ball.vel.y, "back the way it came");
}

#[test]
fn a_moving_wall_is_where_the_tick_says_and_pushes_a_ball_that_lies_there() {
    let hole = hole("slider 2 8 4 8 by 6 0 every 4");
    let mut golf = round(1, plain(), &hole);
    golf.place(0, at(7, 8));
    let (one, other) = (golf.clone(), &mut golf);
    assert_eq!(one.view().movers, other.view().movers);
    let mut woken = false;
    for _ in 0..240 {
        golf.wish(&[]);
        woken |= golf.balls[0].moving;
    }
    assert!(woken && golf.balls[0].pos.x > Fix::int(8), "{:?}", golf.balls[0].pos);
    golf.place(0, at(6, 13));
    let around = |tick: u32| hole.movers[0].pose(0, tick * 4).from;
    assert_eq!(around(17), around(17 + 240), "once around, the same again");
}

#[test]
fn what_a_moving_wall_squeezes_stays_in_the_hole() {
    // The wall goes on into the edge of the hole, with the ball between the two.
    let hole = hole("slider 9 7 9 9 by 3 0 every 3\nspinner 3 8 2.6 blades 4 every 4");
    for x in [100, 250, 400, 980, 1040, 1079] {
        let mut golf = round(1, plain(), &hole);
        golf.place(0, spot(x.max(121), 800));
        for _ in 0..900 {
            golf.wish(&[]);
            let pos = golf.balls[0].pos;
            assert!(hole.is_inside(pos), "{pos:?}");
        }
    }
}

#[test]
fn a_gate_is_a_wall_while_it_is_shut() {
    let hole = hole("gate 1 9 11 9 open 2 shut 2");
    let pass = |wait: u32| {
        let mut golf = round(1, plain(), &hole);
        (0..wait).for_each(|_| drop(golf.wish(&[])));
        golf.wish(&[(0, strike(UP, 22))]);
        (0..60).for_each(|_| drop(golf.wish(&[])));
        golf.balls[0].pos.y < Fix::int(9)
    };
    assert!(pass(0) && !pass(121));
    let mut golf = round(1, plain(), &hole);
    assert_eq!(golf.view().gates_open, [true]);
    (0..121).for_each(|_| drop(golf.wish(&[])));
    assert_eq!(golf.view().gates_open, [false]);
}

#[test]
fn a_valve_lets_through_one_way() {
    let hole = hole("oneway 1 9 11 9 lets up");
    let mut golf = round(1, plain(), &hole);
    golf.putt(UP, 14);
    assert!(golf.balls[0].pos.y < Fix::int(8), "up it goes");
    golf.place(0, at(3, 6));
    golf.putt(256, 25);
    assert!(golf.balls[0].pos.y < Fix::int(9), "but not down again: {:?}", golf.balls[0].pos);
}

#[test]
fn the_strongest_stroke_reaches_the_far_end_of_the_largest_hole() {
    let text =
        "name Long\ntheme meadow\npar 3\nsize 6 30\ntee 3 28\ncup 1.5 2\noutline 1 1 5 1 5 29 1 29";
    let hole = Arc::new(Hole::parse(text).expect("fair"));
    let mut golf = round(1, plain(), &hole);
    let events = golf.putt(UP, 31);
    assert!(events.iter().any(|event| matches!(event, GolfEvent::Bounce { .. })));
}

#[test]
fn balls_pass_through_each_other_unless_the_room_wants_otherwise() {
    let play = |collisions: bool| {
        let mut golf = round(2, GolfRules { collisions, ..plain() }, &hole(""));
        golf.place(0, at(3, 8));
        golf.place(1, at(6, 8));
        (golf.balls[0].strokes, golf.balls[1].strokes) = (1, 1);
        let events = golf.putt(0, 12);
        let knocked = events.iter().any(|event| matches!(event, GolfEvent::Knock { .. }));
        (knocked, golf.balls[1].pos != at(6, 8))
    };
    assert_eq!(play(false), (false, false));
    assert_eq!(play(true), (true, true));
}

#[test]
fn nobody_is_knocked_off_the_tee_before_the_first_stroke() {
    let mut golf = round(8, GolfRules { collisions: true, ..plain() }, &hole(""));
    golf.putt(UP, 5);
    assert!((1..8).all(|seat| golf.balls[seat].pos == golf.hole().tee));
}

#[test]
fn a_tick_of_resting_balls_changes_nothing() {
    let mut golf = round(8, plain(), &hole(""));
    let before = golf.balls.clone();
    golf.wish(&[]);
    assert_eq!(golf.balls, before);
}

#[test]
fn the_aim_line_goes_to_the_first_wall_and_on_from_there() {
    let mut golf = round(1, plain(), &hole(""));
    golf.place(0, at(6, 8));
    let line = golf.aim(Seat(0), Stroke { angle: 128, power: 31 }).points;
    assert_eq!((line.len(), line[0]), (3, at(6, 8)));
    assert!((line[1].x - Fix::ratio(108, 10)).abs() < Fix::ratio(1, 50), "{line:?}");
    assert!(line[2].x < line[1].x && line[2].y > line[1].y);
    assert_eq!(golf.aim(Seat(0), Stroke { angle: 128, power: 2 }).points.len(), 2);
    assert!(golf.aim(Seat(9), Stroke::default()).points.is_empty());
}
