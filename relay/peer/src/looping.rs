//! The one loop: receive, frame, transmit, sleep until due.

use crate::ending::Ending;
use net_native::NativeClock;
use netplay::time::Instant;
use signal_hook::consts::{SIGINT, SIGTERM};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Often enough for sixty steps a second, and no busy loop.
const NAP: Duration = Duration::from_millis(2);

/// What a turn of the loop comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// There is more to do.
    Again,
    /// That was all.
    Done,
}

/// Whoever the loop turns.
pub(crate) trait Driven {
    /// Receives, frames and transmits.
    fn turn(&mut self, now: Instant) -> Result<Turn, Ending>;

    /// Begins to leave, because ctrl-C was pressed or the work is done. Turns go on until
    /// [`has_left`](Self::has_left).
    fn leave(&mut self, now: Instant);

    /// Whether everybody has said goodbye.
    fn has_left(&self, now: Instant) -> bool;
}

/// Turns until it is done, fails, or ctrl-C is pressed; then leaves the room, so that nobody
/// waits for a peer that is gone.
pub(crate) fn run(driven: &mut impl Driven) -> Result<(), Ending> {
    let interrupted = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        signal_hook::flag::register(signal, Arc::clone(&interrupted))
            .map_err(|error| Ending::Hindered(format!("No signals: {error}.")))?;
    }
    let clock = NativeClock::start();
    let outcome = loop {
        match driven.turn(clock.now()) {
            Ok(Turn::Again) if !interrupted.load(Ordering::Relaxed) => {}
            Ok(_) => break Ok(()),
            Err(ending) => break Err(ending),
        }
        std::thread::park_timeout(NAP);
    };
    driven.leave(clock.now());
    while !driven.has_left(clock.now()) {
        if driven.turn(clock.now()).is_err() {
            break; // whoever is gone need not say goodbye
        }
        std::thread::park_timeout(NAP);
    }
    outcome
}
