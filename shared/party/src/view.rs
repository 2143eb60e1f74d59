//! What the page shows: plain data that is equal when the page would look the same.

use crate::plan::Netcode;
use crate::replay::ReplayView;
use crate::words::Sentence;
use games::GameSetup;
use netplay::code::RoomCode;
use netplay::ids::{PlayerId, Round, Seat};
use netplay::wire::{DesyncPolicy, Presence, StallCause};
use std::collections::VecDeque;
use std::rc::Rc;

/// Chat lines kept.
pub const CHAT_LINES_KEPT: usize = 100;
/// Notices kept.
pub const NOTICES_KEPT: usize = 20;

/// Where the player is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// On the way to the relay for the first time.
    Connecting,
    /// The link is lost; a new one is tried.
    Reconnecting {
        /// Which try this is, from 1.
        attempt: u32,
        /// Until the next try, rounded up to whole seconds; 0 while one is under way.
        retry_ms: u32,
    },
    /// The room's content pack is on its way from somebody who is in it.
    Fetching {
        /// Bytes held.
        received: u32,
        /// Bytes in all; 0 while unknown.
        total: u32,
    },
    /// In the room, between games.
    Lobby,
    /// The game starts in this many seconds.
    Countdown {
        /// 3, 2, 1.
        seconds: u8,
    },
    /// The running game's state is on its way from another player.
    Loading {
        /// Bytes held.
        received: u32,
        /// Bytes in all; 0 while unknown.
        total: u32,
    },
    /// In the game.
    Playing,
    /// The game is over and its results can be read.
    Results,
    /// It has ended, and why.
    Closed(Sentence),
}

/// Everything on the page but the canvas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomView {
    /// Where the player is.
    pub phase: Phase,
    /// Whether this is a game alone, without any relay.
    pub practice: bool,
    /// The replay on show. There is no relay then, and nobody else.
    pub replay: Option<ReplayView>,
    /// The room's code.
    pub code: Option<RoomCode>,
    /// The player's id in the room.
    pub me: Option<PlayerId>,
    /// The player's seat.
    pub my_seat: Option<Seat>,
    /// Whether the player hosts.
    pub am_host: bool,
    /// Whether the player is ready.
    pub ready: bool,
    /// How many seats the room has.
    pub seats: u8,
    /// Whether newcomers are refused.
    pub locked: bool,
    /// Whether the host may begin the countdown: somebody sits and every seated guest is ready.
    pub can_start: bool,
    /// The seated guests who are not ready, by name.
    pub not_ready: Vec<String>,
    /// The picked game and its rules.
    pub game: GameSetup,
    /// How everybody's inputs come together: in the running game, or in the next one.
    pub netcode: Netcode,
    /// For how many seconds spectators are behind.
    pub watch_delay_s: u16,
    /// What becomes of a game in which two states differ.
    pub on_desync: DesyncPolicy,
    /// Everybody in the room, in the order they came.
    pub rows: Vec<MemberView>,
    /// Which of the room's games this is.
    pub round: Option<Round>,
    /// The seats of the running game, or of the one whose results are shown.
    pub cast: Vec<SeatView>,
    /// The seats of the running game that the player, who only watches it, may take now.
    pub open_seats: Vec<Seat>,
    /// How far the picture is behind the others', in frames, while it catches up; 0 in play.
    pub frames_behind: u32,
    /// The last [`CHAT_LINES_KEPT`] lines, oldest first.
    pub chat: Rc<VecDeque<ChatLine>>,
    /// The last [`NOTICES_KEPT`] things that happened, oldest first.
    pub notices: Rc<VecDeque<Notice>>,
    /// The last wish that was refused, until another is granted or it is dismissed.
    pub refusal: Option<Sentence>,
    /// The typed line that was refused because it came too fast, until something else is said.
    pub unsaid: Option<String>,
    /// Who is waited for, once it has lasted a quarter of a second; also in the lobby, when the
    /// relay is not heard.
    pub stall: Option<StallView>,
    /// Frames between a press and its effect, while a game runs.
    pub input_delay: Option<u8>,
    /// Whether somebody else than the player drives the player's seat just now.
    pub seat_with_ai: bool,
    /// Who paused the game.
    pub paused_by: Option<String>,
    /// The results of the last game, while they are shown.
    pub results: Option<crate::results::ResultsView>,
    /// What was found out about a difference of two states, until the next game.
    pub finding: Option<FindingView>,
}

/// What was found out about a difference of two states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FindingView {
    /// For the player: where, and what it comes to.
    pub sentence: String,
    /// For the developer: a file that plays to the same difference again.
    pub bundle: Rc<[u8]>,
}

/// One member as the room screen lists them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberView {
    /// Who.
    pub player: PlayerId,
    /// The name.
    pub name: String,
    /// 0 to 7.
    pub colour: u8,
    /// The seat, or none for a spectator.
    pub seat: Option<Seat>,
    /// Ready to start.
    pub ready: bool,
    /// Here, hidden, away or typing.
    pub presence: Presence,
    /// Whether a connection carries the member now.
    pub connected: bool,
    /// The round trip to the relay, once measured.
    pub rtt_ms: Option<u16>,
    /// How good that is.
    pub ping: PingClass,
    /// Whether they host.
    pub is_host: bool,
    /// Whether this is the player.
    pub is_me: bool,
    /// The game they vote for.
    pub vote: Option<String>,
    /// Whether they want an idle host replaced.
    pub rescue: bool,
}

/// How good a round trip is: green, amber or red, and a word for those who see no colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PingClass {
    /// Not measured yet.
    Unknown,
    /// Under 100 ms.
    Good,
    /// 100 to 200 ms.
    Fair,
    /// Over 200 ms.
    Poor,
}

impl PingClass {
    /// The class of a round trip.
    #[must_use]
    pub const fn of(rtt_ms: Option<u16>) -> Self {
        match rtt_ms {
            None => Self::Unknown,
            Some(0..100) => Self::Good,
            Some(100..=200) => Self::Fair,
            Some(_) => Self::Poor,
        }
    }
}

/// One seat of a game, as it was taken at the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatView {
    /// Which.
    pub seat: Seat,
    /// Whose; none for a seat that was the AI's from the start.
    pub player: Option<PlayerId>,
    /// The player's name, or the AI driver's.
    pub name: String,
    /// 0 to 7.
    pub colour: u8,
    /// Whether this is the player's.
    pub is_me: bool,
    /// Whether the AI drives it now.
    pub ai: bool,
}

/// What kind of line it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// Typed text.
    Text,
    /// An emote, by its place in [`EMOTES`](crate::EMOTES).
    Emote(u8),
    /// A prepared line, by its place in [`QUICK_LINES`](crate::QUICK_LINES).
    Quick(u8),
}

/// One line of the chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatLine {
    /// Counts up; a key for lists.
    pub id: u64,
    /// Who said it.
    pub player: PlayerId,
    /// What they were called then.
    pub name: String,
    /// Their colour then.
    pub colour: u8,
    /// Their seat then.
    pub seat: Option<Seat>,
    /// Whether the player said it.
    pub is_me: bool,
    /// Text, emote or prepared line.
    pub kind: LineKind,
    /// What is read: typed text, the emote's sign, the prepared line in words.
    pub text: String,
}

/// Something happened that the player should be told once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// Counts up; what is newer than the last one shown is new.
    pub id: u64,
    /// One sentence.
    pub text: String,
    /// Whether a screen reader should interrupt for it.
    pub urgent: bool,
}

/// Who is waited for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StallView {
    /// The players, by name; nobody when it is the relay that is not heard.
    pub names: Vec<String>,
    /// Why, where it is known.
    pub cause: Option<StallCause>,
    /// For how long, rounded down to a tenth of a second.
    pub waited_ms: u32,
}

impl StallView {
    /// `Waiting for Noa and Ben (1.2 s)`, or `Waiting for the relay (3.0 s)`.
    #[must_use]
    pub fn sentence(&self) -> String {
        let names = match self.names.as_slice() {
            [] => "the relay".into(),
            [one] => one.clone(),
            [most @ .., last] => format!("{} and {last}", most.join(", ")),
        };
        format!("Waiting for {names} ({}.{} s)", self.waited_ms / 1000, self.waited_ms / 100 % 10)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stall_reads_as_a_sentence() {
        let stall = |names: &[&str]| StallView {
            names: names.iter().map(ToString::to_string).collect(),
            cause: None,
            waited_ms: 1_240,
        };
        assert_eq!(stall(&["Noa"]).sentence(), "Waiting for Noa (1.2 s)");
        assert_eq!(stall(&["Noa", "Ben"]).sentence(), "Waiting for Noa and Ben (1.2 s)");
        assert_eq!(stall(&["A", "B", "C"]).sentence(), "Waiting for A, B and C (1.2 s)");
        assert_eq!(stall(&[]).sentence(), "Waiting for the relay (1.2 s)");
    }

    #[test]
    fn a_round_trip_has_a_colour() {
        assert_eq!(PingClass::of(None), PingClass::Unknown);
        assert_eq!(PingClass::of(Some(99)), PingClass::Good);
        assert_eq!(PingClass::of(Some(100)), PingClass::Fair);
        assert_eq!(PingClass::of(Some(201)), PingClass::Poor);
    }
}
