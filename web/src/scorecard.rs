//! The card of a round of golf, as the page shows it: plain words and numbers.

use netplay::ids::Seat;

/// The card, and what the player may do beside it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scorecard {
    /// `Hole 3 of 9: The Mill, par 3`.
    pub title: String,
    /// What is counted: strokes, holes or points.
    pub counts: &'static str,
    /// The hole that is played or was last, from 0.
    pub hole: u8,
    /// The number of every hole.
    pub head: Vec<String>,
    /// The par of every hole.
    pub pars: Vec<String>,
    /// A row a player, the first place first.
    pub rows: Vec<CardRow>,
    /// A hole is done and the next has not begun.
    pub between: bool,
    /// The next press ends the round.
    pub last: bool,
    /// Whom the next hole waits for; empty while it waits for the player.
    pub waiting: String,
    /// The player has a ball that can be picked up.
    pub can_pick_up: bool,
    /// The last stroke can be taken back, and the hole played again.
    pub can_undo: bool,
}

/// One player's row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardRow {
    /// Which seat.
    pub seat: Seat,
    /// 0 to 7.
    pub colour: u8,
    /// Who.
    pub name: String,
    /// What each hole was worth; empty while it is not played.
    pub cells: Vec<CardCell>,
    /// What counts, and against par.
    pub total: String,
    /// `-1`, `E`, `+3`.
    pub to_par: String,
    /// It is the player's.
    pub is_me: bool,
}

/// One hole of a row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardCell {
    /// The number.
    pub text: String,
    /// What it is called, for those who hear it.
    pub name: String,
    /// `under`, `over` or nothing: how it is marked.
    pub kind: &'static str,
}
