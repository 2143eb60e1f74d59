//! The caddie: what the aim must know of the rules, and where the hole goes from here.

use crate::input::golf::Lie;
use games::golf::{Golf, Mode, Phase, Stroke};
use netplay::ids::Seat;

/// What is remembered from stroke to stroke.
#[derive(Default)]
pub(super) struct Caddie {
    pub(super) lie: Lie,
    /// What a player who never errs would strike now.
    pub(super) advice: Option<Stroke>,
}

impl Caddie {
    /// Looks at the round for the player of `me`. Where to begin is thought about once a stroke.
    pub(super) fn look(&mut self, golf: &Golf, me: Seat) -> Lie {
        let view = golf.view();
        let Some(ball) = view.balls.get(me.index()) else {
            return Lie::default();
        };
        // Every stroke, hole and stroke taken back is another turn; so is a ball that moved.
        let turn = u32::from(view.hole) << 16 | u32::from(ball.strokes) << 8 | ball.ready as u32;
        let ready = ball.may_strike;
        if ready && (turn != self.lie.turn || !self.lie.ready) {
            let advice = golf.advice(me);
            self.advice = advice.map(|(stroke, _)| stroke);
            self.lie.cup = advice.map_or(0, |(_, way)| way.0);
        }
        self.lie = Lie {
            ready,
            turn,
            cup: self.lie.cup,
            waits: matches!(view.phase, Phase::FlyOver | Phase::Card) && !ball.ready,
            flies: view.phase == Phase::FlyOver && !ball.ready,
            can_undo: golf.setup().rules.mode == Mode::Practice,
        };
        self.lie
    }
}
