//! Games with secrets: one machine runs the game, everybody else gets a view made for them.
//!
//! ```text
//! guest   pad word, when it changes ─► Action ─► queue of its seat ─► one change a tick ─┐
//! host                                                    Table::tick(pads, dealer) ◄────┘
//!         Table::view, once a viewer ─► differs from the last? ─► StateBlob ─► guest: the newest counts
//!         Table::settled             ─► differs from the last? ─► Deposit   ─► the relay, for the next host
//! ```
//!
//! **A view cannot hold another's secret.** What one seat knows is a [`Secret`], and bytes for a
//! viewer come from a [`ViewWriter`], which opens that viewer's secrets only. The rules themselves
//! can read nobody's: they get shuffled cards as secrets from the [`Dealer`], compare or
//! reveal them, and that is all. The AI [thinks](Table::think) with the eyes of its seat. A
//! [settled point](Table::settled) is written with [`Ink`], which sees nobody's secret. `Table` is
//! `Sync`, so what was seen through one viewer's eyes cannot be put by in a cell for another's.
//!
//! The host's machine itself holds everything. Who plays on it must be trusted, as who deals is.
//!
//! A whole game: a card each, and whoever presses first has it shown.
//!
//! ```
//! use netplay::ids::{PadWord, PlayerId, Seat};
//! use netplay::session::turns::TurnConfig;
//! use netplay::session::views::*;
//! use netplay::sim::BadState;
//! use netplay::time::Instant;
//! use netplay::wire::{Controller, Message};
//!
//! #[derive(Default)]
//! struct HighCard { hands: Vec<Secret<[u8; 1]>>, shown: Vec<u8> }
//!
//! impl Table for HighCard {
//!     fn seats(&self) -> usize { 2 }
//!     fn tick(&mut self, pads: &[PadWord], dealer: &mut Dealer) {
//!         if self.hands.is_empty() && self.shown.is_empty() {
//!             let mut deck = dealer.shuffle((1..=52).collect());
//!             self.hands = [0, 1].into_iter().filter_map(|seat| deck.deal(Seat(seat))).collect();
//!         } else if pads.iter().any(|pad| pad.0 != 0) {
//!             self.shown = self.hands.drain(..).map(|hand| hand.reveal()[0]).collect();
//!         }
//!     }
//!     fn view(&self, out: &mut ViewWriter<'_>) {
//!         for hand in &self.hands {
//!             let card = out.open(hand).map_or(0, |[card]| *card); // 0: its back
//!             out.u8(card);
//!         }
//!         out.bytes(&self.shown);
//!     }
//!     fn settled(&self, _: &mut Ink) -> bool { self.hands.is_empty() }
//!     fn resume(&mut self, settled: &[u8]) -> Result<(), BadState> {
//!         if settled.is_empty() { Ok(()) } else { Err(BadState) }
//!     }
//!     fn is_over(&self) -> bool { !self.shown.is_empty() }
//! }
//!
//! let (me, ann, now) = (PlayerId(1), PlayerId(2), Instant::ZERO);
//! let mut host = ViewHost::new(HighCard::default(), me, TurnConfig::default(), [7; 32]).unwrap();
//! let mut guest = ViewGuest::new(ann, now);
//! for (seat, player) in [(Seat(0), me), (Seat(1), ann)] {
//!     host.set_seat_controller(seat, Controller::Human { player });
//!     host.admit(player);
//! }
//! for pad in [PadWord(0), PadWord(1)] {
//!     guest.push_local(pad);
//!     while let Some(message) = guest.poll_message() { host.handle(&message, now) }
//!     host.tick(now);
//!     while let Some(message) = host.poll_message() { guest.handle(&message) }
//!     let table = &guest.shown().unwrap().table;
//!     match pad {
//!         PadWord(0) => assert!(table[0] == 0 && table[1] != 0, "her own card, and the other's back"),
//!         _ => assert!(table[0] != 0 && table[1] != 0, "both lie open"),
//!     }
//! }
//! ```

mod desk;
mod guest;
mod host;
mod ink;
mod pads;
mod secret;
mod sheet;

pub use guest::{Shown, ViewEvent, ViewGuest};
pub use host::{ViewHost, ViewHostStats};
pub use ink::{Ink, InkReader, Line, ViewWriter};
pub use secret::{Dealer, Deck, Eye, Secret, Viewer};

use super::turns::{Turn, TurnEvent};
use crate::ids::{PadWord, Seat};
use crate::sim::BadState;
use crate::wire::Controller;

/// A game that only its host runs.
///
/// What changes in every tick, like a countdown, does not belong into a view: each viewer would be told
/// of every tick, and the host may only say so much. [`Turn`]s have a clock of their own.
///
/// A table that could put something by while it is looked at is none:
///
/// ```compile_fail
/// # use netplay::{ids::*, session::views::*, sim::BadState};
/// struct Sly { hand: Secret<u8>, seen: std::cell::Cell<u8> }
/// impl Table for Sly { // `Cell` is not `Sync`
///     fn seats(&self) -> usize { 2 }
///     fn tick(&mut self, _: &[PadWord], _: &mut Dealer) {}
///     fn think(&self, _: Seat, eye: &Eye<'_>) -> PadWord {
///         if let Some(card) = self.hand.open(eye) { self.seen.set(*card) }
///         PadWord(0)
///     }
///     fn view(&self, out: &mut ViewWriter<'_>) { out.u8(self.seen.get()); }
///     fn settled(&self, _: &mut Ink) -> bool { true }
///     fn resume(&mut self, _: &[u8]) -> Result<(), BadState> { Ok(()) }
///     fn is_over(&self) -> bool { false }
/// }
/// ```
pub trait Table: Sync {
    /// How many seats.
    fn seats(&self) -> usize;

    /// One step. `pads` has one word a seat; the word of a seat that the AI drives is what
    /// [`think`](Self::think) said.
    fn tick(&mut self, pads: &[PadWord], dealer: &mut Dealer);

    /// What the AI presses on `seat`, seeing what its player would. Called once a tick for each seat
    /// that the AI drives.
    fn think(&self, _seat: Seat, _eye: &Eye<'_>) -> PadWord {
        PadWord(0)
    }

    /// Writes the table as [`ViewWriter::viewer`] may see it, and the lines of the last tick.
    fn view(&self, out: &mut ViewWriter<'_>);

    /// At a settled point (between two hands, between two matches) writes all that the game needs
    /// to go on elsewhere, and says `true`. It must be so when the game is new. While something is
    /// under way: `false`, and what was written is forgotten.
    fn settled(&self, out: &mut Ink) -> bool;

    /// Goes on from a settled point of another machine. What was under way there is void, and the
    /// table should say so in its lines. The bytes may come from a peer.
    ///
    /// # Errors
    /// When they are no settled point of this game; the table is then unchanged.
    fn resume(&mut self, settled: &[u8]) -> Result<(), BadState>;

    /// Whether the game is over and its result is on the table.
    fn is_over(&self) -> bool;

    /// From the next tick on, this is who drives the seat.
    fn set_seat_controller(&mut self, _seat: Seat, _controller: Controller) {}

    /// Whom the table waits for. The AI's seats may be among them; the clock times people only.
    fn turn(&self) -> Turn {
        Turn::default()
    }

    /// The clock of the turns has something to say. At [`TurnEvent::Act`] the table does for the seat
    /// what its rules say, and moves on.
    fn clock(&mut self, _event: TurnEvent, _dealer: &mut Dealer) {}
}
