//! The edge to the browser: addresses, storage, clipboard, the crash box.

pub mod bests;
pub mod crash;
pub mod ghosts;
pub mod invite;
pub mod labels;
pub mod pack;
pub mod page;
pub mod storage;
pub mod text;
