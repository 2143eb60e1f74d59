//! What seekers see while the others hide: nothing of the arena, the time, a tip, and fireflies
//! to catch meanwhile. The fireflies are no part of the game.

use crate::draw::kit::ease::{cos, length, sin};
use crate::draw::kit::{Effect, Frame, Pen, palette as ink};

const NIGHT: &str = "#130c1a";
/// What is worth knowing; one a round.
const TIPS: [&str; 6] = [
    "Look for what stands where nobody would put it.",
    "A ring on the floor says from which square somebody was heard.",
    "A wrong guess costs health. Without health you see stars.",
    "Remember the room: what was not there a minute ago?",
    "Large props can stand more than one tag. Tag again.",
    "The squeaker sounds like a hider. It is not one.",
];
/// How fast the lantern flies, in heights of the screen a second.
const SPEED: f64 = 0.55;
const FLIES: usize = 5;
/// A fly that is caught comes back somewhere else after so many seconds.
const AWAY: f64 = 1.2;
/// Longer steps of the game's time than this, in thousandths, are none: it was put back or on.
const STEP_MOST: u32 = 100;

/// The lantern, the flies, and how many were caught.
pub(super) struct Dark {
    lantern: (f64, f64),
    away: [f64; FLIES],
    seeds: [f64; FLIES],
    /// What was left of the phase in the picture before, in thousandths.
    left: u32,
    caught: u32,
}

impl Default for Dark {
    fn default() -> Self {
        let seeds = [1.0, 2.7, 4.1, 5.9, 7.7];
        Self { lantern: (0.0, 0.1), away: [0.0; FLIES], seeds, left: 0, caught: 0 }
    }
}

/// What is told in the dark.
pub(super) struct Told {
    pub(super) round: u8,
    /// Thousandths until the light.
    pub(super) left: u32,
    /// Where the lantern is pushed.
    pub(super) push: (f64, f64),
    /// A seeker, or somebody who only watches.
    pub(super) seeks: bool,
}

impl Dark {
    pub(super) fn draw(&mut self, pen: &Pen, frame: &Frame, told: &Told) {
        pen.place(0.0, 0.0, 1.0);
        pen.fill_style(NIGHT);
        pen.rect(0.0, 0.0, frame.width, frame.height);
        self.play(frame, told);
        let (middle, unit) = (frame.width / 2.0, frame.unit);
        let place = |(x, y): (f64, f64)| (middle + x * frame.height, (0.5 + y) * frame.height);
        for at in 0..FLIES {
            if self.away[at] <= 0.0 {
                let (x, y) = place(self.fly(at, frame));
                glow(pen, x, y, 34.0 * unit, "255,214,110");
                pen.fill_style(ink::CREAM);
                pen.disc(x, y, 4.5 * unit);
            }
        }
        let (x, y) = place(self.lantern);
        glow(pen, x, y, 90.0 * unit, "150,190,255");
        pen.stroke_style(ink::CREAM, 3.0 * unit);
        pen.ring(x, y, 15.0 * unit, 0.0, std::f64::consts::TAU);

        pen.align("center", "middle");
        let top = frame.top + 26.0 * unit;
        let title = if told.seeks { "You seek. They are hiding." } else { "They are hiding." };
        super::hud::shrunk(
            pen,
            title,
            (middle, top),
            frame.width * 0.92,
            (900, 34.0 * unit),
            ink::CREAM,
        );
        pen.font(900, 92.0 * unit);
        pen.text(&told.left.div_ceil(1000).to_string(), middle, top + 84.0 * unit, ink::SUN);
        pen.font(700, 20.0 * unit);
        let tip = TIPS[usize::from(told.round) % TIPS.len()];
        let foot = if frame.touching { frame.height * 0.42 } else { 96.0 * unit };
        let place = (middle, frame.height - foot);
        super::hud::lines(pen, tip, place, frame.width * 0.9, 26.0 * unit);
        pen.font(800, 18.0 * unit);
        let caught = format!("Fireflies caught: {}", self.caught);
        pen.text(&caught, middle, top + 148.0 * unit, "#ffd66e");
    }

    /// The lantern moves by the time of the game, as people do.
    fn play(&mut self, frame: &Frame, told: &Told) {
        let step = self.left.saturating_sub(told.left);
        self.left = told.left;
        let step = if step > STEP_MOST { 0.0 } else { f64::from(step) / 1000.0 };
        let push = (told.push.0 * SPEED * step, told.push.1 * SPEED * step);
        let half = frame.width / frame.height / 2.0;
        let (x, y) = (self.lantern.0 + push.0, self.lantern.1 + push.1);
        self.lantern = (x.max(-half).min(half), y.clamp(-0.45, 0.45));
        let reach = 34.0 * frame.unit / frame.height;
        for at in 0..FLIES {
            self.away[at] -= step;
            let (x, y) = self.fly(at, frame);
            let near = length(x - self.lantern.0, y - self.lantern.1) < reach;
            if self.away[at] <= 0.0 && near {
                self.caught += 1;
                self.away[at] = AWAY;
                self.seeds[at] += 1.9;
            }
        }
    }

    /// Where a fly is. On a calm screen they rest.
    fn fly(&self, at: usize, frame: &Frame) -> (f64, f64) {
        let seed = self.seeds[at];
        let time = frame.clock(Effect::Breeze) * 0.5;
        let half = frame.width / frame.height / 2.0 * 0.85;
        (half * sin(seed * 2.3 + time), 0.08 + 0.26 * cos(seed * 3.7 + time * 1.31))
    }
}

fn glow(pen: &Pen, x: f64, y: f64, radius: f64, colour: &str) {
    let Ok(light) = pen.ctx.create_radial_gradient(x, y, 0.0, x, y, radius) else {
        return;
    };
    // Both are colours, and both places lie between 0 and 1.
    let _ = light.add_color_stop(0.0, &format!("rgba({colour},0.5)"));
    let _ = light.add_color_stop(1.0, &format!("rgba({colour},0)"));
    pen.ctx.set_fill_style_canvas_gradient(&light);
    pen.rect(x - radius, y - radius, radius * 2.0, radius * 2.0);
}
