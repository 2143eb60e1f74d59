//! `partyline-peer` against a real relay, all of them processes. Everything is waited for with a
//! deadline, and nothing sleeps.

mod breaking;
mod bridging;
mod crowding;
mod endings;
mod handing;
mod packing;
mod parting;
mod playing;
mod recording;
mod rooming;
mod serving;
mod streaming;
mod support;
