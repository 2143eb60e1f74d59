//! `partyline-peer`: members of a room without a page. `partyline bot`, `join`, `observe` and
//! the others hand over to this program, which knows the games; the relay never does.
//!
//! Every command is the same loop: receive, frame, transmit, sleep until due.

mod address;
mod arena;
mod audience;
mod bot;
mod bridge;
mod case;
mod cli;
mod company;
mod condition;
mod content;
mod crowd;
mod ending;
mod engine;
mod field;
mod fleet;
mod game;
mod guest;
mod join;
mod line;
mod looping;
mod member;
mod observe;
mod pace;
mod pack;
mod replay;
mod report;
mod running;
mod script;
mod served;
mod stream;
mod tape;
mod world;

use clap::Parser;
use cli::{Command, Options};
use std::process::ExitCode;

fn main() -> ExitCode {
    let options = Options::parse();
    let outcome = options.pack.as_deref().map_or(Ok(()), content::play_on);
    let outcome = outcome.and_then(|()| match options.command {
        Command::Bot(options) => bot::run(&options),
        Command::Bridge(options) => bridge::run(&options),
        Command::Diff { ours, theirs } => case::diff(&ours, &theirs),
        Command::Join(options) => join::run(&options),
        Command::Observe(options) => observe::run(&options),
        Command::Pack(command) => pack::run(&command),
        Command::Replay(command) => replay::run(&command),
        Command::Rerun { bundle } => case::rerun(&bundle),
        Command::StateStream(options) => stream::run(&options),
        Command::ServeGame(options) => served::serve(&options),
        Command::JoinGame(options) => served::join(&options),
    });
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(ending) => {
            ending.tell();
            ending.code()
        }
    }
}
