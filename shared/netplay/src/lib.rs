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
//! The layers, each naming only those before it:
//! `ids, code, time, limits, rng, hash → wire → sim → link → track → session → room → relay → client`.
#![no_std]
#![warn(missing_docs)]

extern crate alloc;

pub mod client;
pub mod code;
pub mod hash;
pub mod ids;
pub mod limits;
pub mod link;
pub mod relay;
pub mod rng;
pub mod room;
pub mod session;
pub mod sim;
pub mod time;
pub mod track;
pub mod wire;
