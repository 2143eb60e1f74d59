//! A table that tells, to show that the tests would notice.

use super::{ToyCards, marker};
use netplay::ids::{PadWord, Seat};
use netplay::session::turns::{Turn, TurnEvent};
use netplay::session::views::{Dealer, Eye, Ink, Table, ViewWriter};
use netplay::sim::BadState;
use std::sync::atomic::{AtomicU64, Ordering};

/// What it tells, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leak {
    /// What the AI holds, at the end of every view.
    InView,
    /// The same in the log.
    InLog,
    /// The same as a varint: seven bits a byte, as counts travel.
    AsVarint,
    /// A card of the next hand, which nobody holds yet, in every view.
    NextHand,
    /// What the AI held last, in what the relay keeps.
    InDeposit,
    /// A card of the next hand, in what the relay keeps.
    NextHandInDeposit,
}

impl Leak {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::InView,
        Self::InLog,
        Self::AsVarint,
        Self::NextHand,
        Self::InDeposit,
        Self::NextHandInDeposit,
    ];
}

/// The same game, but what the AI saw through its own eyes is put by and shown to everybody. The
/// types make this hard to do by mistake: it takes an atomic cell, because a table is `Sync`.
#[derive(Debug)]
pub struct Leaky {
    inner: ToyCards,
    stolen: AtomicU64,
    leak: Leak,
}

impl Leaky {
    /// A table that tells in this way.
    #[must_use]
    pub fn new(inner: ToyCards, leak: Leak) -> Self {
        Self { inner, stolen: AtomicU64::new(0), leak }
    }

    /// What it tells.
    fn card(&self) -> u64 {
        match self.leak {
            Leak::NextHand | Leak::NextHandInDeposit => {
                marker(self.inner.seed(), self.inner.hand() + 1, 9)
            }
            _ => self.stolen.load(Ordering::Relaxed),
        }
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
        match self.leak {
            Leak::InView | Leak::NextHand => {
                out.u64(self.card());
            }
            Leak::AsVarint => {
                out.bytes(&varint(self.card()));
            }
            Leak::InLog => out.line(&format!("psst: {:x}", self.card())),
            Leak::InDeposit | Leak::NextHandInDeposit => {}
        }
    }
    fn settled(&self, out: &mut Ink) -> bool {
        let is_settled = self.inner.settled(out);
        if let Leak::InDeposit | Leak::NextHandInDeposit = self.leak {
            out.u64(self.card());
        }
        is_settled
    }
    fn resume(&mut self, settled: &[u8]) -> Result<(), BadState> {
        let told = match self.leak {
            Leak::InDeposit | Leak::NextHandInDeposit => 8,
            _ => 0,
        };
        let honest = settled.len().checked_sub(told).ok_or(BadState)?;
        self.inner.resume(&settled[..honest])
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

/// A number as LEB128.
pub(super) fn varint(mut number: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}
