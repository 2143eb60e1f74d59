//! `cargo xtask pictures`: every screen of every game, for people to look at.

use crate::tools;
use crate::workshop::{Outcome, Workshop};

/// Where the page lies that is looked at: built for speed of building, not for players.
const PAGE: &str = "target/pictures-page";

pub(crate) fn pictures(shop: &Workshop, scenes: &[String]) -> Outcome {
    for tool in [
        tools::wasm_target,
        tools::trunk,
        tools::wasm_bindgen,
        tools::npm_packages,
        tools::chromium,
    ] {
        tool(shop)?;
    }
    shop.run(&["trunk", "build", "--offline", "--dist", PAGE])?;
    shop.run(&["cargo", "build", "--package", "relay", "--bins"])?;
    let scenes: Vec<&str> = scenes.iter().map(String::as_str).collect();
    shop.run(&[&["node", "e2e/pictures.mjs", "--page", PAGE], &scenes[..]].concat())?;
    println!("\nThey are in artifacts/pictures.");
    Ok(())
}
