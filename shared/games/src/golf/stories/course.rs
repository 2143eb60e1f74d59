//! The eighteen holes, and those who play them.

use super::*;
use crate::Skill;
use netplay::rng::SimRng;

fn course() -> Vec<Arc<Hole>> {
    let read = |(name, text): &(String, String)| {
        Arc::new(Hole::parse_trusted(text).unwrap_or_else(|fault| panic!("{name}: {fault}")))
    };
    built_in().iter().map(read).collect()
}

#[test]
fn eighteen_holes_are_fair() {
    let files = built_in();
    assert_eq!(files.len(), 18);
    for (name, text) in files {
        Hole::parse(&text).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    }
}

/// How many strokes the AI needs on the average, in tenths, and how many balls are not holed.
fn average(hole: &Arc<Hole>, skill: Skill) -> (u32, u32) {
    let (mut strokes, mut lost) = (0, 0);
    for seed in 0..3 {
        let rules = GolfRules { skill, ..plain() };
        let setup = GolfSetup { seed, seats: 8, rules };
        let mut golf = Golf::new(setup, vec![hole.clone()]).expect("a round");
        golf.wait_for(Phase::Card);
        for ball in &golf.balls {
            strokes += u32::from(ball.strokes);
            lost += u32::from(ball.ending != Ending::Holed as u8);
        }
    }
    (strokes * 10 / 24, lost)
}

#[test]
fn the_hard_ai_plays_about_par_and_the_normal_one_gets_home_everywhere() {
    for hole in course() {
        let par = u32::from(hole.par) * 10;
        let (strokes, lost) = average(&hole, Skill::Hard);
        assert!(strokes + 10 >= par && strokes <= par + 10, "{}: {strokes} tenths", hole.name);
        assert_eq!(lost, 0, "{}", hole.name);
        let (_, lost) = average(&hole, Skill::Normal);
        assert!(lost <= 1, "{}: {lost} not home", hole.name);
    }
}

#[test]
fn the_easy_ai_is_worse_than_the_hard_one_and_not_hopeless() {
    let (mut easy, mut hard, mut par) = (0, 0, 0);
    for hole in course() {
        easy += average(&hole, Skill::Easy).0;
        hard += average(&hole, Skill::Hard).0;
        par += u32::from(hole.par) * 10;
    }
    assert!(easy > hard + 90, "{easy} against {hard} tenths");
    assert!(easy < par + 18 * 25, "{easy} tenths, par {par}");
}

/// A place where a ball can lie.
fn lie(hole: &Hole, rng: &mut SimRng) -> Vec2 {
    loop {
        let (x, y) = (hole.size.x.0.unsigned_abs(), hole.size.y.0.unsigned_abs());
        let pos = Vec2::new(Fix(rng.below(x) as i32), Fix(rng.below(y) as i32));
        if hole.is_inside(pos) && hole.has_room(pos) && hole.is_lie(pos) {
            return pos;
        }
    }
}

/// Random shots on some of the holes: they never leave the world and always come to rest.
fn shots(from: usize) {
    let rules = GolfRules { collisions: true, water_drop: true, ..plain() };
    let mut rng = SimRng::new(7, from as u64);
    for hole in course().iter().skip(from).step_by(6) {
        for volley in 0..56 {
            let mut golf = round(8, rules, hole);
            // Movers are somewhere else each time.
            golf.head.tick = volley * 37;
            let mut wishes = Vec::new();
            for seat in 0..8 {
                golf.place(seat, lie(hole, &mut rng));
                golf.balls[seat].strokes = 1;
                let power = if rng.below(3) == 0 { 31 } else { rng.below(32) as u8 };
                wishes.push((seat as u16, strike(rng.below(1024) as u16, power)));
            }
            golf.wish(&wishes);
            let mut ticks = 0;
            let mut quiet = [0_u32; 8];
            while golf.balls.iter().zip(quiet).any(|(ball, quiet)| ball.moving && quiet == 0) {
                golf.wish(&[]);
                ticks += 1;
                for (ball, quiet) in golf.balls.iter().zip(&mut quiet) {
                    let pos = ball.pos;
                    assert!(hole.is_inside(pos), "{}: {pos:?}", hole.name);
                    assert!(ball.is_possible(hole), "{}: {ball:?}", hole.name);
                    *quiet += u32::from(!ball.moving);
                }
                assert!(ticks < 20 * 60, "{}: still rolling", hole.name);
            }
        }
    }
}

#[test]
fn ten_thousand_random_shots_1() {
    shots(0);
}

#[test]
fn ten_thousand_random_shots_2() {
    shots(1);
}

#[test]
fn ten_thousand_random_shots_3() {
    shots(2);
}

#[test]
fn ten_thousand_random_shots_4() {
    shots(3);
}

#[test]
fn ten_thousand_random_shots_5() {
    shots(4);
}

#[test]
fn ten_thousand_random_shots_6() {
    shots(5);
}
