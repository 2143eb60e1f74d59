//! The AI player: it looks, thinks for a moment, and strikes, a little wrong.

use super::ball::Ball;
use super::hole::Hole;
use super::pad::{Stroke, Wish};
use super::tune;
use crate::Skill;
use crate::fix::Fix;
use crate::state::state_struct;
use netplay::rng::SimRng;

state_struct! {
    /// What a player keeps in mind.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub(crate) struct Bot {
        pub(crate) rng: SimRng,
        /// Ticks until it strikes.
        pub(crate) pause: u16,
        pub(crate) skill: u8,
    }
}

/// It thinks for so long, and up to so much longer.
const PAUSE_TICKS: (u16, u32) = (50, 70);

impl Bot {
    pub(crate) fn new(seed: u64, seat: u16, skill: Skill) -> Self {
        Self { rng: SimRng::new(seed, u64::from(seat)), pause: PAUSE_TICKS.0, skill: skill as u8 }
    }

    pub(crate) fn is_possible(&self) -> bool {
        Skill::of_byte(self.skill).is_some()
            && u32::from(self.pause) <= u32::from(PAUSE_TICKS.0) + PAUSE_TICKS.1
    }
}

/// What the player of a ball that may be struck does in this tick.
pub(crate) fn play(bot: &mut Bot, pos: crate::fix::Vec2, hole: &Hole) -> Wish {
    if bot.pause > 0 {
        bot.pause -= 1;
        return Wish::Idle;
    }
    bot.pause = PAUSE_TICKS.0 + bot.rng.below(PAUSE_TICKS.1) as u16;
    let off = hole.cup - pos;
    let wanted = tune::DRAG * (off.length() + Fix::ONE);
    let speed = (wanted + wanted).sqrt();
    let span = tune::FULL - tune::TOUCH;
    let power = ((speed - tune::TOUCH).max(Fix::ZERO) / span).scale(31, 1);
    let wrong = bot.rng.below(17) as u16;
    let angle = ((off.angle().0 >> 6) + wrong).wrapping_sub(8) & 1023;
    Wish::Strike(Stroke { angle, power: power.whole().clamp(0, 31) as u8 })
}

/// Whether a ball's player is the AI and the ball waits for it.
pub(crate) const fn is_due(ball: &Ball) -> bool {
    ball.ai && ball.is_ready_to_strike()
}
