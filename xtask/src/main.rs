//! The developer's commands.
//!
//! ```text
//! cargo xtask play [relay options]   build the page, start the relay, print the address to open
//! cargo xtask build                  the page in dist, the relay in target/release
//! cargo xtask serve [trunk options]  the page alone, built anew on every save
//! cargo xtask test [--only STEP]     everything that must hold, with a time for each step
//! cargo xtask long [SEEDS]           what `test` tries a few seeds of, for as many as you like
//! cargo xtask pictures [SCENE …]     every screen of every game, for people to look at
//! cargo xtask arena [--rounds N]     the AI against itself: who beats whom, in every game
//! cargo xtask bench                  what a tick, a message and a forwarded packet cost
//! ```
//!
//! Each installs what it needs first and says why. Nothing is installed outside the project
//! folder but the compiler's wasm target and, for `test`, the browser.
#![allow(clippy::print_stdout)]

mod arena;
mod bench;
mod long;
mod pictures;
mod play;
mod steps;
mod test;
mod tools;
mod workshop;

use std::process::ExitCode;
use workshop::Workshop;

const USAGE: &str = "\
The developer's commands of Partyline.

  cargo xtask play [relay options]   build the page and serve it; try --lan, --port 0
  cargo xtask build                  the page in dist, the relay in target/release
  cargo xtask serve [trunk options]  the page alone, built anew on every save
  cargo xtask test [--only STEP]     check everything; `--list` names the steps
  cargo xtask long [SEEDS]           try what `test` tries a little of, much longer
  cargo xtask pictures [SCENE …]     every screen of every game, in artifacts/pictures
  cargo xtask arena [--rounds N]     the AI against itself, level against level
  cargo xtask bench                  measure, and compare with what is bare
";

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let command = arguments.next();
    let rest: Vec<String> = arguments.collect();
    let workshop = Workshop::new();
    let outcome = match command.as_deref() {
        Some("play") => play::play(&workshop, &rest).map(|()| ExitCode::SUCCESS),
        Some("build") => play::build(&workshop).map(|()| {
            println!("\nThe page is in dist, the relay is {}.", play::RELAY);
            ExitCode::SUCCESS
        }),
        Some("serve") => play::serve(&workshop, &rest).map(|()| ExitCode::SUCCESS),
        Some("test") => test::test(&workshop, &rest),
        Some("long") => long::long(&workshop, &rest).map(|()| ExitCode::SUCCESS),
        Some("pictures") => pictures::pictures(&workshop, &rest).map(|()| ExitCode::SUCCESS),
        Some("arena") => arena::arena(&workshop, &rest).map(|()| ExitCode::SUCCESS),
        Some("bench") => bench::bench(&workshop).map(|()| ExitCode::SUCCESS),
        None | Some("help" | "--help" | "-h") => {
            print!("{USAGE}");
            Ok(ExitCode::SUCCESS)
        }
        Some(other) => Err(format!("there is no `cargo xtask {other}`\n\n{USAGE}")),
    };
    outcome.unwrap_or_else(|sentence| {
        eprintln!("\nxtask: {sentence}");
        ExitCode::FAILURE
    })
}
