//! What the bits of a pad word mean to a car.

use crate::fix::Fix;
use netplay::ids::PadWord;

/// Accelerate.
pub const THROTTLE: u16 = 1 << 0;
/// Brake; when standing, reverse.
pub const BRAKE: u16 = 1 << 1;
/// Steer to the left.
pub const LEFT: u16 = 1 << 2;
/// Steer to the right.
pub const RIGHT: u16 = 1 << 3;
/// Drift while steering; let go for a boost.
pub const DRIFT: u16 = 1 << 4;
/// Held for 1.5 s: back to the last gate.
pub const RESET: u16 = 1 << 5;

/// What a driver wants in one tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Controls {
    /// Accelerate.
    pub throttle: bool,
    /// Brake or reverse.
    pub brake: bool,
    /// Drift.
    pub drift: bool,
    /// Back to the last gate.
    pub reset: bool,
    /// -1 (left) to 1 (right).
    pub steer: Fix,
}

impl Controls {
    /// What a pad word says. Every word says something.
    #[must_use]
    pub fn read(word: PadWord) -> Self {
        let held = |bit: u16| word.0 & bit != 0;
        let stick = (word.0 >> 8) as u8 as i8;
        let keys = i32::from(held(RIGHT)) - i32::from(held(LEFT));
        Self {
            throttle: held(THROTTLE),
            brake: held(BRAKE),
            drift: held(DRIFT),
            reset: held(RESET),
            steer: if stick == 0 {
                Fix::int(keys)
            } else {
                Fix::ratio(i32::from(stick).clamp(-127, 127), 127)
            },
        }
    }

    /// The pad word that says this, with the steering as a stick.
    #[must_use]
    pub fn word(self) -> PadWord {
        let bit = |held: bool, bit: u16| if held { bit } else { 0 };
        let stick = self.steer.clamp(-Fix::ONE, Fix::ONE).scale(127, 1).whole() as i8;
        PadWord(
            bit(self.throttle, THROTTLE)
                | bit(self.brake, BRAKE)
                | bit(self.drift, DRIFT)
                | bit(self.reset, RESET)
                | u16::from(stick as u8) << 8,
        )
    }
}

/// A pad word of these bits with an analogue stick, -127 (left) to 127 (right); 0 leaves the
/// steering to [`LEFT`] and [`RIGHT`].
#[must_use]
pub const fn with_stick(bits: u16, stick: i8) -> PadWord {
    PadWord(bits & 0xFF | (stick as u8 as u16) << 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stick_overrules_the_keys() {
        assert_eq!(Controls::read(PadWord(LEFT)).steer, -Fix::ONE);
        assert_eq!(Controls::read(PadWord(LEFT | RIGHT)).steer, Fix::ZERO);
        assert_eq!(Controls::read(with_stick(LEFT, 127)).steer, Fix::ONE);
        assert_eq!(Controls::read(with_stick(0, -128)).steer, -Fix::ONE);
    }

    #[test]
    fn controls_survive_the_word() {
        for word in (0..=u16::MAX).filter(|word| word & !0xFF33 == 0) {
            let controls = Controls::read(PadWord(word));
            let again = Controls::read(controls.word());
            assert_eq!((controls.throttle, controls.drift), (again.throttle, again.drift));
            assert!((controls.steer - again.steer).abs() <= Fix::ratio(1, 100));
        }
    }
}
