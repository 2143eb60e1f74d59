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
//! draw(room.scene()); play(room.cues()); show(room.view_if_changed())
//! ```
//!
//! A room and its relay in one process, on a clock that the caller turns:
//!
//! ```
//! use games::pack::Pack;
//! use netplay::ids::PadWord;
//! use netplay::link::{LinkProfile, Loopback};
//! use netplay::relay::{ClientAddress, LocalRelay, RelayConfig, RelayCore};
//! use netplay::time::Instant;
//! use party::{EntryWish, Phase, Profile, Room};
//!
//! let mut relay = LocalRelay::new(RelayCore::new(RelayConfig::default(), [7; 32]));
//! let ann = Profile { name: "Ann".into(), colour: 0 };
//! let wish = EntryWish::Create { seats: 4 };
//! let mut room = Room::online(&ann, wish, Pack::built_in(), 7, Instant::ZERO);
//! let mut link = None;
//! let mut view = room.view_if_changed().unwrap();
//! for millis in (0..100).step_by(16) {
//!     let now = Instant::from_millis(millis);
//!     if room.wants_link(now) {
//!         let (here, there) = Loopback::pair(LinkProfile::PERFECT, LinkProfile::PERFECT, 1);
//!         relay.attach(there, ClientAddress::Local, now).unwrap();
//!         link = Some(here);
//!     }
//!     if let Some(link) = &mut link {
//!         room.receive(link, now);
//!         room.frame(PadWord(0), now);
//!         room.transmit(link, now);
//!     }
//!     view = room.view_if_changed().unwrap_or(view);
//!     relay.pump(now);
//! }
//! assert_eq!(view.phase, Phase::Lobby);
//! assert!(view.am_host && view.code.is_some());
//! ```
#![warn(missing_docs)]

mod active;
mod ask;
mod cast;
mod chat;
mod countdown;
mod engine;
mod entry;
mod game;
mod heard;
mod hosted;
mod net;
mod online;
mod plan;
mod play;
mod practice;
mod reconnect;
mod replay;
mod results;
mod room;
mod rows;
mod running;
mod saying;
mod scene;
mod served;
mod tell;
mod traffic;
mod trailing;
mod view;
mod viewed;
pub mod words;

pub use ask::{Ask, EMOTES, QUICK_LINES};
pub use entry::{EntryWish, Practice, Profile, Ticket};
pub use game::identity;
pub use net::{CHECKPOINTS_SHOWN, NetView};
pub use netplay::present::{Remotes, Shift, Smoothing};
pub use plan::{Netcode, WATCH_DELAY_MOST_S};
pub use replay::{ReplayAsk, ReplayView};
pub use results::{ResultRow, ResultsView, Sheet};
pub use room::Room;
pub use scene::{Cue, HuntShown, Scene, Shown};
pub use view::{
    CHAT_LINES_KEPT, ChatLine, FindingView, LineKind, MemberView, NOTICES_KEPT, Notice, Phase,
    PingClass, RoomView, SeatView, StallView,
};
pub use words::{Next, Sentence};
