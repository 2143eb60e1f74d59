//! What one seat knows alone, as a type that tells nobody else.

use crate::ids::Seat;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;
use core::marker::PhantomData;
use rand_chacha::ChaCha20Rng;
use rand_core::{RngCore, SeedableRng};

/// For whose eyes something is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Viewer {
    /// Whoever plays this seat.
    Seat(Seat),
    /// Who watches: everybody else, and whoever might tell.
    Spectator,
}

/// The eyes of one viewer, for as long as something is made for it. Only this module makes one,
/// nobody can copy or keep it.
#[derive(Debug)]
pub struct Eye<'a> {
    viewer: Viewer,
    lent: PhantomData<&'a mut ()>,
}

impl Eye<'_> {
    pub(super) fn of(viewer: Viewer) -> Self {
        Self { viewer, lent: PhantomData }
    }

    /// Whose.
    #[must_use]
    pub fn viewer(&self) -> Viewer {
        self.viewer
    }
}

/// A value that its owner alone may see: a hand of cards, a hidden pick.
///
/// Its value comes out in three ways, and each says so: its owner's eye [opens](Self::open) it, it is
/// [revealed](Self::reveal) to everybody and is a secret no more, or it is [compared](Self::compare)
/// with another by a rule that keeps nothing. It cannot be copied, and `Debug` shows its owner only.
///
/// Rules cannot read it, for they have nobody's eye:
///
/// ```compile_fail
/// # use netplay::{ids::Seat, session::views::Secret};
/// fn cheat(hand: &Secret<u8>) -> u8 {
///     hand.value // private
/// }
/// ```
///
/// An eye can neither be made nor kept:
///
/// ```compile_fail
/// # use netplay::session::views::{Eye, Viewer};
/// let eye = Eye::of(Viewer::Spectator); // private
/// ```
/// ```compile_fail
/// # use netplay::session::views::Eye;
/// struct Table { stolen: Option<Eye<'static>> }
/// fn keep(table: &mut Table, eye: &Eye<'_>) {
///     table.stolen = Some(*eye); // not Copy, and does not live so long
/// }
/// ```
///
/// What is shown to one viewer is written from `&self`, so nothing can be revealed on the way:
///
/// ```compile_fail
/// # use netplay::session::views::{Secret, ViewWriter};
/// struct Table { hand: Secret<u8> }
/// impl Table {
///     fn view(&self, out: &mut ViewWriter<'_>) {
///         out.u8(self.hand.reveal()); // a secret cannot be moved out of a borrowed table
///     }
/// }
/// ```
pub struct Secret<T> {
    owner: Seat,
    value: T,
}

impl<T> Secret<T> {
    /// A value that is `owner`'s own.
    pub const fn new(owner: Seat, value: T) -> Self {
        Self { owner, value }
    }

    /// Whose it is.
    pub const fn owner(&self) -> Seat {
        self.owner
    }

    /// The value, if these are its owner's eyes.
    pub fn open(&self, eye: &Eye<'_>) -> Option<&T> {
        (eye.viewer == Viewer::Seat(self.owner)).then_some(&self.value)
    }

    /// Shows it to everybody: from now on it is public.
    pub fn reveal(self) -> T {
        self.value
    }

    /// Which of two is worth more by a rule of the game, given what lies open: a showdown in which
    /// the loser need not show. The rule is a plain function and can keep nothing.
    pub fn compare<C: ?Sized>(&self, other: &Self, open: &C, worth: fn(&C, &T) -> u64) -> Ordering {
        worth(open, &self.value).cmp(&worth(open, &other.value))
    }
}

impl<T, const N: usize> Secret<[T; N]> {
    /// The same as secrets of their own: one card may be shown, and the other not.
    pub fn split(self) -> [Secret<T>; N] {
        let Self { owner, value } = self;
        value.map(|value| Secret { owner, value })
    }
}

impl<T> fmt::Debug for Secret<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Secret(of seat {})", self.owner.0)
    }
}

/// Chance that nobody can foresee, and the only way to a [`Deck`]. Seeded with entropy that the
/// caller gives and that is nobody else's.
pub struct Dealer(ChaCha20Rng);

impl Dealer {
    /// A dealer of this entropy, which must be fresh for each game and each of its hosts.
    #[must_use]
    pub fn new(entropy: [u8; 32]) -> Self {
        Self(ChaCha20Rng::from_seed(entropy))
    }

    /// A number from 0 up to, not including, `bound`; 0 when `bound` is 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        // The upper part of a product, where what would favour some numbers is drawn again.
        let floor = bound.wrapping_neg().checked_rem(bound).unwrap_or(0);
        loop {
            let product = u64::from(self.0.next_u32()) * u64::from(bound);
            if product as u32 >= floor {
                return (product >> 32) as u32;
            }
        }
    }

    /// The cards in an order that nobody knows, the rules included.
    pub fn shuffle<T>(&mut self, mut cards: Vec<T>) -> Deck<T> {
        for left in (1..cards.len()).rev() {
            let other = self.below(left as u32 + 1);
            cards.swap(left, other as usize);
        }
        Deck(cards)
    }
}

impl fmt::Debug for Dealer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Dealer(hidden)")
    }
}

/// Shuffled cards, face down. They leave it as somebody's secret, or face up.
pub struct Deck<T>(Vec<T>);

impl<T> Deck<T> {
    /// The next `N` cards, for `seat` alone; `None` when there are no more so many.
    pub fn deal<const N: usize>(&mut self, seat: Seat) -> Option<Secret<[T; N]>> {
        let rest = self.0.len().checked_sub(N)?;
        let cards = self.0.split_off(rest).try_into().ok()?;
        Some(Secret::new(seat, cards))
    }

    /// The next card, for everybody to see.
    pub fn turn_up(&mut self) -> Option<T> {
        self.0.pop()
    }

    /// Lays the next card away, unseen.
    pub fn burn(&mut self) {
        self.0.pop();
    }

    /// How many are left.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether none is left.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T> fmt::Debug for Deck<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Deck({} cards)", self.0.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    #[test]
    fn only_its_owner_opens_a_secret() {
        let hand = Secret::new(Seat(2), 77_u8);
        assert_eq!(hand.open(&Eye::of(Viewer::Seat(Seat(2)))), Some(&77));
        assert_eq!(hand.open(&Eye::of(Viewer::Seat(Seat(1)))), None);
        assert_eq!(hand.open(&Eye::of(Viewer::Spectator)), None);
        assert_eq!(format!("{hand:?}"), "Secret(of seat 2)");
        assert_eq!(hand.reveal(), 77);
    }

    #[test]
    fn a_deck_holds_each_card_once_and_every_order_is_as_likely() {
        let mut dealer = Dealer::new([7; 32]);
        let mut first = [0; 6];
        for _ in 0..6_000 {
            let mut deck = dealer.shuffle((0..6_usize).collect());
            first[deck.turn_up().unwrap()] += 1;
            let [a, b] = deck.deal(Seat(0)).unwrap().reveal();
            assert!(a != b && deck.len() == 3);
            assert!(deck.deal::<4>(Seat(1)).is_none(), "three are left");
            deck.burn();
            assert_eq!(deck.len(), 2);
        }
        assert!(first.iter().all(|count| (850..1_150).contains(count)), "{first:?}");
    }

    #[test]
    fn one_of_two_cards_may_be_shown() {
        let [one, other] = Secret::new(Seat(1), [3_u8, 4]).split();
        assert_eq!(one.reveal(), 3);
        assert_eq!(other.open(&Eye::of(Viewer::Seat(Seat(1)))), Some(&4));
        assert_eq!(other.open(&Eye::of(Viewer::Spectator)), None);
    }

    #[test]
    fn a_bound_is_a_bound() {
        let mut dealer = Dealer::new([1; 32]);
        assert_eq!((dealer.below(0), dealer.below(1)), (0, 0));
        assert!((0..1_000).all(|_| dealer.below(3) < 3));
        assert!((0..1_000).any(|_| dealer.below(u32::MAX) > u32::MAX / 2));
    }
}
