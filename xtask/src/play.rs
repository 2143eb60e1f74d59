//! `cargo xtask play`: from a fresh clone to an address to open.

use crate::tools;
use crate::workshop::{Outcome, Workshop, run};
use std::path::PathBuf;
use std::process::Command;

/// The page in `dist`, the relay and its company in `target/release`: what a host takes elsewhere.
pub(crate) fn build(shop: &Workshop) -> Outcome {
    page_tools(shop)?;
    println!("\n── building the page");
    if tools::has_npm(shop) {
        tools::npm_packages(shop)?;
        build_page(shop)?;
    } else {
        println!("   npm is not there, so the page stays larger than it needs to be (no wasm-opt)");
        shop.run(&["trunk", "build", "--offline", "--cargo-profile", "page"])?;
    }
    println!("\n── building the relay and its company");
    let packages = ["--package", "relay", "--package", "peer"];
    let programs = ["--bin", "partyline", "--bin", "partyline-peer"];
    shop.run(&[&["cargo", "build", "--release"], &packages[..], &programs[..]].concat())
}

pub(crate) fn play(shop: &Workshop, relay_options: &[String]) -> Outcome {
    build(shop)?;
    println!();
    let relay = shop.path(RELAY);
    let relay = relay.to_string_lossy();
    become_program(shop.command(&[&relay, "--web", "dist"]).args(relay_options))
}

/// `trunk serve` with its tools at hand: the page alone, built anew on every save.
pub(crate) fn serve(shop: &Workshop, trunk_options: &[String]) -> Outcome {
    page_tools(shop)?;
    become_program(shop.command(&["trunk", "serve"]).args(trunk_options))
}

/// Where [`build`] leaves the relay.
pub(crate) const RELAY: &str = "target/release/partyline";

fn page_tools(shop: &Workshop) -> Outcome {
    tools::wasm_target(shop)?;
    tools::trunk(shop)?;
    tools::wasm_bindgen(shop)
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
    shop.run(&["cargo", "fetch", "--quiet", "--locked"])?;
    let mut trunk = shop.command(&["trunk", "build", "--offline", "--release"]);
    trunk.env("CARGO_ENCODED_RUSTFLAGS", page_flags().join("\x1f"));
    run(&mut trunk)?;
    shop.run(&["node", "web/slim/slim.mjs", "dist"])
}

/// What the compiler is told of the page alone: its digests are of short texts, so the code for
/// them is small and not quick.
fn page_flags() -> Vec<String> {
    let compact = ["--cfg", "sha2_backend_soft=\"compact\""].map(String::from);
    compact.into_iter().chain(nameless_sources()).collect()
}

/// Keeps out of the page where on this machine its libraries were found: a panic names a crate and
/// a file, and nobody's home.
fn nameless_sources() -> Vec<String> {
    let home = std::env::home_dir().map(|home| home.join(".cargo"));
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from).or(home).unwrap_or_default();
    let registries = std::fs::read_dir(home.join("registry/src")).into_iter().flatten().flatten();
    registries.map(|found| format!("--remap-path-prefix={}=", found.path().display())).collect()
}
