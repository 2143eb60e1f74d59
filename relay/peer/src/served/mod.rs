//! Games that a server decides: `serve-game` and `join-game`.

mod drive;
mod fault;
mod guest;
mod hosting;
mod join;
mod kept;
mod options;
mod quit;
mod report;
mod room;
mod serve;
mod socket;

pub(crate) use join::run as join;
pub(crate) use options::{JoinGameOptions, ServeGameOptions};

use crate::ending::Ending;

/// Serves a game over UDP, or in a room.
///
/// # Errors
/// When there is no socket, no room, or no such game.
pub(crate) fn serve(options: &ServeGameOptions) -> Result<(), Ending> {
    match &options.room {
        Some(relay) => room::run(options, relay),
        None => serve::run(options),
    }
}
