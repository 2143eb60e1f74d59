//! Rooms: who is in, who may do what, when.

mod address;
mod config;

pub use address::{AddressKey, ClientAddress};
pub use config::RoomConfig;
