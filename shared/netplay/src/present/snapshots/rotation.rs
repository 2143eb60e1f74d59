//! Rotations in space without a float.

use super::interpolate::{Between, Interpolate};

const ONE: i64 = 1 << 30;
/// The angle is halved so often before the rest is cut straight, which then costs less than rounding does.
const HALVINGS: u32 = 8;

/// A rotation in space: a quaternion of length one, 2^30 being one.
///
/// ```
/// use netplay::present::snapshots::{Between, Interpolate, Rotation};
///
/// let quarter = Rotation::from_xyzw([0, 1, 0, 1]); // about y; any length will do
/// let eighth = Rotation::IDENTITY.between(&quarter, Between { at_us: 1, gap_us: 2 });
/// // The sine and the cosine of 22.5°:
/// let [x, y, z, w] = eighth.xyzw().map(|part| i64::from(part) * 10_000 >> 30);
/// assert_eq!([x, y, z, w], [0, 3_826, 0, 9_238]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rotation([i32; 4]);

impl Default for Rotation {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Rotation {
    /// None at all.
    pub const IDENTITY: Self = Self([0, 0, 0, ONE as i32]);

    /// The rotation of a quaternion of any length and any scale; of a quaternion without length, none at all.
    #[must_use]
    pub fn from_xyzw(parts: [i32; 4]) -> Self {
        Self(
            unit(parts.map(i64::from))
                .map_or(Self::IDENTITY.0, |parts| parts.map(|part| part as i32)),
        )
    }

    /// The quaternion, of length one.
    #[must_use]
    pub const fn xyzw(self) -> [i32; 4] {
        self.0
    }
}

impl Interpolate for Rotation {
    /// At an even pace, on the short way. Within 2 millionths of a degree.
    fn between(&self, after: &Self, moment: Between) -> Self {
        let (mut low, mut high) = (self.0.map(i64::from), after.0.map(i64::from));
        if dot(low, high) < 0 {
            high = high.map(|part| -part); // the same rotation, and not the long way round
        }
        let mut rest = moment.q30();
        for _ in 0..HALVINGS {
            // Two that are at most a quarter turn of the sphere apart have a middle.
            let Some(middle) = unit(sum(low, high)) else { return *self };
            rest *= 2;
            if rest >= ONE {
                rest -= ONE;
                low = middle;
            } else {
                high = middle;
            }
        }
        let mut straight = low;
        for (part, to) in straight.iter_mut().zip(high) {
            *part += ((to - *part) * rest + ONE / 2) >> 30;
        }
        Self(unit(straight).unwrap_or(low).map(|part| part as i32))
    }
}

fn dot(a: [i64; 4], b: [i64; 4]) -> i64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn sum(mut a: [i64; 4], b: [i64; 4]) -> [i64; 4] {
    a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
    a
}

/// The same direction at length one, if it has any.
fn unit(parts: [i64; 4]) -> Option<[i64; 4]> {
    let largest =
        parts.iter().map(|part| part.unsigned_abs()).max().filter(|largest| *largest > 0)?;
    // To 31 bits: whatever the scale was, four squares fit and little is lost.
    let shift = largest.leading_zeros() as i32 - 33;
    let scaled = parts.map(|part| if shift < 0 { part >> -shift } else { part << shift });
    let length = scaled.iter().map(|part| part.unsigned_abs().pow(2)).sum::<u64>().isqrt() as i64;
    Some(scaled.map(|part| {
        let product = part * ONE;
        (product + product.signum() * (length / 2)) / length
    }))
}
