//! Rooms on a pretend relay: [`Gathering`] lets tests talk to a relay core as so many people,
//! [`Reference`] is a room in the plainest code, and a [`Trial`] holds the two against each other.

mod gathering;
mod guest;
mod ops;
mod reference;
mod trial;
mod words;

pub use gathering::Gathering;
pub use guest::Guest;
pub use ops::{Op, PEOPLE, Told};
pub use reference::{MEMBERS, Reference, STEP_MS};
pub use trial::Trial;
pub use words::{hello, identity, name, pads, start_order};
