//! What is drawn and what is heard: borrowed state for the canvas, cues for the ears.

use crate::view::{ChatLine, LineKind};
use games::racing::{Race, RaceEvent};
use netplay::ids::{PlayerId, Seat};
use netplay::present::Shift;

/// What the canvas shows now.
#[derive(Clone, Copy, Debug)]
pub enum Scene<'a> {
    /// No game.
    None,
    /// A race, somewhere between two steps.
    Race {
        /// The state before the last step.
        before: &'a Race,
        /// The state after it.
        after: &'a Race,
        /// How far the picture is from the one to the other, 0 to 256.
        alpha_256: u16,
        /// The player's own seat; none for a spectator.
        me: Option<Seat>,
        /// What to add to each seat's car when drawing it, in seat order: the rest of a
        /// correction that has not faded yet.
        shifts: &'a [Shift],
        /// Where the others' cars are drawn from, when they are shown as of the last frame that is
        /// no guess: the states before and after it.
        others: Option<(&'a Race, &'a Race)>,
    },
}

/// Something to hear, or to show for a moment. Each is told once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cue {
    /// Something happened in the race.
    Race(RaceEvent),
    /// 3, 2, 1 before the start order.
    Countdown(u8),
    /// Somebody said something.
    Chat {
        /// Who.
        player: PlayerId,
    },
    /// An emote, to float over the game.
    Emote {
        /// Whose.
        player: PlayerId,
        /// Where they sit.
        seat: Option<Seat>,
        /// Its place in [`EMOTES`](crate::EMOTES).
        emote: u8,
    },
    /// Somebody came in.
    Joined,
    /// Somebody left.
    Left,
    /// The player's own seat changed hands.
    MySeat {
        /// Whether the AI drives it now.
        ai: bool,
    },
}

impl Cue {
    pub(crate) fn of_line(line: &ChatLine) -> Self {
        match line.kind {
            LineKind::Text | LineKind::Quick(_) => Self::Chat { player: line.player },
            LineKind::Emote(emote) => Self::Emote { player: line.player, seat: line.seat, emote },
        }
    }
}
