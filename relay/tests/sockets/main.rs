//! The relay over real sockets on 127.0.0.1. Every wait has a deadline; every test has a relay
//! of its own.

mod admin;
mod arena;
mod bounds;
mod door;
mod framing;
mod friend;
mod garbage;
mod log;
mod page;
mod program;
mod script;
mod smoke;
mod support;
mod window;
