//! `cargo xtask bench`: what things cost, beside what the bare thing would cost.

use crate::workshop::{Outcome, Workshop};

/// The package, the bench, and what it measures.
const BENCHES: [(&str, &str, &str); 8] = [
    ("e2e", "session", "a lockstep session's tick over the bare simulation's"),
    ("e2e", "rollback", "a rollback session's rendered frame beside `ggrs`"),
    ("e2e", "latejoin", "coming into a race at minute three"),
    ("e2e", "interest", "who needs to hear of what, beside a plain scan of every pair"),
    ("e2e", "channel", "a message through a channel over datagrams, beside copying it"),
    ("e2e", "codec", "decoding and encoding, by kind of message"),
    ("relay", "fanout", "the relay's work for a forwarded message over a bare fan-out"),
    ("relay", "arena", "a crowd of 110 in an arena: digests, late words, the relay's share"),
];

pub(crate) fn bench(shop: &Workshop) -> Outcome {
    for (package, bench, what) in BENCHES {
        println!("\n━━ {what}");
        shop.run(&["cargo", "bench", "--quiet", "--package", package, "--bench", bench])?;
    }
    Ok(())
}
