//! What happened in a tick: for sounds, effects and words. Not part of the state.

use super::Phase;
use crate::fix::Vec2;
use netplay::ids::Seat;

/// One thing that happened in the last tick.
///
/// Under lockstep every machine has them all: ask [`is_for`](Self::is_for) before one is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HuntEvent {
    /// Another phase began.
    Phase(Phase),
    /// So many seconds of the phase are left, 5 to 1.
    Count(u8),
    /// Half a minute left: taunts come faster.
    LastStretch,
    /// Every hider was heard at once.
    Pulse,
    /// Somebody, or a squeaker, was heard: the middle of the square it was in. Nobody knows who.
    Taunt {
        /// The middle of the square.
        at: Vec2,
    },
    /// For the player of this seat alone.
    Own {
        /// Whose.
        seat: Seat,
        /// What.
        what: OwnEvent,
    },
    /// A seeker reached out; what it touched is told apart, if it touched anything.
    Swing(Seat),
    /// A seeker tagged what is only a thing.
    Wrong {
        /// Who.
        seat: Seat,
        /// What it touched stands here.
        at: Vec2,
    },
    /// A seeker hit a hider who can stand more than that. Nobody knows whom.
    Hit {
        /// The seeker.
        seat: Seat,
        /// Where.
        at: Vec2,
    },
    /// A hider is caught.
    Caught {
        /// The seeker.
        seat: Seat,
        /// The hider.
        hider: Seat,
        /// Where.
        at: Vec2,
    },
    /// A seeker guessed wrongly too often, and sees stars.
    Stunned(Seat),
    /// A round is over; its points stand.
    RoundOver {
        /// Whether a hider was left.
        hiders_won: bool,
    },
    /// The hunt is over; [`results`](super::Hunt::results) has them.
    Over,
}

/// What only the player of a seat is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnEvent {
    /// Became a prop.
    Disguised,
    /// There is nothing near by, or no change left.
    NoDisguise,
    /// Stands still from now on.
    Locked,
    /// Moves again.
    Unlocked,
    /// Something is in the way: no place to lock.
    NoRoom,
    /// Turned by a sixteenth.
    Rotated,
    /// Taunted by itself.
    ForcedTaunt,
    /// Taunted, for points.
    Taunted,
    /// Threw the squeaker.
    Decoy,
    /// Was hit, and stands.
    WasHit,
}

impl HuntEvent {
    /// Whether `viewer` may know of it: what is one player's own is told to nobody else.
    #[must_use]
    pub fn is_for(&self, viewer: Option<Seat>) -> bool {
        match self {
            Self::Own { seat, .. } => viewer == Some(*seat),
            _ => true,
        }
    }

    /// Whom it happens to, as far as that is anybody's business.
    #[must_use]
    pub const fn seats(&self) -> [Option<Seat>; 2] {
        match *self {
            Self::Own { seat, .. }
            | Self::Swing(seat)
            | Self::Wrong { seat, .. }
            | Self::Hit { seat, .. }
            | Self::Stunned(seat) => [Some(seat), None],
            Self::Caught { seat, hider, .. } => [Some(seat), Some(hider)],
            _ => [None; 2],
        }
    }

    /// Whether it is the clock's doing, which nobody can guess wrongly.
    #[must_use]
    pub const fn is_clock(&self) -> bool {
        matches!(self, Self::Count(_) | Self::LastStretch | Self::Pulse)
    }

    /// Whether it is news, which is not taken back.
    #[must_use]
    pub const fn is_news(&self) -> bool {
        use HuntEvent as E;
        matches!(
            self,
            E::Phase(_) | E::Wrong { .. } | E::Hit { .. } | E::Caught { .. } | E::Stunned(_)
        ) || matches!(self, E::RoundOver { .. } | E::Over)
    }

    /// What makes two events the same, wherever they were.
    #[must_use]
    pub fn key(&self) -> impl PartialEq + use<> {
        let detail = match *self {
            Self::Phase(phase) => phase as u32,
            Self::Count(left) => u32::from(left),
            Self::Own { what, .. } => what as u32,
            Self::Taunt { at } => at.x.0.wrapping_mul(31).wrapping_add(at.y.0).unsigned_abs(),
            _ => 0,
        };
        (core::mem::discriminant(self), self.seats(), detail)
    }
}
