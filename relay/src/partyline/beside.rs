//! Sub-commands that need the games: the program `partyline-peer` beside this one runs them, so
//! that the relay itself never links a game.

use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, ExitCode};

const PROGRAM: &str = "partyline-peer";

/// What `partyline --help` says of them.
pub(crate) const HELP: &str = "\
A crowd instead of rooms: partyline arena --seats N (partyline arena --help says more)

Beside a room (each with --help of its own; they need partyline-peer in the same folder):
  bot           members who take seats, get ready and drive
  join          a player without a page, for checks
  observe       watch a room, and record it
  bridge        lines on the standard input become a seat's input
  state-stream  each confirmed tick's cars, as JSON lines over WebSocket
  replay        verify or describe a recorded game
  diff          where two desync bundles differ
  rerun         play a desync bundle to its difference again
  pack          check, bundle and try content of one's own

Without a room, over UDP:
  serve-game    decide a race for everybody who comes (or for a room)
  join-game     play at such a server, without a page";

/// Whether the first word names one of them.
pub(crate) fn runs(word: Option<&OsString>) -> bool {
    let Some(word) = word.and_then(|word| word.to_str()) else { return false };
    names().any(|name| name == word)
}

fn names() -> impl Iterator<Item = &'static str> {
    HELP.lines().filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next())
}

/// Becomes the program with these words.
pub(crate) fn run(words: &[OsString]) -> ExitCode {
    let missing = |why: String| {
        eprintln!("{why}");
        ExitCode::from(2)
    };
    let own = match std::env::current_exe() {
        Ok(own) => own,
        Err(error) => return missing(format!("This program does not know where it is: {error}.")),
    };
    let program = own.with_file_name(PROGRAM).with_extension(std::env::consts::EXE_EXTENSION);
    match become_program(Command::new(&program).args(words)) {
        Ok(code) => code,
        Err(error) if error.kind() == ErrorKind::NotFound => missing(not_beside(&own)),
        Err(error) => missing(format!("{} does not start: {error}.", program.display())),
    }
}

fn not_beside(own: &Path) -> String {
    let folder = own.parent().unwrap_or(own).display();
    format!(
        "This needs the program {PROGRAM}, which is not in {folder}. \
         `cargo xtask build` makes both; copy them together."
    )
}

/// Turns into the program, so that signals are its alone.
#[cfg(unix)]
fn become_program(command: &mut Command) -> std::io::Result<ExitCode> {
    use std::os::unix::process::CommandExt;
    Err(command.exec())
}

#[cfg(not(unix))]
fn become_program(command: &mut Command) -> std::io::Result<ExitCode> {
    let code = command.status()?.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_help_lists_is_what_is_handed_over() {
        let listed: Vec<&str> = names().collect();
        let all =
            ["bot", "join", "observe", "bridge", "state-stream", "replay", "diff", "rerun", "pack"];
        assert_eq!(listed, [&all[..], &["serve-game", "join-game"]].concat());
        assert!(runs(Some(&"bot".into())) && !runs(Some(&"--lan".into())) && !runs(None));
    }
}
