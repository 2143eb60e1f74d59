//! Rooms on a pretend relay: [`Gathering`] lets tests talk to a relay core as so many people, and
//! [`Reference`] is the same room in the plainest code, to compare with.

mod gathering;
mod guest;
mod words;

pub use gathering::Gathering;
pub use guest::Guest;
pub use words::{hello, identity, name, pads, start_order};
