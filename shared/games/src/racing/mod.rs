//! Top-down racing: identical cars, ordered gates, drifts that charge a boost.
//!
//! A tick, in order: what everybody wants → engine, steering, grip → contact → walls → gates,
//! laps, resets → who is home. Rules and handling are in [`tune`]'s numbers; the road is a
//! [`Track`] read from a text file.

mod assist;
pub(crate) mod bot;
pub(crate) mod car;
mod contact;
mod event;
pub(crate) mod laps;
pub mod pad;
pub(crate) mod physics;
mod progress;
mod race;
mod results;
mod rules;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod stories;
mod time;
mod track;
pub(crate) mod tune;
mod view;

pub use assist::Assists;
pub use event::{BoostSource, RaceEvent};
pub use laps::Slip;
pub use race::Race;
pub use results::{Ending, Lost, NotFinished, Placing};
pub use rules::{CAP_MOST_SECONDS, LAPS_MOST, RaceRules, RaceSetup};
pub use time::Moment;
pub use track::{
    Gate, GridSlot, Kerb, LinePoint, Patch, Place, Sample, Scenery, SceneryKind, Track, Wall, Zone,
    ZoneKind,
};
pub use tune::{GO_TICK, GRACE_TICKS};
pub use view::{CarView, Lights, RaceView};
