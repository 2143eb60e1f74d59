//! The wire format: one tag byte, then the fields; every byte string has one meaning and every
//! message has one encoding.
//!
//! [`Message`] is decoded, a [`Packet`] is one encoded message. `PROTOCOL.md` beside this crate
//! is the contract in words; the vectors in `vectors.json` are the contract in bytes.
//!
//! ```
//! use netplay::ids::PlayerId;
//! use netplay::wire::{Chat, ChatKind, Message, Text, WordSize};
//!
//! let message = Message::Chat(Chat {
//!     player: PlayerId(2),
//!     kind: ChatKind::Line,
//!     text: Text::new("good race!").unwrap(),
//! });
//! let packet = message.encode();
//! assert_eq!(packet[0], 0x13);
//! assert_eq!(Message::decode(&packet, WordSize::PAD), Ok(message));
//! ```

mod authority;
mod clean;
mod cursor;
mod hello;
mod lobby;
mod macros;
mod message;
mod names;
mod play;
mod range_coder;
mod reasons;
mod seal;
mod signal;
mod state;
mod terms;
mod text;

pub use authority::{Action, Deposit, Event, ROAMING, Snapshot, StateBlob, StateRequest};
pub use clean::{clean_line, clean_name, look};
pub use cursor::{DecodeError, WordSize};
pub(crate) use cursor::{Reader, Wire, Writer};
pub use hello::{Bye, Entry, Hello, Identity, Pack, Ping, Pong, Reject, Welcome};
pub use lobby::{
    AssignSeat, Chat, ChatKind, HandHost, HostChanged, Latencies, Latency, Leave, Lobby, MemberRow,
    Moderate, Moderation, PlayerLeft, Presence, PresenceNotice, Profile, Rescue, RoomClosed,
    SetReady, SetRoom, Vote,
};
pub(crate) use macros::wire_enum;
pub use message::{Message, Packet};
pub(crate) use names::unique_name;
pub use play::{
    Checkpoint, Controller, Diverged, EndSession, Input, Loaded, Pause, Resume, SeatController,
    SessionModel, Stall, StallCause, Start, TakeSeat, Words,
};
pub(crate) use range_coder::{Chance, RangeCoder};
pub use reasons::{CloseReason, Refusal};
pub use seal::{Changes, Seal};
pub use signal::{Answer, Candidate, Offer, PublicAddress};
pub use state::{
    DesyncReport, Digests, Exhibit, PackAsk, PackPart, TransferAbort, TransferAck, TransferBegin,
    TransferChunk,
};
pub use terms::{DesyncPolicy, Terms};
pub use text::{Blob, Text, TooLong};
