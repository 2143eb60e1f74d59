//! The whole relay as a state machine: no socket, no clock, no thread.
//!
//! ```text
//! open(address, now) ──► ConnId
//! handle(conn, packet, now) ─► rate? decode? ─► admission | Room ─► Effects ─► Outbox
//! link_lost(conn, reason, now)                                           │
//!            poll_output: Send { to, packet } | Close { conn, reason } ◄─┘
//!            sleep until poll_timeout(), then handle_timeout(now)
//! ```
//!
//! Whoever owns the sockets bounds what waits on each of them, and reports a socket that cannot
//! keep up with [`link_lost`](RelayCore::link_lost) and
//! [`TooSlow`](crate::wire::CloseReason::TooSlow). [`LocalRelay`] does that over any transport.
//!
//! ```
//! use netplay::ids::StateHash;
//! use netplay::limits::PROTOCOL_VERSION;
//! use netplay::relay::{ClientAddress, Output, RelayConfig, RelayCore};
//! use netplay::time::Instant;
//! use netplay::wire::{Entry, Hello, Identity, Message, Pack, Text, WordSize};
//!
//! let mut relay = RelayCore::new(RelayConfig::default(), [7; 32]);
//! let now = Instant::ZERO;
//! let conn = relay.open(ClientAddress::Local, now).unwrap();
//! let hello = Hello {
//!     version: PROTOCOL_VERSION,
//!     identity: Identity {
//!         simulation: StateHash(1),
//!         pack: Pack { id: Text::default(), sha256: [0; 32] },
//!         build: Text::default(),
//!         word_size: WordSize::PAD,
//!     },
//!     name: Text::new("Noa").unwrap(),
//!     colour: 0,
//!     entry: Entry::Create { seats: 4 },
//! };
//! relay.handle(conn, &Message::from(hello).encode(), now);
//! let Some(Output::Send { to, packet, .. }) = relay.poll_output() else { panic!("no answer") };
//! assert_eq!(to, conn);
//! assert!(matches!(Message::decode(&packet, WordSize::PAD), Ok(Message::Welcome(_))));
//! ```

mod admission;
mod arena;
mod codes;
mod config;
mod core;
mod event;
mod kind;
mod limiter;
mod local;
mod member;
mod outbox;

pub use self::core::RelayCore;
pub use crate::room::{ClientAddress, RoomConfig};
pub use arena::{Arena, ArenaConfig, NOBODY};
pub use config::{ConfigError, RelayConfig};
pub use event::{Counters, Load, MaskedCode, RelayEvent};
pub use kind::RelayKind;
pub use local::LocalRelay;
pub use outbox::Output;
