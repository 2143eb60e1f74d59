//! What the player can ask of a room.

use crate::plan::Netcode;
use crate::replay::ReplayAsk;
use games::{GameId, GameSetup};
use netplay::ids::{PlayerId, Seat};
use netplay::present::Smoothing;
use netplay::wire::{DesyncPolicy, Presence};

/// The emotes, by name as they travel and by sign as they float. Keys 1 to 5 send the first five.
pub const EMOTES: [(&str, &str); 6] = [
    ("wave", "👋"),
    ("laugh", "😄"),
    ("wow", "😮"),
    ("cheer", "🎉"),
    ("oops", "🙈"),
    ("heart", "💛"),
];

/// The prepared lines, by name as they travel and as they read.
pub const QUICK_LINES: [(&str, &str); 6] = [
    ("hello", "Hello!"),
    ("ready", "Ready when you are."),
    ("moment", "One moment, please."),
    ("good-race", "Good race!"),
    ("again", "Again!"),
    ("bye", "Got to go, bye!"),
];

/// One wish of the player. What a wish is refused for is told in
/// [`RoomView::refusal`](crate::RoomView::refusal).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// About the replay on show; ignored in a room.
    Replay(ReplayAsk),
    /// Ready for the next start, or not any more.
    Ready(bool),
    /// Say something to everybody.
    Chat(String),
    /// Show the emote of this place in [`EMOTES`].
    Emote(u8),
    /// Say the line of this place in [`QUICK_LINES`].
    Quick(u8),
    /// Host: the next game and its rules. In practice: the next race's.
    PickGame(GameSetup),
    /// Host: how everybody's inputs come together in the next game.
    PickNetcode(Netcode),
    /// Host: for how many seconds the relay holds back from spectators what players hear, at most
    /// [`WATCH_DELAY_MOST_S`](crate::WATCH_DELAY_MOST_S). From the next game on.
    WatchDelay(u16),
    /// Host: what becomes of a game in which two states differ. From the next game on.
    OnDesync(DesyncPolicy),
    /// How corrections of what was guessed are shown, on this page alone.
    Smooth(Smoothing),
    /// A spectator: drive from here on, on this seat of the running game or on any that is open.
    TakeSeat(Option<Seat>),
    /// Host: begin the countdown to the start, or stop it. In practice: begin another game.
    Countdown(bool),
    /// Host: refuse newcomers, or let them in again.
    Lock(bool),
    /// Host: remove a member, who may come back.
    Kick(PlayerId),
    /// Host: remove a member for good.
    Ban(PlayerId),
    /// Host: let this member host.
    HandHost(PlayerId),
    /// Host: put a member on a seat, or among the spectators.
    Seat(PlayerId, Option<Seat>),
    /// Another name or colour, in the lobby.
    Profile {
        /// The name.
        name: String,
        /// The colour, 0 to 7.
        colour: u8,
    },
    /// A vote for the next game, or none.
    Vote(Option<GameId>),
    /// Replace the idle host, or not any more.
    Rescue(bool),
    /// Here, hidden, away or typing.
    Presence(Presence),
    /// Stop the game for everybody.
    Pause,
    /// Let it go on.
    Unpause,
    /// The room was refused for its content pack: take that pack from those who are in it.
    FetchPack,
    /// The refusal on screen has been read.
    DismissRefusal,
    /// Out of the game, back to the lobby: out of a running game everybody goes, and the results
    /// of one that is over can still be read by the others.
    LeaveGame,
    /// Out of the room.
    Leave,
}
