//! What happened in a tick, whatever the game: for those who only ask how sure it is and whose.

use crate::golf::GolfEvent;
use crate::hunt::HuntEvent;
use crate::racing::RaceEvent;
use netplay::ids::Seat;

/// One thing that happened in the last tick of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// In a race.
    Race(RaceEvent),
    /// In a round of golf.
    Golf(GolfEvent),
    /// In a hunt.
    Hunt(HuntEvent),
}

impl Event {
    /// Whom it happens to.
    #[must_use]
    pub const fn seats(&self) -> [Option<Seat>; 2] {
        match self {
            Self::Race(event) => event.seats(),
            Self::Golf(event) => event.seats(),
            Self::Hunt(event) => event.seats(),
        }
    }

    /// Whether `viewer` may know of it: what is one player's own is told to nobody else.
    #[must_use]
    pub fn is_for(&self, viewer: Option<Seat>) -> bool {
        match self {
            Self::Race(_) | Self::Golf(_) => true,
            Self::Hunt(event) => event.is_for(viewer),
        }
    }

    /// Whether it is the clock's doing, which nobody can guess wrongly.
    #[must_use]
    pub const fn is_clock(&self) -> bool {
        match self {
            Self::Race(event) => event.is_clock(),
            Self::Golf(event) => event.is_clock(),
            Self::Hunt(event) => event.is_clock(),
        }
    }

    /// Whether it is news, and news is not taken back: it is told once it is certain.
    #[must_use]
    pub const fn is_news(&self) -> bool {
        match self {
            Self::Race(event) => event.is_news(),
            Self::Golf(event) => event.is_news(),
            Self::Hunt(event) => event.is_news(),
        }
    }

    /// Whether the same thing happens to the same seats, wherever and however hard.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Race(one), Self::Race(other)) => one.key() == other.key(),
            (Self::Golf(one), Self::Golf(other)) => one.key() == other.key(),
            (Self::Hunt(one), Self::Hunt(other)) => one.key() == other.key(),
            _ => false,
        }
    }
}
