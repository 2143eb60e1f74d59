//! Partyline's games: rules, AI drivers and views, and nothing that touches a machine.
//!
//! **The one rule:** the same start and the same pad words give the same state everywhere, so
//! there is no floating point, no clock, no socket and no pixel in here. Numbers are fixed point
//! ([`fix`]), chance comes from the seed of the start order, and a view is whole numbers for
//! somebody else to draw.
//!
//! ```
//! use games::pack::Pack;
//! use games::racing::{RaceRules, pad};
//! use games::{Game, GameSetup};
//! use netplay::ids::{PadWord, PlayerId, Seat};
//! use netplay::sim::Simulation;
//! use netplay::wire::Controller;
//!
//! let setup = GameSetup::Racing(RaceRules::default());
//! let mut game = Game::new(setup, 7, 2, &Pack::built_in()).unwrap();
//! game.set_seat_controller(Seat(0), Controller::Human { player: PlayerId(1) });
//! for _ in 0..300 {
//!     game.tick(&[PadWord(pad::THROTTLE), PadWord(0)]);
//! }
//! let Game::Race(race) = &game else { panic!("a race") };
//! assert!(race.view().cars[0].speed_cms > 500);
//! ```
#![no_std]
#![warn(missing_docs)]
#![deny(clippy::float_arithmetic, clippy::disallowed_types)]

extern crate alloc;

mod event;
pub mod fix;
mod game;
pub mod golf;
pub mod hunt;
mod order;
pub mod pack;
pub mod racing;
pub mod served;
mod setup;
mod skill;
mod state;
pub mod trace;

pub use event::Event;
pub use game::Game;
pub use setup::{GameId, GameSetup, SetupError};
pub use skill::Skill;

use netplay::ids::StateHash;

/// A digest of this crate's sources: two peers play together when theirs are equal, and when they
/// have the same [`pack::Pack`] of content.
#[must_use]
pub const fn simulation_digest() -> StateHash {
    StateHash(match u64::from_str_radix(env!("GAMES_DIGEST"), 16) {
        Ok(digest) => digest,
        Err(_) => panic!("the build script writes 16 hexadecimal digits"),
    })
}
