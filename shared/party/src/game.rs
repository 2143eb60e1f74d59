//! What this build plays, and a game as a scene.

use crate::scene::{Scene, Shown};
use games::pack::Pack;
use games::racing::RaceSetup;
use games::served::{Empty, ServedRace};
use games::{Game, GameSetup};
use netplay::ids::Seat;
use netplay::present::Shift;
use netplay::wire::{self, Identity, Start, Text, WordSize};

/// What this build plays with a pack, as every hello says it.
#[must_use]
pub fn identity(pack: &Pack) -> Identity {
    Identity {
        simulation: games::simulation_digest(),
        pack: wire::Pack { id: Text::truncated(&pack.name), sha256: pack.sha256 },
        build: Text::truncated(env!("CARGO_PKG_VERSION")),
        word_size: WordSize::PAD,
    }
}

/// The race of a start order that a server decides, on its grid; `None` when this build does not
/// have it.
pub(crate) fn served(start: &Start, pack: &Pack) -> Option<ServedRace> {
    let GameSetup::Racing(rules) = GameSetup::decode(&start.mode, &start.config).ok()?;
    let seats = u8::try_from(start.seats.len()).ok()?;
    let setup = RaceSetup { seed: start.seed, seats, rules };
    ServedRace::new(setup, pack.track(rules.track)?.clone(), Empty::Driven).ok()
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
