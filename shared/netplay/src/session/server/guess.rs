//! What a value will be, from what both sides know of it.

use super::layout::Place;
use crate::sim::{FieldKind, Rate};

/// The same entity at the moments that both sides know, the newest first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Past<'a> {
    /// Ticks from this moment to the one before it in the list; for the first, to the snapshot's.
    pub(super) spans: [i64; 3],
    pub(super) values: [Option<&'a [i32]>; 3],
}

/// A guess, and how many bits it was wrong by when it was tried on what is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Guess {
    pub(super) value: i32,
    pub(super) doubt: u32,
}

/// Bits that are expected where nothing older is known.
const UNKNOWN: u32 = 5;

impl Past<'_> {
    fn at(&self, moment: usize, place: usize) -> Option<i64> {
        let values = self.values.get(moment).copied().flatten()?;
        values.get(place).copied().map(i64::from)
    }

    /// The four numbers of the quaternion that has this corner at this place.
    fn four(&self, moment: usize, at: usize, corner: u8) -> Option<&[i32]> {
        let first = at.checked_sub(corner.into())?;
        self.values.get(moment).copied().flatten()?.get(first..first + 4)
    }

    /// Of a quaternion, the corner that is told after the other three.
    pub(super) fn last_corner(&self, place: &Place) -> u8 {
        let four = place.corner.and_then(|corner| self.four(0, place.at, corner));
        four.map_or(3, |four| largest(four) as u8)
    }

    /// The last of four numbers from the other three, and the same of the newest known state.
    fn fourth(&self, at: usize, corner: u8, known: &[i32]) -> Option<(i64, i64)> {
        let (newest, middle) = (self.four(0, at, corner)?, self.four(1, at, corner)?);
        if largest(newest) != usize::from(corner) {
            return None;
        }
        let known = known.get(at - usize::from(corner)..)?.get(..4)?;
        let corner = usize::from(corner);
        Some((completed(newest, known, corner), completed(middle, newest, corner)))
    }

    /// The guess for a value of which `known` are the values of this entity that are told already.
    pub(super) fn guess(&self, place: &Place, known: &[i32]) -> Guess {
        let Some(newest) = self.at(0, place.at) else { return Guess { value: 0, doubt: UNKNOWN } };
        let [span, before, earlier] = self.spans;
        let Some(middle) = self.at(1, place.at) else {
            let value = match place.rate {
                Some(rate) => newest + moved(self, rate, 0, known, span),
                None => newest,
            };
            return Guess { value: value as i32, doubt: UNKNOWN };
        };
        // Each way to guess is tried on the newest state, of which both sides know the truth.
        let still = (newest, middle);
        let mut best = doubted(still, newest, place.kind);
        let mut try_one = |guess: (i64, i64)| {
            let tried = doubted(guess, newest, place.kind);
            if tried.doubt < best.doubt {
                best = tried;
            }
        };
        if let Some(rate) = place.rate {
            let newest_values = self.values.first().copied().flatten().unwrap_or_default();
            try_one((
                newest + moved(self, rate, 0, known, span),
                middle + moved(self, rate, 1, newest_values, before),
            ));
        }
        if let Some(fourth) = place.corner.and_then(|corner| self.fourth(place.at, corner, known)) {
            try_one(fourth);
        }
        if let Some(oldest) = self.at(2, place.at) {
            let way = scaled(place.kind.way(middle as i32, newest as i32), span, before);
            let past = scaled(place.kind.way(oldest as i32, middle as i32), before, earlier);
            try_one((newest + way, middle + past));
            try_one((newest + way / 2, middle + past / 2));
        }
        best
    }
}

/// The largest of a quaternion's four numbers: the other three and its length say what it is.
pub(super) fn largest(four: &[i32]) -> usize {
    let mut at = 0;
    for (place, value) in four.iter().enumerate() {
        if value.unsigned_abs() > four.get(at).map_or(0, |value| value.unsigned_abs()) {
            at = place;
        }
    }
    at
}

/// What number `at` of four is when the four are as long as `like` is.
fn completed(like: &[i32], four: &[i32], at: usize) -> i64 {
    let square = |value: i32| u64::from(value.unsigned_abs()).pow(2);
    let length = like.iter().fold(0_u64, |sum, &value| sum.wrapping_add(square(value)));
    let others = four.iter().enumerate().filter(|(place, _)| *place != at);
    let rest = others.fold(length, |rest, (_, &value)| rest.wrapping_sub(square(value))) as i64;
    let root = rest.max(0).unsigned_abs().isqrt() as i64;
    if like.get(at).is_some_and(|&value| value < 0) { -root } else { root }
}

/// By how much a rate has moved its value since a moment, from the mover's values at both ends.
fn moved(past: &Past<'_>, rate: Rate, moment: usize, now: &[i32], span: i64) -> i64 {
    let by = usize::from(rate.by);
    let Some(then) = past.at(moment, by) else { return 0 };
    let now = now.get(by).copied().map_or(then, i64::from);
    let moved = ((then + now) * span).wrapping_mul(rate.ratio_65536.into());
    moved.wrapping_add(1 << 16) >> 17
}

fn scaled(way: i64, span: i64, of: i64) -> i64 {
    let product = way * span;
    let half = of / 2;
    (if product < 0 { product - half } else { product + half }) / of.max(1)
}

fn doubted((value, tried): (i64, i64), truth: i64, kind: FieldKind) -> Guess {
    let wrong = kind.way(tried as i32, truth as i32).unsigned_abs();
    Guess { value: on_circle(value, truth, kind), doubt: u64::BITS - wrong.leading_zeros() }
}

/// A guess goes round the circle as its values do.
fn on_circle(value: i64, like: i64, kind: FieldKind) -> i32 {
    match kind {
        FieldKind::Angle { turn } if (0..i64::from(turn)).contains(&like) => {
            value.rem_euclid(turn.into()) as i32
        }
        _ => value as i32,
    }
}
