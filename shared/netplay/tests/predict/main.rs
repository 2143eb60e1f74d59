//! Clients of a server that decides, on datagrams that are late, lost and twice: what they show,
//! when they are set right, and what they never are.

#![allow(clippy::print_stdout, reason = "figures for who runs them with --nocapture")]

mod agree;
mod hidden;
mod hostile;
mod lobby;
mod shots;
mod shown;
mod strict;
mod table;
