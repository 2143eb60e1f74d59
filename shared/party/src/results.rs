//! How a game ended, for the results screen. The words are those of [`tell`](crate::tell).

use netplay::ids::{PlayerId, Round, Seat};

/// The results of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultsView {
    /// Which of the room's games it was.
    pub round: Round,
    /// The game's mode id.
    pub mode: String,
    /// What the rows' cells are.
    pub columns: Vec<&'static str>,
    /// Everybody, best first.
    pub rows: Vec<ResultRow>,
    /// How it came to that, piece by piece.
    pub sheet: Option<Sheet>,
}

/// One seat's result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultRow {
    /// 1 is the winner.
    pub place: u16,
    /// Which seat.
    pub seat: Seat,
    /// Whose it was; none for the AI's.
    pub player: Option<PlayerId>,
    /// The player's name, or the AI's.
    pub name: String,
    /// 0 to 7.
    pub colour: u8,
    /// Whether it is the player's own.
    pub is_me: bool,
    /// Whether the AI had the seat at the end.
    pub ai: bool,
    /// Whether the game was played to its end here: a car that came home.
    pub finished: bool,
    /// What the place comes from, a cell for each of the columns.
    pub cells: Vec<String>,
    /// Why they are in this place, in one sentence.
    pub why: String,
}

/// A table beside the results: the holes of a round, the laps of a race, the points of each round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// What it is.
    pub caption: &'static str,
    /// The heads of the columns after the name.
    pub head: Vec<String>,
    /// A row a seat, best first, a cell for each head.
    pub rows: Vec<(Seat, Vec<String>)>,
}
