//! How balls roll.

use super::ball::Ball;
use super::event::{GolfEvent, Hard};
use super::hole::Hole;
use super::tune;
use crate::fix::{Fix, Vec2};
use alloc::vec::Vec;
use netplay::ids::Seat;

/// A tick of every ball that moves.
pub(super) fn roll(balls: &mut [Ball], hole: &Hole, _tick: u32, events: &mut Vec<GolfEvent>) {
    for (seat, ball) in balls.iter_mut().enumerate().filter(|(_, ball)| ball.moving) {
        ball.pos += Vec2::new(ball.vel.x.scale(1, 60), ball.vel.y.scale(1, 60));
        if bounce(ball, hole) {
            let (seat, at) = (Seat(seat as u16), ball.pos);
            let force = ball.vel.length().scale(10, 1).whole() as u16;
            events.push(GolfEvent::Bounce { seat, at, off: Hard::Wall, force });
        }
        let speed = ball.vel.length();
        let slower = (speed - tune::DRAG.scale(1, 60)).max(Fix::ZERO);
        ball.vel = ball.vel.unit().map_or(Vec2::ZERO, |way| way * slower);
        ball.roll = ball.roll.saturating_add(1);
        ball.calm = if slower < tune::CALM { ball.calm + 1 } else { 0 };
        if ball.calm >= tune::CALM_TICKS || ball.roll >= tune::ROLL_TICKS {
            ball.rest();
            events.push(GolfEvent::Rest(Seat(seat as u16)));
        }
    }
}

/// Whether a ball falls into the cup here.
pub(super) fn is_in_the_cup(ball: &Ball, hole: &Hole) -> bool {
    (ball.pos - hole.cup).length() < tune::CUP_RADIUS && ball.vel.length() < tune::CAPTURE
}

fn bounce(ball: &mut Ball, hole: &Hole) -> bool {
    let (low, high) = bounds(&hole.outline);
    let axis = |pos: &mut Fix, vel: &mut Fix, low: Fix, high: Fix| {
        let inside = (*pos).max(low + tune::BALL_RADIUS).min(high - tune::BALL_RADIUS);
        if inside == *pos {
            return false;
        }
        *pos = inside;
        *vel = -*vel * tune::WALL_BOUNCE;
        true
    };
    axis(&mut ball.pos.x, &mut ball.vel.x, low.x, high.x)
        | axis(&mut ball.pos.y, &mut ball.vel.y, low.y, high.y)
}

fn bounds(points: &[Vec2]) -> (Vec2, Vec2) {
    points.iter().fold((points[0], points[0]), |(low, high), at| {
        (Vec2::new(low.x.min(at.x), low.y.min(at.y)), Vec2::new(high.x.max(at.x), high.y.max(at.y)))
    })
}
