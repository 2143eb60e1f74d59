//! What lies between two values, and beyond the last.

use core::array::from_fn;

/// A moment between two snapshots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Between {
    /// Since the earlier one; more than 0, and less than `gap_us`.
    pub at_us: i64,
    /// From the earlier to the later one.
    pub gap_us: i64,
}

impl Between {
    /// The number as far from `from` to `to` as this moment is, rounded to the nearest.
    #[must_use]
    pub fn blend(self, from: i64, to: i64) -> i64 {
        let way = i128::from(to) - i128::from(from);
        add(from, share(way, self.at_us, self.gap_us))
    }

    /// How much of the gap has gone by, where 2^30 is all of it.
    #[must_use]
    pub fn q30(self) -> i64 {
        share(1 << 30, self.at_us, self.gap_us).clamp(0, 1 << 30) as i64
    }
}

/// The snapshot before the last, from which a speed is guessed.
#[derive(Debug)]
pub struct Before<'a, T> {
    /// What it held.
    pub value: &'a T,
    /// From it to the last one; more than 0.
    pub gap_us: i64,
}

impl<T> Clone for Before<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Before<'_, T> {}

/// Something that can be shown between two snapshots of it.
///
/// A game implements it for its own type, be it one of floats:
///
/// ```
/// use netplay::present::snapshots::{Between, Interpolate};
///
/// #[derive(Clone)]
/// struct Millimetres(i64);
///
/// impl Interpolate for Millimetres {
///     fn between(&self, after: &Self, moment: Between) -> Self {
///         Self(self.0 + (after.0 - self.0) * moment.at_us / moment.gap_us)
///     }
/// }
///
/// let half = Millimetres(1_000).between(&Millimetres(2_000), Between { at_us: 10, gap_us: 20 });
/// assert_eq!(half.0, 1_500);
/// ```
pub trait Interpolate: Clone {
    /// The value at a moment between this snapshot and the next.
    #[must_use]
    fn between(&self, after: &Self, moment: Between) -> Self;

    /// A guess at the value `ahead_us` after this snapshot, which is the last. Unless it says
    /// otherwise, a value stays as it is.
    #[must_use]
    fn beyond(&self, before: Option<Before<'_, Self>>, ahead_us: i64) -> Self {
        let _ = (before, ahead_us);
        self.clone()
    }
}

impl Interpolate for i64 {
    fn between(&self, after: &Self, moment: Between) -> Self {
        moment.blend(*self, *after)
    }

    /// At the speed between the last two snapshots.
    fn beyond(&self, before: Option<Before<'_, Self>>, ahead_us: i64) -> Self {
        let Some(Before { value, gap_us }) = before else { return *self };
        let way = i128::from(*self) - i128::from(*value);
        add(*self, share(way, ahead_us, gap_us))
    }
}

impl Interpolate for i32 {
    fn between(&self, after: &Self, moment: Between) -> Self {
        moment.blend((*self).into(), (*after).into()) as Self
    }

    /// At the speed between the last two snapshots.
    fn beyond(&self, before: Option<Before<'_, Self>>, ahead_us: i64) -> Self {
        let wide = before.map(|before| (i64::from(*before.value), before.gap_us));
        let wide = wide.as_ref().map(|(value, gap_us)| Before { value, gap_us: *gap_us });
        clamp(i64::from(*self).beyond(wide, ahead_us))
    }
}

impl<T: Interpolate, const N: usize> Interpolate for [T; N] {
    fn between(&self, after: &Self, moment: Between) -> Self {
        from_fn(|n| self[n].between(&after[n], moment))
    }

    fn beyond(&self, before: Option<Before<'_, Self>>, ahead_us: i64) -> Self {
        from_fn(|n| {
            let before = before.map(|all| Before { value: &all.value[n], gap_us: all.gap_us });
            self[n].beyond(before, ahead_us)
        })
    }
}

/// Where something points: `TURN` is a whole turn, and what goes beyond goes round.
///
/// Between two of them lies the short way; of two opposite ones, the way up. Beyond the last it is
/// held: who turns is about to stop turning.
///
/// ```
/// use netplay::present::snapshots::{Angle, Between, Interpolate};
///
/// let (north_west, north_east) = (Angle::<360>(350), Angle::<360>(20));
/// let half = Between { at_us: 1, gap_us: 2 };
/// assert_eq!(north_west.between(&north_east, half), Angle(5));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Angle<const TURN: u32>(pub u32);

impl<const TURN: u32> Angle<TURN> {
    /// The short way to the other one: from half a turn down, not included, to half a turn up.
    #[must_use]
    pub const fn to(self, other: Self) -> i64 {
        const { assert!(TURN > 0, "a turn takes something") };
        let turn = TURN as i64;
        let up = (other.0 as i64 - self.0 as i64).rem_euclid(turn);
        if up > turn / 2 { up - turn } else { up }
    }
}

impl<const TURN: u32> Interpolate for Angle<TURN> {
    fn between(&self, after: &Self, moment: Between) -> Self {
        let at = i64::from(self.0) + moment.blend(0, self.to(*after));
        Self(at.rem_euclid(i64::from(TURN)) as u32)
    }
}

/// The sum, or the nearest number to it that fits.
pub(super) fn add(value: i64, way: i128) -> i64 {
    let sum = i128::from(value).saturating_add(way);
    sum.clamp(i64::MIN.into(), i64::MAX.into()) as i64
}

/// The nearest number that fits.
pub(super) fn clamp(value: i64) -> i32 {
    value.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}

/// `way · part / whole`, rounded to the nearest. All that comes from snapshots fits: a way has 65 bits, a part 63.
pub(super) fn share(way: i128, part: i64, whole: i64) -> i128 {
    let whole = whole.max(1);
    if let (Ok(way), true) = (i32::try_from(way), part.unsigned_abs() < 1 << 31) {
        return round(i64::from(way) * part, whole).into(); // what games are made of: no wide division
    }
    let (product, whole) = (way * i128::from(part), i128::from(whole));
    (product + whole / 2).div_euclid(whole)
}

fn round(product: i64, whole: i64) -> i64 {
    let (quotient, rest) = (product.div_euclid(whole), product.rem_euclid(whole));
    quotient + i64::from(rest >= whole - rest)
}
