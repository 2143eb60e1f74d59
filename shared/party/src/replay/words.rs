//! Why a file cannot be shown, in words.

use crate::words::{Next, Sentence, pack};
use games::SetupError;
use netplay::session::replay::{Misfit, ReplayError};
use netplay::wire::clean_line;

/// The bytes are no replay, or no whole one.
pub(super) fn unreadable(error: &ReplayError) -> Sentence {
    match error {
        ReplayError::TooLarge { cap, .. } => sentence(
            "This file is too large",
            format!("A replay has at most {} MB.", cap / (1024 * 1024)),
        ),
        ReplayError::NotAReplay => {
            sentence("This is not a replay", "The file was not recorded by Partyline.")
        }
        ReplayError::Version(version) => sentence(
            "This replay is of another version",
            format!("It is of version {version}, which this page does not read."),
        ),
        ReplayError::Cut { .. } => sentence(
            "This replay is cut off",
            "The file ends before its first ten seconds are whole.",
        ),
        ReplayError::Changed => {
            sentence("This replay was changed", "Its bytes are not those that were recorded.")
        }
        ReplayError::Malformed(_) => sentence(
            "This replay cannot be read",
            "Something in it has no meaning, so it was never recorded like this.",
        ),
    }
}

/// The replay is whole, but not of what is played here.
pub(super) fn misfit(misfit: &Misfit) -> Sentence {
    match misfit {
        Misfit::Mode { recorded } => {
            // The name comes from the file.
            let game = clean_line(recorded).unwrap_or_default();
            sentence(
                "This replay is of another game",
                format!("It is a game of “{game}”, which this page does not play."),
            )
        }
        Misfit::Simulation { recorded, ours } => sentence(
            "The rules differ",
            format!(
                "It was recorded with build {recorded} of the games, and this page has {ours}."
            ),
        ),
        Misfit::Pack { recorded, ours } => sentence(
            "The content differs",
            format!(
                "It was recorded on {}, and this page plays {}: load that pack first.",
                pack(recorded),
                pack(ours)
            ),
        ),
        Misfit::WordSize | Misfit::State => sentence(
            "This replay cannot be played",
            "What it says is nothing that this game can do.",
        ),
    }
}

/// Its start order begins no game.
pub(super) fn no_game(error: &SetupError) -> Sentence {
    sentence("This replay cannot be played", format!("Its rules begin no game: {error}."))
}

fn sentence(title: &str, what: impl Into<String>) -> Sentence {
    Sentence { title: title.into(), what: what.into(), next: Next::GoHome }
}
