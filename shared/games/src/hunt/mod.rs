//! Prop hunt: who hides is a thing among things, who seeks tags what is not one.
//!
//! A tick, in order: what everybody wants → all steps → disguises, turns, locks, taunts → tags →
//! forced taunts → the clock. A round is a time to hide, in which seekers see nothing and cannot
//! move, a time to seek, and a look at where everybody was. Everybody seeks equally often.
//!
//! **Not being seen is the game.** [`HuntView`] is all that a viewer may know, and its docs say
//! what it leaves out. Be aware of what that is worth: *under lockstep every client knows all
//! positions*, because every client computes them. Whoever changes their client can see through
//! every disguise, so lockstep is for playing with friends. Only where a host decides and sends
//! each player [`HuntView`]'s bytes and nothing else does a client not know more than its player.
//!
//! **Standing still is enough.** A locked hider is the same bytes as a map prop: on the same grid,
//! in the same 16 directions, as solid as one ([`walk`]).

mod acts;
mod arena;
mod bot;
mod bytes;
mod contest;
mod event;
#[expect(clippy::module_inception, reason = "the module is the game, the file its state")]
mod hunt;
pub mod pad;
mod person;
mod props;
mod results;
mod rules;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod stories;
mod table;
mod told;
mod tune;
mod view;
mod walk;

pub use arena::{Arena, FLOORS, Floor, THEMES, WALLS, Wall};
pub use bytes::VIEW_BYTES;
pub use contest::Sides;
pub use event::{HuntEvent, OwnEvent};
pub use hunt::Hunt;
pub use person::{Phase, Role};
pub use props::{COLOURS, Layer, Paint, Prop, PropSet};
pub use results::{Placing, Tally};
pub use rules::{ANY_ARENA, HuntRules, HuntSetup, ROUNDS_MOST};
pub use table::{HuntTable, LOOK_TICKS, Look};
pub use tune::{BODY, CHANGES, HEALTH, LAST_STRETCH_S, REVEAL_S, SQUARE};
pub use view::{
    Effect, EffectView, FigureView, HuntView, OwnView, PropView, RevealView, RippleView, SeatView,
    Target,
};
