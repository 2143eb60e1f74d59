//! A member's side of the room: hello, welcome, and then the mirror of everything the relay says.
//!
//! [`RoomClient`] holds the place in the room, not the connection: links come and go beneath it.
//! It is told when one opens, is lost or brings a packet, and is polled for packets and events.
//!
//! ```
//! use netplay::client::{ClientEvent, RoomClient};
//! use netplay::ids::{PlayerId, StateHash, Token};
//! use netplay::code::RoomCode;
//! use netplay::time::Instant;
//! use netplay::wire::{Entry, Hello, Identity, Message, Pack, Text, Welcome, WordSize};
//! use netplay::limits::PROTOCOL_VERSION;
//!
//! let mut client = RoomClient::new(Hello {
//!     version: PROTOCOL_VERSION,
//!     identity: Identity {
//!         simulation: StateHash(1),
//!         pack: Pack { id: Text::truncated("built-in"), sha256: [0; 32] },
//!         build: Text::truncated("1.0.0"),
//!         word_size: WordSize::PAD,
//!     },
//!     name: Text::truncated("Noa"),
//!     colour: 0,
//!     entry: Entry::Create { seats: 4 },
//! });
//! client.link_opened(Instant::ZERO);
//! let (packet, _) = client.poll_packet().unwrap();
//! assert_eq!(packet[0], 0x01); // Hello goes first
//!
//! let code = RoomCode::parse("K7QF2M").unwrap();
//! let welcome = Welcome { code, player: PlayerId(1), token: Token([7; 16]), resumed: false, grace_ms: 60_000 };
//! client.handle(&Message::from(welcome).encode(), Instant::ZERO);
//! assert_eq!(client.poll_event(), Some(ClientEvent::Welcomed { resumed: false }));
//! assert_eq!(client.me(), Some(PlayerId(1)));
//! ```

mod event;
mod fetch;
mod mirror;

pub use event::ClientEvent;
pub use fetch::{Fetched, PackFetch, pack_part};

use crate::code::RoomCode;
use crate::ids::{PlayerId, Round, Token};
use crate::limits::{OUTBOUND_MESSAGES, RELAY_SILENT_MS};
use crate::link::{Lane, lane_of};
use crate::time::Instant;
use crate::wire::{
    CloseReason, Entry, Hello, Lobby, MemberRow, Message, Pack, PackAsk, Packet, Pong, Start,
    Welcome,
};
use alloc::collections::VecDeque;
use core::time::Duration;
use mirror::Mirror;

/// Packets of words that follow `Loaded` on its own lane: half a second, longer than any lane is
/// late.
const WORDS_IN_ORDER: u8 = 32;

/// How far the client has come on the present link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// No link.
    Away,
    /// Hello is said, the answer is awaited.
    Greeting,
    /// The relay has refused the hello and waits for another.
    Refused,
    /// Welcome.
    InRoom,
}

/// One member's place in a room, across any number of links.
#[derive(Debug)]
pub struct RoomClient {
    hello: Hello,
    stage: Stage,
    place: Option<Welcome>,
    mirror: Mirror,
    heard: Instant,
    /// How many more packets of words go on the ordered lane.
    words_in_order: u8,
    packets: VecDeque<(Packet, Lane)>,
    events: VecDeque<ClientEvent>,
}

impl RoomClient {
    /// A client that will say this `hello` as soon as a link is open.
    #[must_use]
    pub fn new(hello: Hello) -> Self {
        Self {
            hello,
            stage: Stage::Away,
            place: None,
            mirror: Mirror::default(),
            heard: Instant::ZERO,
            words_in_order: 0,
            packets: VecDeque::new(),
            events: VecDeque::new(),
        }
    }

    // --- links ------------------------------------------------------------------------------

    /// A new link is open: says hello, with the token of the place if there is one.
    pub fn link_opened(&mut self, now: Instant) {
        self.packets.clear();
        self.heard = now;
        self.mirror.link_opened();
        let hello = Hello { entry: self.entry(), ..self.hello.clone() };
        self.push(&hello.into());
        self.stage = Stage::Greeting;
    }

    /// The link is gone. The place, the lobby's mirror and the running session are kept for the
    /// next one.
    pub fn link_lost(&mut self) {
        self.stage = Stage::Away;
        self.packets.clear();
    }

    /// Says hello again, with another entry, after the last one was refused. The earlier place is
    /// forgotten.
    pub fn enter(&mut self, entry: Entry) {
        self.place = None;
        self.hello.entry = entry;
        if self.stage == Stage::Refused {
            self.push(&self.hello.clone().into());
            self.stage = Stage::Greeting;
        }
    }

    /// The same as [`enter`](Self::enter) with the content pack that the room has.
    pub fn enter_with(&mut self, pack: Pack, entry: Entry) {
        self.hello.identity.pack = pack;
        self.enter(entry);
    }

    /// Asks for a part of the pack of the room that has refused the hello for another one.
    pub fn ask_pack(&mut self, ask: PackAsk) {
        if self.stage == Stage::Refused && self.packets.len() < OUTBOUND_MESSAGES {
            self.push(&ask.into());
        }
    }

    /// For how long nothing has been heard on this link.
    #[must_use]
    pub fn silent_for(&self, now: Instant) -> Duration {
        if self.has_link() { now.since(self.heard) } else { Duration::ZERO }
    }

    /// Whether nothing has been heard for so long that the link must be dead, whatever its socket
    /// believes: the relay pings every member all the time.
    #[must_use]
    pub fn link_is_silent(&self, now: Instant) -> bool {
        self.silent_for(now) >= Duration::from_millis(RELAY_SILENT_MS)
    }

    // --- packets ----------------------------------------------------------------------------

    /// A packet has arrived. Bytes that are no message, and messages that no relay may send at
    /// this point, end the link with [`CloseReason::Malformed`].
    pub fn handle(&mut self, packet: &[u8], now: Instant) {
        if self.stage == Stage::Away {
            return;
        }
        self.heard = now;
        let told = match Message::decode(packet, self.hello.identity.word_size) {
            Ok(message) => self.handle_message(message),
            Err(_) => Err(CloseReason::Malformed),
        };
        if let Err(reason) = told {
            self.close(reason);
        }
    }

    /// Sends a message, if there is a room to send it to; says whether there was.
    pub fn say(&mut self, message: impl Into<Message>) -> bool {
        if self.stage != Stage::InRoom {
            return false;
        }
        self.push(&message.into());
        if self.packets.len() > OUTBOUND_MESSAGES {
            self.close(CloseReason::TooSlow);
        }
        true
    }

    /// The next packet to put on the link, and how it may travel.
    pub fn poll_packet(&mut self) -> Option<(Packet, Lane)> {
        self.packets.pop_front()
    }

    /// The next thing that has happened.
    pub fn poll_event(&mut self) -> Option<ClientEvent> {
        self.events.pop_front()
    }

    // --- what is known ----------------------------------------------------------------------

    /// What the next hello asks for, or the last one did.
    #[must_use]
    pub fn entry(&self) -> Entry {
        match &self.place {
            Some(place) => Entry::Resume { code: place.code, token: place.token },
            None => self.hello.entry.clone(),
        }
    }

    /// Whether the relay has admitted this client on the present link.
    #[must_use]
    pub fn in_room(&self) -> bool {
        self.stage == Stage::InRoom
    }

    /// Whether the relay has told us, on the present link, of the session that runs.
    #[must_use]
    pub fn in_session(&self) -> bool {
        self.in_room() && self.mirror.start_is_told()
    }

    /// Whether a link is open.
    #[must_use]
    pub fn has_link(&self) -> bool {
        self.stage != Stage::Away
    }

    /// The member's id.
    #[must_use]
    pub fn me(&self) -> Option<PlayerId> {
        self.place.as_ref().map(|place| place.player)
    }

    /// The room's code.
    #[must_use]
    pub fn code(&self) -> Option<RoomCode> {
        self.place.as_ref().map(|place| place.code)
    }

    /// The secret that brings the place back.
    #[must_use]
    pub fn token(&self) -> Option<Token> {
        self.place.as_ref().map(|place| place.token)
    }

    /// The lobby as the relay last told it, with what has changed since.
    #[must_use]
    pub fn lobby(&self) -> Option<&Lobby> {
        self.mirror.lobby()
    }

    /// A member's row in the lobby.
    #[must_use]
    pub fn member(&self, player: PlayerId) -> Option<&MemberRow> {
        self.lobby()?.members.iter().find(|row| row.player == player)
    }

    /// The member's own row.
    #[must_use]
    pub fn my_row(&self) -> Option<&MemberRow> {
        self.member(self.me()?)
    }

    /// Whether the member hosts.
    #[must_use]
    pub fn am_host(&self) -> bool {
        self.me().is_some() && self.lobby().map(|lobby| lobby.host) == self.me()
    }

    /// The start order of the running session.
    #[must_use]
    pub fn start(&self) -> Option<&Start> {
        self.mirror.start()
    }

    /// The running session's round.
    #[must_use]
    pub fn round(&self) -> Option<Round> {
        self.start().map(|start| start.round)
    }

    // --- inside -----------------------------------------------------------------------------

    /// Words repeat themselves and may be lost; all else arrives in order. So do the first words
    /// after `Loaded`, which must not come before it.
    fn push(&mut self, message: &Message) {
        let lane = match message {
            Message::Input(_) if self.words_in_order > 0 => {
                self.words_in_order -= 1;
                Lane::Ordered
            }
            _ => lane_of(message, self.start().map(|start| start.model)),
        };
        if matches!(message, Message::Loaded(_)) {
            self.words_in_order = WORDS_IN_ORDER;
        }
        self.packets.push_back((message.encode(), lane));
    }

    fn handle_message(&mut self, message: Message) -> Result<(), CloseReason> {
        match (self.stage, message) {
            (_, Message::Ping(ping)) => {
                self.push(&Pong { nonce: ping.nonce }.into());
                if self.packets.len() > OUTBOUND_MESSAGES {
                    return Err(CloseReason::TooSlow);
                }
            }
            (_, Message::Bye(bye)) => return Err(bye.reason),
            (_, Message::RoomClosed(closed)) => return Err(closed.reason),
            (_, Message::Reject(reject)) => {
                if self.stage == Stage::Greeting {
                    self.stage = Stage::Refused;
                }
                self.events.push_back(ClientEvent::Refused(reject.refusal));
            }
            (Stage::Greeting, Message::Welcome(welcome)) => {
                self.stage = Stage::InRoom;
                self.events.push_back(ClientEvent::Welcomed { resumed: welcome.resumed });
                self.place = Some(welcome);
            }
            (Stage::InRoom, message) => self.mirror.handle(message, &mut self.events)?,
            (Stage::Refused, Message::PackPart(part)) => {
                self.events.push_back(ClientEvent::PackPart(part));
            }
            (Stage::Greeting, Message::PackPart(_)) => {} // asked for twice, and had already
            // What may be lost travels on a lane of its own and may overtake the welcome.
            (
                _,
                Message::Input(_)
                | Message::Snapshot(_)
                | Message::Action(_)
                | Message::StateBlob(_),
            ) => {}
            _ => return Err(CloseReason::Malformed),
        }
        Ok(())
    }

    fn close(&mut self, reason: CloseReason) {
        if self.has_link() {
            self.link_lost();
            self.events.push_back(ClientEvent::Closed(reason));
        }
    }
}
