//! The words for everything that can go wrong: a title, one sentence, a next step.
//!
//! Every match is exhaustive: a new reason does not compile until it has its words.

use crate::view::SeatView;
use netplay::wire::{CloseReason, Pack, Refusal, StallCause};

/// What is said to a person when something went otherwise than they wished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// A few words.
    pub title: String,
    /// One sentence: what happened.
    pub what: String,
    /// What they can do now.
    pub next: Next,
}

/// A next step: what the button says, and what the page does when it is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Load the newest page and go back into the room.
    UpdateAndRejoin,
    /// Type the code again.
    EditCode,
    /// Choose another name.
    EditName,
    /// The same again.
    TryAgain,
    /// Come in without the old place.
    JoinAnew,
    /// Open a room of one's own.
    CreateRoom,
    /// Back to the first screen.
    GoHome,
    /// Take the room's content pack from those who are in it.
    FetchPack,
    /// Nothing to do but read it.
    Dismiss,
}

impl Next {
    /// What the button says.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::UpdateAndRejoin => "Update and rejoin",
            Self::EditCode => "Change the code",
            Self::EditName => "Change the name",
            Self::TryAgain => "Try again",
            Self::JoinAnew => "Join again",
            Self::CreateRoom => "Create a room",
            Self::GoHome => "Back to the start",
            Self::FetchPack => "Get it from the room",
            Self::Dismiss => "OK",
        }
    }
}

fn sentence(title: &str, what: impl Into<String>, next: Next) -> Sentence {
    Sentence { title: title.into(), what: what.into(), next }
}

/// The room's pack has not come.
#[must_use]
pub fn pack_lost(room: &Pack) -> Sentence {
    sentence(
        "The pack has not come",
        format!(
            "Nobody in the room handed over {} as it should be. Try again, or ask for the file.",
            pack(room)
        ),
        Next::FetchPack,
    )
}

/// Why a wish was refused.
#[must_use]
pub fn refusal(refusal: &Refusal) -> Sentence {
    match refusal {
        Refusal::VersionMismatch { relay, client } => sentence(
            "This page is of another version",
            format!("The relay speaks version {relay} and this page version {client}."),
            Next::UpdateAndRejoin,
        ),
        Refusal::SimulationMismatch { room, client } => sentence(
            "The rules differ",
            format!(
                "The room plays build {} of the games and this page build {}.",
                short(room.0),
                short(client.0)
            ),
            Next::UpdateAndRejoin,
        ),
        Refusal::PackMismatch { room, client } => sentence(
            "The content differs",
            format!("The room plays {} and this page has {}.", pack(room), pack(client)),
            Next::FetchPack,
        ),
        Refusal::PackBusy => sentence(
            "Nobody can hand over the pack",
            "Too many are waiting for it, or nobody is in the room; try again in a moment.",
            Next::TryAgain,
        ),
        Refusal::NoSuchRoom => sentence(
            "No room has this code",
            "The code may have a typing mistake, or everybody has left the room.",
            Next::EditCode,
        ),
        Refusal::RoomFull => sentence(
            "The room is full",
            "All the places in this room are taken; somebody has to leave first.",
            Next::TryAgain,
        ),
        Refusal::RoomLocked => sentence(
            "The room is locked",
            "The host lets nobody else in at the moment; ask them to unlock it.",
            Next::TryAgain,
        ),
        Refusal::Banned => sentence(
            "You cannot join this room",
            "The host has removed you from this room for good.",
            Next::CreateRoom,
        ),
        Refusal::TooManyRooms => sentence(
            "The relay has no room left",
            "It holds as many rooms as it may; one has to close first.",
            Next::TryAgain,
        ),
        Refusal::BadToken => sentence(
            "Your place is gone",
            "It was kept for a while, but you were away for too long.",
            Next::JoinAnew,
        ),
        Refusal::BadName => sentence(
            "This name is empty",
            "A name needs at least one visible letter, digit or sign.",
            Next::EditName,
        ),
        Refusal::TooManyCodes { retry_ms } => sentence(
            "Too many wrong codes",
            format!("You can try another code in {}.", seconds(*retry_ms)),
            Next::EditCode,
        ),
        Refusal::AlreadyStarted => sentence(
            "The game is already running",
            "You can join as soon as this game is over.",
            Next::TryAgain,
        ),
        Refusal::NotHost => sentence(
            "Only the host can do that",
            "Ask the host of the room to do it.",
            Next::Dismiss,
        ),
        Refusal::NotReady => sentence(
            "Not everybody is ready",
            "Every seated guest has to be ready before the game can start.",
            Next::Dismiss,
        ),
        Refusal::NotStarted => {
            sentence("No game is running", "That is only possible during a game.", Next::Dismiss)
        }
        Refusal::NoSuchSeat => {
            sentence("No such seat", "The room has fewer seats than that.", Next::Dismiss)
        }
        Refusal::SeatTaken => {
            sentence("The seat is taken", "Somebody else already sits there.", Next::Dismiss)
        }
        Refusal::NoSuchPlayer => {
            sentence("They are gone", "That player has just left the room.", Next::Dismiss)
        }
        Refusal::HostNotIdle => sentence(
            "The host is here",
            "A host can be replaced only after being idle for a while.",
            Next::Dismiss,
        ),
        Refusal::ChatTooFast { retry_ms } => sentence(
            "Not so fast",
            format!("You can write again in {}.", seconds(*retry_ms)),
            Next::Dismiss,
        ),
        Refusal::WrongPhase => {
            sentence("Not just now", "That is not possible at this moment.", Next::Dismiss)
        }
        Refusal::NobodySeated => sentence(
            "Nobody has a seat",
            "At least one player needs a seat before the game can start.",
            Next::Dismiss,
        ),
    }
}

/// Somebody wanted to come back, and the room is not there any more.
#[must_use]
pub fn room_gone() -> Sentence {
    sentence(
        "The room is gone",
        "While you were away everybody left it, or the relay was started anew.",
        Next::CreateRoom,
    )
}

/// Why the stay in a room ended.
#[must_use]
pub fn closed(reason: CloseReason) -> Sentence {
    match reason {
        CloseReason::Left => sentence("You left the room", "See you next time.", Next::GoHome),
        CloseReason::Replaced => sentence(
            "You are playing elsewhere",
            "Another tab or device has taken over your place in this room.",
            Next::GoHome,
        ),
        CloseReason::Kicked => sentence(
            "You were removed from the room",
            "The host has removed you; you may ask to come back.",
            Next::JoinAnew,
        ),
        CloseReason::Banned => sentence(
            "You were removed from the room",
            "The host has removed you from this room for good.",
            Next::GoHome,
        ),
        CloseReason::HostLeft => sentence(
            "The host has left",
            "This game lived on the host's machine, so the room has closed.",
            Next::CreateRoom,
        ),
        CloseReason::ServerShutdown => sentence(
            "The relay is stopping",
            "Whoever runs it has stopped or restarted it, and its rooms have closed.",
            Next::TryAgain,
        ),
        CloseReason::Malformed => sentence(
            "The relay and this page disagree",
            "One of them said something that the other does not understand.",
            Next::UpdateAndRejoin,
        ),
        CloseReason::VersionMismatch => sentence(
            "This page is of another version",
            "The relay and this page do not speak the same version.",
            Next::UpdateAndRejoin,
        ),
        CloseReason::RateLimited => sentence(
            "This page sent too much",
            "The relay has closed the connection because too many messages came at once.",
            Next::TryAgain,
        ),
        CloseReason::TooSlow => sentence(
            "The connection is too slow",
            "More happened in the room than could be sent over this connection.",
            Next::TryAgain,
        ),
        CloseReason::TooManyCodes => sentence(
            "Too many wrong codes",
            "The relay has closed the connection; check the code before you try again.",
            Next::EditCode,
        ),
        CloseReason::HelloTimeout => sentence(
            "The connection took too long",
            "The relay heard nothing from this page in time.",
            Next::TryAgain,
        ),
        CloseReason::Silent => sentence(
            "The connection went silent",
            "The relay has heard nothing from this page for a while.",
            Next::TryAgain,
        ),
        CloseReason::ServerFull => sentence(
            "The relay is full",
            "It serves as many players as it may; somebody has to leave first.",
            Next::TryAgain,
        ),
        CloseReason::AddressFull => sentence(
            "Too many connections from here",
            "Your network has as many connections to this relay as it may have.",
            Next::TryAgain,
        ),
        CloseReason::RoomEmpty => {
            sentence("The room has closed", "Nobody was in it for a while.", Next::CreateRoom)
        }
        CloseReason::LinkLost => sentence(
            "The relay cannot be reached",
            "The connection was lost; the network or the relay may be down.",
            Next::TryAgain,
        ),
        CloseReason::GraceOver => sentence(
            "Your place is gone",
            "It was kept for a while, but you were away for too long.",
            Next::JoinAnew,
        ),
    }
}

/// Why a player is waited for.
#[must_use]
pub fn stall(cause: StallCause) -> Sentence {
    match cause {
        StallCause::Loading => {
            sentence("Loading", "They are still loading the game.", Next::Dismiss)
        }
        StallCause::Lost => sentence(
            "Connection lost",
            "They have lost their connection; the AI plays for them after a moment.",
            Next::Dismiss,
        ),
        StallCause::Silent => sentence(
            "Nothing heard",
            "Nothing is heard from them; the AI plays for them after a moment.",
            Next::Dismiss,
        ),
        StallCause::Hidden => sentence(
            "In another tab",
            "Their page is in the background; the AI plays for them after a moment.",
            Next::Dismiss,
        ),
        StallCause::Slow => {
            sentence("Slow connection", "Their connection is slow at the moment.", Next::Dismiss)
        }
    }
}

/// Somebody else drives a seat now.
pub(crate) fn hands(before: &SeatView, seat: &SeatView) -> String {
    let SeatView { name, is_me, ai, .. } = seat;
    let is_taken_over = before.player != seat.player;
    match (is_me, ai) {
        (true, true) => "The AI plays for you until you are back.".into(),
        (false, true) => format!("The AI plays for {name}."),
        (true, false) if is_taken_over => "You play now.".into(),
        (true, false) => "You play again.".into(),
        (false, false) if is_taken_over => {
            format!("{name} plays for {} from here on.", before.name)
        }
        (false, false) => format!("{name} plays again."),
    }
}

/// Why somebody else is gone, as the end of a sentence that begins with their name.
#[must_use]
pub fn left(reason: CloseReason) -> &'static str {
    match reason {
        CloseReason::Kicked | CloseReason::Banned => "was removed by the host.",
        CloseReason::GraceOver | CloseReason::LinkLost | CloseReason::Silent => {
            "lost the connection and did not come back."
        }
        CloseReason::TooSlow => "had too slow a connection.",
        CloseReason::Left
        | CloseReason::Replaced
        | CloseReason::HostLeft
        | CloseReason::ServerShutdown
        | CloseReason::Malformed
        | CloseReason::VersionMismatch
        | CloseReason::RateLimited
        | CloseReason::TooManyCodes
        | CloseReason::HelloTimeout
        | CloseReason::ServerFull
        | CloseReason::AddressFull
        | CloseReason::RoomEmpty => "has left.",
    }
}

/// Whether it makes sense to come back by oneself after this end.
#[must_use]
pub const fn worth_retrying(reason: CloseReason) -> bool {
    matches!(
        reason,
        CloseReason::LinkLost
            | CloseReason::Silent
            | CloseReason::TooSlow
            | CloseReason::HelloTimeout
            | CloseReason::ServerFull
            | CloseReason::AddressFull
    )
}

fn short(digest: u64) -> String {
    format!("{:08x}", digest >> 32)
}

pub(crate) fn pack(pack: &Pack) -> String {
    let [a, b, c, d, ..] = pack.sha256;
    format!("“{}” ({a:02x}{b:02x}{c:02x}{d:02x})", pack.id)
}

fn seconds(millis: u32) -> String {
    match millis.div_ceil(1000).max(1) {
        1 => "1 second".into(),
        count => format!("{count} seconds"),
    }
}
