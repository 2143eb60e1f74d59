//! The one place that knows which games there are.

use crate::cast::Cast;
use crate::results::{ResultRow, time};
use crate::scene::{Cue, Scene};
use games::Game;
use games::racing::{Ending, NotFinished, Placing};
use netplay::ids::Seat;
use netplay::wire::{Identity, Pack, Text, WordSize};

/// What this build plays, as every hello says it.
#[must_use]
pub fn identity() -> Identity {
    Identity {
        simulation: games::simulation_digest(),
        // The tracks are a part of the rules' digest; a pack of one's own comes with packs.
        pack: Pack { id: Text::truncated("built-in"), sha256: [0; 32] },
        build: Text::truncated(env!("CARGO_PKG_VERSION")),
        word_size: WordSize::PAD,
    }
}

/// The picture between two states of one game.
pub(crate) fn scene<'a>(
    before: &'a Game,
    after: &'a Game,
    alpha_256: u16,
    me: Option<Seat>,
) -> Scene<'a> {
    match (before, after) {
        (Game::Race(before), Game::Race(after)) => Scene::Race { before, after, alpha_256, me },
    }
}

/// What the last step gives to hear.
pub(crate) fn cues(game: &Game) -> impl Iterator<Item = Cue> {
    match game {
        Game::Race(race) => race.events().iter().copied().map(Cue::Race),
    }
}

/// The results, once the game is over.
pub(crate) fn results(game: &Game, cast: &Cast) -> Option<Vec<ResultRow>> {
    match game {
        Game::Race(race) => {
            let placings = race.results()?;
            Some(placings.iter().map(|placing| race_row(placing, cast)).collect())
        }
    }
}

fn race_row(placing: &Placing, cast: &Cast) -> ResultRow {
    let seat = cast.seat(placing.seat);
    let time_ms = match placing.ending {
        Ending::Finished { time_ms, .. } => Some(time_ms),
        Ending::DidNotFinish { .. } => None,
    };
    ResultRow {
        place: placing.place.into(),
        seat: placing.seat,
        player: seat.and_then(|seat| seat.player),
        name: seat.map(|seat| seat.name.clone()).unwrap_or_default(),
        colour: seat.map_or(0, |seat| seat.colour),
        is_me: seat.is_some_and(|seat| seat.is_me),
        ai: placing.ai,
        time_ms,
        best_lap_ms: placing.best_lap_ms,
        why: race_reason(placing),
    }
}

fn race_reason(placing: &Placing) -> String {
    match placing.ending {
        Ending::Finished { time_ms, behind_ms: 0, .. } => {
            format!("First over the line, in {}.", time(time_ms))
        }
        Ending::Finished { behind_ms, photo: true, .. } => {
            format!("A photo finish: {} behind the winner.", time(behind_ms))
        }
        Ending::Finished { behind_ms, .. } => format!("{} behind the winner.", time(behind_ms)),
        Ending::DidNotFinish { reason, lap, metres, .. } => {
            let up = match reason {
                NotFinished::GraceOver => "the winner had been home for half a minute",
                NotFinished::TimeCap => "the time was up",
            };
            match lap {
                0 => format!("Still before the line when {up}."),
                lap => format!("In lap {lap}, after {metres} m, when {up}."),
            }
        }
    }
}
