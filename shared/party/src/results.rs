//! How a game ended, for the results screen.

use netplay::ids::{PlayerId, Round, Seat};

/// The results of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultsView {
    /// Which of the room's games it was.
    pub round: Round,
    /// The game's mode id.
    pub mode: String,
    /// Everybody, best first.
    pub rows: Vec<ResultRow>,
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
    /// The player's name, or the AI driver's.
    pub name: String,
    /// 0 to 7.
    pub colour: u8,
    /// Whether it is the player's own.
    pub is_me: bool,
    /// Whether the AI drove at the end.
    pub ai: bool,
    /// The time from the start to the finish line; none for who did not reach it.
    pub time_ms: Option<u32>,
    /// The fastest lap.
    pub best_lap_ms: Option<u32>,
    /// Why they are in this place, in one sentence.
    pub why: String,
}
