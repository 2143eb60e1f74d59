//! The painter of golf.

use super::green::Green;
use super::look::{Look, Room};
use super::moving::{self, Hit, TREMBLE_S};
use super::picture::{Ball, Picture};
use super::replay::Replay;
use super::{ball, hud};
use crate::draw::kit::gaze::{Flight, Gaze};
use crate::draw::kit::particles::{Kind, Particles};
use crate::draw::kit::space::metres;
use crate::draw::kit::{Banner, Effect, Effects, Frame, Kit, Pen, Point, palette as ink};
use crate::words;
use games::golf::{BALL_RADIUS, CUP_RADIUS, GolfEvent, Hard, Phase, ScoreName};
use std::f64::consts::TAU;

/// Confetti of an ace.
const CONFETTI: usize = 90;
/// Seconds that a ring spreads.
const RING_S: f64 = 0.7;
/// How much nearer a flight begins.
const NEARER: f64 = 0.55;
/// How near a ball must be for the flag to be taken out, in metres.
const FLAG_NEAR: f64 = 2.2;

/// What a round's pictures leave for the next one.
#[derive(Default)]
pub(crate) struct Painter {
    look: Option<Look>,
    green: Option<Green>,
    particles: Particles,
    banner: Banner,
    hits: Vec<Hit>,
    rings: Vec<(Hit, &'static str)>,
    drops: [Option<f64>; 8],
    replay: Replay,
    hole: Option<u8>,
    flag: f64,
}

impl Painter {
    /// Something happened in the round.
    pub(crate) fn hear(&mut self, picture: &Picture<'_>, event: &GolfEvent, effects: Effects) {
        if picture.balls.is_empty() {
            return;
        }
        let own = |seat| picture.is_own(seat);
        match *event {
            GolfEvent::Bounce { at, off, force, .. } => {
                let at = Point::of(at);
                if off == Hard::Bumper {
                    self.hits.push(Hit { at, age: 0.0 });
                }
                if force > 20 {
                    self.burst(Kind::Chip, at, usize::from(force / 25).min(6), 2.0, effects);
                }
            }
            GolfEvent::Onto { seat, surface: games::golf::Surface::Sand } => {
                if let Some(ball) = picture.balls.get(seat.index()) {
                    self.burst(Kind::Dust, ball.at, 7, 1.6, effects);
                }
            }
            GolfEvent::Lost { seat, at, water } => {
                let (kind, colour) =
                    if water { (Kind::Smoke, ink::CREAM) } else { (Kind::Dust, ink::EMBER) };
                self.burst(kind, Point::of(at), 14, 2.6, effects);
                self.ring(Point::of(at), colour);
                if own(seat) {
                    let title = if water { "Splash!" } else { "Out of bounds" };
                    self.banner.say(title, "One stroke more");
                }
            }
            GolfEvent::TunnelOut { seat, .. } => {
                if let Some(ball) = picture.balls.get(seat.index()) {
                    self.ring(ball.at, ink::SUN);
                }
            }
            GolfEvent::LipOut(seat) => {
                self.ring(Point::of(picture.hole.cup), ink::EMBER);
                if own(seat) {
                    self.banner.say("Lipped out!", "Too fast for the cup");
                }
            }
            GolfEvent::Turn(seat) if own(seat) => self.banner.say("Your turn", ""),
            GolfEvent::Holed { seat, strokes, name, .. } => {
                if let Some(drop) = self.drops.get_mut(seat.index()) {
                    *drop = Some(0.0);
                }
                self.ring(Point::of(picture.hole.cup), ink::SUN);
                let who = picture.balls.get(seat.index()).map(|ball| ball.name.as_str());
                let ace = name == ScoreName::Ace;
                if own(seat) {
                    self.banner.say(format!("{}!", words::score(name)), count(strokes));
                } else if ace {
                    self.banner.say("Hole in one!", who.unwrap_or_default());
                }
                if ace || own(seat) && strokes <= picture.view.par {
                    self.confetti(picture, if ace { CONFETTI } else { CONFETTI / 4 }, effects);
                }
            }
            GolfEvent::PickedUp { seat, why } if own(seat) => {
                self.banner.say("Picked up", words::picked_up(why));
            }
            _ => {}
        }
    }

    /// Draws the picture of this moment.
    pub(crate) fn draw(&mut self, kit: &Kit, picture: &Picture<'_>, frame: &Frame) {
        if picture.balls.is_empty() {
            return;
        }
        if self.hole != Some(picture.view.hole) {
            *self = Self { hole: Some(picture.view.hole), ..Self::default() };
            let of = format!(
                "Hole {} of {}, par {}",
                picture.view.hole + 1,
                picture.view.holes,
                picture.view.par
            );
            self.banner.say(picture.hole.name.clone(), of);
        }
        let card = picture.view.phase == Phase::Card;
        let room = hud::room(frame, card);
        let look = self.look(picture, frame, room);
        self.pass(picture, frame);
        let pen = &kit.pen;
        let Some(green) = &self.green else { return };
        green.draw(pen, &look);
        look.place(pen);
        moving::below(pen, green, picture, frame);
        for (hit, colour) in &self.rings {
            moving::ring(pen, hit.at, hit.age / RING_S, colour);
        }
        moving::above(pen, &look, green, picture, &self.hits);
        if card {
            self.once_more(kit, picture, frame, &look);
        } else {
            pen.place(0.0, 0.0, 1.0);
            ball::draw(kit, &look, picture, frame, &self.drops);
            ball::others(pen, &look, picture, frame);
            ball::aim(kit, &look, picture, frame);
        }
        pen.place(0.0, 0.0, 1.0);
        let size = (metres(CUP_RADIUS) * look.scale).max(9.0 * frame.dpr);
        ball::flag(kit, &look, Point::of(picture.hole.cup), size, self.flag, frame);
        look.place(pen);
        self.particles.draw_all(pen);
        pen.place(0.0, 0.0, 1.0);
        if frame.bare {
            return;
        }
        hud::draw(kit, picture, frame);
        self.banner.draw(pen, frame);
    }

    /// Where the picture was taken from.
    pub(crate) fn view(&self, dpr: f64) -> Option<Flight> {
        self.look.map(|look| Flight { at: look.at, scale: look.scale / dpr })
    }

    /// How far the picture is turned: a drag on the screen means another direction then.
    pub(crate) fn quarter(&self) -> u16 {
        self.look.map_or(0, |look| look.quarter())
    }

    /// Where the picture looks now; paints the hole when it has another size.
    fn look(&mut self, picture: &Picture<'_>, frame: &Frame, room: Room) -> Look {
        let bounds = picture.bounds();
        let card = picture.view.phase == Phase::Card;
        let mut fit = Look::fit(bounds, (!card).then(|| metres(BALL_RADIUS)), room);
        if let Gaze::Free(flight) = picture.gaze {
            fit = Look {
                turned: false,
                at: flight.at,
                scale: flight.scale * frame.dpr,
                follows: false,
                ..fit
            };
        }
        self.green =
            Green::of(self.green.take(), (picture.hole, bounds), &fit, (frame.width, frame.height));
        let own = picture.own();
        let flies =
            picture.view.phase == Phase::FlyOver && !own.view.ready && frame.allows(Effect::Flight);
        let mut wanted = if fit.follows { fit.look_at(own.at, bounds, room) } else { fit };
        if flies {
            let part = f64::from(picture.view.progress) / 65_535.0;
            let ease = part * part * (3.0 - 2.0 * part);
            let way = Point::of(picture.hole.cup).towards(Point::of(picture.hole.tee), ease);
            let near = 1.0 + NEARER * (1.0 - ease * ease);
            let at = Point::towards(way, wanted.at, ease * ease);
            wanted = Look { at, scale: wanted.scale * near, ..wanted };
        }
        let look = match self.look {
            Some(look) => look.towards(wanted, frame.passed(Effect::Flight)),
            None => wanted,
        };
        *self.look.insert(look)
    }

    /// Lets the picture's time pass.
    fn pass(&mut self, picture: &Picture<'_>, frame: &Frame) {
        let (ripple, flight) = (frame.passed(Effect::Ripple), frame.passed(Effect::Flight));
        self.hits.iter_mut().for_each(|hit| hit.age += ripple);
        self.hits.retain(|hit| hit.age < TREMBLE_S);
        self.rings.iter_mut().for_each(|(hit, _)| hit.age += ripple);
        self.rings.retain(|(hit, _)| hit.age < RING_S);
        for (drop, ball) in self.drops.iter_mut().zip(&picture.balls) {
            match drop {
                Some(age) if ball.view.holed => *age += flight,
                // One that was in the cup before anybody looked is not seen to drop.
                None if ball.view.holed => *drop = Some(ball::DROP_S),
                _ => *drop = None,
            }
        }
        let cup = Point::of(picture.hole.cup);
        let near = |ball: &&Ball| !ball.view.hidden && ball.at.distance(cup) < FLAG_NEAR;
        let up = if picture.balls.iter().any(|ball| near(&ball)) { 1.0 } else { 0.0 };
        self.flag += (up - self.flag) * (flight * 6.0).min(1.0);
        self.particles.live(frame);
        if picture.view.phase == Phase::Play {
            self.replay.record(picture);
        }
    }

    /// The last putt, behind the card.
    fn once_more(&mut self, kit: &Kit, picture: &Picture<'_>, frame: &Frame, look: &Look) {
        let pen = &kit.pen;
        let Some((way, now)) =
            self.replay.play(frame.passed(Effect::Flight), frame.allows(Effect::Flight))
        else {
            return;
        };
        trail(pen, way);
        pen.place(0.0, 0.0, 1.0);
        let (x, y) = look.pixel(now);
        let own = picture.own();
        pen.aside(|pen| {
            pen.translate(x, y);
            ball::paint(kit, pen, own, ball::radius(look, frame), frame);
        });
        let title = if picture.playing { "Your last putt" } else { "The last putt" };
        let (x, y) = (look.middle.0, frame.top + 14.0 * frame.unit);
        pen.align("center", "middle");
        pen.font(900, (20.0 * frame.unit).max(15.0 * frame.dpr));
        pen.outlined(title, x, y, ink::CREAM, 6.0 * frame.unit);
    }

    fn ring(&mut self, at: Point, colour: &'static str) {
        self.rings.push((Hit { at, age: 0.0 }, colour));
    }

    fn burst(&mut self, kind: Kind, at: Point, count: usize, speed: f64, effects: Effects) {
        if effects.allows(Effect::Particles) {
            for _ in 0..count {
                let heading = self.particles.roll() * TAU;
                self.particles.throw(kind, at, heading, speed);
            }
        }
    }

    fn confetti(&mut self, picture: &Picture<'_>, count: usize, effects: Effects) {
        if effects.allows(Effect::Confetti) {
            for at in 0..count {
                let heading = self.particles.roll() * TAU;
                let from = Point::of(picture.hole.cup).step(heading, self.particles.roll());
                self.particles.throw(Kind::Confetti((at % 8) as u8), from, heading, 9.0);
            }
        }
    }
}

/// The way of a putt. One unit is a metre.
fn trail(pen: &Pen, way: &[Point]) {
    pen.ctx.set_line_cap("round");
    for (colour, width) in [("rgba(43,29,46,0.4)", 0.16), (ink::CREAM, 0.08)] {
        pen.stroke_style(colour, width);
        pen.ctx.begin_path();
        let mut last: Option<Point> = None;
        for point in way {
            // A tunnel is no way that was seen.
            match last {
                Some(last) if last.distance(*point) < 0.9 => pen.ctx.line_to(point.x, point.y),
                _ => pen.ctx.move_to(point.x, point.y),
            }
            last = Some(*point);
        }
        pen.ctx.stroke();
    }
    pen.ctx.set_line_cap("butt");
}

fn count(strokes: u8) -> String {
    if strokes == 1 { "One stroke".into() } else { format!("{strokes} strokes") }
}
