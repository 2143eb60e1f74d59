//! Clients of a server that decides, on datagrams that are late, lost and twice: what they show,
//! when they are set right, and what they never are.

mod agree;
mod table;
