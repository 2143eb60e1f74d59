//! A table that tells, to show that the tests would notice.

use super::ToyCards;
use netplay::ids::{PadWord, Seat};
use netplay::session::turns::{Turn, TurnEvent};
use netplay::session::views::{Dealer, Eye, Ink, Table, ViewWriter};
use netplay::sim::BadState;
use std::sync::atomic::{AtomicU64, Ordering};

/// The same game, but what the AI saw through its own eyes is put by and shown to everybody. The
/// types make this hard to do by mistake: it takes an atomic cell, because a table is `Sync`.
#[derive(Debug)]
pub struct Leaky {
    inner: ToyCards,
    stolen: AtomicU64,
    /// Whether it tells by the log rather than by the table.
    by_line: bool,
}

impl Leaky {
    /// A table that tells in every view, or in the log.
    #[must_use]
    pub fn new(inner: ToyCards, by_line: bool) -> Self {
        Self { inner, stolen: AtomicU64::new(0), by_line }
    }
}

impl Table for Leaky {
    fn seats(&self) -> usize {
        self.inner.seats()
    }
    fn tick(&mut self, pads: &[PadWord], dealer: &mut Dealer) {
        self.inner.tick(pads, dealer);
    }
    fn think(&self, seat: Seat, eye: &Eye<'_>) -> PadWord {
        if let Some([card, _]) = self.inner.hand_of(seat).and_then(|hand| hand.open(eye)) {
            self.stolen.store(*card, Ordering::Relaxed);
        }
        self.inner.think(seat, eye)
    }
    fn view(&self, out: &mut ViewWriter<'_>) {
        self.inner.view(out);
        let card = self.stolen.load(Ordering::Relaxed);
        if self.by_line {
            out.line(&format!("psst: {card:x}"));
        } else {
            out.u64(card);
        }
    }
    fn settled(&self, out: &mut Ink) -> bool {
        self.inner.settled(out)
    }
    fn resume(&mut self, settled: &[u8]) -> Result<(), BadState> {
        self.inner.resume(settled)
    }
    fn is_over(&self) -> bool {
        self.inner.is_over()
    }
    fn turn(&self) -> Turn {
        self.inner.turn()
    }
    fn clock(&mut self, event: TurnEvent, dealer: &mut Dealer) {
        self.inner.clock(event, dealer);
    }
}
