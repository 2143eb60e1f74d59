//! What this build plays, and a game as a scene.

use crate::scene::{HuntShown, Scene, Shown};
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
    let GameSetup::Racing(rules) = GameSetup::decode(&start.mode, &start.config).ok()? else {
        return None;
    };
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
    macro_rules! shown {
        ($game:path, $before:ident, $after:ident) => {{
            let others = match others {
                Some(($game(before), $game(after))) => Some((before, after)),
                _ => None,
            };
            Shown { before: $before, after: $after, alpha_256, me, shifts, others }
        }};
    }
    match (before, after) {
        (Game::Race(before), Game::Race(after)) => Scene::Race(shown!(Game::Race, before, after)),
        (Game::Golf(before), Game::Golf(after)) => Scene::Golf(shown!(Game::Golf, before, after)),
        (Game::Hunt(before), Game::Hunt(after)) => Scene::Hunt(HuntShown {
            before: before.view(me),
            after: after.view(me),
            alpha_256,
            me,
            arena: after.arena(),
            shifts,
        }),
        _ => Scene::None, // a session has one game
    }
}
