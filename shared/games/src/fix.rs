//! Numbers that are the same on every machine: Q16.16 fixed point, vectors, 16-bit angles.
//!
//! No crate is used for this because one property is wanted that none of them promises: every
//! operation is **odd**, `op(-a) == -op(a)`. A product is cut towards zero, not shifted, so that
//! a collision seen from the other car, or a corner driven mirrored, gives exactly the mirrored
//! numbers.

use core::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

/// A Q16.16 number: metres, seconds, metres a second, or a plain ratio.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fix(pub i32);

impl Fix {
    /// 0.
    pub const ZERO: Self = Self(0);
    /// 1.
    pub const ONE: Self = Self(1 << 16);

    /// A whole number, at most 32767 either way.
    #[must_use]
    pub const fn int(whole: i32) -> Self {
        Self(whole << 16)
    }

    /// `numerator / denominator`, for constants such as `Fix::ratio(3, 4)`.
    #[must_use]
    pub const fn ratio(numerator: i32, denominator: i32) -> Self {
        Self((((numerator as i64) << 16) / denominator as i64) as i32)
    }

    /// The whole part, cut towards zero.
    #[must_use]
    pub const fn whole(self) -> i32 {
        self.0 / (1 << 16)
    }

    /// Its size.
    #[must_use]
    pub const fn abs(self) -> Self {
        Self(self.0.abs())
    }

    /// -1, 0 or 1.
    #[must_use]
    pub const fn signum(self) -> i32 {
        self.0.signum()
    }

    /// `self * numerator / denominator` with the product held in 64 bits.
    #[must_use]
    pub fn scale(self, numerator: i32, denominator: i32) -> Self {
        Self::from_wide(i64::from(self.0) * i64::from(numerator) / i64::from(denominator))
    }

    /// This value, moved towards `target` by at most `step`.
    #[must_use]
    pub fn towards(self, target: Self, step: Self) -> Self {
        if self < target { (self + step).min(target) } else { (self - step).max(target) }
    }

    /// The square root; 0 for what is negative.
    #[must_use]
    pub fn sqrt(self) -> Self {
        let raw = u64::from(self.0.max(0).unsigned_abs()) << 16;
        Self(raw.isqrt() as i32)
    }

    /// Reads a decimal such as `-12.5`, up to four digits behind the point.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mut ten_thousandths, mut whole, mut places) = (0_i64, 0, None);
        for byte in digits.bytes() {
            match (byte, &mut places) {
                (b'.', None) => {
                    places = Some(0);
                    continue;
                }
                (b'0'..=b'9', None) if whole < 5 => whole += 1,
                (b'0'..=b'9', Some(places)) if *places < 4 => *places += 1,
                _ => return None,
            }
            ten_thousandths = ten_thousandths * 10 + i64::from(byte - b'0');
        }
        if whole == 0 || places == Some(0) {
            return None;
        }
        for _ in places.unwrap_or(0)..4 {
            ten_thousandths *= 10;
        }
        if ten_thousandths >= 327_680_000 {
            return None;
        }
        let raw = ((ten_thousandths << 16) / 10_000) as i32;
        Some(Self(if negative { -raw } else { raw }))
    }

    /// A 64-bit intermediate that is known to fit again.
    pub(crate) fn from_wide(raw: i64) -> Self {
        debug_assert!(i32::try_from(raw).is_ok(), "fixed point overflow: {raw}");
        Self(raw as i32)
    }
}

impl Add for Fix {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Fix {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Mul for Fix {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self::from_wide(i64::from(self.0) * i64::from(other.0) / (1 << 16))
    }
}

/// Division by zero gives the largest number of the right sign: a simulation must not panic.
impl Div for Fix {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        if other.0 == 0 {
            return Self(self.0.signum().saturating_mul(i32::MAX));
        }
        let raw = (i64::from(self.0) << 16) / i64::from(other.0);
        Self(raw.clamp(i64::from(-i32::MAX), i64::from(i32::MAX)) as i32)
    }
}

impl Neg for Fix {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl AddAssign for Fix {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Fix {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

/// A point or a direction. `x` runs to the right and `y` downwards, as on a screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Vec2 {
    /// To the right.
    pub x: Fix,
    /// Downwards.
    pub y: Fix,
}

impl Vec2 {
    /// The origin.
    pub const ZERO: Self = Self { x: Fix::ZERO, y: Fix::ZERO };

    /// The vector of two coordinates.
    #[must_use]
    pub const fn new(x: Fix, y: Fix) -> Self {
        Self { x, y }
    }

    /// The scalar product. One of the two should be short (a direction): the result is Q16.16.
    #[must_use]
    pub fn dot(self, other: Self) -> Fix {
        Fix::from_wide(self.dot_wide(other) / (1 << 16))
    }

    /// The scalar product in Q32.32, which any two points of a world fit.
    #[must_use]
    pub fn dot_wide(self, other: Self) -> i64 {
        i64::from(self.x.0) * i64::from(other.x.0) + i64::from(self.y.0) * i64::from(other.y.0)
    }

    /// Positive when `other` lies clockwise (to the right) of this direction.
    #[must_use]
    pub fn cross(self, other: Self) -> Fix {
        Fix::from_wide(self.cross_wide(other) / (1 << 16))
    }

    /// [`cross`](Self::cross) in Q32.32.
    #[must_use]
    pub fn cross_wide(self, other: Self) -> i64 {
        i64::from(self.x.0) * i64::from(other.y.0) - i64::from(self.y.0) * i64::from(other.x.0)
    }

    /// The squared length in Q32.32.
    #[must_use]
    pub fn square(self) -> i64 {
        self.dot_wide(self)
    }

    /// The length.
    #[must_use]
    pub fn length(self) -> Fix {
        Fix(self.square().unsigned_abs().isqrt() as i32)
    }

    /// The direction of length 1; none for the zero vector.
    #[must_use]
    pub fn unit(self) -> Option<Self> {
        let length = self.length();
        (length > Fix::ZERO).then(|| Self::new(self.x / length, self.y / length))
    }

    /// A quarter turn clockwise: what is ahead becomes what is to the right.
    #[must_use]
    pub const fn right(self) -> Self {
        Self { x: Fix(-self.y.0), y: self.x }
    }

    /// The direction of the vector.
    #[must_use]
    pub fn angle(self) -> Angle {
        Angle::of(self)
    }
}

impl Add for Vec2 {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Vec2 {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<Fix> for Vec2 {
    type Output = Self;
    fn mul(self, factor: Fix) -> Self {
        Self::new(self.x * factor, self.y * factor)
    }
}

impl Neg for Vec2 {
    type Output = Self;
    fn neg(self) -> Self {
        Self::new(-self.x, -self.y)
    }
}

impl AddAssign for Vec2 {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

/// A direction in 65536ths of a turn: 0 points right, 16384 down, clockwise as seen on a screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Angle(pub u16);

impl Angle {
    /// The direction as a vector of length 1.
    #[must_use]
    pub fn unit(self) -> Vec2 {
        Vec2::new(sine(self.0.wrapping_add(0x4000)), sine(self.0))
    }

    /// This direction turned clockwise by so many 65536ths.
    #[must_use]
    pub const fn turned(self, by: i32) -> Self {
        Self(self.0.wrapping_add(by as u16))
    }

    /// How far to turn, clockwise positive, to look along `other`: -32768 to 32767.
    #[must_use]
    pub const fn to(self, other: Self) -> i32 {
        other.0.wrapping_sub(self.0) as i16 as i32
    }

    /// The direction of a vector, by CORDIC: sixteen halving rotations.
    #[must_use]
    pub fn of(vector: Vec2) -> Self {
        let (mut x, mut y) = (i64::from(vector.x.0) << 8, i64::from(vector.y.0) << 8);
        let mut turn = 0_u32;
        if x < 0 {
            (x, y, turn) = (-x, -y, 1 << 31);
        }
        for (shift, step) in ATAN_OF_HALVINGS.into_iter().enumerate() {
            let (dx, dy) = (x >> shift, y >> shift);
            if y > 0 {
                (x, y, turn) = (x + dy, y - dx, turn.wrapping_add(step));
            } else {
                (x, y, turn) = (x - dy, y + dx, turn.wrapping_sub(step));
            }
        }
        Self((turn.wrapping_add(1 << 15) >> 16) as u16)
    }
}

/// atan(2^-n) in 2^-32 turns.
const ATAN_OF_HALVINGS: [u32; 16] = [
    536_870_912,
    316_933_406,
    167_458_907,
    85_004_756,
    42_667_331,
    21_354_465,
    10_679_838,
    5_340_245,
    2_670_163,
    1_335_087,
    667_544,
    333_772,
    166_886,
    83_443,
    41_722,
    20_861,
];

/// A quarter of a sine wave in Q16.16, 256 steps, worked out by the compiler in integers.
const QUARTER: [i32; 257] = {
    let mut table = [0; 257];
    let mut step = 0;
    while step <= 256 {
        table[step] = taylor_sine(step as i128);
        step += 1;
    }
    table
};

/// sin(step / 256 of a quarter turn) by its power series in Q60.
const fn taylor_sine(step: i128) -> i32 {
    const QUARTER_TURN_Q60: i128 = 1_811_004_875_350_951_424; // pi / 2
    let x = QUARTER_TURN_Q60 * step / 256;
    let square = (x * x) >> 60;
    let (mut term, mut sum, mut n) = (x, x, 1);
    while n < 12 {
        term = -((term * square) >> 60) / ((2 * n) * (2 * n + 1));
        sum += term;
        n += 1;
    }
    ((sum + (1 << 43)) >> 44) as i32
}

/// The sine of an angle, between two entries of the table by a straight line.
fn sine(angle: u16) -> Fix {
    let within = i32::from(angle & 0x3FFF);
    let within = if angle & 0x4000 == 0 { within } else { 0x4000 - within };
    let (entry, rest) = ((within >> 6) as usize, within & 63);
    let low = QUARTER[entry];
    let high = QUARTER[(entry + 1).min(256)];
    let value = low + ((high - low) * rest + 32) / 64;
    Fix(if angle & 0x8000 == 0 { value } else { -value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sines_of_known_angles() {
        assert_eq!(sine(0), Fix::ZERO);
        assert_eq!(sine(0x4000), Fix::ONE);
        assert_eq!(sine(0xC000), -Fix::ONE);
        assert_eq!(sine(0x2000), Fix(46_341)); // sqrt(1/2)
        assert_eq!(sine(5461), Fix(32_766)); // 29.998 degrees
    }

    #[test]
    fn every_direction_is_found_again_and_has_length_one() {
        for raw in 0..=u16::MAX {
            let unit = Angle(raw).unit();
            let found = Angle::of(unit);
            assert!(Angle(raw).to(found).abs() <= 2, "{raw} came back as {}", found.0);
            assert!((unit.length() - Fix::ONE).abs().0 <= 4);
        }
    }

    #[test]
    fn products_and_quotients_are_odd() {
        for (a, b) in [(3, 7), (65_537, 99_999), (123_456, 31)] {
            let (a, b) = (Fix(a), Fix(b));
            assert_eq!(-a * b, -(a * b));
            assert_eq!(a * -b, -(a * b));
            assert_eq!(-a / b, -(a / b));
        }
    }

    #[test]
    fn decimals_are_read_exactly_or_not_at_all() {
        assert_eq!(Fix::parse("12.5"), Some(Fix::ratio(25, 2)));
        assert_eq!(Fix::parse("-0.25"), Some(Fix::ratio(-1, 4)));
        assert_eq!(Fix::parse("7"), Some(Fix::int(7)));
        for wrong in ["", "-", ".", "1.", ".5", "1e3", "40000", "1.23456", "+1", " 1", "1.-5"] {
            assert_eq!(Fix::parse(wrong), None, "{wrong:?}");
        }
    }
}
