//! `cargo xtask play`: from a fresh clone to an address to open.

use crate::tools;
use crate::workshop::{Outcome, Workshop};
use std::process::Command;

pub(crate) fn play(shop: &Workshop, relay_options: &[String]) -> Outcome {
    tools::wasm_target(shop)?;
    tools::trunk(shop)?;
    tools::wasm_bindgen(shop)?;
    println!("\n── building the page");
    if tools::has_npm(shop) {
        tools::npm_packages(shop)?;
        build_page(shop)?;
    } else {
        println!("   npm is not there, so the page stays larger than it needs to be (no wasm-opt)");
        shop.run(&["trunk", "build", "--offline", "--cargo-profile", "page"])?;
    }
    println!("\n── building the relay");
    shop.run(&["cargo", "build", "--release", "--package", "relay", "--bin", "partyline"])?;
    println!();
    let relay = shop.path("target/release/partyline");
    let relay = relay.to_string_lossy();
    become_program(shop.command(&[&relay, "--web", "dist"]).args(relay_options))
}

/// Turns into the program, so that Ctrl-C is its alone and the prompt comes back after it.
#[cfg(unix)]
fn become_program(command: &mut Command) -> Outcome {
    use std::os::unix::process::CommandExt;
    let error = command.exec();
    Err(format!("the relay cannot be started: {error}"))
}

#[cfg(not(unix))]
fn become_program(command: &mut Command) -> Outcome {
    crate::workshop::run(command)
}

/// The page as players get it, in `dist`.
pub(crate) fn build_page(shop: &Workshop) -> Outcome {
    shop.run(&["trunk", "build", "--offline", "--release"])
}
