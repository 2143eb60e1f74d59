//! Host authority with nothing to hide: one machine decides what happens, the others follow.
//!
//! ```text
//! replica  act ─► Action ─► host: Referee::judge ─ refused ─► StateBlob(Refused) ─► the player is told
//!                                      └ event ─► EventSim::apply_event ─► Event{seq, hash after it}
//! replica  the next in order? ─ no ─► held, bounded
//!          applied, and the same hash? ─ no ─► StateRequest ─► events are held ─► StateBlob ─► goes on
//! ```
//!
//! Everybody holds the whole state, so every replica that follows can [take over](AuthorityHost::take_over)
//! when the host goes; a host who came late goes on from the last deposit, which is a state like any
//! other. After a change of hosts every replica asks for the state anew, whatever it holds.
//!
//! A host decides everything and can lie about everything but cannot make a replica work without
//! end: it asks three times, and again only after many events that agreed; then it says so and stops.
//!
//! Games with secrets are [tables](super::views).

mod follower;
mod host;
mod note;
mod replica;

pub use follower::Failure;
pub use host::{AuthorityHost, Referee, Refused};
pub use replica::{AuthorityEvent, AuthorityReplica};
