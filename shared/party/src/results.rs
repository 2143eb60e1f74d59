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

/// `1:02.345`, or `0.045 s` below a minute.
pub(crate) fn time(millis: u32) -> String {
    let (minutes, seconds, rest) = (millis / 60_000, millis / 1_000 % 60, millis % 1_000);
    if minutes == 0 {
        format!("{seconds}.{rest:03} s")
    } else {
        format!("{minutes}:{seconds:02}.{rest:03}")
    }
}

#[cfg(test)]
mod tests {
    use super::time;

    #[test]
    fn times_read_as_people_write_them() {
        assert_eq!(time(45), "0.045 s");
        assert_eq!(time(62_345), "1:02.345");
    }
}
