//! The race under a server that decides: the same rules, told as a replicated world.
//!
//! A network tick is two ticks of the race. After each, the race is rounded to what travels
//! ([`quanta`]), on the server as on a client, so a client that knows all inputs comes to the
//! server's state bit for bit. Whoever does not know them (a client knows its own alone) goes on
//! by what each driver held last, which travels too.
//!
//! Cars of nobody are driven by the game's own drivers, whose minds travel too: what a bot does
//! next, a client foresees. A server of this world needs no bots of its own.

mod bots;
mod input;
mod quanta;
mod race;
mod show;
#[cfg(all(test, not(target_arch = "wasm32")))]
mod stories;
mod told;

pub use bots::RaceBots;
pub use input::{INPUTS, input_of_pad, pad_of_input};
pub use race::{Empty, ServedRace};
pub use told::{event_of_told, told_of_event};

/// Network ticks a second.
pub const NETWORK_HZ: u8 = 30;
/// Ticks of the race in one of them.
pub const RACE_TICKS: u8 = 2;
