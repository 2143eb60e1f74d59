//! Whose word counts, while it changes hands.

use super::latest::seq_newer;

/// What to make of an update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuthorityCheck {
    /// It comes from the owner.
    Accept,
    /// It comes from somebody who owned it before, or never did: drop it.
    Stale,
    /// It has overtaken the news of a handoff: drop it, or hold it until that arrives.
    Ahead,
}

/// Who owns an entity, and since which handoff.
///
/// Whoever decides calls [`handoff`](Self::handoff) and announces owner and epoch reliably; everybody else
/// [`adopt`](Self::adopt)s them when they arrive. Updates carry the epoch that they were sent under, so those
/// of an earlier owner are known when they come late. If two peers hand the same entity off at once, the
/// lower owner wins, everywhere.
///
/// A peer is whatever a game calls one; it only needs an order that is the same everywhere.
///
/// ```
/// use netplay::ids::PlayerId;
/// use netplay::present::ownership::{Authority, AuthorityCheck};
///
/// let (host, guest) = (PlayerId(1), PlayerId(2));
/// let mut car = Authority::new(host);
/// let mut at_the_guest = car;
/// let epoch = car.handoff(guest); // the guest takes the wheel
/// assert_eq!(car.check(host, 0), AuthorityCheck::Stale); // the host's last word, late
/// assert_eq!(at_the_guest.check(guest, epoch), AuthorityCheck::Ahead);
/// assert!(at_the_guest.adopt(guest, epoch));
/// assert_eq!(at_the_guest.check(guest, epoch), AuthorityCheck::Accept);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Authority<P> {
    owner: P,
    epoch: u16,
}

impl<P: Copy + Ord> Authority<P> {
    /// It belongs to `owner` from the beginning.
    #[must_use]
    pub const fn new(owner: P) -> Self {
        Self { owner, epoch: 0 }
    }

    /// Whose it is, and since which handoff, as somebody who was there says.
    #[must_use]
    pub const fn since(owner: P, epoch: u16) -> Self {
        Self { owner, epoch }
    }

    /// Gives it to `owner`. The epoch that is returned has to be announced, with the owner.
    pub fn handoff(&mut self, owner: P) -> u16 {
        *self = Self { owner, epoch: self.epoch.wrapping_add(1) };
        self.epoch
    }

    /// Takes over what was announced, unless something newer is known. Whether it was news.
    pub fn adopt(&mut self, owner: P, epoch: u16) -> bool {
        let wins_the_tie = epoch == self.epoch && owner < self.owner;
        let is_news = wins_the_tie || seq_newer(epoch, self.epoch);
        if is_news {
            *self = Self { owner, epoch };
        }
        is_news
    }

    /// What to make of an update that `from` sent under `epoch`.
    ///
    /// Under the same epoch, one from a lower peer is ahead: two handed it off at once, that peer has
    /// won, and the news of it is still under way.
    #[must_use]
    pub fn check(&self, from: P, epoch: u16) -> AuthorityCheck {
        if (from, epoch) == (self.owner, self.epoch) {
            AuthorityCheck::Accept
        } else if seq_newer(epoch, self.epoch) || (epoch == self.epoch && from < self.owner) {
            AuthorityCheck::Ahead
        } else {
            AuthorityCheck::Stale
        }
    }

    /// Whose it is.
    #[must_use]
    pub const fn owner(&self) -> P {
        self.owner
    }

    /// How often it has changed hands, which wraps.
    #[must_use]
    pub const fn epoch(&self) -> u16 {
        self.epoch
    }
}
