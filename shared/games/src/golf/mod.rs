//! Mini golf: everybody putts at once, the lowest total wins.
//!
//! A tick, in order: what everybody wishes → strokes → four quarter ticks of rolling → who is in
//! the cup, who has no stroke left → turns → the clock.

mod ball;
mod bot;
mod event;
#[expect(clippy::module_inception, reason = "the round of golf is the noun of its file")]
mod golf;
mod hole;
pub mod pad;
mod physics;
mod play;
mod results;
mod rules;
mod score;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod stories;
mod tournament;
mod tune;
mod view;

pub use event::{GolfEvent, Hard};
pub use golf::Golf;
pub use hole::{
    Decor, DecorKind, Gate, GateKind, Hole, LINES, Mover, Patch, Post, Shape, Surface, Tunnel, Wall,
};
pub use pad::{Stroke, Wish};
pub use results::{Placing, Why};
pub use rules::{GolfRules, GolfSetup, HOLES_MOST, Mode};
pub use score::{Ending, HoleScore, ScoreName};
pub use tournament::{Standing, tournament};
pub use tune::{BALL_RADIUS, CUP_RADIUS, TUNNEL_RADIUS, WALL_HALF};
pub use view::{AimLine, BallView, GolfView, MoverView, Phase, Total};
