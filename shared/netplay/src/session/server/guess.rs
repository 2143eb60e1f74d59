//! What a value will be, from what both sides know of it.

use super::layout::Place;
use super::turn::{self, Four};
use crate::sim::{FieldKind, Rate};

/// The same entity at the moments that both sides know, the newest first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Past<'a> {
    /// Ticks from this moment to the one after it in time; for the first, to the snapshot's.
    pub(super) spans: [i64; 3],
    pub(super) values: [Option<&'a [i32]>; 3],
    /// Steps of the simulation in a tick.
    pub(super) steps: i64,
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

    /// The guess for a value of which `known` are the values of this entity that are told already.
    pub(super) fn guess(&self, place: &Place, known: &[i32]) -> Guess {
        let Some(newest) = self.at(0, place.at) else { return Guess { value: 0, doubt: UNKNOWN } };
        let [span, before, earlier] = self.spans;
        let Some(middle) = self.at(1, place.at) else {
            let moved = place.rate.map_or(0, |rate| self.moved(rate, 0, known, span, 0));
            return Guess { value: (newest + moved) as i32, doubt: UNKNOWN };
        };
        // Each way to guess is tried on the newest state, of which both sides know the truth.
        let mut best = Best { truth: newest, kind: place.kind, guess: None };
        best.try_one(newest, middle);
        if let Some(rate) = place.rate {
            let then = self.values.first().copied().flatten().unwrap_or_default();
            for steps in [0, self.steps] {
                let moved = self.moved(rate, 0, known, span, steps);
                best.try_one(newest + moved, middle + self.moved(rate, 1, then, before, steps));
            }
        }
        if let Some(corner) = place.corner {
            self.turned(place.at, corner, known, &mut best);
        }
        if let Some(oldest) = self.at(2, place.at) {
            let way = scaled(place.kind.way(middle as i32, newest as i32), span, before);
            let past = scaled(place.kind.way(oldest as i32, middle as i32), before, earlier);
            best.try_one(newest + way, middle + past);
            best.try_one(newest + way / 2, middle + past / 2);
        }
        best.guess.unwrap_or(Guess { value: newest as i32, doubt: UNKNOWN })
    }

    /// The four numbers of the quaternion that has this corner at this place.
    fn four(&self, moment: usize, at: usize, corner: u8) -> Option<Four> {
        let first = at.checked_sub(corner.into())?;
        self.values.get(moment).copied().flatten()?.get(first..)?.first_chunk().copied()
    }

    /// Of a quaternion, the corner that is told after the other three.
    pub(super) fn last_corner(&self, place: &Place) -> u8 {
        let four = place.corner.and_then(|corner| self.four(0, place.at, corner));
        four.map_or(3, |four| turn::largest(&four) as u8)
    }

    /// A corner of a quaternion that turns on as it has turned, and one that its length gives.
    fn turned(&self, at: usize, corner: u8, known: &[i32], best: &mut Best) {
        let four = |moment| self.four(moment, at, corner);
        let (Some(newest), Some(middle)) = (four(0), four(1)) else { return };
        let [span, before, earlier] = self.spans;
        let index = usize::from(corner);
        let number = |four: Four| four.get(index).copied().map_or(0, i64::from);
        if let Some(oldest) = four(2) {
            let on = turn::extrapolated(newest, middle, span, before);
            best.try_one(number(on), number(turn::extrapolated(middle, oldest, before, earlier)));
        }
        let told = at.checked_sub(index).and_then(|first| known.get(first..)?.first_chunk());
        if let Some(told) = told.filter(|_| turn::largest(&newest) == index) {
            let tried = turn::completed(&middle, &newest, index);
            best.try_one(turn::completed(&newest, told, index), tried);
        }
    }

    /// By how much a rate has moved its value since a moment, from the mover's values at both
    /// ends: as if that had changed evenly, and with `steps`, as a simulation does that changes
    /// it first and moves by it then, so many times a tick.
    fn moved(&self, rate: Rate, moment: usize, now: &[i32], span: i64, steps: i64) -> i64 {
        let by = usize::from(rate.by);
        let Some(then) = self.at(moment, by) else { return 0 };
        let now = now.get(by).copied().map_or(then, i64::from);
        let early = if steps > 0 { (now - then) / steps } else { 0 };
        let moved = ((then + now) * span + early).wrapping_mul(rate.ratio_65536.into());
        moved.wrapping_add(1 << 16) >> 17
    }
}

/// The best guess so far: the first of those that were least wrong when they were tried.
struct Best {
    truth: i64,
    kind: FieldKind,
    guess: Option<Guess>,
}

impl Best {
    fn try_one(&mut self, value: i64, tried: i64) {
        let wrong = self.kind.way(tried as i32, self.truth as i32).unsigned_abs();
        let doubt = u64::BITS - wrong.leading_zeros();
        if self.guess.is_none_or(|best| doubt < best.doubt) {
            self.guess = Some(Guess { value: self.on_circle(value), doubt });
        }
    }

    /// A guess goes round the circle as its values do.
    fn on_circle(&self, value: i64) -> i32 {
        match self.kind {
            FieldKind::Angle { turn } if (0..i64::from(turn)).contains(&self.truth) => {
                value.rem_euclid(turn.into()) as i32
            }
            _ => value as i32,
        }
    }
}

fn scaled(way: i64, span: i64, of: i64) -> i64 {
    let product = way * span;
    let half = of / 2;
    (if product < 0 { product - half } else { product + half }) / of.max(1)
}
