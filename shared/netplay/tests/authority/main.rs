//! One machine decides: events and their followers, views and their secrets, turns and their clock.
#![cfg(not(target_arch = "wasm32"))]

mod clock;
mod counts;
mod events;
mod hands;
mod liars;
mod orders;
mod play;
mod secrets;
mod survival;

/// How many, unless the environment says otherwise.
fn number(variable: &str, usual: u32) -> u32 {
    std::env::var(variable).ok().and_then(|number| number.parse().ok()).unwrap_or(usual)
}
