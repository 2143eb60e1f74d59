//! The brain of a client: the room it is in, the game it plays, what the page shows.
//!
//! No socket, no pixel and no clock: the page opens the transport, tells the time and the pad,
//! draws the [`Scene`] and shows the [`RoomView`].
//!
//! ```text
//! if room.wants_link(now) { link = open(address) }
//! room.receive(&mut link, now)    bytes → message → lobby mirror | active session
//! room.frame(pad, now)            push_local → advance → tick, as many 60 Hz steps as are due
//! room.transmit(&mut link, now)   messages → bytes
//! draw(room.scene(now)); play(room.cues()); show(room.view_if_changed())
//! ```
#![warn(missing_docs)]

mod active;
mod ask;
mod cast;
mod chat;
mod countdown;
mod donating;
mod entry;
mod game;
mod online;
mod play;
mod practice;
mod reconnect;
mod results;
mod room;
mod rows;
mod scene;
mod view;
pub mod words;

pub use ask::{Ask, EMOTES, QUICK_LINES};
pub use entry::{EntryWish, Practice, Profile, Ticket};
pub use results::{ResultRow, ResultsView};
pub use room::Room;
pub use scene::{Cue, Scene};
pub use view::{
    CHAT_LINES_KEPT, ChatLine, LineKind, MemberView, NOTICES_KEPT, Notice, Phase, PingClass,
    RoomView, SeatView, StallView,
};
pub use words::{Next, Sentence};
