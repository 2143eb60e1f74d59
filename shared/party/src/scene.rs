//! What is drawn and what is heard: borrowed state for the canvas, cues for the ears.

use crate::view::{ChatLine, LineKind};
use games::golf::Golf;
use games::hunt::{Arena, HuntView};
use games::racing::Race;
use netplay::ids::{PlayerId, Seat};
use netplay::present::Shift;

/// What the canvas shows now.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "made for one picture, on the stack")]
pub enum Scene<'a> {
    /// No game.
    None,
    /// A race, somewhere between two steps.
    Race(Shown<'a, Race>),
    /// A round of golf, somewhere between two steps.
    Golf(Shown<'a, Golf>),
    /// A hunt as the player may see it.
    Hunt(HuntShown<'a>),
}

impl Scene<'_> {
    /// The player's own seat; none for a spectator.
    #[must_use]
    pub const fn me(&self) -> Option<Seat> {
        match self {
            Self::None => None,
            Self::Race(shown) => shown.me,
            Self::Golf(shown) => shown.me,
            Self::Hunt(shown) => shown.me,
        }
    }
}

/// A game on show, somewhere between two steps.
#[derive(Debug)]
pub struct Shown<'a, G> {
    /// The state before the last step.
    pub before: &'a G,
    /// The state after it.
    pub after: &'a G,
    /// How far the picture is from the one to the other, 0 to 256.
    pub alpha_256: u16,
    /// The player's own seat; none for a spectator.
    pub me: Option<Seat>,
    /// What to add to where each seat is drawn, in seat order: the rest of a correction that has
    /// not faded yet.
    pub shifts: &'a [Shift],
    /// Where the others are drawn from, when they are shown as of the last frame that is no guess:
    /// the states before and after it.
    pub others: Option<(&'a G, &'a G)>,
}

// Not derived: what is borrowed need not be copied.
impl<G> Clone for Shown<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for Shown<'_, G> {}

/// A hunt on show: views of one viewer, so that nothing else can be drawn.
#[derive(Clone, Debug)]
pub struct HuntShown<'a> {
    /// What the viewer saw before the last step.
    pub before: HuntView,
    /// What they see after it.
    pub after: HuntView,
    /// How far the picture is from the one to the other, 0 to 256.
    pub alpha_256: u16,
    /// The player's own seat; none for a spectator.
    pub me: Option<Seat>,
    /// Where it is.
    pub arena: &'a Arena,
    /// What is left of corrections, in seat order: only for those who are shown with their seats.
    pub shifts: &'a [Shift],
}

/// Something to hear, or to show for a moment. Each is told once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cue {
    /// Something happened in the game.
    Game(games::Event),
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
