//! How each game ended, in words. The only place of this crate that asks a game what it was about.

mod golf;
mod hunt;
mod race;

pub(crate) use race::race;

use crate::cast::Cast;
use crate::results::{ResultRow, ResultsView};
use games::Game;
use netplay::ids::Seat;
use netplay::wire::Start;

/// The results, once the game is over.
pub(crate) fn results(game: &Game, start: &Start, cast: &Cast) -> Option<ResultsView> {
    match game {
        Game::Race(game) => Some(race(&game.results()?, start, cast)),
        Game::Golf(game) => Some(golf::golf(game, &game.results()?, start, cast)),
        Game::Hunt(game) => Some(hunt::hunt(&game.results()?, start, cast)),
    }
}

/// The row of a seat, whose cells and reason are the game's to fill in.
fn row(place: u8, seat: Seat, ai: bool, cast: &Cast) -> ResultRow {
    let who = cast.seat(seat);
    ResultRow {
        place: place.into(),
        seat,
        player: who.and_then(|who| who.player),
        name: who.map(|who| who.name.clone()).unwrap_or_default(),
        colour: who.map_or(0, |who| who.colour),
        is_me: who.is_some_and(|who| who.is_me),
        ai,
        finished: true,
        cells: Vec::new(),
        why: String::new(),
    }
}

/// `1 hole`, `2 holes`.
fn count(number: u16, what: &str) -> String {
    match (number, what.split_once(' ')) {
        (1, _) => format!("1 {what}"),
        (_, Some((first, rest))) => format!("{number} {first}s {rest}"),
        (_, None) => format!("{number} {what}s"),
    }
}

/// `1:02.345`.
fn time(ms: u32) -> String {
    format!("{}:{:02}.{:03}", ms / 60_000, ms / 1_000 % 60, ms % 1_000)
}

/// `0.045 s`, or `1:02.345` from a minute on.
fn gap(ms: u32) -> String {
    if ms < 60_000 { format!("{}.{:03} s", ms / 1_000, ms % 1_000) } else { time(ms) }
}

#[cfg(test)]
mod tests {
    use super::{count, gap, time};

    #[test]
    fn times_read_as_people_write_them() {
        assert_eq!(gap(45), "0.045 s");
        assert_eq!([gap(62_345), time(62_345)], ["1:02.345", "1:02.345"]);
        assert_eq!(time(5), "0:00.005");
        assert_eq!([count(1, "hole"), count(2, "hole in one")], ["1 hole", "2 holes in one"]);
    }
}
