//! What this build plays, and a game as a scene.

use crate::scene::{Scene, Shown};
use games::racing::{RaceSetup, Track};
use games::served::{Empty, ServedRace};
use games::{Game, GameSetup};
use netplay::ids::Seat;
use netplay::present::Shift;
use netplay::wire::{Identity, Pack, Start, Text, WordSize};
use std::sync::Arc;

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

/// The race of a start order that a server decides, on its grid; `None` when this build does not
/// have it.
pub(crate) fn served(start: &Start) -> Option<ServedRace> {
    let GameSetup::Racing(rules) = GameSetup::decode(&start.mode, &start.config).ok()?;
    let seats = u8::try_from(start.seats.len()).ok()?;
    let setup = RaceSetup { seed: start.seed, seats, rules };
    ServedRace::new(setup, Arc::new(Track::heron_lake()), Empty::Driven).ok()
}

/// The picture between two states of one game.
pub(crate) fn scene<'a>(
    before: &'a Game,
    after: &'a Game,
    alpha_256: u16,
    me: Option<Seat>,
    shifts: &'a [Shift],
    others: Option<(&'a Game, &'a Game)>,
) -> Scene<'a> {
    match (before, after) {
        (Game::Race(before), Game::Race(after)) => {
            let others = others.map(|(Game::Race(before), Game::Race(after))| (before, after));
            Scene::Race(Shown { before, after, alpha_256, me, shifts, others })
        }
    }
}
