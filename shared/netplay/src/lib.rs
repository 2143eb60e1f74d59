//! Partyline's netplay core: wire format, rooms, the relay and the sessions.
//!
//! **The one rule:** this crate does no I/O. It is told the time, is given bytes, and is polled
//! for what it wants done. It names no game, no socket and no clock, so it runs the same in a
//! browser, in a server and in a test on a virtual clock.
//!
//! ```text
//!          handle(bytes, now) ──►┌──────┐──► poll_message / poll_event / poll_output
//!  push_local(input) ───────────►│ core │
//!         advance(now) ─────────►└──────┘──► Step::Advanced | Step::Stalled { waiting_on }
//! ```
//!
//! Two players, and a function call for a wire:
//!
//! ```
//! use netplay::hash::StateHasher;
//! use netplay::ids::{PadWord, PlayerId, Seat, StateHash};
//! use netplay::session::{LockstepConfig, LockstepSession, Step};
//! use netplay::sim::Simulation;
//! use netplay::wire::Controller;
//!
//! struct Tug(i32);
//!
//! impl Simulation for Tug {
//!     type Input = PadWord;
//!     fn tick(&mut self, pads: &[PadWord]) {
//!         self.0 += i32::from(pads[0].0) - i32::from(pads[1].0);
//!     }
//!     fn state_hash(&self) -> StateHash {
//!         StateHasher::new().i32(self.0).finish()
//!     }
//! }
//!
//! let humans = [1, 2].map(|id| Controller::Human { player: PlayerId(id) });
//! let [mut ann, mut ben] = [(1, 0), (2, 1)].map(|(id, seat)| {
//!     let config = LockstepConfig::new(PlayerId(id), Some(Seat(seat)), humans.to_vec());
//!     LockstepSession::new(Tug(0), config).unwrap()
//! });
//! for _ in 0..60 {
//!     ann.push_local(PadWord(3));
//!     ben.push_local(PadWord(1));
//!     while let Some(message) = ann.poll_message() { ben.handle(&message).unwrap() }
//!     while let Some(message) = ben.poll_message() { ann.handle(&message).unwrap() }
//!     assert!(matches!(ann.advance(), Step::Advanced(_)));
//!     assert!(matches!(ben.advance(), Step::Advanced(_)));
//! }
//! assert_eq!(ann.simulation().0, ben.simulation().0);
//! ```
//!
//! | to | see |
//! |---|---|
//! | make a game playable over a network | [`sim::Simulation`], then [`session`] |
//! | keep a session as a file, and show any frame of it | [`session::replay`] |
//! | run a table whose players have secrets, and survive its host | [`session::views`], [`session::turns`] |
//! | let one machine decide what happens to a state that all hold | [`session::authority`] |
//! | put a room before it: lobby, seats, chat, coming back | [`client::RoomClient`] |
//! | carry rooms, in a server or in a page | [`relay::RelayCore`], [`relay::LocalRelay`] |
//! | try it on a bad line | [`link`] |
//! | have lanes where there are only datagrams | [`channel`] |
//! | speak the protocol from elsewhere | [`wire`] and `PROTOCOL.md` |
//!
//! The layers, each naming only those before it:
//! `ids, code, time, limits, rng, hash → wire → sim → link → channel → track → session → present → room → relay → client`.
#![no_std]
#![warn(missing_docs)]

extern crate alloc;

pub mod channel;
pub mod client;
pub mod code;
pub mod hash;
pub mod ids;
pub mod limits;
pub mod link;
pub mod present;
pub mod relay;
pub mod rng;
pub mod room;
pub mod session;
pub mod sim;
pub mod time;
pub mod track;
pub mod wire;

/// The project's front page, whose examples are compiled and run with this crate's own.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct FrontPage;
