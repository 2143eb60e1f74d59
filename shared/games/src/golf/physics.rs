//! How balls roll: four steps a tick, so that the fastest ball moves less than half its size in
//! one.
//!
//! A step of a ball: the ground pulls and brakes → it moves, at most [`IMPACTS`] times from one
//! touch to the next (which of two touches counts is the tie rule of `hole::solid`) → what moves
//! pushes it → is it in the water, a tunnel, the cup? When every ball has made its step, those
//! that overlap push each other, every pair worked out before any is applied. No number depends
//! on who sits where, and all of them are odd: a mirrored hole is played mirrored.

use super::ball::{Ball, Gone};
use super::event::{GolfEvent, Hard};
use super::hole::{GateKind, Hole, QUARTERS, Surface};
use super::score::STROKES_MOST;
use super::tune;
use crate::fix::{Fix, Vec2};
use alloc::vec::Vec;
use netplay::ids::Seat;
use netplay::limits::ROOM_SEATS;

/// A step is a 240th of a second.
const STEPS: i32 = 240;
/// Touches in one step; what is left of the step then is not rolled.
const IMPACTS: u32 = 4;
/// What a push may lose to rounding.
const SLACK: Fix = Fix(64);

/// What all balls share in a tick.
pub(super) struct World<'a> {
    pub(super) hole: &'a Hole,
    pub(super) tick: u32,
    pub(super) collisions: bool,
    pub(super) water_drop: bool,
}

/// A wall that moves or is not always there, in a step.
#[derive(Clone, Copy)]
struct Obstacle {
    from: Vec2,
    way: Vec2,
    length: Fix,
    /// The velocity of both ends.
    pace: (Vec2, Vec2),
    hard: Hard,
    one_way: bool,
}

/// A tick of every ball that moves or is moved.
pub(super) fn roll(balls: &mut [Ball], world: &World<'_>, events: &mut Vec<GolfEvent>) {
    for (seat, ball) in seats(balls) {
        if ball.away > 0 {
            ball.away -= 1;
            if ball.away == 0 {
                come_back(ball, seat, world, events);
            }
        }
    }
    let moving = world.hole.movers.len() + world.hole.gates.len() > 0;
    if !moving && !balls.iter().any(Ball::is_rolling) {
        return;
    }
    let mut obstacles = Vec::new();
    for quarter in 0..QUARTERS {
        obstacles.clear();
        gather(&mut obstacles, world, quarter);
        for (seat, ball) in seats(balls).filter(|(_, ball)| ball.is_in_play()) {
            if ball.moving {
                step(ball, seat, world.hole, events);
            }
            if ball.is_in_play() && ball.roll < tune::ROLL_TICKS {
                for obstacle in &obstacles {
                    shove(ball, seat, obstacle, world.hole, events);
                }
            }
            if ball.is_rolling() {
                look_down(ball, seat, world, events);
            }
        }
        if world.collisions {
            collide(balls, world.hole, events);
        }
    }
    for (seat, ball) in seats(balls).filter(|(_, ball)| ball.is_rolling()) {
        come_to_rest(ball, seat, world.hole, events);
    }
}

fn seats(balls: &mut [Ball]) -> impl Iterator<Item = (Seat, &mut Ball)> {
    (0..).map(Seat).zip(balls)
}

/// Per step, of what is meant per second.
fn per_step(rate: Fix) -> Fix {
    rate.scale(1, STEPS)
}

fn per_step_of(rate: Vec2) -> Vec2 {
    Vec2::new(per_step(rate.x), per_step(rate.y))
}

fn step(ball: &mut Ball, seat: Seat, hole: &Hole, events: &mut Vec<GolfEvent>) {
    let patch = hole.patch(ball.pos);
    let surface = patch.map_or(Surface::Green, |patch| patch.kind);
    if ball.on != surface as u8 {
        ball.on = surface as u8;
        events.push(GolfEvent::Onto { seat, surface });
    }
    let (flow, drag) = patch.map_or((Vec2::ZERO, 12), |p| (p.flow, p.drag_in_twelfths()));
    // A slope pulls; what brakes brakes against the ground, which moves under a conveyor.
    let ground = if surface == Surface::Conveyor { flow } else { Vec2::ZERO };
    if surface == Surface::Slope {
        ball.vel += per_step_of(flow);
    }
    let over = ball.vel - ground;
    let (speed, loss) = (over.length(), per_step(tune::DRAG).scale(drag, 12));
    ball.vel = ground + shortened(over, speed, loss);
    curl(ball, hole);
    let speed = ball.vel.length();
    ball.vel = shortened(ball.vel, speed, speed - tune::FASTEST);
    let start = per_step_of(ball.vel);
    travel(ball, start, hole, |ball, touch| {
        let into = -ball.vel.dot(touch.off);
        if into <= Fix::ZERO {
            return;
        }
        let bounce = if touch.bumper { tune::BUMPER_BOUNCE } else { tune::WALL_BOUNCE };
        let back = if touch.bumper { tune::BUMPER_KICK } else { Fix::ZERO };
        ball.vel += touch.off * (into + into * bounce + back);
        let (hard, force) = (if touch.bumper { Hard::Bumper } else { Hard::Wall }, into);
        tell_bounce(ball, seat, touch.off, hard, force, events);
    });
}

/// A velocity with some of its speed taken away.
fn shortened(vel: Vec2, speed: Fix, loss: Fix) -> Vec2 {
    if loss <= Fix::ZERO {
        return vel;
    }
    if speed <= loss {
        return Vec2::ZERO;
    }
    let left = (speed - loss).0;
    Vec2::new(vel.x.scale(left, speed.0), vel.y.scale(left, speed.0))
}

/// A ball that is too fast for the cup but over its edge is drawn around it.
fn curl(ball: &mut Ball, hole: &Hole) {
    let off = hole.cup - ball.pos;
    if off.x.abs() < tune::CUP_RADIUS && off.y.abs() < tune::CUP_RADIUS {
        let far = off.length();
        if far < tune::CUP_RADIUS {
            let pull = per_step(tune::LIP_PULL);
            ball.vel +=
                Vec2::new(pull * (off.x / tune::CUP_RADIUS), pull * (off.y / tune::CUP_RADIUS));
            let speed = ball.vel.length();
            ball.vel = shortened(ball.vel, speed, per_step(tune::LIP_DRAG));
        }
    }
}

/// Moves a ball by a way, from touch to touch.
fn travel(
    ball: &mut Ball,
    way: Vec2,
    hole: &Hole,
    mut touched: impl FnMut(&mut Ball, &super::hole::Touch),
) {
    let near = hole.solids.near(ball.pos);
    let (mut way, mut left) = (way, Fix::ONE);
    for _ in 0..IMPACTS {
        let Some(touch) = hole.solids.touch(near, ball.pos, way) else {
            ball.pos += way;
            return;
        };
        ball.pos += way * touch.part + touch.off * touch.inside;
        left = left - left * touch.part;
        touched(ball, &touch);
        let start = per_step_of(ball.vel);
        way = start * left;
    }
}

fn tell_bounce(
    ball: &Ball,
    seat: Seat,
    off: Vec2,
    hard: Hard,
    force: Fix,
    events: &mut Vec<GolfEvent>,
) {
    if force > tune::HEARD {
        let at = ball.pos - off * tune::BALL_RADIUS;
        events.push(GolfEvent::Bounce { seat, at, off: hard, force: tenths(force) });
    }
}

fn tenths(speed: Fix) -> u16 {
    speed.scale(10, 1).whole().unsigned_abs().min(u32::from(u16::MAX)) as u16
}

/// Every wall that is not a part of the hole's solids, as it is in a step.
fn gather(obstacles: &mut Vec<Obstacle>, world: &World<'_>, quarter: u32) {
    let now = world.tick.wrapping_mul(QUARTERS).wrapping_add(quarter);
    for mover in &world.hole.movers {
        for wall in 0..mover.walls() {
            let (before, after) = (mover.pose(wall, now), mover.pose(wall, now.wrapping_add(1)));
            let pace = |from: Vec2, to: Vec2| (to - from) * Fix::int(STEPS);
            let pace = (pace(before.from, after.from), pace(before.to, after.to));
            push(obstacles, after.from, after.to, pace, Hard::Mover, false);
        }
    }
    for gate in &world.hole.gates {
        let one_way = matches!(gate.kind, GateKind::OneWay);
        if one_way || !gate.is_open(world.tick) {
            let still = (Vec2::ZERO, Vec2::ZERO);
            push(obstacles, gate.wall.0, gate.wall.1, still, Hard::Gate, one_way);
        }
    }
}

fn push(
    obstacles: &mut Vec<Obstacle>,
    from: Vec2,
    to: Vec2,
    pace: (Vec2, Vec2),
    hard: Hard,
    one_way: bool,
) {
    if let Some(way) = (to - from).unit() {
        let length = (to - from).length();
        obstacles.push(Obstacle { from, way, length, pace, hard, one_way });
    }
}

/// Keeps a ball out of a wall that moves. It never pushes it through one that does not.
fn shove(ball: &mut Ball, seat: Seat, wall: &Obstacle, hole: &Hole, events: &mut Vec<GolfEvent>) {
    let reach = tune::BALL_RADIUS + tune::WALL_HALF;
    let offset = ball.pos - wall.from;
    let along = offset.dot(wall.way).max(Fix::ZERO).min(wall.length);
    let off = offset - wall.way * along;
    if off.x.abs() >= reach || off.y.abs() >= reach {
        return;
    }
    let far = off.length();
    let Some(off) = off.unit().filter(|_| far < reach) else { return };
    if wall.one_way && off.dot(wall.way.right()) <= Fix::ZERO {
        return;
    }
    let part = along / wall.length;
    let pace = wall.pace.0 + (wall.pace.1 - wall.pace.0) * part;
    let into = (pace - ball.vel).dot(off);
    if wall.one_way && (into <= Fix::ZERO || !ball.moving) {
        return;
    }
    if into > Fix::ZERO {
        ball.vel += off * (into + into * tune::WALL_BOUNCE);
        tell_bounce(ball, seat, off, wall.hard, into, events);
    }
    ball.calm = 0;
    ball.moving = true;
    let before = ball.pos;
    let deep = reach - far;
    travel_push(ball, off * deep, hole);
    // Squeezed against a wall it stands, and what moves passes over it.
    if (ball.pos - before).length() + SLACK < deep {
        ball.vel = Vec2::ZERO;
    }
}

/// Moves a ball by a push: up to the first touch, and no farther.
fn travel_push(ball: &mut Ball, way: Vec2, hole: &Hole) {
    let near = hole.solids.near(ball.pos);
    match hole.solids.touch(near, ball.pos, way) {
        Some(touch) => ball.pos += way * touch.part,
        None => ball.pos += way,
    }
}

/// What is under a ball: the cup, a tunnel, water, nothing.
fn look_down(ball: &mut Ball, seat: Seat, world: &World<'_>, events: &mut Vec<GolfEvent>) {
    let hole = world.hole;
    let over_cup = (ball.pos - hole.cup).square() < tune::CUP_RADIUS.square_wide();
    if over_cup {
        if ball.vel.length() < tune::CAPTURE {
            ball.rest();
            ball.pos = hole.cup;
            return;
        }
        ball.lip = true;
    } else if ball.lip {
        ball.lip = false;
        events.push(GolfEvent::LipOut(seat));
    }
    for (index, tunnel) in (0_u8..).zip(&hole.tunnels) {
        if (ball.pos - tunnel.from).square() < tune::TUNNEL_RADIUS.square_wide() {
            let speed = ball.vel.length().scale(4, 5).max(tune::TUNNEL_SPEED);
            ball.vel = tunnel.heading.unit() * speed;
            ball.pos = tunnel.to;
            ball.lip = false;
            ball.go(Gone::Tunnel, tune::TUNNEL_TICKS);
            events.push(GolfEvent::TunnelIn { seat, tunnel: index });
            return;
        }
    }
    let surface =
        if hole.is_within_outline(ball.pos) { hole.surface(ball.pos) } else { Surface::Out };
    if surface.is_hazard() {
        let (at, water) = (ball.pos, surface == Surface::Water);
        ball.strokes = (ball.strokes + 1).min(STROKES_MOST);
        ball.vel = Vec2::ZERO;
        ball.lip = false;
        ball.go(Gone::Lost, tune::LOST_TICKS);
        events.push(GolfEvent::Lost { seat, at, water });
    } else if world.water_drop && hole.is_lie(ball.pos) {
        ball.dry = ball.pos;
    }
}

fn come_back(ball: &mut Ball, seat: Seat, world: &World<'_>, events: &mut Vec<GolfEvent>) {
    match ball.gone() {
        Gone::Lost => {
            ball.pos = if world.water_drop { ball.dry } else { ball.lie };
            ball.rest();
            ball.roll = 0;
            events.push(GolfEvent::Back(seat));
        }
        Gone::Tunnel => {
            let at = |tunnel: &super::hole::Tunnel| tunnel.to == ball.pos;
            let tunnel = world.hole.tunnels.iter().position(at).unwrap_or(0) as u8;
            events.push(GolfEvent::TunnelOut { seat, tunnel });
        }
        Gone::Here => {}
    }
    ball.gone = Gone::Here as u8;
}

fn come_to_rest(ball: &mut Ball, seat: Seat, hole: &Hole, events: &mut Vec<GolfEvent>) {
    ball.roll = (ball.roll + 1).min(tune::ROLL_TICKS);
    let carried = ball.on == Surface::Conveyor as u8;
    let calm = ball.vel.length() < tune::CALM && !carried;
    ball.calm = if calm { ball.calm + 1 } else { 0 };
    let forced = ball.roll >= tune::ROLL_TICKS;
    if ball.calm >= tune::CALM_TICKS || forced {
        ball.rest();
        if !forced {
            ball.roll = 0;
        }
        // Over the cup there is no rest.
        if (ball.pos - hole.cup).square() < tune::CUP_RADIUS.square_wide() {
            ball.pos = hole.cup;
        }
        events.push(GolfEvent::Rest(seat));
    }
}

/// Balls that overlap. Every pair is worked out before any pair is applied.
fn collide(balls: &mut [Ball], hole: &Hole, events: &mut Vec<GolfEvent>) {
    let mut pushes = [(Vec2::ZERO, Vec2::ZERO, false); ROOM_SEATS];
    for second in 1..balls.len() {
        for first in 0..second {
            let (one, other) = (&balls[first], &balls[second]);
            let meet = one.is_solid() && other.is_solid() && (one.moving || other.moving);
            let off = other.pos - one.pos;
            let (far, reach) = (off.length(), tune::BALL_RADIUS + tune::BALL_RADIUS);
            let Some(off) = off.unit().filter(|_| meet && far < reach) else { continue };
            let into = (one.vel - other.vel).dot(off);
            let knock = if into > Fix::ZERO {
                off * (into + into * tune::BALL_BOUNCE).scale(1, 2)
            } else {
                Vec2::ZERO
            };
            let apart = off * (reach - far).scale(1, 2);
            pushes[first].0 += -apart;
            pushes[first].1 += -knock;
            pushes[second].0 += apart;
            pushes[second].1 += knock;
            (pushes[first].2, pushes[second].2) = (true, true);
            if into > tune::HEARD {
                let at = one.pos + off * tune::BALL_RADIUS;
                let (seat, other) = (Seat(first as u16), Seat(second as u16));
                events.push(GolfEvent::Knock { seat, other, at, force: tenths(into) });
            }
        }
    }
    for (ball, (apart, knock, touched)) in balls.iter_mut().zip(pushes) {
        if touched {
            ball.vel += knock;
            ball.moving = true;
            ball.calm = 0;
            travel_push(ball, apart, hole);
        }
    }
}
