//! The AI player: it looks along the way to the cup, thinks for a moment, waits for a gap, and
//! strikes, a little wrong.
//!
//! It sees what everybody sees, and its stroke is a word of the pad. What it plans it plans once a
//! stroke; in all other ticks it only counts, or looks whether the wall that moves is out of the
//! way.

use super::ball::Ball;
use super::hole::{Hole, QUARTERS, Surface, is_against};
use super::pad::{Stroke, Wish};
use super::tune;
use crate::Skill;
use crate::fix::{Angle, Fix, Vec2};
use crate::state::state_struct;
use netplay::ids::PadWord;
use netplay::rng::SimRng;

state_struct! {
    /// What a player keeps in mind.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct Bot {
        pub(crate) rng: SimRng,
        /// Ticks until it strikes.
        pub(crate) pause: u8,
        /// The stroke it has in mind, as a word; 0 for none.
        pub(crate) plan: u16,
        /// How often it has waited for a gap.
        pub(crate) waits: u8,
        pub(crate) skill: u8,
    }
}

/// It thinks for so long, and up to so much longer.
const PAUSE_TICKS: (u8, u32) = (50, 70);
/// Until it looks again whether there is a gap, and how often it does at most.
const GAP_TICKS: u8 = 9;
const GAPS: u8 = 60;

/// How a skill plays.
struct Style {
    /// 1024ths of a turn that a stroke goes wrong at most.
    angle: u32,
    /// Hundredths of the speed.
    speed: u32,
    /// How often it looks for a gap before it strikes all the same.
    waits: u8,
}

const fn style(skill: u8) -> Style {
    match skill {
        0 => Style { angle: 27, speed: 28, waits: 5 },
        1 => Style { angle: 13, speed: 14, waits: 35 },
        _ => Style { angle: 2, speed: 4, waits: GAPS },
    }
}

impl Bot {
    pub(crate) fn new(seed: u64, seat: u16, skill: Skill) -> Self {
        let rng = SimRng::new(seed, u64::from(seat));
        Self { rng, pause: PAUSE_TICKS.0, plan: 0, waits: 0, skill: skill as u8 }
    }

    pub(crate) fn is_possible(&self) -> bool {
        Skill::of_byte(self.skill).is_some()
            && u32::from(self.pause) <= u32::from(PAUSE_TICKS.0) + PAUSE_TICKS.1
            && self.waits <= GAPS
    }

    /// Between -most and most, near 0 more often.
    fn wrong(&mut self, most: u32) -> i32 {
        (self.rng.below(most + 1) + self.rng.below(most + 1)) as i32 - most as i32
    }
}

/// What the player of a ball that may be struck does in this tick.
pub(crate) fn play(ball: &mut Ball, hole: &Hole, tick: u32) -> Wish {
    let (bot, pos, strokes) = (&mut ball.bot, ball.pos, ball.strokes);
    if bot.pause > 0 {
        bot.pause -= 1;
        return Wish::Idle;
    }
    let style = style(bot.skill);
    let stroke = match Wish::read(PadWord(bot.plan)) {
        Wish::Strike(stroke) => stroke,
        _ => plan(bot, &style, pos, hole, strokes),
    };
    let strike = Wish::Strike(stroke);
    let patience = style.waits.saturating_mul(care(strokes) as u8).min(GAPS);
    if bot.waits < patience && !is_gap(pos, stroke, hole, tick) {
        (bot.plan, bot.pause, bot.waits) = (strike.word().0, GAP_TICKS, bot.waits + 1);
        return Wish::Idle;
    }
    bot.pause = PAUSE_TICKS.0 + bot.rng.below(PAUSE_TICKS.1) as u8;
    (bot.plan, bot.waits) = (0, 0);
    strike
}

/// Whether a ball's player is the AI and the ball waits for it.
pub(crate) const fn is_due(ball: &Ball) -> bool {
    ball.ai && ball.is_ready_to_strike()
}

/// A point to strike for, and how fast the ball is meant to be there.
struct Target {
    at: Vec2,
    speed: Fix,
}

/// Whoever has needed many strokes takes care: errors are divided by this, patience is multiplied.
fn care(strokes: u8) -> u32 {
    u32::from(strokes / 4) + 1
}

fn plan(bot: &mut Bot, style: &Style, pos: Vec2, hole: &Hole, strokes: u8) -> Stroke {
    let target = target(pos, hole);
    let (heading, speed) = correct(pos, &target, hole);
    let care = care(strokes);
    let speed = speed + speed.scale(bot.wrong(style.speed / care), 100);
    let angle = (i32::from(heading.0) + 32) / 64 + bot.wrong(style.angle / care);
    Stroke { angle: (angle & 1023) as u16, power: Stroke::power_for(speed) }
}

/// What a player who never errs would strike, whatever moves; and which way that looks at first,
/// before slopes are allowed for.
pub(crate) fn advise(pos: Vec2, hole: &Hole) -> (Stroke, Angle) {
    let target = target(pos, hole);
    let (heading, speed) = correct(pos, &target, hole);
    let angle = (heading.0 >> 6).wrapping_add(heading.0 >> 5 & 1) & 1023;
    (Stroke { angle, power: Stroke::power_for(speed) }, (target.at - pos).angle())
}

/// The farthest point of the way that a ball reaches straight on.
fn target(pos: Vec2, hole: &Hole) -> Target {
    let cup = Target { at: hole.cup, speed: Fix::ratio(19, 10) };
    let (path, tunnel) = hole.way.path(pos, hole);
    let tunnel = tunnel.and_then(|index| hole.tunnels.get(usize::from(index)));
    let end = match tunnel {
        Some(tunnel) => Target { at: tunnel.from, speed: Fix::ratio(5, 2) },
        None => cup,
    };
    if is_straight(pos, end.at, hole) {
        return end;
    }
    // From afar every third cell is enough to look at.
    let stride = if path.len() > 24 { 3 } else { 1 };
    let seen = path
        .iter()
        .rev()
        .step_by(stride)
        .find(|at| hole.is_lie(**at) && is_straight(pos, **at, hole));
    match seen.or(path.first()) {
        Some(at) => Target { at: *at, speed: Fix::ratio(1, 2) },
        None => end,
    }
}

/// Whether nothing that stands still is between two points.
fn is_straight(from: Vec2, to: Vec2, hole: &Hole) -> bool {
    let way = to - from;
    let Some(ahead) = way.unit() else { return true };
    if hole.gates.iter().any(|gate| is_against(gate, from, to)) {
        return false;
    }
    let steps = way.length().scale(5, 1).whole();
    let point = |step: i32| from + ahead * Fix::ratio(step, 5);
    // The cells first, they are cheap; a ball that leans on a wall begins in none.
    (3..steps).all(|step| hole.way.is_open(point(step)))
        && (1..steps).all(|step| hole.has_room(point(step)))
}

/// The speed with which a ball comes to a target straight on, faster where the ground brakes.
fn speed_for(pos: Vec2, target: &Target, hole: &Hole) -> Fix {
    let way = target.at - pos;
    let Some(ahead) = way.unit() else { return tune::TOUCH };
    let mut square = target.speed * target.speed;
    let steps = way.length().scale(4, 1).whole();
    for step in (0..=steps).rev() {
        let patch = hole.patch(pos + ahead * Fix::ratio(step, 4));
        let (flow, drag) = patch.map_or((Vec2::ZERO, 12), |p| (p.flow, p.drag_in_twelfths()));
        let slope = patch.is_some_and(|patch| patch.kind == Surface::Slope);
        let brake = if slope { tune::DRAG - flow.dot(ahead) } else { tune::DRAG.scale(drag, 12) };
        square = (square + brake.scale(1, 2)).max(Fix::ZERO).min(Fix::int(300));
    }
    square.sqrt()
}

/// The direction and speed of a stroke, corrected for the slopes on its way.
fn correct(pos: Vec2, target: &Target, hole: &Hole) -> (Angle, Fix) {
    let straight = (target.at - pos).angle();
    let speed = speed_for(pos, target, hole);
    if hole.patches.iter().all(|patch| patch.flow == Vec2::ZERO) {
        return (straight, speed);
    }
    let mut heading = straight;
    for _ in 0..3 {
        let passes = imagine(pos, heading.unit() * speed, target.at, hole);
        let miss = (passes - pos).angle().to(straight);
        heading = heading.turned(miss.clamp(-0x0C00, 0x0C00));
    }
    (heading, speed)
}

/// Where a ball that no wall stops passes a point, roughly.
fn imagine(pos: Vec2, vel: Vec2, by: Vec2, hole: &Hole) -> Vec2 {
    let (mut pos, mut vel) = (pos, vel);
    let mut nearest = pos;
    for _ in 0..120 {
        let patch = hole.patch(pos);
        let (flow, drag) = patch.map_or((Vec2::ZERO, 12), |p| (p.flow, p.drag_in_twelfths()));
        let speed = vel.length();
        let left = speed - tune::DRAG.scale(drag, 12 * 20);
        if left <= Fix::ZERO {
            break;
        }
        vel = Vec2::new(vel.x.scale(left.0, speed.0), vel.y.scale(left.0, speed.0));
        vel += Vec2::new(flow.x.scale(1, 20), flow.y.scale(1, 20));
        pos += Vec2::new(vel.x.scale(1, 20), vel.y.scale(1, 20));
        if (pos - by).square() < (nearest - by).square() {
            nearest = pos;
        }
    }
    nearest
}

/// Whether a ball struck now meets nothing that moves on its first metres.
fn is_gap(pos: Vec2, stroke: Stroke, hole: &Hole, tick: u32) -> bool {
    if hole.movers.is_empty() && hole.gates.is_empty() {
        return true;
    }
    let (ahead, mut speed) = (stroke.heading().unit(), stroke.speed());
    let mut pos = pos;
    let reach = tune::BALL_RADIUS + tune::WALL_HALF + Fix::ratio(1, 10);
    // Twenty looks a second, three seconds long.
    for look in 1..60 {
        speed = (speed - tune::DRAG.scale(1, 20)).max(Fix::ZERO);
        pos += ahead * speed.scale(1, 20);
        let then = tick.wrapping_add(look * 3);
        let hit = |from: Vec2, to: Vec2| distance(pos, from, to) < reach;
        let shut =
            hole.gates.iter().any(|gate| !gate.is_open(then) && hit(gate.wall.0, gate.wall.1));
        let moved = hole.movers.iter().any(|mover| {
            (0..mover.walls()).any(|wall| {
                let pose = mover.pose(wall, then.wrapping_mul(QUARTERS));
                hit(pose.from, pose.to)
            })
        });
        if shut || moved {
            return false;
        }
        if speed == Fix::ZERO {
            break;
        }
    }
    true
}

/// How far a point is from a wall.
fn distance(pos: Vec2, from: Vec2, to: Vec2) -> Fix {
    let Some(way) = (to - from).unit() else { return (pos - from).length() };
    let along = (pos - from).dot(way).max(Fix::ZERO).min((to - from).length());
    (pos - from - way * along).length()
}
