//! A small game of cards with secrets that can be recognised anywhere: two cards each, one round of
//! betting, a card for all, a showdown among those who have not folded.
//!
//! A card is eight bytes that nothing else in the game looks like ([`marker`]): what a captured byte
//! stream holds of it is found by looking for these bytes.

mod leaky;
mod ordeal;
mod player;
mod room;
mod rules;
mod seen;
mod spy;

pub use leaky::{Leak, Leaky};
pub use ordeal::{CardOrdeal, CardStats};
pub use player::{CardPlayer, Role};
pub use room::CardRoom;
pub use rules::{CALL, FOLD, RAISE, ToyCards};
pub use seen::{Phase, SeatSeen, Seen};
pub use spy::Spy;

use netplay::hash::StateHasher;

/// Cards of a deck.
pub const CARDS: u8 = 32;

/// The card of this worth in the hand's deck.
#[must_use]
pub fn marker(seed: u64, hand: u32, worth: u8) -> u64 {
    let digest = StateHasher::new().u64(seed).u32(hand).u8(worth).finish().0;
    digest & !0xFF | u64::from(worth)
}

/// What a card is worth.
#[must_use]
pub fn worth(card: u64) -> u64 {
    card & 0xFF
}
