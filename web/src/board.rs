//! What a round of a hunt gave everybody, as the page shows it between rounds.

use netplay::ids::Seat;

/// The columns after the name.
pub const HEAD: [&str; 6] = ["Hidden", "Taunts", "Caught", "Wrong", "Round", "All"];

/// The table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// `Round 2 of 4: the hiders win`.
    pub title: String,
    /// A row a player, the most points first.
    pub rows: Vec<BoardRow>,
}

/// One player's round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardRow {
    /// Which seat.
    pub seat: Seat,
    /// 0 to 7.
    pub colour: u8,
    /// Who.
    pub name: String,
    /// Whether it is the player's own.
    pub is_me: bool,
    /// Points for each of the [`HEAD`].
    pub cells: [i16; HEAD.len()],
}
