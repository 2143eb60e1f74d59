//! Dust, smoke, sparks, flames, confetti: small things that live for a moment.

use super::camera::Camera;
use super::ease::{cos, fade};
use super::frame::Frame;
use super::palette as ink;
use super::pen::Pen;
use super::space::Point;
use std::f64::consts::TAU;

/// All of them together; further ones are not born.
const KEPT: usize = 260;

/// What a particle looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Light earth, from the verge.
    Dust,
    /// White smoke of a tyre.
    Smoke,
    /// A round spark of a drift that is not charged, or of the first tier.
    Spark(u8),
    /// A chip of a bump.
    Chip,
    /// Fire of a boost.
    Flame,
    /// Coloured paper.
    Confetti(u8),
}

#[derive(Clone, Copy)]
struct Particle {
    kind: Kind,
    at: Point,
    velocity: Point,
    age: f64,
    life: f64,
    size: f64,
    turn: f64,
}

/// The particles and the chance that scatters them.
pub struct Particles {
    living: Vec<Particle>,
    chance: u32,
}

impl Default for Particles {
    fn default() -> Self {
        Self { living: Vec::new(), chance: 0x5EED }
    }
}

impl Particles {
    /// A number from 0 to 1, for the eye only.
    pub fn roll(&mut self) -> f64 {
        self.chance ^= self.chance << 13;
        self.chance ^= self.chance >> 17;
        self.chance ^= self.chance << 5;
        f64::from(self.chance % 10_000) / 10_000.0
    }

    /// One more, thrown in a direction.
    pub fn throw(&mut self, kind: Kind, at: Point, heading: f64, speed: f64) {
        if self.living.len() >= KEPT {
            return;
        }
        let (a, b, c) = (self.roll(), self.roll(), self.roll());
        let (life, size, spread) = match kind {
            Kind::Dust => (0.55 + a * 0.35, 0.45 + b * 0.5, 0.9),
            Kind::Smoke => (0.5 + a * 0.4, 0.4 + b * 0.4, 0.8),
            Kind::Spark(_) => (0.22 + a * 0.2, 0.16 + b * 0.14, 0.7),
            Kind::Chip => (0.3 + a * 0.25, 0.14 + b * 0.12, TAU),
            Kind::Flame => (0.16 + a * 0.14, 0.34 + b * 0.25, 0.35),
            Kind::Confetti(_) => (1.6 + a * 1.4, 0.28 + b * 0.2, TAU),
        };
        let heading = heading + (c - 0.5) * spread;
        let velocity = Point::default().step(heading, speed * (0.6 + a * 0.6));
        self.living.push(Particle { kind, at, velocity, age: 0.0, life, size, turn: b * TAU });
    }

    /// Lets the picture's time pass.
    pub fn live(&mut self, frame: &Frame) {
        let dt = frame.dt;
        for particle in &mut self.living {
            particle.age += dt;
            particle.at.x += particle.velocity.x * dt;
            particle.at.y += particle.velocity.y * dt;
            let drag = fade(dt * 3.2);
            particle.velocity.x *= drag;
            particle.velocity.y *= drag;
        }
        self.living.retain(|particle| particle.age < particle.life);
    }

    /// One unit is a metre. Flat puffs lie below the cars, bright things above.
    pub fn draw(&self, pen: &Pen, camera: &Camera, above: bool) {
        for particle in &self.living {
            let is_puff = matches!(particle.kind, Kind::Dust | Kind::Smoke);
            if is_puff != above && camera.sees(particle.at, 2.0) {
                particle.draw(pen);
            }
        }
        pen.alpha(1.0);
    }

    /// One unit is a metre. All of them, wherever they are.
    pub fn draw_all(&self, pen: &Pen) {
        self.living.iter().for_each(|particle| particle.draw(pen));
        pen.alpha(1.0);
    }
}

impl Particle {
    fn draw(&self, pen: &Pen) {
        let part = self.age / self.life;
        let (x, y, fade) = (self.at.x, self.at.y, 1.0 - part);
        match self.kind {
            Kind::Dust | Kind::Smoke => {
                pen.alpha(fade * 0.55);
                pen.fill_style(if self.kind == Kind::Dust { "#e2c48f" } else { "#f3ece4" });
                pen.disc(x, y, self.size * (0.7 + part * 1.5));
            }
            Kind::Spark(tier) => {
                pen.alpha(fade.sqrt());
                pen.fill_style(ink::TIERS[usize::from(tier.min(2))]);
                if tier == 2 { star(pen, x, y, self.size) } else { pen.disc(x, y, self.size) }
            }
            Kind::Chip => {
                pen.alpha(fade);
                pen.fill_style(ink::CREAM);
                star(pen, x, y, self.size);
            }
            Kind::Flame => {
                pen.alpha(fade);
                pen.fill_style(if part < 0.35 {
                    ink::CREAM
                } else if part < 0.65 {
                    ink::SUN
                } else {
                    ink::EMBER
                });
                pen.disc(x, y, self.size * (1.0 - part * 0.5));
            }
            Kind::Confetti(colour) => {
                pen.alpha(fade.min(0.35) / 0.35);
                pen.fill_style(crate::seats::mark(colour).paint[0]);
                pen.aside(|pen| {
                    pen.translate(x, y);
                    pen.rotate(self.turn + self.age * 4.0);
                    pen.scale(1.0, cos(self.turn + self.age * 6.0));
                    pen.rect(-self.size, -self.size * 0.6, self.size * 2.0, self.size * 1.2);
                });
            }
        }
    }
}

/// A star with four points.
pub fn star(pen: &Pen, x: f64, y: f64, size: f64) {
    let (long, short) = (size * 1.7, size * 0.5);
    pen.ctx.begin_path();
    pen.ctx.move_to(x, y - long);
    for (dx, dy) in [
        (short, -short),
        (long, 0.0),
        (short, short),
        (0.0, long),
        (-short, short),
        (-long, 0.0),
        (-short, -short),
    ] {
        pen.ctx.line_to(x + dx, y + dy);
    }
    pen.ctx.fill();
}
