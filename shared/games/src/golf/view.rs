//! A round as a page sees it: whole numbers, no pixels, nothing to compute.

use super::golf::Golf;
use super::hole::{Mover, QUARTERS, Surface};
use super::pad::{Stroke, Wish};
use super::rules::Mode;
use super::score::{Ending, HoleScore};
use super::tune;
use crate::fix::{Angle, Fix, Vec2};
use alloc::vec::Vec;
use netplay::ids::{PadWord, Seat};

/// The aim line is looked for in steps that a touch is found in.
const AIM_STEP: Fix = Fix::ratio(3, 40);

/// What part of a round it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// A flight over the hole.
    #[default]
    FlyOver,
    /// Strike.
    Play,
    /// The card of the hole.
    Card,
    /// Results.
    Over,
}

impl Phase {
    pub(super) const ALL: [Self; 4] = [Self::FlyOver, Self::Play, Self::Card, Self::Over];
}

/// The whole round after a tick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GolfView {
    /// How many ticks are done.
    pub tick: u32,
    /// Which hole of the round, from 0.
    pub hole: u8,
    /// How many there are.
    pub holes: u8,
    /// Of this hole.
    pub par: u8,
    /// What part of the round it is.
    pub phase: Phase,
    /// Of the phase, 0 to 65535: how far the flight is, or the card.
    pub progress: u16,
    /// Milliseconds left of the hole's time (or of the flight, or the card); none without limit.
    pub ms_left: Option<u32>,
    /// Milliseconds since the hole began.
    pub hole_ms: u32,
    /// Whose turn it is, when turns are taken, and what is left of it.
    pub turn: Option<(Seat, u32)>,
    /// Every ball, in seat order.
    pub balls: Vec<BallView>,
    /// Every mover of the hole, in its order.
    pub movers: Vec<MoverView>,
    /// Which gates let through now, in the hole's order; a one-way gate always does.
    pub gates_open: Vec<bool>,
    /// The card: for each seat a square for each hole.
    pub cards: Vec<Vec<HoleScore>>,
    /// What each seat has: strokes (or points in match and race), and against par.
    pub totals: Vec<Total>,
    /// The seats from the first place to the last.
    pub order: Vec<Seat>,
}

/// What a seat has so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Total {
    /// Of all holes that are done.
    pub strokes: u16,
    /// The same, against their par.
    pub to_par: i16,
    /// Holes won, or points of a race.
    pub points: u16,
}

/// One ball after a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BallView {
    /// Whose it is.
    pub seat: Seat,
    /// Its middle: Q16.16 metres.
    pub pos: Vec2,
    /// Its velocity: Q16.16 metres a second.
    pub vel: Vec2,
    /// Whether it lies still.
    pub at_rest: bool,
    /// Whether its player may strike it now.
    pub may_strike: bool,
    /// Under water, in a tunnel or in the cup: not to be seen.
    pub hidden: bool,
    /// Of this hole, penalties counted.
    pub strokes: u8,
    /// How the hole ended for it; [`Ending::Open`] while it did not.
    pub ending: Ending,
    /// In the cup.
    pub holed: bool,
    /// Done with the hole without the cup.
    pub picked_up: bool,
    /// What it is on.
    pub on: Surface,
    /// Where the last stroke was played from.
    pub lie: Vec2,
    /// The last stroke of this hole.
    pub last_stroke: Option<Stroke>,
    /// What its player is aiming at, for the others to see.
    pub aim: Option<Stroke>,
    /// What is left of the strokes, when they are limited.
    pub strokes_left: Option<u8>,
    /// Whether its player is ready to go on.
    pub ready: bool,
    /// Whether the AI plays.
    pub ai: bool,
}

/// One mover after a tick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoverView {
    /// Its walls, each from here to there.
    pub walls: Vec<(Vec2, Vec2)>,
}

/// Where a ball would go.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AimLine {
    /// From the ball to the first thing it touches, then as far as it goes from there. Two points
    /// when nothing is in its way.
    pub points: Vec<Vec2>,
}

impl Golf {
    /// What there is to see.
    #[must_use]
    pub fn view(&self) -> GolfView {
        let (head, hole, phase) = (&self.head, self.hole(), self.phase());
        let seats = 0..self.balls.len();
        let (clock, deadline) = (head.clock, self.deadline());
        let span = match phase {
            Phase::FlyOver => Some(tune::FLY_TICKS),
            Phase::Play => deadline,
            Phase::Card => Some(tune::CARD_TICKS),
            Phase::Over => None,
        };
        let turns = self.setup.rules.turns && usize::from(head.turn) < self.balls.len();
        GolfView {
            tick: head.tick,
            hole: head.hole,
            holes: self.course.len() as u8,
            par: hole.par,
            phase,
            progress: span.map_or(0, |span| progress(clock.min(span), span)),
            ms_left: span.map(|span| millis(span.saturating_sub(clock))),
            hole_ms: if phase == Phase::Play { millis(clock) } else { 0 },
            turn: turns.then(|| (Seat(head.turn.into()), millis(head.turn_left.into()))),
            balls: seats.clone().map(|seat| self.ball(seat)).collect(),
            movers: hole.movers.iter().map(|mover| self.mover(mover)).collect(),
            gates_open: hole.gates.iter().map(|gate| gate.is_open(head.tick)).collect(),
            cards: seats.clone().map(|seat| self.squares(seat)).collect(),
            totals: seats.map(|seat| self.total(seat)).collect(),
            order: self.order(),
        }
    }

    /// Where every ball is, in seat order; a ball has no heading.
    pub fn poses(&self) -> impl Iterator<Item = (Vec2, u16)> {
        self.balls.iter().map(|ball| (ball.pos, 0))
    }

    /// Where a ball would go if it were struck so, on green: to the first wall that stands still,
    /// and on from there, as far as its speed lasts.
    #[must_use]
    pub fn aim(&self, seat: Seat, stroke: Stroke) -> AimLine {
        let Some(ball) = self.balls.get(seat.index()) else { return AimLine::default() };
        let speed = stroke.speed();
        let (mut pos, mut way) = (ball.pos, stroke.heading().unit());
        let mut left = speed * speed / (tune::DRAG + tune::DRAG);
        let mut points = [pos].to_vec();
        while left > Fix::ZERO {
            let length = left.min(AIM_STEP);
            let solids = &self.hole().solids;
            let Some(touch) = solids.touch(solids.near(pos), pos, way * length) else {
                pos += way * length;
                left -= length;
                continue;
            };
            pos += way * (length * touch.part);
            left -= length * touch.part;
            if points.len() == 2 {
                break;
            }
            points.push(pos);
            let into = -way.dot(touch.off);
            way += touch.off * (into + into * tune::WALL_BOUNCE);
            left = left * way.length() * way.length();
            way = way.unit().unwrap_or_default();
        }
        points.push(pos);
        AimLine { points }
    }

    /// What a player who never errs would strike from where a ball lies, and which way the hole
    /// goes from there: where somebody begins to aim.
    #[must_use]
    pub fn advice(&self, seat: Seat) -> Option<(Stroke, Angle)> {
        self.balls.get(seat.index()).map(|ball| super::bot::advise(ball.pos, self.hole()))
    }

    fn mover(&self, mover: &Mover) -> MoverView {
        let now = self.head.tick.wrapping_mul(QUARTERS);
        let wall = |index: u8| {
            let pose = mover.pose(index, now);
            (pose.from, pose.to)
        };
        MoverView { walls: (0..mover.walls()).map(wall).collect() }
    }

    fn ball(&self, index: usize) -> BallView {
        let ball = &self.balls[index];
        let rules = self.setup.rules;
        let its_turn = !rules.turns || usize::from(self.head.turn) == index;
        let counted = matches!(rules.mode, Mode::Stroke | Mode::Match);
        let ending = Ending::of_byte(ball.ending);
        BallView {
            seat: Seat(index as u16),
            pos: ball.pos,
            vel: ball.vel,
            at_rest: !ball.moving,
            may_strike: self.phase() == Phase::Play && its_turn && ball.is_ready_to_strike(),
            hidden: ball.is_done() || ball.away > 0,
            strokes: ball.strokes,
            ending,
            holed: ending == Ending::Holed,
            picked_up: ball.is_done() && ending != Ending::Holed,
            on: Surface::of_byte(ball.on),
            lie: ball.lie,
            last_stroke: stroke_of(ball.shot),
            aim: match Wish::read(PadWord(ball.word)) {
                Wish::Aim(stroke) => Some(stroke),
                _ => None,
            },
            strokes_left: counted.then(|| rules.stroke_limit.saturating_sub(ball.strokes)),
            ready: ball.ready,
            ai: ball.ai,
        }
    }
}

fn stroke_of(word: u16) -> Option<Stroke> {
    match Wish::read(PadWord(word)) {
        Wish::Strike(stroke) => Some(stroke),
        _ => None,
    }
}

/// So many of all ticks, of 65535. Eight who take turns can have more than 16 bits of them.
fn progress(ticks: u32, all: u32) -> u16 {
    (u64::from(ticks) * 65_535 / u64::from(all.max(1))) as u16
}

fn millis(ticks: u32) -> u32 {
    ticks.saturating_mul(50) / 3
}
