//! Lines on the standard output: of JSON, for programs to read, and of words where a person waits.

use netplay::ids::{PlayerId, Seat, StateHash};
use serde::Serialize;
use std::io::Write;

/// Prints one line at once: whoever reads waits for it. Nobody reading is no reason to stop.
pub(crate) fn line(row: &impl Serialize) {
    let Ok(text) = serde_json::to_string(row) else { return };
    words(&text);
}

/// The same with words for a person.
pub(crate) fn words(text: &str) {
    let text = format!("{text}\n");
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes());
    let _ = out.flush();
}

/// A digest as people compare it: 16 hexadecimal digits, for a JSON number does not hold it.
pub(crate) fn hex(hash: StateHash) -> String {
    format!("{:016x}", hash.0)
}

/// Where a member sits.
#[derive(Serialize)]
struct Place<'a> {
    name: &'a str,
    player: u32,
    seat: Option<u16>,
}

/// Tells where a member sits, once it is known.
pub(crate) fn place(name: &str, player: PlayerId, seat: Option<Seat>) {
    line(&Place { name, player: player.0, seat: seat.map(|seat| seat.0) });
    if seat.is_none() {
        eprintln!("No seat is free for {name}, who watches.");
    }
}

/// What a player comes to, at its end.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Played {
    pub(crate) seat: Option<u16>,
    /// Ticks that everybody's inputs are known for, as asked for.
    pub(crate) tick: u32,
    /// Of the state after them.
    pub(crate) digest: Option<String>,
    /// What is known of a difference to the others.
    pub(crate) desync: Option<String>,
    pub(crate) netcode: String,
    pub(crate) input_delay: u8,
    pub(crate) rtt_ms: Option<u16>,
    pub(crate) guessed: u32,
    pub(crate) mispredicted: u32,
    pub(crate) rollbacks: u32,
    pub(crate) deepest: u32,
    pub(crate) corrections: u32,
    pub(crate) largest_mm: u32,
    pub(crate) snaps: u32,
    pub(crate) stalls: u32,
    pub(crate) stalled_ms: u32,
}
