//! Nothing depends on which way is up, or on who sits where.

use super::*;
use netplay::rng::SimRng;

/// Straight walls, slanted ones, posts, rounded corners, an arc, ground and things that move: in
/// quarters of a metre around (8, 8), so that turned and mirrored numbers are exact.
const CORNERS: [(i32, i32); 6] = [(-24, -24), (24, -24), (24, 8), (8, 8), (8, 24), (-24, 24)];

struct Turned {
    mirror: bool,
    quarters: u32,
}

impl Turned {
    fn offset(&self, (mut x, mut y): (i32, i32)) -> (i32, i32) {
        if self.mirror {
            x = -x;
        }
        for _ in 0..self.quarters {
            (x, y) = (-y, x);
        }
        (x, y)
    }

    fn text(&self, points: &[(i32, i32)], round: &str) -> String {
        let quarter = |value: i32| format!("{}.{:02}", value / 4, value % 4 * 25);
        let one = |point: &(i32, i32)| {
            let (x, y) = self.offset(*point);
            format!("{} {}{round} ", quarter(x + 32), quarter(y + 32))
        };
        points.iter().map(one).collect()
    }

    fn angle(&self, angle: u16) -> u16 {
        let mirrored = if self.mirror { 512_u16.wrapping_sub(angle) } else { angle };
        mirrored.wrapping_add(256 * self.quarters as u16) & 1023
    }

    /// An angle in degrees, of directions in quarter turns.
    fn degrees(&self, quarter: u16) -> u32 {
        u32::from(self.angle(quarter * 256)) * 90 / 256
    }

    fn hole(&self) -> Arc<Hole> {
        let text = |points: &[(i32, i32)]| self.text(points, "");
        let (x, y) = self.offset((8, 0));
        let lines = [
            format!("name Turned\ntheme meadow\npar 2\nsize 16 16\ntee {}", text(&[(-16, 16)])),
            format!("cup {}", text(&[(18, -18)])),
            format!("outline {}", self.text(&CORNERS, "~1")),
            format!("wall {}", text(&[(-16, -4), (-8, 4)])),
            format!("wall {}", text(&[(-4, -16), (4, -16)])),
            format!("block {}", text(&[(-12, 8), (-8, 8), (-8, 12), (-12, 12)])),
            format!("bouncer {} 0.5", text(&[(0, 0)])),
            format!("post {} 0.25", text(&[(14, -6)])),
            format!("bumper {}", text(&[(10, 0), (16, -4)])),
            format!("sand circle {} 1", text(&[(-2, 14)])),
            format!("slope {} 1.5 {}", self.degrees(3), text(&[(-8, -14), (0, -14), (0, -8)])),
            format!("slider {} by {} {} every 3", text(&[(-14, -14), (-14, -10)]), x / 4, y / 4),
            format!("oneway {} lets {}", text(&[(4, 2), (4, 6)]), self.degrees(0)),
        ];
        Arc::new(Hole::parse_trusted(&lines.join("\n")).expect("a hole"))
    }

    /// Where a place of the plain hole is in this one.
    fn place(&self, pos: Vec2) -> Vec2 {
        let (mut x, mut y) = ((pos.x - Fix::int(8)).0, (pos.y - Fix::int(8)).0);
        if self.mirror {
            x = -x;
        }
        for _ in 0..self.quarters {
            (x, y) = (-y, x);
        }
        Vec2::new(Fix::int(8) + Fix(x), Fix::int(8) + Fix(y))
    }
}

#[test]
fn a_mirrored_or_turned_hole_is_played_mirrored_or_turned_to_the_last_bit() {
    let plain_way = Turned { mirror: false, quarters: 0 };
    let mut rng = SimRng::new(3, 3);
    for way in 1..8 {
        let turned = Turned { mirror: way & 4 != 0, quarters: way & 3 };
        let mut one = round(2, GolfRules { collisions: true, ..plain() }, &plain_way.hole());
        let mut other = round(2, GolfRules { collisions: true, ..plain() }, &turned.hole());
        for stroke in 0..24 {
            let (first, second) = (rng.below(1024) as u16, rng.below(1024) as u16);
            let power = 8 + rng.below(24) as u8;
            one.wish(&[(0, strike(first, power)), (1, strike(second, power))]);
            let (first, second) = (turned.angle(first), turned.angle(second));
            other.wish(&[(0, strike(first, power)), (1, strike(second, power))]);
            for tick in 0..110 {
                one.wish(&[]);
                other.wish(&[]);
                for (ball, its) in one.balls.iter().zip(&other.balls) {
                    let wanted = turned.place(ball.pos);
                    assert_eq!(its.pos, wanted, "way {way}, stroke {stroke}, tick {tick}");
                    assert_eq!(its.moving, ball.moving);
                }
            }
            // The limit is not the matter here.
            for ball in one.balls.iter_mut().chain(&mut other.balls) {
                ball.strokes = 1;
            }
        }
    }
}

#[test]
fn who_sits_where_makes_no_difference_to_balls_that_touch() {
    let hole = hole("bouncer 6 8 0.5\nslope down 1 1 2 11 2 11 6 1 6");
    let mut rng = SimRng::new(4, 4);
    let mut knocks = 0;
    for _ in 0..20 {
        let rules = GolfRules { collisions: true, ..plain() };
        let (mut one, mut other) = (round(6, rules, &hole), round(6, rules, &hole));
        let seats = [3, 0, 5, 1, 4, 2];
        let (mut first, mut second) = (Vec::new(), Vec::new());
        for (seat, its) in seats.into_iter().enumerate() {
            let pos = spot(150 + rng.below(900) as i32, 650 + rng.below(600) as i32);
            let wish = strike(rng.below(1024) as u16, 10 + rng.below(20) as u8);
            one.place(seat, pos);
            other.place(its, pos);
            (one.balls[seat].strokes, other.balls[its].strokes) = (1, 1);
            first.push((seat as u16, wish));
            second.push((its as u16, wish));
        }
        one.wish(&first);
        other.wish(&second);
        for _ in 0..300 {
            knocks += one.wish(&[]).iter().filter(|e| matches!(e, GolfEvent::Knock { .. })).count();
            other.wish(&[]);
            for (seat, its) in seats.into_iter().enumerate() {
                assert_eq!(one.balls[seat].pos, other.balls[its].pos);
                assert_eq!(one.balls[seat].vel, other.balls[its].vel);
            }
        }
    }
    assert!(knocks > 20, "{knocks}");
}
