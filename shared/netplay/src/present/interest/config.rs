//! How far interest reaches, and how much of it there is where.

use crate::limits::{INTEREST_REACH, INTEREST_RINGS};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

/// A ring around each viewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InterestTier {
    /// It ends here, in units of the game.
    pub radius: i32,
    /// An entity in it is sent once in so many ticks.
    pub every_ticks: u16,
}

/// How far interest reaches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InterestConfig {
    /// The rings, the closest first. Beyond the last one nothing is sent.
    pub tiers: Vec<InterestTier>,
    /// An entity changes its ring once it is so far beyond the border, in units of the game.
    pub hysteresis: i32,
    /// Whether the entities of a slow ring take different ticks, by their ids; otherwise all take the same.
    pub stagger: bool,
}

impl Default for InterestConfig {
    fn default() -> Self {
        Self::in_units(1)
    }
}

impl InterestConfig {
    /// Within 40 metres every tick, within 120 every fourth, 5 metres of hysteresis; in a game
    /// whose metre has so many units.
    #[must_use]
    pub fn in_units(metre: i32) -> Self {
        let metres = |metres: i32| metre.saturating_mul(metres);
        Self {
            tiers: vec![
                InterestTier { radius: metres(40), every_ticks: 1 },
                InterestTier { radius: metres(120), every_ticks: 4 },
            ],
            hysteresis: metres(5),
            stagger: true,
        }
    }

    pub(super) fn check(&self) -> Result<(), InterestConfigError> {
        let tiers = &self.tiers;
        let (Some(first), Some(last)) = (tiers.first(), tiers.last()) else {
            return Err(InterestConfigError::Tiers);
        };
        if tiers.len() > INTEREST_RINGS {
            return Err(InterestConfigError::Tiers);
        }
        if first.radius < 1 || tiers.windows(2).any(|pair| pair[0].radius >= pair[1].radius) {
            return Err(InterestConfigError::Radius);
        }
        if !(0..first.radius).contains(&self.hysteresis) {
            return Err(InterestConfigError::Hysteresis);
        }
        if last.radius.saturating_add(self.hysteresis) > INTEREST_REACH {
            return Err(InterestConfigError::Reach);
        }
        if tiers.iter().any(|tier| tier.every_ticks == 0) {
            return Err(InterestConfigError::Ticks);
        }
        Ok(())
    }
}

/// What is wrong with a configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InterestConfigError {
    /// There is no ring, or there are more than eight.
    Tiers,
    /// A ring is not wider than the one within.
    Radius,
    /// The hysteresis is negative, or so large that nothing would come back to the closest ring.
    Hysteresis,
    /// The outermost ring and the hysteresis reach beyond 2^30 units.
    Reach,
    /// A ring is never sent.
    Ticks,
}

impl fmt::Display for InterestConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tiers => "there are 1 to 8 rings of interest",
            Self::Radius => "each ring of interest is wider than the one within",
            Self::Hysteresis => "the hysteresis lies between 0 and the radius of the closest ring",
            Self::Reach => "interest reaches 2^30 units at most",
            Self::Ticks => "a ring of interest is sent at least once in 65 535 ticks",
        })
    }
}

impl core::error::Error for InterestConfigError {}
